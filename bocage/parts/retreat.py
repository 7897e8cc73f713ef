"""Where a beaten unit may retreat to when over-full friendly hexes are passed through."""

from __future__ import annotations

from collections.abc import Callable

from bocage.hexes import Board, HexSet


def retreat_paths(
    board: Board, start: int, allowed: HexSet, has_room: Callable[[int], bool]
) -> dict[int, tuple[int, ...]]:
    """Ends of a one-hex retreat and the path to each.

    `allowed` are hexes that may be entered at all; `has_room` says whether the unit may stay in one. From an
    allowed hex without room the unit goes on to a further one; paths are shortest, then in the board's order.
    """
    ends: dict[int, tuple[int, ...]] = {}
    seen = 1 << start
    frontier: list[tuple[int, ...]] = [(start,)]
    while frontier:
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
