"""Who is in supply (18): by where he stands, or by a headquarters and the ports behind it."""

from __future__ import annotations

from bocage.parts import rations
from bocage.rules import HexSet, Units, once

from ..look import FortressLook, members, union
from ..position import ALLIED, EXITED, GERMAN
from . import ports
from .lines import controlled, feeding, homes, reached, served_by, through


@once
def at_ease(look: FortressLook, side: str) -> Units:
    """Units of a side on the map that are in supply without a line (18.4 to 18.6, R93, 18.7.1, 20.6, 21.1)."""
    game, position, data = look.game, look.position, look.game.data
    if side == ALLIED:
        walls, free = data.cities & ~data.germany, game.raiders | position.landed
    else:
        walls, free = data.cities | look.intact() | data.germany | data.italy | quiet(look), position.frozen
    mine = position.on_board & game.side_units[side] & game.land_units
    return mine & (free | position.dropped | look.units_in(walls, side))


@once
def quiet(look: FortressLook) -> HexSet:
    """Hexes far from every Allied unit with a line to a headquarters or a German city in Germany (18.6)."""
    game = look.game
    near = game.board.near(look.hexes_of(members(look.ashore())), game.rules.numbers["quiet_distance"])
    staffs = look.hexes_of(members(game.headquarters & game.side_units[GERMAN] & look.position.on_board))
    home = staffs | look.last_cities(GERMAN) & game.data.germany
    return reached(game, home, through(look, GERMAN), None, True) & ~near


@once
def wants(look: FortressLook) -> dict[int, int]:
    """Allied units that need a ration -> the ports and mulberries, by their hexes, that can give it (18.2, R20)."""
    exiled = look.in_place(EXITED)
    found = dict.fromkeys(members(look.ashore() & ~at_ease(look, ALLIED) & ~look.position.by_air | exiled), 0)
    for staff, ways in feeding(look, ALLIED):
        served = look.units_in(served_by(look, staff), ALLIED)
        for unit in members(served | exiled if exiled and _reaches_east(look, staff) else served):
            if unit in found:
                found[unit] |= ways
    return found


def _reaches_east(look: FortressLook, staff: int) -> bool:
    """Does a headquarters reach the box of exited armour, one hex beyond the east edge (31.15, ruling R121)?"""
    game, open_hexes, at = look.game, through(look, ALLIED), 1 << look.position.units[staff].at
    near = reached(game, at, open_hexes, game.rules.numbers["supply_range"] - 1)
    return bool(near & (open_hexes | at) & game.data.east_edge)


@once
def room(look: FortressLook) -> dict[int, int]:
    """Usable port or mulberry, by its hex -> the units that it supplies (18.2)."""
    return {node: ports.value(look, node) for node in look.game.board.nodes(homes(look, ALLIED))}


@once
def by_staff(look: FortressLook, side: str) -> Units:
    """Units of a side that a headquarters with a line reaches, and these headquarters themselves (18.1, 18.3)."""
    return look.units_in(union(served_by(look, staff) for staff, _ in feeding(look, side)), side)


@once
def by_drop(look: FortressLook) -> Units:
    """Dropped units that a headquarters with a line reaches: they draw on no port (20.15)."""
    return by_staff(look, ALLIED) & look.position.by_air


@once
def supplied(look: FortressLook, side: str) -> Units:
    """Units of a side that are in supply now; where ports do not suffice, as many as they serve (18.1 to 18.6)."""
    if side == GERMAN:
        return at_ease(look, GERMAN) | by_staff(look, GERMAN)
    served = sum(1 << unit for unit in rations.served(wants(look), room(look)))
    return at_ease(look, ALLIED) | by_drop(look) | served


def would_be_supplied(look: FortressLook, unit: int, node: int) -> bool:
    """Would an Allied unit be in supply the instant it lands at a port or mulberry (18.7.13)?"""
    game, data = look.game, look.game.data
    if data.cities & ~data.germany & 1 << node or game.raiders >> unit & 1:
        return True
    ways = union(found for staff, found in feeding(look, ALLIED) if served_by(look, staff) >> node & 1)
    if game.headquarters >> unit & 1:
        ways |= reached(game, 1 << node, controlled(look, ALLIED)) & homes(look, ALLIED)
    before = len(rations.served(wants(look), room(look)))
    return len(rations.served({unit: ways, **wants(look)}, room(look))) > before
