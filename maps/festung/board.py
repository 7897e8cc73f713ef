"""The tables of Festung Europa, as far as the picture shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maps.hexgrid import HexGrid
from maps.inputs import HERE, game_table, table
from maps.shapes import Point
from maps.water import SideRow

Row = dict[str, str]
Pair = tuple[str, str]
RIVERS = ("river", "rhine")


@dataclass(frozen=True)
class HexRow:
    """A row of the game's map.csv."""

    hex_id: str
    name: str
    terrain: str
    country: str
    coastal: bool
    port: bool
    vp: bool
    capital: bool
    fortress: bool
    district: str
    red: bool
    beach: bool
    supply: str

    @property
    def is_land(self) -> bool:
        """Is it drawn as land? A Beach Head lies at sea."""
        return not self.beach


@dataclass(frozen=True)
class Box:
    """A row of the game's boxes.csv: a place beyond the hexes, and those that border it."""

    name: str
    title: str
    side: str
    near: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """The tables that the rules read, and that the picture must agree with."""

    hexes: dict[str, HexRow]
    sides: list[SideRow]
    boxes: dict[str, Box]
    degrees: dict[str, Point]
    """Where the centre of every hex lies on the ground; the sheet's own table, because no rule asks for it."""
    figures: dict[str, str]
    charts: dict[str, list[Row]]

    def where(self, wanted: Callable[[HexRow], bool]) -> list[str]:
        """The hexes that are as wanted, in order."""
        return [row.hex_id for row in self.hexes.values() if wanted(row)]

    def of(self, terrain: str) -> list[str]:
        """The hexes of a terrain, in order."""
        return self.where(lambda row: row.terrain == terrain)

    def pairs(self, *kinds: str) -> list[Pair]:
        """The hexsides of some kinds, as pairs of hexes."""
        return [(side.hex_a, side.hex_b) for side in self.sides if side.kind in kinds]

    @property
    def streams(self) -> list[SideRow]:
        """The rivers."""
        return [side for side in self.sides if side.kind in RIVERS]

    def waters(self, dry: list[list[str]]) -> list[Pair]:
        """Hexsides between two hexes of land that are water: straits, and closed sides but for the ``dry`` ones."""
        over = [pair for pair in self.pairs("strait", "skagerrak", "prohibited") if sorted(pair) not in dry]
        return [(a, b) for a, b in over if self.hexes[a].is_land and self.hexes[b].is_land]

    def ashore(self, grid: HexGrid, beach: str) -> list[str]:
        """The hexes of land that a Beach Head faces, across sides that are not closed."""
        at = {spot: hex_id for hex_id, spot in grid.places.items()}
        closed = {frozenset(pair) for pair in self.pairs("prohibited")}
        beside = [at[spot] for spot in grid.neighbours(beach) if spot in at]
        return [h for h in beside if self.hexes[h].is_land and frozenset((h, beach)) not in closed]


def load_board() -> Board:
    """The game's tables, and the sheet's table of degrees."""
    hexes = {
        row["hex"]: HexRow(
            row["hex"],
            row["name"],
            row["terrain"],
            row["country"],
            row["coastal"] == "1",
            row["port"] == "1",
            row["vp"] == "1",
            row["capital"] == "1",
            row["fortress"] == "1",
            row["district"],
            row["red"] == "1",
            row["beach"] == "1",
            row["supply"],
        )
        for row in game_table("festung", "map")
    }
    sides = [
        SideRow(row["hex_a"], row["hex_b"], row["kind"], row["river"]) for row in game_table("festung", "hexsides")
    ]
    boxes = {
        row["box"]: Box(row["box"], row["name"], row["side"], tuple(row["near"].split()))
        for row in game_table("festung", "boxes")
    }
    degrees = {row["hex"]: (float(row["lon"]), float(row["lat"])) for row in table(HERE / "festung" / "degrees.csv")}
    figures = {row["feature"]: _shift(row["shift"]) for row in game_table("festung", "tec")}
    return Board(hexes, sides, boxes, degrees, figures, {"crt": game_table("festung", "crt")})


def _shift(columns: str) -> str:
    """A shift as charts write it.

    >>> _shift("-2"), _shift("0")
    ('2L', 'no shift')
    """
    return f"{-int(columns)}L" if columns and int(columns) else "no shift"
