"""The key: a sample of each terrain, line and mark, drawn as on the map, with figures from the game's tables."""

from __future__ import annotations

from functools import partial
from typing import Any

from maps import furniture, key, samples, svg, terrain, water
from maps.fortress import lines, marks, rails, streams
from maps.fortress.board import Board
from maps.hexgrid import HexGrid
from maps.lines import band, stroke
from maps.marks import ring_forts, star
from maps.projection import Projection

Facts = dict[str, Any]
Palette = dict[str, str]
SAMPLE_CITY = terrain.Build(0.6, 0.02, 0.3, ground=0.66)  # larger than on the map, because the sample is smaller


def drawn(board: Board, facts: Facts, plane: Projection) -> list[str]:
    """The whole panel."""
    palette: Palette = facts["palette"]
    return key.drawn(facts, board.figures, plane, partial(_sample, palette=palette), partial(_mark, palette=palette))


def base(item: Facts, palette: Palette) -> list[str]:
    """The box of a base beyond the map, left free for counters beneath its name."""
    left, top, right, bottom = item["box"]
    middle: Facts = {"text_anchor": "middle", "fill": palette["ink"]}
    heading: Facts = {"font_size": 18, "letter_spacing": 6, "font_weight": "bold", **middle}
    note: Facts = {"font_size": 11, "font_style": "italic", **middle}
    centre = (left + right) / 2
    return [
        *furniture.panel((left, top, right, bottom), palette),
        svg.text(item["text"], centre, top + 30, **heading),
        svg.text(item["under"], centre, top + 47, **note),
    ]


def _sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A hex with the terrain or the mark in it."""
    return samples.sample(kind, x, y, palette, lambda grid, name: _filling(kind, grid, name, palette))


def _filling(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    match kind:
        case "rough" | "mountain" | "alpine" | "flooded":
            return samples.ground(kind, grid, name, palette)
        case "city":
            return samples.place(kind, grid, name, palette, SAMPLE_CITY)
        case "major":
            x, y = grid.centre(name)
            return [*samples.place("city", grid, name, palette, SAMPLE_CITY), star(x - 22, y, palette, 8.0)]
        case "fortress":
            return [ring_forts(grid, [name], palette, "coastal")]
        case "estuary":
            return samples.strait(grid, name, palette)
        case "dyke":
            sea = svg.path(svg.polyline(grid.corners(name), True), fill=palette["sea"])
            return [sea, svg.group(marks.dyke(grid, [name], palette), fill="none")]
        case "river":
            found = water.drawn([samples.course(kind, grid, name)], streams.KINDS, palette)
            return [svg.group(found, fill="none", stroke_linecap="round", stroke_linejoin="round")]
        case "rail":
            x, y = grid.centre(name)
            dx, dy = grid.size * 0.75, grid.size * 0.433
            track = rails.drawn([[(x - dx, y + dy), (x, y), (x + dx, y - dy)]], palette)
            return [svg.group(track, fill="none", stroke_linecap="round")]
    return []


def _mark(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A stretch of a line, or a small sign, 64 wide."""
    data = f"M{svg.number(x)} {svg.number(y)}h64"
    bold: Facts = {"text_anchor": "middle", "font_weight": "bold", "font_family": "sans-serif"}
    if kind == "frontier":
        thin: Facts = {"stroke_width": 1.5, "stroke_opacity": 0.7, "stroke_dasharray": "9 3 1.5 3"}
        return [svg.path(data, stroke=palette["frontier"], **thin)]
    if kind in lines.STYLES:
        style = lines.STYLES[kind]
        return samples.plain([*band(data, style, palette), *stroke(data, style, palette, kind)])
    if kind == "port":
        plate = svg.group(marks.plate(x + 46, y, "7", palette), **bold)
        return [terrain.anchor(x + 20, y, 0.95, palette), plate]
    if kind == "uboat":
        return [marks.submarine(x + 32, y, palette)]
    if kind == "v1":
        return [marks.flying_bomb(x + 32, y, palette)]
    # A beach's arrow stands where its hex ends; here the hex is too small to be seen.
    if kind == "beach":
        near = HexGrid(0.1, (x + 38, y), {kind: (0, 0)}, flat=True)
        return [svg.path(svg.polyline(marks.chevron(near, kind, (-0.1, 0.0)), True), fill=palette["beach"])]
    if kind == "arrow":
        return [svg.path(marks.double_arrow(x + 32, y, (1.0, 0.0)), fill=palette["arrow"])]
    if kind == "knot":
        grid = HexGrid(1.0, (x + 32, y), {}, flat=True)
        river: Facts = {"stroke": palette["river"], "stroke_width": 5.2, "stroke_linecap": "round"}
        return samples.plain([svg.path(data, **river), streams.knots(grid, [(0, 0)], palette)])
    if kind == "exit":
        return samples.plain([rails.departures([((x + 4, y), (x + 46, y))], palette)])
    if kind == "outside":
        cell = HexGrid(15.0, (x + 32, y), {kind: (0, 0)}, flat=True)
        ring = svg.polyline(cell.corners(kind), True)
        return [svg.path(ring, fill=palette["sea"], stroke=palette["grid"], stroke_dasharray="4 4")]
    raise ValueError(f"the key has no sample of {kind}")
