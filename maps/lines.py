"""Lines and tints along hexsides, as every sheet draws them: borders, limits, zones."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.shapes import Line, Shape, coordinates, grow, joined, line, lines, rings, simplified, spline, union

Palette = dict[str, str]
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Style:
    """How a line is drawn: a pale band, a dark casing and the dashes on it; a width of 0 leaves a part out."""

    colour: str
    width: float
    dashes: str = ""
    band: float = 0.0
    casing: float = 0.0
    round: bool = False


def band(data: str, style: Style, palette: Palette) -> list[str]:
    """The pale band of a line, to lie beneath roads and rivers; nothing for a line without one."""
    if not style.band:
        return []
    wide: dict[str, Any] = {"stroke_width": style.band, "stroke_opacity": 0.26, "stroke_linejoin": "round"}
    return [svg.path(data, fill="none", stroke=palette[style.colour], **wide)]


def stroke(data: str, style: Style, palette: Palette, name: str) -> list[str]:
    """The dashes of a line and the casing that lifts them off the ground."""
    common: dict[str, Any] = {
        "fill": "none",
        "stroke_linejoin": "round",
        "stroke_linecap": "round" if style.round else "butt",
        "stroke_dasharray": style.dashes or None,
    }
    out = []
    if style.casing:
        out.append(svg.path(data, stroke=palette["casing"], stroke_width=style.width + style.casing, **common))
    colour = palette[style.colour]
    return [*out, svg.path(data, stroke=colour, stroke_width=style.width, class_=f"line-{name}", **common)]


def along(grid: HexGrid, pairs: Pairs) -> list[Line]:
    """Hexsides put together into lines, longest first."""
    sides = [line([grid.at(spot) for spot in grid.side(a, b)]) for a, b in pairs]
    return lines(joined(union(sides)))


def softened(grid: HexGrid, pairs: Pairs) -> list[Line]:
    """Lines along hexsides with their corners cut, for frontiers that no rule speaks of."""
    out = []
    for points in along(grid, pairs):
        middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in itertools.pairwise(points)]
        curve = spline([points[0], *middles, points[-1]], 6)
        out.append(coordinates(simplified(line(curve), 0.25)))
    return out


def within(grid: HexGrid, hex_ids: Sequence[str], pairs: Pairs, inset: float, near: float) -> list[Line]:
    """Lines a little inside an area, as far as its edge runs along some hexsides (so ``near`` to them)."""
    beside = grow(union(line(points) for points in along(grid, pairs)), near)
    return lines(joined(grow(grid.areas(hex_ids), -inset).boundary.intersection(beside)))


def neighbours(grid: HexGrid) -> Pairs:
    """Every pair of neighbouring hexes of the map, once."""
    at = {spot: hex_id for hex_id, spot in grid.places.items()}
    found = {
        tuple(sorted((hex_id, at[spot]))) for hex_id in grid.places for spot in grid.neighbours(hex_id) if spot in at
    }
    return sorted((a, b) for a, b in found)


def outline(grid: HexGrid, hex_ids: list[str], inset: float) -> list[Line]:
    """The outline of a zone, a little inside its hexsides."""
    return list(rings(grow(grid.areas(hex_ids), -inset)))


def shaded(grid: HexGrid, hex_ids: list[str], palette: Palette, colour: str, opacity: float, land: Shape) -> str:
    """A flat tint over hexes."""
    area = grow(grid.areas(hex_ids), -1.0).intersection(land)
    return svg.path(svg.area(simplified(area, 0.3)), fill=palette[colour], fill_opacity=opacity, fill_rule="evenodd")
