"""Tracing supply (11.2-11.5): sources, ports, and the grade of every unit.

Units are fed by class (`look.CLASSES`): who may enter the same hexes draws on the same sources over the same lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bocage.parts import supply
from bocage.rules import HexSet, Units, once, pure

from ..look import ITALIAN, WESTERN, FestungLook, members
from ..position import ALLIED, AXIS

if TYPE_CHECKING:
    from ...game import Festung

FULL, LIMITED, OUT = "full", "limited", "out"


class Lines(NamedTuple):
    """Where units of a class are in supply: hexes that a line reaches, and those where it is short enough (11.5)."""

    full: HexSet
    limited: HexSet  # those in full supply too
    overseas: HexSet  # ports of a sea that has another port with a line over land, also such as a line may not enter
    nearer: HexSet  # hexes one step nearer than the last that is in full supply


class Net(NamedTuple):
    """What decides where units of a class are in supply."""

    springs: HexSet  # where lines end
    seas: tuple[HexSet, ...]  # the ports of each sea
    passable: HexSet


class Grades(NamedTuple):
    """Hexes and boxes where a unit would be in full supply, and in limited supply alone."""

    full: HexSet
    limited: HexSet


@once
def sources(look: FestungLook, kind: str) -> HexSet:
    """The sources of a class on the map that work now (11.2, 11.3); the Allied boxes are reached through ports."""
    data, held = look.game.data, look.controls(ALLIED if kind == WESTERN else AXIS)
    if kind == WESTERN:
        return data.sources["allied"] & held  # 11.21
    if kind == ITALIAN:
        rome = 0 if look.position.surrendered else data.sources["italian"]  # 11.33; lost, it feeds nobody (ruling R27)
        return (rome | (data.sources["italian republic"] if look.on("isr") else 0)) & held  # 11.34
    fortress = data.sources["alpenfestung"] if look.on("alpenfestung") else 0  # 11.32
    return (data.sources["german"] | fortress) & held & ~look.closed(AXIS)  # 11.31, ruling R15


@once
def ports(look: FestungLook, side: str) -> HexSet:
    """Ports through which a side can trace; of the Allies landed Beach Heads too, Antwerp with The Scheldt (11.43)."""
    game, held = look.game, look.controls(side)
    found = game.data.ports & held
    if side == ALLIED:
        found |= look.position.marked & held  # 11.44
        if not held & game.scheldt:
            found &= ~game.antwerp
    return found & ~look.flag_hexes("port_closed") if side == ALLIED else found


def ends(look: FestungLook, kind: str) -> HexSet:
    """Where lines end that can give full supply: sources, and ports that lead straight to one (11.43, ruling R1)."""
    return sources(look, kind) | (ports(look, ALLIED) if kind == WESTERN else 0)


def through(look: FestungLook, kind: str, zones: bool = True, left: HexSet = 0) -> HexSet:
    """Hexes that a line may pass: friendly, open to the class, and in no enemy zone but where a friend is (11.4).

    Sources and ports are hexes like others here (ruling R59). Who is in a hex that is being `left` is no friend there.
    """
    side = ALLIED if kind == WESTERN else AXIS
    found = look.controls(side) & look.enterable(kind)
    if zones:
        found &= ~look.enemy_zone(side) | look.occupied(side) & ~left
    return found


@once
def lines(look: FestungLook, kind: str, zones: bool = True, left: HexSet = 0) -> Lines:
    """Where units of a class are in supply."""
    return traced(look.game, net(look, kind, zones, left))


def net(look: FestungLook, kind: str, zones: bool, left: HexSet) -> Net:
    """The net of a class; without `zones` no enemy zone counts, and nobody is in a hex that is being `left`."""
    held = ports(look, ALLIED if kind == WESTERN else AXIS)
    return Net(ends(look, kind), tuple([held & sea for sea in look.game.seas]), through(look, kind, zones, left))


@pure(1024)
def traced(game: Festung, net: Net) -> Lines:
    """Lines over land to where they end, and by way of two ports of one sea, never more (11.43).

    However short it is, a line by way of two ports gives limited supply (ruling R1).
    """
    board, sides = game.board, game.data.open_sides
    springs, seas, passable = net
    near = springs & passable
    full = nearer = near
    for _ in range(game.rules.numbers["full_supply"]):
        nearer = full
        near = sides.step(near) & passable & ~full
        full |= near
    by_land = sides.flood(springs & passable, passable)
    overseas = 0
    for harbours in seas:  # land - port - sea - port - land - source (ruling R26)
        if harbours & by_land:
            overseas |= harbours
    reached = by_land | sides.flood(overseas & passable, passable)
    return Lines(full & board.hexes, reached & board.hexes, overseas, nearer)


def grade_at(look: FestungLook, kind: str, node: int, zones: bool = True, left: HexSet = 0) -> str:
    """The grade of supply that a unit of a class has in a hex or box; its own hex never bars it (11.4, 11.5).

    Whoever comes out of a hex that is being `left` does not keep it open for a line.
    """
    full, limited = grades(look, kind, zones, left)
    return FULL if full >> node & 1 else LIMITED if limited >> node & 1 else OUT


@once
def grades(look: FestungLook, kind: str, zones: bool, left: HexSet) -> Grades:
    """The hexes and boxes where a unit of a class would be in full, and in limited supply."""
    return judged(look.game, net(look, kind, zones, left))


@pure(1024)
def judged(game: Festung, net: Net) -> Grades:
    """The same, of the net."""
    found, step = traced(game, net), game.data.open_sides.step
    barred = ~net.passable  # what only the unit that stands there opens to its line
    full = ~game.board.hexes | found.full  # boxes are always in supply
    full |= barred & ~found.limited & (net.springs | step(found.nearer))
    return Grades(full, ~full & (found.limited | barred & (found.overseas | step(found.limited))))


@once
def fed_hexes(look: FestungLook, kind: str) -> HexSet:
    """Friendly hexes where units of a class are in supply, also those that only the unit in them opens (11.41)."""
    side = ALLIED if kind == WESTERN else AXIS
    found = lines(look, kind)
    opened = look.game.data.open_sides.step(found.limited) | ends(look, kind) | found.overseas
    return (found.limited | opened & ~through(look, kind)) & look.controls(side)


@once
def graded(look: FestungLook, side: str) -> tuple[Units, Units]:
    """The units of a side in full supply, and those in limited supply; all others in play are out of it (11.5)."""
    full = limited = 0
    own = look.position.on_board & look.game.side_units[side]
    for kind, units in classes(look.game).items():
        if units & own:
            found = grades(look, kind, True, 0)
            if side == ALLIED:
                found = after_events(look, found)
            for unit in members(units & own):
                at = look.position.units[unit].at
                if found.full >> at & 1:
                    full |= 1 << unit
                elif found.limited >> at & 1:
                    limited |= 1 << unit
    return full, limited


@pure(1)
def classes(game: Festung) -> dict[str, Units]:
    """The units of each class."""
    found = dict.fromkeys(game.class_of, 0)
    for unit, kind in enumerate(game.class_of):
        found[kind] |= 1 << unit
    return found


def after_events(look: FestungLook, found: Grades) -> Grades:
    """Allied supply as events change it: Mulberry, then the Nero Decree, then a supply of everybody (11.53)."""
    fed, full = found.full | found.limited, found.full
    if look.on("mulberry"):
        full |= fed & mulberry_hexes(look)
    if look.on("nero"):
        full &= ~look.game.flag_countries("nero")
    if look.on("allied_full_supply"):
        full = fed
    return Grades(full, fed & ~full)


@once
def mulberry_hexes(look: FestungLook) -> HexSet:
    """Hexes that a line so long reaches from a Beach Head with a Mulberry."""
    passable = through(look, WESTERN)
    near = found = look.flag_hexes("mulberry") & passable
    for _ in range(look.game.flag_of("mulberry").radius):
        near = look.game.data.open_sides.step(near) & passable & ~found
        found |= near
    return found


def grade(look: FestungLook, unit: int) -> str:
    """The grade of supply of a unit in play, as it is now (11.5)."""
    full, limited = graded(look, look.counter(unit).side)
    return FULL if full >> unit & 1 else LIMITED if limited >> unit & 1 else OUT


def supplied(look: FestungLook, side: str) -> Units:
    """The units of a side that are in supply, in full or limited."""
    full, limited = graded(look, side)
    return full | limited


@once
def fed_for_zones(look: FestungLook, side: str) -> Units:
    """Mechanized units that have supply when no enemy zone counts, which decides who has a zone (8.41, ruling R82)."""
    found = 0
    own = look.game.mechanized & look.game.side_units[side] & look.position.on_board
    for kind, units in classes(look.game).items():
        if units & own:
            full, limited = grades(look, kind, False, 0)
            fed = full | limited
            for unit in members(units & own):
                found |= (fed >> look.position.units[unit].at & 1) << unit
    return found


def grade_words(look: FestungLook, unit: int) -> str:
    """How a unit on the map is supplied (11.5)."""
    full, limited = graded(look, look.game.counters[unit].side)
    return "Full Supply" if full >> unit & 1 else "Limited Supply" if limited >> unit & 1 else "out of supply"


def line(look: FestungLook, unit: int) -> list[int]:
    """A shortest line over land from a unit on the map to where lines end; empty if there is none."""
    kind, at = look.kind(unit), look.position.units[unit].at
    passable = through(look, kind)
    return supply.line(look.game.data.open_sides, at, ends(look, kind) & passable, passable)


def cut(look: FestungLook, unit: int) -> supply.Cut:
    """What cuts a unit on the map off from where lines end; nothing if it is in supply."""
    kind, at = look.kind(unit), look.position.units[unit].at
    if grade_at(look, kind, at) != OUT:
        return supply.Cut([], 0)
    goals, ground = ends(look, kind) | lines(look, kind).overseas, look.enterable(kind)
    return supply.cut(look.game.data.open_sides, at, goals, through(look, kind), ground)
