"""Strafing (17.10.1): whom it meets and where it stops him, and that it names nobody under a decoy (31.6)."""

from __future__ import annotations

import pytest

from bocage.games.fortress.rules.air import strafing
from bocage.games.fortress.rules.elimination import lose_step
from tests.cases import rule
from tests.fortress.movement.marching import goes, hand, look, moving, where


@rule("17.10.1", "R18")
@pytest.mark.parametrize(("path", "stopped"), [("R5 R6 R7 R8 R9", "R8"), ("R14 R13 R12 R11 R10 R9 R8 R7", "R8")])
def test_a_strafed_unit_stops_in_its_third_hex_or_the_first_in_range_beyond(path: str, stopped: str) -> None:
    match = moving("german", "GE-91-Inf R14; US-1-Inf K2", missions={"strafing": (0, 1)})
    nodes = [match.game.board.node(label) for label in path.split()]
    place = strafing.in_danger(look(match), nodes)
    assert match.game.board.labels[nodes[place]] == stopped
    assert strafing.in_danger(look(match), nodes[:4]) == -1  # three hexes are not over three
    assert strafing.in_danger(look(match), [match.game.board.node(f"R{row}") for row in range(20, 8, -1)]) == -1


@rule("31.6", "17.10.1", "R118")
@pytest.mark.parametrize(("die", "steps"), [("1", 1), ("6", 2)])
def test_a_strafed_unit_under_a_decoy_is_not_named(die: str, steps: int) -> None:
    match = moving(
        "german", "GE-10SS-Pz LL12; US-Patton EE12; GE-84-Inf RR16", turn=20, options={"31.6": True}, dice=die,
        missions={"strafing": (0, 5)}, decoys="GE-10SS-Pz",
    )  # fmt: skip
    goes(match, "GE-10SS-Pz", "LL16")
    number = match.game.unit_numbers["GE-10SS-Pz"]
    assert match.position.decoys >> number & 1  # type: ignore[attr-defined]
    assert match.position.units[number].steps == steps
    known, seen = ([line.sentence for line in match.log(side)] for side in ("german", "allied"))
    assert any("10 SS" in sentence and f"(die {die})" in sentence for sentence in known)
    assert not any("10 SS" in sentence for sentence in seen)
    told = [sentence for sentence in seen if "a unit under a decoy" in sentence.lower()]
    assert any(f"(die {die})" in sentence for sentence in told)
    assert any("loses a step" in sentence for sentence in told) is (steps == 1)


@rule("31.6")
def test_a_unit_that_loses_its_last_step_under_a_decoy_is_known_among_the_dead() -> None:
    match = moving(
        "german", "GE-10SS-Pz KK12 reduced; US-1-Inf K2", turn=20, options={"31.6": True}, decoys="GE-10SS-Pz"
    )
    play = hand(match)
    lose_step(play, match.game.unit_numbers["GE-10SS-Pz"], "18.1")
    assert where(match, "GE-10SS-Pz") == "dead"
    assert [event.eyes for event in play.events] == [None]
