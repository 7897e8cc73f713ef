"""Names on the sheet of D-Day to the Rhine: cities, towns, landings, rivers, lines, zones and regions."""

from __future__ import annotations

from typing import Any

from maps import places
from maps.hexgrid import HexGrid
from maps.lettering import Spot, beside_a_line, width
from maps.lines import along
from maps.marks import side_spot
from maps.names import Lettering, Names, authored, blank, streams
from maps.projection import Projection
from maps.rhine import lines, marks
from maps.rhine.board import Board
from maps.shapes import Point
from maps.water import Course

Facts = dict[str, Any]
LANDING = 12.4
LANDING_SPACING = 0.8
STREAMS: dict[str, Lettering] = {"river": (11.4, 1.2), "wide": (16.0, 4.0)}
# From bottom to top.
GROUPS = (
    "regions", "countries", "wilds", "seas", "far", "streams", "features", "zones", "lines", "towns", "cities",
    "landings",
)  # fmt: skip


def place_all(
    board: Board, grid: HexGrid, projection: Projection, found: list[Course], ways: dict[str, Point], facts: Facts
) -> Names:
    """Find a place for every name."""
    names = blank(grid, GROUPS)
    thick = {"river": 2.8, "wide": 6.0}
    for course in found:
        names.keep_off(course.points, thick[course.kind], 1.3)
    places.counters(names, grid)
    _marks(names, board, grid, ways, facts)
    authored(names, grid, projection, facts)
    places.far(names, projection, facts)
    places.zones(names, grid, facts)
    towns = [places.Place(row.hex_id, row.city, row.major_city) for row in board.hexes.values() if row.city]
    places.towns(names, grid, towns, facts)
    _landings(names, board, grid, ways)
    streams(names, found, facts["shown_names"], STREAMS)
    _rivers(names, found, facts)
    _lines(names, board, grid, facts)
    return names


def _marks(names: Names, board: Board, grid: HexGrid, ways: dict[str, Point], facts: Facts) -> None:
    """Marks that take room beside a counter or at sea."""
    stars = board.named(facts["goal_cities"])
    for hex_id in board.where(lambda row: row.major_port or row.hex_id in stars):
        names.room.take([(*side_spot(grid, hex_id, -1), 8.0)], 3.0)
    for hex_id in board.where(lambda row: row.coastal):
        names.room.take([(*side_spot(grid, hex_id, 1), 6.5)], 3.0)
    for hex_id in board.where(lambda row: row.siegfried):
        corners = grid.corners(hex_id)
        names.keep_off([*corners, corners[0]], 7.0, 0.5, 8.0)
    for hex_id, way in ways.items():
        x, y = grid.centre(hex_id)
        names.room.take([(x + way[0] * part / 10, y + way[1] * part / 10, 9.0) for part in range(4, 11)], 6.0)
        x, y = marks.plate_spot(grid, hex_id, way)
        names.room.take([(x + dx, y, 10.5) for dx in (-9.0, 0.0, 9.0)], 9.0)


def _landings(names: Names, board: Board, grid: HexGrid, ways: dict[str, Point]) -> None:
    """The name of every landing beside its plate, on the side away from the land."""
    for hex_id, way in ways.items():
        words = board.hexes[hex_id].landing_name.upper()
        x, y = marks.plate_spot(grid, hex_id, way)
        length = width(words, LANDING, LANDING_SPACING, bold=True)
        up = 4.0 if way[1] > 0 else 0.0
        spots = [Spot([(x + dx, y - 14.0)], "middle", abs(dx) * 0.08 + up) for dx in places.ASIDE]
        spots += [Spot([(x + dx, y + 23.5)], "middle", abs(dx) * 0.08 + 4.0 - up) for dx in places.ASIDE]
        spots += [Spot([(x + 22.0, y + dy)], "start", 2.5) for dy in (4.4, -4.0, 12.0)]
        spots += [Spot([(x - 22.0, y + dy)], "end", 2.5) for dy in (4.4, -4.0, 12.0)]
        names.write("landings", words, spots, length, LANDING, 9.0)


def _rivers(names: Names, found: list[Course], facts: Facts) -> None:
    """Names of great rivers once more along the parts of their course that are given."""
    for index, item in enumerate(facts["river_names"]):
        course = max((c for c in found if c.name == item["river"]), key=lambda c: len(c.spots))
        size, spacing = STREAMS[course.kind]
        length = width(course.name, size, spacing)
        for number, (start, end) in enumerate(item["parts"]):
            spots = beside_a_line(course.points, length, size, (start, end))
            spot = names.settle(course.name, spots, length, size, 8.0)
            attributes: Facts = {"font_size": size, "letter_spacing": spacing}
            names.groups["streams"].append(
                names.along(f"river-{index}-{number}", course.name, spot.baseline, **attributes)
            )


def _lines(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Names along the lines."""
    runs = {name: along(grid, pairs) for name, pairs in lines.borders(grid, board).items()}
    runs["siegfried"] = [lines.wall(grid, board)]
    places.along_lines(names, runs, facts)
