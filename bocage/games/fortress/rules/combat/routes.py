"""Where units can retreat to (15.4 to 15.10, 16.6, 16.7): which hex may come next, so that the whole way is open."""

from __future__ import annotations

from bocage.hexes import Edges
from bocage.parts import rations
from bocage.parts.combat.retreat import onward
from bocage.rules import Conditions, HexSet, Node, OfSide, UnitNumber, Units, met, once

from ..look import FortressLook, members, union
from ..movement import districts
from ..position import ALLIED, GERMAN, OTHER


class Falling(OfSide, frozen=True):
    """Units have to retreat; one of them may be on its way."""

    owner: str
    units: Units
    least: int
    most: int
    rule: str
    away: bool = False  # to an end as far from the start as the result says, if there is one (33.3.9.3)
    hand: UnitNumber = -1
    path: tuple[Node, ...] = ()  # of the unit in hand, its start included
    joined: Units = 0  # friends on the way who go along (33.3.9.3)


@once
def sides(look: FortressLook, side: str) -> Edges:
    """Hexsides that a retreat may cross; a part of the 79th bridges the bombed rivers of its hex (15.9, 31.16)."""
    game, found = look.game, look.sides()
    if side == ALLIED and game.rules.funnies:
        parts = look.hexes_of(members(game.parts_of_79th & look.position.on_board))
        for section in look.position.bombed:
            bridged = game.data.sections[section]
            found = found | bridged.between(parts, game.board.all) | bridged.between(game.board.all, parts)
    return found


def passable(look: FortressLook, unit: int) -> Conditions:
    """Hexes that a unit may enter in a retreat, the first as well as the last (15.5, R75, 15.6, 16.6, 16.7)."""
    game, side = look.game, look.counter(unit).side
    enemies, zone = look.occupied(OTHER[side]), look.zone(OTHER[side])
    yield game.land, "15.5", "units do not retreat into the sea or off the map"
    yield ~enemies, "15.5", "there are enemies in {it}"
    yield ~look.steep(1 << unit), "15.6", "only mountain units retreat through alpine ground"
    yield ~zone | game.dyke, "15.5", "{it} lies in an enemy zone of control"
    if side == GERMAN:
        yield ~look.partisan_hexes(), "24.3", "partisans hold {it}"
    if enemies & game.board.step(game.dyke):  # it is passed, zones or not, while no enemy stands next to it (R100)
        yield ~game.dyke, "16.7", "an enemy stands next to the dyke"


@once
def _open(look: FortressLook, unit: int) -> HexSet:
    return met(passable(look, unit))


def _manners(look: FortressLook, frame: Falling, unit: int, start: int) -> list[tuple[HexSet, bool]]:
    """Ways to retreat, those that come first first: the hexes that may be entered, and whether it must lead away."""
    free, shy = _open(look, unit), 0
    if frame.owner == ALLIED and look.position.frozen:
        # Not into a district where Germans are frozen, unless there is no other way (15.10, ruling R105).
        shy = districts.frozen_ground(look) & ~(1 << start)
    grounds = [free & ~shy, free] if free & shy else [free]
    away = frame.away or look.game.rules.straight_retreats  # ruling R95; the option of R9
    return [(hexes, straight) for hexes in grounds for straight in ((True, False) if away else (False,))]


def _next(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...], free: HexSet, straight: bool) -> HexSet:
    """The hexes that may come next in one manner of retreating."""
    board, room, found = look.game.board, look.room(unit, free & ~look.game.dyke), 0
    for length in range(max(frame.least, len(path)), frame.most + 1):
        ends = room & board.ring(path[0], length) if straight else room
        found |= onward(board, sides(look, frame.owner), path, free, length, ends=ends)
    return found


def routes(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...] = ()) -> HexSet:
    """The hexes that may come next for a unit that retreats; a manner that is open at the start is kept to."""
    path = path or (look.position.units[unit].at,)
    for free, straight in _manners(look, frame, unit, path[0]):
        if _next(look, frame, unit, path[:1], free, straight):
            return _next(look, frame, unit, path, free, straight)
    return 0


def may_end(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> bool:
    """Has a unit gone far enough, and may it stay where it is (15.3, 15.7, 16.7)?"""
    at, stacks = path[-1], bool(look.weight((unit,)))
    others = [other for other in look.of_side(at, frame.owner) if other != unit]
    room = not stacks or look.weight(others) < look.limit(at)
    return len(path) > frame.least and room and not look.game.dyke >> at & 1


# Nobody is sent where another one would be lost for lack of room (15.4, 15.7)


def _ends(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> HexSet:
    """Where a unit's retreat can end."""
    here = 1 << path[-1] if may_end(look, frame, unit, path) else 0
    ahead = look.game.board.nodes(routes(look, frame, unit, path)) if len(path) <= frame.most else []
    return here | union(_ends(look, frame, unit, (*path, node)) for node in ahead)


def _saved(look: FortressLook, owner: str, ends: list[HexSet], taken: int = -1) -> int:
    """How many units find an end of their own, if one place is taken."""
    room = {node: look.limit(node) - look.weight(look.of_side(node, owner)) for node in members(union(ends))}
    if taken in room:
        room[taken] -= 1
    return len(rations.served(dict(enumerate(ends)), room))


def considerate(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> HexSet:
    """The hexes that may come next, so that as many as possible of those who go find a place."""
    found, stackers = routes(look, frame, unit, path), ~look.game.free_stackers
    crowd = frame.units & ~(1 << unit) & look.position.on_board & stackers
    if not stackers >> unit & 1:
        return found
    others = [_ends(look, frame, other, (look.position.units[other].at,)) for other in members(crowd)]
    if all(ends.bit_count() > len(others) for ends in others):
        return found
    most = _saved(look, frame.owner, [*others, _ends(look, frame, unit, path)])
    good = 0
    for node in look.game.board.nodes(found):
        ends = look.game.board.nodes(_ends(look, frame, unit, (*path, node)))
        if any(_saved(look, frame.owner, others, end) + 1 >= most for end in ends):
            good |= 1 << node
    return good or found
