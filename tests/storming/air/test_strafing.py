"""Tactical Air: strafing German units, and setting counters aside for combats (17.5)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.dice import Tape
from bocage.engine.play import Play
from bocage.games.storming.rules.air.strafing import draw
from tests.cases import rule
from tests.storming.reading import listed, play, refused, told

TARGETS = "GE-2-Pz 1125; GE-1SS-Pz 1521; GE-503SS-Ti 1521; GE-347-Co 1422; GE-16-LW 1423"
FOUR = ("GE-2-Pz", "GE-1SS-Pz", "GE-503SS-Ti", "GE-347-Co")
ALLIES = "US-4-Inf 0519; CW-50-Inf 1020"


def at(row: str, units: str = TARGETS, turn: int = 2, **more: Any) -> Any:
    return bocage.position("storming", at=row, turn=turn, units=f"{ALLIES}; {units}", **more)


@rule("17.5.1.A")
@pytest.mark.parametrize(("turn", "counters"), [(1, 1), (2, 4), (7, 4), (8, 3), (13, 3), (14, 4), (15, 4)])
def test_each_air_phase_has_the_counters_of_its_turn(turn: int, counters: int) -> None:
    m = at("second strafing", turn=turn)
    play(m, *(f"strafe {unit}" for unit in FOUR[:counters]))
    assert refused(m, "strafe GE-16-LW") == (
        "17.5.1.A", "every Tactical Air counter of this air phase is placed"
    )  # fmt: skip
    assert listed(m, "strafe") == set()


@rule("3.2.E.1", "17.5.1.A", "4.1.III")
def test_turn_one_has_one_counter_and_no_first_air_phase() -> None:
    m = at("airborne operation", turn=1, dice="4 4 4 4")
    assert m.game.phase(m.position) != "first strafing"
    m = at("second strafing", turn=1, dice="3")
    play(m, "strafe GE-2-Pz", "end")
    assert m.position.strafed == {"GE-2-Pz": 5}
    assert m.position.air_support == 0


@rule("3.2.E.1")
def test_panzer_lehr_starts_under_a_counter_drawn_from_all_four() -> None:
    for number, points in enumerate((4, 2, 5, 3), 1):
        m = at("second strafing", "GE-Lehr-Pz 1024", turn=1)
        hand = Play(m.game, m.position.copy(), Tape([number]))
        draw(hand, [m.game.unit_numbers["GE-Lehr-Pz"]], "3.2.E.1")
        assert hand.position.strafed == {"GE-Lehr-Pz": points}
        assert hand.events[-1].rule == "3.2.E.1"
    with pytest.raises(bocage.BadInput):  # there is no fifth counter
        draw(Play(m.game, m.position.copy(), Tape([5])), [m.game.unit_numbers["GE-Lehr-Pz"]])


@rule("17.5.2", "17.5.2.A", "4.1.III.b", "4.1.III.b.1", "4.1.III.b.2")
def test_counters_are_laid_blindly_and_revealed_together() -> None:
    m = at("first strafing", dice="1 1 1")
    play(m, "strafe GE-2-Pz", "strafe GE-1SS-Pz", "strafe GE-503SS-Ti")
    assert m.position.strafed == {}
    assert m.position.rolls == 0  # nothing is drawn before all are placed, so nobody can know
    m.undo()
    play(m, "strafe GE-503SS-Ti", "end")
    assert m.position.strafed == {"GE-2-Pz": 4, "GE-1SS-Pz": 2, "GE-503SS-Ti": 5}  # as in the example of play
    assert "1 Tactical Air counter stands by to support combats." in told(m)
    with pytest.raises(bocage.Refusal):
        m.undo()


@rule("17.5.2.A", "R8")
def test_with_fewer_counters_all_four_are_in_the_draw() -> None:
    m = at("second strafing", turn=9, dice="4 1 2")
    play(m, *(f"strafe {unit}" for unit in FOUR[:3]), "end")
    assert list(m.position.strafed.values()) == [3, 4, 5]


@rule("17.5.1.B", "17.5.3.A", "4.1.VI", "4.1.VI.a", "4.1.VI.a.1", "4.1.VI.a.2", "4.1.VI.a.3")
def test_what_does_not_strafe_supports_combats_and_comes_back_for_the_second_air_phase() -> None:
    m = at("first strafing", dice="1 1")
    play(m, "strafe GE-2-Pz", "strafe GE-1SS-Pz", "end")
    assert m.position.air_support == 2
    m = at("second strafing", dice="2 2 2 1", air_support=2, strafed={"GE-2-Pz": 4, "GE-1SS-Pz": 2})
    assert (m.position.strafed, m.position.air_support) == ({}, 0)  # all are collected first
    play(m, *(f"strafe {unit}" for unit in FOUR), "end")
    assert m.position.strafed == {"GE-2-Pz": 2, "GE-1SS-Pz": 5, "GE-503SS-Ti": 3, "GE-347-Co": 4}
    assert m.position.air_support == 0


@rule("17.5.2.E")
def test_a_unit_may_be_strafed_in_both_air_phases() -> None:
    m = at("second strafing", strafed={"GE-2-Pz": 4}, dice="1")
    play(m, "strafe GE-2-Pz", "end")
    assert m.position.strafed == {"GE-2-Pz": 4}
    assert m.position.air_support == 3


@rule("17.5.2.B")
def test_one_counter_on_each_unit_and_each_counter_on_one_unit_of_a_hex() -> None:
    m = at("first strafing", dice="1")
    m.play("strafe GE-1SS-Pz")
    assert refused(m, "strafe GE-1SS-Pz") == (
        "17.5.2.B", "GE-1SS-Pz is being strafed already: one counter for each unit"
    )  # fmt: skip
    assert "GE-503SS-Ti" in listed(m, "strafe")  # its neighbour in 1521 is free
    m.play("end")
    assert m.position.strafed == {"GE-1SS-Pz": 4}


@rule("17.5.2", "R88")
@pytest.mark.parametrize(
    ("units", "target", "why"),
    [
        ("GE-709-Co 0518", "GE-709-Co", "GE-709-Co is in a fort and cannot be strafed"),
        ("GE-2-Pz 1222", "GE-2-Pz", "GE-2-Pz is in a forest and cannot be strafed"),
        ("GE-9SS-Pz 5807", "GE-9SS-Pz", "GE-9SS-Pz is in an Entrance Hex and cannot be strafed"),
        ("GE-2SS-Pz 0434", "GE-2SS-Pz", "GE-2SS-Pz is in an Entrance Hex and cannot be strafed"),
        ("GE-9-Pz 4640", "GE-9-Pz", "GE-9-Pz is in an Entrance Hex and cannot be strafed"),
        ("GE-2-Pz 1122; GE-III-Flak 1122", "GE-2-Pz", "III Flak Corps protects its hex from strafing"),
        ("GE-III-Flak 1122", "GE-III-Flak", "III Flak Corps protects its hex from strafing"),
        ("GE-2-Pz watch", "GE-2-Pz", "GE-2-Pz is not a German unit on the map"),
        ("", "US-4-Inf", "US-4-Inf is not a German unit on the map"),
    ],
)
def test_some_units_are_out_of_the_fighter_bombers_reach(units: str, target: str, why: str) -> None:
    m = at("first strafing", f"GE-347-Co 1422; {units}")
    assert refused(m, f"strafe {target}") == ("17.5.2", why)
    assert listed(m, "strafe") == {"GE-347-Co"}


@rule("17.5.2", "7.1.2.F", "R88")
def test_the_hexes_of_brittany_are_open_ground_for_fighter_bombers() -> None:
    """Ruling R88: they are Clear for all purposes, unlike the other Entrance Hexes."""
    m = at("first strafing", "GE-353-Inf 0126", dice="1")
    assert listed(m, "strafe") == {"GE-353-Inf"}
    play(m, "strafe GE-353-Inf", "end")
    assert m.position.strafed == {"GE-353-Inf": 4}


@rule("17.5.2", "16.1")
def test_a_destroyed_fort_shelters_nobody() -> None:
    m = at("first strafing", "GE-709-Co 1420", forts_destroyed="1420")
    assert listed(m, "strafe") == {"GE-709-Co"}


@rule("17.5.2", "17.2.B")
def test_a_forest_that_was_flooded_shelters_nobody_from_the_next_turn_on() -> None:
    for flood, targets in ((0, set()), (12, set()), (11, {"GE-2-Pz"}), (10, {"GE-2-Pz"})):
        # 347 stands by, so that there is a question at all.
        m = at("second strafing", "GE-2-Pz 4915; GE-347-Co 5013", turn=12, flood_turn=flood)
        assert listed(m, "strafe") - {"GE-347-Co"} == targets


@rule("17.5.1.C")
def test_the_counteroffensive_takes_away_the_first_air_phase_only() -> None:
    m = at("airborne operation", turn=10, offensive_turn=10)
    assert m.game.phase(m.position) == "second strafing"
    assert "GE-2-Pz" in listed(m, "strafe")


def test_with_nobody_to_strafe_every_counter_stands_by_without_a_question() -> None:
    m = at("second strafing", "GE-709-Co 0518")
    assert m.game.phase(m.position) != "second strafing"
    assert m.position.air_support == 4
