"""Supply lines: the ground over which they run, and whom a headquarters reaches (18.1, 18.3, 18.9, ruling R109)."""

from __future__ import annotations

from bocage.rules import HexSet, once, pure

from ..look import Fortress, FortressLook, members
from ..position import ALLIED, GERMAN, OTHER
from . import ports


@once
def through(look: FortressLook, side: str) -> HexSet:
    """Hexes that a line of a side may pass: no enemy zone, no enemy city, no partisan for the Germans (18.1, 24.3)."""
    enemy = OTHER[side]
    closed = look.zone(enemy) | look.last_cities(enemy)
    if look.game.rules.far_bank_zones:
        closed |= look.game.data.estuaries.step(look.exerting(enemy))
    if side == GERMAN:
        closed |= look.partisan_hexes()
    return look.game.land & ~closed


@pure(1024)
def reached(
    game: Fortress, start: HexSet, open_hexes: HexSet, length: int | None = None, boats: bool = False
) -> HexSet:
    """Hexes from which a line of so many hexes at most leads to a start; its ends may be closed, inner hexes not.

    German lines go by boat to Jersey and back, if it is in play (31.5, R117).
    """
    jersey, doors = 1 << game.data.jersey, game.data.zones["jersey_doors"]
    found = fresh = start
    while fresh and length != 0:
        ahead = game.land_sides.step(fresh)
        if boats and game.rules.jersey:
            ahead |= (jersey if fresh & doors else 0) | (doors if fresh & jersey else 0)
        ahead &= game.land & ~found
        found |= ahead
        fresh = ahead & open_hexes
        length = length and length - 1
    return found


@once
def homes(look: FortressLook, side: str) -> HexSet:
    """Where lines end: usable ports and mulberries, or German cities in Germany and Italy (18.1, 18.3)."""
    data = look.game.data
    return ports.usable(look) if side == ALLIED else look.last_cities(GERMAN) & (data.germany | data.italy)


@once
def controlled(look: FortressLook, side: str) -> HexSet:
    """Hexes over which the line of a headquarters runs: those that its side controls (18.1, ruling R101)."""
    return through(look, side) & look.controls(side)


@once
def feeding(look: FortressLook, side: str) -> tuple[tuple[int, HexSet], ...]:
    """The headquarters of a side that can supply others, each with the ports or cities where its line leads."""
    found, game = [], look.game
    for unit in members(game.headquarters & game.side_units[side] & look.position.on_board):
        at = 1 << look.position.units[unit].at
        if sources := reached(game, at, controlled(look, side), None, side == GERMAN) & homes(look, side):
            found.append((unit, sources))
    return tuple(found)


def served_by(look: FortressLook, unit: int) -> HexSet:
    """The hexes from which units reach a headquarters (18.1, 18.3)."""
    side, at = look.counter(unit).side, look.position.units[unit].at
    length = look.game.rules.numbers["supply_range" if side == ALLIED else "german_supply_range"]
    return reached(look.game, 1 << at, through(look, side), length, side == GERMAN)


def homeward(look: FortressLook, side: str) -> HexSet:
    """Hexes from which a line of any length leads home, as replacements ask for it (27.7, 27.13)."""
    return reached(look.game, homes(look, side), through(look, side), None, side == GERMAN)
