"""Names on the sheet of D-Day to the Rhine: cities, towns, landings, rivers, lines, zones and regions."""

from __future__ import annotations

from typing import Any

from maps import svg
from maps.games.rhine import lines, marks
from maps.games.rhine.board import Board
from maps.hexgrid import HexGrid
from maps.lettering import Room, Spot, beside_a_line, best, width, word_discs
from maps.lines import along
from maps.marks import side_spot
from maps.names import Lettering, Names, authored, number_discs, streams
from maps.projection import Projection
from maps.shapes import Line, Point, coordinates, line, segmented
from maps.water import Course

Facts = dict[str, Any]
TOWN, CITY, LANDING = 11.8, 14.6, 12.4
LANDING_SPACING = 0.8
SOFT = (30.0, 60.0, 110.0)  # a name beside a line of hexsides does not follow its every corner
STREAMS: dict[str, Lettering] = {"river": (11.4, 1.2), "wide": (16.0, 4.0)}
GROUPS = (
    "seas",
    "regions",
    "countries",
    "streams",
    "lines",
    "features",
    "wilds",
    "zones",
    "towns",
    "cities",
    "landings",
    "far",
)
# Below the counter first; beside the middle a counter would hide the name.
BELOW = (
    (38.6, 0.0), (37.2, 0.3), (40.6, 0.5), (35.8, 2.0), (43.0, 1.6), (46.0, 2.6), (49.0, 5.0), (33.0, 12.0),
    (-20.0, 25.0),
)  # fmt: skip
ASIDE = (0.0, 5.0, -5.0, 10.0, -10.0, 16.0, -16.0, 22.0, -22.0, 30.0, -30.0, 38.0, -38.0)


def place_all(
    board: Board, grid: HexGrid, projection: Projection, found: list[Course], ways: dict[str, Point], facts: Facts
) -> Names:
    """Find a place for every name."""
    names = Names(Room(), [], {group: [] for group in GROUPS}, [])
    shown: dict[str, str] = facts["shown_names"]
    for hex_id in grid.places:
        names.room.take(number_discs(grid, hex_id), 9.0)
    thick = {"river": 2.8, "wide": 6.0}
    for course in found:
        names.room.take([(x, y, thick[course.kind]) for x, y in _points(course.points, 5.0)], 1.3)
    for hex_id in grid.places:
        # A name may reach into the next hex, but not where that hex's counter lies.
        x, y = grid.centre(hex_id)
        names.room.take([(x, y, 24.0)], 0.22)
    _marks(names, board, grid, ways, facts)
    authored(names, grid, projection, facts)
    _far(names, projection, facts)
    _zones(names, grid, facts)
    _places(names, board, grid, facts)
    _landings(names, board, grid, ways)
    streams(names, found, shown, STREAMS)
    _rivers(names, found, facts)
    _lines(names, board, grid, facts)
    return names


def _points(points: Line, step: float) -> Line:
    return coordinates(segmented(line(points), step))


def _marks(names: Names, board: Board, grid: HexGrid, ways: dict[str, Point], facts: Facts) -> None:
    """Marks that take room beside a counter or at sea."""
    stars = board.named(facts["goal_cities"])
    for hex_id in board.where(lambda row: row.major_port or row.hex_id in stars):
        names.room.take([(*side_spot(grid, hex_id, -1), 8.0)], 3.0)
    for hex_id in board.where(lambda row: row.coastal):
        names.room.take([(*side_spot(grid, hex_id, 1), 6.5)], 3.0)
    for hex_id in board.where(lambda row: row.siegfried):
        teeth = line([*grid.corners(hex_id), grid.corners(hex_id)[0]])
        names.room.take([(x, y, 7.0) for x, y in _points(coordinates(teeth), 8.0)], 0.5)
    for hex_id, way in ways.items():
        x, y = grid.centre(hex_id)
        names.room.take([(x + way[0] * part / 10, y + way[1] * part / 10, 9.0) for part in range(4, 11)], 6.0)
        x, y = marks.plate_spot(grid, hex_id, way)
        names.room.take([(x + dx, y, 10.5) for dx in (-9.0, 0.0, 9.0)], 9.0)


def _far(names: Names, projection: Projection, facts: Facts) -> None:
    """Towns outside the map."""
    for item in facts["far_places"]:
        x, y = projection.place(*item["at"])
        dx, dy = item.get("dx", 7.0), item.get("dy", 4.0)
        anchor = "end" if dx < 0 else None
        names.groups["far"].append(
            svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=2.6)
            + svg.text(item["text"], x + dx, y + dy, text_anchor=anchor)
        )


def _zones(names: Names, grid: HexGrid, facts: Facts) -> None:
    """Names of countries, zones and small features, written across hexes where nothing else stands."""
    for item in facts["zone_names"]:
        x, y = grid.centre(item["hex"])
        x, y = x + item.get("dx", 0.0), y + item.get("dy", 0.0)
        size, spacing = item["size"], item.get("spacing", 3.0)
        colour = facts["palette"][item["colour"]]
        names.groups[item.get("group", "zones")].append(
            svg.text(item["text"], x, y, font_size=size, letter_spacing=spacing, fill=colour, text_anchor="middle")
        )
        length = width(item["text"], size, spacing, bold=True)
        names.room.take(word_discs(Spot([(x, y)]), length, size), item.get("weight", 6.0))


def _places(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Cities and towns."""
    shown: dict[str, str] = facts["shown_names"]
    given: dict[str, list[float]] = facts["town_places"]
    # Those with the least choice of place first: major cities, then the longest names.
    rows = [row for row in board.hexes.values() if row.city]
    for row in sorted(rows, key=lambda r: (r.hex_id not in given, not r.major_city, -len(r.city), r.hex_id)):
        size, spacing = (CITY, 0.6) if row.major_city else (TOWN, 0.2)
        words = shown.get(row.city, row.city)
        x, y = grid.centre(row.hex_id)
        length = width(words, size, spacing, bold=True)
        if row.hex_id in given:
            dx, dy = given[row.hex_id]
            spots = [Spot([(x + dx, y + dy)])]
        else:
            spots = [Spot([(x + dx, y + dy)], "middle", abs(dx) * 0.1 + extra) for dy, extra in BELOW for dx in ASIDE]
        spot, cost = best(names.room, spots, length, size)
        names.costs.append((cost, words))
        names.room.take(word_discs(spot, length, size), 9.0)
        group = "cities" if row.major_city else "towns"
        names.groups[group].append(svg.text(words, *spot.baseline[0], text_anchor="middle"))


def _landings(names: Names, board: Board, grid: HexGrid, ways: dict[str, Point]) -> None:
    """The name of every landing beside its plate, on the side away from the land."""
    for hex_id, way in ways.items():
        words = board.hexes[hex_id].landing_name.upper()
        x, y = marks.plate_spot(grid, hex_id, way)
        length = width(words, LANDING, LANDING_SPACING, bold=True)
        up = 4.0 if way[1] > 0 else 0.0
        spots = [Spot([(x + dx, y - 14.0)], "middle", abs(dx) * 0.08 + up) for dx in ASIDE]
        spots += [Spot([(x + dx, y + 23.5)], "middle", abs(dx) * 0.08 + 4.0 - up) for dx in ASIDE]
        spots += [Spot([(x + 22.0, y + dy)], "start", 2.5) for dy in (4.4, -4.0, 12.0)]
        spots += [Spot([(x - 22.0, y + dy)], "end", 2.5) for dy in (4.4, -4.0, 12.0)]
        spot, cost = best(names.room, spots, length, LANDING)
        names.costs.append((cost, words))
        names.room.take(word_discs(spot, length, LANDING), 9.0)
        anchored = None if spot.anchor == "start" else spot.anchor
        names.groups["landings"].append(svg.text(words, *spot.baseline[0], text_anchor=anchored))


def _rivers(names: Names, found: list[Course], facts: Facts) -> None:
    """Names of great rivers once more along the parts of their course that are given."""
    for index, item in enumerate(facts["river_names"]):
        course = max((c for c in found if c.name == item["river"]), key=lambda c: len(c.spots))
        size, spacing = STREAMS[course.kind]
        length = width(course.name, size, spacing)
        for number, (start, end) in enumerate(item["parts"]):
            spots = beside_a_line(course.points, length, size, (start, end))
            spot, cost = best(names.room, spots, length, size)
            names.costs.append((cost, course.name))
            names.room.take(word_discs(spot, length, size), 8.0)
            attributes: Facts = {"font_size": size, "letter_spacing": spacing}
            names.groups["streams"].append(
                names.along(f"river-{index}-{number}", course.name, spot.baseline, **attributes)
            )


def _lines(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Names along the lines."""
    runs = {name: along(grid, pairs) for name, pairs in lines.borders(grid, board).items()}
    runs["siegfried"] = [lines.wall(grid, board)]
    for points in (run for found in runs.values() for run in found):
        names.room.take([(x, y, 2.6) for x, y in _points(points, 5.0)], 0.7)
    for index, item in enumerate(facts["line_names"]):
        points = runs[item["line"]][item.get("run", 0)]
        size, spacing = item.get("size", 11.0), item.get("spacing", 2.0)
        words = item["text"]
        length = width(words, size, spacing, bold=True)
        low, high = item["offsets"]
        offsets = [float(offset) for offset in range(low, high + 1, 4)]
        for number, (start, end) in enumerate(item["parts"]):
            spots = beside_a_line(points, length, size, (start, end), offsets, SOFT)
            spot, cost = best(names.room, spots, length, size)
            names.costs.append((cost, words))
            names.room.take(word_discs(spot, length, size), 8.0)
            attributes: Facts = {"font_size": size, "letter_spacing": spacing, "fill": facts["palette"][item["colour"]]}
            names.groups["lines"].append(names.along(f"line-{index}-{number}", words, spot.baseline, **attributes))
