"""Rivers and canals: they follow the game's hexsides exactly, with as much bend as a river needs to look like one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from maps import svg
from maps.hexgrid import HexGrid, Lattice
from maps.noise import field
from maps.shapes import Line, Point, Shape, coordinates, line, point, simplified, spline

Side = frozenset[Lattice]
BED = 3.4  # how much wider than its water the bed of a river is


@dataclass(frozen=True)
class SideRow:
    """A row of the game's hexsides.csv."""

    hex_a: str
    hex_b: str
    kind: str
    name: str


@dataclass(frozen=True)
class Course:
    """One unbroken stretch of a river or canal: its corners on the lattice and the line that is drawn."""

    kind: str
    name: str
    spots: tuple[Lattice, ...]
    points: Line


@dataclass(frozen=True)
class River:
    """How a kind of river is drawn: its width, and how much of it is a bright core."""

    width: float
    core: float = 0.0


def drawn(found: list[Course], kinds: Mapping[str, River], palette: Mapping[str, str]) -> list[str]:
    """The rivers, kind by kind: a pale bed, then the water, then the core of a great river."""
    out = []
    for kind, river in kinds.items():
        these = [course for course in found if course.kind == kind]
        data = "".join(svg.polyline(course.points) for course in these)
        out.append(svg.path(data, stroke=palette["water_bed"], stroke_width=river.width + BED, stroke_opacity=0.75))
        water: dict[str, Any] = {"stroke": palette[kind], "stroke_width": river.width, "class_": kind}
        out += [svg.path(svg.polyline(course.points), **water, data_name=course.name) for course in these]
        if river.core:
            out.append(svg.path(data, stroke=palette[f"{kind}_core"], stroke_width=river.width * river.core))
    return out


def courses(
    sides: Iterable[SideRow], grid: HexGrid, land: Shape, in_play: Shape, straight: frozenset[str] = frozenset()
) -> list[Course]:
    """All rivers and canals as lines; the kinds named ``straight`` do not wind."""
    named: dict[tuple[str, str], set[Side]] = defaultdict(set)
    for side in sides:
        named[side.kind, side.name].add(frozenset(grid.side(side.hex_a, side.hex_b)))
    touching: dict[Lattice, int] = defaultdict(int)
    for group in named.values():
        for side_ends in group:
            for spot in side_ends:
                touching[spot] += 1
    found = []
    for (kind, name), group in sorted(named.items()):
        for spots in _stretches(group):
            pinned = {s for s in spots if touching[s] != 2} | {spots[0], spots[-1]}
            corners = [grid.at(s) for s in spots]
            points = list(corners) if kind in straight else meander(corners, [s in pinned for s in spots])
            if touching[spots[0]] == 1:
                points = [*_to_the_sea(points[0], land, in_play, grid.size)[::-1], *points]
            if touching[spots[-1]] == 1:
                points = [*points, *_to_the_sea(points[-1], land, in_play, grid.size)]
            found.append(Course(kind, name, tuple(spots), points))
    return found


def _stretches(sides: set[Side]) -> list[list[Lattice]]:
    """Cover a set of sides with paths, the longest first, so that a river is one line and its arms are others."""
    left = set(sides)
    out = []
    while left:
        beside: dict[Lattice, list[Lattice]] = defaultdict(list)
        for side in sorted(left, key=sorted):
            a, b = sorted(side)
            beside[a].append(b)
            beside[b].append(a)
        best: list[Lattice] = []
        for start in sorted(beside):
            path = _farthest(start, beside)
            if len(path) > len(best):
                best = path
        out.append(best)
        left -= {frozenset(pair) for pair in itertools.pairwise(best)}
    return out


def _farthest(start: Lattice, beside: dict[Lattice, list[Lattice]]) -> list[Lattice]:
    came: dict[Lattice, Lattice | None] = {start: None}
    queue = [start]
    for spot in queue:
        for there in beside[spot]:
            if there not in came:
                came[there] = spot
                queue.append(there)
    path = [queue[-1]]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path[::-1]


def meander(corners: Line, pinned: list[bool], reach: float = 3.6) -> Line:
    """A winding line along hexsides: it crosses each side's middle part closely and cuts the corners a little."""
    through: Line = []
    for index, here in enumerate(corners):
        if pinned[index] or index in (0, len(corners) - 1):
            through.append(here)
        else:
            before, after = corners[index - 1], corners[index + 1]
            middle = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
            through.append((here[0] + (middle[0] - here[0]) * 0.16, here[1] + (middle[1] - here[1]) * 0.16))
        if index + 1 < len(corners):
            there = corners[index + 1]
            for part in (0.22, 0.41, 0.60, 0.79):
                x, y = here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part
                sway = reach * float(field(np.array(x), np.array(y), 13.0, 71))
                length = float(np.hypot(there[0] - here[0], there[1] - here[1]))
                nx, ny = -(there[1] - here[1]) / length, (there[0] - here[0]) / length
                through.append((x + nx * sway, y + ny * sway))
    return coordinates(simplified(line(spline(through, 5)), 0.22))


def _to_the_sea(end: Point, land: Shape, in_play: Shape, size: float) -> Line:
    """If a line ends on the seaward rim of the hexes, the way on into the water; otherwise nothing."""
    here = point(*end)
    shore = land.exterior if land.geom_type == "Polygon" else max(land.geoms, key=lambda p: p.area).exterior
    if in_play.boundary.distance(here) > 1.0 or not land.contains(here) or shore.distance(here) > 0.7 * size:
        return []
    near = shore.interpolate(shore.project(here))
    dx, dy = near.x - end[0], near.y - end[1]
    reach = (float(np.hypot(dx, dy)) + 5.0) / max(float(np.hypot(dx, dy)), 0.01)
    return [(end[0] + dx * reach, end[1] + dy * reach)]
