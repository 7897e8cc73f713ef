"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.play import Play
from tests import soaking
from tests.rhine import soak


def run(first: int, count: int, **options: Any) -> None:
    for seed in range(first, first + count):
        match = soak.soak(seed, **options)
        assert match.outcome is not None
        assert match.outcome.winner in ("allied", "german"), "one side wins (WIN.5)"
        assert match.position.turn <= 14


@pytest.mark.parametrize("chunk", range(5))
def test_random_campaigns_end_by_rule(chunk: int) -> None:
    run(chunk * 5, 5)


@pytest.mark.parametrize("option", ["R4", "R5", "R11", "R116"])
def test_random_campaigns_with_options_end_by_rule(option: str) -> None:
    run(5000, 4, **{option: True})


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(50))
def test_five_hundred_campaigns_end_by_rule(chunk: int) -> None:
    run(100_000 + chunk * 10, 10)


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = (
    "US-5C 1817; BR-1C 1915; DE-84K 1816 deployed; DE-21Pz 2113 down; DE-Dummy1 3010 down; DE-1SS 2909; DE-2Pz 2909; "
    "DE-LehrPz 2909; DE-9Pz dead"
)


def watched() -> tuple[bocage.Match, soak.Referee, Play]:
    match = bocage.position(
        "rhine", turn=3, at="allied allocation", weather="good", stage="operational", units=UNITS, first_beaches="1817",
    )  # fmt: skip
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)


@pytest.mark.parametrize(
    ("unit", "place", "case"),
    [
        ("DE-84K", "1817", "ZOC.1"),
        ("US-5C", "2505", "R16"),
        ("DE-116Pz", "2909", "STK.1"),
        ("US-8C", "sea", "DD.4"),
        ("DE-84K", "calendar", "REPL.2"),
        ("DE-2SSK", "reserve", "SR.2"),
        ("US-8C", "resting", "DROP.4"),
        ("DE-84K", "hand", "SET.1"),
    ],
)
def test_the_referee_sees_a_unit_where_none_may_be(unit: str, place: str, case: str) -> None:
    from bocage.engine.plain import place_number

    match, referee, hand = watched()
    hand.put(match.game.unit_numbers[unit], place_number(match.game, place))
    soaking.broken(case, referee)


def test_the_referee_sees_a_face_down_piece_next_to_an_allied_unit() -> None:
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers["DE-21Pz"], match.game.board.index["1914"])
    soaking.broken("R22", referee)


@pytest.mark.parametrize(
    ("field", "value", "case"),
    [
        ("disrupted", ["DE-Dummy1"], "R44"),
        ("disrupted", ["US-8C"], "DIS.1"),
        ("deployed", ["DE-1SS"], "DEP.1"),
        ("face_down", ["DE-Dummy1", "DE-84K"], "SET.7"),
        ("face_down", ["DE-21Pz"], "R22"),
        ("panzer_points", -1, "REPL.8"),
        ("second_landing_turn", 2, "NB.5"),
        ("landing_at", {"US-8C": 5}, "DD.4"),
    ],
)
def test_the_referee_sees_a_marker_where_none_may_be(field: str, value: Any, case: str) -> None:
    match, referee, _ = watched()
    if isinstance(value, list):
        value = sum(1 << match.game.unit_numbers[unit] for unit in value)
    setattr(match.position, field, value)
    soaking.broken(case, referee)
