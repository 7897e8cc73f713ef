"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources.abc import Traversable

from bocage.hexes import Board, ccrr
from bocage.parts.data import checking
from bocage.parts.data.book import LEDGER, RULINGS
from bocage.parts.data.checking import KINDS, Checker, Report

from ..rules.options import EDITS
from . import FOLDER, tables
from .tables import GROUPS, ODDS, TURN_NUMBERS, WEATHER_COLUMNS, Hex, Unit

__all__ = ["KINDS", "Report", "check"]

HEXES, HEXSIDES, UNITS, CASES = 1073, 523, 73, 234
LAST_COLUMN, LAST_ROW = 57, 24
SIEGFRIED = 29
DICE = [str(face) for face in range(1, 7)]
STATED = {  # cities that the rulebook names
    "Angers": "SET.2", "Tours": "SET.3", "Paris": "WIN.4", "Brussels": "WIN.3", "Metz": "METZ.1", "Nancy": "METZ.1",
    "Antwerp": "SUP.23",
}  # fmt: skip
WIDE_RIVERS = ("Lower Seine", "Rhine", "Waal", "Lower Moselle")  # the Waal is the arm by which the Rhine goes on
COUNTERS = {  # movement (MOV.1 to MOV.3, SUP.8, ruling R7) and stacking points (STK.4, STK.5, STK.7) of each kind
    ("allied", "infantry_corps"): (6, 2),
    ("allied", "armor_division"): (8, 1),
    ("allied", "airborne_division"): (6, 1),
    ("allied", "marine"): (6, 0),
    ("allied", "supply"): (6, 0),
    ("german", "infantry_corps"): (4, 2),
    ("german", "panzer_corps"): (8, 2),
    ("german", "panzer_division"): (8, 1),
    ("german", "panzergrenadier_division"): (6, 1),
    ("german", "panzer_brigade"): (8, 2),
    ("german", "tiger"): (6, 0),
    ("german", "dummy"): (8, 0),
}
UNARMED = ("tiger", "supply", "dummy")
NUMBERS_OF = {  # how many of a kind the rulebook counts
    "panzer_corps": (1, "SR.2"), "panzergrenadier_division": (1, "SET.2"), "tiger": (2, "REPL.6"),
    "marine": (1, "RM.2"), "dummy": (6, "SET.7"), "supply": (2, "SUP.8"),
}  # fmt: skip
ONLY_ONE = {  # traits of units that the rulebook names
    "us7_shift": "US7.1", "ad4_shift": "AD4.1", "guards_shift": "GDS.1", "fr2": "FR2.1", "rm_shift": "RM.1",
    "parachute": "REPL.4",
}  # fmt: skip
TRAITS = (*ONLY_ONE, "steady", "panzer", "panzergrenadier", "tiger", "ss", "reserve", "canadian", "polish")


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it."""
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    board = _map(checker)
    _hexsides(checker, board)
    _land(checker, board)
    _charts(checker)
    _turns(checker)
    _units(checker)
    _suggested_setup(checker, board)
    _cases(checker)
    return checking.report(checker, board, EDITS)


# The map


def _map(checker: Checker) -> Board:
    rows = checker.known(tables.MAP)
    places = checking.hexes(checker, tables.MAP, ccrr)
    for label, (column, number) in places.items():
        row = rows[label]
        there = (column == LAST_COLUMN, column == 0, number == LAST_ROW, number == 0)
        edges = "".join(letter for letter, lies in zip("EWNS", there, strict=True) if lies)
        checker.one_of(row, "edge", (edges,))
        _hex(checker, row)
    checker.in_the_box(tables.MAP, len(rows), HEXES, "hexes")
    siegfried = sum(row.siegfried for row in rows.values())
    checker.total(tables.MAP, siegfried, SIEGFRIED, "Siegfried hexes (SIEG.1)")
    cities = Counter(row.city for row in rows.values() if row.major_city)
    for city, case in STATED.items():
        checker.total(tables.MAP, cities[city], 1, f"major cities named {city} ({case})")
    for key, what in (("city", "city"), ("landing_name", "landing hex")):
        names = Counter(row[key] for row in rows.values() if row[key])
        for name in sorted(name for name, count in names.items() if count > 1):
            checker.complain(tables.MAP, f"there are {names[name]} hexes for the {what} {name}")
    return Board(places, shifted="odd")


def _hex(checker: Checker, row: Hex) -> None:
    """What a hex is, agrees with what else it is."""
    label = row.hex
    if row.major_city and not row.city:
        checker.complain(row, f"hex {label} is a major city and has no name")
    if row.fortress_port:
        for flag, case in (("major_city", "FORT.1"), ("major_port", "SUP.4"), ("coastal", "FORT.1")):
            if not getattr(row, flag):
                checker.complain(row, f"the fortress port in {label} must be {flag} too ({case})")
    if row.major_port and not row.major_city:
        checker.complain(row, f"the major port in {label} must be a major city too")
    if row.landing:
        if not re.fullmatch(r"[1-9]\+\d", row.landing):
            checker.complain(row, f"landing is {row.landing!r}; it must be a value such as 1+1 (DD.4)")
        if not row.coastal:
            checker.complain(row, f"the landing hex {label} is not coastal")
    if not bool(row.landing) == bool(row.landing_name) == bool(row.landing_zone):
        checker.complain(row, f"hex {label} needs a landing value with a name and a zone, or none of them")
    for flag, what in (("siegfried", "the Siegfried Line"), ("across_rhine", "the goal across the Rhine (WIN.1)")):
        if getattr(row, flag) and row.country != "DE":
            checker.complain(row, f"hex {label} is of {what} but not in Germany")


def _hexsides(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.HEXSIDES)
    for row in rows.values():
        a, b = row.hex_a, row.hex_b
        if not checking.ends(checker, board, row):
            continue
        if row.channel and row.kind != "estuary":
            checker.complain(row, f"the channel between {a} and {b} must be estuary (SUP.23)")
        if not row.name:
            checker.complain(row, f"the water between {a} and {b} has no name")
        elif row.kind == "wide":
            checker.one_of(row, "name", WIDE_RIVERS)
    checker.in_the_box(tables.HEXSIDES, len(rows), HEXSIDES, "hexsides")
    for river in WIDE_RIVERS:
        if not any(row.kind == "wide" and row.name == river for row in rows.values()):
            checker.complain(tables.HEXSIDES, f"the {river} is missing, a wide river (RIV.2)")
    _channel(checker, board)


def _around(column: int, row: int) -> list[tuple[int, int]]:
    """The six places around one, on the map or not; odd columns sit half a hex higher."""
    low = row if column % 2 else row - 1
    return [(column, row - 1), (column, row + 1)] + [(column + side, low + up) for side in (-1, 1) for up in (0, 1)]


def _outside(place: tuple[int, int]) -> bool:
    return not (0 <= place[0] <= LAST_COLUMN and 0 <= place[1] <= LAST_ROW)


def _channel(checker: Checker, board: Board) -> None:
    """The channel's hexsides run corner to corner from the open sea to Antwerp (SUP.23)."""
    hexes = {row.hex: (row.col, row.row) for row in checker.rows(tables.MAP) if row.hex in board.index}
    places = {place: label for label, place in hexes.items()}
    antwerp = next((row.hex for row in checker.rows(tables.MAP) if row.city == "Antwerp"), "")
    left = []  # the two corners of each hexside not yet reached; a corner is the three places that meet there
    for row in checker.rows(tables.HEXSIDES):
        if row.channel and row.hex_a in hexes and row.hex_b in hexes:
            a, b = hexes[row.hex_a], hexes[row.hex_b]
            left.append([frozenset((a, b, third)) for third in set(_around(*a)) & set(_around(*b))])
    reached = {corner for side in left for corner in side if antwerp in {places.get(place) for place in corner}}
    growing = True
    while growing:
        joined = [side for side in left if not reached.isdisjoint(side)]
        reached.update(corner for side in joined for corner in side)
        left = [side for side in left if side not in joined]
        growing = bool(joined)
    sea = any(place not in places and not _outside(place) for corner in reached for place in corner)
    if left or not sea:
        checker.complain(tables.HEXSIDES, "the channel does not lead from the sea to Antwerp (SUP.23)")


def _land(checker: Checker, board: Board) -> None:
    """Coasts, what hangs together by land, and what the wide rivers cut off."""
    rows = {label: row for label, row in checker.known(tables.MAP).items() if label in board.index}
    kinds = {frozenset((row.hex_a, row.hex_b)): row.kind for row in checker.rows(tables.HEXSIDES)}
    dry: dict[str, list[str]] = {}
    for label, row in rows.items():
        near = [board.labels[node] for node in board.neighbours[board.index[label]]]
        dry[label] = [other for other in near if kinds.get(frozenset((label, other))) != "estuary"]
        beyond = sum(_outside(place) for place in _around(row.col, row.row))
        sides = len(dry[label]) + beyond
        if row.land_sides != sides:
            checker.complain(row, f"hex {label} has {sides} land sides, not {row.land_sides} (STK.3)")
        if row.coastal != (sides < 6):
            told = "has water on a side and must be" if sides < 6 else "has land on all sides and cannot be"
            checker.complain(row, f"hex {label} {told} coastal")
    brussels = next((label for label, row in rows.items() if row.city == "Brussels"), "")
    if not brussels:
        return
    by_land = checking.reached(brussels, dry)
    narrow = {
        label: [other for other in near if kinds.get(frozenset((label, other))) != "wide"]
        for label, near in dry.items()
    }
    this_side = checking.reached(brussels, narrow)
    for label, row in rows.items():
        if label not in by_land:
            checker.complain(row, f"hex {label} is cut off from the rest of the map")
        if row.country == "DE" and row.across_rhine == (label in this_side):
            told = "can" if label in this_side else "cannot"
            text = f"across_rhine of {label} is {row['across_rhine']}, but it {told} be reached without a wide river"
            checker.complain(row, text)


# The charts and the calendar


def _charts(checker: Checker) -> None:
    checker.track(tables.COLUMNS, "column", list(ODDS))
    for row in checker.rows(tables.COLUMNS):
        if row.column in ODDS:
            attack, defence = map(int, row.column.split(":"))
            if row.numerator * defence != row.denominator * attack:
                told = f"{row.numerator} to {row.denominator} is not the ratio of column {row.column}"
                checker.complain(row, told)
    checker.track(tables.CRT, "die", DICE)
    scales = {
        "bombardment": tables.BOMBARDMENT,
        **dict.fromkeys(ODDS, tables.RESULTS),
        **dict.fromkeys(WEATHER_COLUMNS, tables.WEATHER),
    }
    before = dict.fromkeys(scales, 0)
    for line in checker.rows(tables.CRT):
        checker.one_of(line, "die_b", (str(7 - line.die),))
        if any(line[column] not in scale for column, scale in scales.items()):
            continue
        ranks = {column: scale.index(line[column]) for column, scale in scales.items()}
        for place, column in enumerate(ODDS):
            if place and ranks[column] < ranks[ODDS[place - 1]]:
                checker.complain(line, f"{line[column]} on {column} is worse than {ODDS[place - 1]} gives")
        for column in scales:
            if ranks[column] < before[column]:
                checker.complain(line, f"{line[column]} on {column} is worse than a lower die gives")
        before = ranks


def _turns(checker: Checker) -> None:
    checker.track(tables.TURNS, "turn", list(TURN_NUMBERS))
    checker.once(tables.TURNS, lambda row: row.name, "name")
    for row in checker.rows(tables.TURNS):
        if not row.name or not row.dates:
            checker.complain(row, f"turn {row.turn} needs a name and dates")
        # June I has no die (WX.2); the other turns have one.
        checker.one_of(row, "weather_column", ("good",) if row.turn == 1 else ("A", "B", "C", "D"))
    for name, turn in (("first_turn", TURN_NUMBERS[0]), ("last_turn", TURN_NUMBERS[-1])):
        if name in checker.known(tables.NUMBERS):
            checker.one_of(checker.known(tables.NUMBERS)[name], "value", (turn,))


# The counters


def _units(checker: Checker) -> None:
    rows = checker.known(tables.UNITS).values()
    checker.once(tables.UNITS, lambda row: row.name, "name")
    bonus = next((row["value"] for row in checker.rows(tables.NUMBERS) if row.name == "bonus_move"), "")
    for row in rows:
        checker.one_of(row, "group", GROUPS.get(row.side, ()))
        if not row.name or not row.short:
            checker.complain(row, f"unit {row.id} needs a name and what its counter shows")
        if checker.one_of(row, "kind", [kind for owner, kind in COUNTERS if owner == row.side]):
            move, points = COUNTERS[row.side, row.kind]
            checker.one_of(row, "move", (str(move),))
            checker.one_of(row, "stacking", (str(points),))
            checker.one_of(row, "bonus_move", ("0",) if row.kind == "supply" else (bonus,))
            _factors(checker, row)
            _traits(checker, row)
            _entry(checker, row)
    checker.in_the_box(tables.UNITS, len(rows), UNITS, "units")
    kinds = Counter(row.kind for row in rows)
    for kind, (wanted, case) in NUMBERS_OF.items():
        checker.total(tables.UNITS, kinds[kind], wanted, f"units of the kind {kind} ({case})")
    traits = Counter(trait for row in rows for trait in row.traits)
    for trait, case in ONLY_ONE.items():
        checker.total(tables.UNITS, traits[trait], 1, f"units with {trait} ({case})")
    reserve = Counter(row.kind for row in rows if "reserve" in row.traits)
    if reserve != {"panzer_division": 3, "tiger": 1}:
        told = "the Strategic Reserve is three panzer divisions and a Tiger battalion (SR.1)"
        checker.complain(tables.UNITS, told)
    dumps = sorted(row.group for row in rows if row.kind == "supply")
    if dumps != ["BR", "US"]:
        checker.complain(tables.UNITS, "there must be a US and a British Supplies piece (SUP.8)")


def _factors(checker: Checker, row: Unit) -> None:
    if row.kind in UNARMED and (row.attack or row.defense):
        checker.complain(row, "Tigers, dumps and dummies have no factors")
    if row.kind not in UNARMED and 0 in (row.attack, row.defense):
        checker.complain(row, f"{row.name} needs an attack and a defense")
    if row.kind == "panzer_brigade" and (row.attack, row.defense) != (3, 1):
        checker.complain(row, f"a brigade group is 3-1, not {row.attack}-{row.defense} (REPL.8)")
    for face, printed, deployed in (
        ("attack", row.attack, row.deployed_attack),
        ("defense", row.defense, row.deployed_defense),
    ):
        if row.kind != "infantry_corps":
            if deployed is not None:
                checker.complain(row, f"only infantry corps deploy; deployed_{face} must be empty (DEP.1)")
        elif deployed is None:
            checker.complain(row, f"deployed_{face} is ''; it must be a whole number")
        elif deployed <= printed:
            checker.complain(row, f"deployed, the {face} must be greater than {printed} (DEP.2)")


def _traits(checker: Checker, row: Unit) -> None:
    """Traits are known, and those that say what a unit is agree with its kind and group."""
    for trait in row.traits:
        if trait not in TRAITS:
            checker.complain(row, f"trait {trait!r} is not known")
    told = {
        "panzer": row.kind.startswith("panzer_"),
        "panzergrenadier": row.kind == "panzergrenadier_division",
        "tiger": row.kind == "tiger",
        "steady": row.kind == "airborne_division",
        "rm_shift": row.kind == "marine",
        "ss": row.group == "SS",
        "parachute": row.group == "LW",
        "fr2": row.group == "FR",
    }
    for trait, wanted in told.items():
        if (trait in row.traits) != wanted:
            checker.complain(row, f"{row.name} {'lacks' if wanted else 'cannot have'} the trait {trait}")
    if (row.group == "--") != (row.kind == "dummy"):
        checker.complain(row, "dummies, and they only, belong to the group --")


def _entry(checker: Checker, row: Unit) -> None:
    special = {
        "airborne_division": ("airborne",), "marine": ("turn",), "panzer_brigade": ("replacement",),
        "dummy": ("dummy",), "panzer_division": ("setup", "south"),
    }  # fmt: skip
    words = special.get(row.kind, ("pool",) if row.side == "allied" else ("setup",))
    word, colon, turn = row.entry.partition(":")
    if word not in words:
        checker.complain(row, f"entry is {row.entry!r}; {row.kind} enters by {' or '.join(words)}")
    elif bool(colon) != (word in ("pool", "airborne", "turn", "south")) or (colon and turn not in TURN_NUMBERS):
        checker.complain(row, f"entry is {row.entry!r}; arrivals, and they only, have a turn from 1 to 14")


def _suggested_setup(checker: Checker, board: Board) -> None:
    """Stacking and the like are a matter of the rules, which the tests ask."""
    units = checker.known(tables.UNITS)
    wanted = [unit for unit, row in units.items() if row.entry in ("setup", "dummy")]
    checker.exactly(tables.SUGGESTED_SETUP, "unit", wanted)
    cities = {row.city: row.hex for row in checker.rows(tables.MAP)}
    begin = {"DE-17SS": ("Angers", "SET.2"), "DE-2SS": ("Tours", "SET.3")}
    for row in checker.rows(tables.SUGGESTED_SETUP):
        if row.hex not in board.index:
            checker.complain(row, f"there is no hex {row.hex} on the map")
        city, case = begin.get(row.unit, ("", ""))
        if city and row.hex != cities.get(city):
            checker.complain(row, f"{row.unit} must begin on {city} ({case})")
        if row.unit in units:
            checker.one_of(row, "state", _states(units[row.unit]))


def _states(unit: Unit) -> tuple[str, ...]:
    """How a unit may lie in the suggested set-up."""
    if unit.kind == "dummy":
        return ("face down",)
    if unit.id == "DE-2SS":
        return ("disrupted",)
    if unit.kind == "infantry_corps":
        return ("", "deployed")
    return ("", "face down") if unit.kind.endswith("division") else ("",)


# The rulebook's cases


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    known = checking.cases(checker, (RULINGS, tables.NUMBERS))
    checking.statuses(checker, known)
    checker.total(LEDGER, len(known), CASES, "cases")
    for name, row in checker.known(tables.NUMBERS).items():
        if not re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name):
            checker.complain(row, f"{name!r} must be small words with _ between them")
