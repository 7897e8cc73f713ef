"""The printed components of Storming the Reich, read from the files in `data/`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from bocage.engine.actions import Domain
from bocage.hexes import Board, Costs, Edges, HexSet
from bocage.parts import printed

ARMY_GROUPS = ("21AG", "12AG", "6AG")
RIVERS = ("minor", "major", "rhine")


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


class Data(msgspec.Struct, frozen=True):
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
    digest: str
    costs: dict[tuple[Any, ...], Costs] = {}  # what steps cost, by the state of the map: compiled when first asked for
    domains: dict[str, Domain] = {}  # what verbs can be about, with tables of actions that all matches share


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a data file, each with its line number under "line"."""
    return printed.rows(__name__, name)


FILES = (
    "allowances.csv", "beaches.csv", "bridges.csv", "carpet.csv", "cft.csv", "final_battles.csv", "hexsides.csv",
    "map.csv", "numbers.csv", "port_delay.csv", "ports.csv", "refit.csv", "rhine_bridge.csv", "strafing.csv",
    "suggested_setup.csv", "support.csv", "tec.csv", "turns.csv", "units.csv",
)  # fmt: skip
SILENT = ("source", "note", "name", "river_name", "lat", "lon", "dates")
"""Columns that do not count in the digest: comments, names and where things lie in the picture."""


@lru_cache(maxsize=1)
def load() -> Data:
    """Read the files once; what comes out never changes."""
    hexes = rows("map.csv")
    board = Board({row["hex"]: (int(row["col"]), int(row["row"])) for row in hexes}, shifted="even")
    columns = ("terrain", "settlement", "fort", "country", "seine", "area", "coastal", "col", "row")
    groups = {column: printed.hexes_by(board, hexes, column) for column in columns}
    flags: dict[str, HexSet] = {}
    names: dict[int, str] = {}
    terrain_at = [""] * board.size
    for row in hexes:
        node = board.index[row["hex"]]
        terrain_at[node] = row["terrain"]
        for flag in filter(None, row["flags"].split(";")):
            flags[flag.strip()] = flags.get(flag.strip(), 0) | 1 << node
        if row["name"]:
            names[node] = row["name"]
    sides = rows("hexsides.csv")

    def edges(trait: str, value: str = "1") -> Edges:
        return board.edges([(row["hex_a"], row["hex_b"]) for row in sides if row[trait] == value])

    def flagged(flag: str) -> Edges:
        return board.edges([(row["hex_a"], row["hex_b"]) for row in sides if flag in row["flags"].split(";")])

    yes = {"yes": True, "no": False}
    fire = rows("cft.csv")
    strengths = tuple(name for name in fire[0] if name not in ("roll", "source", "line"))
    allowances = rows("allowances.csv")
    refit: dict[str, tuple[int, ...]] = {}
    for row in rows("refit.csv"):
        refit[row["nation"]] = (*refit.get(row["nation"], ()), int(row["turn"]))
    return Data(
        board=board,
        terrain_at=tuple(terrain_at),
        terrain=groups["terrain"],
        names=names,
        flags=flags,
        towns=groups["settlement"].get("town", 0),
        cities=groups["settlement"].get("city", 0),
        forts={kind: groups["fort"].get(kind, 0) for kind in ("coastal", "metz", "westwall")},
        coastal=groups["coastal"].get("1", 0),
        germany=groups["country"].get("germany", 0),
        west=groups["seine"]["west"],
        areas={name: groups["area"].get(name, 0) & ~groups["seine"]["west"] for name in ARMY_GROUPS},
        columns={int(column): found for column, found in groups["col"].items()},
        rows={int(row): found for row, found in groups["row"].items()},
        rivers={kind: edges("river", kind) for kind in RIVERS},
        river_names={
            frozenset((board.index[row["hex_a"]], board.index[row["hex_b"]])): row["river_name"]
            for row in sides
            if row["river_name"]
        },
        bridged=edges("bridge") | flagged("breskens_ferry"),
        sea=edges("sea"),
        impassable=flagged("impassable"),
        roads=edges("road"),
        seine_line=edges("seine_line"),
        breakout_line=edges("breakout_line"),
        ferry=flagged("breskens_ferry"),
        bridges=tuple(
            Bridge(row["name"], (board.index[row["hex_a"]], board.index[row["hex_b"]])) for row in rows("bridges.csv")
        ),
        beaches={row["name"]: (board.index[row["hex"]], row["nation"]) for row in rows("beaches.csv")},
        ports={row["name"]: board.index[row["hex"]] for row in rows("ports.csv")},
        counters=tuple(_counter(row) for row in rows("units.csv")),
        tec={
            row["terrain"]: Terrain(int(row["mp"] or 0), int(row["drm"]), yes[row["zone"]], row["assault"])
            for row in rows("tec.csv")
        },
        fire={column: tuple(int(row[column]) for row in fire) for column in strengths},
        fire_columns=strengths,
        allowances={
            line: tuple(int(row[line]) for row in allowances)
            for line in ("allied_limited", "allied_full", "german_infantry", "german_mechanized")
        },
        carpet=tuple((int(row["allied_steps"]), int(row["german_steps"])) for row in rows("carpet.csv")),
        port_delay=tuple(int(row["turns"]) for row in rows("port_delay.csv")),
        bridge_results=tuple(row["result"] for row in rows("rhine_bridge.csv")),
        strafing=tuple(int(row["points"]) for row in rows("strafing.csv")),
        turns=tuple(
            Turn(
                row["name"],
                row["dates"],
                int(row["air"]),
                yes[row["carpet"]],
                yes[row["airborne"]],
                yes[row["beaches"]],
            )
            for row in rows("turns.csv")
        ),
        refit=refit,
        numbers={row["name"]: int(row["value"]) for row in rows("numbers.csv")},
        digest=printed.digest((row for name in FILES for row in rows(name)), SILENT),
    )


def _counter(row: dict[str, str]) -> Counter:
    back = (int(row["attack_back"] or 0), int(row["defense_back"] or 0))
    front = (int(row["attack"]), int(row["defense"]))
    return Counter(
        row["id"], row["name"], row["side"], row["nation"], row["type"], row["size"], int(row["steps"]),
        (back[0], front[0]), (back[1], front[1]), row["movement"], row["red"] == "yes", row["replaceable"] == "yes",
        row["command"], int(row["entry_turn"]), row["entry_place"], int(row["release_turn"] or 0), row["note"],
    )  # fmt: skip
