"""Hexes as a page reads them: labels, and runs of labels in the order of the box's layout."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.hexes import Board, HexSet


def runs(board: Board, hexes: HexSet) -> list[str]:
    """A set of hexes as labels and runs.

    >>> from bocage.shelf import make_game
    >>> game = make_game("roundup", "campaign", {})
    >>> runs(game.board, sum(1 << game.board.index[label] for label in ("1001", "1101", "1102", "1204")))
    ['1001:1102', '1204']
    """
    return joined(board, board.nodes(hexes & board.all))


def joined(board: Board, nodes: Sequence[int]) -> list[str]:
    """The same for nodes in order."""
    labels, found = board.labels, []
    start = last = -1
    for node in nodes:
        # Gaps between columns have no label: a run goes over them.
        if last >= 0 and not any(labels[last + 1 : node]):
            last = node
            continue
        if last >= 0:
            found.append(labels[start] if start == last else f"{labels[start]}:{labels[last]}")
        start = last = node
    if last >= 0:
        found.append(labels[start] if start == last else f"{labels[start]}:{labels[last]}")
    return found
