"""Lines along hexsides: frontiers, districts, the reach of aircraft from England, and the limits of landing areas."""

from __future__ import annotations

from maps.fortress.board import Board, Pair
from maps.hexgrid import HexGrid
from maps.lines import Style, neighbours, within
from maps.shapes import Line

DISTRICTS = ("1", "7", "15", "NL", "19")
STYLES: dict[str, Style] = {
    "germany": Style("germany", 2.6, "14 4 2.5 4", band=9.0),
    "italy": Style("italy", 2.6, "14 4 2.5 4", band=9.0),
    "radius": Style("radius", 2.2, "0.1 6.0", round=True),
    "areas": Style("area", 2.0, "11 5 2 5"),
    **{f"district-{name}": Style(f"district_{name}", 2.4, "8 4", band=8.0) for name in DISTRICTS},
}
ASIDE = {"germany": 6.4, "italy": 6.4, **{f"district-{name}": 3.8 for name in DISTRICTS}}
"""Lines that often follow a river or one another: so far within their own ground."""
OFFSHORE = 3  # how many hexes out to sea two landing areas are parted


def borders(grid: HexGrid, board: Board) -> dict[str, list[Pair]]:
    """The lines that run along hexsides, by name."""
    hexes = board.hexes
    beside = neighbours(grid)
    ashore = [(a, b) for a, b in beside if hexes[a].is_land and hexes[b].is_land]
    apart = [(a, b) for a, b in ashore if hexes[a].country != hexes[b].country]
    ours = {"germany": "DE", "italy": "IT"}

    def frontier_of(country: str) -> list[Pair]:
        return [(a, b) for a, b in apart if country in (hexes[a].country, hexes[b].country)]

    areas = waters(grid, board)
    return {
        **{name: frontier_of(country) for name, country in ours.items()},
        "frontier": [(a, b) for a, b in apart if not {hexes[a].country, hexes[b].country} & set(ours.values())],
        "radius": [(a, b) for a, b in beside if hexes[a].radius != hexes[b].radius],
        "areas": [(a, b) for a, b in beside if a in areas and b in areas and areas[a] != areas[b]],
        **{
            f"district-{name}": [
                (a, b) for a, b in ashore if (hexes[a].district == name) != (hexes[b].district == name)
            ]
            for name in DISTRICTS
        },
    }


def own(board: Board, name: str) -> list[str]:
    """The hexes on whose side a line is drawn."""
    if name.startswith("district-"):
        return board.where(lambda row: row.district == name.removeprefix("district-"))
    return board.where(lambda row: row.country == {"germany": "DE", "italy": "IT"}[name])


def beside(grid: HexGrid, board: Board, name: str, pairs: list[Pair]) -> list[Line]:
    """The dashes of a line, a little on its own side of the hexsides."""
    return within(grid, own(board, name), pairs, ASIDE[name], ASIDE[name] * 1.25)


def waters(grid: HexGrid, board: Board) -> dict[str, str]:
    """The sea hexes off each landing area: on the coast by the beaches there, further out by the nearest."""
    at = {spot: hex_id for hex_id, spot in grid.places.items()}
    hexes = board.hexes
    sea = [hex_id for hex_id in grid.places if hexes[hex_id].play in ("sea", "imaginary")]
    around = {hex_id: [at[spot] for spot in grid.neighbours(hex_id) if spot in at] for hex_id in sea}
    found: dict[str, str] = {}
    for hex_id in sea:
        claims: dict[str, float] = {}
        for other in (other for other in around[hex_id] if hexes[other].beach):
            # A beach with a single sea hex needs that one more than a beach with several.
            claims[hexes[other].area] = claims.get(hexes[other].area, 0.0) + 1 / len(board.seawards(grid, other))
        if claims:
            found[hex_id] = max(claims, key=lambda area: claims[area])
    for _ in range(OFFSHORE - 1):
        reached = {other: found[hex_id] for hex_id in found for other in around[hex_id] if other in around}
        found = reached | found
    return found
