"""How a unit is supplied, in words and as a line on the map (18)."""

from __future__ import annotations

from bocage.hexes import HexSet
from bocage.parts import supply

from ..rules.look import FortressLook
from ..rules.position import ALLIED
from ..rules.supply import tracing
from ..rules.supply.lines import controlled, feeding, homes, served_by, through


def words(look: FortressLook, unit: int) -> tuple[str, str]:
    """By what a unit on the map is in supply, or that it is not, with the case."""
    side, bit = look.counter(unit).side, 1 << unit
    if tracing.at_ease(look, side) & bit:
        return _without_a_line(look, unit)
    if not tracing.supplied(look, side) & bit:
        if side == ALLIED and tracing.wants(look).get(unit):
            return "out of supply: the ports in reach feed others", "18.2"
        return "out of supply", "18.1" if side == ALLIED else "18.3"
    if side == ALLIED and tracing.by_drop(look) & bit:
        return "supplied by a headquarters, and draws on no port", "20.15"
    rule = "18.1" if side == ALLIED else "18.3"
    if look.game.headquarters & bit:
        return f"a line leads to {_goal(side)}", rule
    names = [look.counter(staff).name for staff, _ in feeding(look, side) if _reaches(look, unit, staff)]
    return f"supplied by {names[0]}", rule


def _goal(side: str) -> str:
    return "a port or mulberry" if side == ALLIED else "a German city"


def _reaches(look: FortressLook, unit: int, staff: int) -> bool:
    return bool(served_by(look, staff) >> look.position.units[unit].at & 1)


def _without_a_line(look: FortressLook, unit: int) -> tuple[str, str]:
    game, position, bit = look.game, look.position, 1 << unit
    at, data = 1 << position.units[unit].at, look.game.data
    if position.dropped & bit:
        return "supplied on the turn of its drop", "20.6"
    if look.counter(unit).side == ALLIED:
        if game.raiders & bit:
            return "needs no supply", "21.1"
        if position.landed & bit:
            return "supplied on the turn of the landing", "18.7.1"
        return "supplied in a city", "18.4"
    if position.frozen & bit or at & (data.germany | data.italy):
        return "supplied: frozen, or in Germany or Italy", "18.5"
    if at & (data.cities | look.intact()):
        return "supplied in a city or fortress", "18.4"
    return "supplied far from the enemy", "18.6"


def line(look: FortressLook, unit: int) -> tuple[int, ...]:
    """The line of a unit to its headquarters and from there to where the line ends; nothing for whoever needs none."""
    side, at = look.counter(unit).side, look.position.units[unit].at
    if tracing.at_ease(look, side) >> unit & 1 or not tracing.supplied(look, side) >> unit & 1:
        return ()
    for staff, goals in feeding(look, side):
        there = look.position.units[staff].at
        if unit == staff or _reaches(look, unit, staff):
            first = _shortest(look, at, 1 << there, through(look, side))
            return first + _shortest(look, there, goals & homes(look, side), controlled(look, side))[1:]
    return ()


def cut(look: FortressLook, unit: int) -> supply.Cut:
    """What cuts a unit on the map off from the nearest headquarters that is fed; nothing if it is in supply."""
    side, at = look.counter(unit).side, look.position.units[unit].at
    if (tracing.at_ease(look, side) | tracing.supplied(look, side)) >> unit & 1:
        return supply.Cut([], 0)
    staffs = look.hexes_of([staff for staff, _ in feeding(look, side)])
    return supply.cut(look.game.land_sides, at, staffs, through(look, side) | staffs, look.game.land)


def _shortest(look: FortressLook, start: int, goals: HexSet, open_hexes: HexSet) -> tuple[int, ...]:
    """A shortest way over open hexes whose ends may be closed, as lines of supply run."""
    sides, land = look.game.land_sides, look.game.land
    layers = [1 << start]
    known = 1 << start
    while layers[-1] and not layers[-1] & goals:
        inner = layers[-1] & open_hexes if len(layers) > 1 else layers[-1]
        layers.append(sides.step(inner) & land & ~known)
        known |= layers[-1]
    found = layers.pop() & goals
    if not found:
        return (start,)
    way = [found.bit_length() - 1]
    while layers:
        inner = layers.pop()
        inner &= open_hexes if layers else inner
        way.append((sides.step(1 << way[-1]) & inner).bit_length() - 1)
    return tuple(reversed(way))
