"""Lines along hexsides: frontiers, the limit of the French, and the rim of the Allied goal beyond the Rhine."""

from __future__ import annotations

from maps.hexgrid import HexGrid
from maps.lines import Style, neighbours, within
from maps.rhine.board import Board, Pair
from maps.shapes import Line

STYLES: dict[str, Style] = {
    "germany": Style("germany", 2.6, "14 4 2.5 4", band=9.0),
    "french": Style("french", 2.2, "9 7"),
    "channel": Style("channel", 2.6, "0.1 6.2", round=True),
}
ASIDE = 6.4  # how far within Germany its frontier is drawn, because rivers often run along it
RIM = 9.0  # how wide the rim of the goal is


def borders(grid: HexGrid, board: Board) -> dict[str, list[Pair]]:
    """The lines that run along hexsides, by name."""
    hexes = board.hexes
    beside = neighbours(grid)
    apart = [(a, b) for a, b in beside if hexes[a].country != hexes[b].country]
    barred = set(board.beyond_french_limit)
    return {
        "germany": [(a, b) for a, b in apart if "DE" in (hexes[a].country, hexes[b].country)],
        "frontier": [(a, b) for a, b in apart if "DE" not in (hexes[a].country, hexes[b].country)],
        "french": [(a, b) for a, b in beside if (a in barred) != (b in barred)],
        "channel": board.pairs(lambda side: side.channel),
    }


def within_germany(grid: HexGrid, board: Board, pairs: list[Pair]) -> list[Line]:
    """The dashes of Germany's frontier, a little on the German side of its hexsides."""
    return within(grid, board.where(lambda row: row.country == "DE"), pairs, ASIDE, ASIDE * 1.25)


def rim(grid: HexGrid, board: Board) -> list[Line]:
    """The rim of the goal beyond the Rhine, just inside its hexsides; at the edge of the board there is none."""
    goal = set(board.where(lambda row: row.across_rhine))
    sides = [(a, b) for a, b in neighbours(grid) if (a in goal) != (b in goal)]
    return within(grid, sorted(goal), sides, 0.8 * RIM, RIM)


def wall(grid: HexGrid, board: Board) -> Line:
    """The run of the Siegfried Line from north to south, for its name: the middle of its hexes in each row."""
    rows: dict[int, Line] = {}
    for hex_id in board.where(lambda row: row.siegfried):
        rows.setdefault(board.hexes[hex_id].row, []).append(grid.centre(hex_id))
    return [
        (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
        for _, spots in sorted(rows.items(), reverse=True)
    ]
