"""Supply lines: the ground over which they run, and whom a headquarters reaches (18.1, 18.3, 18.9, ruling R109)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HexSet, once, pure

from ..look import FortressLook, members
from ..position import ALLIED, GERMAN, OTHER
from . import ports

if TYPE_CHECKING:
    from ...game import Fortress


@once
def through(look: FortressLook, side: str) -> HexSet:
    """Hexes that a line of a side may pass: no enemy zone, no enemy city, no partisan for the Germans (18.1, 24.3)."""
    enemy = OTHER[side]
    closed = look.zone(enemy) | look.last_cities(enemy)
    if look.game.rules.far_bank_zones:
        closed |= look.game.data.estuaries.step(look.exerting(enemy))
    if side == GERMAN:
        closed |= look.hexes_of(members(look.game.partisans & look.position.on_board))
    return look.game.land & ~closed


def _on(game: Fortress, hexes: HexSet, boats: bool) -> HexSet:
    """Where lines go on from some hexes; those of the Germans to Jersey and back, if it is in play (31.5, R117)."""
    found = game.land_sides.step(hexes) & game.land
    if boats and game.rules.jersey:
        jersey, doors = 1 << game.data.jersey, game.data.zones["jersey_doors"]
        found |= (jersey if hexes & doors else 0) | (doors if hexes & jersey else 0)
    return found


@pure(1024)
def reached(game: Fortress, start: HexSet, open_hexes: HexSet, length: int, boats: bool = False) -> HexSet:
    """Hexes from which a line of so many hexes at most leads to a start; its ends may be closed, inner hexes not."""
    found = fresh = start
    for _ in range(length):
        ahead = _on(game, fresh, boats) & ~found
        if not ahead:
            break
        found |= ahead
        fresh = ahead & open_hexes
    return found


@pure(1024)
def joined(game: Fortress, start: HexSet, open_hexes: HexSet, boats: bool = False) -> HexSet:
    """The same for lines of any length."""
    inner, more = 0, start
    while more:
        inner |= game.land_sides.flood(more, open_hexes | start)
        more = _on(game, inner, boats) & open_hexes & ~inner
    return inner | _on(game, inner, boats)


@once
def homes(look: FortressLook, side: str) -> HexSet:
    """Where lines end: usable ports and mulberries, or German cities in Germany and Italy (18.1, 18.3)."""
    if side == ALLIED:
        return ports.usable(look)
    data = look.game.data
    return look.last_cities(GERMAN) & (data.germany | data.italy)


@once
def controlled(look: FortressLook, side: str) -> HexSet:
    """Hexes over which the line of a headquarters runs: those that its side controls (18.1, ruling R101)."""
    return through(look, side) & look.controls(side)


def sources(look: FortressLook, unit: int) -> HexSet:
    """The ports, mulberries or cities to which a headquarters can trace its line."""
    side, at = look.counter(unit).side, look.position.units[unit].at
    return joined(look.game, 1 << at, controlled(look, side), side == GERMAN) & homes(look, side)


@once
def feeding(look: FortressLook, side: str) -> tuple[tuple[int, HexSet], ...]:
    """The headquarters of a side that can supply others, each with where its line leads."""
    units = members(look.game.headquarters & look.game.side_units[side] & look.position.on_board)
    return tuple((unit, found) for unit in units if (found := sources(look, unit)))


def served_by(look: FortressLook, unit: int) -> HexSet:
    """The hexes from which units reach a headquarters (18.1, 18.3)."""
    side, at = look.counter(unit).side, look.position.units[unit].at
    length = look.game.rules.numbers["supply_range" if side == ALLIED else "german_supply_range"]
    return reached(look.game, 1 << at, through(look, side), length, side == GERMAN)


def homeward(look: FortressLook, side: str) -> HexSet:
    """Hexes from which a line of any length leads home, as replacements ask for it (27.7, 27.13)."""
    return joined(look.game, homes(look, side), through(look, side), side == GERMAN)
