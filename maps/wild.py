"""Open country that is hard to cross: woods and forests, hedgerows, broken ground, mountains and marsh."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import partial

from maps import svg
from maps.hexgrid import HexGrid
from maps.noise import roughened, scattered, source
from maps.shapes import (
    Line,
    Point,
    Shape,
    cell_sides,
    cells,
    coordinates,
    disc,
    grow,
    line,
    lines,
    polygons,
    rings,
    rounded,
    segmented,
    simplified,
    union,
)
from maps.terrain import Drawing, number_room

Palette = dict[str, str]


def _room(grid: HexGrid, hex_ids: Sequence[str]) -> Shape:
    return union(number_room(grid, hex_id) for hex_id in hex_ids)


def _ground(grid: HexGrid, hex_ids: Sequence[str], land: Shape, seed: int) -> Shape:
    """The hexes melted together, a little within their sides and with a natural edge."""
    whole = rounded(grow(grid.areas(hex_ids), -2.5), 6.0)
    return roughened(whole, 7.0, 24.0, 1.6, seed).intersection(land)


def _tint(ground: Shape, palette: Palette, kind: str, opacity: float) -> str:
    return svg.path(
        svg.area(simplified(ground, 0.4)),
        fill=palette[kind],
        fill_rule="evenodd",
        fill_opacity=opacity,
        stroke=palette[f"{kind}_edge"],
        stroke_width=1.0,
        stroke_opacity=0.8,
        id=kind,
    )


def _dots(spots: Sequence[Point], colour: str, size: float, opacity: float | None = None) -> str:
    data = "".join(f"M{svg.number(x)} {svg.number(y)}h.1" for x, y in spots)
    return svg.path(data, fill="none", stroke=colour, stroke_width=size, stroke_linecap="round", stroke_opacity=opacity)


def trees(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette, kind: str, gap: float) -> Drawing:
    """Woods or forest: a leafy edge round the hexes and crowns of trees within, the closer the smaller the gap."""
    whole = grow(grid.areas(hex_ids), -6.5)
    chance = source(kind, "edge")
    edge = []
    for ring in rings(whole):
        for x, y in coordinates(segmented(line(ring), 9.0))[:-1]:
            edge.append(disc(x + chance.uniform(-1.3, 1.3), y + chance.uniform(-1.3, 1.3), chance.uniform(3.8, 5.8), 3))
    wood = rounded(union([whole, *edge]), 0.4).intersection(land)
    room = _room(grid, hex_ids)
    sizes: dict[float, Line] = {5.2: [], 6.4: [], 7.4: []}
    for spot in scattered(grow(wood, -4.0).difference(room), gap, source(kind, "trees")):
        sizes[chance.choice(sorted(sizes))].append(spot)
    out = [_tint(wood, palette, kind, 1.0)]
    out += [_dots([(x + 0.9, y + 1.1) for x, y in spots], palette[f"{kind}_shade"], s) for s, spots in sizes.items()]
    out += [_dots(spots, palette[f"{kind}_tree"], s - 0.6) for s, spots in sizes.items()]
    return Drawing(wood, out)


def bocage(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette) -> Drawing:
    """Hedgerow country: small fields of every shape, parted by banks with trees on them."""
    ground = _ground(grid, hex_ids, land, 31)
    room = _room(grid, hex_ids)
    chance = source("fields")
    middles = scattered(grow(grid.areas(hex_ids), 12.0), 13.0, chance)
    shades: list[list[str]] = [[], []]
    hedges: list[str] = []
    crowns: Line = []
    inner = grow(ground, -1.5)
    for field in cells(middles):
        number = chance.randrange(4)
        if number < 2:
            shades[number] += [svg.area(part) for part in polygons(field.intersection(inner)) if part.area > 12]
    open_ground = inner.difference(room)
    for side in cell_sides(middles):
        if chance.random() < 0.12:
            continue
        for points in lines(line(side).intersection(open_ground)):
            hedges.append(svg.polyline(points))
            if chance.random() < 0.6:
                crowns.append(points[0])
    return Drawing(
        ground,
        [
            _tint(ground, palette, "bocage", 0.9),
            svg.path("".join(shades[0]), fill=palette["bocage_field"], fill_opacity=0.75),
            svg.path("".join(shades[1]), fill=palette["bocage_crop"], fill_opacity=0.75),
            svg.path("".join(hedges), fill="none", stroke=palette["bocage_hedge"], stroke_width=1.5),
            _dots(crowns, palette["bocage_tree"], 3.4),
        ],
    )


def rough(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette) -> Drawing:
    """Broken ground: knolls with hachures down their shaded side."""
    ground = _ground(grid, hex_ids, land, 33)
    chance = source("knolls")
    tops, slopes = [], []
    spots = scattered(grow(ground, -9.0).difference(grow(_room(grid, hex_ids), 5.0)), 19.0, chance)
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        wide, high = chance.uniform(6.0, 9.0), chance.uniform(5.0, 7.5)
        tops.append(
            f"M{svg.number(x - wide)} {svg.number(y + 3)}q{svg.number(wide * 0.5)} {svg.number(-high)} "
            f"{svg.number(wide)} {svg.number(-high)}t{svg.number(wide)} {svg.number(high)}"
        )
        slopes += [
            f"M{svg.number(x + wide * part)} {svg.number(y + 3 - high * (1 - part * part) + 1.2)}"
            f"l{svg.number(1.0 + 1.6 * part)} {svg.number(high * 0.55)}"
            for part in (0.15, 0.45, 0.75)
        ]
    return Drawing(
        ground,
        [
            _tint(ground, palette, "rough", 0.62),
            svg.path(
                "".join(tops), fill="none", stroke=palette["rough_line"], stroke_width=1.1, stroke_linecap="round"
            ),
            svg.path("".join(slopes), fill="none", stroke=palette["rough_line"], stroke_width=0.8, stroke_opacity=0.8),
        ],
    )


def mountain(
    grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette, kind: str = "mountain", height: float = 1.0
) -> Drawing:
    """Mountains: peaks with a lit and a shaded face, so much higher than common ones."""
    ground = _ground(grid, hex_ids, land, 35)
    chance = source("peaks")
    lit, shaded, ridges = [], [], []
    spots = scattered(grow(ground, -10.0).difference(grow(_room(grid, hex_ids), 7.0)), 20.0, chance)
    for x, y in sorted(spots, key=lambda spot: spot[1]):
        half, high = chance.uniform(8.0, 11.5), chance.uniform(12.0, 17.5) * height
        top, foot = (x + chance.uniform(-1.5, 1.5), y - high * 0.6), y + high * 0.4
        waist = (top[0] + chance.uniform(-0.8, 2.4), y)
        lit.append(svg.polyline([(x - half, foot), top, waist, (x - 1.0, foot)], True))
        shaded.append(svg.polyline([top, (x + half, foot), (x - 1.0, foot), waist], True))
        ridges.append(svg.polyline([(x - half, foot), top, (x + half, foot)]))
    return Drawing(
        ground,
        [
            _tint(ground, palette, kind, 0.85),
            svg.path("".join(lit), fill=palette[f"{kind}_lit"]),
            svg.path("".join(shaded), fill=palette[f"{kind}_shade"]),
            svg.path(
                "".join(ridges),
                fill="none",
                stroke=palette[f"{kind}_line"],
                stroke_width=1.0,
                stroke_linejoin="round",
                stroke_linecap="round",
            ),
        ],
    )


def marsh(grid: HexGrid, hex_ids: list[str], land: Shape, palette: Palette, kind: str = "swamp") -> Drawing:
    """Swamp: tufts of reed between strips of water."""
    ground = _ground(grid, hex_ids, land, 37)
    chance = source(kind)
    reeds, pools = [], []
    for number, (x, y) in enumerate(scattered(grow(ground, -7.0).difference(_room(grid, hex_ids)), 12.5, chance)):
        if number % 3 == 0:
            pools.append(f"M{svg.number(x - 6)} {svg.number(y)}h{svg.number(chance.uniform(8, 14))}")
        else:
            reeds.append(_tuft(x, y, chance))
    return Drawing(
        ground,
        [
            _tint(ground, palette, kind, 0.9),
            svg.path("".join(pools), fill="none", stroke=palette[f"{kind}_pool"], stroke_width=1.3),
            svg.path(
                "".join(reeds), fill="none", stroke=palette[f"{kind}_reed"], stroke_width=0.95, stroke_linecap="round"
            ),
        ],
    )


def _tuft(x: float, y: float, chance: random.Random) -> str:
    out = []
    for lean in (-40.0, -14.0, 14.0, 40.0):
        long = chance.uniform(4.5, 6.5)
        angle = math.radians(lean + chance.uniform(-6, 6))
        out.append(
            svg.polyline([(x + lean * 0.05, y + 2.0), (x + math.sin(angle) * long, y + 2.0 - math.cos(angle) * long)])
        )
    return "".join(out)


KINDS: dict[str, Callable[[HexGrid, list[str], Shape, Palette], Drawing]] = {
    "rough": rough,
    "mountain": mountain,
    "alpine": partial(mountain, kind="alpine", height=1.25),
    "bocage": bocage,
    "swamp": marsh,
    "marsh": partial(marsh, kind="marsh"),
    "flooded": partial(marsh, kind="flooded"),
    "woods": partial(trees, kind="woods", gap=11.5),
    "forest": partial(trees, kind="forest", gap=8.4),
}
"""Each kind by the name that it has in the tables, for the map and for the samples of its key."""
