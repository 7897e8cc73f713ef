"""The hex grid on the page: centres, corners and sides, in the drawing's own units.

Hexes stand on a point or, in a flat grid, on a side. Every centre and corner also has a whole-number address on a
lattice whose steps are half a hex width one way and half a hex size the other, so that shared corners are equal exactly
and never by rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from maps.shapes import Line, Point, Shape, polygon, union

Lattice = tuple[int, int]

POINTED: tuple[Lattice, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Corner offsets on the lattice, clockwise from the north point."""
FLAT: tuple[Lattice, ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The same for hexes that stand on a side, clockwise from the north-western corner."""
AROUND_POINTED: tuple[Lattice, ...] = ((2, 0), (1, 3), (-1, 3), (-2, 0), (-1, -3), (1, -3))
"""Offsets of the neighbouring centres, clockwise from the east."""
AROUND_FLAT: tuple[Lattice, ...] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""The same for hexes that stand on a side, clockwise from the north: the side from corner n to n + 1 faces number n."""


@dataclass(frozen=True)
class HexGrid:
    """Where each hex lies. ``size`` is centre to corner; ``origin`` is the page position of lattice (0, 0)."""

    size: float
    origin: Point
    places: Mapping[str, Lattice]
    flat: bool = False

    @property
    def width(self) -> float:
        """Flat side to flat side."""
        return self.size * math.sqrt(3)

    @property
    def steps(self) -> Point:
        """How long the steps of the lattice are, across and down."""
        return (self.size / 2, self.width / 2) if self.flat else (self.width / 2, self.size / 2)

    @property
    def offsets(self) -> Line:
        """Where the corners of a hex lie from its centre, clockwise."""
        across, down = self.steps
        return [(dx * across, dy * down) for dx, dy in (FLAT if self.flat else POINTED)]

    def at(self, spot: Lattice) -> Point:
        """The page position of a lattice spot."""
        if self.flat:
            return (self.origin[0] + spot[0] * self.size / 2, self.origin[1] + spot[1] * self.width / 2)
        return (self.origin[0] + spot[0] * self.width / 2, self.origin[1] + spot[1] * self.size / 2)

    def centre(self, hex_id: str) -> Point:
        """The page position of a hex's centre."""
        return self.at(self.places[hex_id])

    def corner_spots(self, hex_id: str) -> list[Lattice]:
        """The lattice spots of a hex's corners, clockwise."""
        x, y = self.places[hex_id]
        return [(x + dx, y + dy) for dx, dy in (FLAT if self.flat else POINTED)]

    def corners(self, hex_id: str) -> Line:
        """The page positions of a hex's corners, clockwise."""
        return [self.at(spot) for spot in self.corner_spots(hex_id)]

    def area(self, hex_id: str) -> Shape:
        """The hex as an area."""
        return polygon(self.corners(hex_id))

    def areas(self, hex_ids: Iterable[str]) -> Shape:
        """Several hexes melted into one area."""
        return union(self.area(hex_id).buffer(0.01, join_style="mitre") for hex_id in hex_ids)

    def side(self, a: str, b: str) -> tuple[Lattice, Lattice]:
        """The two corners that neighbouring hexes share, in lattice order."""
        shared = sorted(set(self.corner_spots(a)) & set(self.corner_spots(b)))
        if len(shared) != 2:
            raise ValueError(f"{a} and {b} are not neighbours")
        return shared[0], shared[1]

    def neighbours(self, hex_id: str) -> list[Lattice]:
        """The lattice spots of the six neighbouring centres, whether or not they are on the map."""
        x, y = self.places[hex_id]
        return [(x + dx, y + dy) for dx, dy in (AROUND_FLAT if self.flat else AROUND_POINTED)]


def rows_from_the_east(hex_ids: Iterable[str], size: float, first_row: int, origin: Point) -> HexGrid:
    """A grid whose ids are CCRR: CC counts rows down the page, RR hexes from right to left.

    Odd rows lie half a hex further left. ``origin`` is the centre of hex RR 01 in row ``first_row``.
    """
    places = {}
    for hex_id in hex_ids:
        row, step = int(hex_id[:2]), int(hex_id[2:])
        places[hex_id] = (-2 * (step - 1) - (row % 2), 3 * (row - first_row))
    return HexGrid(size, origin, places)


def columns_from_the_west(hex_ids: Iterable[str], size: float, origin: Point) -> HexGrid:
    """A flat grid whose ids are CCRR: CC counts columns from the left, RR hexes down the page.

    Even columns lie half a hex lower. ``origin`` is the centre of hex 0101.
    """
    places = {}
    for hex_id in hex_ids:
        column, step = int(hex_id[:2]), int(hex_id[2:])
        places[hex_id] = (3 * (column - 1), 2 * (step - 1) + (column % 2 == 0))
    return HexGrid(size, origin, places, flat=True)


def lettered(hex_id: str) -> Lattice:
    """Column and row of an id that names its column by letters: A to Z, then AA, BB and so on; @ is column 0.

    >>> lettered("A1"), lettered("Z9"), lettered("AA35"), lettered("RR7"), lettered("@16")
    ((1, 1), (26, 9), (27, 35), (44, 7), (0, 16))
    """
    letters = hex_id.rstrip("0123456789")
    return ord(letters[0]) - ord("@") + 26 * (len(letters) - 1), int(hex_id[len(letters) :])


def letters_from_the_west(hex_ids: Iterable[str], size: float, origin: Point) -> HexGrid:
    """A flat grid whose ids are letters for the column and a number for the hex down the page.

    Even columns lie half a hex lower. ``origin`` is the centre of hex A1.
    """
    spots = {hex_id: lettered(hex_id) for hex_id in hex_ids}
    places = {h: (3 * (column - 1), 2 * (step - 1) + (column % 2 == 0)) for h, (column, step) in spots.items()}
    return HexGrid(size, origin, places, flat=True)
