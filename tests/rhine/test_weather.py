"""The weather of a turn (WX) and the columns of the table (CRT.10 to CRT.13)."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from tests.cases import rule
from tests.rhine.opening import at, told

WEATHER = {"G": "good", "B": "bad", "V": "very bad"}
# A turn of each column, and the weather by die from 1 to 6.
COLUMNS = {"A": (4, "BGGGGG"), "B": (2, "BBGGGG"), "C": (9, "VBBGGG"), "D": (11, "VVBBGG")}


def weather(turn: int, dice: str) -> Any:
    return at("weather", "US-5C 1817", turn, dice=dice, first_beaches="1817", weather="")


@rule("CRT.10", "CRT.11", "CRT.12", "CRT.13")
@pytest.mark.parametrize("column", "ABCD")
@pytest.mark.parametrize("die", range(1, 7))
def test_each_cell_of_the_weather_columns(column: str, die: int) -> None:
    turn, cells = COLUMNS[column]
    assert weather(turn, str(die)).position.weather == WEATHER[cells[die - 1]]


@rule("WX.1")
@pytest.mark.parametrize(
    ("turn", "column"),
    [*enumerate("BBAAABBCCDDDD", 2)],
)
def test_the_calendar_names_the_column(turn: int, column: str) -> None:
    m = weather(turn, "1")
    assert m.position.rolls == 1
    name = {"good": "Good", "bad": "Bad", "very bad": "Very Bad"}[WEATHER[COLUMNS[column][1][0]]]
    assert told(m)[0] == f"The weather is {name} (column {column}, die 1)."


@rule("WX.2")
def test_june_one_is_good_without_a_die() -> None:
    m = bocage.position("rhine", turn=1, at="weather", units="DE-84K 1816", dice="")
    assert (m.position.weather, m.position.rolls) == ("good", 0)
    assert told(m)[0] == "The weather of June I is Good."


@rule("SEQ.1")
def test_the_allied_turn_begins_with_weather_then_flights_then_dumps_then_reinforcements() -> None:
    units = "US-5C 1817; US-SUP 1817"
    m = at("allied turn", units, dice="3", first_beaches="1817", weather="")
    assert (m.position.weather, m.prompt.step) == ("good", "air operations")
    steps = []
    while m.prompt.step not in ("deployment", "movement", "allocation") and len(steps) < 5:
        steps.append(m.prompt.step)
        m.play("end")
    assert steps == ["air operations", "dump movement", "allied arrivals"]
