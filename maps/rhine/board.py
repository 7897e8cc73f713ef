"""The tables of D-Day to the Rhine, as far as the picture shows them, and where its hexes lie on the page."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from maps.hexgrid import HexGrid
from maps.inputs import game_table
from maps.shapes import Point
from maps.water import SideRow

Row = dict[str, str]
Pair = tuple[str, str]
DIE = "die"


@dataclass(frozen=True)
class HexRow:
    """A row of the game's map.csv."""

    hex_id: str
    column: int
    row: int
    terrain: str
    feature: str
    city: str
    major_city: bool
    fortress_port: bool
    major_port: bool
    siegfried: bool
    landing: str
    landing_name: str
    country: str
    across_rhine: bool
    coastal: bool
    land_sides: int
    edge: str
    lat: float
    lon: float


@dataclass(frozen=True)
class Hexside:
    """A row of the game's hexsides.csv."""

    hex_a: str
    hex_b: str
    kind: str
    name: str
    channel: bool


@dataclass(frozen=True)
class Board:
    """The tables that the rules read, and that the picture must agree with."""

    hexes: dict[str, HexRow]
    sides: list[Hexside]
    figures: dict[str, str]
    """Every number that the sheet may print, by its name."""
    charts: dict[str, list[Row]]
    """The tables that the sheet prints."""

    def where(self, wanted: Callable[[HexRow], bool]) -> list[str]:
        """The hexes that are as wanted, in order."""
        return [row.hex_id for row in self.hexes.values() if wanted(row)]

    def of(self, *terrains: str) -> list[str]:
        """The hexes of some terrains, in order."""
        return self.where(lambda row: row.terrain in terrains)

    def named(self, cities: Iterable[str]) -> list[str]:
        """The hexes of some cities, in order."""
        wanted = set(cities)
        return self.where(lambda row: row.city in wanted)

    def pairs(self, wanted: Callable[[Hexside], bool]) -> list[Pair]:
        """The hexsides that are as wanted, as pairs of hexes."""
        return [(side.hex_a, side.hex_b) for side in self.sides if wanted(side)]

    @property
    def streams(self) -> list[SideRow]:
        """The rivers, for the layer that draws them; estuaries are water and not rivers."""
        return [SideRow(s.hex_a, s.hex_b, s.kind, s.name) for s in self.sides if s.kind != "estuary"]

    @property
    def beyond_french_limit(self) -> list[str]:
        """Where the French 2nd Armored has no attack factor (FR2.2)."""
        column, row = int(self.figures["french_column"]), int(self.figures["french_row"])
        return self.where(lambda h: h.column > column and h.row > row)

    def stacking_limit(self, hex_id: str) -> int:
        """The stacking points of a coastal hex: its land sides, but no more than inland (STK.3, ruling R28)."""
        row = self.hexes[hex_id]
        inland = "rough_stacking_limit" if row.terrain in ("rough", "swamp") else "stacking_limit"
        return min(row.land_sides, int(self.figures[inland]))


def load_board() -> Board:
    """The game's tables."""
    hexes = {
        row["hex"]: HexRow(
            row["hex"],
            int(row["col"]),
            int(row["row"]),
            row["terrain"],
            row["feature"],
            row["city"],
            row["major_city"] == "1",
            row["fortress_port"] == "1",
            row["major_port"] == "1",
            row["siegfried"] == "1",
            row["landing"],
            row["landing_name"],
            row["country"],
            row["across_rhine"] == "1",
            row["coastal"] == "1",
            int(row["land_sides"]),
            row["edge"],
            float(row["lat"]),
            float(row["lon"]),
        )
        for row in game_table("rhine", "map")
    }
    sides = [
        Hexside(row["hex_a"], row["hex_b"], row["kind"], row["name"], row["channel"] == "1")
        for row in game_table("rhine", "hexsides")
    ]
    figures = {row["name"]: row["value"] for row in game_table("rhine", "numbers")}
    figures |= _turns_of_columns(game_table("rhine", "turns"))
    # The best roll first, as the book has it.
    results = sorted(game_table("rhine", "crt"), key=lambda row: -int(row[DIE]))
    charts = {"crt": [{column: _printed(cell) for column, cell in row.items()} for row in results]}
    return Board(dict(sorted(hexes.items())), sides, figures, charts)


def _printed(cell: str) -> str:
    return "–" if cell == "-" else cell


def _turns_of_columns(turns: list[Row]) -> dict[str, str]:
    """For each weather column the turns that use it, as ``weather_B_turns``: "2–3, 7–8"."""
    found: dict[str, list[int]] = {}
    for row in turns:
        found.setdefault(row["weather_column"], []).append(int(row["turn"]))
    return {f"weather_{column}_turns": runs(numbers) for column, numbers in found.items()}


def runs(numbers: list[int]) -> str:
    """Numbers in ascending order, those that follow one another drawn together.

    >>> runs([2, 3, 7, 8, 11])
    '2–3, 7–8, 11'
    """
    out = []
    for _, group in itertools.groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        out.append(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}")
    return ", ".join(out)


def grid_of(board: Board, size: float, origin: Point) -> HexGrid:
    """The hexes on the page: columns from the left, rows up the page, odd columns half a hex higher.

    ``origin`` is where the centre of the top hex of column 00 would be.
    """
    top = max(row.row for row in board.hexes.values())
    places = {row.hex_id: (3 * row.column, 2 * (top - row.row) - row.column % 2) for row in board.hexes.values()}
    return HexGrid(size, origin, places, flat=True)
