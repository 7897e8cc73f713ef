"""The printed components of The Brook, read from the files in this folder."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from bocage.hexes import Board, Costs, Edges, HexSet
from bocage.parts.data import Printed, hexes_by, read

from . import tables

FOLDER = resources.files(__name__)
BROOK_MP = 1  # what it costs more to cross the brook (2.2)


class Data(Printed, frozen=True):
    """Everything printed, immutable and shared by all matches."""

    board: Board
    terrain_at: dict[int, str]
    names: dict[int, str]
    brook: Edges
    costs: Costs
    cover: HexSet  # hexes that add one to the defence (3.3)
    counters: tuple[tables.Unit, ...]
    results: tuple[tables.Result, ...]
    turns: tuple[tables.Turn, ...]


def load(folder: Traversable = FOLDER, over: Traversable | None = None) -> Data:
    """The printed components, from the files of the game or a copy of them, with those of another folder laid over."""
    found = read(folder, tables.PRINTED, tables.SILENT, over)
    hexes, terrain = found[tables.MAP], found[tables.TERRAIN]
    board = Board({row.hex: (row.col, row.row) for row in hexes}, shifted="even")
    ground = hexes_by(board, hexes, "terrain")
    brook = board.edges([(row.hex_a, row.hex_b) for row in found[tables.HEXSIDES]])
    enter: dict[int, HexSet] = {}
    for row in terrain:
        enter[row.mp] = enter.get(row.mp, 0) | ground[row.terrain]
    return Data(
        tables=found,
        board=board,
        terrain_at={board.index[row.hex]: row.terrain for row in hexes},
        names={board.index[row.hex]: row.name for row in hexes if row.name},
        brook=brook,
        costs=Costs(board, enter, [(brook, BROOK_MP)]),
        cover=sum(ground[row.terrain] for row in terrain if row.defence),
        counters=found[tables.UNITS],
        results=found[tables.CRT],
        turns=found[tables.TURNS],
    )
