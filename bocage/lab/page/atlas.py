"""Maps of who held what: hexes shaded by how often a side held them, and the front line, as compact SVG.

Corners of hexes lie on a lattice of whole numbers, so that the outline of an area is a path of tiny steps; a whole turn
of a thousand hexes takes a few kilobytes. Shades and lines get their colours from the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from bocage import shelf
from bocage.hexes import Board, HexSet
from bocage.lab.notes import Place

SHADES = (0.05, 0.25, 0.5, 0.75, 0.95)  # a hex gets the shade of the highest that it reaches
FRONT = 0.5
POCKET, BRIDGEHEAD = 6, 3  # fewer hexes are no pocket behind a front, and no bridgehead before it
ACROSS, DOWN = 72, 56  # how many names' heights a map is wide and high, so that they can be read on a wide screen
LETTER = 0.58  # how wide a letter is, in heights
MARGIN = 20.0  # around the map, in units of the printed one

Point = tuple[int, int]


class Sheet(NamedTuple):
    """Where the hexes of a game lie: their corners on a lattice, and what its steps measure."""

    board: Board
    corners: Mapping[int, tuple[Point, ...]]  # node -> its six corners, clockwise
    unit: tuple[float, float]
    centres: Mapping[int, tuple[float, float]]
    box: tuple[float, float, float, float]  # left, top, width, height


def drawable(slug: str) -> bool:
    """Is it known where the hexes of a game lie?"""
    return shelf.folder(slug, "data").joinpath("layout.json").is_file()


def sheet_of(slug: str, board: Board, land: HexSet) -> Sheet:
    """The sheet of a game's printed map, cut to the hexes that count."""
    file = shelf.folder(slug, "data") / "layout.json"
    layout = json.loads(file.read_text(encoding="utf-8"))
    offsets = [(float(x), float(y)) for x, y in layout["corner_offsets"]]
    unit = _step(abs(x) for x, _ in offsets), _step(abs(y) for _, y in offsets)
    centres = {node: tuple(layout["centres"][board.labels[node]]) for node in board.nodes(land)}
    left = min(x for x, _ in centres.values())
    top = min(y for _, y in centres.values())
    corners = {
        node: tuple((round((x - left + dx) / unit[0]), round((y - top + dy) / unit[1])) for dx, dy in offsets)
        for node, (x, y) in centres.items()
    }
    points = [point for found in corners.values() for point in found]
    xs, ys = [x * unit[0] for x, _ in points], [y * unit[1] for _, y in points]
    box = (min(xs) - MARGIN, min(ys) - MARGIN, max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN)
    return Sheet(board, corners, unit, {node: (x - left, y - top) for node, (x, y) in centres.items()}, box)


def _step(lengths: Iterable[float]) -> float:
    """The smallest length above nothing: what the lattice is made of."""
    return min(length for length in lengths if length > 1)


# Paths on the lattice


def outline(sheet: Sheet, hexes: HexSet) -> str:
    """The outline of an area as the data of a path, holes included.

    Sides that two of its hexes share cancel each other; what is left runs around it, the area always on the same hand.
    """
    ends: dict[Point, list[Point]] = {}
    sides: set[tuple[Point, Point]] = set()
    for node in sheet.board.nodes(hexes):
        corners = sheet.corners[node]
        for here, there in zip(corners, (*corners[1:], corners[0]), strict=True):
            if (there, here) in sides:
                sides.discard((there, here))
            else:
                sides.add((here, there))
    for here, there in sorted(sides):
        ends.setdefault(here, []).append(there)
    rings = []
    while ends:
        start = min(ends)
        ring = [start]
        here = start
        while True:
            followers = ends[here]
            there = followers.pop(0)
            if not followers:
                del ends[here]
            if there == start:
                break
            ring.append(there)
            here = there
        rings.append(_steps(ring) + "z")
    return "".join(rings)


def line(sheet: Sheet, pairs: Iterable[tuple[int, int]]) -> str:
    """The hexsides between pairs of hexes as the data of a path, joined into as few strokes as can be."""
    links: dict[Point, list[Point]] = {}
    for one, other in pairs:
        ends = sorted(set(sheet.corners[one]) & set(sheet.corners[other]))
        if len(ends) == 2:
            links.setdefault(ends[0], []).append(ends[1])
            links.setdefault(ends[1], []).append(ends[0])
    strokes = []
    while links:
        # Begin where a stroke ends, so that it is not broken in its middle.
        here = min(links, key=lambda point: (len(links[point]) % 2 == 0, point))
        stroke = [here]
        while links.get(here):
            there = links[here].pop()
            links[there].remove(here)
            stroke.append(there)
            for end in (here, there):
                if not links[end]:
                    del links[end]
            here = there
        strokes.append(_steps(stroke))
    return "".join(strokes)


def _steps(points: Sequence[Point]) -> str:
    """Points as relative steps; steps in one direction are joined.

    >>> _steps([(1, 1), (2, 1), (3, 1), (3, 3), (2, 2)])
    'M1 1h2v2l-1-1'
    """
    found = [f"M{points[0][0]} {points[0][1]}"]
    last = (0, 0)
    run = (0, 0)
    for (x, y), (to_x, to_y) in pairwise(points):
        step = (to_x - x, to_y - y)
        if step != last and run != (0, 0):
            found.append(_step_text(run))
            run = (0, 0)
        last = step
        run = (run[0] + step[0], run[1] + step[1])
    if run != (0, 0):
        found.append(_step_text(run))
    return "".join(found)


def _step_text(step: Point) -> str:
    x, y = step
    if not y:
        return f"h{x}"
    if not x:
        return f"v{y}"
    return f"l{x}{'' if y < 0 else ' '}{y}"


# Pictures


class Stand(NamedTuple):
    """How often each hex was in a side's hands at the end of a turn."""

    shades: tuple[HexSet, ...]  # for each of SHADES, the hexes that reach it
    front: list[tuple[int, int]]  # pairs of hexes with the front line between them
    sure: int  # hexes that were held in nearly all games
    disputed: int  # hexes that were held in some games and not in others
    land: int


def stand(board: Board, land: HexSet, counts: Sequence[int], games: int) -> Stand:
    """Read the counts of a turn."""
    shades = []
    for share in SHADES:
        found = 0
        for node in board.nodes(land):
            if counts[node] >= share * games:
                found |= 1 << node
        shades.append(found)
    mine = smooth(board, land, shades[SHADES.index(FRONT)])
    front = [
        (node, other)
        for node in board.nodes(mine)
        for other in board.neighbours[node]
        if land >> other & 1 and not mine >> other & 1
    ]
    return Stand(tuple(shades), front, shades[-1].bit_count(), (shades[0] & ~shades[-1]).bit_count(), land.bit_count())


def smooth(board: Board, land: HexSet, held: HexSet) -> HexSet:
    """An area without the gaps between columns on the march, without small holes and without small islands.

    What touches the shore or the map's edge is no hole, however small: fortress ports hold out there.
    """
    grown = (held | board.step(held)) & land
    shore = sum(1 << node for node in board.nodes(land) if (board.around[node] & land).bit_count() < 6)
    gaps = grown & ~board.step(land & ~grown) & ~held & ~shore
    area = held
    for node in board.nodes(gaps):
        if (board.around[node] & held).bit_count() >= 3:  # between columns, not beside one
            area |= 1 << node
    for hole in _small(board, land & ~area, POCKET):
        if not hole & shore:
            area |= hole
    for island in _small(board, area, BRIDGEHEAD):
        area &= ~island
    return area


def _small(board: Board, area: HexSet, least: int) -> list[HexSet]:
    """The pieces of an area that have fewer hexes."""
    found, left = [], area
    while left:
        piece = board.flood(left & -left, left)
        left &= ~piece
        if piece.bit_count() < least:
            found.append(piece)
    return found


def definitions(sheet: Sheet, name: str, land: HexSet, rivers: Iterable[tuple[int, int]]) -> str:
    """The ground that all maps of a game share, to be put once into the page."""
    water = [pair for pair in rivers if land >> pair[0] & 1 and land >> pair[1] & 1]
    return (
        f'<svg class="hidden" aria-hidden="true"><defs>'
        f'<path id="{name}-land" class="land" d="{outline(sheet, land)}"/>'
        f'<path id="{name}-rivers" class="river" d="{line(sheet, water)}"/></defs></svg>'
    )


def picture(sheet: Sheet, name: str, ground: str, shown: Stand, words: str, places: Sequence[Place] = ()) -> str:
    """A map of one turn; `name` is what a bigger map can refer to it by."""
    shades = "".join(
        f'<path class="s{number}" d="{outline(sheet, hexes)}"/>'
        for number, hexes in enumerate(shown.shades, 1)
        if hexes
    )
    front = line(sheet, shown.front)
    across, down = sheet.unit
    inner = (
        f'<g id="{name}"><g transform="scale({across:g} {down:g})">'
        f'<use href="#{ground}-land"/>{shades}<use href="#{ground}-rivers"/>'
        + (f'<path class="casing" d="{front}"/><path class="front" d="{front}"/>' if front else "")
        + f"</g>{_dots(sheet, places)}</g>"
    )
    return f'<svg viewBox="{_box(sheet)}" role="img" aria-label="{escape(words)}">{inner}</svg>'


def big(sheet: Sheet, first: str, places: Sequence[Place], words: str) -> str:
    """A large map that shows one of the small ones, with names."""
    size = max(sheet.box[2] / ACROSS, sheet.box[3] / DOWN)
    labels = []
    taken: list[tuple[float, float, float]] = []
    for place in sorted(places, key=lambda place: not place.main):
        x, y = _middle(sheet, place)
        half = len(place.name) * LETTER * size / 2
        y = max(y, sheet.box[1] + 2 * size)
        x = min(max(x, sheet.box[0] + half), sheet.box[0] + sheet.box[2] - half)
        if any(abs(y - other_y) < size and abs(x - other_x) < half + other for other_x, other_y, other in taken):
            continue  # names never lie on each other
        taken.append((x, y, half))
        kind = "place main" if place.main else "place"
        labels.append(f'<text class="{kind}" x="{x:.0f}" y="{y:.0f}" dy="-.6em">{escape(place.name)}</text>')
    return (
        f'<svg viewBox="{_box(sheet)}" role="img" aria-label="{escape(words)}">'
        f'<use href="#{first}"/><g class="names" style="font-size:{size:.0f}px">{"".join(labels)}</g></svg>'
    )


def _dots(sheet: Sheet, places: Sequence[Place]) -> str:
    radius = sheet.unit[1] * 0.45
    return "".join(
        f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}"/>'
        for x, y in (_middle(sheet, place) for place in places)
    )


def _middle(sheet: Sheet, place: Place) -> tuple[float, float]:
    nodes = [node for node in sheet.board.nodes(place.hexes) if node in sheet.centres]
    xs, ys = zip(*(sheet.centres[node] for node in nodes), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _box(sheet: Sheet) -> str:
    return " ".join(f"{number:.0f}" for number in sheet.box)
