"""The ground that a bot plans on: how far things are, what ways cost, who may come where and strike whom.

All of it follows from sets of hexes and numbers; what a game adds (cover, rivers, goals) is in its own kind of ground.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from bocage.hexes import Board, HexSet

FAR = 99  # out of reach
KEPT = 400  # answers of a kind that are kept

AnswerType = TypeVar("AnswerType")


class Sides(Protocol):
    """Sides of hexes that can be crossed: a set of edges, or a whole board."""

    def step(self, mask: HexSet, /) -> HexSet: ...


class Ground:
    """What never changes in a match; distances are counted over the land, within the part of the map that is played on.

    >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
    >>> ground = Ground(board, board, board.all)
    >>> list(ground.distances(board.set("a"))), ground.disc(0, 1)
    ([0, 1, 2, 3], [0, 1])
    """

    def __init__(self, board: Board, land: Sides, region: HexSet) -> None:
        self.board = board
        self.land = land
        self.region = region
        self._discs: dict[tuple[int, int], list[int]] = {}
        # Distances from a single hex are kept for good: there are no more of them than hexes.
        self._from_hex: dict[HexSet, bytes] = {}
        self._from_hexes: dict[HexSet, bytes] = {}
        self._kept: dict[str, dict[Hashable, Any]] = {}

    def kept(self, kind: str, key: Hashable, find: Callable[[], AnswerType], most: int = KEPT) -> AnswerType:
        """An answer that follows from its key alone, found once as long as it is in use."""
        answers = self._kept.setdefault(kind, {})
        if key not in answers:
            if len(answers) >= most:
                answers.clear()
            answers[key] = find()
        found: AnswerType = answers[key]
        return found

    def disc(self, node: int, radius: int) -> list[int]:
        """The nodes around a node, and itself."""
        found = self._discs.get((node, radius))
        if found is None:
            found = self._discs[node, radius] = self.board.nodes(self.board.within(node, radius) & self.region)
        return found

    def sphere(self, hexes: HexSet, radius: int) -> HexSet:
        """All hexes within so many steps over land of some, themselves included."""
        for _ in range(radius):
            hexes |= self.land.step(hexes)
        return hexes

    def distances(self, seed: HexSet) -> bytes:
        """Node -> steps over land from the nearest hex of a set."""
        kept = self._from_hexes if seed & (seed - 1) else self._from_hex
        known = kept.get(seed)
        if known is None:
            if kept is self._from_hexes and len(kept) >= KEPT:
                kept.clear()
            found, nodes, step = bytearray([FAR]) * self.board.size, self.board.nodes, self.land.step
            fresh, layer, steps = self.region & ~seed, seed, 0
            while layer:
                for node in nodes(layer):
                    found[node] = steps
                layer = step(layer) & fresh
                fresh &= ~layer
                steps += 1
            known = kept[seed] = bytes(found)
        return known

    def ways_to(
        self,
        goals: HexSet,
        prices: Sequence[tuple[HexSet, Sides, int]],
        region: HexSet,
        handicaps: Mapping[int, int] | None = None,
    ) -> list[int]:
        """Node -> what the way to the nearest goal costs, through a region.

        Each price says which hexes are entered over which sides for how much. Goals that are less wanted than others
        have a handicap.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
        >>> ground = Ground(board, board, board.all)
        >>> ground.ways_to(board.set("a"), [(~board.set("b"), board, 1), (board.set("b"), board, 3)], board.all)
        [0, 1, 4, 5]
        >>> ground.ways_to(board.set("a d"), [(-1, board, 1)], board.all, {0: 2})
        [2, 2, 1, 0]
        """
        nodes, found = self.board.nodes, [FAR] * self.board.size
        unseen = region
        pending: dict[int, HexSet] = {0: goals}
        for node, price in (handicaps or {}).items():
            pending[0] &= ~(1 << node)
            pending[price] = pending.get(price, 0) | 1 << node
        cost = 0
        while pending and cost < FAR:
            layer = pending.pop(cost, 0) & unseen
            if layer:
                unseen &= ~layer
                for node in nodes(layer):
                    found[node] = cost
                for hexes, sides, price in prices:
                    if (here := layer & hexes) and (reached := sides.step(here) & unseen):
                        pending[cost + price] = pending.get(cost + price, 0) | reached
            cost += 1
        return found

    def blows(self, strikes: Iterable[tuple[int, int, float]]) -> list[float]:
        """Node -> the strength that may be brought against it, of all who strike: from where, how far, how hard.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> Ground(board, board, board.all).blows([(0, 1, 4), (2, 2, 3)])
        [7.0, 7.0, 3.0]
        """
        found = [0.0] * self.board.size
        for at, radius, strength in strikes:
            for node in self.disc(at, radius):
                found[node] += strength
        return found

    def coming(self, enemies: HexSet, ours: HexSet, zones: HexSet, pace: int = FAR) -> HexSet:
        """Where enemies may come with so many steps: around our units, and no further once our zones halt them.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
        >>> board.names(Ground(board, board, board.all).coming(board.set("a"), 0, board.set("c")))
        ['a', 'b', 'c']
        """
        found = layer = enemies
        for _ in range(pace):
            layer = self.land.step(layer) & self.region & ~ours & ~found
            if not layer:
                break
            found |= layer
            layer &= ~zones
        return found
