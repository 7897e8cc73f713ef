"""What a side of Storming the Reich wants on the map, in the planner's eyes: the part that both sides share."""

from __future__ import annotations

from typing import ClassVar

from bocage.bots.ground import FAR
from bocage.hexes import HexSet

from ...rules.movement.limits import barred
from ..sight import Sight


class Aims:
    """Prizes to take, hexes to guard, and for each unit the way it should go.

    `prizes` and `guards` map a hex to what entering it, or having somebody stay in it, is worth. Who belongs to a task
    is found for all units together, so a task never empties the front.
    """

    MAIN: ClassVar[tuple[str, ...]] = ()  # the tasks of the bulk of an army

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.prizes: dict[int, float] = {}
        self.guards: dict[int, float] = {}
        self.needs: dict[int, int] = {}  # guarded hex -> how many steps should be there, if more than one
        self.posts: HexSet = 0  # the line that the side wants to hold, if it wants to hold one
        self.stay = 0.3  # what it is worth not to move about without need
        self.occupied = False  # must the posts be occupied, because zones do not reach over a river?
        self._tasks: dict[int, str] = {}  # unit -> its task
        self._targets: dict[str, HexSet] = {}  # task -> where it leads
        self._plain: set[str] = set()  # tasks far from the enemy: the way there is counted in hexes
        self._fields: dict[tuple[object, ...], list[int]] = {}

    def posts_for(self, unit: int) -> HexSet:
        """The hexes over which a unit should spread its zone."""
        return self.posts if self.task(unit) == "line" else 0

    def task(self, unit: int) -> str:
        """The task of a unit."""
        return self._tasks.get(unit, "")

    def target(self, unit: int) -> HexSet:
        """Where a unit should go."""
        return self._targets.get(self.task(unit), 0)

    def field(self, unit: int) -> list[int]:
        """Node -> how far a unit would be from where it should go."""
        if self.task(unit) in self._plain:
            return self.sight.ground.distances(self.target(unit))
        return self.field_to(self.target(unit) or self.arrival(unit), unit)

    def field_to(self, hexes: HexSet, unit: int) -> list[int]:
        """Node -> how far a unit would be from some hexes, on ways that are open to it."""
        counter = self.sight.game.counters[unit]
        key = (hexes, counter.side, counter.nation == "CW", counter.command, counter.division, counter.mechanized)
        found = self._fields.get(key)
        if found is None:
            closed = barred(self.sight.look, unit) & ~hexes
            found = self._fields[key] = self.sight.field(hexes, closed)
        return found

    def detach(
        self, name: str, hexes: HexSet, units: list[int], number: int, enough: float = FAR, plain: bool = False
    ) -> None:
        """Give the units nearest to some hexes a task, until there are so many or they are strong enough."""
        sight = self.sight
        if not hexes or number <= 0:
            return
        self._targets[name] = hexes
        if plain:
            self._plain.add(name)
        strength = 0.0

        def away(unit: int) -> int:
            if plain:
                return sight.ground.distances(hexes)[sight.at(unit)]
            return self.field_to(hexes, unit)[sight.at(unit)]

        for unit in sorted(units, key=lambda unit: (away(unit), unit)):
            if number <= 0 or strength >= enough:
                break
            if away(unit) >= FAR or unit in self._tasks:
                continue
            self._tasks[unit] = name
            number -= 1
            strength += sight.attack(unit)

    def assign(self, name: str, hexes: HexSet, units: list[int]) -> None:
        """Give everybody among these units who has no task this one."""
        if hexes:
            self._targets[name] = hexes
            for unit in units:
                self._tasks.setdefault(unit, name)

    def closed(self, unit: int) -> HexSet:
        """Hexes that a unit should stay out of though the rules allow it."""
        return 0

    def arrival(self, unit: int) -> HexSet:
        """Where a unit that comes into play should go: where those like it go."""
        counters = self.sight.game.counters
        counter = counters[unit]
        for other, task in self._tasks.items():
            like = counters[other].nation == counter.nation and counters[other].command == counter.command
            if like and task in self.MAIN and self._targets.get(task):
                return self._targets[task]
        return self.posts or self.sight.enemy_hexes

    def may_guard(self, unit: int, node: int) -> bool:
        """Does a unit serve as the guard of a hex?"""
        return True
