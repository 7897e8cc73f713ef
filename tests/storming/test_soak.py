"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage.engine.play import Play
from bocage.games.storming.rules.options import catalogue
from tests import soaking
from tests.storming import soak

LAST_TURN = {"campaign": 15, "breakout": 6, "final": 15}


def run(scenario: str, first: int, count: int, **options: Any) -> None:
    for seed in range(first, first + count):
        match = soak.soak(seed, scenario, **options)
        assert match.outcome is not None
        assert match.outcome.winner in ("allied", "german"), "draws are not possible (3.2.C.3)"
        assert match.position.turn <= LAST_TURN[scenario]


@pytest.mark.parametrize("chunk", range(4))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_end_by_rule(scenario: str, chunk: int) -> None:
    run(scenario, chunk * 5, 5)


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_with_every_option_end_by_rule(scenario: str) -> None:
    run(scenario, 5000, 4, **dict.fromkeys(catalogue(), True))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(50))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_five_hundred_games_of_each_scenario_end_by_rule(scenario: str, chunk: int) -> None:
    run(scenario, 100_000 + chunk * 10, 10)


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = "US-4-Inf 0519; US-90-Inf 0519; CW-3-Inf 1121; GE-709-Co 0518; GE-1SS-Pz 1422; GE-2-Pz 1422; GE-Lehr-Pz 1422"


def watched() -> tuple[bocage.Match, soak.Referee, Play]:
    match = bocage.position("storming", turn=3, at="allied combat", units=UNITS, duration=1, points={"12AG": 3})
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)


@pytest.mark.parametrize(
    ("unit", "place", "case"),
    [
        ("GE-709-Co", "0519", "10.4"),
        ("GE-9SS-Pz", "1422", "5.2.A.1"),
        ("US-29-Inf", "1121", "5.2.B"),
        ("US-4-Inf", "0620", "3.2.D"),
        ("GE-709-Co", "2527", "10.7.9"),
        ("GE-709-Co", "3910", "8.7.A"),
        ("GE-1SS-Pz", "4404", "17.1.C"),
        ("US-4-Inf", "3909", "8.7.B"),
    ],
)
def test_the_referee_sees_a_unit_where_none_may_be(unit: str, place: str, case: str) -> None:
    match, referee, hand = watched()
    node = match.game.board.index[place]
    hand.put(match.game.unit_numbers[unit], node)
    if unit[:2] in ("US", "CW") and case != "3.2.D":
        match.position.allied_control |= 1 << node
    soaking.broken(case, referee)


@pytest.mark.parametrize(
    ("field", "value", "case"),
    [
        ("refit", ["US-4-Inf"], "7.3.A"),
        ("disrupted", ["US-4-Inf"], "12.0"),
        ("grounded", ["GE-1SS-Pz"], "9.2.A"),
        ("oos", ["US-29-Inf"], "8.0"),
        ("strafed", {"GE-1SS-Pz": 7}, "17.5.2"),
        ("points", {"12AG": 13}, "10.2.5"),
        ("air_support", 5, "17.5.1.A"),
        ("airborne_turns", (9,), "17.9.3.B"),
        ("airborne_turns", (3, 4), "17.9.3.B"),
        ("bridges_blown", ("Wesel", "Wesel"), "10.7.5"),
        ("offensive_turn", 9, "17.7.1.A"),
    ],
)
def test_the_referee_sees_a_marker_where_none_may_be(field: str, value: Any, case: str) -> None:
    match, referee, _ = watched()
    if isinstance(value, list):
        value = sum(1 << match.game.unit_numbers[unit] for unit in value)
    setattr(match.position, field, value)
    soaking.broken(case, referee)
