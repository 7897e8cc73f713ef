"""The edges of the map of Operation Roundup: where Germans enter, and the shore."""

from __future__ import annotations

from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.roundup.board import Board
from maps.shapes import Line, Point, Shape, evenly, grow, joined, line, lines, spline, union

Palette = dict[str, str]


def entry_edges(grid: HexGrid, board: Board, names: list[dict[str, Any]], palette: Palette) -> list[str]:
    """The eastern and southern edge: a coloured line along the outer hexsides."""
    out = []
    spots = set(grid.places.values())
    for item in names:
        letter = item["edge"]
        outer = []
        for hex_id, row in board.hexes.items():
            if letter not in row.edge:
                continue
            corners = grid.corners(hex_id)
            ways = ((0, (1, -3)), (1, (2, 0)), (2, (1, 3)), (3, (-1, 3)), (4, (-2, 0)), (5, (-1, -3)))
            # The north-eastern side of the corner hex looks out to sea.
            wanted = (2, 3) if letter == "S" else (1, 2) if row.coastal else (0, 1, 2)
            x, y = grid.places[hex_id]
            for index, (dx, dy) in ways:
                if index in wanted and (x + dx, y + dy) not in spots:
                    outer.append(line([corners[index], corners[(index + 1) % 6]]))
        merged = joined(union(outer))
        data = "".join(svg.polyline(points) for points in lines(merged))
        out.append(
            svg.path(
                data,
                fill="none",
                stroke=palette["axis"],
                stroke_width=4.2,
                stroke_linejoin="round",
                stroke_opacity=0.9,
                class_=f"edge-{letter}",
            )
        )
    return out


def coastal_edge(land: Shape, in_play: Shape, cut: tuple[Point, Point], sheet: Shape, panels: Shape) -> dict[str, Line]:
    """The line off the northern and the western shore, parted by the authored cut (from the land out to sea)."""
    ring = grow(grow(grow(union([in_play, land.intersection(grow(in_play, 60))]), 330.0), -380.0), 84.0)
    shore = ring.boundary.difference(grow(land, 20.0)).intersection(grow(sheet, -14.0)).difference(grow(panels, 14.0))
    longest = line(lines(joined(shore))[0])
    knife = grow(line(cut), 4.0)
    parts = sorted(lines(longest.difference(knife)), key=lambda part: -line(part).length)[:2]
    parts.sort(key=lambda part: sum(p[1] for p in part) / len(part))
    out = {}
    for name, part in zip(("N", "W"), parts, strict=True):
        part = spline(evenly(part, 60.0), 8)
        out[name] = part if (part[0][0] < part[-1][0] if name == "N" else part[0][1] > part[-1][1]) else part[::-1]
    return out
