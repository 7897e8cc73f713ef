"""The coast: the real one, bent so that every hex in play reads as land and every other hex of the shore as sea."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maps.hexgrid import HexGrid
from maps.noise import roughened
from maps.shapes import EMPTY, Line, Shape, coordinates, grow, line, polygon, polygons, rounded, simplified, union

INNER = 0.56  # of the hex size: a hex in play is land at least this far behind its seaward sides
OUTER = 0.26  # and the land may reach this far beyond them


@dataclass(frozen=True)
class Coast:
    """The land to be drawn, the land in play (the union of the hexes), and the sea inside the sheet."""

    land: Shape
    in_play: Shape
    sea: Shape


def bend(real_land: Shape, grid: HexGrid, sheet: Shape, free: Sequence[Shape], straits: Shape = EMPTY) -> Coast:
    """Bend the real land to the hexes.

    In the ``free`` areas, where no hex says otherwise, the land is taken as it is: another country's shore, or what
    lies beyond the map's edges. ``straits`` are water between hexes that are land.
    """
    in_play = grid.areas(grid.places)
    core = rounded(grow(in_play, -INNER * grid.size), 0.16 * grid.size)
    core = _parted(core, straits)
    land = union([real_land.intersection(union([grow(in_play, OUTER * grid.size), *free])), core])
    # Where a hex juts out of the real shore, fill the notches beside it: a headland, not a bead on a string.
    filled = grow(grow(land, 1.6 * grid.size), -1.6 * grid.size)
    land = union([land, filled.intersection(grow(in_play, -0.05 * grid.size))])
    land = _parted(land, straits)
    land = simplified(rounded(land, 0.09 * grid.size), 2.2)
    land = union(polygon(_softened(ring)) for ring in (coordinates(p.exterior) for p in polygons(land)))
    land = rounded(roughened(land, 5.0, 30.0, 2.2, seed=11), 1.0)
    land = union([land, grow(core, -4.0)])
    kept = [part for part in polygons(land) if part.area > 0.5 * grid.size**2]
    land = simplified(_parted(union(type(part)(part.exterior) for part in kept), straits), 0.35)
    return Coast(land.intersection(grow(sheet, 30)), in_play, sheet.difference(land))


def straits(grid: HexGrid, sides: Iterable[tuple[str, str]], reach: float) -> Shape:
    """Water along hexsides, so far to either side of them, with natural shores."""
    waters = union(grow(line([grid.at(spot) for spot in grid.side(a, b)]), reach) for a, b in sides)
    return roughened(waters, 6.0, 26.0, 2.0, seed=51)


def _parted(land: Shape, straits: Shape) -> Shape:
    return land if straits.is_empty else land.difference(straits)


def _softened(ring: Line) -> Line:
    """The ring with its corners cut twice (Chaikin), which takes the steps out of a coast traced from cells."""
    for _ in range(2):
        cut: Line = []
        for (ax, ay), (bx, by) in itertools.pairwise(ring):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        ring = [*cut, cut[0]]
    return ring
