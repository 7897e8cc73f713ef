"""Lines along hexsides: frontiers, Army Districts, closed sides, the straits, and the red zone."""

from __future__ import annotations

from maps.festung.board import Board, Pair
from maps.hexgrid import HexGrid
from maps.lines import Style, neighbours

DISTRICTS = ("1", "7", "15", "19")
STYLES: dict[str, Style] = {
    "frontier": Style("frontier", 2.8, "16 5 3 5"),
    "prohibited": Style("prohibited", 6.0),
    "strait": Style("strait", 4.6, "0.1 9.0", round=True),
    "skagerrak": Style("skagerrak", 4.6, "12 8"),
    "red": Style("red", 3.0, "12 6", band=12.0),
    **{f"district-{name}": Style(f"district_{name}", 2.8, "9 5", band=9.0) for name in DISTRICTS},
}
ASIDE = {"red": 9.0, **{f"district-{name}": 5.5 for name in DISTRICTS}}
"""Lines that follow a river or one another: so far within their own ground."""


def borders(grid: HexGrid, board: Board) -> dict[str, list[Pair]]:
    """The lines that run along hexsides, by name."""
    hexes = board.hexes
    ashore = [(a, b) for a, b in neighbours(grid) if hexes[a].is_land and hexes[b].is_land]

    def limit(zone: list[str]) -> list[Pair]:
        return [(a, b) for a, b in ashore if (a in zone) != (b in zone)]

    parted = {frozenset(pair) for pair in board.pairs("strait", "skagerrak", "prohibited")}
    dry = [pair for pair in ashore if frozenset(pair) not in parted]
    return {
        "frontier": [(a, b) for a, b in dry if hexes[a].country != hexes[b].country],
        **{f"district-{name}": limit(own(board, f"district-{name}")) for name in DISTRICTS},
        "red": limit(own(board, "red")),
        **{kind: board.pairs(kind) for kind in ("strait", "skagerrak", "prohibited")},
    }


def own(board: Board, name: str) -> list[str]:
    """The hexes on whose side a line is drawn."""
    if name == "red":
        return board.where(lambda row: row.red)
    return board.where(lambda row: row.district == name.removeprefix("district-"))
