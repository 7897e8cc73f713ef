"""Contours: the outline of everything in a field of numbers that lies above a level (marching squares)."""

from __future__ import annotations

from typing import Any

import numpy as np

from maps.shapes import Line

Edge = tuple[int, int, int]  # column, row, and 0 for the edge to the right or 1 for the edge downwards

# For each case (bit 1: top left, 2: top right, 4: bottom right, 8: bottom left is above) the pieces of contour, each
# from edge to edge, so that the high ground lies to the right. Edges: 0 top, 1 right, 2 bottom, 3 left.
CASES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 3),), 2: ((1, 0),), 3: ((1, 3),), 4: ((2, 1),), 5: ((0, 3), (2, 1)), 6: ((2, 0),), 7: ((2, 3),),
    8: ((3, 2),), 9: ((0, 2),), 10: ((1, 0), (3, 2)), 11: ((1, 2),), 12: ((3, 1),), 13: ((0, 1),), 14: ((3, 0),),
}  # fmt: skip


def rings_above(values: Any, level: float, left: float, top: float, step: float) -> list[Line]:
    """Closed outlines of ``values > level`` on a grid with spacing ``step``; fill them even-odd.

    >>> import numpy
    >>> hill = numpy.zeros((3, 3)); hill[1, 1] = 2.0
    >>> rings_above(hill, 1.0, 0, 0, 10)
    [[(5.0, 10), (10, 5.0), (15.0, 10), (10, 15.0), (5.0, 10)]]
    """
    padded = np.pad(np.asarray(values, dtype=float), 1, constant_values=level - 1.0)
    left, top = left - step, top - step
    above = padded > level
    case = (
        above[:-1, :-1].astype(int) + 2 * above[:-1, 1:].astype(int) + 4 * above[1:, 1:].astype(int)
        + 8 * above[1:, :-1].astype(int)
    )  # fmt: skip
    after: dict[Edge, Edge] = {}
    for row, column in zip(*(part.tolist() for part in np.nonzero((case > 0) & (case < 15))), strict=True):
        edges = ((column, row, 0), (column + 1, row, 1), (column, row + 1, 0), (column, row, 1))
        for start, end in CASES[int(case[row, column])]:
            after[edges[start]] = edges[end]

    def crossing(edge: Edge) -> tuple[float, float]:
        column, row, down = edge
        here, there = padded[row, column], padded[row + down, column + 1 - down]
        part = float((level - here) / (there - here))
        return left + (column + (0 if down else part)) * step, top + (row + (part if down else 0)) * step

    rings: list[Line] = []
    for first in sorted(after):
        if first not in after:
            continue
        edge, ring = first, [crossing(first)]
        while edge in after:
            edge = after.pop(edge)
            ring.append(crossing(edge))
        rings.append(ring)
    return rings


def smoothed(values: Any, sigma: float) -> Any:
    """The field blurred by a bell of ``sigma`` cells."""
    radius = max(1, int(3 * sigma + 0.5))
    bell = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    bell /= bell.sum()
    out = np.asarray(values, dtype=float)
    for axis in (0, 1):
        pads = [(radius, radius) if a == axis else (0, 0) for a in (0, 1)]
        wide = np.pad(out, pads, mode="edge")
        size = out.shape[axis]
        out = sum(
            weight * np.take(wide, np.arange(offset, offset + size), axis=axis) for offset, weight in enumerate(bell)
        )
    return out
