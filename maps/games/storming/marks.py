"""Marks in and between hexes: forts, bridges, dams, ports, beaches, and the entrance hexes at the edges."""

from __future__ import annotations

import math

from maps import svg
from maps.hexgrid import HexGrid
from maps.roads import middle
from maps.shapes import Line, Point, Shape, box, grow, line
from maps.terrain import Build, anchor

Palette = dict[str, str]
CITY, TOWN = Build(0.76, 0.05, 0.42), Build(0.36, 0.04, 0.5, ground=0.44)
TOOTH = 8.6  # how far the teeth of the West Wall stand apart


def _ring(grid: HexGrid, hex_id: str, inset: float) -> Line:
    x, y = grid.centre(hex_id)
    scale = 1.0 - inset / (grid.width / 2)
    return [(x + dx * scale, y + dy * scale) for dx, dy in grid.offsets]


def west_wall(grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """Dragon's teeth along the inside of every side."""
    teeth = []
    for hex_id in hex_ids:
        ring = _ring(grid, hex_id, 5.6)
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            length = math.dist(a, b)
            ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            count = int(length / TOOTH)
            for number in range(count):
                at = (length - (count - 1) * TOOTH) / 2 + number * TOOTH
                x, y = a[0] + ux * at, a[1] + uy * at
                left, right = (x - ux * 3.2, y - uy * 3.2), (x + ux * 3.2, y + uy * 3.2)
                teeth.append(svg.polyline([left, (x + uy * 4.6, y - ux * 4.6), right], True))
    return svg.path("".join(teeth), fill=palette["westwall"], class_="westwall")


def ring_forts(grid: HexGrid, hex_ids: list[str], palette: Palette, kind: str) -> str:
    """A wall round the hex with a work at each corner: round for a coastal fort, a bastion's diamond at Metz."""
    walls, works = [], []
    for hex_id in hex_ids:
        ring = _ring(grid, hex_id, 5.2)
        walls.append(svg.polyline(ring, True))
        x, y = grid.centre(hex_id)
        for px, py in ring:
            away = math.dist((px, py), (x, y))
            ux, uy = (px - x) / away, (py - y) / away
            px, py = px - ux * 2.4, py - uy * 2.4
            if kind == "coastal":
                works.append(f"M{svg.number(px - 4.6)} {svg.number(py)}a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1-9.2 0")
            else:
                diamond = [(ux * 6.6, uy * 6.6), (-uy * 5.2, ux * 5.2), (-ux * 6.6, -uy * 6.6), (uy * 5.2, -ux * 5.2)]
                works.append(svg.polyline([(px + dx, py + dy) for dx, dy in diamond], True))
    colour, pale = palette[f"{kind}_fort"], palette["fort_work"]
    return svg.group(
        [
            svg.path("".join(walls), fill="none", stroke=colour, stroke_width=2.6, stroke_linejoin="round"),
            svg.path("".join(works), fill=pale, stroke=colour, stroke_width=2.0, stroke_linejoin="round"),
        ],
        class_=f"{kind}-forts",
    )


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


def side_spot(grid: HexGrid, hex_id: str, way: int) -> Point:
    """The place for a small mark beside a counter: by the western (−1) or eastern (1) corner of a flat hex."""
    x, y = grid.centre(hex_id)
    return x + way * 0.755 * grid.size, y


def ports(grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """An anchor by the western corner of every port."""
    return svg.group([anchor(*side_spot(grid, hex_id, -1), 0.82, palette) for hex_id in hex_ids], class_="anchors")


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


def landings(grid: HexGrid, beaches: list[tuple[str, float, float, str]], palette: Palette) -> str:
    """An arrow from the sea onto each beach: hex, where the arrow begins from its centre, and the colour."""
    out = []
    for hex_id, dx, dy, colour in beaches:
        x, y = grid.centre(hex_id)
        length = math.hypot(dx, dy)
        ux, uy = -dx / length, -dy / length
        tip = (x + dx * 0.36, y + dy * 0.36)
        tail = (x + dx, y + dy)
        neck = (tip[0] - ux * 17, tip[1] - uy * 17)

        def beside(at: Point, off: float, nx: float = -uy, ny: float = ux) -> Point:
            return at[0] + nx * off, at[1] + ny * off

        shape = [
            tip, beside(neck, 12), beside(neck, 5.5), beside(tail, 7.5), (tail[0] + ux * 7, tail[1] + uy * 7),
            beside(tail, -7.5), beside(neck, -5.5), beside(neck, -12),
        ]  # fmt: skip
        out.append(
            svg.path(
                svg.polyline(shape, True),
                fill=palette[colour],
                stroke=palette["halo"],
                stroke_width=1.6,
                stroke_linejoin="round",
                fill_opacity=0.9,
            )
        )
    return svg.group(out, class_="landings")


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
        tint.append(svg.polyline(_ring(grid, hex_id, 2.0), True))
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
