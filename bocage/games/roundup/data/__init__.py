"""The printed components of Operation Roundup, read from the files in `data/`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from bocage.engine.errors import BadInput
from bocage.hexes import Board, Costs, Edges, HexSet
from bocage.parts.data import Printed, Tables, hexes_by, read
from bocage.parts.data.cells import Cells

from . import tables

CUP_PLACES = {"first": "first cup", "second": "second cup", "italy": "italy cup", "russia": "russia cup"}


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit's counter (2.3, 2.4)."""

    id: str
    name: str
    side: str
    nation: str
    size: str
    type: str
    mobility: str
    attack: tuple[int, ...]  # by steps left: index 0 unused
    defence: tuple[int, ...]
    steps: int
    pool: str
    start_hex: str
    note: str
    kind: int

    @property
    def divisional(self) -> bool:
        """Is it a division (two steps, two factors)?"""
        return self.size == "XX"


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart (10.2, 11.6)."""

    mp: int
    shift: int
    column: bool
    heavy_panzer: bool
    air_drop: bool
    beachhead: bool
    concentric: bool
    shift_rule: str


class Cup(msgspec.Struct, frozen=True):
    """A container of German reinforcements (13.2)."""

    place: str
    codes: tuple[str, ...]
    first_turn: int
    strategies: tuple[int, ...]
    rule: str


class GermanLevel(msgspec.Struct, frozen=True):
    """What the German needs for a level of victory (14.2)."""

    level: str
    ports: int
    beachheads: int


class Strategy(msgspec.Struct, frozen=True):
    """One of Hitler's four strategies (13.3)."""

    title: str
    russia: bool
    luftwaffe: bool
    victory: str


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    terrain_at: tuple[str, ...]  # node -> terrain, "" off the map
    terrain: dict[str, HexSet]
    names: dict[int, str]
    coastal: HexSet
    edges: dict[str, HexSet]
    ports: dict[str, HexSet]
    water: Edges
    water_names: dict[frozenset[int], str]
    counters: tuple[Counter, ...]
    kinds: tuple[str, ...]
    tec: dict[str, Terrain]
    crt: dict[str, tuple[str, ...]]  # odds -> result by die (index die - 1)
    columns: tuple[str, ...]
    movement: dict[str, tuple[int, int]]
    weather: tuple[str, ...]
    bombers: dict[int, int]
    air_dice: dict[str, tuple[int, int, int]]
    returns: tuple[int, ...]
    cups: tuple[Cup, ...]
    entry: dict[str, str]
    strategies: dict[int, Strategy]
    german_levels: dict[str, tuple[GermanLevel, ...]]
    turns: tuple[tuple[str, str], ...]  # dates, weather
    numbers: dict[str, int]

    def costs(self, points: Mapping[str, int], heavy_panzer: bool) -> Costs:
        """What each hex costs to enter, by its terrain (10.2); polder is shut to heavy panzers (10.9)."""
        enter: dict[int, HexSet] = {}
        for name, row in self.tec.items():
            if row.heavy_panzer or not heavy_panzer:
                enter[points[name]] = enter.get(points[name], 0) | self.terrain[name]
        return Costs(self.board, enter, [(self.water, self.numbers["water_mp"])])


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
    terrain_at = [""] * board.size
    edges: dict[str, HexSet] = dict.fromkeys("NESW", 0)
    for row in hexes:
        node = board.index[row.hex]
        terrain_at[node] = row.terrain
        for letter in row.edge:
            edges[letter] |= 1 << node
    counters, kinds = _counters(found[tables.UNITS])
    levels: dict[str, list[GermanLevel]] = {}
    for level in found[tables.GERMAN_VICTORY]:
        needed = GermanLevel(level.level, level.ports, level.beachheads_destroyed)
        levels.setdefault(level.case, []).append(needed)
    return Data(
        tables=found,
        board=board,
        terrain_at=tuple(terrain_at),
        terrain=hexes_by(board, hexes, "terrain"),
        names={board.index[row.hex]: row.name for row in hexes if row.name},
        coastal=hexes_by(board, hexes, "coastal").get("1", 0),
        edges=edges,
        ports={port: there for port, there in hexes_by(board, hexes, "port").items() if port},
        water=board.edges([(row.hex_a, row.hex_b) for row in sides]),
        water_names={frozenset((board.index[row.hex_a], board.index[row.hex_b])): row.name for row in sides},
        counters=counters,
        kinds=kinds,
        tec={
            row.terrain: Terrain(
                row.mp,
                row.shift,
                row.column,
                row.heavy_panzer,
                row.air_drop,
                row.beachhead,
                row.concentric,
                row.shift_rule,
            )
            for row in found[tables.TEC]
        },
        crt={column: tuple(row.results[column] for row in found[tables.CRT]) for column in tables.ODDS},
        columns=tables.ODDS,
        movement={row.mobility: (row.turn1, row.later) for row in found[tables.MOVEMENT]},
        weather=tuple(row.weather for row in found[tables.WEATHER]),
        bombers={row.modified_die: row.column_shift for row in found[tables.HEAVY_BOMBER]},
        air_dice={row.weather: (row.allied, row.german, row.german_luftwaffe) for row in found[tables.AIR]},
        returns=tuple(row.turns for row in found[tables.RETURNS]),
        cups=tuple(
            Cup(CUP_PLACES[row.cup], row.codes, row.first_turn, row.strategies, row.case) for row in found[tables.CUPS]
        ),
        entry={row.code: row.edge for row in found[tables.ENTRY_CODES]},
        strategies={
            row.strategy: Strategy(row.title, row.russia, row.luftwaffe, row.victory)
            for row in found[tables.STRATEGIES]
        },
        german_levels={case: tuple(needed) for case, needed in levels.items()},
        turns=tuple((row.dates, row.weather) for row in found[tables.TURNS]),
        numbers={row.name: row.value for row in found[tables.NUMBERS]},
    )


def _counters(found: tuple[tables.Unit, ...]) -> tuple[tuple[Counter, ...], tuple[str, ...]]:
    """The counters, and the kinds: counters that differ in their name only share one."""
    look_alike: dict[tuple[str, ...], list[str]] = {}
    traits = ("nation", "size", "type", "mobility", "attack", "defense", "attack_reduced", "defense_reduced", "pool")
    for row in found:
        look_alike.setdefault(tuple(row[trait] for trait in traits), []).append(row.id)
    kinds: list[str] = []
    kind_of: dict[str, int] = {}
    for key, ids in look_alike.items():
        name = ids[0] if len(ids) == 1 else _kind_name(key)
        if name in kinds:
            raise BadInput(f"units.csv: two kinds of unit would be called {name}")
        for unit in ids:
            kind_of[unit] = len(kinds)
        kinds.append(name)
    return tuple(_counter(row, kind_of[row.id]) for row in found), tuple(kinds)


def _counter(row: tables.Unit, kind: int) -> Counter:
    divisional = row.size == "XX"
    attack = (0, row.attack_reduced or 0, row.attack) if divisional else (0, row.attack)
    defence = (0, row.defense_reduced or 0, row.defense) if divisional else (0, row.defense)
    return Counter(
        row.id, row.name, row.side, row.nation, row.size, row.type, row.mobility, attack, defence, row.steps, row.pool,
        row.start_hex, row.note, kind,
    )  # fmt: skip


def _kind_name(key: tuple[str, ...]) -> str:
    nation, size, kind, mobility, attack, defence, _, _, pool = key
    factors = f"{attack}-{defence}" if size == "XX" else attack
    words = [nation, *([pool] if nation == "DE" else []), mobility if nation == "DE" and kind == "infantry" else kind]
    return "-".join([*words, factors])


def half(factor: int) -> int:
    """Half, rounded up (1.5).

    >>> half(5), half(6)
    (3, 3)
    """
    return math.ceil(factor / 2)
