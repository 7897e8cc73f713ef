"""The printed components of Operation Roundup, read from the files in `data/`."""

from __future__ import annotations

import math
from functools import lru_cache

import msgspec

from bocage.engine.errors import BadInput
from bocage.hexes import Board, Costs, Edges, HexSet
from bocage.parts import printed

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


class Data(msgspec.Struct, frozen=True):
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
    digest: str

    def costs(self, heavy_panzer: bool) -> Costs:
        """What each hex costs to enter (10.2); polder is shut to heavy panzers (10.9)."""
        enter: dict[int, HexSet] = {}
        for name, row in self.tec.items():
            if row.heavy_panzer or not heavy_panzer:
                enter[row.mp] = enter.get(row.mp, 0) | self.terrain[name]
        return Costs(self.board, enter, [(self.water, self.numbers["water_mp"])])


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a data file, each with its line number under "line"."""
    return printed.rows(__name__, name)


FILES = (
    "air.csv", "cups.csv", "crt.csv", "entry_codes.csv", "german_victory.csv", "heavy_bomber.csv", "hexsides.csv",
    "map.csv", "markers.csv", "movement.csv", "numbers.csv", "returns.csv", "strategies.csv", "tec.csv", "turns.csv",
    "units.csv", "weather.csv",
)  # fmt: skip
SILENT = ("source", "note", "name", "title", "lat", "lon")
"""Columns that do not count in the digest: comments, names and where things lie in the picture."""


@lru_cache(maxsize=1)
def load() -> Data:
    """Read the files once; what comes out never changes."""
    hexes = rows("map.csv")
    board = Board({row["hex"]: (int(row["col"]), int(row["row"])) for row in hexes}, shifted="odd")
    terrain_at = [""] * board.size
    edges: dict[str, HexSet] = dict.fromkeys("NESW", 0)
    names: dict[int, str] = {}
    for row in hexes:
        node = board.index[row["hex"]]
        terrain_at[node] = row["terrain"]
        for letter in row["edge"]:
            edges[letter] |= 1 << node
        if row["name"]:
            names[node] = row["name"]
    sides = rows("hexsides.csv")
    yes = {"yes": True, "no": False}
    counters, kinds = _counters()
    crt_rows = rows("crt.csv")
    columns = tuple(name for name in crt_rows[0] if ":" in name)
    levels: dict[str, list[GermanLevel]] = {}
    for row in rows("german_victory.csv"):
        level = GermanLevel(row["level"], int(row["ports"]), int(row["beachheads_destroyed"]))
        levels.setdefault(row["case"], []).append(level)
    return Data(
        board=board,
        terrain_at=tuple(terrain_at),
        terrain=printed.hexes_by(board, hexes, "terrain"),
        names=names,
        coastal=printed.hexes_by(board, hexes, "coastal").get("1", 0),
        edges=edges,
        ports={port: found for port, found in printed.hexes_by(board, hexes, "port").items() if port},
        water=board.edges([(row["hex_a"], row["hex_b"]) for row in sides]),
        water_names={frozenset((board.index[row["hex_a"]], board.index[row["hex_b"]])): row["name"] for row in sides},
        counters=counters,
        kinds=kinds,
        tec={
            row["terrain"]: Terrain(
                int(row["mp"]),
                int(row["shift"]),
                yes[row["column"]],
                yes[row["heavy_panzer"]],
                yes[row["air_drop"]],
                yes[row["beachhead"]],
                yes[row["concentric"]],
                row["shift_rule"],
            )
            for row in rows("tec.csv")
        },
        crt={column: tuple(row[column] for row in crt_rows) for column in columns},
        columns=columns,
        movement={row["class"]: (int(row["turn1"]), int(row["later"])) for row in rows("movement.csv")},
        weather=tuple(row["weather"] for row in rows("weather.csv")),
        bombers={int(row["modified_die"]): int(row["column_shift"]) for row in rows("heavy_bomber.csv")},
        air_dice={
            row["weather"]: (int(row["allied"]), int(row["german"]), int(row["german_luftwaffe"]))
            for row in rows("air.csv")
        },
        returns=tuple(int(row["turns"]) for row in rows("returns.csv")),
        cups=tuple(
            Cup(
                CUP_PLACES[row["cup"]],
                tuple(row["codes"].split()),
                int(row["first_turn"]),
                tuple(int(number) for number in row["strategies"].split()),
                row["case"],
            )
            for row in rows("cups.csv")
        ),
        entry={row["code"]: row["edge"] for row in rows("entry_codes.csv")},
        strategies={
            int(row["strategy"]): Strategy(row["title"], yes[row["russia"]], yes[row["luftwaffe"]], row["victory"])
            for row in rows("strategies.csv")
        },
        german_levels={case: tuple(found) for case, found in levels.items()},
        turns=tuple((row["dates"], row["weather"]) for row in rows("turns.csv")),
        numbers={row["name"]: int(row["value"]) for row in rows("numbers.csv")},
        digest=printed.digest((row for name in FILES for row in rows(name)), SILENT),
    )


def _counters() -> tuple[tuple[Counter, ...], tuple[str, ...]]:
    """The counters, and the kinds: counters that differ in their name only share one."""
    found = rows("units.csv")
    look_alike: dict[tuple[str, ...], list[str]] = {}
    traits = ("nation", "size", "type", "mobility", "attack", "defense", "attack_reduced", "defense_reduced", "pool")
    for row in found:
        look_alike.setdefault(tuple(row[trait] for trait in traits), []).append(row["id"])
    kinds: list[str] = []
    kind_of: dict[str, int] = {}
    for key, ids in look_alike.items():
        name = ids[0] if len(ids) == 1 else _kind_name(key)
        if name in kinds:
            raise BadInput(f"units.csv: two kinds of unit would be called {name}")
        for unit in ids:
            kind_of[unit] = len(kinds)
        kinds.append(name)
    counters = []
    for row in found:
        attack, defence = int(row["attack"]), int(row["defense"])
        divisional = row["size"] == "XX"
        attack_by_steps = (0, int(row["attack_reduced"]), attack) if divisional else (0, attack)
        defence_by_steps = (0, int(row["defense_reduced"]), defence) if divisional else (0, defence)
        counter = Counter(
            row["id"], row["name"], row["side"], row["nation"], row["size"], row["type"], row["mobility"],
            attack_by_steps, defence_by_steps, int(row["steps"]), row["pool"], row["start_hex"], row["note"],
            kind_of[row["id"]],
        )  # fmt: skip
        counters.append(counter)
    return tuple(counters), tuple(kinds)


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
