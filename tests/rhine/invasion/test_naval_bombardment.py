"""Naval Bombardment: who is shot at, what D and 2D do, retreats at once, scouting, the shift to a second landing."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.engine.dice import Tape
from bocage.engine.matches.match import Match
from bocage.engine.play import Play
from bocage.games.rhine.rules.invasion.bombardment import bombard
from tests.cases import rule
from tests.rhine.setup.ashore import at, listed, marked, play, refused, told, verbs, where

NOTHING, SINGLE, DOUBLE = "1", "2", "4"  # dice on the bombardment column


def shelled(units: str, dice: str, turn: int = 1, **more: Any) -> Any:
    """A match in which the ships fire and nothing else happens."""
    match = at("air operations", turn, units, **{"first_beaches": "1817", "naval": "1817", **more})
    start = match.position.copy()
    start.frames = [match.game.steps["naval bombardment"].frame("allied")]
    return Match(match.game, tape=[int(die) for die in dice.split()], start=start)


@rule("CRT.9")
def test_the_best_three_numbers_are_2d_the_next_two_d_and_the_worst_nothing() -> None:
    game = at("beaches").game
    assert game.data.bombardment == ("-", "D", "D", "2D", "2D", "2D")


@rule("CRT.9", "NB.1")
@pytest.mark.parametrize(("die", "words"), [("1", "no effect"), ("6", "2D, eliminated")])
def test_the_log_tells_the_die_and_what_it_did(die: str, words: str) -> None:
    m = shelled("DE-21Pz 1817", die)
    assert told(m)[-2 if die == "6" else -1] == f"21. Panzer Division at 1817 is bombarded: die {die}, {words}."


@rule("NB.1")
def test_a_worst_roll_does_nothing() -> None:
    m = shelled(
        "DE-21Pz 1817; DE-84K 1717 deployed", f"{NOTHING} {NOTHING}", first_beaches="1717 1817", naval="1717 1817"
    )
    assert (where(m, "DE-21Pz"), where(m, "DE-84K")) == ("1817", "1717")
    assert marked(m, "disrupted") == set()
    assert marked(m, "deployed") == {"DE-84K"}


@rule("NB.1", "R37")
def test_each_german_unit_on_a_landing_hex_takes_its_own_roll_and_nobody_else() -> None:
    m = shelled("DE-84K 1817; DE-21Pz 1817; DE-2Pz 1816; DE-1SS 1717", f"{DOUBLE} {NOTHING}")
    # In the order of the counters: the korps is hit, the panzers are spared, those beside the beach are not shot at.
    assert m.position.rolls == 2
    assert where(m, "DE-84K") == "calendar"
    assert where(m, "DE-21Pz") == "1817"
    assert (where(m, "DE-2Pz"), where(m, "DE-1SS")) == ("1816", "1717")


@rule("NB.1", "R70")
def test_hex_follows_hex_and_unit_follows_unit() -> None:
    m = shelled("DE-84K 1717; DE-21Pz 1817; DE-81K 1817", "1 4 1", first_beaches="1717 1817", naval="1717 1817")
    assert where(m, "DE-81K") == "calendar"
    assert (where(m, "DE-84K"), where(m, "DE-21Pz")) == ("1717", "1817")


@rule("NB.1")
def test_an_empty_landing_hex_needs_no_die() -> None:
    m = shelled("DE-84K 1816", "")
    assert m.position.rolls == 0


@rule("NB.2", "R37")
def test_a_d_undeploys_a_deployed_korps_which_may_stay_undisrupted() -> None:
    m = shelled("DE-84K 1817 deployed", SINGLE)
    assert m.prompt.side == "german"
    assert marked(m, "deployed") == set()
    play(m, "stay")
    assert where(m, "DE-84K") == "1817"
    assert marked(m, "deployed") == marked(m, "disrupted") == set()


@rule("NB.2", "R15")
def test_a_d_disrupts_any_unit_that_is_not_deployed() -> None:
    for unit in ("DE-84K", "DE-21Pz", "DE-12SS", "DE-2SSK", "DE-s503"):
        m = play(shelled(f"{unit} 1817", SINGLE), "stay")
        assert where(m, unit) == "1817"
        assert marked(m, "disrupted") == {unit}


@rule("NB.2", "R37")
@pytest.mark.parametrize("state", ["", " deployed"])
def test_on_a_d_the_german_may_withdraw_one_hex_undisrupted_at_once(state: str) -> None:
    m = shelled(f"DE-84K 1817{state}", SINGLE)
    assert {"retreat", "stay"} <= verbs(m)
    play(m, "retreat 1816", "stop")
    assert where(m, "DE-84K") == "1816"
    assert marked(m, "disrupted") == marked(m, "deployed") == set()


@rule("NB.2", "DW.2")
@pytest.mark.parametrize("state", ["", " deployed"])
def test_or_two_to_four_hexes_and_be_disrupted(state: str) -> None:
    m = shelled(f"DE-84K 1817{state}", SINGLE)
    play(m, "retreat 1816", "retreat 1815", "stop")
    assert where(m, "DE-84K") == "1815"
    assert marked(m, "disrupted") == {"DE-84K"}


@rule("NB.2", "R71")
def test_a_unit_disrupted_before_is_not_made_well_by_withdrawing() -> None:
    m = play(shelled("DE-21Pz 1817 disrupted", SINGLE), "retreat 1816", "stop")
    assert where(m, "DE-21Pz") == "1816"
    assert marked(m, "disrupted") == {"DE-21Pz"}


@rule("NB.2")
def test_the_ships_bar_no_hex_of_the_retreat_but_an_allied_unit_does() -> None:
    m = shelled("DE-84K 1817; US-82AB 1816", SINGLE, allied_control="1816")
    around = set(m.game.board.names(m.game.land.step(m.game.board.set("1817"))))
    assert listed(m, "retreat") == around - {"1816"}
    assert refused(m, "retreat 1816")[0]


@rule("NB.2", "NB.1", "R70")
def test_a_unit_that_withdraws_to_another_landing_hex_is_not_shot_at_again() -> None:
    m = shelled("DE-84K 1717; DE-21Pz 1817", f"{SINGLE} {NOTHING}", first_beaches="1717 1817", naval="1717 1817")
    assert m.game.land.step(m.game.board.set("1717")) & m.game.board.set("1817")
    play(m, "retreat 1817", "stop")
    assert m.position.rolls == 2
    assert where(m, "DE-84K") == "1817"


@rule("NB.3")
def test_2d_undeploys_and_disrupts_a_deployed_korps() -> None:
    m = shelled("DE-84K 1817 deployed", DOUBLE)
    assert where(m, "DE-84K") == "1817"
    assert marked(m, "deployed") == set()
    assert marked(m, "disrupted") == {"DE-84K"}
    assert not m.prompts  # without the option of a retreat


@rule("NB.3", "R71")
def test_2d_eliminates_any_other_unit() -> None:
    for unit, fate in (("DE-84K", "calendar"), ("DE-21Pz", "calendar"), ("DE-12SS", "calendar"), ("DE-2FJK", "dead")):
        m = shelled(f"{unit} 1817", DOUBLE)
        assert where(m, unit) == fate
        assert not m.prompts
    assert m.position.lost_turn == {}


@rule("NB.3")
def test_a_loss_by_bombardment_counts_from_its_turn() -> None:
    m = shelled("DE-21Pz 1817", DOUBLE)
    assert m.position.lost_turn == {"DE-21Pz": 1}


@rule("NB.2", "SET.7")
def test_face_down_pieces_are_turned_up_before_the_ships_fire() -> None:
    m = shelled("DE-Dummy1 1817 down; DE-21Pz 1817 down; DE-84K 1817", f"{NOTHING} {NOTHING}")
    assert marked(m, "face_down") == set()
    assert where(m, "DE-Dummy1") == "dead"
    assert m.position.rolls == 2  # nobody shoots at a dummy
    assert told(m).index("The face-down piece at 1817 is a dummy.") < len(told(m)) - 2


@rule("NB.6", "SET.7", "R54", "R37")
def test_a_second_landing_without_bombardment_is_scouted_all_the_same() -> None:
    m = shelled(
        "DE-Dummy1 2917 down; DE-21Pz 2917 down", "", 3, second_beaches="2917", second_landing_turn=3, naval="1817"
    )
    assert m.position.rolls == 0
    assert marked(m, "face_down") == set()
    assert where(m, "DE-21Pz") == "2917"


@rule("NB.6", "R37")
def test_shifted_bombardment_falls_on_the_second_landing_only() -> None:
    m = shelled("DE-84K 1817; DE-67K 2917", DOUBLE, 3, second_beaches="2917", second_landing_turn=3, naval="2917")
    assert where(m, "DE-67K") == "calendar"
    assert where(m, "DE-84K") == "1817"
    assert m.position.rolls == 1


@rule("NB.4", "NB.1")
def test_on_later_turns_the_ships_roll_no_dice() -> None:
    m = at("naval bombardment", 2, "DE-84K 1817; US-5C 1717", first_beaches="1717 1817", naval="1717 1817", dice="")
    assert m.position.rolls == 0
    assert where(m, "DE-84K") == "1817"


def bombed(units: str, dice: str, *hit: str) -> Any:
    """Bombs on these units, as in Strategic Bombing."""
    match = at("air operations", 2, units, first_beaches="1817")
    start = match.position.copy()
    start.frames = []
    bombard(Play(match.game, start, Tape([])), [match.game.unit_numbers[unit] for unit in hit], "SB.1")
    return Match(match.game, tape=[int(die) for die in dice.split()], start=start)


@rule("CRT.9", "SB.1")
def test_bombs_do_the_same_to_either_side() -> None:
    m = bombed("US-5C 1817 deployed; US-2AD 1817", f"{SINGLE} {DOUBLE}", "US-5C", "US-2AD")
    assert m.prompt.side == "allied"
    play(m, "stay")
    assert (where(m, "US-5C"), where(m, "US-2AD")) == ("1817", "dead")
    assert marked(m, "deployed") == marked(m, "disrupted") == set()


@rule("NB.1", "DD.4", "R54")
def test_the_ships_fire_before_the_first_wave_lands() -> None:
    m = at(
        "naval bombardment", 1, "DE-84K 1817", first_beaches="1817", naval="1817", landing_at="US-5C 1817", dice=DOUBLE
    )
    lines = told(m)
    shot = next(number for number, line in enumerate(lines) if "is bombarded" in line)
    landed = lines.index("US 5 Corps lands at Omaha (1817).")
    assert shot < landed
    assert where(m, "US-5C") == "1817"
