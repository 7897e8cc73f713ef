"""Roads: through the centres of hexes and the middles of hexsides, with as much bend as a road has."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from maps.hexgrid import HexGrid
from maps.noise import field
from maps.shapes import Line, Point, coordinates, line, simplified, spline


def middle(grid: HexGrid, a: str, b: str) -> Point:
    """The middle of the side between two hexes."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    return (ax + bx) / 2, (ay + by) / 2


def chains(links: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The links put together into runs of hexes; each link is in one run.

    >>> chains([("0101", "0102"), ("0103", "0102"), ("0102", "0203")])
    [['0101', '0102', '0103'], ['0102', '0203']]
    """
    beside: dict[str, list[str]] = defaultdict(list)
    for a, b in sorted(tuple(sorted(link)) for link in links):
        beside[a].append(b)
        beside[b].append(a)
    left = {frozenset((a, b)) for a, others in beside.items() for b in others}
    out = []
    # Dead ends and junctions first, so that no run begins in the middle of a road.
    for start in sorted(beside, key=lambda hex_id: (len(beside[hex_id]) == 2, hex_id)):
        for there in beside[start]:
            if frozenset((start, there)) not in left:
                continue
            run = [start]
            onward: str | None = there
            while onward:
                left.discard(frozenset((run[-1], onward)))
                run.append(onward)
                onward = next((other for other in beside[run[-1]] if frozenset((run[-1], other)) in left), None)
            out.append(run)
    return out


def winding(grid: HexGrid, run: list[str], reach: float = 3.0) -> Line:
    """The line of a road: exactly through every centre and the middle of every side, winding a little between."""
    through: Line = [grid.centre(run[0])]
    for here, there in itertools.pairwise(run):
        a, m, b = grid.centre(here), middle(grid, here, there), grid.centre(there)
        for start, end in ((a, m), (m, b)):
            length = math.dist(start, end)
            x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            sway = reach * float(field(np.array(x), np.array(y), 37.0, 83))
            through.append((x - (end[1] - start[1]) / length * sway, y + (end[0] - start[0]) / length * sway))
            through.append(end)
    return coordinates(simplified(line(spline(through, 4)), 0.25))
