"""The weather of a turn: one die on the column that the calendar names (WX)."""

from __future__ import annotations

from bocage.rules import About, Roll, automatic, event

from .look import Play
from .position import ALLIED, BAD, GOOD, VERY_BAD

WEATHER = {GOOD: "Good", BAD: "Bad", VERY_BAD: "Very Bad"}  # as players write it

given = event(
    "weather given", "WX.2",
    lambda game, weather, turn: f"The weather of {game.data.turns[turn - 1].name} is {WEATHER[weather]}.",
    side=ALLIED,
)  # fmt: skip
rolled = event(
    "weather", "WX.1",
    lambda game, weather, column, die: f"The weather is {WEATHER[weather]} (column {column}, die {die}).",
    about=lambda game, weather, column, die: About("dice", ALLIED, [Roll("Weather", (die,), column, str(die))]),
)  # fmt: skip


@automatic("weather", "WX.1")
def weather_determination(play: Play, side: str) -> None:
    """The calendar names the column, a die the weather; June I is Good without a die (WX.1, WX.2)."""
    position, printed = play.position, play.game.data
    column = printed.turns[position.turn - 1].weather
    if column in WEATHER:
        position.weather = column
        given(play, column, position.turn)
        return
    (die,) = play.roll()
    position.weather = printed.weather[column][die - 1]
    rolled(play, position.weather, column, die)
