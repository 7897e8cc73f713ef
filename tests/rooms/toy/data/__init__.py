"""The printed components of The Brook, read from the files in this folder."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from bocage.hexes import Board, Costs, HexSet
from bocage.parts import printed

BROOK_MP = 1  # what it costs more to cross the brook (2.2)


class Counter(msgspec.Struct, frozen=True):
    """What is printed on a unit."""

    id: str
    name: str
    side: str
    nation: str  # whose colours it has
    type: str
    strength: tuple[int, ...]  # by steps left: index 0 unused
    movement: int
    steps: int
    start: str


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn track."""

    name: str
    dates: str


class Data(msgspec.Struct, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    terrain_at: tuple[str, ...]  # node -> terrain, "" off the map
    names: dict[int, str]
    brook: frozenset[frozenset[int]]
    costs: Costs
    cover: HexSet  # hexes that add one to the defence
    counters: tuple[Counter, ...]
    results: tuple[tuple[int, str], ...]  # (the highest total of a row, its result)
    turns: tuple[Turn, ...]
    digest: str


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a data file."""
    return printed.rows(__package__, name)


@lru_cache(maxsize=1)
def load() -> Data:
    """Read all files."""
    hexes, sides, terrain = rows("map.csv"), rows("hexsides.csv"), rows("terrain.csv")
    units, crt, turns = rows("units.csv"), rows("crt.csv"), rows("turns.csv")
    board = Board({row["hex"]: (int(row["col"]), int(row["row"])) for row in hexes}, shifted="even")
    kinds = printed.hexes_by(board, hexes, "terrain")
    enter: dict[int, HexSet] = {}
    for row in terrain:
        enter[int(row["mp"])] = enter.get(int(row["mp"]), 0) | kinds[row["terrain"]]
    brook = board.edges([(row["hex_a"], row["hex_b"]) for row in sides])
    terrain_at = [""] * board.size
    for row in hexes:
        terrain_at[board.index[row["hex"]]] = row["terrain"]
    return Data(
        board=board,
        terrain_at=tuple(terrain_at),
        names={board.index[row["hex"]]: row["name"] for row in hexes if row["name"]},
        brook=frozenset(frozenset((board.index[row["hex_a"]], board.index[row["hex_b"]])) for row in sides),
        costs=Costs(board, enter, [(brook, BROOK_MP)]),
        cover=sum(kinds[row["terrain"]] for row in terrain if int(row["defence"])),
        counters=tuple(_counter(row) for row in units),
        results=tuple((int(row["total"]), row["result"]) for row in crt),
        turns=tuple(Turn(row["name"], row["dates"]) for row in turns),
        digest=printed.digest([*hexes, *sides, *terrain, *units, *crt, *turns], ("name", "source")),
    )


def _counter(row: dict[str, str]) -> Counter:
    strength = (0, int(row["reduced"]), int(row["strength"]))
    side, movement, steps = row["side"], int(row["movement"]), int(row["steps"])
    return Counter(row["id"], row["name"], side, side, row["type"], strength, movement, steps, row["start"])
