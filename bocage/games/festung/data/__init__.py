"""The printed components of Festung Europa, read from the files in `data/`."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from bocage.engine.errors import BadInput
from bocage.hexes import Board, Edges, HexSet
from bocage.parts.data import Printed, Problem, Tables, hexes_by, read
from bocage.parts.data.cells import Cells

from . import tables
from .counters import Counter, counter
from .effects import AnyEffect, read_effects

ALLIED, AXIS = "allied", "axis"


class Card(msgspec.Struct, frozen=True):
    """What is printed on a Strategy Card."""

    id: str
    side: str
    number: int
    year: int
    name: str
    ops: int
    type: str  # Event, Event + OPS, Invasion or Combat
    starred: bool
    underlined: bool
    effects: tuple[AnyEffect, ...]
    gone_1944: bool

    @property
    def combat(self) -> bool:
        """Is it a Combat Card (6.6)?"""
        return self.type == "Combat"

    @property
    def invasion(self) -> bool:
        """Is its event an invasion (6.56)?"""
        return self.type == "Invasion"


class Turn(msgspec.Struct, frozen=True):
    """A space of the turn track."""

    name: str
    year: int
    winter: bool
    hand: int
    sac: int
    deck: int  # the year whose cards join the draw piles, or 0


class Terrain(msgspec.Struct, frozen=True):
    """A line of the Terrain Effects Chart."""

    shift: int
    hold: bool
    stops: bool


class Start(msgspec.Struct, frozen=True):
    """How a scenario begins: where the units are, and with how many steps; what the Allies hold; where aircraft are."""

    units: dict[str, tuple[int, int]]
    allied: HexSet
    air: dict[str, str]


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    names: dict[int, str]
    terrain_at: tuple[str, ...]  # node -> terrain
    terrain: dict[str, HexSet]
    countries: dict[str, HexSet]  # land hexes, without Beach Heads
    country_at: tuple[str, ...]
    land: HexSet
    beaches: HexSet
    beach_countries: dict[str, HexSet]
    boxes: dict[str, int]
    box_sides: dict[str, HexSet]
    fronts: HexSet  # boxes that are no Reserve
    coastal: HexSet
    ports: HexSet
    seas: dict[str, HexSet]  # the ports of each sea
    vp: HexSet
    industrial: HexSet
    capitals: HexSet
    fortress_hexes: HexSet
    districts: dict[str, HexSet]
    red: HexSet
    south_of_arno: HexSet
    sources: dict[str, HexSet]  # of supply, by the word on the map
    sides: dict[str, Edges]  # hexsides by kind
    open_sides: Edges  # all that are not prohibited, and the ways into boxes
    counters: tuple[Counter, ...]
    cards: tuple[Card, ...]
    odds: tuple[str, ...]
    results: dict[str, tuple[tuple[int, int], ...]]  # column -> steps of attacker and defender by die
    tec: dict[str, Terrain]
    turns: tuple[Turn, ...]  # index turn - 1
    air: dict[str, tables.Air]
    starts: dict[str, Start]
    numbers: dict[str, int]
    history: tuple[tables.Event, ...]  # of the scenario that begins in 1944


FOLDER = resources.files(__name__)


def load(folder: Traversable = FOLDER, over: Traversable | None = None) -> Data:
    """The printed components, from the files of the game or a copy of them, with those of another folder laid over."""
    return _compiled(read(folder, tables.PRINTED, tables.SILENT, over))


def rows(name: str) -> list[Cells]:
    """The rows of a file of the game as they are written."""
    return read(FOLDER, [table for table in tables.TABLES if table.file == name], ()).cells(name)


def board_of(hexes: tuple[tables.Hex, ...], boxes: tuple[tables.Box, ...]) -> Board:
    """The board: hexes in their grid, and boxes that border some of them."""
    return Board(
        {row.hex: (row.col, row.row) for row in hexes},
        shifted="even",
        boxes=[row.box for row in boxes],
        links=[(row.box, near) for row in boxes for near in row.near],
    )


def _compiled(found: Tables) -> Data:
    hexes, boxes = found[tables.MAP], found[tables.OFF_MAP]
    board = board_of(hexes, boxes)
    columns = ("terrain", "country", "sea", "district", "supply")
    groups = {column: hexes_by(board, hexes, column) for column in columns}
    marks = ("coastal", "port", "vp", "industrial", "capital", "fortress", "red", "south_of_arno", "beach")
    flags = {mark: hexes_by(board, hexes, mark).get("1", 0) for mark in marks}
    land = board.hexes & ~flags["beach"]
    terrain_at, country_at = [""] * board.size, [""] * board.size
    for row in hexes:
        terrain_at[board.index[row.hex]], country_at[board.index[row.hex]] = row.terrain, row.country
    names = {board.index[row.hex]: row.name for row in hexes}
    names |= {board.index[row.box]: row.name for row in boxes}
    sides = {
        kind: board.edges([(row.hex_a, row.hex_b) for row in found[tables.SIDES] if row.kind == kind])
        for kind in tables.HEXSIDES
    }
    nodes = {row.box: board.index[row.box] for row in boxes}
    table = sorted(found[tables.CRT], key=lambda line: line.die)
    return Data(
        tables=found,
        board=board,
        names=names,
        terrain_at=tuple(terrain_at),
        terrain=groups["terrain"],
        countries={country: there & land for country, there in groups["country"].items()},
        country_at=tuple(country_at),
        land=land,
        beaches=flags["beach"],
        beach_countries={country: there & flags["beach"] for country, there in groups["country"].items()},
        boxes=nodes,
        box_sides={side: sum(1 << nodes[row.box] for row in boxes if row.side == side) for side in (ALLIED, AXIS)},
        fronts=sum(1 << nodes[row.box] for row in boxes if not row.reserve),
        coastal=flags["coastal"],
        ports=flags["port"],
        seas={sea: there & flags["port"] for sea, there in groups["sea"].items() if sea},
        vp=flags["vp"],
        industrial=flags["industrial"],
        capitals=flags["capital"],
        fortress_hexes=flags["fortress"],
        districts={district: there for district, there in groups["district"].items() if district},
        red=flags["red"],
        south_of_arno=flags["south_of_arno"],
        sources={word: there for word, there in groups["supply"].items() if word},
        sides=sides,
        open_sides=board.every - sides["prohibited"],
        counters=tuple(counter(row) for row in found[tables.UNITS]),
        cards=tuple(_card(row) for row in found[tables.CARDS]),
        odds=tables.ODDS,
        results={column: tuple(_losses(line.results[column]) for line in table) for column in tables.ODDS},
        tec={row.feature: Terrain(row.shift or 0, row.hold, row.stops) for row in found[tables.TEC]},
        turns=tuple(
            Turn(f"{row.season} {row.year}", int(row.year), row.winter, row.hand, row.sac, int(row.deck or 0))
            for row in found[tables.TURNS]
        ),
        air={row.marker: row for row in found[tables.AIR]},
        starts={name: _start(found, board, name) for name in tables.SCENARIOS},
        history=tuple(found[tables.HISTORY]),
        numbers={row.name: row.value for row in found[tables.NUMBERS]},
    )


def _card(row: tables.Card) -> Card:
    try:
        found = read_effects(row.params)
    except BadInput as error:
        raise BadInput(str(Problem(row.file, row.line, f"{row.name} cannot be carried out: {error}"))) from None
    return Card(
        row.card, row.side, row.number, int(row.year), row.name, row.ops, row.type, row.starred, row.underlined,
        found, row.gone_1944,
    )  # fmt: skip


def _losses(cell: str) -> tuple[int, int]:
    attacker, defender = cell.split("/")
    return int(attacker), int(defender)


def _start(found: Tables, board: Board, scenario: str) -> Start:
    steps = {"full": 2, "reduced": 1}
    return Start(
        {row.unit: (board.index[row.at], steps[row.step]) for row in found[tables.STARTS] if row.scenario == scenario},
        board.set(row.hex for row in found[tables.CONTROL] if row.scenario == scenario),
        {row.marker: row[scenario] for row in found[tables.AIR]},
    )
