"""The End Phase (4.1.X): markers come off, the turn marker advances, and what begins with a turn."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.storming.reading import names, told


def ended(units: str = "US-4-Inf 0619; GE-91-Inf 0726", **more: Any) -> Any:
    defaults = {"turn": 3, "allied_control": "0619", "offensive_declined": True}
    return bocage.position("storming", at="end of turn", units=units, **{**defaults, **more})


@rule("4.1.X", "4.1.X.2", "12.2")
def test_disruption_and_strafing_markers_leave_the_map() -> None:
    m = ended(disrupted="GE-91-Inf", strafed={"GE-91-Inf": 4})
    assert (m.position.disrupted, m.position.strafed) == (0, {})


@rule("4.1.X.3")
def test_the_air_counters_are_all_back_for_the_next_turn() -> None:
    m = ended(air_support=3, bombed=True, turn=4)
    assert (m.position.air_support, m.position.bombed, m.position.turn) == (0, False, 5)
    m = bocage.position("storming", turn=5, at="first strafing", units="US-4-Inf 0619; GE-91-Inf 0726", air_support=0)
    assert "strafe GE-91-Inf" in [str(action) for action in m.prompt.actions]


@rule("4.1.X.4", "9.2.D", "9.3.B", "9.3.D")
def test_priority_and_red_ball_markers_come_off_units_but_not_off_the_track() -> None:
    m = ended(
        "US-4-Inf 0619; CW-3-Inf 1121; US-9-Inf 0820; GE-91-Inf 0726", turn=8, priority="US-4-Inf",
        red_ball="CW-3-Inf", red_ball_saved=3, grounded="US-9-Inf", limited=True, priority_used=("12AG",),
        priority_markers={"US": 3, "CW": 3},
    )  # fmt: skip
    position = m.position
    assert (position.priority, position.red_ball, position.priority_used) == (0, 0, ())
    assert (position.red_ball_saved, names(m, position.grounded)) == (3, {"US-9-Inf"})
    assert (position.limited, position.priority_markers) == (True, {"US": 3, "CW": 3})


@rule("17.9.4")
def test_a_drop_counts_as_fresh_for_its_own_turn_only() -> None:
    m = ended("US-82-AB 0620 dropped; US-4-Inf 0619; GE-91-Inf 0726", dropped_now="US-82-AB")
    assert m.position.dropped_now == 0
    assert m.position.units[m.game.unit_numbers["US-82-AB"]].marks


@rule("4.1.X", "4.1.X.5", "4.0")
def test_the_turn_marker_advances_and_the_sequence_begins_again() -> None:
    m = ended(turn=3)
    assert (m.position.turn, told(m)[0]) == (4, "Turn 4 begins: July II (16-31 July 1944).")
    assert m.game.phase(m.position) == "german reinforcements"
    assert (m.position.stage, m.position.points, m.position.moved) == ("", {}, 0)


@rule("8.7.B")
@pytest.mark.parametrize(("control", "lifted"), [("0619 3910", True), ("0619", False)])
def test_montys_blind_spot_is_lifted_once_antwerpen_is_allied_at_the_end_of_a_turn(control: str, lifted: bool) -> None:
    m = ended(turn=7, allied_control=control)
    assert m.position.monty_sees is lifted
    assert ("Antwerpen is Allied at the end of the turn: Monty's Blind Spot is lifted." in told(m)) is lifted


@rule("8.7.B")
def test_montys_blind_spot_stays_closed_for_the_rest_of_the_turn_of_the_capture() -> None:
    units = "CW-7-Arm 4011; CW-11-Arm 4011; GE-719-Co 4006"
    more: Any = {"turn": 7, "points": {"21AG": 10}, "breakout": True, "allied_control": "0619"}
    m = bocage.position("storming", at="allied exploitation", units=units, **more)
    m.play("pick CW-7-Arm")
    m.play("move 3910")
    m.play("pick CW-11-Arm")
    assert m.why_not("move 3909").rule == "8.7.B"
    later = bocage.position("storming", at="allied exploitation", units=units, **{**more, "monty_sees": True})
    later.play("pick CW-11-Arm")
    assert later.why_not("move 3909") is None


@rule("10.7.8")
def test_units_of_the_15th_army_come_free_on_the_turn_on_their_counters() -> None:
    units = "GE-84-Inf 1920; GE-344-Co 2415; US-4-Inf 0619"
    m = ended(units, turn=4)
    assert "The 15th Army releases German 84 Infantry Division." in told(m)
    frozen = names(m, m.inquire().frozen_units() & m.position.on_board)
    assert frozen == {"GE-344-Co"}
    later = ended(units, turn=5)
    assert "The 15th Army releases 344 Coastal Division." in told(later)
    free = ended(units, turn=4, released=True)
    assert not any("releases" in line for line in told(free))
    assert free.inquire().frozen_units() == 0
    dead = ended("US-4-Inf 0619", turn=4)
    assert not any("releases" in line for line in told(dead))
