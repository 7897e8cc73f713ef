"""The board: which hexes and boxes there are, which touch, and how sets of them grow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Literal

from bocage.hexes.edges import Edges
from bocage.hexes.layout import laid_out
from bocage.hexes.lister import HexSet, Lister

MOST_DISCS = 2048  # that a board keeps
FAR = 1_000_000
"""The distance to a box that no link leads to: more than any range."""


class Board:
    """An immutable board of hexes in staggered columns, with optional boxes and links.

    ``hexes`` gives each label its (column, row). Hexes of one column touch flat side to flat side; columns whose
    number has the parity ``shifted`` sit half a hex toward higher rows. ``boxes`` are further nodes without a
    place; ``links`` join any two nodes both ways.

    >>> hexes = {"0101": (1, 1), "0102": (1, 2), "0201": (2, 1), "0202": (2, 2)}
    >>> board = Board(hexes, shifted="even", boxes=["England"], links=[("England", "0101")])
    >>> board.names(board.around[board.index["0101"]])
    ['0102', '0201', 'England']
    >>> board.names(board.around[board.index["0102"]])
    ['0101', '0201', '0202']
    """

    __slots__ = (
        "_bits",
        "_direction",
        "_linked",
        "_links",
        "_lister",
        "_near",
        "_nodes",
        "_place",
        "_rows",
        "_starts",
        "_stride",
        "_within",
        "all",
        "around",
        "boxes",
        "every",
        "hexes",
        "index",
        "labels",
        "neighbours",
        "shifts",
        "size",
    )

    all: HexSet
    hexes: HexSet
    boxes: HexSet
    size: int
    """Number of bit positions; some of them are gaps without a node."""
    index: dict[str, int]
    labels: tuple[str, ...]
    """Label of each node, ``""`` for a gap."""
    neighbours: tuple[tuple[int, ...], ...]
    """Neighbours of each node, clockwise from the lower row, then by links."""
    around: tuple[HexSet, ...]
    shifts: tuple[int, ...]
    """Difference of node numbers for a step in each of the six directions."""
    every: Edges
    """All hexsides and links, both ways."""

    def __init__(
        self,
        hexes: Mapping[str, tuple[int, int]],
        *,
        shifted: Literal["odd", "even"],
        links: Iterable[tuple[str, str]] = (),
        boxes: Iterable[str] = (),
    ) -> None:
        layout = laid_out(hexes, shifted, boxes)
        label_of, place = layout.labels, layout.places
        self._rows, self._starts, self.size = layout.rows, layout.starts, layout.size
        self._stride = stride = layout.stride
        self._near = near = stride - 1
        self.shifts = (-1, near, stride, 1, -near, -stride)
        self._direction = {shift: direction for direction, shift in enumerate(self.shifts)}
        self.hexes = sum(1 << node for node in place)
        self.all = sum(1 << node for node in label_of)
        self.boxes = self.all ^ self.hexes
        self.labels = tuple(label_of.get(node, "") for node in range(self.size))
        self.index = {label_of[node]: node for node in sorted(label_of)}
        if len(self.index) < len(label_of) or "" in self.index:
            raise ValueError("each hex and box needs a label of its own")
        self._place = tuple(place.get(node) for node in range(self.size))
        self._bits = tuple(1 << node for node in range(self.size))
        self._lister = Lister([label or None for label in self.labels])
        self._nodes = Lister(range(self.size))
        self._within: dict[tuple[int, int], HexSet] = {}
        self._join(links)

    def _join(self, links: Iterable[tuple[str, str]]) -> None:
        neighbours = [
            [node + shift for shift in self.shifts if node + shift in range(self.size) and self.labels[node + shift]]
            if label
            else []
            for node, label in enumerate(self.labels)
        ]
        linked: dict[int, HexSet] = {}
        for pair in links:
            a, b = self.node(pair[0]), self.node(pair[1])
            if a == b:
                raise ValueError(f"{pair[0]} is linked to itself")
            if b not in neighbours[a]:
                for here, there in ((a, b), (b, a)):
                    neighbours[here].append(there)
                    linked[here] = linked.get(here, 0) | 1 << there
        self.neighbours = tuple(tuple(found) for found in neighbours)
        self.around = tuple(sum(1 << node for node in found) for found in neighbours)
        self._links = linked
        self._linked = sum(1 << node for node in linked)
        sides = tuple(self.all & (self.all >> shift if shift > 0 else self.all << -shift) for shift in self.shifts)
        self.every = Edges(self, sides, linked)

    def __repr__(self) -> str:
        return f"<Board of {self.hexes.bit_count()} hexes and {self.boxes.bit_count()} boxes>"

    def node(self, label: str) -> int:
        """The node with a label.

        >>> Board({"a": (1, 1)}, shifted="odd").node("b")
        Traceback (most recent call last):
        KeyError: "there is no 'b' on this board"
        """
        try:
            return self.index[label]
        except KeyError:
            raise KeyError(f"there is no {label!r} on this board") from None

    def set(self, labels: str | Iterable[str]) -> HexSet:
        """The set of some labels: one string with spaces between them, or an iterable for labels that hold spaces.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c d": (1, 3)}, shifted="odd")
        >>> bin(board.set("a b")), bin(board.set(["a", "c d"]))
        ('0b11', '0b101')
        """
        if isinstance(labels, str):
            labels = labels.split()
        found = 0
        for label in labels:
            found |= 1 << self.node(label)
        return found

    def names(self, mask: HexSet) -> list[str]:
        """The labels of a set, in node order: column by column, then the boxes.

        >>> board = Board({"b": (1, 2), "a": (1, 1)}, shifted="odd", boxes=["x"])
        >>> board.names(board.all)
        ['a', 'b', 'x']
        """
        return self._lister(mask)

    def nodes(self, mask: HexSet) -> list[int]:
        """The nodes of a set, lowest first.

        >>> Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd").nodes(0b101)
        [0, 2]
        """
        return self._nodes(mask) if mask else []

    def direction(self, a: int, b: int) -> int | None:
        """Direction of the step from hex ``a`` to adjacent hex ``b``: 0 is the lower row, then clockwise to 5.

        The opposite of direction d is (d + 3) % 6; hexes that do not touch, and boxes, have none.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> board.direction(1, 0), board.direction(1, 2), board.direction(0, 2)
        (0, 3, None)
        """
        return self._direction.get(b - a)

    def toward(self, n: int, direction: int) -> int | None:
        """The hex next to ``n`` in a direction, if the board has one there.

        >>> board = Board({"a": (1, 1), "b": (1, 2)}, shifted="odd")
        >>> board.toward(0, 3), board.toward(0, 0)
        (1, None)
        """
        found = n + self.shifts[direction]
        return found if 0 <= found < self.size and self.labels[found] else None

    def opposite(self, centre: int, n: int) -> int | None:
        """The hex across ``centre`` from its neighbour ``n``, if the board has one there.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> board.opposite(1, 0), board.opposite(0, 1)
        (2, None)
        """
        direction = self._direction.get(centre - n)
        return None if direction is None else self.toward(centre, direction)

    def step(self, mask: HexSet) -> HexSet:
        """All neighbours of the members; members themselves only if they neighbour each other.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> board.names(board.step(board.set("b"))), board.names(board.step(board.set("a b")))
        (['a', 'c'], ['a', 'b', 'c'])
        """
        up = mask << 1
        pair = mask | up
        found = (up | mask >> 1 | pair << self._near | pair >> self._stride) & self.all
        if self._linked and (ends := mask & self._linked):
            found |= self.cross_links(ends)
        return found

    def cross_links(self, mask: HexSet) -> HexSet:
        """The nodes joined to the members by links alone.

        >>> board = Board({"a": (1, 1), "b": (1, 2)}, shifted="odd", boxes=["x"], links=[("x", "b")])
        >>> board.names(board.cross_links(board.set("a b")))
        ['x']
        """
        found = 0
        for node in self._nodes(mask & self._linked):
            found |= self._links[node]
        return found

    def flood(self, seed: HexSet, through: HexSet) -> HexSet:
        """Everything that can be got to from ``seed`` by steps into nodes of ``through``.

        The seed is always part of the answer and always left, even where it is not in ``through``. ``through`` may
        be a complement such as ``~zone``.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3), "d": (1, 4)}, shifted="odd")
        >>> board.names(board.flood(board.set("a"), ~board.set("a c")))
        ['a', 'b']
        """
        near, stride, links = self._near, self._stride, self._linked
        through = through & self.all | seed
        reached = seed
        while True:
            grown = reached | reached << 1
            grown = (grown | reached >> 1 | grown << near | grown >> stride) & through
            if links and (ends := reached & links):
                links ^= ends
                grown |= self.cross_links(ends) & through
            if grown == reached:
                return reached
            reached = grown

    def touches(self, seed: HexSet, goal: HexSet, through: HexSet) -> bool:
        """Whether `flood` of the same seed would hold a node of ``goal``; stops at the first one.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> a, b, c = board.set("a"), board.set("b"), board.set("c")
        >>> board.touches(a, c, b | c), board.touches(a, c, b), board.touches(a, a, b)
        (True, False, True)
        """
        near, stride, links = self._near, self._stride, self._linked
        through = through & self.all | seed
        goal &= through
        if not goal:
            return False
        reached = seed
        while not reached & goal:
            grown = reached | reached << 1
            grown = (grown | reached >> 1 | grown << near | grown >> stride) & through
            if links and (ends := reached & links):
                links ^= ends
                grown |= self.cross_links(ends) & through
            if grown == reached:
                return False
            reached = grown
        return True

    def layers(self, seed: HexSet, through: HexSet, limit: int | None = None) -> list[HexSet]:
        """The flood of ``seed`` cut by number of steps: the seed itself, what is one step away, and so on.

        The last layer is never empty (unless the seed is) and at most ``limit`` steps away.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> [board.names(layer) for layer in board.layers(board.set("b"), board.all)]
        [['b'], ['a', 'c']]
        """
        fresh = through & self.all & ~seed
        found = [seed]
        while limit is None or len(found) <= limit:
            layer = self.step(found[-1]) & fresh
            if not layer:
                break
            fresh ^= layer
            found.append(layer)
        return found

    def place(self, node: int) -> tuple[int, int] | None:
        """The column and row of a hex, both counted from 0; None for a box or a gap.

        >>> board = Board({"a": (1, 1), "b": (3, 2)}, shifted="odd", boxes=["x"])
        >>> board.place(board.node("b")), board.place(board.node("x"))
        ((2, 1), None)
        """
        return self._place[node]

    def distance(self, a: int, b: int) -> int:
        """Steps from ``a`` to ``b``: between hexes by geometry alone, else hops over the board and its links.

        Where no chain of links leads to a box the answer is `FAR`.

        >>> board = Board({"a": (1, 1), "b": (3, 1)}, shifted="odd", boxes=["x", "y"], links=[("x", "a")])
        >>> a, b, x, y = (board.index[label] for label in "abxy")
        >>> board.distance(a, b), board.distance(a, x), board.distance(x, y) == FAR
        (2, 1, True)
        """
        here, there = self._place[a], self._place[b]
        if here is not None and there is not None:
            columns = there[0] - here[0]
            # A node number is column * stride + axial row, so the axial difference is what the columns leave over.
            rows = b - a - columns * self._stride
            return (abs(columns) + abs(rows) + abs(columns + rows)) // 2
        for hops, layer in enumerate(self.layers(1 << a, self.all)):
            if layer >> b & 1:
                return hops
        return FAR

    def within(self, n: int, k: int) -> HexSet:
        """All nodes at most ``k`` from ``n``, itself included, as `distance` from a hex to hexes (from a box: hops).

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 4)}, shifted="odd")
        >>> board.names(board.within(0, 2)), board.names(board.within(0, 3))
        (['a', 'b'], ['a', 'b', 'c'])
        """
        found = self._within.get((n, k))
        if found is None:
            if len(self._within) >= MOST_DISCS:
                self._within.clear()
            found = self._within[n, k] = self._disc(n, k)
        return found

    def near(self, mask: HexSet, k: int) -> HexSet:
        """All nodes at most ``k`` from one of a set, these included.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 4)}, shifted="odd")
        >>> board.names(board.near(0b101, 1))
        ['a', 'b', 'c']
        """
        return reduce(or_, (self.within(n, k) for n in self.nodes(mask)), 0)

    def ring(self, n: int, k: int) -> HexSet:
        """All nodes exactly ``k`` from ``n``.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 4)}, shifted="odd")
        >>> board.names(board.ring(0, 3))
        ['c']
        """
        return self.within(n, k) & ~self.within(n, k - 1) if k > 0 else self.within(n, k)

    def _disc(self, n: int, k: int) -> HexSet:
        if k < 0:
            return 0
        centre = self._place[n]
        if centre is None:
            return sum(self.layers(1 << n, self.all, k))
        found = 0
        for column in range(max(centre[0] - k, 0), min(centre[0] + k + 1, len(self._starts))):
            # The disc's part of a column is a run of nodes, clipped so that it cannot run on into the next column.
            columns = column - centre[0]
            middle, start = n + columns * self._stride, self._starts[column]
            low = max(middle - min(k, k + columns), start)
            high = min(middle + min(k, k - columns), start + self._rows - 1)
            if low <= high:
                found |= (1 << high + 1) - (1 << low)
        return found & self.hexes

    def edges(self, pairs: Iterable[tuple[str | int, str | int]], *, one_way: bool = False) -> Edges:
        """The hexsides between pairs of adjacent nodes, given by label or number; both ways unless ``one_way``.

        >>> board = Board({"a": (1, 1), "b": (1, 2), "c": (1, 3)}, shifted="odd")
        >>> board.edges([("a", "b")])
        Edges(a>b, b>a)
        >>> board.edges([("a", "c")])
        Traceback (most recent call last):
        ValueError: a and c are not adjacent
        """
        sides = [0] * 6
        links: dict[int, HexSet] = {}
        for pair in pairs:
            a, b = (self.node(end) if isinstance(end, str) else end for end in pair)
            if not self.around[a] >> b & 1:
                raise ValueError(f"{self.labels[a]} and {self.labels[b]} are not adjacent")
            for here, there in ((a, b),) if one_way else ((a, b), (b, a)):
                direction = self.direction(here, there)
                if direction is None:
                    links[here] = links.get(here, 0) | 1 << there
                else:
                    sides[direction] |= 1 << here
        return Edges(self, tuple(sides), links)
