"""Marks in and between the hexes: Beach Heads and their ways ashore, ways into boxes, supply, capitals."""

from __future__ import annotations

import math
from typing import Any

from maps import svg
from maps.festung.board import Board
from maps.hexgrid import HexGrid
from maps.marks import ring, star
from maps.shapes import Line, Point
from maps.terrain import Build, anchor

Palette = dict[str, str]
URBAN = Build(0.66, 0.04, 0.4, ground=0.72)
SUPPLY = {
    "allied": ("A", "allied"), "german": ("G", "axis"), "italian": ("I", "italian"),
    "italian republic": ("R", "italian"), "alpenfestung": ("H", "axis"),
}  # fmt: skip
"""The letter and the colour of a source of supply, by the word in the table."""
SPOTS = {"star": (-0.37, -0.60), "supply": (0.37, -0.60), "anchor": (0.70, 0.0), "capital": (-0.70, 0.0)}
"""Where the small marks of a hex stand, from its centre and in hex sizes: clear of counter, name and arrows."""
BESIDE = 27.0  # how far to the right of number and name an arrow stands that goes straight up or down
BACK = 12.0  # how much earlier one ends that goes up, where the name of the hex above stands


def spot(grid: HexGrid, hex_id: str, kind: str) -> Point:
    """Where a mark of a kind stands in a hex."""
    x, y = grid.centre(hex_id)
    dx, dy = SPOTS[kind]
    return x + dx * grid.size, y + dy * grid.size


def stars(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A star in every hex that is worth a victory point."""
    found = board.where(lambda row: row.vp)
    return svg.group([star(*spot(grid, h, "star"), palette, 12.0) for h in found], class_="stars")


def ports(board: Board, grid: HexGrid, palette: Palette) -> str:
    """An anchor in every port."""
    found = board.where(lambda row: row.port)
    return svg.group([anchor(*spot(grid, h, "anchor"), 1.2, palette) for h in found], class_="anchors")


def sources(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A wheel with a letter where supply comes from."""
    out = []
    for hex_id in board.where(lambda row: bool(row.supply)):
        out += wheel(*spot(grid, hex_id, "supply"), *SUPPLY[board.hexes[hex_id].supply], palette)
    return svg.group(out, class_="supply", text_anchor="middle", font_weight="bold", font_family="sans-serif")


def wheel(x: float, y: float, letter: str, colour: str, palette: Palette) -> list[str]:
    """A toothed wheel with a letter in it."""
    teeth = []
    for step in range(24):
        angle, far = math.radians(15 * step + 7.5), 13.2 if step % 4 < 2 else 10.8
        teeth.append((x + math.sin(angle) * far, y - math.cos(angle) * far))
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.2}
    return [
        svg.path(svg.polyline(teeth, True), fill=palette[colour], **edge),
        svg.text(letter, x, y + 5.2, font_size=14.5, fill=palette["halo"]),
    ]


def capitals(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A square in a ring for every national capital."""
    spots = [spot(grid, h, "capital") for h in board.where(lambda row: row.capital)]
    return svg.group([capital(x, y, palette) for x, y in spots], class_="capitals")


def capital(x: float, y: float, palette: Palette) -> str:
    """The sign of a capital."""
    ink: dict[str, Any] = {"stroke": palette["ink"], "stroke_width": 1.4}
    square = svg.element("rect", x=x - 4, y=y - 4, width=8, height=8, fill=palette["ink"])
    return svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=9.4, fill=palette["halo"], **ink) + square


def beaches(board: Board, grid: HexGrid, palette: Palette) -> str:
    """The ground of every Beach Head, its broken edge, and an arrow across each side onto the land that it faces."""
    found = board.where(lambda row: row.beach)
    rings = "".join(svg.polyline(ring(grid, h, 7.0), True) for h in found)
    heads = [arrow(*_side(grid, h, other)) for h in found for other in board.ashore(grid, h)]
    edge: dict[str, Any] = {"stroke": palette["beach"], "stroke_width": 3.0, "stroke_dasharray": "10 6"}
    lifted: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.4, "stroke_linejoin": "round"}
    return svg.group(
        [
            svg.path(rings, fill=palette["sand"], fill_opacity=0.5, class_="beach-heads", **edge),
            svg.path("".join(svg.polyline(h, True) for h in heads), fill=palette["beach"], class_="ashore", **lifted),
        ]
    )


def _side(grid: HexGrid, hex_id: str, other: str) -> tuple[float, float, Point]:
    """The middle of the side between two hexes, and the way across it."""
    (ax, ay), (bx, by) = grid.centre(hex_id), grid.centre(other)
    far = math.dist((ax, ay), (bx, by))
    x, y, way = (ax + bx) / 2, (ay + by) / 2, ((bx - ax) / far, (by - ay) / far)
    return (x, y, way) if abs(way[1]) < 0.9 else (x + BESIDE, y + (BACK if by < ay else 0.0), way)


def arrow(x: float, y: float, way: Point) -> Line:
    """A stout arrow across a spot, its tip first."""
    ux, uy = way
    shape = ((15, 0), (-1, 14), (-1, 6), (-14, 6), (-14, -6), (-1, -6), (-1, -14))
    return [(x + ux * u - uy * v, y + uy * u + ux * v) for u, v in shape]


def ways_out(board: Board, grid: HexGrid, middles: dict[str, Point], palette: Palette) -> str:
    """An arrow out of every hex of land that borders a front, towards its box."""
    out = []
    for box in board.boxes.values():
        heads = [_outwards(grid, h, middles[box.name]) for h in box.near if board.hexes[h].is_land]
        data = "".join(svg.polyline(head, True) for head in heads)
        if data:
            edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.4, "stroke_linejoin": "round"}
            out.append(svg.path(data, fill=palette[box.side], class_=f"way-{box.name}", **edge))
    return svg.group(out)


def _outwards(grid: HexGrid, hex_id: str, towards: Point) -> Line:
    """The arrow on the free side of a hex that looks most towards a spot."""
    x, y = grid.centre(hex_id)
    taken = set(grid.places.values())
    free = [grid.at(there) for there in grid.neighbours(hex_id) if there not in taken]

    def turned_away(there: Point) -> float:
        dx, dy = there[0] - x, there[1] - y
        return -(dx * (towards[0] - x) + dy * (towards[1] - y))

    there = min(free, key=turned_away)
    far = math.dist((x, y), there)
    ux, uy = (there[0] - x) / far, (there[1] - y) / far
    return arrow(x + ux * (far / 2 + 14), y + uy * (far / 2 + 14), (ux, uy))
