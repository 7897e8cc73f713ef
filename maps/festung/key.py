"""The key and the boxes: a sample of each terrain, line and mark, drawn as on the map, with figures from the tables."""

from __future__ import annotations

from functools import partial
from typing import Any

from maps import furniture, key, samples, svg, terrain, water
from maps.festung import lines, marks, streams
from maps.festung.board import Board, Box
from maps.hexgrid import HexGrid
from maps.lines import band, stroke
from maps.marks import ring_forts, star
from maps.projection import Projection
from maps.shapes import Point

Facts = dict[str, Any]
Palette = dict[str, str]
TITLE = 58.0  # how much of a box its title takes


def drawn(board: Board, facts: Facts, plane: Projection) -> list[str]:
    """The whole panel."""
    palette: Palette = facts["palette"]
    return key.drawn(facts, board.figures, plane, partial(_sample, palette=palette), partial(_mark, palette=palette))


def middles(facts: Facts) -> dict[str, Point]:
    """Where the counters of each box lie: in the middle of the room beneath its title."""
    spots = {}
    for name, item in facts["fronts"].items():
        left, top, right, bottom = item["box"]
        spots[name] = ((left + right) / 2, (top + TITLE + bottom) / 2)
    return spots


def front(box: Box, item: Facts, grid: HexGrid, palette: Palette) -> list[str]:
    """A box beyond the hexes: its title, its short name, and a place for counters with room around it."""
    left, top, right, bottom = item["box"]
    x, y = (left + right) / 2, (top + TITLE + bottom) / 2
    colour = palette[box.side]
    cell = HexGrid(grid.size, (x, y), {box.name: (0, 0)}, flat=True)
    edge: Facts = {"stroke": colour, "stroke_width": 1.6, "stroke_dasharray": "7 5"}
    note: Facts = {"font_size": 13, "font_style": "italic", "text_anchor": "middle", "fill": palette["ink"]}
    heading: Facts = {"font_size": 22, "letter_spacing": 2.5, "font_weight": "bold", "fill": palette["paper"]}
    short: Facts = {"font_size": 15, "font_weight": "bold", "fill": palette["paper"], "text_anchor": "end"}
    return [
        *furniture.panel((left, top, right, bottom), palette),
        svg.element("rect", x=left + 8, y=top + 8, width=right - left - 16, height=TITLE - 24, fill=colour),
        svg.text(box.title.upper(), left + 20, top + 33, **heading),
        svg.text(box.name, right - 20, top + 31, **short),
        svg.path(svg.polyline(cell.corners(box.name), True), fill=colour, fill_opacity=0.08, **edge),
        svg.text(item["under"], x, bottom - 16, **note),
    ]


def _sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A hex with the terrain or the mark in it."""
    return samples.sample(kind, x, y, palette, lambda grid, name: _filling(kind, grid, name, palette))


def _filling(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    match kind:
        case "forest" | "marsh" | "mountain" | "alpine":
            return samples.ground(kind, grid, name, palette)
        case "urban":
            return samples.place(kind, grid, name, palette, marks.URBAN)
        case "fortress":
            return [ring_forts(grid, [name], palette, "coastal")]
        case "beachhead":
            ring = svg.polyline(grid.corners(name), True)
            edge: Facts = {"stroke": palette["beach"], "stroke_width": 2.6, "stroke_dasharray": "7 4"}
            return [svg.path(ring, fill=palette["sea"]), svg.path(ring, fill=palette["sand"], fill_opacity=0.5, **edge)]
        case "river" | "rhine":
            found = water.drawn([samples.course(kind, grid, name)], streams.KINDS, palette)
            return [svg.group(found, fill="none", stroke_linecap="round", stroke_linejoin="round")]
    return []


def _mark(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A stretch of a line, or a small sign, 64 wide."""
    data = f"M{svg.number(x)} {svg.number(y)}h64"
    if kind in lines.STYLES:
        style = lines.STYLES[kind]
        return samples.plain([*band(data, style, palette), *stroke(data, style, palette, kind)])
    if kind == "port":
        return [terrain.anchor(x + 32, y, 1.2, palette)]
    if kind == "vp":
        return [star(x + 32, y, palette, 12.0)]
    if kind == "capital":
        return [marks.capital(x + 32, y, palette)]
    if kind == "ashore":
        return [svg.path(svg.polyline(marks.arrow(x + 32, y, (1.0, 0.0)), True), fill=palette["beach"])]
    if kind == "way":
        return [svg.path(svg.polyline(marks.arrow(x + 32, y, (1.0, 0.0)), True), fill=palette["axis"])]
    bold: Facts = {"text_anchor": "middle", "font_weight": "bold", "font_family": "sans-serif"}
    return [svg.group(marks.wheel(x + 32, y, *marks.SUPPLY[kind], palette), **bold)]
