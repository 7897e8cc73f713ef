"""Names that every sheet has: hex numbers, seas, regions and streams. What else bears a name, the game knows."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.lettering import Room, Spot, beside_a_line, best, width, word_discs
from maps.projection import Projection
from maps.shapes import Line, coordinates, line, segmented, simplified, spline
from maps.water import Course

Lettering = tuple[float, float]  # the size of letters and the space between them
NUMBER = 0.595  # of the hex size: how far above the centre a hex number stands


@dataclass
class Names:
    """The elements of the label layer, by kind, and the paths that bent names run along."""

    room: Room
    paths: list[str]
    groups: dict[str, list[str]]
    costs: list[tuple[float, str]]

    def along(self, key: str, words: str, baseline: Line, **attributes: Any) -> str:
        """A name on a bent baseline."""
        mark = f"along-{key}"
        # Letters that run over the end of a path vanish, so the path goes on well beyond the name.
        baseline = lengthened(baseline, 24.0)
        self.paths.append(svg.path(svg.polyline(coordinates(simplified(line(baseline), 0.12))), id=mark, fill="none"))
        inner = svg.element("textPath", words, href=f"#{mark}", startOffset="50%")
        return svg.element("text", inner, text_anchor="middle", **attributes)

    def keep_off(self, points: Line, radius: float, weight: float, step: float = 5.0) -> None:
        """Take the room along a line."""
        self.room.take([(x, y, radius) for x, y in coordinates(segmented(line(points), step))], weight)

    def settle(self, words: str, spots: Iterable[Spot], length: float, size: float, weight: float) -> Spot:
        """The best of some spots for a name, which takes its room there."""
        spot, cost = best(self.room, spots, length, size)
        self.costs.append((cost, words))
        self.room.take(word_discs(spot, length, size), weight)
        return spot

    def write(self, group: str, words: str, spots: Iterable[Spot], length: float, size: float, weight: float) -> None:
        """Put a level name at the best of some spots."""
        spot = self.settle(words, spots, length, size, weight)
        self.groups[group].append(svg.text(words, *spot.baseline[0], text_anchor=anchored(spot)))


def blank(grid: HexGrid, groups: Iterable[str]) -> Names:
    """A sheet without names but for its hex numbers, which have their room already."""
    names = Names(Room(), [], {group: [] for group in groups}, [])
    for hex_id in grid.places:
        names.room.take(number_discs(grid, hex_id), 9.0)
    return names


def anchored(spot: Spot) -> str | None:
    """The anchor of a name at a spot, as it is written: a name begins at its spot unless it says otherwise.

    >>> anchored(Spot([(0.0, 0.0)], "start")), anchored(Spot([(0.0, 0.0)], "end"))
    (None, 'end')
    """
    return None if spot.anchor == "start" else spot.anchor


def beneath(
    grid: HexGrid,
    hex_id: str,
    given: Mapping[str, Sequence[float]],
    below: Iterable[tuple[float, float]],
    aside: Sequence[float],
    lean: float,
) -> list[Spot]:
    """Where the name of a place may stand: where it is given from the centre of its hex, or else in rows below it.

    ``below`` has how far below each row is and what it costs, ``aside`` the steps to the side, ``lean`` their cost.

    >>> grid = HexGrid(10.0, (0.0, 0.0), {"0101": (0, 0)})
    >>> [(spot.baseline, spot.dislike) for spot in beneath(grid, "0101", {}, [(8.0, 1.0)], (0.0, -5.0), 0.1)]
    [([(0.0, 8.0)], 1.0), ([(-5.0, 8.0)], 1.5)]
    >>> [spot.baseline for spot in beneath(grid, "0101", {"0101": [2, 3]}, [(8.0, 1.0)], (0.0, -5.0), 0.1)]
    [[(2.0, 3.0)]]
    """
    x, y = grid.centre(hex_id)
    if hex_id in given:
        dx, dy = given[hex_id]
        return [Spot([(x + dx, y + dy)])]
    return [Spot([(x + dx, y + dy)], "middle", abs(dx) * lean + extra) for dy, extra in below for dx in aside]


def numbers(grid: HexGrid) -> list[str]:
    """The number of every hex, at its top."""
    out = []
    for hex_id in grid.places:
        x, y = grid.centre(hex_id)
        out.append(svg.text(hex_id, x, y - NUMBER * grid.size, id=f"n{hex_id}"))
    return out


def number_discs(grid: HexGrid, hex_id: str) -> list[tuple[float, float, float]]:
    """The room that a hex number takes."""
    x, y = grid.centre(hex_id)
    return [(x + dx, y - NUMBER * grid.size - 3.4, 4.6) for dx in (-9.0, -3.0, 3.0, 9.0)]


def authored(names: Names, grid: HexGrid, projection: Projection, facts: dict[str, Any]) -> None:
    """Names whose place is given in the facts: seas, banks, capes, countries and regions."""
    for index, item in enumerate(facts["sea_names"]):
        size, spacing = item["size"], item.get("spacing", 0.0)
        attributes: dict[str, Any] = {
            "font_size": size,
            "letter_spacing": spacing or None,
            "opacity": item.get("opacity"),
        }
        if "line" in item:
            curve = spline([(p[0], p[1]) for p in item["line"]], 10)
            names.groups["seas"].append(names.along(f"sea-{index}", item["text"], curve, **attributes))
            spot = Spot(curve)
        else:
            x, y = item["at"]
            names.groups["seas"].append(svg.text(item["text"], x, y, text_anchor="middle", **attributes))
            spot = Spot([(x, y)])
        names.room.take(word_discs(spot, width(item["text"], size, spacing), size), 4.0)
    for item in facts["region_names"]:
        x, y = projection.place(*item["at"]) if "at" in item else grid.centre(item["hex"])
        x, y = x + item.get("dx", 0.0), y + item.get("dy", 0.0) + 0.33 * item["size"]
        names.groups["regions"].append(
            svg.text(
                item["text"],
                x,
                y,
                font_size=item["size"],
                letter_spacing=item["spacing"],
                text_anchor="middle",
                class_=item.get("class"),
            )
        )
        length = width(item["text"], item["size"], item["spacing"])
        # Only the letters take room, not the gaps between them.
        at = x - length / 2
        for letter in item["text"]:
            step = width(letter, item["size"])
            if letter != " ":
                names.room.take([(at + step / 2, y - 0.35 * item["size"], 0.36 * item["size"])], 1.6)
            at += step + item["spacing"]


def streams(names: Names, found: list[Course], shown: dict[str, str], letters: dict[str, Lettering]) -> None:
    """Names along the rivers, in the lettering of each kind; a long river is named more than once."""
    done: dict[str, int] = {}
    for index, course in enumerate(sorted(found, key=lambda c: (-len(c.spots), c.kind, c.name))):
        words = shown.get(course.name, course.name)
        size, spacing = letters[course.kind]
        length = width(words, size, spacing)
        total = sum(math.dist(a, b) for a, b in itertools.pairwise(course.points))
        wanted = max(1, round(total / 650.0))
        if done.get(course.name, 0) and (total < 260.0 or wanted < 1):
            continue
        if total < length * 0.9:
            wanted = 1
        for number in range(wanted):
            points = course.points
            if total < length + 20:
                points = lengthened(points, (length + 24 - total) / 2)
            spots = beside_a_line(points, length, size, (number / wanted, (number + 1) / wanted))
            if not spots:
                continue
            spot, cost = best(names.room, spots, length, size)
            names.costs.append((cost, words))
            if cost > 30.0 and done.get(course.name, 0):
                continue
            names.room.take(word_discs(spot, length, size), 8.0)
            done[course.name] = done.get(course.name, 0) + 1
            names.groups["streams"].append(
                names.along(f"{index}-{number}", words, spot.baseline, font_size=size, letter_spacing=spacing)
            )


def lengthened(points: Line, by: float) -> Line:
    """The line carried straight on at both ends."""
    (ax, ay), (bx, by_) = points[0], points[min(8, len(points) - 1)]
    (cx, cy), (dx, dy) = points[-1], points[max(-9, -len(points))]
    first, last = math.dist((ax, ay), (bx, by_)) or 1.0, math.dist((cx, cy), (dx, dy)) or 1.0
    start = (ax + (ax - bx) / first * by, ay + (ay - by_) / first * by)
    end = (cx + (cx - dx) / last * by, cy + (cy - dy) / last * by)
    return [start, *points, end]
