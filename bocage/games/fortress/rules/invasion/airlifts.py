"""Airlifts of paratroopers and glider troops from city to city, within the movement (20.10, 20.11)."""

from __future__ import annotations

from bocage.parts.questions import of_hand
from bocage.rules import Conditions, HexSet, Units, event, met, once, provided

from ..look import FortressLook, Play
from ..movement.entering import enter
from ..movement.reach import Moving
from ..position import ALLIED, BASES, CLEAR, OTHER
from ..supply.capacity import landing

flown = event("airlift", "20.10", "{unit} is flown to {node}.", sort="move")
flown_home = event("airlift home", "20.10", "{unit} is flown to {base}.", sort="move")


def airfields(look: FortressLook, side: str) -> HexSet:
    """Cities between which a side flies: its own since the impulse began, out of enemy zones (20.10, 20.11)."""
    walls = look.intact() & look.sides().step(look.occupied(OTHER[side]))  # a fortress with enemies beside it
    return look.cities(side) & look.position.cities_then & ~look.enemy_zone(side) & ~walls


def liftable(look: FortressLook, side: str) -> Conditions:
    """Units of a side that could be flown in this impulse (20.10, 20.11, 20.17)."""
    position, game, numbers = look.position, look.game, look.game.rules.numbers
    case = "20.10" if side == ALLIED else "20.11"
    yield game.airborne_units & game.side_units[side], "20.13", "only paratrooper and glider units are flown"
    if side != ALLIED and game.rules.german_drops_by_regiments:
        yield game.regiments & ~position.rebuilt, "31.1", "only parachute regiments that were never lost are flown"
    yield provided(position.weather == CLEAR), case, "airlifts are flown on Clear turns only"
    tied = position.walked | position.resting | position.dropped | position.frozen
    yield ~tied, "20.10", "the unit has moved, or took replacements, and may not move this turn"
    ready = look.units_in(airfields(look, side), side) | (look.in_bases() if side == ALLIED else 0)
    yield ready, "20.10", "the unit is not in a controlled city out of enemy zones"
    if side != ALLIED:
        yield provided(position.airlifts < numbers["german_airlifts"]), "20.11", "both airlifts of the game are used"
    fresh = position.airlifted.bit_count() < numbers[f"{side}_airlifts_per_turn"]
    yield provided(fresh), case, "one unit is flown in a turn"
    yield provided(position.by_air_now < numbers[f"{side}_air_units"]), "20.17", "no more units move by air this turn"


@once
def lifted(look: FortressLook, side: str) -> Units:
    """The same as a set."""
    return met(liftable(look, side))


def aloft(look: FortressLook, frame: Moving) -> Conditions:
    """What must be true of the unit in hand, wherever it flies."""
    yield provided(frame.hand.bit_count() == 1), "20.10", "choose the one unit that is flown"
    if not lifted(look, frame.side) & frame.hand:
        yield from of_hand(liftable(look, frame.side), frame.hand)


def flying(look: FortressLook, frame: Moving) -> Conditions:
    """The cities to which the unit in hand may be flown."""
    yield from aloft(look, frame)
    at, start = look.position.units[frame.unit].at, look.position.start_capacity
    told = "{it} is no city that was yours as the impulse began, or lies in an enemy zone"
    yield airfields(look, frame.side), "20.10", told
    yield ~(1 << at if at >= 0 else 0), "20.10", "the unit is there"
    if at in BASES:
        told = "the supply capacity was zero or less as the turn began: nobody is flown in from a base"
        yield provided(start > 0), "18.7.6" if not start else "18.7.7", told
        yield from landing(look)


def to_base(look: FortressLook, frame: Moving, base: int) -> Conditions:
    """What must be true if the unit in hand is flown to England, or to Africa."""
    yield provided(frame.side == ALLIED), "20.11", "the Germans fly between cities of the map"
    yield from aloft(look, frame)
    away = look.position.units[frame.unit].at != base
    yield provided(away), "20.10", f"it is in {BASES[base]}"


def fly(play: Play, frame: Moving, place: int) -> None:
    """The unit in hand is flown to a city, or home to a base."""
    unit, position = frame.unit, play.position
    if place in BASES:
        play.take_off(unit, place)
        flown_home(play, unit, BASES[place])
    position.note(frame.hand, "airlifted", "moved", "walked", "stopped")
    position.by_air_now += 1
    position.airlifts += frame.side != ALLIED
    if place not in BASES:
        enter(play, unit, place)
        flown(play, unit, place, rule="20.10" if frame.side == ALLIED else "20.11")
