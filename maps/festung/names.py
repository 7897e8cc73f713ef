"""Names on the sheet of Festung Europa: every hex has one, and players call it by it."""

from __future__ import annotations

from typing import Any

from maps import places, svg
from maps.festung.board import Board
from maps.festung.marks import SPOTS, spot
from maps.hexgrid import HexGrid
from maps.lettering import Spot, width, word_discs
from maps.names import Lettering, Names, authored, blank, streams
from maps.projection import Projection
from maps.water import Course

Facts = dict[str, Any]
HEX, BEACH, BESIDE = (19.0, 0.3), (17.0, 0.2), (13.0, 0.6)
STREAMS: dict[str, Lettering] = {"river": (15.0, 2.0), "rhine": (19.0, 4.0)}
FOOT, HIGHER = 0.715, 0.62  # of the hex size: how far below the centre the name of a hex stands, or of a Beach Head
BOX = 0.43  # and above the centre of a Beach Head the name of its box
# From bottom to top.
GROUPS = ("regions", "countries", "wilds", "seas", "far", "streams", "zones", "hexes", "beaches", "beside")


def place_all(board: Board, grid: HexGrid, projection: Projection, found: list[Course], facts: Facts) -> Names:
    """Find a place for every name."""
    names = blank(grid, GROUPS)
    for course in found:
        names.keep_off(course.points, 4.0, 1.3)
    places.counters(names, grid)
    for row in board.hexes.values():
        kinds = {"star": row.vp, "anchor": row.port, "supply": bool(row.supply), "capital": row.capital}
        names.room.take([(*spot(grid, row.hex_id, kind), 13.0) for kind in SPOTS if kinds[kind]], 3.0)
    for hex_id in board.where(lambda row: row.fortress):
        corners = grid.corners(hex_id)
        names.keep_off([*corners, corners[0]], 7.0, 0.5, 8.0)
    authored(names, grid, projection, facts)
    places.far(names, projection, facts)
    _hexes(names, board, grid)
    places.zones(names, grid, facts)
    streams(names, found, facts["shown_names"], STREAMS)
    return names


def words_of(board: Board, hex_id: str) -> str:
    """A hex's name as the sheet writes it: a Beach Head's is known by its place, and its edge says the rest."""
    return board.hexes[hex_id].name.removeprefix("Beach ")


def _hexes(names: Names, board: Board, grid: HexGrid) -> None:
    """The name of every hex at its foot, below the counters; in a Beach Head the box too from which one lands."""
    boxes = {hex_id: box.name for box in board.boxes.values() for hex_id in box.near}
    for hex_id, row in board.hexes.items():
        x, y = grid.centre(hex_id)
        group, (size, spacing) = ("beaches", BEACH) if row.beach else ("hexes", HEX)
        words = words_of(board, hex_id)
        at = Spot([(x, y + (HIGHER if row.beach else FOOT) * grid.size)])
        names.groups[group].append(svg.text(words, *at.baseline[0], text_anchor="middle"))
        names.room.take(word_discs(at, width(words, size, spacing, bold=True), size), 9.0)
        if row.beach:
            way = f"from {boxes[hex_id]}"
            names.groups["beside"].append(svg.text(way, x, y - BOX * grid.size, text_anchor="middle"))
