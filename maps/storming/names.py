"""Names on the sheet of Storming the Reich: cities, towns, beaches, rivers, bridges, lines, zones and regions."""

from __future__ import annotations

from typing import Any

from maps import places, svg
from maps.hexgrid import HexGrid
from maps.lettering import Spot, width, word_discs
from maps.lines import along, outline
from maps.marks import side_spot
from maps.names import Lettering, Names, authored, blank, streams
from maps.projection import Projection
from maps.roads import middle
from maps.shapes import Line
from maps.storming import lines
from maps.storming.board import Board
from maps.water import Course

Facts = dict[str, Any]
BRIDGE = 9.4
STREAMS: dict[str, Lettering] = {"minor": (11.0, 1.0), "major": (13.0, 2.0), "rhine": (16.0, 4.0)}
# From bottom to top.
GROUPS = (
    "regions", "countries", "seas", "letters", "far", "streams", "zones", "lines", "bridges", "towns", "cities",
    "beaches",
)  # fmt: skip


def place_all(
    board: Board, grid: HexGrid, projection: Projection, found: list[Course], roads: list[Line], facts: Facts
) -> Names:
    """Find a place for every name."""
    names = blank(grid, GROUPS)
    thick = {"minor": 2.4, "major": 3.8, "rhine": 5.6}
    for course in found:
        names.keep_off(course.points, thick[course.kind], 1.3)
    for road in roads:
        names.keep_off(road, 1.6, 0.3)
    for a, b in board.pairs(lambda side: side.bridge):
        names.room.take([(*middle(grid, a, b), 9.0)], 1.6)
    places.counters(names, grid)
    _marks(names, board, grid)
    authored(names, grid, projection, facts)
    places.far(names, projection, facts)
    places.zones(names, grid, facts)
    _beaches(names, grid, facts)
    towns = [places.Place(row.hex_id, row.name, row.settlement == "city") for row in board.hexes.values() if row.name]
    places.towns(names, grid, towns, facts)
    _letters(names, board, grid)
    streams(names, found, facts["shown_names"], STREAMS)
    _bridges(names, board, grid)
    _lines(names, board, grid, facts)
    return names


def _marks(names: Names, board: Board, grid: HexGrid) -> None:
    """Marks that take room beside a counter."""
    for hex_id in port_hexes(board):
        names.room.take([(*side_spot(grid, hex_id, -1), 8.0)], 3.0)
    for hex_id in board.flagged("roer_dam"):
        names.room.take([(*side_spot(grid, hex_id, 1), 9.0)], 3.0)


def port_hexes(board: Board) -> list[str]:
    """The ports of the game: the minor ones, Cherbourg and Antwerpen."""
    great = ("Cherbourg", "Antwerpen")
    return board.where(lambda row: "minor_port" in row.flags or row.name in great)


def _beaches(names: Names, grid: HexGrid, facts: Facts) -> None:
    for item in facts["beaches"]:
        x, y = grid.centre(item["hex"])
        far_x, far_y = item["from"]
        arrow = [(x + far_x * part, y + far_y * part, 9.0) for part in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)]
        names.room.take(arrow, 6.0)
        x, y = x + item["dx"], y + item["dy"]
        anchor = item.get("anchor", "middle")
        colour = facts["palette"][item["nation"]]
        names.groups["beaches"].append(svg.text(item["text"], x, y, text_anchor=anchor, fill=colour))
        length = width(item["text"], 15.0, 2.0, bold=True)
        names.room.take(word_discs(Spot([(x, y)], anchor), length, 15.0), 9.0)


def _letters(names: Names, board: Board, grid: HexGrid) -> None:
    """The letter of every entrance hex."""
    for hex_id, row in board.hexes.items():
        for flag in row.flags:
            if flag.startswith("entrance:"):
                x, y = grid.centre(hex_id)
                names.groups["letters"].append(svg.text(flag.removeprefix("entrance:"), x, y + 9.0))


def _bridges(names: Names, board: Board, grid: HexGrid) -> None:
    """The names of the Rhine bridges, where no town beside them says it already."""
    for (a, b), words in sorted(board.rhine_bridges.items()):
        if words in (board.hexes[a].name, board.hexes[b].name):
            continue
        x, y = middle(grid, a, b)
        length = width(words, BRIDGE, 0.2)
        spots = [
            Spot([(x + dx, y + dy)], anchor, abs(dy) * 0.05)
            for dx, anchor in ((14.0, "start"), (18.0, "start"), (-14.0, "end"), (-18.0, "end"), (0.0, "middle"))
            for dy in (3.0, 12.0, -6.0, 20.0, -14.0, 26.0, -20.0)
        ]
        names.write("bridges", words, spots, length, BRIDGE, 8.0)


def _lines(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Names along the lines and the outlines of zones."""
    borders = lines.borders(grid, board)
    runs = {name: along(grid, pairs) for name, pairs in borders.items()}
    runs |= {flag: outline(grid, board.flagged(flag), inset) for flag, (_, inset) in lines.ZONES.items()}
    runs["front"] = [lines.front_line(grid, facts["front_line"])]
    places.along_lines(names, runs, facts)
