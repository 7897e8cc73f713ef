"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable

from bocage.hexes import Board
from bocage.parts import checking
from bocage.parts.checking import KINDS, Checker, Report, Row

from ..rules.options import EDITS

__all__ = ["KINDS", "Report", "check"]

HEXES, HEXSIDES, UNITS, CASES = 1073, 523, 73, 234
LAST_COLUMN, LAST_ROW = 57, 24
SIEGFRIED = 29
ODDS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "10:1")
RESULTS = ("AE", "AD", "-", "D", "DW", "DR", "DE")  # from the attacker's worst to his best
BOMBARDMENT = ("-", "D", "2D")
WEATHER = ("very bad", "bad", "good")
WEATHER_COLUMNS = ("weather_A", "weather_B", "weather_C", "weather_D")
DICE = [str(face) for face in range(1, 7)]
TURNS = [str(turn) for turn in range(1, 15)]
TERRAINS = ("clear", "rough", "forest", "swamp")
COUNTRIES = ("FR", "BE", "NL", "LU", "DE")
FLAGS = ("major_city", "fortress_port", "major_port", "siegfried", "across_rhine", "coastal")
STATED = {  # cities that the rulebook names
    "Angers": "SET.2", "Tours": "SET.3", "Paris": "WIN.4", "Brussels": "WIN.3", "Metz": "METZ.1", "Nancy": "METZ.1",
    "Antwerp": "SUP.23",
}  # fmt: skip
WIDE_RIVERS = ("Lower Seine", "Rhine", "Waal", "Lower Moselle")  # the Waal is the arm by which the Rhine goes on
GROUPS = {"allied": ("US", "FR", "BR"), "german": ("WH", "LW", "SS", "--")}
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
COLUMNS = {
    "columns.csv": "column numerator denominator source",
    "crt.csv": " ".join(("die die_b", *ODDS, "bombardment", *WEATHER_COLUMNS, "source")),
    "hexsides.csv": "hex_a hex_b kind name channel source",
    "ledger.csv": "case topic summary kind testable status",
    "map.csv": "hex col row terrain feature city major_city fortress_port major_port siegfried landing landing_name "
    "landing_zone country across_rhine coastal land_sides edge lat lon source",
    "numbers.csv": "name value case source",
    "options.csv": "option title effect default values excludes source",
    "rulings.csv": "ruling case decision source",
    "suggested_setup.csv": "unit hex state source",
    "turns.csv": "turn name dates weather_column source",
    "units.csv": "id side group name short kind attack defense deployed_attack deployed_defense move bonus_move "
    "stacking traits entry note source",
}


def check(folder: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy."""
    folder = folder or resources.files(__package__)
    checker = checking.opened(folder, COLUMNS)
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
    file = "map.csv"
    rows, places = checking.hexes(checker, first=0)
    for label, (column, number) in places.items():
        row = rows[label]
        checker.one_of(file, row, "terrain", TERRAINS)
        checker.one_of(file, row, "country", COUNTRIES)
        for flag in FLAGS:
            checker.one_of(file, row, flag, ("0", "1"))
        edges = "".join(
            letter
            for letter, there in zip(
                "EWNS", (column == LAST_COLUMN, column == 0, number == LAST_ROW, number == 0), strict=True
            )
            if there
        )
        checker.one_of(file, row, "edge", (edges,))
        _hex(checker, row)
    checker.total(file, len(rows), HEXES, "hexes")
    checker.total(file, sum(row["siegfried"] == "1" for row in rows.values()), SIEGFRIED, "Siegfried hexes (SIEG.1)")
    cities = Counter(row["city"] for row in rows.values() if row["major_city"] == "1")
    for city, case in STATED.items():
        checker.total(file, cities[city], 1, f"major cities named {city} ({case})")
    for key, what in (("city", "city"), ("landing_name", "landing hex")):
        names = Counter(row[key] for row in rows.values() if row[key])
        for name in sorted(name for name, count in names.items() if count > 1):
            checker.complain(file, None, f"there are {names[name]} hexes for the {what} {name}")
    return Board(places, shifted="odd")


def _hex(checker: Checker, row: Row) -> None:
    """What a hex is, agrees with what else it is."""
    file, label = "map.csv", row["hex"]
    if row["major_city"] == "1" and not row["city"]:
        checker.complain(file, row, f"hex {label} is a major city and has no name")
    if row["fortress_port"] == "1":
        for flag, case in (("major_city", "FORT.1"), ("major_port", "SUP.4"), ("coastal", "FORT.1")):
            if row[flag] != "1":
                checker.complain(file, row, f"the fortress port in {label} must be {flag} too ({case})")
    if row["major_port"] == "1" and row["major_city"] != "1":
        checker.complain(file, row, f"the major port in {label} must be a major city too")
    if row["landing"]:
        if not re.fullmatch(r"[1-9]\+\d", row["landing"]):
            checker.complain(file, row, f"landing is {row['landing']!r}; it must be a value such as 1+1 (DD.4)")
        if row["coastal"] != "1":
            checker.complain(file, row, f"the landing hex {label} is not coastal")
    if not bool(row["landing"]) == bool(row["landing_name"]) == bool(row["landing_zone"]):
        checker.complain(file, row, f"hex {label} needs a landing value with a name and a zone, or none of them")
    for flag, what in (("siegfried", "the Siegfried Line"), ("across_rhine", "the goal across the Rhine (WIN.1)")):
        if row[flag] == "1" and row["country"] != "DE":
            checker.complain(file, row, f"hex {label} is of {what} but not in Germany")


def _hexsides(checker: Checker, board: Board) -> None:
    file = "hexsides.csv"
    rows = checker.once(file, lambda row: "-".join(sorted((row["hex_a"], row["hex_b"]))), "hexside")
    for row in rows.values():
        a, b = row["hex_a"], row["hex_b"]
        if not checking.ends(checker, board, file, row):
            continue
        checker.one_of(file, row, "kind", ("river", "wide", "estuary"))
        if checker.one_of(file, row, "channel", ("0", "1")) and row["channel"] == "1" and row["kind"] != "estuary":
            checker.complain(file, row, f"the channel between {a} and {b} must be estuary (SUP.23)")
        if not row["name"]:
            checker.complain(file, row, f"the water between {a} and {b} has no name")
        elif row["kind"] == "wide":
            checker.one_of(file, row, "name", WIDE_RIVERS)
    checker.total(file, len(rows), HEXSIDES, "hexsides")
    for river in WIDE_RIVERS:
        if not any(row["kind"] == "wide" and row["name"] == river for row in rows.values()):
            checker.complain(file, None, f"the {river} is missing, a wide river (RIV.2)")
    _channel(checker, board)


def _around(column: int, row: int) -> list[tuple[int, int]]:
    """The six places around one, on the map or not; odd columns sit half a hex higher."""
    low = row if column % 2 else row - 1
    return [(column, row - 1), (column, row + 1)] + [(column + side, low + up) for side in (-1, 1) for up in (0, 1)]


def _outside(place: tuple[int, int]) -> bool:
    return not (0 <= place[0] <= LAST_COLUMN and 0 <= place[1] <= LAST_ROW)


def _channel(checker: Checker, board: Board) -> None:
    """The channel's hexsides run corner to corner from the open sea to Antwerp (SUP.23)."""
    places = {(int(label[:2]), int(label[2:])): label for label in board.index}
    antwerp = next((row["hex"] for row in checker.rows("map.csv") if row["city"] == "Antwerp"), "")
    left = []  # the two corners of each hexside not yet reached; a corner is the three places that meet there
    for row in checker.rows("hexsides.csv"):
        if row["channel"] == "1" and row["hex_a"] in board.index and row["hex_b"] in board.index:
            a, b = ((int(row[end][:2]), int(row[end][2:])) for end in ("hex_a", "hex_b"))
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
        checker.complain("hexsides.csv", None, "the channel does not lead from the sea to Antwerp (SUP.23)")


def _land(checker: Checker, board: Board) -> None:
    """Coasts, what hangs together by land, and what the wide rivers cut off."""
    rows = {row["hex"]: row for row in checker.rows("map.csv") if row["hex"] in board.index}
    kinds = {frozenset((row["hex_a"], row["hex_b"])): row["kind"] for row in checker.rows("hexsides.csv")}
    dry: dict[str, list[str]] = {}
    for label, row in rows.items():
        near = [board.labels[node] for node in board.neighbours[board.index[label]]]
        dry[label] = [other for other in near if kinds.get(frozenset((label, other))) != "estuary"]
        beyond = sum(_outside(place) for place in _around(int(label[:2]), int(label[2:])))
        sides = len(dry[label]) + beyond
        if checker.whole("map.csv", row, "land_sides") and int(row["land_sides"]) != sides:
            checker.complain("map.csv", row, f"hex {label} has {sides} land sides, not {row['land_sides']} (STK.3)")
        if (row["coastal"] == "1") != (sides < 6):
            told = "has water on a side and must be" if sides < 6 else "has land on all sides and cannot be"
            checker.complain("map.csv", row, f"hex {label} {told} coastal")
    brussels = next((label for label, row in rows.items() if row["city"] == "Brussels"), "")
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
            checker.complain("map.csv", row, f"hex {label} is cut off from the rest of the map")
        if row["country"] == "DE" and (row["across_rhine"] == "1") == (label in this_side):
            told = "can" if label in this_side else "cannot"
            text = f"across_rhine of {label} is {row['across_rhine']}, but it {told} be reached without a wide river"
            checker.complain("map.csv", row, text)


# The charts and the calendar


def _charts(checker: Checker) -> None:
    checker.track("columns.csv", "column", list(ODDS))
    for row in checker.rows("columns.csv"):
        if not checker.whole("columns.csv", row, "numerator", "denominator", least=1):
            continue
        if row["column"] in ODDS:
            attack, defence = map(int, row["column"].split(":"))
            if Fraction(int(row["numerator"]), int(row["denominator"])) != Fraction(attack, defence):
                told = f"{row['numerator']} to {row['denominator']} is not the ratio of column {row['column']}"
                checker.complain("columns.csv", row, told)
    file = "crt.csv"
    checker.track(file, "die", DICE)
    scales = {"bombardment": BOMBARDMENT, **dict.fromkeys(ODDS, RESULTS), **dict.fromkeys(WEATHER_COLUMNS, WEATHER)}
    before = dict.fromkeys(scales, 0)
    for row in checker.rows(file):
        if row["die"] in DICE:
            checker.one_of(file, row, "die_b", (str(7 - int(row["die"])),))
        sound = {column: checker.one_of(file, row, column, scale) for column, scale in scales.items()}
        if not all(sound.values()):
            continue
        ranks = {column: scale.index(row[column]) for column, scale in scales.items()}
        for place, column in enumerate(ODDS):
            if place and ranks[column] < ranks[ODDS[place - 1]]:
                checker.complain(file, row, f"{row[column]} on {column} is worse than {ODDS[place - 1]} gives")
        for column in scales:
            if ranks[column] < before[column]:
                checker.complain(file, row, f"{row[column]} on {column} is worse than a lower die gives")
        before = ranks


def _turns(checker: Checker) -> None:
    file = "turns.csv"
    checker.track(file, "turn", TURNS)
    checker.once(file, lambda row: row["name"], "name")
    for row in checker.rows(file):
        if not row["name"] or not row["dates"]:
            checker.complain(file, row, f"turn {row['turn']} needs a name and dates")
        # June I has no die (WX.2); the other turns have one.
        checker.one_of(file, row, "weather_column", ("good",) if row["turn"] == TURNS[0] else ("A", "B", "C", "D"))
    for row in checker.rows("numbers.csv"):
        if row["name"] in ("first_turn", "last_turn"):
            checker.one_of("numbers.csv", row, "value", (TURNS[0 if row["name"] == "first_turn" else -1],))


# The counters


def _units(checker: Checker) -> None:
    file = "units.csv"
    rows = checker.once(file, lambda row: row["id"], "unit")
    checker.once(file, lambda row: row["name"], "name")
    bonus = next((row["value"] for row in checker.rows("numbers.csv") if row["name"] == "bonus_move"), "")
    for row in rows.values():
        if not checker.one_of(file, row, "side", GROUPS):
            continue
        side = row["side"]
        checker.one_of(file, row, "group", GROUPS[side])
        if not row["name"] or not row["short"]:
            checker.complain(file, row, f"unit {row['id']} needs a name and what its counter shows")
        if checker.one_of(file, row, "kind", [kind for owner, kind in COUNTERS if owner == side]):
            move, points = COUNTERS[side, row["kind"]]
            checker.one_of(file, row, "move", (str(move),))
            checker.one_of(file, row, "stacking", (str(points),))
            checker.one_of(file, row, "bonus_move", ("0",) if row["kind"] == "supply" else (bonus,))
            _factors(checker, row)
            _traits(checker, row)
            _entry(checker, row)
    checker.total(file, len(rows), UNITS, "units")
    kinds = Counter(row["kind"] for row in rows.values())
    for kind, (wanted, case) in NUMBERS_OF.items():
        checker.total(file, kinds[kind], wanted, f"units of the kind {kind} ({case})")
    traits = Counter(trait for row in rows.values() for trait in row["traits"].split())
    for trait, case in ONLY_ONE.items():
        checker.total(file, traits[trait], 1, f"units with {trait} ({case})")
    reserve = Counter(row["kind"] for row in rows.values() if "reserve" in row["traits"].split())
    if reserve != {"panzer_division": 3, "tiger": 1}:
        checker.complain(file, None, "the Strategic Reserve is three panzer divisions and a Tiger battalion (SR.1)")
    dumps = sorted(row["group"] for row in rows.values() if row["kind"] == "supply")
    if dumps != ["BR", "US"]:
        checker.complain(file, None, "there must be a US and a British Supplies piece (SUP.8)")


def _factors(checker: Checker, row: Row) -> None:
    file = "units.csv"
    if not checker.whole(file, row, "attack", "defense", least=0):
        return
    if row["kind"] in UNARMED and (row["attack"], row["defense"]) != ("0", "0"):
        checker.complain(file, row, "Tigers, dumps and dummies have no factors")
    if row["kind"] not in UNARMED and "0" in (row["attack"], row["defense"]):
        checker.complain(file, row, f"{row['name']} needs an attack and a defense")
    if row["kind"] == "panzer_brigade" and (row["attack"], row["defense"]) != ("3", "1"):
        checker.complain(file, row, f"a brigade group is 3-1, not {row['attack']}-{row['defense']} (REPL.8)")
    for face in ("attack", "defense"):
        deployed = row[f"deployed_{face}"]
        if row["kind"] != "infantry_corps":
            if deployed:
                checker.complain(file, row, f"only infantry corps deploy; deployed_{face} must be empty (DEP.1)")
        elif checker.whole(file, row, f"deployed_{face}") and int(deployed) <= int(row[face]):
            checker.complain(file, row, f"deployed, the {face} must be greater than {row[face]} (DEP.2)")


def _traits(checker: Checker, row: Row) -> None:
    """Traits are known, and those that say what a unit is agree with its kind and group."""
    traits = row["traits"].split()
    for trait in traits:
        if trait not in TRAITS:
            checker.complain("units.csv", row, f"trait {trait!r} is not known")
    told = {
        "panzer": row["kind"].startswith("panzer_"),
        "panzergrenadier": row["kind"] == "panzergrenadier_division",
        "tiger": row["kind"] == "tiger",
        "steady": row["kind"] == "airborne_division",
        "rm_shift": row["kind"] == "marine",
        "ss": row["group"] == "SS",
        "parachute": row["group"] == "LW",
        "fr2": row["group"] == "FR",
    }
    for trait, wanted in told.items():
        if (trait in traits) != wanted:
            text = "lacks" if wanted else "cannot have"
            checker.complain("units.csv", row, f"{row['name']} {text} the trait {trait}")
    if (row["group"] == "--") != (row["kind"] == "dummy"):
        checker.complain("units.csv", row, "dummies, and they only, belong to the group --")


def _entry(checker: Checker, row: Row) -> None:
    file, kind = "units.csv", row["kind"]
    special = {
        "airborne_division": ("airborne",), "marine": ("turn",), "panzer_brigade": ("replacement",),
        "dummy": ("dummy",), "panzer_division": ("setup", "south"),
    }  # fmt: skip
    words = special.get(kind, ("pool",) if row["side"] == "allied" else ("setup",))
    word, colon, turn = row["entry"].partition(":")
    if word not in words:
        checker.complain(file, row, f"entry is {row['entry']!r}; {kind} enters by {' or '.join(words)}")
    elif bool(colon) != (word in ("pool", "airborne", "turn", "south")) or (colon and turn not in TURNS):
        checker.complain(file, row, f"entry is {row['entry']!r}; arrivals, and they only, have a turn from 1 to 14")


def _suggested_setup(checker: Checker, board: Board) -> None:
    """Stacking and the like are a matter of the rules, which the tests ask."""
    file = "suggested_setup.csv"
    units = {row["id"]: row for row in checker.rows("units.csv")}
    checker.exactly(file, "unit", [unit for unit, row in units.items() if row["entry"] in ("setup", "dummy")])
    cities = {row["city"]: row["hex"] for row in checker.rows("map.csv")}
    begin = {"DE-17SS": ("Angers", "SET.2"), "DE-2SS": ("Tours", "SET.3")}
    for row in checker.rows(file):
        if row["hex"] not in board.index:
            checker.complain(file, row, f"there is no hex {row['hex']} on the map")
        city, case = begin.get(row["unit"], ("", ""))
        if city and row["hex"] != cities.get(city):
            checker.complain(file, row, f"{row['unit']} must begin on {city} ({case})")
        if row["unit"] not in units:
            continue
        kind = units[row["unit"]]["kind"]
        allowed: tuple[str, ...] = ("",)
        if kind == "dummy":
            allowed = ("face down",)
        elif row["unit"] == "DE-2SS":
            allowed = ("disrupted",)
        elif kind == "infantry_corps":
            allowed = ("", "deployed")
        elif kind.endswith("division"):
            allowed = ("", "face down")
        checker.one_of(file, row, "state", allowed)


# The rulebook's cases


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    known = checking.cases(checker, ("rulings.csv", "numbers.csv"))
    checking.statuses(checker, known)
    checker.total("ledger.csv", len(known), CASES, "cases")
    for name, row in checker.once("numbers.csv", lambda row: row["name"], "number").items():
        checker.whole("numbers.csv", row, "value", least=0)
        if not re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", name):
            checker.complain("numbers.csv", row, f"{name!r} must be small words with _ between them")
