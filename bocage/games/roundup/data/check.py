"""Checks of the data files: every complaint names file and line, and every row says where it comes from."""

from __future__ import annotations

from collections import Counter
from importlib.resources.abc import Traversable

from bocage.hexes import Board, ccrr
from bocage.parts.data import checking
from bocage.parts.data.book import RULINGS
from bocage.parts.data.checking import KINDS, Checker, Report

from ..rules.options import EDITS
from . import FOLDER, tables
from .tables import Hex, Unit

__all__ = ["KINDS", "Report", "check"]

HEXES, UNITS, MARKERS, COUNTERS = 669, 122, 54, 176  # 2.0 gives the sum of the counters
CORNERS = ("1001", "1922", "2023", "4201", "4225")  # the ends of the four edges (2.1.1)
LAST_NORTH, EAST_ROW, SOUTH_COLUMN = 19, 1, 42
DICE = [str(face) for face in range(1, 7)]
SMALL_UNITS = {"US": 2, "UK": 8, "DE": 4}  # 2.4, 8.4
NUMBERS = (
    "turns storm_mp column_factor water_mp tas_mp water_shift concentric_shift naval_defence_shift "
    "naval_attack_shift tas_shift armor_shift overkill_odds drop_range turn1_tas_dice bluepoint_tas_dice "
    "bluepoint_last_turn bomber_uses bluepoint_bomber_uses overcast_bomber_drm reluctance_fails_up_to "
    "german_drop_loss_up_to allied_drop_loss_up_to allied_drop_scatter_up_to garrison_defence depot_limit "
    "kampfgruppe_price divisions_per_hex units_per_hex stiffened_town_shift beachheads_each victory_edge_from"
)


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it.

    >>> check().problems
    []
    """
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    board = _map(checker)
    _hexsides(checker, board)
    _units(checker, board)
    _markers(checker)
    _charts(checker)
    _reinforcements(checker)
    _cases(checker)
    return checking.report(checker, board, EDITS)


def _map(checker: Checker) -> Board:
    rows, terrains = checker.known(tables.MAP), checker.known(tables.TEC)
    places = checking.hexes(checker, tables.MAP, ccrr)
    for label in places:
        row = rows[label]
        checker.one_of(row, "terrain", terrains)
        _edge(checker, row)
        if (row.terrain == "port") != bool(row.port):
            checker.complain(row, f"hex {label} is {row.terrain} and its port is {row.port!r} (2.1.2)")
    checker.in_the_box(tables.MAP, len(rows), HEXES, "hexes")
    board = Board(places, shifted="odd")
    for label in CORNERS:
        if label not in places:
            checker.complain(tables.MAP, f"hex {label}, a corner of the map, is missing (2.1.1)")
    for label in places:
        if rows[label].coastal and len(board.neighbours[board.index[label]]) == 6:
            checker.complain(rows[label], f"hex {label} is coastal but land lies on all six sides of it")
    ports = {row.port for row in rows.values() if row.port}
    if ports != {"Dunkirk", "Calais", "Boulogne"}:
        told = f"the ports are {', '.join(sorted(ports))}, not Dunkirk, Calais, Boulogne (2.1.2)"
        checker.complain(tables.MAP, told)
    if places:
        first = board.all & -board.all
        for label in board.names(board.all & ~board.flood(first, board.all)):
            checker.complain(rows[label], f"hex {label} is cut off from the rest of the map")
    return board


def _edge(checker: Checker, row: Hex) -> None:
    """The four edges as 2.1.1 defines them."""
    wanted = {
        "N": row.coastal and row.col <= LAST_NORTH,
        "E": row.row == EAST_ROW,
        "S": row.col == SOUTH_COLUMN,
        "W": row.coastal and row.col > LAST_NORTH,
    }
    edges = "".join(letter for letter, there in wanted.items() if there)
    if sorted(row.edge) != sorted(edges):
        checker.complain(row, f"the edges of {row.hex} are {edges or 'none'}, not {row.edge!r} (2.1.1)")


def _hexsides(checker: Checker, board: Board) -> None:
    for row in checker.rows(tables.HEXSIDES):
        checking.ends(checker, board, row)
        if not row.name:
            checker.complain(row, "the river or canal has no name")


def _units(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.UNITS).values()
    codes, classes = checker.known(tables.ENTRY_CODES), checker.known(tables.MOVEMENT)
    for row in rows:
        side = "german" if row.nation == "DE" else "allied"
        checker.one_of(row, "side", (side,))
        checker.one_of(row, "pool", ("START", "ASIDE", *codes) if side == "german" else (row.nation,))
        checker.one_of(row, "mobility", classes)
        _faces(checker, row)
        if row.start_hex and row.start_hex not in board.index:
            checker.complain(row, f"start_hex {row.start_hex} is not on the map")
        if bool(row.start_hex) != (row.pool == "START"):
            checker.complain(row, "exactly the units of pool START have a start_hex (13.2)")
    small = Counter(row.nation for row in rows if row.size != "XX")
    checker.in_the_box(tables.UNITS, len(rows), UNITS, "units")
    checker.in_the_box(tables.UNITS, sum(row.pool == "START" for row in rows), 4, "units on printed hexes (13.2)")
    checker.in_the_box(tables.UNITS, sum(row.pool == "ASIDE" for row in rows), 2, "units set aside (13.2)")
    for nation, count in SMALL_UNITS.items():
        checker.in_the_box(tables.UNITS, small[nation], count, f"non-divisional {nation} units (2.4)")


def _faces(checker: Checker, row: Unit) -> None:
    """Divisions have two steps and a weaker side, all others one step and no other side (2.4)."""
    division = row.size == "XX"
    checker.one_of(row, "steps", ("2",) if division else ("1",))
    if not division and (row.attack_reduced or row.defense_reduced):
        checker.complain(row, "a unit of one step has no reduced side (2.4)")
    for name, full, reduced in (
        ("attack", row.attack, row.attack_reduced),
        ("defense", row.defense, row.defense_reduced),
    ):
        if division and reduced is None:
            checker.complain(row, f"{name}_reduced is ''; it must be a whole number")
        elif division and reduced is not None and reduced > full:
            checker.complain(row, f"{name} is greater on the reduced side")


def _markers(checker: Checker) -> None:
    count = sum(row.count for row in checker.rows(tables.MARKERS))
    counters = count + len(checker.rows(tables.UNITS))
    checker.in_the_box(tables.MARKERS, count, MARKERS, "markers")
    checker.in_the_box(tables.MARKERS, counters, COUNTERS, "counters with the units of units.csv (2.0)")


def _charts(checker: Checker) -> None:
    checker.exactly(tables.CRT, "die", DICE)
    for row in checker.rows(tables.CRT):
        if row.die == 3 and row.results["2:1"] != "EX":
            checker.complain(row, f"3 on 2:1 is {row.results['2:1']}; the example of 11.13 says EX")
    checker.exactly(tables.TEC, "terrain", ("clear", "town", "port", "polder", "forest"))
    checker.exactly(tables.MOVEMENT, "class", ("allied", "mech", "leg", "static"))
    checker.exactly(tables.WEATHER, "die", DICE)
    checker.exactly(tables.AIR, "weather", tables.WEATHERS)
    checker.exactly(tables.RETURNS, "die", DICE)
    checker.exactly(tables.HEAVY_BOMBER, "modified_die", ("0", *DICE))
    checker.exactly(tables.TURNS, "turn", [str(turn) for turn in range(1, 11)])
    checker.exactly(tables.NUMBERS, "name", NUMBERS.split())


def _reinforcements(checker: Checker) -> None:
    checker.exactly(tables.ENTRY_CODES, "code", ("1E", "1S", "2E", "2S", "ITALY", "RUSSIA"))
    checker.exactly(tables.CUPS, "cup", ("first", "second", "italy", "russia"))
    for cup in checker.rows(tables.CUPS):
        for code in cup.codes:
            if code not in checker.known(tables.ENTRY_CODES):
                checker.complain(cup, f"code {code} is not in entry_codes.csv")
        for number in cup.strategies:
            if not 1 <= number <= 4:
                checker.complain(cup, f"there is no strategy {number}")
    checker.exactly(tables.STRATEGIES, "strategy", ("1", "2", "3", "4"))
    victories = {row.case for row in checker.rows(tables.GERMAN_VICTORY)}
    for row in checker.rows(tables.STRATEGIES):
        checker.one_of(row, "victory", sorted(victories))


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    naming = (RULINGS, tables.NUMBERS, tables.CUPS, tables.ENTRY_CODES, tables.GERMAN_VICTORY)
    checking.cases(checker, naming)
