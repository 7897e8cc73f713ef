"""Carpet bombing: who may bomb what, the table, and whom the bombs hit (11.0); disruption as it begins (12.0)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.reading import listed, names, play, refused, steps, told, where

FRONT = "US-4-Inf 0820; CW-50-Inf 1121; GE-352-Inf 0821; GE-12SS-Pz 1122; GE-716-Co 1122; GE-2-Pz 1125"


def at(units: str = FRONT, turn: int = 3, **more: Any) -> Any:
    return bocage.position("storming", at="carpet bombing", turn=turn, units=units, **more)


def bomb(units: str, target: str, dice: str, bomber: str = "us", **more: Any) -> Any:
    return play(at(units, dice=dice, **more), f"bomb-{bomber} {target}", "roll")


@rule("11.0")
def test_each_bomber_hits_a_german_hex_beside_its_own_troops() -> None:
    m = at()
    assert (listed(m, "bomb-us"), listed(m, "bomb-cw")) == ({"0821"}, {"1122"})
    assert refused(m, "bomb-us 1122") == ("11.0", "no US unit is adjacent to 1122")
    assert refused(m, "bomb-cw 0821") == ("11.0", "no Commonwealth unit is adjacent to 0821")
    assert refused(m, "bomb-us 0722") == ("11.0", "no German unit is in 0722")


@rule("11.0", "R90")
def test_french_troops_call_for_no_us_bombers() -> None:
    m = at("FR-2-Arm 0820; CW-50-Inf 1121; GE-352-Inf 0821; GE-716-Co 1122", turn=5)
    assert listed(m, "bomb-us") == set()
    assert listed(m, "bomb-cw") == {"1122"}


@rule("11.0", "4.1.III.c")
@pytest.mark.parametrize(("turn", "asked"), [(2, True), (5, True), (6, False), (12, False)])
def test_bombers_fly_on_turns_two_to_five(turn: int, asked: bool) -> None:
    m = at(turn=turn)
    assert (m.prompt.step == "carpet bombing") is asked


@rule("11.0", "R1")
def test_each_bomber_flies_once_a_game_and_one_in_a_turn() -> None:
    m = bomb(FRONT, "0821", "2")
    assert m.position.bombers_spent == ("US",)
    assert m.game.phase(m.position) != "carpet bombing"  # no second raid this turn
    m = at(turn=4, bombers_spent=("US",))
    assert refused(m, "bomb-us 0821") == ("11.0", "the US Carpet Bomber has flown: it is used once a game")
    assert listed(m, "bomb-cw") == {"1122"}
    m = at(turn=5, bombers_spent=("US", "CW"))
    assert m.game.phase(m.position) != "carpet bombing"


@rule("11.1.A")
def test_a_target_is_named_and_then_the_die_is_rolled() -> None:
    m = at(dice="2")
    m.play("bomb-us 0821")
    assert [str(action) for action in m.prompt.actions] == ["roll"]
    assert refused(m, "bomb-cw 1122")[0] == "11.0"
    assert refused(m, "end")[0] == "11.1.A"
    m.undo()
    assert m.position.bombers_spent == ()
    play(m, "bomb-cw 1122", "roll")
    assert m.position.bombers_spent == ("CW",)
    assert told(m)[-2:] == [
        "The Commonwealth Carpet Bomber hits Caen (1122) (die 2): no losses.",
        "Disrupted: 716 Coastal Division and 12 SS Panzer Division.",
    ]


@rule("11.1.B")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_table_says_what_the_bombs_cost(die: int) -> None:
    m = at("US-4-Inf 0820; GE-12SS-Pz 0821; GE-2-Pz 0821", dice=str(die))
    allied, german = m.game.data.carpet[die - 1]
    play(m, "bomb-us 0821", "roll")
    for _ in range(german):
        assert m.prompt.side == "allied"
        m.play(sorted(f"hit {unit}" for unit in listed(m, "hit"))[0])
    assert steps(m, "US-4-Inf") == 2 - allied
    left = sum(steps(m, unit) for unit in ("GE-12SS-Pz", "GE-2-Pz") if where(m, unit) == "0821")
    assert left == 4 - german
    assert m.position.bombed


@rule("11.1.B")
def test_german_losses_fall_where_the_allied_player_wants_them() -> None:
    m = bomb("US-4-Inf 0820; GE-12SS-Pz 0821; GE-2-Pz 0821; GE-716-Co 0821", "0821", "5")
    assert listed(m, "hit") == {"GE-12SS-Pz", "GE-2-Pz", "GE-716-Co"}
    assert refused(m, "hit US-4-Inf") == ("11.1.B", "US-4-Inf is not a German unit in the bombed hex")
    play(m, "hit GE-12SS-Pz", "hit GE-716-Co")  # a one-step unit may go while others are at full strength
    assert (steps(m, "GE-12SS-Pz"), steps(m, "GE-2-Pz"), where(m, "GE-716-Co")) == (1, 2, "dead")


@rule("11.1.B", "7.2.2.A")
def test_a_bombed_panzer_division_may_lose_both_its_steps_and_is_rebuilt() -> None:
    m = bomb("US-4-Inf 0820; GE-12SS-Pz 0821; GE-716-Co 0821", "0821", "5")
    play(m, "hit GE-12SS-Pz", "hit GE-12SS-Pz")
    assert (m.prompt.side, m.prompt.step) == ("german", "rebuilding")
    m.play("rebuild-in-box")
    assert where(m, "GE-12SS-Pz") == "watch"
    assert names(m, m.position.disrupted) == {"GE-716-Co"}


@rule("11.1.B")
def test_the_last_step_in_a_hex_is_safe() -> None:
    m = bomb("US-4-Inf 0820; GE-12SS-Pz 0821 reduced", "0821", "5")
    assert (steps(m, "GE-12SS-Pz"), where(m, "GE-12SS-Pz")) == (1, "0821")
    m = bomb("US-4-Inf 0820; GE-12SS-Pz 0821", "0821", "5")  # two are due, one is left
    assert (steps(m, "GE-12SS-Pz"), where(m, "GE-12SS-Pz")) == (1, "0821")
    assert names(m, m.position.disrupted) == {"GE-12SS-Pz"}


@rule("11.1.B", "12.0")
def test_flak_is_neither_hit_nor_disrupted() -> None:
    m = bomb("US-4-Inf 0820; GE-III-Flak 0821; GE-12SS-Pz 0821; GE-716-Co 0821", "0821", "3")
    assert refused(m, "hit GE-III-Flak") == ("11.1.B", "flak is never affected by Carpet Bombing")
    m.play("hit GE-716-Co")
    assert names(m, m.position.disrupted) == {"GE-12SS-Pz"}
    m = bomb("US-4-Inf 0820; GE-III-Flak 0821", "0821", "5")
    assert (steps(m, "GE-III-Flak"), m.position.disrupted) == (2, 0)


@rule("12.0", "12.1")
def test_everyone_else_in_the_hex_is_disrupted_and_loses_his_zone() -> None:
    m = bomb("US-4-Inf 0820; GE-352-Inf 0821; GE-914-Rgt 0821; GE-7A-HQ 0821; GE-716-Co 0722", "0821", "2")
    assert names(m, m.position.disrupted) == {"GE-352-Inf", "GE-914-Rgt", "GE-7A-HQ"}
    look = m.game.look(m.position)
    assert not look.zone("german") >> m.game.board.index["0922"] & 1
    assert look.zone("german") >> m.game.board.index["0622"] & 1  # 716 has not been bombed


@rule("11.1.B", "R22")
def test_the_allied_step_falls_at_random_on_the_bombers_own_troops_beside_the_target() -> None:
    beside = "US-4-Inf 0820; US-1-Inf 0820; CW-50-Inf 0921; GE-352-Inf 0821; US-2-Inf 0721; US-29-Inf 0619"
    lost = {}
    for number in (1, 2, 3):
        m = bomb(beside, "0821", f"1 {number}")
        (lost[number],) = [unit for unit in ("US-4-Inf", "US-1-Inf", "US-2-Inf") if steps(m, unit) == 1]
        assert steps(m, "CW-50-Inf") == steps(m, "US-29-Inf") == 2  # not American; not adjacent
    assert sorted(lost.values()) == ["US-1-Inf", "US-2-Inf", "US-4-Inf"]
    with pytest.raises(bocage.BadInput):
        bomb(beside, "0821", "1 4")
    m = bomb(beside, "0821", "1", bomber="cw")  # a lot of one needs no draw
    assert steps(m, "CW-50-Inf") == 1


@rule("11.1.B", "R22", "R89")
def test_bombs_on_ones_own_troops_never_take_the_last_step_of_a_hex() -> None:
    m = bomb("US-82-AB 0820; US-2-Inf 0721 reduced; GE-352-Inf 0821", "0821", "1")
    assert (where(m, "US-82-AB"), where(m, "US-2-Inf")) == ("0820", "0721")
    m = bomb("US-82-AB 0820; US-2-Inf 0820 reduced; GE-352-Inf 0821", "0821", "1 2")
    assert (where(m, "US-82-AB"), where(m, "US-2-Inf")) == ("track", "0820")  # a unit may die, its hex is not emptied


UNRELEASED = "US-4-Inf 2419; GE-245-Co 2519; GE-348-Co 2017"


@rule("10.7.8", "2.1.I", "R90")
def test_bombing_a_unit_of_the_15th_army_releases_it() -> None:
    """Ruling R90: the book calls what Carpet Bombers do attacks."""
    m = bomb(UNRELEASED, "2519", "2")
    assert m.position.released
    assert "army released" in [event.kind for entry in m.entries for event in entry.events]
    m = bomb(UNRELEASED, "2519", "2", options={"R90": True})
    assert not m.position.released


@rule("7.3.F", "2.1.I", "R90")
def test_bombs_end_rest_and_refit() -> None:
    units = "US-4-Inf 0820; GE-12SS-Pz 0821 reduced; GE-2-Pz 0722 reduced"
    m = bomb(units, "0821", "2", refit="GE-12SS-Pz GE-2-Pz")
    assert names(m, m.position.refit) == {"GE-2-Pz"}
    assert "12 SS Panzer Division loses its R&R marker." in told(m)
    m = bomb(units, "0821", "2", refit="GE-12SS-Pz GE-2-Pz", options={"R90": True})
    assert names(m, m.position.refit) == {"GE-12SS-Pz", "GE-2-Pz"}


@rule("11.1.B", "7.3.F")
def test_flak_alone_in_a_hex_is_not_touched_at_all() -> None:
    m = bomb("US-4-Inf 0820; GE-III-Flak 0821; GE-2-Pz 0722 reduced", "0821", "5", refit="GE-III-Flak")
    assert names(m, m.position.refit) == {"GE-III-Flak"}


@rule("11.1.C", "4.1.III.c", "R56")
def test_a_turn_without_bombing_is_remembered_for_strategic_movement() -> None:
    m = play(at(bombed=True), "end")
    assert not m.position.bombed
    assert "No Carpet Bombing: German Strategic Movement is hindered this turn." in told(m)
    m = at(turn=4, bombed=True, bombers_spent=("US", "CW"))  # both are spent: it is hindered all the same
    assert not m.position.bombed
    assert bomb(FRONT, "0821", "2").position.bombed
