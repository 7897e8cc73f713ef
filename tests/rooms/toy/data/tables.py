"""The tables of The Brook: what stands in each file, column by column."""

from __future__ import annotations

from typing import Annotated

from bocage.parts.data import Table
from bocage.parts.data.book import LEDGER
from bocage.parts.data.cells import Sourced, least, one_of

Positive = Annotated[int, least(1)]


class Hex(Sourced, frozen=True):
    """A hex of the map."""

    hex: str
    col: Positive
    row: Positive
    terrain: str
    name: str


class Hexside(Sourced, frozen=True):
    """A hexside along which the brook flows."""

    hex_a: str
    hex_b: str
    kind: Annotated[str, one_of("brook")]


class Terrain(Sourced, frozen=True):
    """A line of the terrain chart (2.2, 3.3)."""

    terrain: str
    mp: Positive
    defence: Annotated[int, least(0)]


class Unit(Sourced, frozen=True):
    """What is printed on a counter."""

    side: Annotated[str, one_of("blue", "grey")]
    id: str
    name: str
    type: Annotated[str, one_of("foot", "horse")]
    strength: Positive
    reduced: Positive
    movement: Positive
    steps: Positive
    start: str

    @property
    def nation(self) -> str:
        """Whose colours it has."""
        return self.side


class Result(Sourced, frozen=True):
    """A line of the combat results chart: the highest total that is read there (3.4)."""

    total: int
    result: Annotated[str, one_of("AL", "NE", "DL")]


class Turn(Sourced, frozen=True):
    """A box of the turn track."""

    turn: int
    name: str
    dates: str


MAP = Table("map.csv", Hex, "hex")
HEXSIDES = Table("hexsides.csv", Hexside, "hex_a hex_b", "hexside", paired=True)
TERRAIN = Table("terrain.csv", Terrain, "terrain")
UNITS = Table("units.csv", Unit, "id", "unit")
CRT = Table("crt.csv", Result, "total")
TURNS = Table("turns.csv", Turn, "turn")

PRINTED = (MAP, HEXSIDES, TERRAIN, UNITS, CRT, TURNS)  # in the order of the digest, which must not change
TABLES = (*PRINTED, LEDGER)
SILENT = ("source", "name", "dates")  # columns that decide nothing in play
