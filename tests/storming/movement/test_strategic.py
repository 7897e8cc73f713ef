"""Strategic Movement (10.7.11, 10.7.12), and the units that wait off the West Map (3.3.D)."""

from __future__ import annotations

from typing import Any

import bocage
from tests.cases import rule
from tests.storming.movement.marching import (
    ALLIED_ASSAULT,
    ALLIED_BREAKTHROUGH,
    ALLIED_EXPLOITATION,
    GAME,
    GERMAN_ASSAULT,
    GERMAN_EXPLOITATION,
    at,
    listed,
    play,
    refused,
    said,
    verbs,
    where,
)

LINE, WEST = GAME.data.seine_line.sources, GAME.data.west
WEST_BANK = set(GAME.board.names(LINE & WEST))
EAST_BANK = set(GAME.board.names(LINE & ~WEST))


# The Germans


@rule("10.7.12")
def test_a_german_unit_east_of_the_seine_goes_to_the_west_bank_by_a_die() -> None:
    m = at(GERMAN_ASSAULT, "GE-10SS-Pz 5806; GE-353-Inf 0430", turn=1, dice="2")
    assert listed(m, "strategic") == {"GE-10SS-Pz"}
    assert refused(m, "strategic GE-353-Inf") == "10.7.12"
    play(m, "strategic GE-10SS-Pz")
    assert listed(m, "move") == WEST_BANK - {"2527"}, "2527 is Paris"
    play(m, "move 1521")
    assert where(m, "GE-10SS-Pz") == "1521"
    assert refused(m, "pick GE-10SS-Pz") == "10.7.12"


@rule("10.7.12")
def test_on_a_one_it_stays_and_may_not_move() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-10SS-Pz 3020; GE-353-Inf 0430", turn=1, dice="1"), "strategic GE-10SS-Pz")
    assert where(m, "GE-10SS-Pz") == "3020"
    assert refused(m, "pick GE-10SS-Pz") == "10.7.12"
    assert refused(m, "strategic GE-10SS-Pz") == "10.7.12"
    assert said(m, "10.7.12")


@rule("10.7.12")
def test_an_entering_reinforcement_that_fails_still_moves_normally_but_tries_only_once() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-502SS-Ti 5806", turn=2, dice="2"), "strategic GE-502SS-Ti")
    assert refused(m, "strategic GE-502SS-Ti") == "10.7.12"
    play(m, "pick GE-502SS-Ti", "move 5108")
    assert where(m, "GE-502SS-Ti") == "5108"


@rule("10.7.12", "11.1.C", "R56")
def test_without_carpet_bombing_on_turns_2_to_5_the_die_is_one_lower() -> None:
    for turn, bombed, passes in (
        (1, False, True),
        (2, False, False),
        (2, True, True),
        (5, False, False),
        (6, False, True),
    ):
        m = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020", turn=turn, bombed=bombed, dice="2")
        play(m, "strategic GE-10SS-Pz")
        assert (m.prompt.step == "strategic movement") == passes, (turn, bombed)
    spent = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020", turn=4, bombers_spent=("US", "CW"), dice="2")
    assert play(spent, "strategic GE-10SS-Pz").prompt.step != "strategic movement"  # also when nobody could fly


@rule("10.7.12")
def test_any_number_of_units_may_try_one_by_one() -> None:
    m = at(GERMAN_ASSAULT, "GE-10SS-Pz 5806; GE-9SS-Pz 5806; GE-502SS-Ti 5806", turn=2, dice="3 6 2")
    play(m, "strategic GE-10SS-Pz", "move 1521", "strategic GE-9SS-Pz", "move 1521", "strategic GE-502SS-Ti")
    assert [where(m, unit) for unit in ("GE-10SS-Pz", "GE-9SS-Pz", "GE-502SS-Ti")] == ["1521", "1521", "5806"]


@rule("10.7.12", "R17")
def test_it_ends_for_good_when_an_allied_unit_crosses_the_seine_line() -> None:
    m = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020", seine_crossed=True)
    assert "strategic" not in verbs(m)
    assert refused(m, "strategic GE-10SS-Pz") == "10.7.12"
    landed = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020; US-3-Inf 4535", turn=7, dice="4")
    assert "strategic" in verbs(landed), "Anvil-Dragoon units have not crossed it"


@rule("10.7.12")
def test_the_hex_is_out_of_contact_in_supply_and_within_stacking() -> None:
    units = "GE-10SS-Pz 3020; GE-353-Inf 1521; GE-91-Inf 1521; GE-77-Inf 1521; US-4-Inf 1722"
    m = play(at(GERMAN_ASSAULT, units, turn=1, dice="5"), "strategic GE-10SS-Pz")
    assert refused(m, "move 1521") == "10.7.12"
    assert refused(m, "move 1721") == "10.7.12"
    assert refused(m, "move 1720") == "10.7.12", "the wrong bank"
    assert refused(m, "move 0430") == "10.7.12"
    assert refused(m, "move 2527") == "10.7.9"
    ring = "US-4-Inf 2025; US-1-Inf 2026"
    look = GAME.look(at(GERMAN_ASSAULT, f"GE-10SS-Pz 3020; {ring}", turn=1).position)
    supplied = look.east_supply()
    m = play(at(GERMAN_ASSAULT, f"GE-10SS-Pz 3020; {ring}", turn=1, dice="5"), "strategic GE-10SS-Pz")
    assert all(supplied >> GAME.board.index[label] & 1 for label in listed(m, "move"))


@rule("10.7.12")
def test_a_unit_that_has_moved_does_not_entrain_as_well() -> None:
    m = play(at(GERMAN_ASSAULT, "GE-10SS-Pz 3020"), "pick GE-10SS-Pz", "move 3021")
    assert refused(m, "strategic GE-10SS-Pz") == "10.7.12"


@rule("10.7.12", "10.3.A")
def test_headquarters_entrain_when_they_may_move() -> None:
    assert refused(at(GERMAN_ASSAULT, "Model 3020; GE-353-Inf 3020", turn=6), "strategic Model") == "10.3.A"
    assert "Model" in listed(at(GERMAN_EXPLOITATION, "Model 3020", turn=6), "strategic")


@rule("17.5.2.C", "10.7.12")
def test_a_strafed_unit_that_goes_by_rail_loses_its_counter() -> None:
    m = at(GERMAN_ASSAULT, "GE-10SS-Pz 3020", turn=1, strafed={"GE-10SS-Pz": 5}, dice="4")
    play(m, "strategic GE-10SS-Pz", "move 1521")
    assert m.position.strafed == {}


# Off the map


@rule("3.3.D", "10.7.8")
def test_in_the_breakout_scenario_units_set_aside_enter_by_strategic_movement_only() -> None:
    units = "GE-9SS-Pz aside; GE-712-Co aside; GE-353-Inf 0430"
    m = bocage.position(
        "storming", scenario="breakout", turn=3, at=GERMAN_ASSAULT, units=units, dice="1 6", bombed=True
    )
    assert refused(m, "pick GE-9SS-Pz") == "3.3.D"
    assert refused(m, "strategic GE-712-Co") == "10.7.8", "the 15th Army is still restricted"
    play(m, "strategic GE-9SS-Pz")
    assert where(m, "GE-9SS-Pz") == "aside", "it failed and waits"
    assert refused(m, "strategic GE-9SS-Pz") == "10.7.12"
    again = bocage.position(
        "storming", scenario="breakout", turn=3, at=GERMAN_ASSAULT, units=units, dice="6", bombed=True
    )
    play(again, "strategic GE-9SS-Pz", "move 1521")
    assert where(again, "GE-9SS-Pz") == "1521"


@rule("3.3.D")
def test_units_set_aside_in_the_other_scenarios_stay_there() -> None:
    m = at(GERMAN_ASSAULT, "GE-9SS-Pz aside; GE-353-Inf 0430", turn=2)
    assert refused(m, "strategic GE-9SS-Pz") == "10.7.12"
    assert refused(m, "pick GE-9SS-Pz") == "10.4"


# The Allies

CLEAR: dict[str, Any] = {"breakout": True, "turn": 6}


@rule("10.7.11")
def test_allied_units_go_to_the_east_bank_when_no_german_is_left_in_the_west() -> None:
    m = at(ALLIED_EXPLOITATION, "US-4-Inf 0430; CW-7-Arm 1121; US-1A-HQ 0430; GE-353-Inf 3119", **CLEAR)
    assert listed(m, "strategic") == {"US-4-Inf", "CW-7-Arm", "US-1A-HQ"}
    play(m, "strategic US-4-Inf")
    assert listed(m, "move") <= EAST_BANK
    assert "1921" in listed(m, "move")
    play(m, "move 1921")
    assert where(m, "US-4-Inf") == "1921"
    assert m.position.seine_crossed
    assert refused(m, "pick US-4-Inf") == "10.7.11"


@rule("10.7.11")
def test_one_german_west_of_the_seine_prevents_it() -> None:
    for german in ("GE-353-Inf 0630", "GE-7A-HQ 0630", "GE-272-Inf 0634"):
        m = at(ALLIED_EXPLOITATION, f"US-4-Inf 0430; {german}", **CLEAR)
        assert refused(m, "strategic US-4-Inf") == "10.7.11", german


@rule("10.7.11", "10.7.10")
def test_not_before_the_breakout_not_from_the_east_and_not_when_grounded() -> None:
    assert refused(at(ALLIED_EXPLOITATION, "US-4-Inf 0430", turn=6), "strategic US-4-Inf") == "10.7.10"
    assert refused(at(ALLIED_EXPLOITATION, "US-4-Inf 3020", **CLEAR), "strategic US-4-Inf") == "10.7.11"
    grounded = at(ALLIED_EXPLOITATION, "US-4-Inf 0430; US-1-Inf 0430", grounded="US-4-Inf", **CLEAR)
    assert refused(grounded, "strategic US-4-Inf") == "9.2.B"
    assert listed(grounded, "strategic") == {"US-1-Inf"}


@rule("10.7.11", "10.7.2")
def test_it_ends_out_of_contact_within_stacking_and_within_command_limits() -> None:
    units = "CW-7-Arm 1121; CW-3-Inf 1921; CW-50-Inf 1921; CW-49-Inf 1921; GE-353-Inf 2122"
    m = play(at(ALLIED_EXPLOITATION, units, **CLEAR), "strategic CW-7-Arm")
    assert refused(m, "move 1921") == "10.7.11"
    assert refused(m, "move 2022") == "10.7.11", "beside the German"
    assert refused(m, "move 3330") == "10.7.2"
    assert refused(m, "move 1521") == "10.7.11"
    assert all(GAME.data.areas["21AG"] >> GAME.board.index[label] & 1 for label in listed(m, "move"))


@rule("10.7.11")
def test_supply_does_not_matter_to_it() -> None:
    m = at(
        ALLIED_BREAKTHROUGH,
        "US-4-Inf 0430; CW-7-Arm 1121",
        points={"12AG": 0, "21AG": 1},
        duration=1,
        limited=True,
        **CLEAR,
    )
    assert "US-4-Inf" in listed(m, "strategic")
    assert "US-4-Inf" not in listed(m, "pick")


@rule("10.7.11", "10.6.C", "10.3.A", "R108")
def test_it_is_in_lieu_of_movement_so_who_may_not_move_may_not_entrain() -> None:
    units = "US-82-AB 0430 dropped; US-1A-HQ 0430; US-4-Inf 0430"
    assert refused(at(ALLIED_ASSAULT, units, declared=2, **CLEAR), "strategic US-1A-HQ") == "10.3.A"
    m = at(ALLIED_BREAKTHROUGH, units, points={"12AG": 2}, duration=1, **CLEAR)
    assert refused(m, "strategic US-82-AB") == "10.6.C"
    moved = play(m, "pick US-4-Inf", "move 0429")
    assert refused(moved, "strategic US-4-Inf") == "10.7.11"
