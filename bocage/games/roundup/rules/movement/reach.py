"""How far units get: movement points (10.1), ordinary movement (10.0) and column movement (10.6)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.hexes import Reach
from bocage.parts.walk import Walk
from bocage.rules import Frame, HexSet, Node, Units, once

from ...data import half
from ..look import RoundupLook
from ..position import ALLIED, OTHER
from ..supply import overland, supplied


class Moving(Frame, frozen=True):
    """A side moves; `hand` are the units that are moving together, `spent` what they have spent."""

    side: str
    hand: Units = 0
    at: Node = -1
    spent: int = 0
    allowance: int = 0
    column: int = 0  # the doubled allowance while column movement is open to them (10.6), else 0
    closed: str = ""  # what closed column movement to them, a key of CLOSED
    acted: bool = False


CLOSED = {
    "zone": ("10.6", "no column movement for units that started in an enemy zone of control"),
    "supply": ("10.6", "only units that start in overland supply may use column movement"),
    "polder": ("10.6", "column movement never enters polder, and the units in hand have done so"),
    "turn 1": ("R13", "no Allied column movement on turn 1 (option)"),
}


def allowance(look: RoundupLook, unit: int, fed: bool) -> int:
    """Movement points: table, then Storm, then halved if out of supply (10.1, 10.4, 4.1; ruling R19)."""
    counter, rules, position = look.game.counters[unit], look.game.rules, look.position
    first, later = rules.movement[counter.side if counter.side == ALLIED else counter.mobility]
    points = first if position.turn == 1 else later
    if position.weather == "Storm":
        points = max(0, points + rules.storm_mp)
    return points if fed else half(points)


def allowances(look: RoundupLook, side: str, unit: int) -> tuple[int, int, str]:
    """A unit's points, its points in column or 0, and what closes column movement (10.6; R11, R12, R13, R19)."""
    position, rules = look.position, look.game.rules
    connected = overland(look, unit)
    points = allowance(look, unit, connected or supplied(look, unit))
    if look.enemy_zone(side) >> position.units[unit].at & 1:
        return points, 0, "zone"
    if not connected:
        return points, 0, "supply"
    if position.turn == 1 and side == ALLIED and not rules.turn1_allied_column:
        return points, 0, "turn 1"
    return points, points * rules.column_factor, ""


def starting(look: RoundupLook, side: str, unit: int, acted: bool = False) -> Moving:
    """A unit in hand, about to move with all its points; its supply is judged now (4.0)."""
    points, column, closed = allowances(look, side, unit)
    return Moving(side, 1 << unit, look.position.units[unit].at, 0, points, column, closed, acted)


def hostile_air(look: RoundupLook, side: str) -> HexSet:
    """Hexes that cost a side an extra point because of enemy TAS (7.4)."""
    return 0 if look.position.superiority == side else look.tas_area()


def extra_stops(look: RoundupLook, side: str) -> HexSet:
    """Towns and ports where the first Allied unit has to stop (15.17)."""
    if side == ALLIED and look.game.rules.liberation:
        return look.game.liberated & ~look.position.allied_control
    return 0


def walk_of(look: RoundupLook, side: str, hand: int, at: int, spent: int, allowance: int) -> Walk:
    """The ordinary movement of the units in hand (10.0): they stop in EZOC and never go from one to another (3.2.1)."""
    game, zone = look.game, look.enemy_zone(side)
    return Walk(
        game.costs[bool(game.heavies & hand)],
        at,
        allowance,
        game.board.all & ~look.held(OTHER[side]),
        zone | extra_stops(look, side),
        ~zone if zone >> at & 1 else None,
        hostile_air(look, side),
        game.rules.tas_mp,
        spent,
    )


class Ways(NamedTuple):
    """Where the units in hand can go: the walks and floods behind each verb, and the hexes that it offers."""

    walk: Walk
    flood: Reach
    near: HexSet
    column_walk: Walk
    column_flood: Reach
    far: HexSet


def ways(look: RoundupLook, frame: Moving) -> Ways:
    """Where the units in hand can go, in ordinary movement and beyond it in column (10.0, 10.6, R40)."""
    return _ways(look, frame.side, frame.hand, frame.at, frame.spent, frame.allowance, frame.column)


@once
def _ways(look: RoundupLook, side: str, hand: int, at: int, spent: int, allowance: int, column: int) -> Ways:
    """One flood serves both verbs where no polder is near.

    It goes as far as the column may, entering enemy zones and polder but never leaving them. That is how both kinds
    of movement treat zones (column movement does not enter them at all, so they are taken out of its hexes). Polder
    is different: ordinary movement goes through it, so where it lies within the allowance a second flood is needed.
    """
    game, walk = look.game, walk_of(look, side, hand, at, spent, allowance)
    if not column:
        flood = walk.reach()
        return Ways(walk, flood, flood.all, walk, flood, 0)
    stops = walk.stops | game.no_column
    column_walk = Walk(walk.costs, at, column, walk.open, stops, None, walk.surcharge, walk.extra, spent)
    column_flood = flood = column_walk.reach()
    near = flood.within(walk.allowance)
    if near & game.no_column:
        flood = walk.reach()
        near = flood.all
    return Ways(
        walk,
        flood,
        near,
        column_walk,
        column_flood,
        column_flood.all & ~near & ~look.enemy_zone(side) & ~game.no_column,
    )


def harmless(look: RoundupLook, side: str) -> HexSet:
    """Hexes after which column movement stays open (10.6)."""
    return ~look.game.no_column & ~look.enemy_zone(side)
