"""Checks of the data files: every complaint names file and line, and every row says where it comes from."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from bocage.hexes import Board, lettered
from bocage.parts.data import checking
from bocage.parts.data.checking import KINDS, Checker, Report

from . import FOLDER, tables

__all__ = ["KINDS", "Report", "check"]

HEXES, UNITS, TURNS = 30, 8, 6


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it."""
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    places = checking.hexes(checker, tables.MAP, lettered)
    board = Board(places, shifted="even")
    checker.in_the_box(tables.MAP, len(places), HEXES, "hexes")
    for row in checker.rows(tables.MAP):
        checker.one_of(row, "terrain", checker.known(tables.TERRAIN))
    for side in checker.rows(tables.HEXSIDES):
        checking.ends(checker, board, side)
    checker.in_the_box(tables.UNITS, len(checker.rows(tables.UNITS)), UNITS, "units")
    for unit in checker.rows(tables.UNITS):
        checker.one_of(unit, "start", places)
    checker.track(tables.TURNS, "turn", [str(turn) for turn in range(1, TURNS + 1)])
    checking.statuses(checker, checking.cases(checker, ()))
    return checking.report(checker, board, ())
