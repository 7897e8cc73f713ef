"""Rivers as Fortress Europa draws them: one kind, in sections that end where three river hexsides meet."""

from __future__ import annotations

from collections import defaultdict

from maps import svg
from maps.hexgrid import HexGrid, Lattice
from maps.water import Course, River

KINDS = {"river": River(5.2)}


def ends(found: list[Course]) -> list[Lattice]:
    """Where sections of rivers meet."""
    meeting: dict[Lattice, set[str]] = defaultdict(set)
    for course in found:
        for spot in course.spots:
            meeting[spot].add(course.name)
    return sorted(spot for spot, sections in meeting.items() if len(sections) > 1)


def knots(grid: HexGrid, spots: list[Lattice], palette: dict[str, str]) -> str:
    """A bead at each of them."""
    data = []
    for x, y in (grid.at(spot) for spot in spots):
        data.append(f"M{svg.number(x - 4.2)} {svg.number(y)}a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0")
    bead = {"fill": palette["halo"], "stroke": palette["river"]}
    return svg.path("".join(data), **bead, stroke_width=1.8, class_="knots")
