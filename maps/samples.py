"""Samples for the key of a sheet: what is on the map, drawn by the same functions in a hex of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from maps import svg, terrain, wild
from maps.hexgrid import HexGrid
from maps.shapes import Line, Shape, box
from maps.water import Course, meander

Palette = dict[str, str]
SIZE = 31.0
TOWN = terrain.Build(0.50, 0.02, 0.3, ground=0.56)  # larger than on the map, because the sample is smaller


def sample(kind: str, x: float, y: float, palette: Palette, filling: Callable[[HexGrid, str], list[str]]) -> list[str]:
    """A hex standing on a side, with what ``filling`` draws for its grid and its name."""
    name = f"key {kind}"
    grid = HexGrid(SIZE, (x, y), {name: (0, 0)}, flat=True)
    ring = svg.polyline(grid.corners(name), True)
    out = [svg.path(ring, fill=palette["key_land"], stroke=palette["grid"], stroke_width=1.0)]
    return plain([*out, *filling(grid, name)])


def plain(parts: list[str]) -> list[str]:
    """Samples without their ids and classes, which stand for the map itself.

    >>> plain(['<path d="M0 0h64" class="road" id="road-1"/>'])
    ['<path d="M0 0h64"/>']
    """
    return [re.sub(r' (id|class)="[^"]*"', "", part) for part in parts]


def around(grid: HexGrid, name: str) -> Shape:
    """Land enough for a sample."""
    x, y = grid.centre(name)
    return box(x - 60, y - 60, x + 60, y + 60)


def ground(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    """Country that is hard to cross."""
    return wild.KINDS[kind](grid, [name], around(grid, name), palette).elements


def place(kind: str, grid: HexGrid, name: str, palette: Palette, build: terrain.Build) -> list[str]:
    """A city or a town."""
    return terrain.built_up(grid, [name], around(grid, name), palette, kind, build).elements


def strait(grid: HexGrid, name: str, palette: Palette) -> list[str]:
    """Sea along the upper sides."""
    data = svg.polyline(_upper_sides(grid, name))
    return [
        svg.path(data, fill="none", stroke=palette["coast"], stroke_width=15, stroke_linejoin="round"),
        svg.path(data, fill="none", stroke=palette["sea"], stroke_width=12, stroke_linejoin="round"),
    ]


def course(kind: str, grid: HexGrid, name: str) -> Course:
    """A river along the upper sides."""
    return Course(kind, "", (), meander(_upper_sides(grid, name), [True, False, False, True], 1.6))


def _upper_sides(grid: HexGrid, name: str) -> Line:
    corners = grid.corners(name)
    return [corners[5], corners[0], corners[1], corners[2]]
