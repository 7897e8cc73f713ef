"""What each step of a movement costs, compiled once per kind of movement."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bocage.hexes.board import Board
from bocage.hexes.edges import Edges
from bocage.hexes.lister import HexSet

Sides: TypeAlias = tuple[HexSet, HexSet, HexSet, HexSet, HexSet, HexSet]


class Costs:
    """How dear each step is: the price of the hex entered, plus the price of the hexside crossed.

    ``enter`` maps a cost to the hexes that cost so much; a hex in no class cannot be entered. ``cross`` adds to that
    for each class of hexsides the step belongs to; a negative number makes it cheaper (roads). ``shut`` are hexsides
    that cannot be crossed. Every step must cost at least 1.

    >>> from bocage.hexes import ccrr, rectangle
    >>> board = Board(rectangle(range(1, 3), range(1, 3), ccrr), shifted="even")
    >>> river, cliff = board.edges([("0101", "0102")]), board.edges([("0101", "0201")])
    >>> costs = Costs(board, {1: board.set("0101 0102 0201"), 2: board.set("0202")}, [(river, 2)], cliff)
    >>> a, b, c, d = board.nodes(board.all)
    >>> costs.of(a, b), costs.of(b, d), costs.of(a, c), costs.of(a, d)
    (3, 2, None, None)
    """

    __slots__ = (
        "_by_extra",
        "_mixed",
        "_sources",
        "alike",
        "board",
        "by_points",
        "cheapest",
        "dear",
        "dearest",
        "delays",
        "enter",
        "enterable",
        "fixed",
        "linked",
        "links",
        "plain",
        "simple",
    )

    board: Board
    enter: tuple[tuple[int, HexSet], ...]
    """(cost, hexes), cheapest first."""
    enterable: HexSet
    cheapest: int
    """No step costs less."""
    dearest: int
    """No step costs more."""

    # The rest is what `reach` works with. Hexsides are kept by the hex they lead into, one set per direction, because
    # the frontier shifted in that direction then serves every class.
    plain: Sides
    """Hexsides that add nothing."""
    dear: HexSet
    """Hexes with a side that is not plain, toward a hex that can be entered."""
    delays: tuple[tuple[int, HexSet, Sides], ...]
    """(points, sources, sides): hexsides that add points to whatever the hex beyond costs."""
    fixed: tuple[tuple[int, HexSet, Sides], ...]
    """(cost, sources, sides): hexsides that make a step cheaper, with its whole cost."""
    by_points: tuple[HexSet, HexSet, HexSet]
    """The hexes that cost one, two and three points to enter."""
    simple: bool
    """No hex costs more than that, hexsides are plain or add one point, and there are no links."""
    alike: array[int]
    """By node what every step into it costs, where it is the same from all sides; else 0."""
    linked: HexSet
    links: dict[int, tuple[tuple[int, HexSet], ...]]
    """Links by node, as (whole cost, nodes)."""

    def __init__(
        self,
        board: Board,
        enter: Mapping[int, HexSet],
        cross: Sequence[tuple[Edges, int]] = (),
        shut: Edges | None = None,
    ) -> None:
        self.board = board
        self.enter = tuple(sorted((cost, hexes & board.all) for cost, hexes in enter.items() if hexes & board.all))
        self.enterable = 0
        for cost, hexes in self.enter:
            if cost < 1:
                raise ValueError(f"entering {', '.join(board.names(hexes)[:3])} must cost at least 1, not {cost}")
            if twice := self.enterable & hexes:
                raise ValueError(f"two entry costs for {', '.join(board.names(twice)[:3])}")
            self.enterable |= hexes

        passable = every = board.every.between(board.all, self.enterable)
        if shut is not None:
            passable -= shut
        by_extra = {0: passable}
        for edges, extra in cross:
            split: dict[int, Edges] = {}
            for sum_before, group in by_extra.items():
                for total, part in ((sum_before, group - edges), (sum_before + extra, group & edges)):
                    split[total] = split[total] | part if total in split else part
            by_extra = split
        self._by_extra = tuple(sorted((extra, edges) for extra, edges in by_extra.items() if edges))

        nothing = board.edges(())
        plain = by_extra.get(0, nothing)
        self.plain = _entered(plain)
        self.dear = 0
        for side in (every - plain).sides:
            self.dear |= side
        self.delays = tuple((extra, edges.sources, _entered(edges)) for extra, edges in self._by_extra if extra > 0)
        fixed: dict[int, Edges] = {}
        links: dict[int, list[tuple[int, HexSet]]] = {}
        for extra, edges in self._by_extra:
            for cost, hexes in self.enter:
                total = cost + extra
                group = edges.between(board.all, hexes)
                if group and total < 1:
                    raise ValueError(f"a step must cost at least 1, not {total}: {group}")
                if extra < 0:
                    fixed[total] = fixed.get(total, nothing) | group
                for node, targets in group.links:
                    links.setdefault(node, []).append((total, targets))
        self.fixed = tuple((total, edges.sources, _entered(edges)) for total, edges in sorted(fixed.items()) if edges)
        self.links = {node: tuple(steps) for node, steps in links.items()}
        self.linked = sum(1 << node for node in links)

        # Many maps have one kind of dear hexside (rivers) and no other: `reach` has a shorter loop for them.
        entered = dict(self.enter)
        self.by_points = (entered.get(1, 0), entered.get(2, 0), entered.get(3, 0))
        one_dear_kind = all(points == 1 for points, _, _ in self.delays)
        shut_sides = bool(every - passable)
        self.simple = one_dear_kind and entered.keys() <= {1, 2, 3} and not (shut_sides or self.fixed or self.linked)

        entries = [cost for cost, _ in self.enter] or [1]
        extras = [0, *(extra for extra, _ in self._by_extra)]
        self.cheapest = min([*entries, *(total for total, _, _ in self.fixed)])
        self.dearest = max(entries) + max(extras)
        # Where all sides are plain the neighbours are the answer; only the rest is worked out, and kept.
        mixed = 0
        for side in _entered(every - plain):
            mixed |= side
        for _, targets in (every - plain).links:
            mixed |= targets
        self.alike = array("H", [0]) * len(board.labels)
        for cost, hexes in self.enter:
            for node in board.nodes(hexes & ~mixed):
                self.alike[node] = cost
        self._mixed = mixed
        self._sources: dict[int, tuple[tuple[int, HexSet], ...]] = {}

    def of(self, a: int, b: int) -> int | None:
        """The cost of the step from node ``a`` to node ``b``, or None where there is no such step.

        >>> board = Board({"a": (1, 1), "b": (1, 2)}, shifted="odd")
        >>> costs = Costs(board, {2: board.set("b")})
        >>> costs.of(0, 1), costs.of(1, 0)
        (2, None)
        """
        for cost, sources in self.sources_of(b):
            if sources >> a & 1:
                return cost
        return None

    def into(self, b: int) -> list[tuple[int, int]]:
        """All steps that enter node ``b``, as (from, cost), lowest node first.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> Costs(board, {2: board.all}, shut=board.edges([("a", "b")])).into(1)
        [(2, 2)]
        """
        return sorted((a, cost) for cost, sources in self.sources_of(b) for a in self.board.nodes(sources))

    def sources_of(self, b: int) -> tuple[tuple[int, HexSet], ...]:
        """All steps that enter node ``b``, as (cost, nodes from which it costs so much).

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> Costs(board, {2: board.all}).sources_of(1)
        ((2, 5),)
        """
        if alike := self.alike[b]:
            return ((alike, self.board.around[b]),)
        if not self._mixed >> b & 1:
            return ()
        found = self._sources.get(b)
        if found is None:
            found = self._sources[b] = self._mixed_sources(b)
        return found

    def _mixed_sources(self, b: int) -> tuple[tuple[int, HexSet], ...]:
        entry = next(cost for cost, hexes in self.enter if hexes >> b & 1)
        groups: dict[int, HexSet] = {}
        for a in self.board.neighbours[b]:
            direction = self.board.direction(a, b)
            for extra, edges in self._by_extra:
                if edges.has(a, b) if direction is None else edges.sides[direction] >> a & 1:
                    groups[entry + extra] = groups.get(entry + extra, 0) | 1 << a
                    break
        return tuple(sorted(groups.items()))


def _entered(edges: Edges) -> Sides:
    """For each direction, the hexes entered across a side of the set."""
    side0, side1, side2, side3, side4, side5 = edges.sides
    _, near, stride, _, _, _ = edges.board.shifts
    return side0 >> 1, side1 << near, side2 << stride, side3 << 1, side4 >> near, side5 >> stride
