"""Names on the sheet of Operation Roundup: ports, towns, villages and woods, besides what every sheet names."""

from __future__ import annotations

import math
from typing import Any

from maps import svg
from maps.hexgrid import HexGrid
from maps.lettering import Spot, best, round_a_point, width, word_discs
from maps.names import Names, anchored, authored, beneath, blank, streams
from maps.projection import Projection
from maps.roundup.board import Board
from maps.shapes import Point, Shape, line, point, polygon
from maps.water import Course

TOWN, PORT, VILLAGE, WOOD = 12.5, 20.0, 8.6, 10.5
STREAMS = {"river": (12.0, 1.6), "canal": (10.0, 0.5)}
BELOW = ((35.0, 0.0), (38.5, 0.5), (31.0, 1.0), (42.0, 2.5), (26.0, 4.0), (-17.0, 5.0))  # how far, and what it costs
ASIDE = (0.0, 8.0, -8.0, 16.0, -16.0, 24.0, -24.0)
DROP = 4.0  # a village whose name costs more than this is left out


def place_all(
    board: Board,
    grid: HexGrid,
    projection: Projection,
    found: list[Course],
    land: Shape,
    facts: dict[str, Any],
    places: dict[str, Point],
) -> Names:
    """Find a place for every name."""
    names = blank(grid, ("seas", "regions", "ports", "towns", "villages", "woods", "streams"))
    for course in found:
        names.keep_off(course.points, 2.6, 1.3)
    for hex_id, row in board.hexes.items():
        x, y = grid.centre(hex_id)
        names.room.take([(x, y, 0.62 * grid.size)], {"port": 0.3, "town": 0.12, "forest": 0.12}.get(row.terrain, 0.0))
        if "E" in row.edge:
            half = grid.width / 2
            names.room.take([(x + half, y + dy, 3.0) for dy in (-24, -16, -8, 0, 8, 16, 24)], 3.0)
        if "S" in row.edge:
            names.room.take([(x + dx, y + grid.size - abs(dx) * 0.58, 3.0) for dx in range(-42, 43, 7)], 3.0)
    authored(names, grid, projection, facts)
    _ports(names, grid, facts)
    _towns(names, board, grid, facts)
    streams(names, found, facts["shown_names"], STREAMS)
    _woods(names, board, grid, facts)
    _villages(names, board, grid, projection, found, land, facts, places)
    return names


def _ports(names: Names, grid: HexGrid, facts: dict[str, Any]) -> None:
    for item in facts["port_names"]:
        x, y = grid.centre(item["hex"])
        x, y = x + item["dx"], y + item["dy"]
        size = item.get("size", PORT)
        anchor = item.get("anchor", "middle")
        names.groups["ports"].append(
            svg.text(item["text"], x, y, text_anchor=anchor, font_size=size, letter_spacing=item.get("spacing", 1.5))
        )
        length = width(item["text"], size, item.get("spacing", 1.5), bold=True)
        names.room.take(word_discs(Spot([(x, y)], anchor), length, size), 9.0)


def _towns(names: Names, board: Board, grid: HexGrid, facts: dict[str, Any]) -> None:
    shown: dict[str, str] = facts["shown_names"]
    given: dict[str, list[float]] = facts.get("town_places", {})
    # Those with the least choice of place first: the longest names.
    towns = [board.hexes[h] for h in board.of("town")]
    for town in sorted(towns, key=lambda t: (t.hex_id not in given, -len(t.name), t.hex_id)):
        words = shown.get(town.name, town.name)
        spots = beneath(grid, town.hex_id, given, BELOW, ASIDE, 0.12)
        names.write("towns", words, spots, width(words, TOWN, 0.2, bold=True), TOWN, 9.0)


def _woods(names: Names, board: Board, grid: HexGrid, facts: dict[str, Any]) -> None:
    shown: dict[str, str] = facts["shown_names"]
    groups: dict[str, list[str]] = {}
    for hex_id in board.of("forest"):
        groups.setdefault(board.hexes[hex_id].name, []).append(hex_id)
    for name, hex_ids in sorted(groups.items()):
        words = shown.get(name, name)
        length = width(words, WOOD, 0.4)
        spots = []
        for hex_id in hex_ids:
            x, y = grid.centre(hex_id)
            spots += [
                Spot([(x + dx, y + dy)], "middle", abs(dx) * 0.05 + abs(dy - 34.0) * 0.12)
                for dy in (34.0, 37.0, 40.0, 30.0, 26.0, 21.0, 4.0, -18.0)
                for dx in (0.0, 12.0, -12.0, 24.0, -24.0, 41.0, -41.0)
            ]
        names.write("woods", words, spots, length, WOOD, 8.0)


def _off_the_sides(at: Point, grid: HexGrid) -> Point:
    """A dot that would stand on a hexside, moved a little towards the middle of the nearest hex."""
    x, y = min((grid.centre(h) for h in grid.places), key=lambda c: math.dist(c, at))
    hexagon = polygon([(x + dx, y + dy) for dx, dy in grid.offsets]).buffer(-9.0)
    if hexagon.contains(point(*at)):
        return at
    near = hexagon.boundary.interpolate(hexagon.boundary.project(point(*at)))
    return float(near.x), float(near.y)


def _villages(
    names: Names,
    board: Board,
    grid: HexGrid,
    projection: Projection,
    found: list[Course],
    land: Shape,
    facts: dict[str, Any],
    places: dict[str, Point],
) -> None:
    shown: dict[str, str] = facts["shown_names"]
    water = [line(c.points) for c in found]
    wanted: list[tuple[str, Point, bool]] = []
    for row in board.hexes.values():
        if row.name and row.terrain == "clear":
            words = shown.get(row.name, row.name)
            at = projection.place(*places[words]) if words in places else grid.centre(row.hex_id)
            if not grid.area(row.hex_id).buffer(-9).contains(point(*at)):
                at = grid.centre(row.hex_id)
            wanted.append((words, at, True))
    open_ground = grid.areas(board.of("clear", "polder")).buffer(-5)
    for name in facts["villages"]:
        at = projection.place(*places[name])
        at = _off_the_sides(at, grid)
        here = point(*at)
        if open_ground.contains(here) and land.buffer(-6).contains(here) and min(w.distance(here) for w in water) > 7.5:
            wanted.append((shown.get(name, name), at, False))
    for lon, lat, metres in facts["heights"]:
        x, y = projection.place(lon, lat)
        if names.room.cost([(x, y, 4.0)]) > 1.0:
            continue
        names.room.take([(x, y, 3.0)], 6.0)
        length = width(str(metres), VILLAGE)
        spot, _ = best(names.room, round_a_point((x, y), VILLAGE, 5.0), length, VILLAGE)
        names.room.take(word_discs(spot, length, VILLAGE), 8.0)
        names.groups["villages"].append(
            svg.path(f"M{svg.number(x - 3)} {svg.number(y + 2.2)}h6l-3-5.2z", stroke="none")
            + svg.text(str(metres), *spot.baseline[0], text_anchor=anchored(spot))
        )
    for item in facts["far_places"]:
        x, y = projection.place(*item["at"])
        names.groups["villages"].append(
            svg.element("circle", cx=svg.number(x), cy=svg.number(y), r=3)
            + svg.text(item["text"], x + item["dx"], y + item["dy"], font_size=13, font_weight="bold")
        )
    taken: list[Point] = []
    for words, at, must in wanted:
        dot = [(at[0], at[1], 3.0)]
        if not must and (names.room.cost(dot) > 1.5 or any(math.dist(at, other) < 62 for other in taken)):
            continue
        length = width(words, VILLAGE)
        spot, cost = best(names.room, round_a_point(at, VILLAGE, 5.0), length, VILLAGE)
        if cost > DROP and not must:
            continue
        taken.append(at)
        names.costs.append((cost, words))
        names.room.take([*dot, *word_discs(spot, length, VILLAGE)], 8.0)
        names.groups["villages"].append(
            svg.element("circle", cx=svg.number(at[0]), cy=svg.number(at[1]), r=2.1)
            + svg.text(words, *spot.baseline[0], text_anchor=anchored(spot))
        )
