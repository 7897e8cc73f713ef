"""The printed components of Storming the Reich, read from the files in `data/`."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from bocage.hexes import Board, Edges, HexSet
from bocage.parts.data import Printed, Tables, hexes_by, read
from bocage.parts.data.cells import Cells

from . import tables

ARMY_GROUPS = ("21AG", "12AG", "6AG")


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit's counter (2.2.A)."""

    id: str
    name: str
    side: str
    nation: str  # US, CW, FR, DE; SHAEF for the one headquarters that belongs to all Allies
    type: str
    size: str
    steps: int
    attack: tuple[int, ...]  # by the face that is up: reduced (or Dropped) first, then full
    defence: tuple[int, ...]
    movement: str  # V, I, M, or a printed number
    red: bool  # attack strength printed in red: may Mobile Assault (14.1.B)
    replaceable: bool
    command: str
    entry_turn: int
    entry_place: str
    release_turn: int  # 0: never frozen (10.7.8)
    note: str

    @property
    def division(self) -> bool:
        """Is it a division?"""
        return self.size == "division"

    @property
    def staff(self) -> bool:
        """Is it a headquarters or a leader (17.3, 17.4)?"""
        return self.type in ("hq", "leader")

    @property
    def airborne(self) -> bool:
        """Does it have a Dropped side (17.9.1)?"""
        return self.type in ("airborne", "airlanding")

    @property
    def mechanized(self) -> bool:
        """Is it German Mechanized (2.2.A)? Everything else German is Infantry."""
        return self.side == "german" and self.type in ("panzer", "panzergrenadier", "tiger", "leader")

    @property
    def printed_movement(self) -> int:
        """The printed Movement Allowance, or -1 for a unit with a variable one (10.2, 10.3)."""
        return int(self.movement) if self.movement.isdigit() else -1

    @property
    def free_type(self) -> str:
        """The kind of which one per hex stacks freely (5.2.A), or nothing."""
        if self.staff:
            return "staff"
        if self.side == "german":
            return self.type if self.type in ("tiger", "flak", "garrison") else ""
        if self.airborne and self.division:
            return "airborne"
        return "brigade" if self.size == "brigade" else ""


class Terrain(msgspec.Struct, frozen=True):
    """A row of the Terrain Effects Chart. `mp` 0: as the other terrain in the hex."""

    mp: int
    drm: int
    zone: bool
    assault: str


class Turn(msgspec.Struct, frozen=True):
    """A space of the Turn Record Track."""

    name: str
    dates: str
    air: int
    carpet: bool
    airborne: bool
    beaches: bool


class Bridge(msgspec.Struct, frozen=True):
    """One of the twelve Rhine bridges (10.7.5)."""

    name: str
    ends: tuple[int, int]


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    terrain_at: tuple[str, ...]  # node -> terrain
    terrain: dict[str, HexSet]
    names: dict[int, str]
    flags: dict[str, HexSet]  # a flag of map.csv -> its hexes; "entrance:B" and so on too
    towns: HexSet
    cities: HexSet
    forts: dict[str, HexSet]  # coastal, metz, westwall
    coastal: HexSet
    germany: HexSet
    west: HexSet  # west of the Seine Line
    areas: dict[str, HexSet]  # army group -> hexes east of the Seine Line
    columns: dict[int, HexSet]
    rows: dict[int, HexSet]
    rivers: dict[str, Edges]
    river_names: dict[frozenset[int], str]
    bridged: Edges  # every bridge, the Rhine's too, and the Breskens Ferry
    sea: Edges
    impassable: Edges
    roads: Edges
    seine_line: Edges
    breakout_line: Edges
    ferry: Edges
    bridges: tuple[Bridge, ...]
    beaches: dict[str, tuple[int, str]]  # name -> hex, nation
    ports: dict[str, int]
    counters: tuple[Counter, ...]
    tec: dict[str, Terrain]
    fire: dict[str, tuple[int, ...]]  # column -> losses by modified roll 1 to 7
    fire_columns: tuple[str, ...]
    allowances: dict[str, tuple[int, ...]]  # line -> points by die (index die - 1)
    carpet: tuple[tuple[int, int], ...]  # Allied and German steps by die
    port_delay: tuple[int, ...]
    bridge_results: tuple[str, ...]
    strafing: tuple[int, ...]
    turns: tuple[Turn, ...]  # index turn - 1
    refit: dict[str, tuple[int, ...]]  # nation -> turns of its R&R markers
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
    board = Board({row.hex: (row.col, row.row) for row in hexes}, shifted="even")
    columns = ("terrain", "settlement", "fort", "country", "seine", "area", "coastal", "col", "row")
    groups = {column: hexes_by(board, hexes, column) for column in columns}
    flags: dict[str, HexSet] = {}
    terrain_at = [""] * board.size
    for row in hexes:
        node = board.index[row.hex]
        terrain_at[node] = row.terrain
        for flag in row.flags:
            flags[flag] = flags.get(flag, 0) | 1 << node

    def edges(trait: str, value: str = "1") -> Edges:
        return board.edges([(row.hex_a, row.hex_b) for row in sides if row[trait] == value])

    def flagged(flag: str) -> Edges:
        return board.edges([(row.hex_a, row.hex_b) for row in sides if flag in row.flags])

    refit: dict[str, tuple[int, ...]] = {}
    for marker in found[tables.REFIT]:
        refit[marker.nation] = (*refit.get(marker.nation, ()), int(marker.turn))
    return Data(
        tables=found,
        board=board,
        terrain_at=tuple(terrain_at),
        terrain=groups["terrain"],
        names={board.index[row.hex]: row.name for row in hexes if row.name},
        flags=flags,
        towns=groups["settlement"].get("town", 0),
        cities=groups["settlement"].get("city", 0),
        forts={kind: groups["fort"].get(kind, 0) for kind in ("coastal", "metz", "westwall")},
        coastal=groups["coastal"].get("1", 0),
        germany=groups["country"].get("germany", 0),
        west=groups["seine"]["west"],
        areas={name: groups["area"].get(name, 0) & ~groups["seine"]["west"] for name in ARMY_GROUPS},
        columns={int(column): there for column, there in groups["col"].items()},
        rows={int(row): there for row, there in groups["row"].items()},
        rivers={kind: edges("river", kind) for kind in tables.RIVERS},
        river_names={
            frozenset((board.index[row.hex_a], board.index[row.hex_b])): row.river_name
            for row in sides
            if row.river_name
        },
        bridged=edges("bridge") | flagged("breskens_ferry"),
        sea=edges("sea"),
        impassable=flagged("impassable"),
        roads=edges("road"),
        seine_line=edges("seine_line"),
        breakout_line=edges("breakout_line"),
        ferry=flagged("breskens_ferry"),
        bridges=tuple(
            Bridge(row.name, (board.index[row.hex_a], board.index[row.hex_b])) for row in found[tables.BRIDGES]
        ),
        beaches={row.name: (board.index[row.hex], row.nation) for row in found[tables.BEACHES]},
        ports={row.name: board.index[row.hex] for row in found[tables.PORTS]},
        counters=tuple(_counter(row) for row in found[tables.UNITS]),
        tec={row.terrain: Terrain(row.mp or 0, row.drm, row.zone, row.assault) for row in found[tables.TEC]},
        fire={column: tuple(row.losses[column] for row in found[tables.CFT]) for column in tables.FIRE_COLUMNS},
        fire_columns=tables.FIRE_COLUMNS,
        allowances={line: tuple(row.points[line] for row in found[tables.ALLOWANCES]) for line in tables.LINES},
        carpet=tuple((row.allied_steps, row.german_steps) for row in found[tables.CARPET]),
        port_delay=tuple(row.turns for row in found[tables.PORT_DELAY]),
        bridge_results=tuple(row.result for row in found[tables.RHINE_BRIDGE]),
        strafing=tuple(row.points for row in found[tables.STRAFING]),
        turns=tuple(
            Turn(row.name, row.dates, row.air, row.carpet, row.airborne, row.beaches) for row in found[tables.TURNS]
        ),
        refit=refit,
        numbers={row.name: row.value for row in found[tables.NUMBERS]},
    )


def _counter(row: tables.Unit) -> Counter:
    return Counter(
        row.id, row.name, row.side, row.nation, row.type, row.size, row.steps, (row.attack_back or 0, row.attack),
        (row.defense_back or 0, row.defense), row.movement, row.red, row.replaceable, row.command, row.entry_turn,
        row.entry_place, row.release_turn or 0, row.note,
    )  # fmt: skip
