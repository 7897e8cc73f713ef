"""Marks on the hexes: landings with their values, and stacking limits of the coast."""

from __future__ import annotations

import math
from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.marks import figure, side_spot
from maps.marks import landings as arrows
from maps.rhine.board import Board
from maps.shapes import Point
from maps.terrain import Build

Palette = dict[str, str]
CITY, TOWN = Build(0.76, 0.05, 0.42), Build(0.36, 0.04, 0.5, ground=0.44)
REACH = 97.0  # how far from the centre of a landing hex its arrow begins
BEHIND = 15.0  # how far behind the arrow its value stands
PLATE = (34.0, 19.0)


def landing_ways(board: Board, grid: HexGrid) -> dict[str, Point]:
    """For every landing hex the way straight out across its sea sides, as far as its arrow begins."""
    in_play = set(grid.places.values())
    out: dict[str, Point] = {}
    for hex_id in board.where(lambda row: bool(row.landing)):
        x, y = grid.centre(hex_id)
        seawards = [grid.at(spot) for spot in grid.neighbours(hex_id) if spot not in in_play]
        dx, dy = sum(sx - x for sx, _ in seawards), sum(sy - y for _, sy in seawards)
        length = math.hypot(dx, dy)
        out[hex_id] = (dx / length * REACH, dy / length * REACH)
    return out


def plate_spot(grid: HexGrid, hex_id: str, way: Point) -> Point:
    """The middle of the plate with a landing's value."""
    x, y = grid.centre(hex_id)
    # A plate is wider than high, so that an arrow from the side leaves it more room.
    far = REACH + BEHIND + abs(way[0]) / REACH * (PLATE[0] - PLATE[1]) / 2
    return x + way[0] / REACH * far, y + way[1] / REACH * far


def landings(board: Board, grid: HexGrid, ways: dict[str, Point], palette: Palette) -> list[str]:
    """An arrow onto every landing hex, and a plate with what may land there."""
    plates = []
    for hex_id, way in ways.items():
        plates += plate(*plate_spot(grid, hex_id, way), board.hexes[hex_id].landing, palette)
    arrowed = arrows(grid, [(hex_id, *way, "landing") for hex_id, way in ways.items()], palette)
    return [arrowed, svg.group(plates, class_="landing-values", text_anchor="middle", font_weight="bold")]


def plate(x: float, y: float, words: str, palette: Palette) -> list[str]:
    """A rounded plate with a landing's value."""
    wide, high = PLATE
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.4}
    shape: dict[str, Any] = {"x": svg.number(x - wide / 2), "y": svg.number(y - high / 2), "rx": 4}
    return [
        svg.element("rect", **shape, width=wide, height=high, fill=palette["landing"], **edge),
        svg.text(words, x, y + 5.0, font_size=14.5, fill=palette["halo"]),
    ]


def limits(board: Board, grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """The stacking limit of coastal hexes, in a disc by the eastern corner."""
    out = []
    for hex_id in hex_ids:
        out += figure(*side_spot(grid, hex_id, 1), str(board.stacking_limit(hex_id)), palette, "limit")
    return svg.group(out, class_="limits", text_anchor="middle", font_weight="bold", font_family="sans-serif")
