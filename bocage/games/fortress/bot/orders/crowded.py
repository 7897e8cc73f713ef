"""Over-full hexes are emptied in time: somebody steps out, and those behind make room for him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.movement.stacking import excess
from ..sight import Sight

if TYPE_CHECKING:
    from .march import Muster

Step = tuple[int, int]  # a unit, and where it goes


def make_room(muster: Muster) -> Iterator[Order]:
    """Orders for all who are too many at the end of an impulse (6.3): chains of steps, those at the back first."""
    for node in muster.sight.look.overstacked(muster.sight.side):
        while excess(muster.sight.look, muster.sight.side, node) > 0:
            steps = chain(muster, node)
            if not steps:
                break
            for unit, goal in steps:
                yield muster.go(unit, goal)


def chain(muster: Muster, start: int) -> list[Step]:
    """The shortest chain of steps that ends where there is room, its last step first."""
    sight = muster.sight
    quiet = ~(sight.enemy_zone & ~sight.unbound) & ~sight.enemy_hexes & ~sight.game.dyke
    came: dict[int, Step] = {}
    seen: HexSet = 1 << start
    layer = [start]
    while layer:
        fresh: list[int] = []
        for here in layer:
            movers = [unit for unit in sight.fighters(here) if unit in muster.free and sight.look.weight((unit,))]
            reach = {unit: muster.ways(unit) & quiet & ~seen for unit in movers}
            for goal in sight.board.nodes(_union(reach.values())):
                able = [unit for unit in movers if reach[unit] >> goal & 1]
                came[goal] = (max(able, key=lambda unit: _fitness(sight, unit, here, goal)), here)
                seen |= 1 << goal
                fresh.append(goal)
        open_to = [goal for goal in fresh if muster.room(goal) > 0]
        if open_to:
            return _back(came, start, min(open_to, key=lambda goal: (sight.from_enemy[goal], goal)))
        layer = fresh
    return []


def _back(came: dict[int, Step], start: int, goal: int) -> list[Step]:
    steps: list[Step] = []
    while goal != start:
        unit, here = came[goal]
        steps.append((unit, goal))
        goal = here
    return steps


def _fitness(sight: Sight, unit: int, here: int, goal: int) -> tuple[float, int]:
    """Who goes: towards the enemy whoever holds the new hex best, away from him whoever is missed least."""
    forward = sight.from_enemy[goal] < sight.from_enemy[here]
    return (sight.holding(unit, goal) if forward else -sight.holding(unit, here)), -unit


def _union(sets: Iterable[HexSet]) -> HexSet:
    found: HexSet = 0
    for hexes in sets:
        found |= hexes
    return found
