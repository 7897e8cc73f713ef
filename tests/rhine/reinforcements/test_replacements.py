"""REPL and REIN.5: German replacements and 9. Panzer."""

from __future__ import annotations

import bocage
from bocage.games.rhine.rules.supply import ways
from tests.cases import rule
from tests.rhine.asking import at, listed, marked, refused, where

ROW = "german replacements"


@rule("REPL.2", "REPL.3")
def test_one_infantry_korps_a_turn_comes_back_disrupted_in_germany() -> None:
    m = at(ROW, 4, "DE-84K calendar; DE-74K calendar; DE-9Pz dead", lost_turn={"DE-84K": 4, "DE-74K": 1})
    m.play("pick DE-84K")
    data = m.game.data
    assert listed(m, "place") == set(m.game.board.names(data.germany | data.siegfried))
    assert refused(m, "place 2909") == ("REPL.2", "2909 is neither in Germany nor on the Siegfried Line")
    m.play("place 4816")
    assert (where(m, "DE-84K"), marked(m, "disrupted")) == ("4816", {"DE-84K"})
    assert refused(m, "pick DE-74K") == ("REPL.3", "only one infantry korps is replaced in a turn")
    assert m.position.lost_turn == {"DE-74K": 1}


@rule("REPL.2", "R57")
def test_a_korps_may_appear_cut_off_but_not_under_the_enemy() -> None:
    m = at(ROW, 9, "DE-84K calendar; US-5C 4816; US-7C 5714; DE-9Pz dead")
    m.play("pick DE-84K")
    assert "4816" not in listed(m, "place")
    assert refused(m, "place 4816") == ("R57", "the Allies hold 4816")
    cut_off = m.game.board.index["5713"]  # an Allied zone lies on it
    assert not ways.german_supply(m.inquire("german")) >> cut_off & 1
    assert "5713" in listed(m, "place")


@rule("REPL.2", "R57")
def test_replacements_never_appear_in_a_hex_that_the_allies_have_taken_and_left() -> None:
    lost = {"DE-84K": 4, "DE-2Pz": 1}
    held = {"allied_control": "4816 5214", "lost_turn": lost, "panzer_points": 2}
    m = at(ROW, 9, "DE-84K calendar; DE-2Pz calendar; US-5C 4415; DE-9Pz dead", **held)
    for unit in ("DE-84K", "DE-2Pz"):
        m.play(f"pick {unit}")
        assert not {"4816", "5214"} & listed(m, "place")
        assert refused(m, "place 5214") == ("R57", "the Allies hold 5214")
        assert "5215" in listed(m, "place")


@rule("REPL.4")
def test_the_parachute_korps_never_comes_back() -> None:
    m = at("declarations", 4, "DE-2FJK 3010; DE-84K calendar; DE-9Pz dead")
    m.play("eliminate DE-2FJK")
    assert where(m, "DE-2FJK") == "dead"
    replacing = at(ROW, 9, "DE-2FJK dead; DE-84K calendar; DE-9Pz dead")
    assert refused(replacing, "pick DE-2FJK")[0] == "REPL.4"


@rule("REPL.1")
def test_allied_losses_are_for_good() -> None:
    game = bocage.new_match("rhine", seed="losses").game
    from bocage.games.rhine.rules.elimination import fate
    from bocage.games.rhine.rules.position import DEAD, POOL

    for name, number in game.unit_numbers.items():
        if game.counters[number].side == "allied":
            assert fate(game, number) == (POOL if name.endswith("SUP") else DEAD)


@rule("REPL.5", "R18")
def test_ss_units_return_three_turns_after_their_loss_one_a_turn() -> None:
    lost = {"DE-1SS": 4, "DE-17SS": 4, "DE-2SSK": 5}
    units = "DE-1SS calendar; DE-17SS calendar; DE-2SSK calendar; DE-9Pz dead"
    early = at(ROW, 6, f"{units}; DE-84K calendar", lost_turn=lost)
    assert refused(early, "pick DE-1SS") == ("REPL.5", "1. SS Panzer Division cannot come back before turn 7")
    m = at(ROW, 7, units, lost_turn=lost)
    assert listed(m, "pick") == {"DE-1SS", "DE-17SS"}
    m.play("pick DE-1SS")
    m.play("place 5212")
    assert (where(m, "DE-1SS"), marked(m, "disrupted")) == ("5212", set())
    assert refused(m, "pick DE-17SS") == ("REPL.5", "SS units come back one a turn")


@rule("REPL.6", "R18")
def test_the_other_tigers_need_six_turns_and_the_ss_tigers_three() -> None:
    lost = {"DE-s503": 2, "DE-s502": 2}
    m = at(ROW, 7, "DE-s503 calendar; DE-s502 calendar; DE-9Pz dead", lost_turn=lost)
    assert listed(m, "pick") == {"DE-s502"}
    assert refused(m, "pick DE-s503") == ("REPL.6", "503. Tiger Battalion cannot come back before turn 8")
    assert listed(at(ROW, 8, "DE-s503 calendar; DE-9Pz dead", lost_turn=lost), "pick") == {"DE-s503"}


@rule("REPL.8", "R19")
def test_a_brigade_group_that_is_lost_may_be_bought_again() -> None:
    m = at("declarations", 4, "DE-PzB1 5010; DE-9Pz dead", panzer_points=1)
    m.play("eliminate DE-PzB1")
    assert where(m, "DE-PzB1") == "schedule"
    assert listed(at(ROW, 4, "DE-PzB1 schedule; DE-9Pz dead", panzer_points=1), "pick") >= {"DE-PzB1"}


@rule("REPL.7")
def test_a_panzer_point_comes_every_turn_from_the_second_on() -> None:
    assert at(ROW, 1, "DE-84K calendar").position.panzer_points == 0
    assert at(ROW, 2, "DE-84K calendar").position.panzer_points == 1
    assert at(ROW, 3, "DE-84K calendar; DE-9Pz dead", panzer_points=1).position.panzer_points == 2


@rule("REPL.8", "REPL.9")
def test_a_division_costs_a_point_three_turns_after_its_loss() -> None:
    m = at(ROW, 4, "DE-21Pz calendar; DE-LehrPz calendar; DE-9Pz dead", lost_turn={"DE-21Pz": 1, "DE-LehrPz": 2})
    assert listed(m, "pick") == {"DE-21Pz"}
    assert refused(m, "pick DE-LehrPz") == ("REPL.9", "Panzer Lehr Division cannot come back before turn 5")
    m.play("pick DE-21Pz")
    m.play("place 5212")
    assert (m.position.panzer_points, marked(m, "disrupted")) == (0, set())


@rule("REPL.8", "R19")
def test_a_brigade_group_costs_two_points_saved() -> None:
    poor = at(ROW, 4, "DE-PzB1 schedule; DE-84K calendar; DE-9Pz dead")
    assert refused(poor, "pick DE-PzB1")[0] == "REPL.8"
    m = at(ROW, 4, "DE-PzB1 schedule; DE-PzB2 schedule; DE-9Pz dead", panzer_points=3)
    m.play("pick DE-PzB1")
    m.play("place 5212")
    assert m.position.panzer_points == 2
    assert refused(m, "pick DE-PzB2") == ("REPL.8", "at most 2 points are spent in a turn (ruling R19)")


@rule("REPL.8", "REPL.5", "R18", "R57")
def test_panzers_appear_in_supplied_home_hexes_with_room() -> None:
    units = "DE-PzB1 schedule; DE-21Pz 5212; DE-2Pz 5212; DE-1SS 5212; DE-9Pz dead; US-5C 5614; US-7C 5615; US-8C 5616"
    m = at(ROW, 4, units, panzer_points=1)
    m.play("pick DE-PzB1")
    assert refused(m, "place 5212") == ("STK.1", "there is no room in 5212")
    cut = at(ROW, 4, "DE-PzB1 schedule; US-5C 5608; DE-9Pz dead", panzer_points=1)
    cut.play("pick DE-PzB1")
    assert refused(cut, "place 5608")[1] == "the Allies hold 5608"
    assert refused(cut, "place 5609") == ("R18", "5609 is not in German supply")  # an Allied zone lies on it


@rule("REIN.5", "REIN.1")
def test_ninth_panzer_enters_by_the_south_edge_on_turn_five() -> None:
    row = "german reinforcements"
    assert at(row, 4, "DE-9Pz schedule").prompt.step != row
    m = at(row, 5, "DE-9Pz schedule; US-5C 3000")
    assert m.prompt.step == row
    assert listed(m, "place") == {name for name in m.game.board.names(m.game.south_edge) if name != "3000"}
    assert refused(m, "place 3001") == ("REIN.5", "3001 is not on the south edge")
    assert refused(m, "end") == ("REIN.5", "9. Panzer Division must enter")
    m.play("place 3500")
    assert (where(m, "DE-9Pz"), marked(m, "disrupted")) == ("3500", set())
