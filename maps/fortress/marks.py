"""Marks on the hexes: capacities of ports, U-boat bases, V1 sites, beaches, arrows over estuaries, the dyke."""

from __future__ import annotations

import math
from typing import Any

from maps import svg
from maps.fortress.board import Board
from maps.hexgrid import HexGrid
from maps.marks import side_spot
from maps.roads import middle
from maps.shapes import Point
from maps.terrain import Build

Palette = dict[str, str]
CITY = Build(0.52, 0.04, 0.45, ground=0.58)
BASE = (31.5, 18.2)  # where the badge of a U-boat base stands, from the centre of its hex
HEAD = 7.4  # the radius of a badge
HULL = "q1.2-2 3.4-2v-1.6h1.4v-1.8h1v1.8h1.8v1.6q2.8 0 3.8 1.9q-1.4 2-4 2h-4.4q-2.2 0-3-1.9z"
BOMB = "q1.3 1.6 1.3 4v1h4.4v1.8h-4.4v3.2h2.2v1.5h-7v-1.5h2.2v-3.2h-4.4v-1.8h4.4v-1q0-2.4 1.3-4z"
BESIDE = 20.0  # how far beside the middle of a side an arrow from straight below stands
NARROW = 12.0  # how much nearer to its hex an arrow stands in an estuary, where another comes from the far bank


def capacities(board: Board, grid: HexGrid, palette: Palette) -> str:
    """The capacity of every port, in a plate by the eastern corner."""
    out = []
    for hex_id, capacity in board.capacities.items():
        out += plate(*side_spot(grid, hex_id, 1), str(capacity), palette)
    return svg.group(out, class_="capacities", text_anchor="middle", font_weight="bold", font_family="sans-serif")


def plate(x: float, y: float, words: str, palette: Palette) -> list[str]:
    """A plate with a port's capacity."""
    wide, high = (20.0 if len(words) > 1 else 14.0), 14.0
    shape: dict[str, Any] = {"x": svg.number(x - wide / 2), "y": svg.number(y - high / 2), "rx": 3}
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.0}
    return [
        svg.element("rect", **shape, width=wide, height=high, fill=palette["anchor"], **edge),
        svg.text(words, x, y + 4.2, font_size=11.6, fill=palette["halo"]),
    ]


def bases(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A submarine in every U-boat base."""
    out = []
    for hex_id in board.where(lambda row: row.uboat):
        x, y = grid.centre(hex_id)
        out.append(submarine(x + BASE[0], y + BASE[1], palette))
    return svg.group(out, class_="uboats")


def submarine(x: float, y: float, palette: Palette) -> str:
    """A submarine in a disc."""
    return _badge(x, y, -5.6, 0.9, HULL, palette, "uboat")


def sites(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A flying bomb in every V1 site."""
    spots = (side_spot(grid, hex_id, -1) for hex_id in board.where(lambda row: row.v1))
    return svg.group([flying_bomb(x, y, palette) for x, y in spots], class_="v1-sites")


def flying_bomb(x: float, y: float, palette: Palette) -> str:
    """A flying bomb in a disc, seen from above."""
    return _badge(x, y, 0.0, -6.0, BOMB, palette, "v1")


def _badge(x: float, y: float, dx: float, dy: float, shape: str, palette: Palette, colour: str) -> str:
    """A disc with a silhouette in it, which begins so far from the middle."""
    edge: dict[str, Any] = {"stroke": palette[colour], "stroke_width": 1.0}
    disc = svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=HEAD, fill=palette["halo"], **edge)
    return disc + svg.path(f"M{svg.number(x + dx)} {svg.number(y + dy)}{shape}", fill=palette[colour])


def beach_ways(board: Board, grid: HexGrid) -> dict[str, Point]:
    """For every beach the way to the water: across its sea sides, or else to the estuary that it lies on."""
    out: dict[str, Point] = {}
    over = board.pairs(lambda side: bool(side.estuary))
    mouths = {spot for a, b in over for spot in grid.side(a, b)}
    for hex_id in board.where(lambda row: row.beach):
        x, y = grid.centre(hex_id)
        open_sea = board.seawards(grid, hex_id)
        wet = open_sea or [a if b == hex_id else b for a, b in over if hex_id in (a, b)]
        # A few beaches touch the water only where an estuary ends at a corner of theirs.
        spots = [grid.centre(other) for other in wet] or [grid.at(c) for c in grid.corner_spots(hex_id) if c in mouths]
        # Of sides that face away from one another the middle would be land: then the first of them.
        dx, dy = sum(sx - x for sx, _ in spots), sum(sy - y for _, sy in spots)
        if math.hypot(dx, dy) < 30.0:
            dx, dy = spots[0][0] - x, spots[0][1] - y
        part = (grid.width / 2 - (0.0 if open_sea else NARROW)) / math.hypot(dx, dy)
        out[hex_id] = (dx * part, dy * part)
    return out


def beaches(board: Board, grid: HexGrid, ways: dict[str, Point], palette: Palette) -> str:
    """A small arrow from the sea onto every beach."""
    heads = []
    for hex_id, way in ways.items():
        heads.append(svg.polyline(chevron(grid, hex_id, way), True))
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.2, "stroke_linejoin": "round"}
    return svg.path("".join(heads), fill=palette["beach"], class_="beaches", **edge)


def chevron(grid: HexGrid, hex_id: str, way: Point) -> list[Point]:
    """The arrow of a beach, its tip within the hex and first."""
    x, y = grid.centre(hex_id)
    at = math.hypot(*way)
    ux, uy = way[0] / at, way[1] / at

    # Straight below lies the number of the sea hex: the arrow keeps beside it.
    shift = BESIDE if uy > 0.9 else 0.0

    def spot(out: float, aside: float) -> Point:
        return x + ux * out - uy * (aside + shift), y + uy * out + ux * (aside + shift)

    shape = ((-5, 0), (8, 8.5), (6, 3), (16, 3), (16, -3), (6, -3), (8, -8.5))
    return [spot(at + out, aside) for out, aside in shape]


def arrows(board: Board, grid: HexGrid, palette: Palette) -> str:
    """Blue arrows between beaches that a landing line may join across an estuary (12.15)."""
    data = []
    for a, b in board.pairs(lambda side: side.arrow):
        x, y = middle(grid, a, b)
        ax, ay = grid.centre(a)
        far = math.dist((ax, ay), (x, y))
        data.append(double_arrow(x, y, ((x - ax) / far, (y - ay) / far)))
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.2, "stroke_linejoin": "round"}
    return svg.path("".join(data), fill=palette["arrow"], class_="arrows", **edge)


def double_arrow(x: float, y: float, way: Point) -> str:
    """An arrow that points both ways."""
    ux, uy = way
    shape = [(16, 0), (8, 6), (8, 2.4), (-8, 2.4), (-8, 6), (-16, 0), (-8, -6), (-8, -2.4), (8, -2.4), (8, -6)]
    return svg.polyline([(x + ux * u - uy * v, y + uy * u + ux * v) for u, v in shape], True)


def hamlets(board: Board, grid: HexGrid, palette: Palette) -> str:
    """A ring where a name stands that no rule takes for a city."""
    spots = [grid.centre(h) for h in board.where(lambda row: row.play == "land" and bool(row.name) and not row.city)]
    edge: dict[str, Any] = {"stroke": palette["city_block"], "stroke_width": 1.8}
    rings = [svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=3.6, **edge) for x, y in spots]
    return svg.group(rings, fill=palette["halo"], class_="hamlets")


def dyke(grid: HexGrid, hex_ids: list[str], palette: Palette) -> list[str]:
    """A dam across the hex, from its western corner to its eastern one."""
    out = []
    for hex_id in hex_ids:
        x, y = grid.centre(hex_id)
        across = f"M{svg.number(x - grid.size - 4)} {svg.number(y)}h{svg.number(2 * grid.size + 8)}"
        out += [
            svg.path(across, stroke=palette["coast"], stroke_width=10.0),
            svg.path(across, stroke=palette["land"], stroke_width=7.0, class_="dyke"),
            svg.path(across, stroke=palette["cliff"], stroke_width=7.0, stroke_dasharray="1 5"),
        ]
    return out
