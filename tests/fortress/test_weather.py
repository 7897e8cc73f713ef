"""The weather of a turn, by chart, by scenario and by option."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.fortress.playing import position


def weather(turn: int, dice: str = "", scenario: str = "campaign", **fields: Any) -> str:
    """The weather as the log tells it."""
    found = position("weather", turn=turn, dice=f"{dice} 1 1 1 1 1 1 1 1", scenario=scenario, **fields)
    told = next(line.sentence for line in found.log() if line.sentence.startswith("The weather is "))
    return told.removeprefix("The weather is ").split(" ")[0].rstrip(".")


@rule("3.4")
def test_june_i_is_clear_without_a_die() -> None:
    assert weather(1) == "Clear"


@rule("4.3.A")
@pytest.mark.parametrize(("die", "found"), [(1, "Clear"), (4, "Overcast*"), (6, "Storm")])
def test_a_die_is_read_on_the_column_of_the_month(die: int, found: str) -> None:
    assert weather(22, str(die)) == found


@rule("33.1.4", "R44")
@pytest.mark.parametrize(("dice", "storm"), [("1 1", True), ("6 6", True), ("3 4", False), ("6 3", False)])
def test_on_the_second_turn_of_the_invasion_scenario_two_dice_tell_of_a_storm(dice: str, storm: bool) -> None:  # T45
    assert (weather(2, dice, "invasion") == "Storm") is storm


@rule("33.1.4")
def test_from_the_fourth_turn_of_the_invasion_scenario_the_die_grows_until_a_storm() -> None:
    assert weather(3, "5", "invasion") == "Overcast"
    assert weather(4, "5", "invasion") == "Storm"
    assert weather(4, "5", "invasion", storm_seen=True) == "Overcast"


@rule("33.3.4", "R99")
def test_the_winter_scenarios_have_the_weather_of_history() -> None:  # T123
    assert [weather(turn, scenario="bulge") for turn in (27, 28, 29, 30)] == ["Overcast*", "Clear", "Storm", "Overcast"]
