"""Sets of hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bocage.hexes.lister import HexSet

if TYPE_CHECKING:
    from bocage.hexes.board import Board


class Edges:
    """An immutable set of directed hexsides of one board: which way each can be crossed is part of it.

    Make them with `Board.edges`; combine them with ``|``, ``&`` and ``-``. An empty set is false.

    >>> from bocage.hexes import Board, ccrr, rectangle
    >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
    >>> river = board.edges([("0101", "0102"), ("0202", "0203")])
    >>> ferry = board.edges([("0101", "0102")], one_way=True)
    >>> board.names(river.step(board.set("0101 0102 0202"))), board.names(ferry.step(board.all))
    (['0101', '0102', '0203'], ['0102'])
    >>> [(board.labels[a], board.labels[b]) for a, b in (river - ferry).pairs()]
    [('0102', '0101'), ('0202', '0203'), ('0203', '0202')]
    """

    __slots__ = ("_linked", "_near", "_stride", "board", "links", "sides", "sources")

    board: Board
    sides: tuple[HexSet, ...]
    """For each of the six directions, the hexes from which the side in that direction is in the set."""
    links: tuple[tuple[int, HexSet], ...]
    """For each node with links in the set, in node order, the nodes they lead to."""
    sources: HexSet
    """The nodes that have at least one side in the set."""

    def __init__(self, board: Board, sides: tuple[HexSet, ...], links: Mapping[int, HexSet]) -> None:
        self.board = board
        self.sides = sides
        self.links = tuple(sorted((node, targets) for node, targets in links.items() if targets))
        self.sources = 0
        for side in sides:
            self.sources |= side
        self._linked = sum(1 << node for node, _ in self.links)
        self.sources |= self._linked
        _, self._near, self._stride, _, _, _ = board.shifts

    def step(self, mask: HexSet) -> HexSet:
        """The nodes reached from a set by crossing one of these sides.

        >>> from bocage.hexes import Board, ccrr, rectangle
        >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
        >>> board.names(board.edges([("0101", "0102")]).step(board.set("0101 0201")))
        ['0102']
        """
        side0, side1, side2, side3, side4, side5 = self.sides
        near, stride = self._near, self._stride
        reached = (
            (mask & side0) >> 1
            | (mask & side1) << near
            | (mask & side2) << stride
            | (mask & side3) << 1
            | (mask & side4) >> near
            | (mask & side5) >> stride
        )
        if mask & self._linked:
            for node, targets in self.links:
                if mask >> node & 1:
                    reached |= targets
        return reached

    def flood(self, seed: HexSet, through: HexSet) -> HexSet:
        """Everything that can be got to from ``seed`` over these sides by steps into nodes of ``through``.

        The seed is always part of the answer.

        >>> from bocage.hexes import Board, ccrr, rectangle
        >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
        >>> road = board.edges([("0101", "0102"), ("0102", "0103"), ("0202", "0203")])
        >>> board.names(road.flood(board.set("0101"), board.all))
        ['0101', '0102', '0103']
        """
        reached = fresh = seed
        while fresh:
            fresh = self.step(fresh) & through & ~reached
            reached |= fresh
        return reached

    def has(self, a: int, b: int) -> bool:
        """Whether the side from node ``a`` to node ``b`` is in the set.

        >>> from bocage.hexes import Board, ccrr, rectangle
        >>> board = Board(rectangle(range(1, 4), range(1, 4), ccrr), shifted="even")
        >>> a, b = board.index["0101"], board.index["0102"]
        >>> oneway = board.edges([(a, b)], one_way=True)
        >>> oneway.has(a, b), oneway.has(b, a)
        (True, False)
        """
        direction = self.board.direction(a, b)
        if direction is not None:
            return bool(self.sides[direction] >> a & 1)
        return any(node == a and targets >> b & 1 for node, targets in self.links)

    def pairs(self) -> list[tuple[int, int]]:
        """Every side as (from, to), in node order.

        >>> from bocage.hexes import Board
        >>> board = Board({"a": (1, 1), "b": (1, 2)}, shifted="odd")
        >>> board.every.pairs()
        [(0, 1), (1, 0)]
        """
        found = [
            (node, node + shift)
            for shift, side in zip(self.board.shifts, self.sides, strict=True)
            for node in self.board.nodes(side)
        ]
        found += [(node, target) for node, targets in self.links for target in self.board.nodes(targets)]
        return sorted(found)

    def between(self, sources: HexSet, targets: HexSet) -> Edges:
        """Only the sides that lead from a node of ``sources`` to a node of ``targets``.

        >>> from bocage.hexes import Board, ccrr, rectangle
        >>> board = Board(rectangle(range(1, 3), range(1, 3), ccrr), shifted="even")
        >>> land = board.set("0101 0102")
        >>> coast = board.every.between(land, board.all & ~land)
        >>> [(board.labels[a], board.labels[b]) for a, b in coast.pairs()]
        [('0101', '0201'), ('0102', '0201'), ('0102', '0202')]
        """
        return Edges(
            self.board,
            tuple(
                side & sources & (targets >> shift if shift > 0 else targets << -shift)
                for shift, side in zip(self.board.shifts, self.sides, strict=True)
            ),
            {node: found & targets for node, found in self.links if sources >> node & 1},
        )

    def __or__(self, other: Edges) -> Edges:
        links = dict(self._same_board(other).links)
        for node, targets in self.links:
            links[node] = links.get(node, 0) | targets
        return Edges(self.board, tuple(a | b for a, b in zip(self.sides, other.sides, strict=True)), links)

    def __and__(self, other: Edges) -> Edges:
        links = dict(self._same_board(other).links)
        return Edges(
            self.board,
            tuple(a & b for a, b in zip(self.sides, other.sides, strict=True)),
            {node: targets & links.get(node, 0) for node, targets in self.links},
        )

    def __sub__(self, other: Edges) -> Edges:
        links = dict(self._same_board(other).links)
        return Edges(
            self.board,
            tuple(a & ~b for a, b in zip(self.sides, other.sides, strict=True)),
            {node: targets & ~links.get(node, 0) for node, targets in self.links},
        )

    def __bool__(self) -> bool:
        return self.sources != 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edges):
            return NotImplemented
        return self.board is other.board and self.sides == other.sides and self.links == other.links

    def __hash__(self) -> int:
        return hash((self.sides, self.links))

    def __repr__(self) -> str:
        labels = self.board.labels
        return f"Edges({', '.join(f'{labels[a]}>{labels[b]}' for a, b in self.pairs())})"

    def _same_board(self, other: Edges) -> Edges:
        if self.board is not other.board:
            raise ValueError("these hexsides belong to two different boards")
        return other
