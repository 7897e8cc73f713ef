"""The guard of the artificial harbour, and on the last day of the places on which the victory hangs."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import TYPE_CHECKING

from bocage.bots.muster import Order

from ...rules.look import members
from ...rules.position import ALLIED
from ..sight import Sight
from .goals import enough
from .ways import army, district_ways

if TYPE_CHECKING:
    from ..orders.march import Muster

SURE = 0.7  # doublings by which its guard should outmatch a blow


def guard(muster: Muster) -> Iterator[Order]:
    """Without its harbour a landing of Invasion wins nothing (33.1.3), so that its guard is chosen first."""
    sight = muster.sight
    if sight.side != ALLIED or sight.game.rules.ending != "districts":
        return
    places = decisive(sight) if enough(sight) else []
    for node in places:  # nobody leaves one of them for another
        yield from _fill(muster, node, SURE, stay=True)
    harbours = sorted({sight.at(unit) for unit in members(sight.game.mulberries & sight.position.on_board)})
    harbours = [node for node in harbours if not sight.enemy_hexes >> node & 1 and sight.strike(node) > 0]
    for node in (*harbours, *places):
        yield from _fill(muster, node, SURE)
    for node in harbours:
        there = sum(sight.holding(unit, node) for unit in _staying(muster, node))
        if log2(1 + there) < sight.strike(node) + SURE:
            for near in _open_sides(sight, node):
                yield from _fill(muster, near, -9.0)


def decisive(sight: Sight) -> list[int]:
    """Where a goal that is met has to hold until the end: of more places than are needed those that are safest."""
    look = sight.look
    held = look.cities(ALLIED)
    best: tuple[float, list[int]] = (0.0, [])
    for way in district_ways(look, sight.ground, look.position.district_landed or ("NL",), army(look)):
        if way.lacks:
            continue
        firm = [node for node in way.has if node in way.firm]
        others = [node for node in (*way.has, *way.spare) if held >> node & 1 and node not in way.firm]
        others.sort(key=lambda node: (_shortage(sight, node), node))
        nodes = firm + others[: len(way.has) - len(firm)]
        price = sum(_shortage(sight, node) for node in nodes)
        if not best[1] or price < best[0]:
            best = price, nodes
    return sorted(best[1], key=lambda node: (-_shortage(sight, node), node))


def _shortage(sight: Sight, node: int) -> float:
    """What a hex lacks to be safe from a blow, in doublings, with those who stand in it."""
    there = sum(sight.holding(unit, node) for unit in sight.fighters(node))
    return max(0.0, sight.strike(node) + SURE - log2(1 + there))


def _staying(muster: Muster, node: int) -> list[int]:
    """Who will be in a hex when all have moved, as far as that is settled."""
    sight = muster.sight
    gone = {unit for unit in sight.fighters(node) if muster.goals.get(unit, node) != node or unit in muster.free}
    return sorted({*sight.fighters(node), *(unit for unit, at in muster.goals.items() if at == node)} - gone)


def _fill(muster: Muster, node: int, margin: float, stay: bool = False) -> Iterator[Order]:
    """Units stand in a hex, those who are there or near and count for most, until it would hold; at least one."""
    sight = muster.sight
    strike = sight.strike(node)
    staying = _staying(muster, node)
    total = sum(sight.holding(unit, node) for unit in staying)
    able = [
        unit
        for unit in muster.free
        if sight.attack(unit) > 1 and (sight.at(unit) == node or (not stay and muster.ways(unit) >> node & 1))
    ]
    able.sort(key=lambda unit: (-sight.holding(unit, node) - 1.5 * (sight.at(unit) == node), unit))
    room = sight.look.limit(node) - sight.look.weight(tuple(staying))
    for unit in able:
        if room <= 0 or (total and log2(1 + total) >= strike + margin):
            return
        room -= bool(sight.look.weight((unit,)))
        total += sight.holding(unit, node)
        yield muster.go(unit, node)


def _open_sides(sight: Sight, node: int) -> list[int]:
    """Hexes beside it from which it would be attacked, the most endangered first; none in an enemy zone."""
    beside = sight.look.sides().step(1 << node) & sight.game.land & ~sight.enemy_zone & ~sight.enemy_hexes
    beside &= ~sight.game.dyke & sight.fence
    return sorted(sight.board.nodes(beside), key=lambda near: (sight.from_enemy[near], near))
