"""What a side of Storming the Reich wants on the map, in the planner's eyes: the part that both sides share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from bocage.bots import aims
from bocage.hexes import HexSet

from ...rules.movement.limits import barred
from ..sight import Sight


class Aims(aims.Aims[Sight]):
    """Prizes to take, hexes to guard, a line to hold, and for each unit the way it should go."""

    MAIN: ClassVar[tuple[str, ...]] = ()  # the tasks of the bulk of an army

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        self.needs: dict[int, int] = {}  # guarded hex -> how many steps should be there, if more than one
        self.stay = 0.3  # what it is worth not to move about without need
        self.occupied = False  # must the posts be occupied, because zones do not reach over a river?
        self._plain: set[str] = set()  # tasks far from the enemy: the way there is counted in hexes

    def posts_for(self, unit: int) -> HexSet:
        """The hexes over which a unit should spread its zone."""
        return self.posts if self.task(unit) == "line" else 0

    def field(self, unit: int) -> Sequence[int]:
        """Node -> how far a unit would be from where it should go."""
        task = self.task(unit)
        return self.way(task, unit) if task in self._plain else super().field(unit)

    def field_to(self, hexes: HexSet, unit: int) -> Sequence[int]:
        """Node -> how far a unit would be from some hexes, on ways that are open to it."""
        counter = self.sight.game.counters[unit]
        key = (hexes, counter.side, counter.nation == "CW", counter.command, counter.division, counter.mechanized)
        found = self._fields.get(key)
        if found is None:
            closed = barred(self.sight.look, unit) & ~hexes
            found = self._fields[key] = self.sight.field(hexes, closed)
        return found

    def way(self, task: str, unit: int) -> Sequence[int]:
        """Node -> how far it is for a unit to where a task leads."""
        return self.sight.ground.distances(self.targets[task]) if task in self._plain else super().way(task, unit)

    def detach_plain(self, task: str, hexes: HexSet, units: Iterable[int]) -> None:
        """Give the unit nearest to some hexes a task far from the enemy."""
        self._plain.add(task)
        self.detach(task, hexes, units, 1)

    def arrival(self, unit: int) -> HexSet:
        """Where a unit that comes into play should go: where those like it go."""
        counters = self.sight.game.counters
        counter = counters[unit]
        for other, task in self.tasks.items():
            like = counters[other].nation == counter.nation and counters[other].command == counter.command
            if like and task in self.MAIN and self.targets.get(task):
                return self.targets[task]
        return super().arrival(unit)

    def may_guard(self, unit: int, node: int) -> bool:
        """Does a unit serve as the guard of a hex?"""
        return True
