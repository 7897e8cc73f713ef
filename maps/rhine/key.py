"""The key: a sample of each terrain, line and mark, drawn as on the map, with figures from the game's tables."""

from __future__ import annotations

from functools import partial
from typing import Any

from maps import key, samples, svg, terrain, water
from maps.hexgrid import HexGrid
from maps.lines import band, stroke
from maps.marks import figure, ring_forts, star, west_wall
from maps.marks import landings as arrows
from maps.projection import Projection
from maps.rhine import lines, marks, streams
from maps.rhine.board import Board

Facts = dict[str, Any]
Palette = dict[str, str]


def drawn(board: Board, facts: Facts, plane: Projection) -> list[str]:
    """The whole panel."""
    palette: Palette = facts["palette"]
    return key.drawn(facts, board.figures, plane, partial(_sample, palette=palette), partial(_mark, palette=palette))


def _sample(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A hex with the terrain or the mark in it."""
    return samples.sample(kind, x, y, palette, lambda grid, name: _filling(kind, grid, name, palette))


def _filling(kind: str, grid: HexGrid, name: str, palette: Palette) -> list[str]:
    match kind:
        case "rough" | "swamp" | "forest":
            return samples.ground(kind, grid, name, palette)
        case "city":
            return samples.place(kind, grid, name, palette, marks.CITY)
        case "town":
            return samples.place(kind, grid, name, palette, samples.TOWN)
        case "fortress" | "metz":
            city = samples.place("city", grid, name, palette, marks.CITY)
            return [*city, ring_forts(grid, [name], palette, "coastal" if kind == "fortress" else kind)]
        case "siegfried":
            return [west_wall(grid, [name], palette)]
        case "estuary":
            return samples.strait(grid, name, palette)
        case "river" | "wide":
            drawn = water.drawn([samples.course(kind, grid, name)], streams.KINDS, palette)
            return [svg.group(drawn, fill="none", stroke_linecap="round", stroke_linejoin="round")]
    return []


def _mark(kind: str, x: float, y: float, palette: Palette) -> list[str]:
    """A stretch of a line, or a small sign, 64 wide."""
    data = f"M{svg.number(x)} {svg.number(y)}h64"
    if kind == "frontier":
        thin: Facts = {"stroke_width": 1.3, "stroke_opacity": 0.7, "stroke_dasharray": "9 3 1.5 3"}
        return [svg.path(data, stroke=palette["frontier"], **thin)]
    if kind == "goal":
        field: Facts = {"x": svg.number(x + 4), "y": svg.number(y - 11), "width": 56, "height": 22}
        rim: Facts = {"stroke_width": lines.RIM, "stroke_opacity": 0.42}
        return [
            svg.element("rect", fill=palette["key_land"], **field),
            svg.element("rect", fill=palette["goal"], fill_opacity=0.2, **field),
            svg.path(f"M{svg.number(x + 8)} {svg.number(y - 11)}v22", stroke=palette["goal"], **rim),
        ]
    if kind in lines.STYLES:
        style = lines.STYLES[kind]
        return samples.plain([*band(data, style, palette), *stroke(data, style, palette, kind)])
    if kind == "port":
        return [terrain.anchor(x + 32, y, 1.0, palette)]
    if kind == "star":
        return [star(x + 32, y, palette, 10.0)]
    if kind == "limit":
        group: Facts = {"text_anchor": "middle", "font_weight": "bold", "font_family": "sans-serif"}
        return [svg.group(figure(x + 32, y, "4", palette, "limit"), **group)]
    if kind == "landing":
        # An arrow ends short of a hex's centre; here the hex is too small to be seen.
        near = HexGrid(0.1, (x + 84, y), {kind: (0, 0)}, flat=True)
        plate = svg.group(marks.plate(x + 14, y, "1+1", palette), text_anchor="middle", font_weight="bold")
        return samples.plain([arrows(near, [(kind, -54.0, 0.0, "landing")], palette), plate])
    raise ValueError(f"the key has no sample of {kind}")
