"""Checks of the data files: every complaint names file and line, and every row says where it comes from."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable

from bocage.hexes import Board, lettered
from bocage.parts import checking
from bocage.parts.checking import KINDS, Report

__all__ = ["KINDS", "Report", "check"]

COLUMNS = {
    "crt.csv": "total result source",
    "hexsides.csv": "hex_a hex_b kind source",
    "ledger.csv": "case topic summary kind testable status",
    "map.csv": "hex col row terrain name source",
    "terrain.csv": "terrain mp defence source",
    "turns.csv": "turn name dates source",
    "units.csv": "side id name type strength reduced movement steps start source",
}
HEXES, UNITS = 30, 8


def check(folder: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy."""
    checker = checking.opened(folder or resources.files(__package__), COLUMNS)
    rows, places = checking.hexes(checker, 1, lettered)
    board = Board(places, shifted="even")
    checker.total("map.csv", len(rows), HEXES, "hexes")
    terrain = [row["terrain"] for row in checker.rows("terrain.csv")]
    for row in rows.values():
        checker.one_of("map.csv", row, "terrain", terrain)
    for row in checker.rows("hexsides.csv"):
        checking.ends(checker, board, "hexsides.csv", row)
    units = checker.once("units.csv", lambda row: row["id"], "unit")
    checker.total("units.csv", len(units), UNITS, "units")
    for row in units.values():
        checker.whole("units.csv", row, "strength", "reduced", "movement", "steps", least=1)
        checker.one_of("units.csv", row, "start", places)
    checking.statuses(checker, checking.cases(checker, ()))
    return checking.report(checker, board, ())
