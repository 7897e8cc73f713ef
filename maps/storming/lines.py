"""The lines and zones that the rules speak of: each runs along hexsides, or just inside those that enclose it."""

from __future__ import annotations

import itertools
import math

from maps.hexgrid import HexGrid
from maps.lines import Pairs, Style, along, neighbours, within
from maps.roads import middle
from maps.shapes import Line, coordinates, line, simplified, spline
from maps.storming.board import Board

STYLES: dict[str, Style] = {
    "germany": Style("germany", 2.6, "14 4 2.5 4", band=9.0),
    "seine": Style("seine_line", 3.0, "0.1 7", band=17.0, round=True),
    "breakout": Style("breakout", 3.4, "13 6", band=12.0),
    "army": Style("army", 3.2, "20 5", band=10.0),
    "exclusion": Style("exclusion", 2.6, "9 5"),
    "blind": Style("blind", 3.4, "0.1 6.4", casing=1.6, round=True),
    "holland": Style("holland", 2.2),
    "approach": Style("approach", 2.4, "5 4"),
    "front": Style("front", 4.6, "14 8", casing=2.4),
    "exit": Style("exit", 3.0),
}


def borders(grid: HexGrid, board: Board) -> dict[str, Pairs]:
    """The lines that run along hexsides, by name."""
    hexes = board.hexes
    beside = neighbours(grid)
    return {
        "germany": [p for p in beside if (hexes[p[0]].country == "germany") != (hexes[p[1]].country == "germany")],
        "seine": board.pairs(lambda side: side.seine_line),
        "breakout": board.pairs(lambda side: side.breakout_line),
        "army": [
            (a, b) for a, b in beside if hexes[a].area != hexes[b].area and "west" not in (hexes[a].area, hexes[b].area)
        ],
    }


ASIDE = {"germany": 4.2, "seine": 8.5}
"""Lines that often follow a river: so far from the side itself, within Germany or on the western bank."""


def beside(grid: HexGrid, board: Board, name: str, pairs: Pairs) -> list[Line]:
    """Where the dashes of a line run: along the hexsides, or beside them where a river would hide it."""
    if name not in ASIDE:
        return along(grid, pairs)
    own = board.where(lambda row: row.country == "germany" if name == "germany" else row.area == "west")
    return within(grid, own, pairs, ASIDE[name], ASIDE[name] * 1.25)


ZONES: dict[str, tuple[str, float]] = {
    "normandy_exclusion": ("exclusion", 5.0),
    "ike_blind_spot": ("blind", 5.0),
    "monty_blind_spot": ("blind", 5.0),
    "fortress_holland": ("holland", 2.6),
    "antwerpen_approach": ("approach", 9.0),
    "allied_exit": ("exit", 2.4),
}
"""The zones by their flag: the style of their outline, and how far inside it runs."""


def front_line(grid: HexGrid, hex_ids: list[str], away: float = 11.0) -> Line:
    """A line through hexes that follow one another.

    It keeps off the centres and the middles of the sides, where the roads are, and bends into every hex.
    """
    through: Line = []
    for here, there in itertools.pairwise(hex_ids):
        x, y = middle(grid, here, there)
        (ax, ay), (bx, by) = (grid.at(spot) for spot in grid.side(here, there))
        length = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / length, (by - ay) / length
        # Towards the south-west, the Allied side.
        way = 1 if uy - ux > 0 else -1
        through.append((x + ux * away * way, y + uy * away * way))
    first, last = grid.centre(hex_ids[0]), grid.centre(hex_ids[-1])
    return coordinates(simplified(line(spline([first, *through, last], 8)), 0.3))
