"""Where the nodes of a board lie: hexes in staggered columns, numbered so that each direction is one shift."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple


class Layout(NamedTuple):
    """The numbers of hexes and boxes.

    The layout is axial: along a column the node number rises by one, and to both neighbours in the next column it
    rises by stride - 1 and stride, whatever the column's parity. So each direction is one shift of the whole set. At
    least one gap after each column keeps a step off its end from landing on a hex.
    """

    rows: int
    stride: int
    starts: tuple[int, ...]  # the node number that row 0 of each column has
    size: int
    labels: dict[int, str]  # by node, the hexes first
    places: dict[int, tuple[int, int]]  # of the hexes: column and row, both counted from 0


def laid_out(
    hexes: Mapping[str, tuple[int, int]], shifted: Literal["odd", "even"], boxes: Iterable[str] = ()
) -> Layout:
    """The layout of hexes by their column and row, and of boxes behind them, where no step leads by chance.

    >>> laid_out({"a": (1, 1), "b": (1, 2), "c": (2, 1)}, "odd", ["x"]).labels
    {0: 'a', 1: 'b', 3: 'c', 8: 'x'}
    """
    half = {"odd": 0, "even": 1}[shifted]
    columns = [column for column, _ in hexes.values()] or [0]
    rows = [row for _, row in hexes.values()] or [0]
    first_column, first_row = min(columns), min(rows)
    height = max(rows) - first_row + 1
    stride = height + 2
    skew = (first_column + half) // 2
    starts = tuple(
        (column - first_column) * stride - (column + half) // 2 + skew
        for column in range(first_column, max(columns) + 1)
    )
    labels: dict[int, str] = {}
    places: dict[int, tuple[int, int]] = {}
    for label, (column, row) in hexes.items():
        node = starts[column - first_column] + row - first_row
        if node in labels:
            raise ValueError(f"hexes {labels[node]} and {label} have the same column and row")
        labels[node] = label
        places[node] = (column - first_column, row - first_row)
    node = max(labels, default=-1) + 1
    for label in boxes:
        while any(node - shift in labels for shift in (1, stride - 1, stride)):
            node += 1
        labels[node] = label
        node += 1
    return Layout(height, stride, starts, node, labels, places)
