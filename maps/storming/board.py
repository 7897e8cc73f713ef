"""The tables of Storming the Reich, as far as the picture shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maps.inputs import game_table
from maps.water import SideRow

Row = dict[str, str]


@dataclass(frozen=True)
class HexRow:
    """A row of the game's map.csv."""

    hex_id: str
    terrain: str
    settlement: str
    name: str
    coastal: bool
    fort: str
    country: str
    area: str
    flags: frozenset[str]
    lat: float
    lon: float


@dataclass(frozen=True)
class Hexside:
    """A row of the game's hexsides.csv."""

    hex_a: str
    hex_b: str
    river: str
    river_name: str
    sea: bool
    road: bool
    bridge: bool
    seine_line: bool
    breakout_line: bool
    flags: frozenset[str]


@dataclass(frozen=True)
class Board:
    """The tables that the rules read, and that the picture must agree with."""

    hexes: dict[str, HexRow]
    sides: list[Hexside]
    rhine_bridges: dict[tuple[str, str], str]
    charts: dict[str, list[Row]]
    """Every table of the game that the sheet prints, by the name of its file."""

    def where(self, wanted: Callable[[HexRow], bool]) -> list[str]:
        """The hexes that are as wanted, in order."""
        return [row.hex_id for row in self.hexes.values() if wanted(row)]

    def of(self, *terrains: str) -> list[str]:
        """The hexes of some terrains, in order."""
        return self.where(lambda row: row.terrain in terrains)

    def flagged(self, flag: str) -> list[str]:
        """The hexes with a flag, in order."""
        return self.where(lambda row: flag in row.flags)

    def pairs(self, wanted: Callable[[Hexside], bool]) -> list[tuple[str, str]]:
        """The hexsides that are as wanted, as pairs of hexes."""
        return [(side.hex_a, side.hex_b) for side in self.sides if wanted(side)]

    @property
    def streams(self) -> list[SideRow]:
        """The rivers, for the layer that draws them."""
        return [SideRow(s.hex_a, s.hex_b, s.river, s.river_name) for s in self.sides if s.river]

    @property
    def figures(self) -> dict[str, str]:
        """Every number that the key may print: ``forest_mp``, ``forest_drm``, ``bocage_german_drm``, …"""
        found = {row["name"]: row["value"] for row in self.charts["numbers"]}
        for row in self.charts["tec"]:
            found |= {f"{row['terrain']}_{column}": row[column] for column in ("mp", "drm")}
        return found


def load_board() -> Board:
    """The game's tables."""
    hexes = {
        row["hex"]: HexRow(
            row["hex"],
            row["terrain"],
            row["settlement"],
            row["name"],
            row["coastal"] == "1",
            row["fort"],
            row["country"],
            row["area"],
            _flags(row),
            float(row["lat"]),
            float(row["lon"]),
        )
        for row in game_table("storming", "map")
    }
    sides = [
        Hexside(
            row["hex_a"],
            row["hex_b"],
            row["river"],
            row["river_name"],
            row["sea"] == "1",
            row["road"] == "1",
            row["bridge"] == "1",
            row["seine_line"] == "1",
            row["breakout_line"] == "1",
            _flags(row),
        )
        for row in game_table("storming", "hexsides")
    ]
    bridges = {(row["hex_a"], row["hex_b"]): row["name"] for row in game_table("storming", "bridges")}
    charts = {name: game_table("storming", name) for name in ("tec", "numbers", "cft", "allowances")}
    return Board(dict(sorted(hexes.items())), sides, bridges, charts)


def _flags(row: Row) -> frozenset[str]:
    return frozenset(flag for flag in row["flags"].split(";") if flag)
