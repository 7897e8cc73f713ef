"""The weather of a turn (4.3.A2): one die on the column of the month."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import About, Automatic, OfSide, Roll, event

from .look import Play
from .position import ALLIED, OVERCAST, STORM

if TYPE_CHECKING:
    from ..game import Fortress


def _rolled(game: Fortress, weather: str, month: str, dice: tuple[int, ...], added: int) -> str:
    told = " and ".join(map(str, dice)) + (f" + {added}" if added else "")
    return f"The weather is {weather} ({month}, {'dice' if len(dice) > 1 else 'die'} {told})."


given = event("weather given", "3.4", "The weather is {weather}.", side=ALLIED, weather="word")
rolled = event(
    "weather", "4.3.A2", _rolled,
    about=lambda game, weather, month, dice, added: About("dice", ALLIED, [Roll("Weather", dice, month, str(dice[0]))]),
)  # fmt: skip


class WeatherDetermination(Automatic[OfSide]):
    """A die on the Weather Chart, unless the weather of the turn is known (3.4, 33.3.4)."""

    name, rule = "weather", "4.3.A2"

    def run(self, play: Play, frame: OfSide) -> None:
        position, rules = play.position, play.game.rules
        fixed = rules.fixed_weather.get(position.turn)
        if fixed is not None:
            position.weather = fixed
            given(play, fixed, rule="33.3.4" if rules.winter else "3.4")
        elif position.turn == rules.storm_dice_turn:
            self._two_dice(play)
        else:
            self._one_die(play)
        position.storm_seen |= position.weather == STORM

    def _one_die(self, play: Play) -> None:
        position, rules, data = play.position, play.game.rules, play.game.data
        column = data.months[play.look.month()].weather
        growing = 0 < rules.worse_from <= position.turn and not position.storm_seen
        step = rules.numbers["bad_weather_step"]
        added = (position.turn - rules.worse_from + 1) * step if growing else 0
        (die,) = play.roll()
        chart = data.weather[column]
        position.weather = chart[min(die + added, len(chart)) - 1]  # above the chart counts as its end (ruling R50)
        rolled(
            play,
            position.weather,
            column,
            (die,),
            added,
            rule=("33.1.4" if rules.storm_dice_turn else "31.12") if added else "",
        )

    def _two_dice(self, play: Play) -> None:
        """Snake eyes and box cars are a Storm; else the first die counts, and its Storm is Overcast (33.1.4, R44)."""
        position, numbers, data = play.position, play.game.rules.numbers, play.game.data
        column = data.months[play.look.month()].weather
        dice = play.roll(numbers["invasion_dice"])
        if sum(dice) in (numbers["invasion_storm_low"], numbers["invasion_storm_high"]):
            position.weather = STORM
        else:
            found = data.weather[column][dice[0] - 1]
            position.weather = OVERCAST if found == STORM else found
        rolled(play, position.weather, column, dice, 0, rule="33.1.4")
