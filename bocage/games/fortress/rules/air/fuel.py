"""The Advanced Air System (17.6 to 17.9 of it): German fuel, and the boxes in which German aircraft wait."""

from __future__ import annotations

from bocage.rules import NUMBERS, Automatic, Conditions, OfSide, Question, event, offer

from ..look import FortressLook, Play
from ..position import CLEAR, GERMAN
from .missions import FUEL, REPLACEMENTS, on

HOME = (REPLACEMENTS, FUEL)  # what aircraft of the Germany box fly against (17.9.2)

delivered = event("fuel delivered", "17.7.1(adv)", "German fuel reserves rise to {level}.", side=GERMAN, level="number")
produced = event(
    "fuel production", "17.7.2(adv)", "German fuel production is {level} now.", side=GERMAN, level="number"
)
sorted_out = event(
    "aircraft sorted", "17.9.1(adv)", "The Germans put {west} TAC on the Western Front, {home} over Germany.",
    side=GERMAN, west="number", home="number",
)  # fmt: skip


class Fuel(Automatic[OfSide]):
    """At the start of a month fuel is delivered and aircraft are sorted into their boxes (17.7.1, 17.9.1)."""

    name, rule = "fuel", "17.7.1(adv)"

    def run(self, play: Play, frame: OfSide) -> None:
        look, position, numbers = play.look, play.position, play.game.rules.numbers
        if not play.game.rules.advanced_air or not _first_of_month(look):
            return
        if position.turn == 1:
            position.fuel_production, position.fuel_reserves = numbers["fuel_production"], numbers["fuel_reserves"]
        else:
            position.fuel_reserves = min(position.fuel_reserves + position.fuel_production, numbers["fuel_most"])
            delivered(play, position.fuel_reserves)
        play.push(play.game.steps["sorting aircraft"].frame(GERMAN))


def _first_of_month(look: FortressLook) -> bool:
    turns, turn = look.game.data.turns, look.position.turn
    return turn == 1 or turns[turn - 2].month != turns[turn - 1].month


class SortingAircraft(Question[OfSide]):
    """How many TAC are on the Western Front this month; the rest, and all night fighters, are over Germany (17.9.1)."""

    name, rule = "sorting aircraft", "17.9.1(adv)"

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
    turn = look.position.turn
    return sum(
        craft.side == GERMAN and craft.kind == kind and craft.advanced and craft.first_turn <= turn
        for craft in look.game.data.aircraft
    )


def available(look: FortressLook, box: str) -> int:
    """Aircraft of a box that may still fly this turn, as far as fuel goes (17.1, 17.6, 17.9.2)."""
    position, numbers = look.position, look.game.rules.numbers
    home = sum(count for mission, count in position.opposing.items() if mission in HOME)
    west = sum(position.opposing.values()) - home + position.german_support
    clear = position.weather == CLEAR
    if box == "west":
        ready = position.west - west if clear else 0
    else:
        night = numbers["bad_weather_first_turn"] <= position.turn <= numbers["bad_weather_last_turn"]
        fighters = _count(look, "NF") if clear or night else 0
        ready = fighters + (_count(look, "TAC") - position.west if clear else 0) - home
    return max(0, min(ready, position.fuel_reserves // numbers["fuel_per_aircraft"]))


def produce(play: Play) -> None:
    """Bombs on the fuel works lower what they make; a turn without raises it, flying weather or not (17.7.2)."""
    position, change = play.position, play.game.rules.numbers["fuel_production_change"]
    level = position.fuel_production + (-change if on(play.look, FUEL) else change)
    position.fuel_production = max(0, level)
    produced(play, position.fuel_production)
