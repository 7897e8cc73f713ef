"""Where pieces may be redeployed (10.4-10.9): by land, by sea, by the boxes, and what keeps them from a place."""

from __future__ import annotations

from typing import NamedTuple

from bocage.hexes import Reach
from bocage.parts.walk import ENDLESS, Walk
from bocage.rules import HexSet, once

from ..look import ITALIAN, WESTERN, FestungLook
from ..position import ALLIED, AXIS, OTHER
from ..supply import tracing
from .reach import costs, walked

BY_LAND, BY_SEA, BY_BOX = "by land", "by sea", "by the boxes"
INTERDICTION, MAQUIS = "interdiction", "maquis"
BANS = ("no_axis_rd", "clarion")  # events that close countries to the Axis


class Ways(NamedTuple):
    """Where a piece can be redeployed, by way."""

    land: HexSet
    sea: HexSet
    box: HexSet

    @property
    def all(self) -> HexSet:
        """By whatever way."""
        return self.land | self.sea | self.box

    def how(self, node: int) -> str:
        """The way that leads to a place."""
        return BY_LAND if self.land >> node & 1 else BY_SEA if self.sea >> node & 1 else BY_BOX


def harbours(look: FestungLook, side: str) -> HexSet:
    """Ports from and to which a side sails; of the Allies, landed Beach Heads too (10.5, 10.7, 11.44, ruling R84)."""
    game, held = look.game, look.controls(side)
    found = game.data.ports & held
    if side == AXIS:
        return found
    if game.rules.antwerp_closed and not held & game.scheldt:
        found &= ~game.antwerp
    return (found | look.position.marked & held) & ~look.flag_hexes("port_closed")


def friendly(look: FestungLook, kind: str) -> HexSet:
    """Hexes and boxes that may be the end of a redeployment of units of a class: their side's, and open to them."""
    side = ALLIED if kind == WESTERN else AXIS
    return (look.controls(side) | look.game.data.box_sides[side]) & look.enterable(kind)


def land_walk(look: FestungLook, kind: str, at: int, avoiding: HexSet = 0) -> Walk:
    """The march of a redeployment: friendly hexes, and an enemy zone ends it (10.4, rulings R24, R93)."""
    side = ALLIED if kind == WESTERN else AXIS
    zone = look.enemy_zone(side)
    ways = look.controls(side) & look.enterable(kind) & ~look.occupied(OTHER[side]) & ~avoiding
    return Walk(costs(look.game), at, ENDLESS, ways, zone, ~zone if zone >> at & 1 else None)


@once
def marched(look: FestungLook, kind: str, at: int, avoiding: HexSet) -> Reach:
    """What the march of a redeployment reaches."""
    return walked(look.game, land_walk(look, kind, at, avoiding))


def sailed(look: FestungLook, side: str, at: int) -> HexSet:
    """Ports to which a unit in a port can sail: all for the Allies (ruling R25), for the Axis of one sea (10.5)."""
    ports, bit = harbours(look, side), 1 << at
    if not ports & bit:
        return 0
    if side == ALLIED:
        return ports
    if bit & look.game.norwegian_ports:
        return ports & look.game.baltic_ports
    return sum(ports & sea for sea in look.game.seas if sea & bit)


def by_box(look: FestungLook, unit: int, at: int) -> HexSet:
    """Where the boxes lead (10.7-10.9)."""
    game, kind, bit = look.game, look.kind(unit), 1 << at
    side = look.counter(unit).side
    boxes, inside = game.data.box_sides[side] & look.enterable(kind), not bit & game.board.hexes
    if side == AXIS:
        return boxes | tracing.fed_hexes(look, kind) if inside else boxes  # 10.8
    ports, found = harbours(look, ALLIED), 0
    if inside:
        found |= boxes | ports  # 10.7
    elif ports & bit:
        found |= boxes
    if game.airborne >> unit & 1:
        home = 1 << game.data.boxes["UK"]  # 10.9
        found |= tracing.fed_hexes(look, kind) if bit & home else home if not inside else 0
    return found


@once
def ways(look: FestungLook, unit: int, path: bool = True, avoiding: HexSet = 0) -> Ways:
    """Where a unit can be redeployed; without `path` no route is needed. Nothing leads through hexes to avoid."""
    game, kind, at = look.game, look.kind(unit), look.position.units[unit].at
    side, bit = look.counter(unit).side, 1 << look.position.units[unit].at
    if bit & avoiding:
        return Ways(0, 0, 0)
    ends = friendly(look, kind) & ~avoiding & ~bit
    fed = tracing.fed_hexes(look, kind)
    if not path:
        return Ways(0, 0, ends & (fed | harbours(look, side) | ~game.board.hexes))
    sea = sailed(look, side, at) & ends
    if side == AXIS and game.rules.norway_by_sea and bit & game.norwegian_ports:
        return Ways(0, sea, 0)  # ruling R108, as an option
    land = marched(look, kind, at, avoiding).all & fed & ends if bit & game.board.hexes else 0
    return Ways(land, sea, by_box(look, unit, at) & ends)


def barred(look: FestungLook, ignoring: tuple[str, ...]) -> HexSet:
    """Where no Axis redeployment may end because of events (Strangle, Clarion)."""
    bans = (ban for ban in BANS if ban not in ignoring and look.on(ban))
    return sum(look.game.flag_countries(ban) for ban in bans)


def maquis(look: FestungLook, side: str, ignoring: tuple[str, ...]) -> HexSet:
    """Hexes that make an Axis redeployment dearer which starts or ends there, or leads through them."""
    return look.game.flag_countries(MAQUIS) if side == AXIS and MAQUIS not in ignoring and look.on(MAQUIS) else 0


def why_no_way(look: FestungLook, unit: int, node: int) -> tuple[str, str]:
    """The case against a place that is friendly and open to a unit, but to which no way leads."""
    game, kind, bit = look.game, look.kind(unit), 1 << node
    at, side = look.position.units[unit].at, look.counter(unit).side
    start = 1 << at
    if side == AXIS and start & game.norwegian_ports and game.rules.norway_by_sea:
        return "R108", "units in the ports of Norway are redeployed by sea alone, to Copenhagen, Kiel and Bremen"
    if bit & ~game.board.hexes or start & ~game.board.hexes:
        if start >> game.data.boxes["UK"] & 1 and game.airborne >> unit & 1:
            return "10.9", "{it} is not in supply"
        if side == ALLIED:
            return "10.7", "between a box and the map Allied units use Allied ports and Beach Heads"
        return "10.8", "{it} is not in supply for the unit"
    walk = land_walk(look, kind, at)
    if walk.reach().all & bit:
        return "10.4", "{it} is not in supply for the unit"
    if walk.but(first=None).reach().all & bit:
        return "R93", "nobody is redeployed from one enemy zone of control straight into another"
    if walk.but(first=None, stops=0).reach().all & bit:
        return "10.4", "an enemy zone of control ends redeployment, and one lies on every way there"
    if kind == ITALIAN and walk.but(open=look.controls(side)).reach().all & bit:
        return "13.1", "before the surrender Italian units stay in and beside Italy: every way leads out of it"
    ports = harbours(look, side)
    if ports & start and ports & bit and side == AXIS:
        if start & game.norwegian_ports:
            return "10.51", "from the ports of Norway units sail to Copenhagen, Kiel and Bremen only"
        return "10.52", "units do not sail between the Atlantic and the Mediterranean"
    return "10.4", "no way through friendly hexes leads there, nor one from port to port"


__all__ = ["Ways", "barred", "friendly", "harbours", "land_walk", "maquis", "marched", "ways", "why_no_way"]
