"""Attrition: who and what is lost without supply (4.4, 11.7)."""

from __future__ import annotations

from tests.cases import rule
from tests.festung.playing import game, midway, place, play, position

from .test_supply import around, but


@rule("4.4")
def test_axis_attrition_comes_before_the_sixth_allied_action() -> None:
    """T015."""
    for number, where in ((5, "0712"), (6, "pool")):
        match = position("axis action", "GE-LXXX 0712; US-V UK", round=number, allied_control=around("0712"))
        play(match, "automatic", "end")
        assert match.prompt.side == "allied"
        assert place(match, "GE-LXXX") == where


@rule("11.71")
def test_a_fortress_spares_its_whole_hex() -> None:
    """T044."""
    units = "GE-LXXX 0712; GE-XXV 0212; FORT-Brest 0212"
    match = midway(lambda made: made.start("attrition", "axis"), units, allied_control=but("0712", "0212"))
    assert [place(match, unit) for unit in ("GE-LXXX", "GE-XXV", "FORT-Brest")] == ["pool", "0212", "0212"]


@rule("11.72", "15.1", "16.1")
def test_points_and_infrastructure_follow_an_empty_hex_that_is_cut_off() -> None:
    """T045: Paris is worth a victory point, and an industrial center."""
    match = midway(
        lambda made: made.start("attrition", "axis"), "", allied_control=around("0712"), vp=15, infrastructure=9
    )
    assert match.position.allied_control >> game().board.index["0712"] & 1
    assert (match.position.vp, match.position.infrastructure) == (14, 8)


@rule("11.72", "R57")
def test_empty_hexes_without_a_line_change_hands_but_not_the_closed_zone() -> None:
    """T121: cut off Paris falls, Berlin behind the closed border does not."""
    board = game().board
    for closed in ("", "both"):
        match = midway(
            lambda made: made.start("attrition", "axis"), "", allied_control=but("0712", "1711", "1008"), closed=closed
        )
        held = match.position.allied_control
        assert held >> board.index["0712"] & 1
        assert not held >> board.index["1008"] & 1
        assert held >> board.index["1711"] & 1 == (not closed)
