"""The printed components of D-Day to the Rhine, read from the files in `data/`."""

from __future__ import annotations

from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from bocage.hexes import Board, Edges, HexSet
from bocage.parts.data import Printed, Tables, hexes_by, read
from bocage.parts.data.cells import Cells

from . import tables

ALLIED, GERMAN = "allied", "german"
BRITISH, AMERICAN = "british", "american"  # the two groups of Allied units that never attack together (NAT.2)
ARMOUR = ("armor_division", "panzer_division", "panzer_corps", "panzer_brigade")
DIVISIONS = ("armor_division", "airborne_division", "panzer_division", "panzergrenadier_division")


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit's counter."""

    id: str
    name: str
    short: str
    side: str
    group: str  # US, FR, BR, WH, LW, SS, or -- for a dummy
    kind: str
    attack: int
    defence: int
    deployed_attack: int
    deployed_defence: int
    move: int
    bonus: int
    stacking: int
    traits: tuple[str, ...]
    entry: str  # setup, pool, airborne, turn, south, replacement, dummy
    entry_turn: int
    note: str

    @property
    def corps(self) -> bool:
        """Is it a corps or korps (marked C or K)?"""
        return self.kind in ("infantry_corps", "panzer_corps")

    @property
    def division(self) -> bool:
        """Is it a division, or acts as one (ruling R29)?"""
        return self.kind in DIVISIONS or self.kind in ("panzer_brigade", "marine")

    @property
    def infantry_corps(self) -> bool:
        """Can it be deployed (DEP.1)?"""
        return self.kind == "infantry_corps"

    @property
    def armour(self) -> bool:
        """Does it count as armour or panzers for stacking, advances and wide rivers?"""
        return self.kind in ARMOUR

    @property
    def panzer(self) -> bool:
        """Is it German panzers, not just panzergrenadiers (AD4.1, AD4.2)?"""
        return self.side == GERMAN and self.kind in ARMOUR

    @property
    def foot(self) -> bool:
        """Infantry, airborne or parachute, panzergrenadiers: at home in rough ground (RGH.1) and on foot (MOV.9)."""
        return self.kind in ("infantry_corps", "airborne_division", "panzergrenadier_division", "marine")

    @property
    def ss(self) -> bool:
        """Is it Waffen-SS?"""
        return self.group == "SS"

    @property
    def airborne(self) -> bool:
        """Is it an Allied airborne division, which can be dropped (DROP)?"""
        return self.kind == "airborne_division"

    @property
    def steadfast(self) -> bool:
        """Fanatic or steady: SS, airborne, parachute (SS.3, ABN.1)."""
        return self.ss or self.airborne or "parachute" in self.traits

    @property
    def tiger(self) -> bool:
        """Is it a Tiger battalion?"""
        return self.kind == "tiger"

    @property
    def dummy(self) -> bool:
        """Is it one of the six dummies?"""
        return self.kind == "dummy"

    @property
    def dump(self) -> bool:
        """Is it a Supplies piece?"""
        return self.kind == "supply"

    @property
    def nation(self) -> str:
        """The group with which it attacks and is supplied (NAT.2): British with allies, or American with French."""
        if self.side == ALLIED:
            return BRITISH if self.group == "BR" else AMERICAN
        return GERMAN

    @property
    def reserve(self) -> bool:
        """Is it one of those that go into the Strategic Reserve (SR.1)?"""
        return "reserve" in self.traits


class Turn(msgspec.Struct, frozen=True):
    """A line of the calendar."""

    name: str
    dates: str
    weather: str  # the column A to D, or "good" where no die is cast


class Landing(msgspec.Struct, frozen=True):
    """A landing hex: its name and its value, such as 1+1."""

    name: str
    first: int
    second: int


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    terrain_at: tuple[str, ...]  # node -> terrain
    terrain: dict[str, HexSet]
    names: dict[int, str]
    major_cities: HexSet
    fortress_ports: HexSet
    major_ports: HexSet
    siegfried: HexSet
    germany: HexSet
    across_rhine: HexSet
    coastal: HexSet
    land_sides: tuple[int, ...]  # node -> sides that are at least partly land
    landings: dict[int, Landing]
    columns: dict[int, HexSet]
    rows: dict[int, HexSet]
    rivers: Edges  # every river, wide ones too
    wide: Edges
    river_names: dict[frozenset[int], str]
    estuary: Edges
    channel: Edges  # the way to Antwerp from the sea (SUP.23)
    counters: tuple[Counter, ...]
    odds: tuple[str, ...]  # the columns of the Combat Results Table in order
    odds_values: tuple[Fraction, ...]
    results: dict[str, tuple[str, ...]]  # column -> results by die 1 to 6, 6 best (ruling R1)
    bombardment: tuple[str, ...]
    weather: dict[str, tuple[str, ...]]  # column A to D -> weather by die
    turns: tuple[Turn, ...]  # index turn - 1
    numbers: dict[str, int]


FOLDER = resources.files(__name__)


def load(folder: Traversable = FOLDER, over: Traversable | None = None) -> Data:
    """The printed components, from the files of the game or a copy of them, with those of another folder laid over."""
    return _compiled(read(folder, tables.PRINTED, tables.SILENT, over))


def rows(name: str) -> list[Cells]:
    """The rows of a file of the game as they are written."""
    return read(FOLDER, [table for table in tables.TABLES if table.file == name], ()).cells(name)


def _compiled(found: Tables) -> Data:
    hexes, sides = found[tables.MAP], found[tables.HEXSIDES]
    board = Board({row.hex: (row.col, row.row) for row in hexes}, shifted="odd")
    groups = {column: hexes_by(board, hexes, column) for column in ("terrain", "country", "col", "row")}
    marks = ("major_city", "fortress_port", "major_port", "siegfried", "across_rhine", "coastal")
    flags = {mark: hexes_by(board, hexes, mark).get("1", 0) for mark in marks}
    landings: dict[int, Landing] = {}
    terrain_at, land_sides = [""] * board.size, [0] * board.size
    for row in hexes:
        node = board.index[row.hex]
        terrain_at[node] = row.terrain
        land_sides[node] = row.land_sides
        if row.landing:
            first, second = row.landing.split("+")
            landings[node] = Landing(row.landing_name, int(first), int(second))

    def edges(*kinds: str) -> Edges:
        return board.edges([(row.hex_a, row.hex_b) for row in sides if row.kind in kinds])

    table = sorted(found[tables.CRT], key=lambda line: line.die)
    columns = found[tables.COLUMNS]
    return Data(
        tables=found,
        board=board,
        terrain_at=tuple(terrain_at),
        terrain=groups["terrain"],
        names={board.index[row.hex]: row.city for row in hexes if row.city},
        major_cities=flags["major_city"],
        fortress_ports=flags["fortress_port"],
        major_ports=flags["major_port"],
        siegfried=flags["siegfried"],
        germany=groups["country"].get("DE", 0),
        across_rhine=flags["across_rhine"],
        coastal=flags["coastal"],
        land_sides=tuple(land_sides),
        landings=landings,
        columns={int(column): there for column, there in groups["col"].items()},
        rows={int(row): there for row, there in groups["row"].items()},
        rivers=edges("river", "wide"),
        wide=edges("wide"),
        river_names={
            frozenset((board.index[row.hex_a], board.index[row.hex_b])): row.name
            for row in sides
            if row.kind != "estuary" and row.name
        },
        estuary=edges("estuary"),
        channel=board.edges([(row.hex_a, row.hex_b) for row in sides if row.channel]),
        counters=tuple(_counter(row) for row in found[tables.UNITS]),
        odds=tuple(row.column for row in columns),
        odds_values=tuple(Fraction(row.numerator, row.denominator) for row in columns),
        results={row.column: tuple(line.results[row.column] for line in table) for row in columns},
        bombardment=tuple(line.bombardment for line in table),
        weather={letter: tuple(line.weather[f"weather_{letter}"] for line in table) for letter in "ABCD"},
        turns=tuple(Turn(row.name, row.dates, row.weather_column) for row in found[tables.TURNS]),
        numbers={row.name: row.value for row in found[tables.NUMBERS]},
    )


def _counter(row: tables.Unit) -> Counter:
    entry, _, turn = row.entry.partition(":")
    return Counter(
        row.id, row.name, row.short, row.side, row.group, row.kind, row.attack, row.defense, row.deployed_attack or 0,
        row.deployed_defense or 0, row.move, row.bonus_move, row.stacking, row.traits, entry, int(turn or 0), row.note,
    )  # fmt: skip
