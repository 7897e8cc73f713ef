"""What a side wants on the map: prizes to take, hexes to guard, a line to hold, and for each unit a task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from bocage.bots.ground import FAR
from bocage.bots.sight import Sight
from bocage.hexes import HexSet

SightType = TypeVar("SightType", bound=Sight[Any, Any])


class Aims(Generic[SightType]):
    """Prizes to take, hexes to guard, a line to hold, and for each unit the way it should go.

    `prizes` and `guards` map a hex to what entering it, or having somebody stay in it, is worth. Who belongs to a task
    is found for all units together, so a task never empties the front.
    """

    def __init__(self, sight: SightType) -> None:
        self.sight = sight
        self.prizes: dict[int, float] = {}
        self.guards: dict[int, float] = {}
        self.posts: HexSet = 0  # the line that the side wants to hold, if it wants to hold one
        self.tasks: dict[int, str] = {}  # unit -> its task
        self.targets: dict[str, HexSet] = {}  # task -> where it leads
        self._fields: dict[object, list[int]] = {}

    def prize(self, hexes: HexSet, worth: float) -> None:
        """Entering any of these hexes is worth so much."""
        self.prizes.update(dict.fromkeys(self.sight.board.nodes(hexes), worth))

    def task(self, unit: int) -> str:
        """The task of a unit."""
        return self.tasks.get(unit, "")

    def target(self, unit: int) -> HexSet:
        """Where a unit should go."""
        return self.targets.get(self.task(unit), 0)

    def field(self, unit: int) -> Sequence[int]:
        """Node -> how far a unit would be from where it should go."""
        return self.field_to(self.target(unit) or self.arrival(unit), unit)

    def field_to(self, hexes: HexSet, unit: int) -> Sequence[int]:
        """Node -> how far it is for a unit to some hexes."""
        raise NotImplementedError

    def way(self, task: str, unit: int) -> Sequence[int]:
        """Node -> how far it is for a unit to where a task leads."""
        return self.field_to(self.targets[task], unit)

    def detach(self, task: str, hexes: HexSet, units: Iterable[int], most: int = FAR, enough: float = FAR) -> None:
        """Give the units nearest to some hexes a task, until there are so many or they are strong enough."""
        if not hexes or most <= 0:
            return
        self.targets[task] = hexes
        sight, strength = self.sight, 0.0
        for away, unit in sorted((self.way(task, unit)[sight.at(unit)], unit) for unit in units):
            if most <= 0 or strength >= enough:
                break
            if away < FAR and unit not in self.tasks:
                self.tasks[unit] = task
                most -= 1
                strength += sight.attack(unit)

    def assign(self, task: str, hexes: HexSet, units: Iterable[int]) -> None:
        """Give everybody among these units who has no task this one."""
        if hexes:
            self.targets[task] = hexes
            for unit in units:
                self.tasks.setdefault(unit, task)

    def closed(self, unit: int) -> HexSet:
        """Hexes that a unit should stay out of though the rules allow it."""
        return 0

    def arrival(self, unit: int) -> HexSet:
        """Where a unit should go that has no task, or comes into play."""
        return self.posts or self.sight.enemy_hexes
