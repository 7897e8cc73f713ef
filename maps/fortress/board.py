"""The tables of Fortress Europa, as far as the picture shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maps.hexgrid import HexGrid
from maps.inputs import game_table
from maps.water import SideRow

Row = dict[str, str]
Pair = tuple[str, str]
WET = ("sea", "dyke")


@dataclass(frozen=True)
class HexRow:
    """A row of the game's map.csv."""

    hex_id: str
    play: str
    terrain: str
    name: str
    city: bool
    major: bool
    fortress: bool
    port: bool
    uboat: bool
    v1: bool
    beach: bool
    area: str
    district: str
    country: str
    exit: str
    radius: bool
    lat: float
    lon: float

    @property
    def is_land(self) -> bool:
        """Is it drawn as land, be it in play or closed?"""
        return self.terrain not in WET

    @property
    def is_open(self) -> bool:
        """Does it have a number and an outline? Closed ground has neither."""
        return self.play != "closed"


@dataclass(frozen=True)
class Hexside:
    """A row of the game's hexsides.csv."""

    hex_a: str
    hex_b: str
    river: str
    section: str
    estuary: str
    arrow: bool
    rail: bool


@dataclass(frozen=True)
class Area:
    """An invasion area: what may land there in the first impulse and in the second."""

    name: str
    factors: int
    units: int


@dataclass(frozen=True)
class Board:
    """The tables that the rules read, and that the picture must agree with."""

    hexes: dict[str, HexRow]
    sides: list[Hexside]
    capacities: dict[str, int]
    """The capacity of every port, by its hex."""
    areas: dict[str, Area]
    figures: dict[str, str]
    """Every number that the sheet may print, by its name."""
    charts: dict[str, list[Row]]
    """The tables that the sheet prints."""

    def where(self, wanted: Callable[[HexRow], bool]) -> list[str]:
        """The hexes that are as wanted, in order."""
        return [row.hex_id for row in self.hexes.values() if wanted(row)]

    def of(self, *terrains: str) -> list[str]:
        """The hexes in play of some terrains, in order."""
        return self.where(lambda row: row.is_open and row.terrain in terrains)

    def pairs(self, wanted: Callable[[Hexside], bool]) -> list[Pair]:
        """The hexsides that are as wanted, as pairs of hexes."""
        return [(side.hex_a, side.hex_b) for side in self.sides if wanted(side)]

    @property
    def streams(self) -> list[SideRow]:
        """The rivers for the layer that draws them, section by section: a bombed bridge closes one (17.10.4)."""
        return [SideRow(s.hex_a, s.hex_b, "river", s.section) for s in self.sides if s.river]

    @property
    def rivers(self) -> dict[str, str]:
        """The river of each section."""
        return {side.section: side.river for side in self.sides if side.river}

    def waters(self, grid: HexGrid) -> list[Pair]:
        """Hexsides between hexes of land that are water: estuaries, and all round Jersey (31.5)."""
        at = {spot: hex_id for hex_id, spot in grid.places.items()}
        island = self.where(lambda row: row.play == "jersey")
        around = [(h, at[spot]) for h in island for spot in grid.neighbours(h) if spot in at]
        return [*self.pairs(lambda side: bool(side.estuary)), *(p for p in around if self.hexes[p[1]].is_land)]

    def seawards(self, grid: HexGrid, hex_id: str) -> list[str]:
        """The neighbouring hexes that are sea."""
        at = {spot: other for other, spot in grid.places.items()}
        beside = [at[spot] for spot in grid.neighbours(hex_id) if spot in at]
        return [other for other in beside if not self.hexes[other].is_land]


def load_board() -> Board:
    """The game's tables."""
    hexes = {
        row["hex"]: HexRow(
            row["hex"],
            row["play"],
            row["terrain"],
            row["name"],
            row["city"] == "1",
            row["major"] == "1",
            row["fortress"] == "1",
            row["port"] == "1",
            row["uboat"] == "1",
            row["v1"] == "1",
            row["beach"] == "1",
            row["area"],
            row["district"],
            row["country"],
            row["exit"],
            row["radius"] == "1",
            float(row["lat"]),
            float(row["lon"]),
        )
        for row in game_table("fortress", "map")
    }
    sides = [
        Hexside(
            row["hex_a"],
            row["hex_b"],
            row["river"],
            row["section"],
            row["estuary"],
            row["arrow"] == "1",
            row["rail"] == "1",
        )
        for row in game_table("fortress", "hexsides")
    ]
    capacities = {row["hex"]: int(row["capacity"]) for row in game_table("fortress", "ports")}
    areas = {
        row["area"]: Area(row["area"], int(row["first_factors"]), int(row["second_units"]))
        for row in game_table("fortress", "areas")
    }
    charts = {name: game_table("fortress", name) for name in ("areas", "crt", "weather")}
    figures = {
        f"{row['terrain']}_{column}": row[column]
        for row in game_table("fortress", "tec")
        for column in ("stacking", "defence")
    }
    return Board(hexes, sides, capacities, areas, figures, charts)
