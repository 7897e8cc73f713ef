"""The weather of a turn: one die on the column that the calendar names (WX)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Offer

from .look import Play
from .position import BAD, GOOD, VERY_BAD

WEATHER = {GOOD: "Good", BAD: "Bad", VERY_BAD: "Very Bad"}  # as players write it


class Forecasting(Frame, frozen=True):
    """The weather of the turn is to be determined."""

    step: ClassVar[str] = "weather"
    side: str


class WeatherDetermination(Automatic[Forecasting]):
    """The calendar names the column, a die the weather; June I is Good without a die (WX.1, WX.2)."""

    name = "weather"
    rule = "WX.1"

    def begin(self, play: Play, side: str) -> Forecasting:
        return Forecasting(side)

    def run(self, play: Play, frame: Forecasting) -> None:
        position, printed = play.position, play.game.data
        column = printed.turns[position.turn - 1].weather
        if column in WEATHER:
            position.weather = column
            play.tell("weather given", "WX.2", column, position.turn)
            return
        (die,) = play.roll()
        position.weather = printed.weather[column][die - 1]
        play.tell("weather", "WX.1", position.weather, column, die)


FRAMES: tuple[type[Frame], ...] = (Forecasting,)
STEPS: tuple[Any, ...] = (WeatherDetermination(),)
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "weather given": lambda game, weather, turn: (
        f"The weather of {game.data.turns[turn - 1].name} is {WEATHER[weather]}."
    ),
    "weather": lambda game, weather, column, die: f"The weather is {WEATHER[weather]} (column {column}, die {die}).",
}
