"""Strategic Bombing: the target, the Bombardier, bombs that stray, what they do and what they cost (SB)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.rhine.opening import at, listed, marked, play, refused, told, where

FRONT = "US-5C 1817; BR-1C 1915; BR-SUP 1717; DE-21Pz 1914; DE-84K 1814 deployed"
BEACHES = {"first_beaches": "1817 1915"}


def air(units: str = FRONT, **more: Any) -> Any:
    return at("air operations", units, **{**BEACHES, **more})


def bomb(target: str, dice: str, units: str = FRONT, **more: Any) -> Any:
    return play(air(units, dice=dice, **more), f"bomb {target}", "roll")


@rule("SB.1")
def test_any_hex_may_be_bombed_even_an_empty_one() -> None:
    m = air()
    assert listed(m, "bomb") == set(m.game.board.names(m.game.board.all))
    m = bomb("2909", "6")
    assert told(m)[-2:] == [
        "Strategic Bombing of Paris (2909): the Bombardier rolls 6, on target.",
        "The bombs on Paris (2909) hit nobody.",
    ]


@rule("SB.1", "R15")
def test_every_unit_in_the_hex_takes_a_roll_of_its_own() -> None:
    m = bomb("1914", "3 6 1", "US-5C 1817; DE-21Pz 1914; DE-2Pz 1914; DE-84K 1814")
    # By the counter list 2. Panzer rolls first: 2D eliminates it; 21. Panzer is missed; 84. Korps is elsewhere.
    assert (where(m, "DE-2Pz"), where(m, "DE-21Pz"), where(m, "DE-84K")) == ("calendar", "1914", "1814")
    assert m.position.rolls == 3
    assert marked(m, "disrupted") == set()


@rule("SB.1")
def test_two_d_drives_a_korps_out_of_its_positions() -> None:
    m = bomb("1814", "3 6")
    assert marked(m, "disrupted") == {"DE-84K"}
    assert marked(m, "deployed") == set()


@rule("SB.1", "R15")
def test_cities_and_steadiness_do_not_soften_bombs() -> None:
    m = bomb("1914", "3 6", "US-5C 1817; DE-12SS 1914")  # an SS division in Caen
    assert where(m, "DE-12SS") == "calendar"


@rule("SB.1", "R15")
def test_a_d_asks_the_owner_whether_to_withdraw() -> None:
    m = bomb("1914", "3 3")
    assert m.prompt.side == "german"
    assert listed(m, "retreat")


@rule("SB.1")
def test_a_fortress_ignores_bombs() -> None:
    m = bomb("1619", "6")
    assert told(m)[-1] == "The bombs on Cherbourg (1619) hit nobody."
    look = m.game.look(m.position)
    assert look.strongholds("german") >> m.game.board.index["1619"] & 1


@rule("SB.1", "R22")
def test_bombs_turn_up_what_lies_face_down() -> None:
    units = "US-5C 1817; DE-Dummy1 2011 down; DE-21Pz 2011 down"
    m = bomb("2011", "3 1", units)
    assert where(m, "DE-Dummy1") == "dead"
    assert (where(m, "DE-21Pz"), m.position.face_down) == ("2011", 0)
    assert m.position.rolls == 2  # the Bombardier and the division; a dummy takes no roll
    assert "The face-down piece at 2011 is a dummy." in told(m, "allied")


@rule("SB.1")
def test_the_allies_are_asked_the_same_whatever_lies_face_down() -> None:
    real = air("US-5C 1817; DE-21Pz 2011 down; DE-Dummy1 2211 down")
    fake = air("US-5C 1817; DE-Dummy1 2011 down; DE-21Pz 2211 down")
    assert [str(action) for action in real.prompt.actions] == [str(action) for action in fake.prompt.actions]
    for m in (real, fake):
        m.play("bomb 2011")
    assert real.prompt.text == fake.prompt.text
    assert real.log("allied") == fake.log("allied")


@rule("SB.2")
@pytest.mark.parametrize("die", range(1, 7))
def test_in_good_weather_the_worst_number_is_off_target(die: int) -> None:
    m = bomb("2909", str(die))
    assert (m.prompt.step == "stray bombs") is (die == 1)


@rule("SB.4", "AIR.1", "R2")
@pytest.mark.parametrize("die", range(1, 7))
def test_in_bad_weather_bombers_fly_and_the_worst_two_numbers_are_off_target(die: int) -> None:
    m = bomb("2909", str(die), weather="bad")
    assert (m.prompt.step == "stray bombs") is (die <= 2)


@rule("SB.2")
def test_the_target_may_be_taken_back_until_the_die_is_cast() -> None:
    m = air(dice="6")
    m.play("bomb 1914")
    assert [str(action) for action in m.prompt.actions] == ["roll"]
    assert m.prompt.text == "The bombers fly against Caen (1914): roll the Bombardier's die (1 is off-target)."
    m.undo()
    assert m.position.bombings == 0
    play(m, "bomb 2909", "roll")
    assert m.position.bombings == 1


@rule("SB.3", "R15")
def test_off_target_the_german_names_a_hex_of_allied_units() -> None:
    m = bomb("1914", "1 6")
    assert (m.prompt.side, m.prompt.step) == ("german", "stray bombs")
    assert listed(m, "bomb") == {"1817", "1915"}  # Supplies alone are no target
    assert refused(m, "bomb 1717") == ("SB.3", "there is no Allied combat unit in 1717")
    assert refused(m, "bomb 1914")[0] == "SB.3"
    m.play("bomb 1817")
    assert where(m, "US-5C") == "dead"
    assert where(m, "DE-21Pz") == "1914"


@rule("SB.3", "R15")
def test_off_target_the_german_may_spare_everybody() -> None:
    m = play(bomb("1914", "1"), "spare")
    assert m.position.rolls == 1
    assert {where(m, unit) for unit in ("US-5C", "BR-1C", "DE-21Pz")} == {"1817", "1915", "1914"}
    assert m.prompt.side == "allied"


@rule("SB.3", "R61")
def test_bombs_that_stray_leave_supplies_alone() -> None:
    m = play(bomb("1914", "1 6", "US-5C 1817; BR-SUP 1817; DE-21Pz 1914"), "bomb 1817")
    assert (where(m, "US-5C"), where(m, "BR-SUP")) == ("dead", "1817")


@rule("SB.3")
def test_off_target_with_no_allies_ashore_hurts_nobody() -> None:
    m = bomb("1914", "1", "DE-21Pz 1914")
    assert "The bombs fall where they hurt nobody." in told(m)
    assert where(m, "DE-21Pz") == "1914"


@rule("SB.1")
def test_one_hex_is_bombed_in_a_turn() -> None:
    m = bomb("2909", "6", "US-82AB 1817; US-5C 1817")  # a division that could be withdrawn keeps the question open
    assert m.prompt.step == "air operations"
    assert listed(m, "bomb") == set()
    assert refused(m, "bomb 1914") == ("SB.1", "one hex is bombed in a turn, and that has been done")


@rule("SB.5")
def test_each_pair_of_bombings_shortens_the_game_by_a_turn() -> None:
    m = bomb("2909", "6", bombings=0)
    assert m.game.look(m.position).last_turn() == 14
    m = bomb("2909", "6", bombings=1)
    assert (m.position.bombings, m.game.look(m.position).last_turn()) == (2, 13)
    assert "2 Strategic Bombings have shortened the game: its last turn is now December I." in told(m)
    m = bomb("2909", "6", bombings=2)
    assert m.game.look(m.position).last_turn() == 13


@rule("SB.5", "R15")
def test_a_bombing_that_misses_counts_as_well() -> None:
    m = play(bomb("1914", "1", bombings=3), "spare")
    assert (m.position.bombings, m.position.bombing_turn) == (4, 4)
    assert m.game.look(m.position).last_turn() == 12


@rule("SB.5", "R30")
def test_if_the_new_last_turn_is_past_this_one_is_the_last() -> None:
    m = bomb("2909", "6", bombings=3, turn=13)
    assert "4 Strategic Bombings have shortened the game: its last turn is now December I." in told(m)


@rule("MOV.6", "AIR.1", "R2")
def test_very_bad_weather_grounds_all_aircraft() -> None:
    m = air("US-82AB 1817; US-5C 1817", weather="very bad")
    assert refused(m, "bomb 1914") == ("MOV.6", "in Very Bad weather no Allied aircraft fly but for Strafing")
    assert refused(m, "pick US-101AB")[0] == "MOV.6"
    assert {action.verb for action in m.prompt.actions} == {"withdraw", "end"}
    assert air(weather="very bad").prompt.step != "air operations"  # nobody is asked when nothing can be done


@rule("DROP.5")
def test_bombing_and_drops_exclude_each_other() -> None:
    m = bomb("2909", "6", "US-82AB 1817; US-5C 1817")
    assert refused(m, "pick US-101AB") == ("DROP.5", "Strategic Bombing was flown this turn: there are no air drops")
    m = play(air(), "pick US-101AB", "drop 2011")
    assert refused(m, "bomb 1914") == ("DROP.5", "airborne divisions have dropped this turn: there is no bombing")
    assert (m.position.drop_turn, m.position.bombing_turn) == (4, 0)
    # Next turn is another matter.
    assert listed(air(drop_turn=3, bombing_turn=3), "bomb")
