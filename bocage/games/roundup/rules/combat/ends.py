"""Where a beaten unit may retreat to when over-full friendly hexes are passed through.

In both functions `allowed` are the hexes that may be entered at all, and `has_room` says whether the unit may stay in
one. They answer with the ends of a one-hex retreat and the path to each: the shortest, then in the board's order.
"""

from __future__ import annotations

from collections.abc import Callable

from bocage.hexes import Board, HexSet

Ends = dict[int, tuple[int, ...]]


def nearest_ends(board: Board, start: int, allowed: HexSet, has_room: Callable[[int], bool]) -> Ends:
    """The nearest hexes with room: beside the unit, or else behind as few full hexes as possible.

    >>> board = Board({label: (1, row) for row, label in enumerate("abcdef", 1)}, shifted="odd")
    >>> nearest_ends(board, 2, board.all, lambda node: board.labels[node] in "aef")
    {0: (2, 1, 0), 4: (2, 3, 4)}
    >>> nearest_ends(board, 2, board.all, lambda node: board.labels[node] in "aeb")
    {1: (2, 1)}
    """
    ends: Ends = {}
    seen = 1 << start
    frontier: list[tuple[int, ...]] = [(start,)]
    while frontier and not ends:
        further: list[tuple[int, ...]] = []
        for path in frontier:
            for node in board.neighbours[path[-1]]:
                bit = 1 << node
                if not allowed & bit or seen & bit:
                    continue
                seen |= bit
                if has_room(node):
                    ends[node] = (*path, node)
                else:
                    further.append((*path, node))
        frontier = further
    return ends


def ends_behind_any(board: Board, start: int, allowed: HexSet, has_room: Callable[[int], bool]) -> Ends:
    """The hexes with room beside the unit, and the nearest ones behind each full hex beside it.

    >>> board = Board({label: (1, row) for row, label in enumerate("abcdef", 1)}, shifted="odd")
    >>> ends_behind_any(board, 2, board.all, lambda node: board.labels[node] in "bef")
    {1: (2, 1), 4: (2, 3, 4)}
    """
    ends: Ends = {}
    for node in board.neighbours[start]:
        if not allowed >> node & 1:
            continue
        if has_room(node):
            ends[node] = (start, node)
            continue
        for end, path in nearest_ends(board, node, allowed & ~(1 << start), has_room).items():
            if end not in ends or len(ends[end]) > len(path) + 1:
                ends[end] = (start, *path)
    return ends
