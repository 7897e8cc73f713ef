"""The tables of Operation Roundup, as far as the picture shows them."""

from __future__ import annotations

from dataclasses import dataclass

from maps.inputs import game_table
from maps.water import SideRow


@dataclass(frozen=True)
class HexRow:
    """A row of the game's map.csv."""

    hex_id: str
    terrain: str
    coastal: bool
    edge: str
    name: str
    lat: float
    lon: float


@dataclass(frozen=True)
class Board:
    """The tables that the rules read, and that the picture must agree with."""

    hexes: dict[str, HexRow]
    sides: list[SideRow]
    figures: dict[str, str]
    """Every number of the charts that the key may print: ``forest_mp``, ``forest_shift``, ``water_mp``, …"""

    def of(self, *terrains: str) -> list[str]:
        """The hexes of some terrains, in order."""
        return [h.hex_id for h in self.hexes.values() if h.terrain in terrains]


def load_board() -> Board:
    """The game's tables."""
    hexes = {
        row["hex"]: HexRow(
            row["hex"],
            row["terrain"],
            row["coastal"] == "1",
            row["edge"],
            row["name"],
            float(row["lat"]),
            float(row["lon"]),
        )
        for row in game_table("roundup", "map")
    }
    sides = [SideRow(r["hex_a"], r["hex_b"], r["kind"], r["name"]) for r in game_table("roundup", "hexsides")]
    figures = {row["name"]: row["value"] for row in game_table("roundup", "numbers")}
    for row in game_table("roundup", "tec"):
        figures |= {f"{row['terrain']}_{column}": row[column] for column in ("mp", "shift")}
    return Board(dict(sorted(hexes.items())), sides, figures)
