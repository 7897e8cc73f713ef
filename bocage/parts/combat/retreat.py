"""Retreats of a number of hexes: which hex may come next, so that the whole length can still be run."""

from __future__ import annotations

from bocage.hexes import Board, Edges, HexSet


def onward(
    board: Board, sides: Board | Edges, path: tuple[int, ...], free: HexSet, length: int, havens: HexSet = 0
) -> HexSet:
    """The hexes that may come next after a path, its start included, in a retreat of so many hexes.

    `free` are the hexes that may be entered at all; no hex is entered twice. From each hex that is offered the rest of
    the length can be run, or a haven be reached, where a retreat may end sooner.

    >>> board = Board({label: (1, row) for row, label in enumerate("abcdef", 1)}, shifted="odd")
    >>> board.names(onward(board, board, (2,), board.all, 3)), board.names(onward(board, board, (2,), board.all, 2))
    (['d'], ['b', 'd'])
    >>> board.names(onward(board, board, (2,), board.all, 3, havens=board.set("a")))
    ['b', 'd']
    """
    for node in path:
        free &= ~(1 << node)
    ahead = sides.step(1 << path[-1]) & free
    good = ahead & havens
    for node in board.nodes(ahead & ~havens):
        if _completes(board, sides, node, length - len(path), free & ~(1 << node), havens):
            good |= 1 << node
    return good


def _completes(board: Board, sides: Board | Edges, node: int, left: int, free: HexSet, havens: HexSet) -> bool:
    """Can a retreat go on from here for so many hexes, or reach a haven?"""
    if not left:
        return True
    ahead = sides.step(1 << node) & free
    if not ahead or left == 1 or ahead & havens:
        return bool(ahead)
    return any(
        _completes(board, sides, further, left - 1, free & ~(1 << further), havens) for further in board.nodes(ahead)
    )
