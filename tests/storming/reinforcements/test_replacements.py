"""Case 7.2: who comes back, when, and where."""

from __future__ import annotations

import pytest

import bocage
from bocage.engine.play import Play
from bocage.games.storming.rules.elimination import eliminate
from bocage.games.storming.rules.reinforcements.german import drop_late_replacements
from tests.cases import rule
from tests.storming.reinforcements.arriving import (
    GAME,
    area,
    around,
    at,
    hand,
    hand_of,
    listed,
    put,
    refused,
    steps,
    take,
    told,
    where,
)


def bit(unit: str) -> int:
    return 1 << GAME.unit_numbers[unit]


def lost(unit: str, turn: int, **more: object) -> tuple[str, int]:
    """Where a unit goes that is eliminated on a turn, and when it is due."""
    m = at("german reinforcements", turn, f"{unit} 2120 reduced; GE-9SS-Pz arriving; GE-89-Inf schedule", **more)
    play = hand_of(m)
    eliminate(play, GAME.unit_numbers[unit], "13.7")
    match = bocage.Match(GAME, tape=[], start=play.position)
    assert steps(match, unit) == GAME.counters[GAME.unit_numbers[unit]].steps
    return where(match, unit), play.position.due.get(unit, 0)


# When units come back


@rule("7.2.1", "7.2.1.A", "7.2.1.B", "7.2.1.C", "7.2.C")
@pytest.mark.parametrize(
    ("unit", "turn", "back"),
    [
        ("US-2-Arm", 2, 4),
        ("FR-2-Arm", 6, 8),
        ("CW-4-Bde", 2, 4),
        ("US-1-Inf", 2, 5),
        ("US-82-AB", 2, 5),
        ("FR-3-DIA", 8, 11),
        ("CW-3-Inf", 2, 6),
        ("US-2-Arm", 13, 15),
        ("US-2-Arm", 14, 0),
        ("US-1-Inf", 13, 0),
        ("CW-3-Inf", 11, 15),
        ("CW-3-Inf", 12, 0),
    ],
)
def test_eliminated_allied_units_wait_on_the_track_by_type_and_nation(unit: str, turn: int, back: int) -> None:
    assert lost(unit, turn) == (("track", back) if back else ("dead", 0))


@rule("7.2")
@pytest.mark.parametrize("unit", ["CW-1-AB", "GE-709-Co", "GE-105-PzB", "GE-III-Flak", "GE-Metz-1"])
def test_units_with_the_dot_are_never_replaced(unit: str) -> None:
    assert lost(unit, 5) == ("dead", 0)


@rule("7.2.2", "7.2.2.A")
def test_mechanized_units_return_after_three_turns_or_go_straight_into_the_box() -> None:
    for verb, place, due in (("rebuild-on-track", "track", 8), ("rebuild-in-box", "watch", 0)):
        play = hand_of(at("german reinforcements", 5, "GE-2-Pz 2120; GE-2FJ-Div schedule"))
        eliminate(play, GAME.unit_numbers["GE-2-Pz"], "13.7")
        frame = play.position.top
        assert {str(action) for action in play.drive()["german"].actions} == {"rebuild-on-track", "rebuild-in-box"}
        play.game.steps[frame.step].answer(play, frame, GAME.actions.find(verb))
        assert where(bocage.Match(GAME, tape=[], start=play.position), "GE-2-Pz") == place
        assert play.position.due.get("GE-2-Pz", 0) == due


@rule("7.2.2.A")
@pytest.mark.parametrize(("turn", "declined", "place"), [(9, False, "choice"), (10, False, "dead"), (12, True, "dead")])
def test_after_turn_nine_there_is_neither_track_nor_box_for_mechanized_units(
    turn: int, declined: bool, place: str
) -> None:
    units = "GE-2-Pz 2120; GE-25-PG schedule; GE-256-VG schedule; GE-8FJ-Div schedule"
    play = hand_of(at("german reinforcements", turn, units, offensive_declined=declined))
    eliminate(play, GAME.unit_numbers["GE-2-Pz"], "13.7")
    verbs = {action.verb for action in play.drive()["german"].actions}
    assert ("rebuild-on-track" in verbs) == (place == "choice")
    gone = "2 Panzer Division is eliminated for good."
    assert (gone in [GAME.sentence(event) for event in play.events]) == (place == "dead")


@rule("7.2.2.A")
def test_a_mechanized_division_comes_back_by_the_track_only_once_but_a_second_time_by_the_box() -> None:
    assert lost("GE-2-Pz", 5, rebuilt="GE-2-Pz") == ("watch", 0)
    assert lost("GE-2-Pz", 10, rebuilt="GE-2-Pz") == ("dead", 0)


@rule("7.2.2.A")
def test_tigers_may_be_replaced_any_number_of_times() -> None:
    m = at("german replacements", 6, "GE-501SS-Ti track", due={"GE-501SS-Ti": 6})
    m.play("place 5810")
    assert not m.position.rebuilt & bit("GE-501SS-Ti")


@rule("7.2.2.A", "17.7.1.B")
def test_units_due_after_turn_ten_are_lost_when_the_counteroffensive_is_declined() -> None:
    # Commanders, who come back by an option, are not among the Mechanized units that are rebuilt.
    units = "GE-2-Pz track; Model track; US-1-Inf track; GE-26-VG schedule"
    due = {"GE-2-Pz": 12, "Model": 12, "US-1-Inf": 12}
    play = hand_of(at("german reinforcements", 11, units, due=due, options={"R41": True}))
    drop_late_replacements(play)
    match = bocage.Match(GAME, tape=[], start=play.position)
    assert [where(match, unit) for unit in ("GE-2-Pz", "Model", "US-1-Inf")] == ["dead", "track", "track"]
    assert play.position.due == {"Model": 12, "US-1-Inf": 12}


@rule("7.2.2.B")
@pytest.mark.parametrize(
    ("unit", "turn", "place"),
    [("GE-77-Inf", 1, "cup"), ("GE-3FJ-Div", 7, "cup"), ("GE-77-Inf", 8, "dead"), ("GE-77-Inf", 12, "dead")],
)
def test_german_infantry_goes_into_the_cup_until_turn_seven(unit: str, turn: int, place: str) -> None:
    m = at("german reinforcements", max(turn, 2), f"{unit} 2120 reduced; GE-89-Inf schedule")
    play = hand_of(m)
    play.position.turn = turn
    eliminate(play, GAME.unit_numbers[unit], "13.7")
    assert where(bocage.Match(GAME, tape=[], start=play.position), unit) == place


# The cup


CUP = "GE-91-Inf cup; GE-77-Inf cup; GE-16-LW cup; GE-84-Inf cup; GE-85-Inf cup; GE-326-Inf cup"


@rule("7.2.2.B", "4.1.I.b")
def test_four_units_are_drawn_blindly_on_turn_seven_and_the_rest_stays() -> None:
    # In the order of the roster: 91, 77, 16 LW, 84, 85, 326; each draw closes the gap.
    m = at("german replacements", 7, CUP, dice="6 1 1 1")
    drawn = ["GE-326-Inf", "GE-91-Inf", "GE-77-Inf", "GE-16-LW"]
    assert "Drawn from the cup: " in told(m)[-1]
    assert {hand(m)} | listed(m, "pick") == set(drawn)
    assert where(m, "GE-84-Inf") == where(m, "GE-85-Inf") == "cup"


@rule("7.2.2.B")
def test_after_the_draw_of_turn_eight_the_cup_is_closed() -> None:
    m = at("german replacements", 8, CUP, dice="1 1 1 1")
    assert {hand(m)} | listed(m, "pick") == {"GE-91-Inf", "GE-77-Inf", "GE-16-LW", "GE-84-Inf"}
    assert where(m, "GE-85-Inf") == where(m, "GE-326-Inf") == "dead"


@rule("7.2.2.B")
def test_a_cup_with_too_few_units_gives_what_it_has() -> None:
    m = at("german replacements", 7, "GE-91-Inf cup; GE-77-Inf cup", dice="")
    assert {hand(m)} | listed(m, "pick") == {"GE-91-Inf", "GE-77-Inf"}


@rule("7.2.2.B")
@pytest.mark.parametrize(("turn", "place"), [(6, "cup"), (9, "dead")])
def test_nobody_is_drawn_before_turn_seven_or_after_turn_eight(turn: int, place: str) -> None:
    m = at("german replacements", turn, f"{CUP}; GE-12SS-Pz track", due={"GE-12SS-Pz": turn}, dice="")
    assert (hand(m), listed(m, "pick")) == ("GE-12SS-Pz", set())
    assert where(m, "GE-91-Inf") == place


# Where German replacements appear (7.2.B)


@rule("7.2.B", "7.2.C", "7.2.2.A", "4.1.I.b")
def test_a_replaced_panzer_division_returns_by_the_east_edge_at_full_strength() -> None:
    m = at("german replacements", 6, "GE-12SS-Pz track", due={"GE-12SS-Pz": 6, "GE-2-Pz": 7})
    assert listed(m, "place") == area("E")
    assert refused(m, "place 2120")[0] == "7.2.B"
    assert refused(m, "end")[0] == "7.1"
    m.play("place 5812")
    assert (where(m, "GE-12SS-Pz"), steps(m, "GE-12SS-Pz")) == ("5812", 2)
    assert m.position.rebuilt & bit("GE-12SS-Pz")
    assert m.position.due == {"GE-2-Pz": 7}


@rule("7.2.B", "17.3")
def test_one_replaced_unit_a_turn_may_join_the_seventh_army() -> None:
    units = "GE-7A-HQ 2120; GE-12SS-Pz track; GE-2-Pz track"
    m = at("german replacements", 6, units, due={"GE-12SS-Pz": 6, "GE-2-Pz": 6})
    assert listed(m, "place") == area("E") | {"2120"}
    m.play("place 2120")
    assert refused(m, "place 2120") == (
        "7.2.B",
        "German 7th Army HQ has received as many replacements as one turn allows",
    )
    assert listed(m, "place") == area("E")


@rule("7.2.B", "17.4.B")
def test_up_to_three_replaced_units_a_turn_may_join_model() -> None:
    units = f"Model 4718; {CUP}"
    m = at("german replacements", 7, units, dice="1 1 1 1")
    for _ in range(3):
        assert "4718" in listed(m, "place")
        m.play("place 4718")
    assert m.log()[-1][1] == "17.4.B"
    assert refused(m, "place 4718")[0] == "7.2.B"
    assert len(m.position.stacks[GAME.board.index["4718"]]) == 4


@rule("17.4.B", "5.1")
def test_stacking_limits_hold_in_models_hex() -> None:
    m = at("german replacements", 7, f"Model 4718; GE-9-Pz 4718; GE-2-Pz 4718; {CUP}", dice="1 1 1 1")
    m.play("place 4718")
    assert refused(m, "place 4718")[0] == "5.2.A.1"


@rule("7.2.B")
def test_model_and_the_seventh_army_together_take_four_units_within_stacking() -> None:
    units = f"Model 4718; GE-7A-HQ 4718; GE-501SS-Ti track; {CUP}"
    m = at("german replacements", 7, units, dice="1 1 1 1", due={"GE-501SS-Ti": 7})
    put(m, "GE-501SS-Ti", "4718")
    m.play("place 4718")
    m.play("place 4718")
    # One of the two commanders counts, so that two divisions and he are three; the Tigers are free.
    assert refused(m, "place 4718")[0] == "5.2.A.1"
    assert (m.prompt.frame.with_model, m.prompt.frame.with_seventh) == (3, 0)


@rule("7.2.B", "17.4.B")
@pytest.mark.parametrize(("staff", "case"), [("GE-7A-HQ", "7.2.B"), ("Model", "17.4.B")])
def test_no_replacement_joins_a_commander_beside_an_allied_unit_or_out_of_supply(staff: str, case: str) -> None:
    units = f"{staff} 2120; GE-12SS-Pz track"
    near = at("german replacements", 6, f"{units}; US-1-Inf 2121", due={"GE-12SS-Pz": 6})
    name = GAME.counters[GAME.unit_numbers[staff]].name
    assert refused(near, "place 2120") == (case, f"{name} is adjacent to an Allied unit")
    cut_off = at("german replacements", 6, f"{around('2120', 'allied')}; {units}", due={"GE-12SS-Pz": 6})
    assert refused(cut_off, "place 2120") == (case, f"{name} is not in normal East Map-edge supply")


@rule("17.4.B", "7.1.4")
def test_model_receives_replacements_but_no_reinforcements() -> None:
    m = at("german reinforcements", 7, "Model 4718; GE-105-PzB schedule")
    assert listed(m, "place") == area("E")


@rule("17.1.C", "7.2.B", "R77")
def test_no_mechanized_unit_joins_the_headquarters_in_fortress_holland() -> None:
    m = at("german replacements", 7, "GE-7A-HQ 4403; GE-12SS-Pz track; GE-91-Inf cup", due={"GE-12SS-Pz": 7})
    take(m, "GE-12SS-Pz")
    assert refused(m, "place 4403")[0] == "17.1.C"
    m.play("pick GE-91-Inf")
    assert "4403" in listed(m, "place")


@rule("4.1.I.b", "17.7.2", "R72")
def test_a_replaced_mechanized_unit_may_go_into_the_watch_on_the_rhine_box() -> None:
    units = "GE-12SS-Pz track; GE-501SS-Ti track; GE-91-Inf cup"
    due = {"GE-12SS-Pz": 8, "GE-501SS-Ti": 8}
    m = at("german replacements", 8, units, due=due)
    assert listed(m, "watch") == {"GE-12SS-Pz", "GE-501SS-Ti"}
    assert refused(m, "watch GE-91-Inf") == ("4.1.I.b", "only replaced Mechanized units go into the box")
    m.play("watch GE-12SS-Pz")
    assert where(m, "GE-12SS-Pz") == "watch"
    assert m.position.rebuilt & bit("GE-12SS-Pz")
    after = at("german replacements", 12, units, due=due, offensive_turn=11)
    assert refused(after, "watch GE-12SS-Pz")[0] == "17.7.2"


@rule("3.3.D", "7.2.B", "R78", "R72")
def test_in_the_breakout_scenario_replacements_are_set_aside_or_join_the_seventh_army() -> None:
    units = "GE-12SS-Pz track; GE-2-Pz track; GE-7A-HQ 2120"
    m = at("german replacements", 6, units, due={"GE-12SS-Pz": 6, "GE-2-Pz": 6}, scenario="breakout")
    assert listed(m, "place") == {"2120"}
    assert not listed(m, "watch")
    put(m, "GE-12SS-Pz", "2120")
    m.play("end")
    assert (where(m, "GE-12SS-Pz"), where(m, "GE-2-Pz")) == ("2120", "aside")


@rule("3.3.D", "7.2.2.A", "R78")
@pytest.mark.parametrize(("scenario", "asked"), [("breakout", False), ("campaign", True)])
def test_without_the_east_map_a_lost_mechanized_unit_has_no_box_to_wait_in(scenario: str, asked: bool) -> None:
    m = at("german replacements", 6, "GE-12SS-Pz 2119; GE-7A-HQ 2120", scenario=scenario)
    hand = Play(m.game, m.position, m.dice)
    eliminate(hand, m.game.unit_numbers["GE-12SS-Pz"], "13.7")
    assert (m.position.frames[-1].step == "rebuilding") is asked


# Where Allied replacements appear (7.2.A)


@rule("7.2.A", "7.2.C", "7.2.1", "4.1.I.e")
def test_a_replaced_allied_unit_enters_like_a_reinforcement() -> None:
    units = "CW-4-Bde track; US-1-Inf track; US-2-Inf track"
    m = at("allied replacements", 4, units, due={"CW-4-Bde": 4, "US-1-Inf": 4, "US-2-Inf": 5})
    assert {hand(m)} | listed(m, "pick") == {"CW-4-Bde", "US-1-Inf"}
    put(m, "CW-4-Bde", "1020")
    assert (where(m, "CW-4-Bde"), steps(m, "CW-4-Bde")) == ("1020", 2)
    assert listed(m, "place") == {"0619", "0820"}
    m.play("england US-1-Inf")
    assert where(m, "US-1-Inf") == "england"
    assert m.position.due == {"US-2-Inf": 5}


@rule("7.2.A", "7.1")
def test_units_in_england_do_not_enter_in_the_replacement_segment() -> None:
    m = at("allied replacements", 4, "CW-4-Bde track; US-9-Inf england", due={"CW-4-Bde": 4})
    assert refused(m, "pick US-9-Inf") == ("7.2.A", "US-9-Inf is not among the units that wait to be placed")


@rule("7.2.A", "17.3")
def test_replaced_anvil_dragoon_units_may_join_the_sixth_army_group() -> None:
    units = "US-3-Inf track; US-6AG-HQ 4736; US-36-Inf 4839"
    m = at("allied replacements", 10, units, due={"US-3-Inf": 10})
    assert listed(m, "place") == area("A-D") | {"4736"}
    assert refused(m, "place 0619") == (
        "7.2.A",
        "'A-D' units return by the 'A-D' hexes or with the 6th Army Group HQ",
    )
    assert refused(m, "england US-3-Inf")[0] == "7.1"
    near = at("allied replacements", 10, f"{units}; GE-26-VG 4735", due={"US-3-Inf": 10})
    assert refused(near, "place 4736") == ("7.2.A", "the 6th Army Group HQ is adjacent to a German unit")
    m.play("place 4736")
    assert where(m, "US-3-Inf") == "4736"


@rule("7.2.A")
def test_the_sixth_army_group_receives_nobody_out_of_supply() -> None:
    units = f"{around('4536', 'german')}; US-3-Inf track; US-6AG-HQ 4536"
    m = at("allied replacements", 10, units, due={"US-3-Inf": 10})
    assert refused(m, "place 4536") == ("7.2.A", "the 6th Army Group HQ cannot trace supply")


@rule("7.1.3.D", "7.2.A")
def test_reinforcements_for_the_south_do_not_join_the_headquarters_there() -> None:
    m = at("allied reinforcements", 9, "US-103-Inf schedule; US-6AG-HQ 4736")
    assert listed(m, "place") == area("A-D")


@rule("7.2", "R41")
def test_lost_commanders_come_back_only_if_the_players_chose_so() -> None:
    m = at("german replacements", 6, "Model track", due={"Model": 6}, options={"R41": True})
    assert listed(m, "place") == area("E")
    assert not listed(m, "watch")
