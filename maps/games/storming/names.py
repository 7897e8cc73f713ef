"""Names on the sheet of Storming the Reich: cities, towns, beaches, rivers, bridges, lines, zones and regions."""

from __future__ import annotations

from typing import Any

from maps import svg
from maps.games.storming import lines
from maps.games.storming.board import Board
from maps.hexgrid import HexGrid
from maps.lettering import Room, Spot, beside_a_line, best, width, word_discs
from maps.lines import along, outline
from maps.marks import side_spot
from maps.names import Lettering, Names, authored, number_discs, streams
from maps.projection import Projection
from maps.roads import middle
from maps.shapes import Line, coordinates, line, segmented
from maps.water import Course

Facts = dict[str, Any]
TOWN, CITY, BRIDGE = 11.8, 14.6, 9.4
SOFT = (30.0, 60.0, 110.0)  # a name beside a line of hexsides does not follow its every corner
STREAMS: dict[str, Lettering] = {"minor": (11.0, 1.0), "major": (13.0, 2.0), "rhine": (16.0, 4.0)}
GROUPS = (
    "seas", "regions", "countries", "streams", "lines", "zones", "bridges", "towns", "cities", "beaches", "far",
    "letters",
)  # fmt: skip
# Below the counter first; beside the middle a counter would hide the name.
BELOW = (
    (38.6, 0.0), (37.2, 0.3), (40.6, 0.5), (35.8, 2.0), (43.0, 1.6), (46.0, 2.6), (49.0, 5.0), (33.0, 12.0),
    (-20.0, 25.0),
)  # fmt: skip
ASIDE = (0.0, 5.0, -5.0, 10.0, -10.0, 16.0, -16.0, 22.0, -22.0, 30.0, -30.0, 38.0, -38.0)


def place_all(
    board: Board, grid: HexGrid, projection: Projection, found: list[Course], roads: list[Line], facts: Facts
) -> Names:
    """Find a place for every name."""
    names = Names(Room(), [], {group: [] for group in GROUPS}, [])
    shown: dict[str, str] = facts["shown_names"]
    for hex_id in grid.places:
        names.room.take(number_discs(grid, hex_id), 9.0)
    thick = {"minor": 2.4, "major": 3.8, "rhine": 5.6}
    for course in found:
        names.room.take([(x, y, thick[course.kind]) for x, y in _points(course.points, 5.0)], 1.3)
    for road in roads:
        names.room.take([(x, y, 1.6) for x, y in _points(road, 5.0)], 0.3)
    for a, b in board.pairs(lambda side: side.bridge):
        names.room.take([(*middle(grid, a, b), 9.0)], 1.6)
    for hex_id in grid.places:
        # A name may reach into the next hex, but not where that hex's counter lies.
        x, y = grid.centre(hex_id)
        names.room.take([(x, y, 24.0)], 0.22)
    _marks(names, board, grid)
    authored(names, grid, projection, facts)
    _far(names, projection, facts)
    _zones(names, grid, facts)
    _beaches(names, grid, facts)
    _places(names, board, grid, facts)
    _letters(names, board, grid)
    streams(names, found, shown, STREAMS)
    _bridges(names, board, grid)
    _lines(names, board, grid, facts)
    return names


def _points(points: Line, step: float) -> Line:
    return coordinates(segmented(line(points), step))


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
    """Names of countries and zones, written across hexes where nothing else stands."""
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


def _places(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Cities and towns; a city of several hexes is named once."""
    shown: dict[str, str] = facts["shown_names"]
    given: dict[str, list[float]] = facts["town_places"]
    done: set[str] = set()
    # Those with the least choice of place first: cities, then the longest names.
    rows = [row for row in board.hexes.values() if row.name]
    for row in sorted(rows, key=lambda r: (r.hex_id not in given, r.settlement != "city", -len(r.name), r.hex_id)):
        city = row.settlement == "city"
        if city and row.name in done:
            continue
        done.add(row.name)
        size, spacing = (CITY, 0.6) if city else (TOWN, 0.2)
        words = shown.get(row.name, row.name)
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
        names.groups["cities" if city else "towns"].append(svg.text(words, *spot.baseline[0], text_anchor="middle"))


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
        spot, cost = best(names.room, spots, length, BRIDGE)
        names.costs.append((cost, words))
        names.room.take(word_discs(spot, length, BRIDGE), 8.0)
        anchored = None if spot.anchor == "start" else spot.anchor
        names.groups["bridges"].append(svg.text(words, *spot.baseline[0], text_anchor=anchored))


def _lines(names: Names, board: Board, grid: HexGrid, facts: Facts) -> None:
    """Names along the lines and the outlines of zones."""
    borders = lines.borders(grid, board)
    runs = {name: along(grid, pairs) for name, pairs in borders.items()}
    runs |= {flag: outline(grid, board.flagged(flag), inset) for flag, (_, inset) in lines.ZONES.items()}
    runs["front"] = [lines.front_line(grid, facts["front_line"])]
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
