"""Where units can retreat to (15.4 to 15.10, 16.6, 16.7): which hex may come next, so that the whole way is open."""

from __future__ import annotations

from typing import NamedTuple

from bocage.hexes import Edges
from bocage.parts.combat.retreat import onward
from bocage.rules import Frame, HexSet, Node, UnitNumber, Units, once

from ..look import FortressLook, members
from ..movement import districts
from ..position import ALLIED, GERMAN, OTHER
from .odds import parts_of_79th


class Order(NamedTuple):
    """A retreat that a result asks for: whose units go, who moves them, how far, and by which case."""

    owner: str
    router: str
    least: int
    most: int
    rule: str
    away: bool = False  # to an end as far from the start as the result says, if there is one (33.3.9.3)


class Falling(Frame, frozen=True):
    """Units have to retreat; one of them may be on its way."""

    side: str  # who moves them
    owner: str
    units: Units
    least: int
    most: int
    rule: str
    away: bool = False
    hand: UnitNumber = -1
    path: tuple[Node, ...] = ()  # of the unit in hand, its start included
    joined: Units = 0  # friends on the way who go along (33.3.9.3)


# The next hex


@once
def sides(look: FortressLook, side: str) -> Edges:
    """Hexsides that a retreat may cross; a part of the 79th bridges the bombed rivers of its hex (15.9, 31.16)."""
    game, found = look.game, look.sides()
    if side == ALLIED and game.rules.funnies and look.position.bombed:
        parts = look.hexes_of(members(parts_of_79th(game) & look.position.on_board))
        for section in look.position.bombed:
            bridged = game.data.sections[section]
            found = found | bridged.between(parts, game.board.all) | bridged.between(game.board.all, parts)
    return found


@once
def open_to(look: FortressLook, unit: int) -> HexSet:
    """Hexes that a unit may enter in a retreat, the first as well as the last (15.5, R75, 15.6, 16.6, 16.7)."""
    game, side = look.game, look.counter(unit).side
    enemy = OTHER[side]
    free = game.land & ~look.zone(enemy) & ~look.occupied(enemy)
    if not look.mountaineer(unit):
        free &= ~game.data.terrain["alpine"]
    if side == GERMAN:
        free &= ~look.hexes_of(members(game.partisans & look.position.on_board))
    # The dyke is passed, zones or not, while no enemy stands next to it (16.7, ruling R100).
    free &= ~game.dyke
    return free if look.occupied(enemy) & game.board.step(game.dyke) else free | game.dyke


def _manners(look: FortressLook, frame: Falling, unit: int, start: int) -> list[tuple[HexSet, bool]]:
    """Ways to retreat, those that come first first: the hexes that may be entered, and whether it must lead away."""
    free, shy = open_to(look, unit), 0
    if frame.owner == ALLIED and look.position.frozen:
        # Not into a district where Germans are frozen, unless there is no other way (15.10, ruling R105).
        shy = districts.frozen_ground(look) & ~(1 << start)
    grounds = [free & ~shy, free] if free & shy else [free]
    if frame.away or look.game.rules.straight_retreats:  # ruling R95; the option of R9
        return [(hexes, straight) for hexes in grounds for straight in (True, False)]
    return [(hexes, False) for hexes in grounds]


def _next(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...], free: HexSet, straight: bool) -> HexSet:
    """The hexes that may come next in one manner of retreating."""
    board, room, found = look.game.board, look.room(unit, free & ~look.game.dyke), 0
    for length in range(max(frame.least, len(path)), frame.most + 1):
        ends = room & board.ring(path[0], length) if straight else room
        found |= onward(board, sides(look, frame.owner), path, free, length, ends=ends)
    return found


def routes(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...] = ()) -> HexSet:
    """The hexes that may come next for a unit that retreats; a manner that is open at the start is kept to."""
    start = path[0] if path else look.position.units[unit].at
    return _routes(look, frame.turned(Falling, units=0, hand=-1, path=(), joined=0), unit, path or (start,))


def _routes(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> HexSet:
    for free, straight in _manners(look, frame, unit, path[0]):
        if _next(look, frame, unit, path[:1], free, straight):
            return _next(look, frame, unit, path, free, straight)
    return 0


def may_stop(look: FortressLook, frame: Falling) -> bool:
    """Has the unit in hand gone far enough, and may it stay where it is (15.7)?"""
    walked, at = len(frame.path) - 1, frame.path[-1]
    if walked < frame.least or look.game.dyke >> at & 1:
        return False
    stack = [unit for unit in look.of_side(at, frame.owner) if unit != frame.hand]
    free = look.game.free_stackers >> frame.hand & 1
    return bool(free) or look.weight(stack) < look.limit(at)


# Nobody is sent where another one would be lost for lack of room (15.4, 15.7)


def _ends(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> HexSet:
    """Where a unit's retreat can end."""
    found, walked = 0, len(path) - 1
    if walked >= frame.least and look.room(unit, 1 << path[-1]) and not look.game.dyke >> path[-1] & 1:
        found = 1 << path[-1]
    if walked < frame.most:
        for node in look.game.board.nodes(_routes(look, frame, unit, path)):
            found |= _ends(look, frame, unit, (*path, node))
    return found


def _saved(look: FortressLook, owner: str, ends: list[HexSet], taken: tuple[int, ...] = ()) -> int:
    """How many units find an end of their own, some places being taken."""
    slots: dict[tuple[int, int], int] = {}
    board = look.game.board

    def places(node: int) -> int:
        return look.limit(node) - look.weight(look.of_side(node, owner)) - taken.count(node)

    def settle(number: int, tried: set[tuple[int, int]]) -> bool:
        for node in board.nodes(ends[number]):
            for place in range(places(node)):
                slot = (node, place)
                if slot in tried:
                    continue
                tried.add(slot)
                if slot not in slots or settle(slots[slot], tried):
                    slots[slot] = number
                    return True
        return False

    return sum(settle(number, set()) for number in range(len(ends)))


def considerate(look: FortressLook, frame: Falling, unit: int, path: tuple[int, ...]) -> HexSet:
    """The hexes that may come next, so that as many as possible of those who go find a place."""
    plain = frame.turned(Falling, units=0, hand=-1, path=(), joined=0)
    found = _routes(look, plain, unit, path)
    crowd = frame.units & ~(1 << unit) & look.position.on_board & ~look.game.free_stackers
    if not crowd or look.game.free_stackers >> unit & 1:
        return found
    others = [_ends(look, plain, other, (look.position.units[other].at,)) for other in members(crowd)]
    if all(ends.bit_count() > len(others) for ends in others):
        return found
    most = _saved(look, frame.owner, [*others, _ends(look, plain, unit, path)])
    good = 0
    for node in look.game.board.nodes(found):
        ends = _ends(look, plain, unit, (*path, node))
        if any(_saved(look, frame.owner, others, (end,)) + 1 >= most for end in look.game.board.nodes(ends)):
            good |= 1 << node
    return good or found
