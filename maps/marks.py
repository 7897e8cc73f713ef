"""Marks in hexes that several sheets have: forts, dragon's teeth, anchors, figures, stars, arrows onto beaches."""

from __future__ import annotations

import math
from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.shapes import Line, Point
from maps.terrain import anchor

Palette = dict[str, str]
TOOTH = 8.6  # how far the teeth of the West Wall stand apart


def ring(grid: HexGrid, hex_id: str, inset: float) -> Line:
    x, y = grid.centre(hex_id)
    scale = 1.0 - inset / (grid.width / 2)
    return [(x + dx * scale, y + dy * scale) for dx, dy in grid.offsets]


def west_wall(grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """Dragon's teeth along the inside of every side."""
    teeth = []
    for hex_id in hex_ids:
        corners = ring(grid, hex_id, 5.6)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
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
        corners = ring(grid, hex_id, 5.2)
        walls.append(svg.polyline(corners, True))
        x, y = grid.centre(hex_id)
        for px, py in corners:
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


def side_spot(grid: HexGrid, hex_id: str, way: int) -> Point:
    """The place for a small mark beside a counter: by the western (−1) or eastern (1) corner of a flat hex."""
    x, y = grid.centre(hex_id)
    return x + way * 0.755 * grid.size, y


def ports(grid: HexGrid, hex_ids: list[str], palette: Palette) -> str:
    """An anchor by the western corner of every port."""
    return svg.group([anchor(*side_spot(grid, hex_id, -1), 0.82, palette) for hex_id in hex_ids], class_="anchors")


def figure(x: float, y: float, words: str, palette: Palette, colour: str) -> list[str]:
    """A small disc with a number in it."""
    edge: dict[str, Any] = {"stroke": palette[colour], "stroke_width": 0.9, "stroke_opacity": 0.7}
    disc: dict[str, Any] = {"cx": svg.number(x), "cy": svg.number(y), "r": 6.2}
    return [
        svg.element("circle", **disc, fill=palette["halo"], fill_opacity=0.88, **edge),
        svg.text(words, x, y + 3.3, font_size=9.2, fill=palette[colour]),
    ]


def stars(grid: HexGrid, hex_ids: list[str], palette: Palette, way: int = -1) -> str:
    """A star by the western (−1) or eastern (1) corner of cities that decide the game."""
    return svg.group([star(*side_spot(grid, hex_id, way), palette) for hex_id in hex_ids], class_="stars")


def star(x: float, y: float, palette: Palette, radius: float = 9.0) -> str:
    """A five-pointed star."""
    points = []
    for step in range(10):
        angle, far = math.radians(36 * step), radius if step % 2 == 0 else 0.42 * radius
        points.append((x + math.sin(angle) * far, y - math.cos(angle) * far))
    edge: dict[str, Any] = {"stroke": palette["halo"], "stroke_width": 1.4, "stroke_linejoin": "round"}
    return svg.path(svg.polyline(points, True), fill=palette["star"], paint_order="stroke", **edge)


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
