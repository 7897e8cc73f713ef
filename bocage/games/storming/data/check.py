"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources
from importlib.resources.abc import Traversable

from bocage.hexes import Board
from bocage.parts import checking
from bocage.parts.checking import KINDS, Checker, Report, Row

from ..rules.options import EDITS

__all__ = ["KINDS", "Report", "check"]

HEXES, HEXSIDES, UNITS, CASES = 1533, 1241, 243, 440
FIRE_COLUMNS = ("1", "2", "3", "4", "5", "6", "7-9", "10-12", "13-16", "17+")
# What the example of play (18.0) leaves open on the fire table if results never fall as strength or die rises: one row
# for each modified roll from 1, least and most losses for each column.
FIRE_BOUNDS = (
    "0 0-1 1 1 1 1 1 1 1 1",
    "0 0-1 1 1 1 1 1 1 1-2 2",
    "0-1 0-1 1 1 1 1 1 1-2 1-2 2-9",
    "0-1 0-1 1 1 1 1 1 1-2 1-2 2-9",
    "0-1 0-1 1 1 1 1-2 2 2 2 2-9",
    "0-9 0-9 1-9 1-9 1-9 1-9 2-9 2-9 2-9 2-9",
    "0-9 0-9 1-9 1-9 1-9 1-9 2-9 2-9 2-9 2-9",
)
LINES = ("allied_limited", "allied_full", "german_infantry", "german_mechanized")
DICE = [str(face) for face in range(1, 7)]
TURNS = [str(turn) for turn in range(1, 16)]
TERRAINS = ("clear", "rough", "woods", "forest", "swamp", "mountain", "bocage")
RIVERS = ("minor", "major", "rhine")
AREAS = ("west", "21AG", "12AG", "6AG")
ENTRANCES = ("B", "W", "E", "A-D")
FLAGS = (
    "ike_blind_spot", "fortress_holland", "normandy_exclusion", "inside_breakout_line", "roer_valley", "allied_exit",
    "allied_front_line_dec44", "minor_port", *(f"entrance:{letter}" for letter in ENTRANCES),
)  # fmt: skip
STATED = {  # hexes that the rulebook lists by number, by the flag they carry
    "ruhr": ("3.2.C.1", "5209 5309 5310 5409 5410 5510 5609 5610"),
    "monty_blind_spot": ("8.7.B", "3908 3909 4008"),
    "antwerpen_approach": ("8.7.C", "3508 3509 3608 3609 3709 3808 3809 3909"),
    "roer_dam": ("17.2.A", "4916 5015 5016"),
    "beach:Utah": ("18.0", "0619"),
    "beach:Omaha": ("18.0", "0820"),
    "beach:Gold": ("18.0", "1020"),
    "beach:Sword/Juno": ("18.0", "1121"),
}
NATIONS = {"US": ("12AG", "6AG"), "FR": ("12AG", "6AG"), "CW": ("21AG",), "SHAEF": ("any",), "DE": ("",)}
ALLIED_TYPES = ("infantry", "armor", "airborne", "airlanding", "mountain", "hq", "leader")
GERMAN_TYPES = (
    "infantry", "airborne-inf", "coastal", "mountain", "panzer", "panzergrenadier", "tiger", "flak", "garrison", "hq",
    "leader",
)  # fmt: skip
MECHANIZED, STAFF, DROPPING = ("panzer", "panzergrenadier", "tiger"), ("hq", "leader"), ("airborne", "airlanding")
CLASSES = (  # the forces that 3.4.A counts without naming each unit
    "CW infantry division", "CW armored division", "US infantry division", "US armored division", "CW combat unit",
    "US/FR combat unit", "12AG combat unit", "6AG combat unit", "DE combat unit", "CW aside unit", "12AG aside unit",
    "6AG aside unit", "1-2-4 division", "3-4 infantry division", "2-3 infantry division", "1-2 infantry division",
    "FJ division", "non-mechanized division", "mechanized division",
)  # fmt: skip
PLACES = (
    "England", "Watch", "allied_front", "german_front", "beyond_allied_front", "outside_fortress_holland",
    "north_of_14", "on_or_south_of_14", "one_hex", "21AG", "6AG", "21AG/12AG",
)  # fmt: skip
COLUMNS = {
    "allowances.csv": "die " + " ".join(LINES) + " source",
    "beaches.csv": "name hex nation source",
    "bridges.csv": "name hex_a hex_b source",
    "carpet.csv": "die allied_steps german_steps source",
    "cft.csv": "roll " + " ".join(FIRE_COLUMNS) + " source",
    "final_battles.csv": "step case kind what count where source",
    "hexsides.csv": "hex_a hex_b river river_name sea road bridge seine_line breakout_line flags source",
    "ledger.csv": "case topic summary kind testable status",
    "map.csv": "hex col row terrain settlement name coastal fort country seine area flags lat lon source",
    "markers.csv": "marker side count note source",
    "numbers.csv": "name value case source",
    "options.csv": "option title effect default values excludes source",
    "port_delay.csv": "die turns source",
    "ports.csv": "name hex source",
    "refit.csv": "nation turn source",
    "rhine_bridge.csv": "die result source",
    "rulings.csv": "ruling case decision source",
    "strafing.csv": "counter points source",
    "suggested_setup.csv": "step unit where source",
    "support.csv": "unit side turn note source",
    "tec.csv": "terrain mp drm zone assault source",
    "turns.csv": "turn name dates air carpet airborne beaches source",
    "units.csv": "id side nation name type size steps attack defense attack_back defense_back movement red replaceable "
    "command entry_turn entry_place release_turn note source",
}


def check(folder: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy."""
    folder = folder or resources.files(__package__)
    checker = checking.opened(folder, COLUMNS)
    board = _map(checker)
    _hexsides(checker, board)
    _places(checker, board)
    _units(checker, board)
    _markers(checker)
    _charts(checker)
    _turns(checker)
    _final_battles(checker, board)
    _suggested_setup(checker, board)
    _cases(checker)
    return checking.report(checker, board, EDITS)


def _flags(row: Row) -> list[str]:
    return [flag for flag in row["flags"].split(";") if flag]


def _map(checker: Checker) -> Board:
    file = "map.csv"
    marked: dict[str, set[str]] = {}
    rows, places = checking.hexes(checker, first=1)
    for label in places:
        row = rows[label]
        checker.one_of(file, row, "terrain", TERRAINS)
        checker.one_of(file, row, "settlement", ("", "town", "city"))
        checker.one_of(file, row, "coastal", ("0", "1"))
        checker.one_of(file, row, "fort", ("", "coastal", "metz", "westwall"))
        checker.one_of(file, row, "country", ("", "germany"))
        if checker.one_of(file, row, "seine", ("west", "east")):
            checker.one_of(file, row, "area", ("west",) if row["seine"] == "west" else AREAS[1:])
        if bool(row["name"]) != bool(row["settlement"]):
            checker.complain(file, row, f"hex {label} has a name or a settlement, but not both")
        if row["fort"] and (row["fort"] == "coastal") != (row["coastal"] == "1"):
            checker.complain(
                file, row, f"the fort in {label} is {row['fort']}; coastal forts lie on the coast (16.1.A)"
            )
        for flag in _flags(row):
            marked.setdefault(flag, set()).add(label)
            if flag not in (*FLAGS, *STATED, "paris"):
                checker.complain(file, row, f"flag {flag!r} is not known")
    checker.total(file, len(rows), HEXES, "hexes")
    for flag, (case, hexes) in STATED.items():
        if marked.get(flag) != set(hexes.split()):
            checker.complain(file, None, f"{flag} is {', '.join(sorted(marked.get(flag, ())))}, not {hexes} ({case})")
    metz = sum(row["fort"] == "metz" for row in rows.values())
    checker.total(file, metz, 4, "forts of Metz (16.1.B)")
    paris = {label for label, row in rows.items() if row["name"] == "Paris" and row["settlement"] == "city"}
    checker.total(file, len(paris), 3, "city hexes of Paris (10.7.9)")
    if marked.get("paris", set()) != paris:
        checker.complain(file, None, "the flag paris does not stand in the hexes of Paris")
    return Board(places, shifted="even")


def _hexsides(checker: Checker, board: Board) -> None:
    file = "hexsides.csv"
    hexes = {row["hex"]: row for row in checker.rows("map.csv")}
    roads: list[tuple[str, str]] = []
    lines: dict[str, set[frozenset[str]]] = {"sea": set(), "seine_line": set(), "breakout_line": set()}
    rows = checker.once(file, lambda row: "-".join(sorted((row["hex_a"], row["hex_b"]))), "hexside")
    for row in rows.values():
        a, b = row["hex_a"], row["hex_b"]
        if not checking.ends(checker, board, file, row):
            continue
        checker.one_of(file, row, "river", ("", *RIVERS))
        for name in ("sea", "road", "bridge", "seine_line", "breakout_line"):
            checker.one_of(file, row, name, ("0", "1"))
        if bool(row["river"]) != bool(row["river_name"]):
            checker.complain(file, row, "the hexside has a river or a river's name, but not both")
        if row["bridge"] == "1" and not row["river"]:
            checker.complain(file, row, f"the bridge between {a} and {b} crosses no river")
        if row["sea"] == "1" and (row["river"] or row["road"] == "1" or row["bridge"] == "1"):
            checker.complain(file, row, f"between {a} and {b} is all sea: no river, road or bridge")
        for flag in _flags(row):
            if flag not in ("breskens_ferry", "impassable") and not flag.startswith("rhine_bridge:"):
                checker.complain(file, row, f"flag {flag!r} is not known")
        if row["road"] == "1":
            roads.append((a, b))
        for name, found in lines.items():
            if row[name] == "1":
                found.add(frozenset((a, b)))
    checker.total(file, len(rows), HEXSIDES, "hexsides")
    _borders(checker, board, hexes, lines)
    # Roads and land each hang together; the Breskens Ferry joins what the Scheldt parts (10.7.7).
    ferry = [(row["hex_a"], row["hex_b"]) for row in rows.values() if "breskens_ferry" in _flags(row)]
    checker.total(file, len(ferry), 1, "ferries, at Breskens (10.7.7)")
    _joined(checker, "road", {end for road in roads for end in road}, roads)
    land = [(a, board.labels[near]) for a in board.index for near in board.neighbours[board.index[a]]]
    dry = [pair for pair in land if frozenset(pair) not in lines["sea"]]
    _joined(checker, "hex", set(board.index), dry + ferry)


def _joined(checker: Checker, what: str, ends: set[str], pairs: list[tuple[str, str]]) -> None:
    """Everything can be reached from everything else."""
    near: dict[str, list[str]] = {end: [] for end in ends}
    for a, b in pairs:
        if a in near and b in near:
            near[a].append(b)
            near[b].append(a)
    parts: list[set[str]] = []
    left = set(ends)
    while left:
        part = checking.reached(min(left), near)
        left -= part
        parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        for end in sorted(part):
            checker.complain("hexsides.csv", None, f"the {what} at {end} is cut off from the rest")


def _borders(checker: Checker, board: Board, hexes: dict[str, Row], lines: dict[str, set[frozenset[str]]]) -> None:
    """A line runs exactly where its two sides meet on land."""
    for name, side in (
        ("seine_line", lambda row: row["seine"]),
        ("breakout_line", lambda row: "inside_breakout_line" in _flags(row)),
    ):
        for a in board.index:
            for node in board.neighbours[board.index[a]]:
                b = board.labels[node]
                pair = frozenset((a, b))
                if a < b and pair not in lines["sea"] and (side(hexes[a]) != side(hexes[b])) != (pair in lines[name]):
                    told = "does not part its two sides" if pair in lines[name] else "has a gap"
                    checker.complain("hexsides.csv", None, f"the {name} {told} between {a} and {b}")


def _places(checker: Checker, board: Board) -> None:
    """Bridges, ports and beaches stand where the map shows them."""
    sides = {frozenset((row["hex_a"], row["hex_b"])): row for row in checker.rows("hexsides.csv")}
    shown = {pair for pair, row in sides.items() if row["river"] == "rhine" and row["bridge"] == "1"}
    listed = set()
    checker.once("bridges.csv", lambda row: row["name"], "bridge")
    for row in checker.rows("bridges.csv"):
        pair = frozenset((row["hex_a"], row["hex_b"]))
        listed.add(pair)
        if pair not in shown:
            checker.complain("bridges.csv", row, f"the map shows no Rhine bridge at {row['name']}")
    for ends in sorted(sorted(pair) for pair in shown - listed):
        checker.complain("bridges.csv", None, f"the Rhine bridge between {' and '.join(ends)} is missing")
    checker.total("bridges.csv", len(listed), 12, "bridges over the Rhine (10.7.5)")
    flags = {row["hex"]: _flags(row) for row in checker.rows("map.csv")}
    checker.exactly("ports.csv", "name", ("Le Havre", "Rouen", "Boulogne", "Calais", "Dunkirk"))
    checker.exactly("beaches.csv", "name", ("Utah", "Omaha", "Gold", "Sword/Juno"))
    for file, flag in (("ports.csv", "minor_port"), ("beaches.csv", "beach:")):
        for row in checker.rows(file):
            wanted = flag + row["name"] if flag.endswith(":") else flag
            if row["hex"] not in board.index or wanted not in flags[row["hex"]]:
                checker.complain(file, row, f"the map does not show {row['name']} in {row['hex']}")
    for row in checker.rows("beaches.csv"):
        checker.one_of("beaches.csv", row, "nation", ("US", "CW"))


def _units(checker: Checker, board: Board) -> None:
    file = "units.csv"
    rows = checker.once(file, lambda row: row["id"], "unit")
    checker.once(file, lambda row: row["name"], "name")
    beaches = [row["name"] for row in checker.rows("beaches.csv")]
    codes = {"allied": ("England", "beach", "any", "A-D", *beaches), "german": (*ENTRANCES, "Flak")}
    for row in rows.values():
        if not checker.one_of(file, row, "nation", NATIONS):
            continue
        side = "german" if row["nation"] == "DE" else "allied"
        checker.one_of(file, row, "side", (side,))
        checker.one_of(file, row, "type", GERMAN_TYPES if side == "german" else ALLIED_TYPES)
        checker.one_of(
            file, row, "size", ("division", "brigade", "regiment", "battalion", "corps", "hq", "leader")
        )  # fmt: skip
        checker.one_of(file, row, "command", NATIONS[row["nation"]])
        checker.one_of(file, row, "replaceable", ("yes", "no"))
        checker.one_of(file, row, "red", ("yes",) if row["type"] in (*MECHANIZED, "armor") else ("no",))
        checker.one_of(file, row, "entry_turn", TURNS)
        checker.one_of(file, row, "release_turn", ("", *TURNS) if side == "german" else ("",))
        if row["entry_place"] not in board.index:
            checker.one_of(file, row, "entry_place", codes[side])
        variable = "V" if side == "allied" else "M" if row["type"] in MECHANIZED else "I"
        if not row["movement"].isdigit():
            checker.one_of(file, row, "movement", (variable,))
        _steps(checker, row)
    checker.total(file, len(rows), UNITS, "units")


def _steps(checker: Checker, row: Row) -> None:
    file = "units.csv"
    checker.one_of(
        file, row, "steps", ("1",) if row["type"] in (*STAFF, *DROPPING, "garrison", "tiger") else ("1", "2")
    )
    back = row["steps"] == "2" or row["type"] in DROPPING
    if not checker.whole(file, row, "attack", "defense", least=0):
        return
    if (row["type"] in (*STAFF, "garrison")) != (row["attack"] == "0"):
        checker.complain(file, row, "HQs, leaders and garrisons, and they only, have an attack of 0 (6.2, 16.2)")
    for face in ("attack", "defense"):
        if not back and row[f"{face}_back"]:
            checker.complain(file, row, f"a unit of one step has no {face} on its back (2.2.A)")
        if back and checker.whole(file, row, f"{face}_back", least=0) and int(row[f"{face}_back"]) > int(row[face]):
            checker.complain(file, row, f"{face} is greater on the back of the counter")


def _markers(checker: Checker) -> None:
    markers = checker.once("markers.csv", lambda row: row["marker"], "marker")
    for row in markers.values():
        checker.one_of("markers.csv", row, "side", ("allied", "german", "both"))
        if row["count"]:
            checker.whole("markers.csv", row, "count", least=1)
    refits = Counter(row["nation"] for row in checker.rows("refit.csv"))
    for nation, count in (("US", 3), ("CW", 2), ("DE", 1)):
        checker.total("refit.csv", refits[nation], count, f"R&R markers of {nation} (7.3.B)")
    for row in checker.rows("refit.csv"):
        checker.one_of("refit.csv", row, "nation", ("US", "CW", "DE"))
        checker.one_of("refit.csv", row, "turn", TURNS)
    for row in checker.rows("support.csv"):
        checker.one_of("support.csv", row, "side", ("allied",))
        checker.one_of("support.csv", row, "turn", TURNS)


def _charts(checker: Checker) -> None:
    checker.track("cft.csv", "roll", [str(roll) for roll in range(1, len(FIRE_BOUNDS) + 1)])
    before = [0] * len(FIRE_COLUMNS)
    for row, bounds in zip(checker.rows("cft.csv"), FIRE_BOUNDS, strict=False):
        if not checker.whole("cft.csv", row, *FIRE_COLUMNS, least=0):
            continue
        losses = [int(row[column]) for column in FIRE_COLUMNS]
        for place, (column, bound) in enumerate(zip(FIRE_COLUMNS, bounds.split(), strict=True)):
            least, _, most = bound.partition("-")
            told = f"{losses[place]} on column {column} with a roll of {row['roll']}"
            if not int(least) <= losses[place] <= int(most or least):
                checker.complain("cft.csv", row, f"{told} contradicts the example, which asks for {bound} (18.0)")
            if losses[place] < max(before[place], *losses[: place + 1]):
                checker.complain("cft.csv", row, f"{told} is less than a weaker force or a lower roll inflicts")
        before = losses
    for file in ("allowances.csv", "carpet.csv", "port_delay.csv", "rhine_bridge.csv"):
        checker.track(file, "die", DICE)
    for file, columns in {
        "allowances.csv": LINES, "carpet.csv": ("allied_steps", "german_steps"), "port_delay.csv": ("turns",),
        "strafing.csv": ("points",),
    }.items():  # fmt: skip
        for row in checker.rows(file):
            checker.whole(file, row, *columns, least=0)
    for row in checker.rows("rhine_bridge.csv"):
        checker.one_of("rhine_bridge.csv", row, "result", ("captured",) if row["die"] == "1" else ("blown",))
    checker.track("strafing.csv", "counter", ["1", "2", "3", "4"])
    checker.exactly("strafing.csv", "points", ("2", "3", "4", "5"))
    checker.exactly("tec.csv", "terrain", (*TERRAINS, "town", "city", "fort", *RIVERS))
    for row in checker.rows("tec.csv"):
        if row["mp"] or row["terrain"] not in ("town", "fort"):
            checker.whole("tec.csv", row, "mp", least=1)
        if checker.whole("tec.csv", row, "drm") and int(row["drm"]) > 0:
            checker.complain("tec.csv", row, "drm is greater than 0; terrain never helps the attacker (13.9.A.1)")
        checker.one_of("tec.csv", row, "zone", ("yes", "no"))
        river = row["terrain"] in RIVERS
        checker.one_of("tec.csv", row, "assault", ("bridge",) if river else ("yes", "road", "never"))


def _turns(checker: Checker) -> None:
    checker.track("turns.csv", "turn", TURNS)
    numbers = {row["name"]: row["value"] for row in checker.rows("numbers.csv")}
    first, last = numbers.get("carpet_first_turn", ""), numbers.get("carpet_last_turn", "")
    beaches = numbers.get("beaches_last_turn", "")
    for row in checker.rows("turns.csv"):
        if checker.whole("turns.csv", row, "air", least=1):
            checker.one_of("turns.csv", row, "air", [row["counter"] for row in checker.rows("strafing.csv")])
        checker.one_of("turns.csv", row, "airborne", ("yes", "no"))
        if row["turn"] not in TURNS or not (first.isdigit() and last.isdigit() and beaches.isdigit()):
            continue
        turn = int(row["turn"])
        checker.one_of("turns.csv", row, "carpet", ("yes" if int(first) <= turn <= int(last) else "no",))
        checker.one_of("turns.csv", row, "beaches", ("yes" if turn <= int(beaches) else "no",))


def _final_battles(checker: Checker, board: Board) -> None:
    file = "final_battles.csv"
    units = [row["id"] for row in checker.rows("units.csv")]
    for row in checker.rows(file):
        checker.one_of(file, row, "case", (f"3.4.A.{row['step']}",))
        checker.one_of(file, row, "kind", ("remove", "reduce", "place", "aside"))
        if row["what"] not in (*units, *CLASSES):
            checker.complain(file, row, f"{row['what']!r} is neither a unit nor a known kind of unit")
        if row["count"] != "rest":
            checker.whole(file, row, "count", least=1)
        if (row["kind"] == "place") != bool(row["where"]):
            checker.complain(file, row, "units that are placed, and they only, need a place")
        for word in filter(None, row["where"].split(";")):
            if word not in PLACES and word not in board.index:
                checker.complain(file, row, f"{word!r} is neither a hex nor a known place")


def _suggested_setup(checker: Checker, board: Board) -> None:
    """Whether the suggestion is legal and sensible is a matter of the rules, which the tests ask."""
    file = "suggested_setup.csv"
    units = [row["id"] for row in checker.rows("units.csv")]
    placing = {row["step"] for row in checker.rows("final_battles.csv") if row["kind"] == "place"}
    steps = {row["step"] for row in checker.rows("final_battles.csv")}
    checker.once(file, lambda row: f"{row['unit']} in step {row['step']}", "suggestion")
    for row in checker.rows(file):
        checker.one_of(file, row, "step", tuple(sorted(steps, key=int)))
        checker.one_of(file, row, "unit", tuple(units))
        if (row["step"] in placing) != bool(row["where"]):
            checker.complain(file, row, "units that are placed, and they only, need a place")
        elif row["where"] and row["where"] not in board.index:
            checker.complain(file, row, f"there is no hex {row['where']} on the map")


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    known = checking.cases(checker, ("rulings.csv", "numbers.csv", "final_battles.csv"))
    checking.statuses(checker, known)
    checker.total("ledger.csv", len(known), CASES, "cases")
    for name, row in checker.once("numbers.csv", lambda row: row["name"], "number").items():
        checker.whole("numbers.csv", row, "value")
        if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
            checker.complain("numbers.csv", row, f"{name!r} must be small words with _ between them")
