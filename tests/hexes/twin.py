"""The same geometry with dictionaries, sets of labels and queues: slow and plain, to check the bit sets against.

It uses nothing of `bocage.hexes`.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Side = tuple[str, str]


def places_around(column: int, row: int, shifted: str) -> list[tuple[int, int]]:
    """The six places that touch a place, clockwise from the lower row."""
    is_shifted = (column % 2 == 1) == (shifted == "odd")
    upper, lower = (row, row + 1) if is_shifted else (row - 1, row)
    return [
        (column, row - 1),
        (column + 1, upper),
        (column + 1, lower),
        (column, row + 1),
        (column - 1, lower),
        (column - 1, upper),
    ]


class Twin:
    """A board as a dictionary of neighbours."""

    def __init__(
        self,
        hexes: Mapping[str, tuple[int, int]],
        *,
        shifted: str,
        links: Iterable[Side] = (),
        boxes: Iterable[str] = (),
    ) -> None:
        self.places = dict(hexes)
        self.shifted = shifted
        at = {place: label for label, place in hexes.items()}
        self.neighbours: dict[str, list[str]] = {
            label: [at[near] for near in places_around(*place, shifted) if near in at] for label, place in hexes.items()
        }
        for box in boxes:
            self.neighbours[box] = []
        for a, b in links:
            if b not in self.neighbours[a]:
                self.neighbours[a].append(b)
                self.neighbours[b].append(a)

    def step(self, labels: Iterable[str]) -> set[str]:
        return {near for label in labels for near in self.neighbours[label]}

    def hops(self, seed: Iterable[str], through: set[str]) -> dict[str, int]:
        """Number of steps to everything that can be got to."""
        found = dict.fromkeys(seed, 0)
        queue = deque(found)
        while queue:
            label = queue.popleft()
            for near in self.neighbours[label]:
                if near in through and near not in found:
                    found[near] = found[label] + 1
                    queue.append(near)
        return found

    def flood(self, seed: Iterable[str], through: set[str]) -> set[str]:
        return set(self.hops(seed, through))

    def distance(self, a: str, b: str) -> int | None:
        """Between hexes a search over the endless plane; else hops."""
        if a not in self.places or b not in self.places:
            return self.hops([a], set(self.neighbours)).get(b)
        goal = self.places[b]
        found = {self.places[a]: 0}
        queue = deque(found)
        while goal not in found:
            place = queue.popleft()
            for near in places_around(*place, self.shifted):
                if near not in found:
                    found[near] = found[place] + 1
                    queue.append(near)
        return found[goal]


@dataclass
class Walk:
    """One movement: everything that `reach` is told, as labels and pairs."""

    board: Twin
    enter: dict[str, int]
    start: str
    allowance: int
    open: set[str]
    cross: Sequence[tuple[set[Side], int]] = ()
    shut: set[Side] = field(default_factory=set)
    stops: set[str] = field(default_factory=set)
    first: set[str] | None = None
    surcharge: set[str] = field(default_factory=set)
    extra: int = 1
    spent: int = 0

    def static_cost(self, a: str, b: str) -> int | None:
        if b not in self.board.neighbours[a] or b not in self.enter or (a, b) in self.shut:
            return None
        return self.enter[b] + sum(extra for sides, extra in self.cross if (a, b) in sides)

    def step_cost(self, a: str, b: str) -> int | None:
        """The cost of one step of this movement, or None if it is not allowed."""
        cost = self.static_cost(a, b)
        if cost is None or b not in self.open:
            return None
        if a == self.start:
            if self.first is not None and b not in self.first:
                return None
        elif a in self.stops:
            return None
        return cost + (self.extra if b in self.surcharge else 0)

    def costs(self) -> dict[str, int]:
        """Dijkstra: points spent on arrival in each hex that can be reached, and in the start."""
        found: dict[str, int] = {}
        queue = [(self.spent, self.start)]
        while queue:
            points, label = heapq.heappop(queue)
            if label in found:
                continue
            found[label] = points
            for near in self.board.neighbours[label]:
                cost = self.step_cost(label, near)
                if near not in found and cost is not None and points + cost <= self.allowance:
                    heapq.heappush(queue, (points + cost, near))
        return found

    def cheapest_paths(self, goal: str) -> list[tuple[str, ...]]:
        """All cheapest paths to a hex, found by walking every one of them."""
        costs = self.costs()
        found = []
        queue: deque[tuple[str, ...]] = deque([(self.start,)])
        while queue:
            path = queue.popleft()
            if path[-1] == goal:
                found.append(path)
                continue
            for near in self.board.neighbours[path[-1]]:
                cost = self.step_cost(path[-1], near)
                if cost is not None and costs.get(near) == costs[path[-1]] + cost:
                    queue.append((*path, near))
        return found
