"""German arrivals: the schedule of a turn, headquarters that come back, and how units enter (13.2, 23, 26.1 to 26.6).

Whoever has arrived waits off the map, for as long as the owner likes, and enters in a first move impulse: in a city of
Germany, which is offered here and asked within the movement, or by rail from an east exit (10.2). Headquarters enter in
cities alone (ruling R115).
"""

from __future__ import annotations

from typing import Any

from bocage.rules import HEXES, UNITS, Automatic, Conditions, HexSet, OfSide, Units, event, once, provided

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import GERMAN, SCHEDULE, WAITING, WITHDRAWN
from .schedule import ARRIVE, CONVERT, FLIP, due

arrived = event("arrived", "26.1", "{units} {units:arrives|arrive}.", sort="arrival", units=UNITS)
entered = event("entered", "26.3", "{unit} enters at {node}.", sort="arrival", unit=UNITS, node=HEXES)
returned = event("headquarters returned", "13.2", "{unit} is set up anew.", sort="arrival", unit=UNITS)
flipped = event("headquarters flipped", "13.2", "{unit} has a new commander.", unit=UNITS)
converted = event(
    "converted", "23", "{units} {units:becomes a regular division|become regular divisions}.", units=UNITS
)


class GermanSchedule(Automatic[OfSide]):
    """Training divisions are converted, headquarters turned over, and reinforcements come (13.2, 23, 26.1)."""

    name, rule = "german schedule", "26.1"

    def run(self, play: Play, frame: OfSide) -> None:
        convert(play)
        flip(play)
        come_back(play)
        arrive(play, GERMAN, WAITING)
        if play.game.rules.exits:
            play.start("recall", GERMAN)


def convert(play: Play) -> None:
    """Training divisions are turned over, destroyed ones too: these may be rebuilt from now on (23)."""
    position = play.position
    units = [unit for unit in due(play.look, GERMAN, CONVERT) if play.game.training_units >> unit & 1]
    position.flipped |= sum(1 << unit for unit in units)
    if units:
        converted(play, tuple(units))


def flip(play: Play) -> None:
    """Headquarters are turned over where they are, unless their first side was lost before (13.2)."""
    position = play.position
    for unit in due(play.look, GERMAN, FLIP):
        there = position.units[unit].at >= 0 or position.units[unit].at == WAITING
        if there and not position.flipped >> unit & 1:
            position.flipped |= 1 << unit
            flipped(play, unit)


def come_back(play: Play) -> None:
    """Second sides of headquarters that were lost on an earlier game turn (13.2, ruling R35)."""
    position = play.position
    for name, turn in position.hq_due.items():
        if turn <= position.turn:
            unit = play.game.unit_numbers[name]
            play.put(unit, WAITING)
            returned(play, unit)
    position.hq_due = {name: turn for name, turn in position.hq_due.items() if turn > position.turn}


def coming(look: FortressLook, side: str) -> Units:
    """Units of a side that are due this turn, for the first time or again, as they were withdrawn (26.1, 26.9)."""
    places = look.in_place(SCHEDULE) | look.in_place(WITHDRAWN)
    return sum(1 << unit for unit in due(look, side, ARRIVE)) & places


def arrive(play: Play, side: str, place: int) -> None:
    """Everybody who is due comes to a place off the map."""
    units = members(coming(play.look, side))
    for unit in units:
        play.put(unit, place)
    if units:
        arrived(play, tuple(units))


# Entering, within the movement


@once
def safe_cities(look: FortressLook) -> HexSet:
    """German cities in Germany out of enemy zones; without one whoever is due waits (26.3, R91)."""
    return look.cities(GERMAN) & look.game.data.germany & ~look.enemy_zone(GERMAN)


def waiting(look: FortressLook, side: str) -> Units:
    """German units off the map that may enter now (26.2, 26.6)."""
    return look.in_place(WAITING, side) if side == GERMAN and look.position.impulse == 1 else 0


def entering(look: FortressLook, frame: Any) -> Conditions:
    """The cities where the unit in hand may enter (26.2, 26.3)."""
    yield provided(frame.hand.bit_count() == 1), "26.2", "choose one unit that waits to enter"
    yield provided(bool(frame.hand & look.in_place(WAITING))), "26.3", "the unit in hand is on the map already"
    first = "reinforcements enter in the first move impulse only"
    yield provided(bool(frame.hand & waiting(look, frame.side))), "26.2", first
    yield from ground(look)


def ground(look: FortressLook) -> Conditions:
    """What a city must be for German units to appear there."""
    game = look.game
    yield game.german_cities, "26.3", "{it} is no city in Germany"
    yield look.last_cities(GERMAN), "26.3", "{it} is not under German control"
    yield safe_cities(look), "26.3", "{it} is in an enemy zone of control"


def enter_city(play: Play, frame: Any, node: int) -> None:
    """The unit in hand appears in a city, which costs it nothing (26.3)."""
    unit = frame.hand.bit_length() - 1
    entered(play, unit, node)
    enter(play, unit, node)
