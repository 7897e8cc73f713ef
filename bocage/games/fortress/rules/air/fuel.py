"""The Advanced Air System (17.6 to 17.9 of it): German fuel, and the boxes in which German aircraft wait."""

from __future__ import annotations

from bocage.rules import NUMBERS, Conditions, OfSide, Question, automatic, event, offer

from ..look import FortressLook, Play
from ..position import CLEAR, GERMAN
from .missions import FUEL, mild, on

delivered = event("fuel delivered", "17.7.1(adv)", "German fuel reserves rise to {level}.", side=GERMAN, level="number")
made = event("fuel production", "17.7.2(adv)", "German fuel production is {level} now.", side=GERMAN, level="number")
sorted_out = event(
    "aircraft sorted", "17.9.1(adv)", "The Germans put {west} TAC on the Western Front, {home} over Germany.",
    side=GERMAN, west="number", home="number",
)  # fmt: skip


@automatic("fuel", "17.7.1(adv)")
def fuel(play: Play, side: str) -> None:
    """At the start of a month fuel is delivered and aircraft are sorted into their boxes (17.7.1, 17.9.1)."""
    position, turns, numbers = play.position, play.game.data.turns, play.game.rules.numbers
    first = position.turn == 1
    if not play.game.rules.advanced_air or (not first and turns[position.turn - 2].month == play.look.month()):
        return
    if first:
        position.fuel_production, position.fuel_reserves = numbers["fuel_production"], numbers["fuel_reserves"]
    else:
        position.fuel_reserves = min(position.fuel_reserves + position.fuel_production, numbers["fuel_most"])
        delivered(play, position.fuel_reserves)
    play.start("sorting aircraft", GERMAN)


class SortingAircraft(Question[OfSide], name="sorting aircraft", rule="17.9.1(adv)"):
    """How many TAC are on the Western Front this month; the rest, and all night fighters, are over Germany (17.9.1)."""

    def text(self, look: FortressLook, frame: OfSide) -> str:
        return f"How many of the {_count(look, 'TAC')} German TAC fly on the Western Front this month?"

    @offer("west", NUMBERS, "17.9.1(adv)")
    def west(self, look: FortressLook, frame: OfSide) -> Conditions:
        yield (2 << _count(look, "TAC")) - 1, "17.6(adv)", "there are not so many TAC"

    @west.does
    def _(self, play: Play, frame: OfSide, count: int) -> None:
        play.pop()
        play.position.west = count
        sorted_out(play, count, _count(play.look, "TAC") - count)


def _count(look: FortressLook, kind: str) -> int:
    """German aircraft of a kind in the advanced game, as the calendar gives them (17.6)."""
    german = (craft for craft in look.game.data.aircraft if craft.side == GERMAN and craft.advanced)
    return sum(craft.kind == kind and craft.first_turn <= look.position.turn for craft in german)


def available(look: FortressLook) -> tuple[int, int]:
    """Aircraft of both boxes, West and Germany, that may still fly this turn, as far as fuel goes (17.1, 17.6)."""
    position, numbers, clear = look.position, look.game.rules.numbers, look.position.weather == CLEAR
    chart = look.game.data.missions  # night fighters, and the Germany box, fly against some missions alone (17.9.2)
    over_home = sum(count for mission, count in position.opposing.items() if chart[mission].night_fighter)
    over_west = sum(position.opposing.values()) - over_home + position.german_support
    fighters, tac = _count(look, "NF"), position.west if clear else 0
    if not clear:
        fighters = min(fighters, numbers["advanced_bad_weather_fighters"]) if mild(look) else 0
    spare = _count(look, "TAC") - position.west if clear else 0
    fuel = position.fuel_reserves // numbers["fuel_per_aircraft"]
    return max(0, min(tac - over_west, fuel)), max(0, min(fighters + spare - over_home, fuel))


def produce(play: Play) -> None:
    """Bombs on the fuel works lower what they make; a turn without raises it, flying weather or not (17.7.2)."""
    position, change = play.position, play.game.rules.numbers["fuel_production_change"]
    position.fuel_production = max(0, position.fuel_production + (-change if on(play.look, FUEL) else change))
    made(play, position.fuel_production)
