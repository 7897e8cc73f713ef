"""The weather of a turn, by chart, by scenario and by option."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import rule
from tests.fortress.playing import game, position


def weather(turn: int, dice: str = "", scenario: str = "campaign", **fields: Any) -> str:
    """The weather as the log tells it."""
    found = position("weather", turn=turn, dice=f"{dice} 1 1 1 1 1 1 1 1", scenario=scenario, **fields)
    told = next(line.sentence for line in found.log() if line.sentence.startswith("The weather is "))
    return told.removeprefix("The weather is ").split(" ")[0].rstrip(".")


@rule("3.4")
def test_june_i_is_clear_without_a_die() -> None:
    assert weather(1, "6") == "Clear"


@rule("4.3.A2")
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
    assert weather(4, "4", "invasion") == "Overcast"  # one is added on the fourth turn,
    assert weather(5, "4", "invasion") == "Storm"  # and two on the fifth


@rule("33.3.4", "R99")
def test_the_winter_scenarios_have_the_weather_of_history() -> None:  # T123
    assert [weather(turn, scenario="bulge") for turn in (27, 28, 29, 30)] == ["Overcast*", "Clear", "Storm", "Overcast"]


@rule("31.12", "R50")
def test_with_bad_weather_the_die_grows_each_turn_until_the_first_storm() -> None:  # T113
    option: dict[str, Any] = {"options": {"31.12": True}}
    found = [weather(turn, str(die), **option) for turn, die in ((2, 4), (3, 3), (4, 3))]
    assert found == ["Overcast", "Overcast", "Storm"]
    assert weather(4, "6", **option) == "Storm"  # above the chart is its end
    assert position("weather", turn=4, dice="3 1 1 1 1 1", **option).position.storm_seen
    assert not position("weather", turn=2, dice="4 1 1 1 1 1", **option).position.storm_seen
    assert weather(5, "5", storm_seen=True, **option) == "Overcast"
    assert weather(4, "3") == "Clear"
    match = position("weather", turn=2, dice="4 1 1 1 1 1", **option)
    assert "31.12" in [line.rule for line in match.log()]
    scenario = position("weather", turn=4, dice="4 1 1 1 1 1", scenario="invasion")
    assert "33.1.4" in [line.rule for line in scenario.log()]


@rule("31.17")
@pytest.mark.parametrize(("die", "found"), [(4, "Overcast"), (5, "Overcast*")])
def test_in_april_the_column_of_march_is_read(die: int, found: str) -> None:  # T118
    assert weather(41, str(die), options={"31.17": 8}) == found


@rule("33.3.4")
def test_the_winter_weather_may_be_rolled_for_from_december_iv_on() -> None:  # T123
    rolled = {"33.3.4": True}
    assert game("bulge", **rolled).first_position().weather == "Overcast*"
    assert weather(28, "3", "bulge", options=rolled) == "Overcast"
    assert weather(29, "5", "bulge", options=rolled) == "Storm"
