"""What a side of D-Day to the Rhine wants on the map, in the planner's eyes: the part that both sides share."""

from __future__ import annotations

from bocage.bots.ground import FAR
from bocage.hexes import HexSet

from ..sight import Sight


class Aims:
    """Prizes to take, hexes to guard, a line to hold, and for each unit the way it should go.

    `prizes` and `guards` map a hex to what entering it, or having somebody stay in it, is worth. Who belongs to a task
    is found for all units together, so a task never empties the front.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.prizes: dict[int, float] = {}
        self.guards: dict[int, float] = {}
        self.posts: HexSet = 0  # the line that the side wants to hold, if it wants to hold one
        self._tasks: dict[int, str] = {}  # unit -> its task
        self._targets: dict[str, HexSet] = {}  # task -> where it leads
        self._fields: dict[HexSet, list[int]] = {}

    def task(self, unit: int) -> str:
        """The task of a unit."""
        return self._tasks.get(unit, "")

    def target(self, unit: int) -> HexSet:
        """Where a unit should go."""
        return self._targets.get(self.task(unit), 0)

    def field(self, unit: int) -> list[int]:
        """Node -> how far a unit would be from where it should go."""
        return self.field_to(self.target(unit) or self.arrival(unit))

    def field_to(self, hexes: HexSet) -> list[int]:
        """Node -> how far it is to some hexes."""
        found = self._fields.get(hexes)
        if found is None:
            found = self._fields[hexes] = self.sight.field(hexes)
        return found

    def detach(self, name: str, hexes: HexSet, units: list[int], enough: float, most: int = FAR) -> None:
        """Give the units nearest to some hexes a task, until they are strong enough or so many."""
        sight = self.sight
        self._targets[name] = hexes
        field = self.field_to(hexes)
        strength = 0.0
        for unit in sorted(units, key=lambda unit: (field[sight.at(unit)], unit)):
            if most <= 0 or strength >= enough:
                break
            if unit in self._tasks or field[sight.at(unit)] >= FAR:
                continue
            self._tasks[unit] = name
            most -= 1
            strength += sight.attack(unit)

    def assign(self, name: str, hexes: HexSet, units: list[int]) -> None:
        """Give everybody among these units who has no task this one."""
        self._targets[name] = hexes
        for unit in units:
            self._tasks.setdefault(unit, name)

    def closed(self, unit: int) -> HexSet:
        """Hexes that a unit should stay out of though the rules allow it."""
        return 0

    def arrival(self, unit: int) -> HexSet:
        """Where a unit that has no task should go."""
        return self.posts or self.sight.enemy_hexes

    def errand(self, unit: int) -> bool:
        """Has a unit something to do that nobody else can do, so that it fights for nothing but its way there?"""
        return False

    def reserve(self, unit: int) -> bool:
        """Does a unit belong behind the line rather than into it?"""
        return False
