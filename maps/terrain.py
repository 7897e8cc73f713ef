"""What grows and stands on the hexes: polder, woods, towns, ports, and the beaches and cliffs of the shore."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from maps import svg
from maps.hexgrid import HexGrid
from maps.noise import field, roughened, scattered, source
from maps.shapes import (
    Point,
    Shape,
    box,
    coordinates,
    disc,
    grow,
    inside,
    line,
    lines,
    polygon,
    polygons,
    rings,
    rounded,
    segmented,
    simplified,
    turned,
    union,
)

Palette = dict[str, str]


@dataclass(frozen=True)
class Drawing:
    """A terrain's area and the elements that show it."""

    area: Shape
    elements: list[str]


def number_room(grid: HexGrid, hex_id: str) -> Shape:
    """The strip at the top of a hex where its number stands."""
    x, y = grid.centre(hex_id)
    return box(x - 0.36 * grid.size, y - 0.80 * grid.size, x + 0.36 * grid.size, y - 0.54 * grid.size)


def polder(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette) -> Drawing:
    """Drained marsh: a green ground cut by ditches into strips."""
    whole = grid.areas(hex_ids)
    ground = roughened(rounded(grow(whole, -1.5), 5.0), 6.0, 22.0, 1.3, seed=21).intersection(land)
    ditches: list[str] = []
    drains: list[str] = []
    for hex_id in hex_ids:
        x, y = grid.centre(hex_id)
        chance = source("polder", hex_id)
        angle = 35.0 * float(field(np.array(x), np.array(y), 260.0, 22)) + chance.choice((-8.0, 0.0, 90.0, 82.0))
        inner = grow(grid.area(hex_id), -3.0).intersection(ground).difference(number_room(grid, hex_id))
        reach = grid.size * 1.1
        at = -reach
        while at < reach:
            ditch = turned(line([(x - reach, y + at), (x + reach, y + at)]), angle, (x, y)).intersection(inner)
            drains += [svg.polyline(points) for points in lines(ditch) if _length(points) > 8]
            following = at + chance.uniform(12.5, 19.0)
            across = -reach + chance.uniform(0.0, 10.0)
            while across < reach:
                cut = turned(line([(x + across, y + at), (x + across, y + following)]), angle, (x, y))
                ditches += [svg.polyline(points) for points in lines(cut.intersection(inner)) if _length(points) > 5]
                across += chance.uniform(6.5, 11.0)
            at = following
    return Drawing(
        ground,
        [
            svg.path(
                svg.area(simplified(ground, 0.3)),
                fill=palette["polder"],
                fill_rule="evenodd",
                stroke=palette["polder_edge"],
                stroke_width=1.1,
                id="polder",
            ),
            svg.path("".join(ditches), fill="none", stroke=palette["ditch"], stroke_width=0.55, stroke_opacity=0.75),
            svg.path("".join(drains), fill="none", stroke=palette["ditch"], stroke_width=1.0, stroke_opacity=0.9),
        ],
    )


def _length(points: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def forest(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette) -> Drawing:
    """Woods: a leafy edge round the hexes and crowns of trees within."""
    whole = grow(grid.areas(hex_ids), -6.5)
    edge = []
    chance = source("forest edge")
    for ring in rings(whole):
        for x, y in coordinates(segmented(line(ring), 8.5))[:-1]:
            edge.append(disc(x + chance.uniform(-1.3, 1.3), y + chance.uniform(-1.3, 1.3), chance.uniform(3.6, 5.6), 4))
    wood = rounded(union([whole, *edge]), 0.4).intersection(land)
    keep_clear = union(number_room(grid, hex_id) for hex_id in hex_ids)
    shades: list[str] = []
    crowns: list[str] = []
    lights: list[str] = []
    for x, y in scattered(grow(wood, -3.2).difference(keep_clear), 8.0, source("trees")):
        radius = chance.uniform(2.4, 3.7)
        shades.append(_round(x + 0.8, y + 1.0, radius))
        (crowns if chance.random() < 0.6 else lights).append(_round(x, y, radius))
    return Drawing(
        wood,
        [
            svg.path(
                svg.area(simplified(wood, 0.25)),
                fill=palette["forest"],
                fill_rule="evenodd",
                stroke=palette["forest_edge"],
                stroke_width=1.2,
                id="forest",
            ),
            svg.path("".join(shades), fill=palette["tree_shade"], fill_opacity=0.55),
            svg.path("".join(crowns), fill=palette["tree"]),
            svg.path("".join(lights), fill=palette["tree_light"]),
        ],
    )


def _round(x: float, y: float, radius: float) -> str:
    """A small circle as path data."""
    r, d = svg.number(radius), svg.number(2 * round(radius, 1))
    return f"M{svg.number(x - radius)} {svg.number(y)}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1-{d} 0"


@dataclass(frozen=True)
class Build:
    """How a place is built: how far it reaches (of the hex size), how thin in the middle and how much thinner outside.

    ``ground`` is the reach of its tinted ground, of the hex size; 0 tints the whole hex.
    """

    radius: float
    thin: float
    thinner: float
    ground: float = 0.0


TOWN, PORT = Build(0.60, 0.07, 0.62), Build(0.78, 0.06, 0.5)


def built_up(
    grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette, kind: str, build: Build, anchors: bool = False
) -> Drawing:
    """Towns and cities: tinted ground with streets and blocks; a port may bear an anchor."""
    ground = union(_footprint(grid, hex_id, build) for hex_id in hex_ids).intersection(grow(land, 0.5))
    blocks = [shape for hex_id in hex_ids for shape in _blocks(grid, hex_id, land, build)]
    elements = [
        svg.path(
            svg.area(simplified(ground, 0.2)),
            fill=palette[f"{kind}_ground"],
            fill_opacity=0.82,
            stroke=palette[f"{kind}_block"],
            stroke_width=1.0,
            stroke_opacity=0.55,
            id=kind,
        ),
        svg.path("".join(svg.area(b) for b in blocks), fill=palette[f"{kind}_block"], fill_opacity=0.85),
    ]
    if anchors:
        spots = [anchor_spot(grid, hex_id) for hex_id in hex_ids]
        elements.append(svg.group([anchor(x, y, 1.0, palette) for x, y in spots], class_="anchors"))
    return Drawing(ground, elements)


def _footprint(grid: HexGrid, hex_id: str, build: Build) -> Shape:
    if build.ground:
        x, y = grid.centre(hex_id)
        return roughened(
            disc(x, y, build.ground * grid.size, 8), 6.0, 18.0, 2.2, seed=int(source(hex_id).random() * 9999)
        )
    return rounded(grow(grid.area(hex_id), -3.2), 6.0)


def _blocks(grid: HexGrid, hex_id: str, land: Shape, build: Build) -> list[Shape]:
    x, y = grid.centre(hex_id)
    chance = source("town", hex_id)
    radius = grid.size * build.radius
    angle = chance.uniform(-40, 40)
    limit = roughened(disc(x, y, radius, 8), 5.0, 16.0, 4.0, seed=chance.randrange(100000))
    limit = limit.intersection(grow(grid.area(hex_id), -5.0)).intersection(grow(land, -4.0))
    limit = limit.difference(number_room(grid, hex_id))
    found = []
    at = -radius
    while at < radius:
        deep = chance.uniform(4.6, 7.4)
        along = -radius + chance.uniform(0, 3)
        while along < radius:
            wide = chance.uniform(4.5, 10.5)
            lean = chance.uniform(-0.8, 0.8)
            block = turned(
                polygon(
                    [
                        (x + along, y + at),
                        (x + along + wide, y + at + lean),
                        (x + along + wide, y + at + deep + lean),
                        (x + along, y + at + deep),
                    ]
                ),
                angle,
                (x, y),
            )
            middle = block.centroid
            away = math.dist((middle.x, middle.y), (x, y)) / radius
            if chance.random() > build.thin + build.thinner * away**2.2:
                kept = [p for p in polygons(block.intersection(limit)) if p.area > 7.0]
                found += kept
            along += wide + (2.6 if chance.random() < 0.16 else 1.3)
        at += deep + (3.0 if chance.random() < 0.22 else 1.4)
    return found


def anchor_spot(grid: HexGrid, hex_id: str) -> Point:
    """Where a port's anchor stands: at the foot of its hex, clear of a counter."""
    x, y = grid.centre(hex_id)
    return x, y + 0.67 * grid.size


def anchor(x: float, y: float, scale: float, palette: Palette) -> str:
    """An anchor in a pale disc."""
    k = scale
    shaft = (
        f"M{svg.number(x)} {svg.number(y - 4.6 * k)}v{svg.number(9.6 * k)}"
        f"M{svg.number(x - 3 * k)} {svg.number(y - 1.8 * k)}h{svg.number(6 * k)}"
        f"M{svg.number(x - 4.8 * k)} {svg.number(y + 1.6 * k)}a{svg.number(4.9 * k)} {svg.number(4.4 * k)} 0 0 0 "
        f"{svg.number(9.6 * k)} 0"
    )
    ink = palette["anchor"]
    return "".join(
        [
            svg.element("circle", cx=x, cy=y, r=9 * k, fill=palette["anchor_disc"], stroke=ink, stroke_width=1.0 * k),
            svg.path(shaft, fill="none", stroke=ink, stroke_width=1.6 * k, stroke_linecap="round"),
            svg.element("circle", cx=x, cy=y - 5.3 * k, r=1.5 * k, fill="none", stroke=ink, stroke_width=1.2 * k),
        ]
    )


def shore(land: Shape, in_play: Shape, cliffs: list[Shape], palette: Palette) -> list[str]:
    """A strip of sand along the coast of the hexes in play, and hachures where the coast is cliff."""
    strip = land.difference(grow(land, -6.5)).intersection(grow(in_play, 20.0))
    steep = union(grow(c, 16.0) for c in cliffs)
    sand = rounded(strip.difference(steep), 0.8)
    dots = []
    chance = source("sand")
    stippled = land.difference(grow(land, -11.0)).intersection(grow(in_play, 20.0)).difference(steep)
    for x, y in scattered(stippled, 4.2, chance):
        dots.append(f"M{svg.number(x)} {svg.number(y)}h.1")
    strokes = []
    for reach in cliffs:
        edge = land.boundary.intersection(grow(reach, 14.0))
        for points in lines(edge):
            strokes += _hachures(points, land, chance)
    return [
        svg.path(svg.area(simplified(sand, 0.4)), fill=palette["sand"], fill_rule="evenodd", fill_opacity=0.9),
        svg.path("".join(dots), fill="none", stroke=palette["sand_dot"], stroke_width=1.1, stroke_linecap="round"),
        svg.path("".join(strokes), fill="none", stroke=palette["cliff"], stroke_width=1.0, stroke_opacity=0.85),
    ]


def _hachures(points: list[Point], land: Shape, chance: Any) -> list[str]:
    even = coordinates(segmented(line(points), 3.2))
    feet = []
    for (ax, ay), (bx, by) in itertools.pairwise(even):
        length = math.dist((ax, ay), (bx, by))
        if length < 1.0:
            continue
        nx, ny = -(by - ay) / length, (bx - ax) / length
        feet.append((ax, ay, nx, ny, chance.uniform(5.0, 9.0)))
    if not feet:
        return []
    test_x = np.array([x + 3 * nx for x, _, nx, _, _ in feet])
    test_y = np.array([y + 3 * ny for _, y, _, ny, _ in feet])
    in_land = inside(land, test_x, test_y)
    out = []
    for (ax, ay, nx, ny, long), good in zip(feet, in_land.tolist(), strict=True):
        way = 1 if good else -1
        out.append(svg.polyline([(ax, ay), (ax + way * nx * long, ay + way * ny * long)]))
    return out
