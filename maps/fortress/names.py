"""Names on the sheet of Fortress Europa: cities, landing areas, rivers, districts, lines and regions."""

from __future__ import annotations

from typing import Any

from maps import places, svg
from maps.fortress import lines, marks
from maps.fortress.board import Board
from maps.hexgrid import HexGrid
from maps.lettering import Spot, width, word_discs
from maps.lines import along
from maps.marks import side_spot
from maps.names import Lettering, Names, authored, blank, streams
from maps.projection import Projection
from maps.shapes import Line, Point, line
from maps.water import Course

Facts = dict[str, Any]
AREA, LOAD = (17.0, 3.0), (11.0, 0.4)
STREAMS: dict[str, Lettering] = {"river": (11.8, 1.4)}
SHORT = 150.0  # sections of rivers that are shorter than this bear no name
# From bottom to top.
GROUPS = (
    "regions", "countries", "wilds", "seas", "far", "streams", "zones", "lines", "towns", "cities", "areas", "loads",
)  # fmt: skip


def place_all(
    board: Board,
    grid: HexGrid,
    projection: Projection,
    found: list[Course],
    rails: list[Line],
    ways: dict[str, Point],
    facts: Facts,
) -> Names:
    """Find a place for every name."""
    names = blank(grid, GROUPS)
    for course in found:
        names.keep_off(course.points, 3.2, 1.3)
    for rail in rails:
        names.keep_off(rail, 1.6, 0.3)
    places.counters(names, grid)
    _marks(names, board, grid, ways)
    authored(names, grid, projection, facts)
    places.far(names, projection, facts)
    places.zones(names, grid, facts)
    _areas(names, board, facts)
    towns = [places.Place(h, row.name, row.city) for h, row in board.hexes.items() if row.name and row.play in NAMED]
    places.towns(names, grid, towns, facts)
    long = [course for course in found if line(course.points).length > SHORT]
    shown = {section: facts["shown_names"].get(river, river) for section, river in board.rivers.items()}
    streams(names, long, shown, STREAMS)
    _lines(names, board, grid, facts)
    return names


NAMED = ("land", "jersey", "dyke")


def _marks(names: Names, board: Board, grid: HexGrid, ways: dict[str, Point]) -> None:
    """Marks that take room beside a counter."""
    for hex_id in board.capacities:
        names.room.take([(*side_spot(grid, hex_id, way), 9.0) for way in (-1, 1)], 3.0)
    for hex_id in board.where(lambda row: row.v1 or row.major):
        names.room.take([(*side_spot(grid, hex_id, -1), 8.0)], 3.0)
    for hex_id in board.where(lambda row: row.uboat):
        x, y = grid.centre(hex_id)
        names.room.take([(x + marks.BASE[0], y + marks.BASE[1], 8.0)], 3.0)
    for hex_id in board.where(lambda row: row.fortress):
        corners = grid.corners(hex_id)
        names.keep_off([*corners, corners[0]], 7.0, 0.5, 8.0)
    for hex_id, way in ways.items():
        names.room.take([(x, y, 4.0) for x, y in marks.chevron(grid, hex_id, way)], 1.6)


def _areas(names: Names, board: Board, facts: Facts) -> None:
    """The name of every landing area at sea, and beneath it what it can take."""
    for item in facts["area_names"]:
        area = board.areas[item["area"]]
        load = f"{area.factors} factors, then {area.units} units"
        x, y = item["at"]
        for group, words, (size, spacing), down in (
            ("areas", area.name.upper(), AREA, 0.0),
            ("loads", load, LOAD, 14.6),
        ):
            names.groups[group].append(svg.text(words, x, y + down, text_anchor="middle"))
            length = width(words, size, spacing, bold=True)
            names.room.take(word_discs(Spot([(x, y + down)]), length, size), 9.0)


def _lines(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Names along the lines."""
    runs = {name: along(grid, pairs) for name, pairs in lines.borders(grid, board).items()}
    places.along_lines(names, runs, facts)
