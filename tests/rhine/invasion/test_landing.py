"""The landings: beaches, the landing force and its halves, the two waves, and a second D-Day."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.invasion.beaches import near
from tests.cases import rule
from tests.rhine.setup.ashore import at, hexes, listed, marked, play, refused, told, verbs, where

NORMANDY = "1717 1817 1915 2015"
AMERICANS = ("US-5C", "US-7C", "US-8C", "US-19C", "US-15C", "US-2AD", "US-3AD", "US-SUP")
BRITISH = ("BR-1C", "BR-8C", "BR-12C", "BR-30C", "BR-7AD", "BR-SUP")
# The pool of a thin late landing
NOBODY = "; ".join(
    f"{unit} dead"
    for unit in (
        *AMERICANS, *BRITISH, "US-20C", "US-12C", "US-3C", "US-13C", "US-16C", "US-4AD", "US-5AD", "US-6AD", "US-7AD",
        "US-9AD", "US-10AD", "FR-2AD", "BR-2CC", "BR-1CC", "BR-GdsAD", "BR-11AD", "BR-79AD", "BR-4CAD", "BR-1PAD",
        "US-82AB", "US-101AB", "US-17AB", "BR-6AB", "BR-1AB",
    )
)  # fmt: skip


def beaches(turn: int = 1, units: str = "", **more: Any) -> Any:
    return at("beaches", turn, units, **more)


def assembling(labels: str = NORMANDY, units: str = "", **more: Any) -> Any:
    """D-Day, and these landing hexes have been chosen."""
    return at("landing force", 1, units, first_beaches=labels, naval=labels, **more)


def embark(match: Any, *orders: str) -> Any:
    """Give units their places: "US-5C first 1817"."""
    for order in orders:
        unit, wave, label = order.split()
        play(match, f"pick {unit}", f"{wave} {label}")
    return match


def wave(row: str, turn: int = 1, units: str = "", **more: Any) -> Any:
    """A match in which only this wave lands: what follows in the sequence of play is another chapter's."""
    match = at("air operations", turn, units, **{"first_beaches": NORMANDY, "naval": NORMANDY, **more})
    start = match.position.copy()
    start.frames = [match.game.steps[f"{row} wave"].frame("allied")]
    return Match(match.game, tape=[], start=start)


# The beaches


@rule("DD.1")
def test_only_landing_hexes_are_beaches_and_no_more_than_four() -> None:
    m = beaches()
    landings = {m.game.board.labels[node] for node in m.game.data.landings}
    assert listed(m, "beach") == landings
    assert refused(m, "beach 1914") == ("DD.1", "1914 is not a landing hex")
    play(m, "beach 1717", "beach 1817", "beach 1915", "beach 2015")
    assert not listed(m, "beach")
    assert refused(m, "beach 2115") == ("DD.1", "there may be no more than 4 landing hexes in a turn")
    assert refused(m, "beach 1817") == ("DD.1", "1817 is chosen already")


@rule("DD.1")
def test_a_beach_may_be_given_up_for_another_before_the_choice_is_made() -> None:
    m = play(beaches(), "beach 1717", "beach 1817", "unbeach 1717")
    assert m.prompt.frame.beaches == m.game.board.set("1817")
    assert refused(m, "unbeach 1717")[0] == "DD.1"
    play(m, "end")
    assert hexes(m, "first_beaches") == hexes(m, "naval") == {"1817"}


@rule("DD.2", "R25")
def test_beaches_are_within_six_land_hexes_of_each_other_pair_by_pair() -> None:
    m = play(beaches(), "beach 1717")
    assert refused(m, "beach 2417") == ("DD.2", "2417 is more than 6 land hexes away from Utah (1717)")
    assert "2015" in listed(m, "beach")
    play(m, "beach 2115")
    # Granville is near Utah, but too far from the Pays d'Auge.
    alone = play(beaches(), "beach 1717")
    assert "1415" in listed(alone, "beach")
    assert refused(m, "beach 1415") == ("DD.2", "1415 is more than 6 land hexes away from Pays d'Auge (2115)")


def land_distance(match: Any, start: str, goal: str) -> int:
    """A slow count of hexes over land sides."""
    board, shut = match.game.board, set(match.game.data.estuary.pairs())
    reached, ring = {board.index[start]: 0}, [board.index[start]]
    while ring:
        node = ring.pop(0)
        for other in board.neighbours[node]:
            if other not in reached and (node, other) not in shut:
                reached[other] = reached[node] + 1
                ring.append(other)
    return reached[board.index[goal]]


@rule("DD.2", "R25")
def test_the_spacing_is_counted_over_land() -> None:
    m = beaches()
    labels = [m.game.board.labels[node] for node in m.game.data.landings]
    for one in labels:
        close = {other for other in labels if land_distance(m, one, other) <= 6}
        assert set(m.game.board.names(near(m.game, m.game.board.index[one]))) == close, one
    # Over the water Fécamp is only six hexes from Omaha.
    assert m.game.board.distance(m.game.board.index["1817"], m.game.board.index["2417"]) == 6
    assert refused(play(m, "beach 1817"), "beach 2417")[0] == "DD.2"


@rule("SET.8", "DD.1")
def test_on_turn_1_there_is_a_landing() -> None:
    m = beaches()
    assert refused(m, "end") == ("SET.8", "this is D-Day: choose at least one landing hex")
    play(m, "beach 1817")
    assert m.why_not("end") is None


@rule("DD.1", "DD.4", "DD.5")
def test_the_question_says_how_many_units_can_land_and_nothing_is_asked_twice() -> None:
    m = play(beaches(), "beach 1817", "beach 2115")
    assert m.prompt.text.endswith("They take 2 units in the first wave and 1 in the second.")
    assert m.prompt.warnings == []


# The landing force


@rule("DD.4", "DD.5")
def test_each_landing_hex_takes_its_numbers_of_units() -> None:
    m = assembling("1817 2115")
    assert refused(m, "first 1817") == ("DD.3", "pick first who is to land")
    play(m, "pick US-5C")
    assert refused(m, "pick US-5C") == ("DD.3", "US-5C is in hand already: say where it lands")
    assert listed(m, "first") == {"1817", "2115"}
    assert listed(m, "second") == {"1817"}
    assert refused(m, "second 2115") == ("DD.5", "2115 is a landing hex 1+0: there is no second wave")
    assert refused(m, "first 1717") == ("DD.1", "1717 is not one of the landing hexes chosen")
    play(m, "first 1817", "pick BR-1C")
    assert refused(m, "first 1817") == ("DD.4", "1817 is a landing hex 1+1: the first wave there is complete")
    play(m, "second 1817", "pick US-7C")
    assert refused(m, "second 1817") == ("DD.5", "1817 is a landing hex 1+1: the second wave there is complete")
    play(m, "first 2115")
    assert refused(m, "pick BR-8C") == ("DD.4", "every landing hex has its numbers of units")
    assert (where(m, "US-5C"), where(m, "BR-1C")) == ("sea", "sea")
    assert marked(m, "second_wave") == {"BR-1C"}
    assert m.position.landing_at["BR-1C"] == m.game.board.index["1817"]


@rule("DD.3", "R26")
def test_half_of_the_force_is_british_and_half_american() -> None:
    m = embark(assembling(), "US-5C first 1817", "US-7C first 1717")
    assert refused(m, "end") == (
        "DD.3",
        (
            "half of the landing force must be British-allied and half American; "
            "now 0 British-allied and 2 American units are to land"
        ),
    )
    embark(m, "BR-1C first 2015")
    assert m.why_not("end") is None  # an odd number: one more of either (R26)
    embark(m, "BR-30C first 1915")
    assert m.why_not("end") is None


@rule("DD.3", "R26")
def test_nobody_can_take_the_place_of_the_other_half() -> None:
    m = embark(assembling(), "US-5C first 1817", "US-7C first 1717", "US-19C second 1817", "US-8C second 1717")
    assert refused(m, "pick US-2AD") == ("DD.3", "half of the force must be British-allied: at most 4 American units")
    assert refused(m, "pick FR-2AD")[0] == "DD.3"
    assert "BR-2CC" in listed(m, "pick")
    odd = embark(assembling("1817 2115"), "US-5C first 1817", "US-7C first 2115")
    assert refused(odd, "pick US-8C")[1] == "half of the force must be British-allied: at most 2 American units"


@rule("DD.3")
def test_canadians_and_poles_land_with_the_british_and_the_french_with_the_americans() -> None:
    m = embark(assembling(), "FR-2AD first 1817", "US-7C first 1717", "BR-2CC first 1915", "BR-1PAD first 2015")
    assert m.why_not("end") is None


@rule("DD.3", "R69")
def test_with_one_nation_only_a_single_unit_can_land() -> None:
    m = assembling(units=f"{NOBODY}; US-5C pool; US-7C pool")
    assert listed(m, "pick") == {"US-5C", "US-7C"}
    embark(m, "US-5C first 1817")
    assert refused(m, "pick US-7C") == ("DD.3", "half of the force must be British-allied: at most 1 American unit")
    assert m.why_not("end") is None


@rule("DD.3")
def test_somebody_must_land_on_d_day() -> None:
    assert refused(assembling(), "end") == ("DD.3", "nobody is to land yet")


@rule("DD.3")
def test_a_unit_may_be_recalled_before_the_force_sails() -> None:
    m = embark(assembling(), "US-5C first 1817", "BR-1C second 1817")
    play(m, "recall BR-1C")
    assert where(m, "BR-1C") == "pool"
    assert not m.position.second_wave
    assert set(m.position.landing_at) == {"US-5C"}
    assert refused(m, "recall BR-1C")[0] == "DD.3"
    assert listed(embark(m, "BR-8C second 1817"), "recall") == {"US-5C", "BR-8C"}


@rule("DD.3", "REIN.4")
def test_only_units_that_are_ready_land() -> None:
    m = assembling()
    assert refused(m, "pick BR-1AB") == ("REIN.4", "BR-1AB is not ready before turn 6")
    assert refused(m, "pick BR-1CC") == ("REIN.3", "BR-1CC is not ready before turn 5")
    assert refused(m, "pick BR-RMN")[0] == "RM.2"
    assert refused(m, "pick DE-84K")[0] == "DD.3"


@rule("DD.4", "R69")
def test_any_unit_may_land_airborne_divisions_too() -> None:
    m = embark(assembling("1817 1717"), "US-82AB first 1817", "BR-6AB second 1817", "US-5C first 1717")
    assert where(m, "US-82AB") == where(m, "BR-6AB") == "sea"
    play(m, "recall BR-6AB")
    assert where(m, "BR-6AB") == "pool"
    ashore = wave("first", landing_at="US-82AB 1817")
    assert where(ashore, "US-82AB") == "1817"
    resting = assembling("1817", "US-101AB resting", resting_since={"US-101AB": 1})
    assert refused(resting, "pick US-101AB")[0] == "DD.3", "who rests off the map comes back by a drop (R60)"


@rule("SUP.7")
def test_supplies_count_as_one_unit_when_they_land() -> None:
    m = embark(assembling("1817"), "US-SUP second 1817", "BR-1C first 1817")
    assert refused(m, "pick US-5C")[0] == "DD.4"
    assert m.why_not("end") is None
    halves = embark(assembling(), "US-SUP second 1817", "US-5C first 1817")
    assert refused(halves, "end")[0] == "DD.3"


@rule("DD.1", "R64")
def test_a_beach_on_which_nobody_is_to_land_is_no_landing_hex() -> None:
    m = embark(assembling("1817 1717"), "US-5C first 1817")
    assert m.prompt.warnings == ["Nobody is to land at Utah (1717): it will be no landing hex."]
    play(m, "end")
    assert hexes(m, "first_beaches") == hexes(m, "naval") == {"1817"}
    assert "Nobody is to land at Utah (1717)." in told(m)


@rule("DD.3")
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_picked_the_force_can_sail_without_a_recall(seed: int) -> None:
    chance = random.Random(seed)
    labels = " ".join(chance.sample(["1717", "1817", "1915", "2015", "2115"], chance.randint(1, 4)))
    pool = chance.choice(["", f"{NOBODY}; US-5C pool; US-7C pool; US-8C pool; BR-1C pool"])
    m = assembling(labels, pool)
    while True:
        choices = [action for action in m.prompt.actions if action.verb in ("pick", "first", "second")]
        placing = [action for action in choices if action.verb != "pick"]
        if not choices:
            break
        m.play(chance.choice(placing or choices))
    assert m.why_not("end") is None


# The waves


@rule("DD.4", "R24", "R66")
def test_on_an_empty_hex_the_first_wave_just_lands_and_ends_its_move() -> None:
    m = wave("first", landing_at="US-5C 1817")
    assert where(m, "US-5C") == "1817"
    assert marked(m, "moved") == {"US-5C"}
    assert hexes(m, "allied_control") == {"1817"}
    assert m.position.landing_at == {}
    assert m.position.budget["US-5C"] >= 0  # it may still attack


@rule("DD.4")
def test_where_germans_hold_the_hex_the_first_wave_stays_at_sea_to_attack() -> None:
    m = wave("first", units="DE-84K 1817", landing_at="US-5C 1817; US-7C 1717")
    assert where(m, "US-5C") == "sea"
    assert m.position.landing_at == {"US-5C": m.game.board.index["1817"]}
    assert where(m, "US-7C") == "1717"
    assert marked(m, "moved") == {"US-7C"}


@rule("DD.4", "TIG.3", "R67")
def test_a_lone_tiger_battalion_does_not_keep_the_first_wave_out() -> None:
    m = wave("first", units="DE-s503 1817", landing_at="US-5C 1817")
    assert where(m, "US-5C") == "1817"
    assert where(m, "DE-s503") == "calendar"


@rule("DD.4", "SET.7")
def test_what_lies_face_down_next_to_a_landing_is_turned_up() -> None:
    m = wave("first", units="DE-21Pz 1914 down; DE-Dummy1 1816 down", landing_at="BR-30C 1915; US-5C 1817")
    assert marked(m, "face_down") == set()
    assert where(m, "DE-Dummy1") == "dead"


@rule("DD.4")
def test_a_unit_that_has_waited_since_an_earlier_turn_lands_when_its_hex_is_free() -> None:
    m = wave("first", 2, landing_at="US-5C 1817")
    assert where(m, "US-5C") == "1817"


@rule("DD.4", "SET.7")
def test_a_dummy_that_has_slipped_onto_a_landing_hex_keeps_nobody_out() -> None:
    m = wave("first", 2, units="DE-Dummy1 1817 down", landing_at="US-5C 1817")
    assert where(m, "US-5C") == "1817"
    assert where(m, "DE-Dummy1") == "dead"


@rule("DD.5", "R65")
def test_the_second_wave_lands_on_a_hex_in_allied_hands_ready_to_move_and_attack() -> None:
    m = wave("second", units="US-5C 1817", landing_at="US-7C 1817", second_wave="US-7C", stage="exploitation",
             moved="US-5C", spent="US-5C")  # fmt: skip
    assert where(m, "US-7C") == "1817"
    for field in ("moved", "spent", "attacked", "arrived", "second_wave"):
        assert "US-7C" not in marked(m, field), field
    assert m.position.landing_at == {}


@rule("DD.5", "R33")
@pytest.mark.parametrize("units", ["DE-84K 1817", ""])
def test_the_second_wave_waits_at_sea_while_its_hex_is_german(units: str) -> None:
    m = wave("second", units=units, landing_at="US-7C 1817", second_wave="US-7C", stage="exploitation")
    assert where(m, "US-7C") == "sea"
    assert marked(m, "second_wave") == {"US-7C"}


@rule("DD.4")
def test_the_second_wave_does_not_land_in_the_operational_phase() -> None:
    m = wave("first", units="US-5C 1817", landing_at="US-7C 1817", second_wave="US-7C")
    assert where(m, "US-7C") == "sea"


@rule("DD.5", "R66")
def test_a_unit_of_the_first_wave_lands_later_if_others_have_cleared_its_hex_but_moves_no_more() -> None:
    m = wave("second", units="BR-1C 1817", landing_at="US-7C 1817", stage="exploitation")
    assert where(m, "US-7C") == "1817"
    assert marked(m, "moved") == {"US-7C"}


@rule("DD.4", "DD.5", "R65")
def test_a_unit_left_over_from_the_second_wave_may_go_in_with_the_next_first_wave() -> None:
    there = {"units": "DE-84K 1817", "landing_at": "US-7C 1817; US-8C 1717", "second_wave": "US-7C US-8C"}
    m = wave("first", 2, allied_control="1717", **there)
    assert m.prompt.side == "allied"
    assert listed(m, "send") == {"US-7C"}
    # Utah is in Allied hands: there the unit comes in the exploitation phase, ready to move.
    assert refused(m, "send US-8C")[0] == "DD.5"
    held = wave("first", 2, allied_control="1717", **there)
    held.play("end")
    assert marked(held, "second_wave") == {"US-7C", "US-8C"}
    m.play("send US-7C")
    assert marked(m, "second_wave") == {"US-8C"}
    assert where(m, "US-7C") == "sea"


@rule("DD.4", "R65")
def test_the_second_wave_cannot_be_sent_in_on_its_own_turn_nor_while_the_first_still_waits() -> None:
    same_turn = wave("first", 1, units="DE-84K 1817", landing_at="US-7C 1817", second_wave="US-7C")
    assert not same_turn.prompts
    crowded = wave("first", 2, units="DE-84K 1817", landing_at="US-7C 1817; US-5C 1817", second_wave="US-7C")
    assert not crowded.prompts


@rule("SUP.7", "DD.4", "R68")
def test_a_dump_lands_on_safe_ground_only() -> None:
    alone = wave("first", landing_at="US-SUP 1817")
    assert where(alone, "US-SUP") == "1817"
    in_a_zone = wave("first", units="DE-84K 1816", landing_at="US-SUP 1817")
    assert where(in_a_zone, "US-SUP") == "sea"
    guarded = wave("first", units="DE-84K 1816; US-5C 1817", landing_at="US-SUP 1817")
    assert where(guarded, "US-SUP") == "1817"
    beside_a_tiger = wave("first", units="DE-s503 1817", landing_at="US-SUP 1817")
    assert (where(beside_a_tiger, "US-SUP"), where(beside_a_tiger, "DE-s503")) == ("sea", "1817")


@rule("SUP.7", "R65", "R68")
def test_a_dump_that_waits_for_its_hex_keeps_nobody_from_clearing_it() -> None:
    m = wave("first", 2, units="DE-84K 1817", landing_at="US-7C 1817; US-SUP 1817", second_wave="US-7C")
    assert listed(m, "send") == {"US-7C"}


@rule("DD.4", "R54")
def test_a_hex_off_which_units_wait_since_an_earlier_turn_is_scouted_before_they_land() -> None:
    m = wave("first", 2, units="DE-Dummy1 1817 down", landing_at="US-5C 1817")
    assert marked(m, "face_down") == set()
    assert where(m, "US-5C") == "1817"  # nobody was there


# A second D-Day


@rule("NB.5")
def test_a_second_d_day_may_come_from_turn_3_on_and_once() -> None:
    early = at("beaches", 2, "US-5C 1817", first_beaches="1817")
    assert early.prompt.step != "beaches"
    m = at("beaches", 3, "US-5C 1817", first_beaches="1817", naval="1817")
    assert m.prompt.step == "beaches"
    later = at("beaches", 6, "US-5C 1817", first_beaches="1817", second_landing_turn=4, second_beaches="2917")
    assert later.prompt.step != "beaches"


@rule("NB.5")
def test_the_second_landing_may_be_put_off_for_a_later_turn() -> None:
    m = at("beaches", 3, "US-5C 1817", first_beaches="1817", naval="1817")
    m.play("end")
    assert m.position.second_landing_turn == 0
    assert m.prompt.step != "landing force"
    assert at("beaches", 4, "US-5C 1817", first_beaches="1817").prompt.step == "beaches"


@rule("NB.5")
def test_the_second_landing_goes_elsewhere() -> None:
    m = at("beaches", 3, "US-5C 1817", first_beaches="1717 1817", naval="1717 1817")
    assert refused(m, "beach 1817") == (
        "NB.5", "1817 was a landing hex of D-Day: a second landing goes elsewhere",
    )  # fmt: skip
    assert {"1915", "2917"} <= listed(m, "beach")


@rule("NB.5", "NB.6", "R37")
@pytest.mark.parametrize(("answer", "naval"), [("shift-bombardment", {"2917", "3019"}), ("keep-bombardment", {"1817"})])
def test_naval_bombardment_may_be_shifted_to_the_second_landing(answer: str, naval: set[str]) -> None:
    m = at("beaches", 3, "US-5C 1817", first_beaches="1817", naval="1817")
    play(m, "beach 2917", "beach 3019", "end")
    assert m.prompt.rule == "NB.6"
    assert verbs(m) == {"shift-bombardment", "keep-bombardment"}
    play(m, answer)
    assert hexes(m, "naval") == naval
    assert hexes(m, "first_beaches") == {"1817"}
    assert hexes(m, "second_beaches") == {"2917", "3019"}
    assert m.position.second_landing_turn == 3
    assert m.prompt.step == "landing force"


@rule("NB.5", "DD.1")
def test_the_force_of_the_second_landing_goes_to_its_own_beaches() -> None:
    m = at(
        "landing force", 3, "US-5C 1817; BR-1C 1915", first_beaches="1817", naval="1817", second_beaches="2917",
        second_landing_turn=3, landing_at="US-7C 1817",
    )  # fmt: skip
    play(m, "pick US-8C")
    assert listed(m, "first") == listed(m, "second") == {"2917"}
    assert listed(m, "recall") == set()  # the unit that still waits off Omaha is no part of this force
    play(m, "first 2917", "end")
    assert where(m, "US-8C") in ("sea", "2917")


@rule("NB.5", "DD.3", "R69")
def test_without_a_unit_left_to_land_there_is_no_second_d_day() -> None:
    m = at("beaches", 3, f"{NOBODY}; US-8C 1817", first_beaches="1817", naval="1817")
    assert m.prompt.step != "beaches"
    assert m.position.second_landing_turn == 0


@rule("RM.2", "NB.5", "R69")
def test_the_marines_may_come_with_a_second_landing_from_turn_7_on() -> None:
    there = {"first_beaches": "1817", "naval": "1817", "second_beaches": "4523"}
    early = at("landing force", 6, "US-5C 1817", second_landing_turn=6, **there)
    assert "BR-RMN" not in listed(early, "pick")
    m = embark(at("landing force", 7, "US-5C 1817", second_landing_turn=7, **there), "BR-RMN first 4523")
    assert where(m, "BR-RMN") == "sea"
    play(m, "recall BR-RMN")
    assert where(m, "BR-RMN") == "schedule"


@rule("DD.4", "DD.5", "NB.1")
def test_omaha_from_the_guns_to_the_second_wave() -> None:
    m = at(
        "landing force", 1, "DE-84K 1817; DE-9Pz dead", first_beaches="1817", naval="1817", dice="1 6",
    )  # fmt: skip
    embark(m, "US-5C first 1817", "BR-1C second 1817")
    play(m, "end")
    while m.prompt.step != "allocation":
        m.play("end")
    assert (where(m, "US-5C"), where(m, "BR-1C")) == ("sea", "sea")
    play(m, "attack 1817", "join US-5C", "commit")
    wanted = {
        "attack or call off": "fight",
        "pressed attack": "steady",
        "no retreat": "may-retreat",
        "rout": "distance 1",
    }
    while m.prompt.step in ("allocation", *wanted, "retreat", "advance"):
        m.play(wanted.get(m.prompt.step) or str(m.prompt.actions[0]))
    # A rout: the korps has gone, the landing unit stands on the beach, and the second wave has come in behind it.
    assert where(m, "DE-84K") != "1817"
    assert (where(m, "US-5C"), where(m, "BR-1C")) == ("1817", "1817")
    assert m.prompt.step == "movement"
    assert "BR-1C" in listed(m, "pick")
    assert "US-5C" not in listed(m, "pick")
