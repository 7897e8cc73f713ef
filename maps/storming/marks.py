"""Marks in and between hexes: bridges, dams, a ferry, and the entrance hexes at the edges."""

from __future__ import annotations

import math

from maps import svg
from maps.hexgrid import HexGrid
from maps.marks import ring, side_spot
from maps.roads import middle
from maps.shapes import Shape, box, grow, line
from maps.terrain import Build

Palette = dict[str, str]
CITY, TOWN = Build(0.76, 0.05, 0.42), Build(0.36, 0.04, 0.5, ground=0.44)


def bridges(grid: HexGrid, pairs: list[tuple[str, str]], palette: Palette, kind: str) -> list[str]:
    """The deck across a river, with its parapets; a Rhine bridge is larger and has a colour of its own."""
    reach, gap, thick = (15.0, 5.4, 1.9) if kind == "rhine_bridge" else (10.5, 4.2, 1.4)
    decks, parapets = [], []
    for a, b in pairs:
        mx, my = middle(grid, a, b)
        (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
        length = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        decks.append(svg.polyline([(mx - ux * reach, my - uy * reach), (mx + ux * reach, my + uy * reach)]))
        for way in (-1, 1):
            shape = ((-reach, gap + 2.8), (3.4 - reach, gap), (reach - 3.4, gap), (reach, gap + 2.8))
            parapets.append(svg.polyline([(mx + ux * u - uy * v * way, my + uy * u + ux * v * way) for u, v in shape]))
    ink = palette[kind]
    return [
        svg.path("".join(decks), stroke=palette["deck"], stroke_width=2 * gap, stroke_linecap="butt"),
        svg.path("".join(decks), stroke=palette["road"], stroke_width=2.6, stroke_linecap="butt", class_=kind),
        svg.path("".join(parapets), stroke=ink, stroke_width=thick),
    ]


def ferry(grid: HexGrid, a: str, b: str, palette: Palette) -> list[str]:
    """A dotted way over the water between two hexes, with a boat in the middle of it."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    x, y = middle(grid, a, b)
    hull = f"M{svg.number(x - 8)} {svg.number(y)}h16l-3.4 4.6h-9.2z"
    mast = f"M{svg.number(x)} {svg.number(y - 1)}v-7.5l5 5.5z"
    way = svg.polyline([(ax + (bx - ax) * 0.36, ay + (by - ay) * 0.36), (ax + (bx - ax) * 0.64, ay + (by - ay) * 0.64)])
    return [
        svg.path(
            way,
            fill="none",
            stroke=palette["ferry"],
            stroke_width=2.2,
            stroke_dasharray="0.1 4.4",
            stroke_linecap="round",
        ),
        svg.path(hull + mast, fill=palette["ferry"], stroke=palette["halo"], stroke_width=0.7, class_="ferry"),
    ]


def dams(grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """A dam's curved wall with buttresses, and the lake behind it."""
    out = []
    for hex_id in hex_ids:
        x, y = side_spot(grid, hex_id, 1)
        lake = f"M{svg.number(x - 3)} {svg.number(y - 8)}q-9 8 0 16z"
        wall = f"M{svg.number(x - 2)} {svg.number(y - 9)}q-5 9 0 18"
        feet = "".join(f"M{svg.number(x - 3.6 + abs(dy) * 0.14)} {svg.number(y + dy)}h6.4" for dy in (-6, -2, 2, 6))
        out += [
            svg.path(lake, fill=palette["rhine"]),
            svg.path(wall, fill="none", stroke=palette["dam"], stroke_width=3.2),
            svg.path(feet, fill="none", stroke=palette["dam"], stroke_width=1.6),
        ]
    return svg.group(out, class_="dams")


def entrances(grid: HexGrid, hex_ids: list[str], palette: Palette, part: str) -> str:
    """Grey hexes; where only a part is grey, the outer half: "west" or "south"."""
    shapes: list[Shape] = []
    for hex_id in hex_ids:
        area = grow(grid.area(hex_id), -1.0)
        x, y = grid.centre(hex_id)
        if part == "west":
            area = area.intersection(box(x - 100, y - 100, x, y + 100))
        elif part == "south":
            area = area.intersection(box(x - 100, y, x + 100, y + 100))
        shapes.append(area)
    return svg.path("".join(svg.area(shape) for shape in shapes), fill=palette["entrance"], fill_opacity=0.5)


def waves(grid: HexGrid, hex_ids: list[str], palette: Palette) -> list[str]:
    """Hexes that may be flooded: a blue tint and rows of waves between the counter and the hex's sides."""
    tint, crests = [], []
    for hex_id in hex_ids:
        x, y = grid.centre(hex_id)
        tint.append(svg.polyline(ring(grid, hex_id, 2.0), True))
        free = grow(grid.area(hex_id), -4.0).difference(box(x - 26, y - 40, x + 26, y + 27))
        for row in range(-3, 5):
            for column in range(-4, 5):
                cx, cy = x + column * 14 + (row % 2) * 7, y + row * 9.0
                crest = line([(cx - 5, cy), (cx + 5, cy)])
                if free.contains(crest):
                    crests.append(f"M{svg.number(cx - 5)} {svg.number(cy)}q2.5-4.4 5 0t5 0")
    return [
        svg.path("".join(tint), fill=palette["flood"], fill_opacity=0.42, class_="flood"),
        svg.path("".join(crests), fill="none", stroke=palette["flood_wave"], stroke_width=1.2),
    ]
