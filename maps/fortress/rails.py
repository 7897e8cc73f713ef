"""Railways: through the centres of hexes and the middles of sides, and on where they leave the map."""

from __future__ import annotations

import math
from collections.abc import Sequence

from maps import svg
from maps.fortress.board import Board
from maps.hexgrid import HexGrid
from maps.roads import chains, winding
from maps.shapes import Line, Point

Palette = dict[str, str]
REACH = 30.0  # how far beyond its hex a line that leaves the map is drawn


def runs(board: Board, grid: HexGrid) -> list[Line]:
    """The lines, and the last stretch of those that leave the map."""
    inner = [winding(grid, run) for run in chains(board.pairs(lambda side: side.rail))]
    return [*inner, *([grid.centre(hex_id), edge] for hex_id, edge, _ in ways_out(board, grid))]


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


def drawn(lines: Sequence[Line], palette: Palette, name: str = "rail") -> list[str]:
    """A railway: a pale bed, the line, and the ties across it."""
    data = "".join(svg.polyline(points) for points in lines)
    return [
        svg.path(data, stroke=palette["rail_bed"], stroke_width=5.4, stroke_opacity=0.7),
        svg.path(data, stroke=palette["rail"], stroke_width=5.0, stroke_dasharray="1.3 6.7", stroke_linecap="butt"),
        svg.path(data, stroke=palette["rail"], stroke_width=1.5, class_=name),
    ]


def exits(board: Board, grid: HexGrid, palette: Palette) -> str:
    """The lines that leave the map, beyond its edge."""
    return departures([(edge, end) for _, edge, end in ways_out(board, grid)], palette)


def departures(ways: Sequence[tuple[Point, Point]], palette: Palette) -> str:
    """Stretches of railway with an arrowhead at their end."""
    heads = []
    for (ax, ay), (bx, by) in ways:
        far = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / far, (by - ay) / far
        tip = (bx + ux * 13, by + uy * 13)
        heads.append(svg.polyline([tip, (bx - uy * 8, by + ux * 8), (bx + uy * 8, by - ux * 8)], True))
    arrows = svg.path("".join(heads), fill=palette["rail"], stroke=palette["halo"], stroke_width=1.2, class_="exits")
    return svg.group([svg.group(drawn([list(way) for way in ways], palette, "rail-exit"), fill="none"), arrows])
