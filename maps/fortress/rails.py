"""Railways: from the centre of a hex through the middle of a side to the next, and out of the map where they leave it."""

from __future__ import annotations

import math

from maps import svg
from maps.fortress.board import Board
from maps.hexgrid import HexGrid
from maps.roads import chains, winding
from maps.shapes import Line, Point

Palette = dict[str, str]
REACH = 30.0  # how far beyond its hex a line that leaves the map is drawn


def runs(board: Board, grid: HexGrid) -> list[Line]:
    """The lines."""
    return [winding(grid, run) for run in chains(board.pairs(lambda side: side.rail))]


def ways_out(board: Board, grid: HexGrid) -> list[tuple[str, Point, Point]]:
    """The exits: hex, where its line leaves the hex, and where the arrow ends.

    On the eastern edge lines leave by the eastern corner; on the southern one across the side that faces outwards.
    """
    taken = set(grid.places.values())
    out = []
    for hex_id in board.where(lambda row: bool(row.exit)):
        x, y = grid.centre(hex_id)
        ways = []
        if board.hexes[hex_id].exit in ("east", "both"):
            ways.append((grid.size, 0.0))
        if board.hexes[hex_id].exit in ("south", "both"):
            free = [grid.at(spot) for spot in grid.neighbours(hex_id) if spot not in taken]
            down = max(free, key=lambda at: at[1])
            ways.append(((down[0] - x) / 2, (down[1] - y) / 2))
        for dx, dy in ways:
            far = math.hypot(dx, dy)
            edge = (x + dx, y + dy)
            out.append((hex_id, edge, (edge[0] + dx / far * REACH, edge[1] + dy / far * REACH)))
    return out


def drawn(lines: list[Line], palette: Palette, name: str = "rail") -> list[str]:
    """A railway: a pale bed, the line, and the ties across it."""
    data = "".join(svg.polyline(points) for points in lines)
    return [
        svg.path(data, stroke=palette["rail_bed"], stroke_width=5.4, stroke_opacity=0.7),
        svg.path(data, stroke=palette["rail"], stroke_width=5.0, stroke_dasharray="1.3 6.7", stroke_linecap="butt"),
        svg.path(data, stroke=palette["rail"], stroke_width=1.5, class_=name),
    ]


def exits(board: Board, grid: HexGrid, palette: Palette) -> list[str]:
    """The lines that leave the map, and an arrowhead at the end of each."""
    found = ways_out(board, grid)
    stubs = [[grid.centre(hex_id), edge, end] for hex_id, edge, end in found]
    heads = []
    for _, (ax, ay), (bx, by) in found:
        ux, uy = (bx - ax) / REACH, (by - ay) / REACH
        heads.append(svg.polyline([(bx + ux * 13, by + uy * 13), (bx - uy * 8, by + ux * 8), (bx + uy * 8, by - ux * 8)], True))
    arrows = svg.path("".join(heads), fill=palette["rail"], stroke=palette["halo"], stroke_width=1.2, class_="exits")
    return [*drawn(stubs, palette, "rail-exit"), arrows]
