"""The weather of a turn (4.3.A2), one die on the column of the month; and the water of flooded areas (31.11)."""

from __future__ import annotations

from bocage.rules import PLAIN, About, Conditions, OfSide, Question, Roll, automatic, event, going_on, offer

from .look import Fortress, FortressLook, Play
from .movement.stacking import settle
from .position import ALLIED, GERMAN, OVERCAST, STORM


def _rolled(game: Fortress, weather: str, month: str, dice: tuple[int, ...], added: int) -> str:
    told = " and ".join(map(str, dice)) + (f" + {added}" if added else "")
    return f"The weather is {weather} ({month}, {'dice' if len(dice) > 1 else 'die'} {told})."


given = event("weather given", "3.4", "The weather is {weather}.", side=ALLIED)
rolled = event(
    "weather", "4.3.A2", _rolled,
    about=lambda game, weather, month, dice, added: About("dice", ALLIED, [Roll("Weather", dice, month, str(dice[0]))]),
)  # fmt: skip
flooded = event("flooded", "31.11", "The Germans open the dykes: all flooded areas are under water.", side=GERMAN)


@automatic("weather", "4.3.A2")
def weather_determination(play: Play, side: str) -> None:
    """A die on the Weather Chart, unless the weather of the turn is known (3.4, 33.3.4)."""
    position, rules = play.position, play.game.rules
    fixed = rules.fixed_weather.get(position.turn)
    if fixed is not None:
        position.weather = fixed
        given(play, fixed, rule="33.3.4" if rules.winter else "3.4")
    else:
        _roll(play, two_dice=position.turn == rules.storm_dice_turn)
    position.storm_seen |= position.weather == STORM


def _roll(play: Play, two_dice: bool) -> None:
    """The die grows until the first Storm where 31.12 or 33.1.4 says so; above the chart is its end (R50).

    With two dice snake eyes and box cars are a Storm; else the first one counts, its Storm as Overcast (R44).
    """
    position, rules, data = play.position, play.game.rules, play.game.data
    numbers, scenario = rules.numbers, rules.storm_dice_turn > 0  # the scenario of 33.1
    column = data.months[play.look.month()].weather
    chart, added = data.weather[column], 0
    if 0 < rules.worse_from <= position.turn and not position.storm_seen:
        step = numbers["invasion_worse_step" if scenario else "bad_weather_step"]
        added = (position.turn - rules.worse_from + 1) * step
    dice = play.roll(numbers["invasion_dice"]) if two_dice else play.roll()
    position.weather = chart[min(dice[0] + added, len(chart)) - 1]
    if two_dice:
        storm = sum(dice) in (numbers["invasion_storm_low"], numbers["invasion_storm_high"])
        position.weather = STORM if storm else OVERCAST if position.weather == STORM else position.weather
    unusual = "33.1.4" if scenario else "31.12"
    rolled(play, position.weather, column, dice, added, rule=unusual if two_dice or added else "")


class Flooding(Question[OfSide], name="flooding", rule="31.11"):
    """At the start of either side's turn the Germans may flood all flooded areas, for good (31.11)."""

    asks = "Flood the flooded areas now, all of them and for good, or leave them dry."

    @offer("flood", PLAIN, "31.11", "Flood them", "flood all flooded areas")
    def flood(self, look: FortressLook, frame: OfSide) -> Conditions:
        yield not look.position.flooded, "31.11", "they are flooded already"

    @flood.does
    def _(self, play: Play, frame: OfSide, _: int) -> None:
        play.pop()
        play.position.flooded = True
        flooded(play)
        for side in (ALLIED, GERMAN):  # whoever is too many there is lost at once
            settle(play, side, play.game.data.terrain["flooded"])

    end = going_on("31.11", "Not now", "they stay dry")
