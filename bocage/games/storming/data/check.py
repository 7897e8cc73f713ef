"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from importlib.resources.abc import Traversable

from bocage.hexes import Board, ccrr
from bocage.parts.data import checking
from bocage.parts.data.book import LEDGER, RULINGS
from bocage.parts.data.checking import KINDS, Checker, Report

from ..rules.options import EDITS
from . import FOLDER, tables
from .tables import FIRE_COLUMNS, RIVERS, TERRAINS, TURN_NUMBERS, Hex, Hexside, Unit

__all__ = ["KINDS", "Report", "check"]

HEXES, HEXSIDES, UNITS, CASES = 1533, 1241, 243, 440
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
DICE = [str(face) for face in range(1, 7)]
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


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it."""
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    board = _map(checker)
    _hexsides(checker, board)
    _places(checker)
    _units(checker, board)
    _markers(checker)
    _charts(checker)
    _turns(checker)
    _final_battles(checker, board)
    _suggested_setup(checker, board)
    _cases(checker)
    return checking.report(checker, board, EDITS)


def _map(checker: Checker) -> Board:
    marked: dict[str, set[str]] = {}
    rows = checker.known(tables.MAP)
    places = checking.hexes(checker, tables.MAP, ccrr)
    for label in places:
        row = rows[label]
        checker.one_of(row, "area", ("west",) if row.seine == "west" else AREAS[1:])
        if bool(row.name) != bool(row.settlement):
            checker.complain(row, f"hex {label} has a name or a settlement, but not both")
        if row.fort and (row.fort == "coastal") != row.coastal:
            checker.complain(row, f"the fort in {label} is {row.fort}; coastal forts lie on the coast (16.1.A)")
        for flag in row.flags:
            marked.setdefault(flag, set()).add(label)
            if flag not in (*FLAGS, *STATED, "paris"):
                checker.complain(row, f"flag {flag!r} is not known")
    checker.in_the_box(tables.MAP, len(rows), HEXES, "hexes")
    for flag, (case, hexes) in STATED.items():
        if marked.get(flag) != set(hexes.split()):
            told = f"{flag} is {', '.join(sorted(marked.get(flag, ())))}, not {hexes} ({case})"
            checker.complain(tables.MAP, told)
    metz = sum(row.fort == "metz" for row in rows.values())
    checker.total(tables.MAP, metz, 4, "forts of Metz (16.1.B)")
    paris = {label for label, row in rows.items() if row.name == "Paris" and row.settlement == "city"}
    checker.total(tables.MAP, len(paris), 3, "city hexes of Paris (10.7.9)")
    if marked.get("paris", set()) != paris:
        checker.complain(tables.MAP, "the flag paris does not stand in the hexes of Paris")
    return Board(places, shifted="even")


def _hexsides(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.HEXSIDES)
    sound = [row for row in rows.values() if checking.ends(checker, board, row)]
    for row in sound:
        _hexside(checker, row)
    checker.in_the_box(tables.HEXSIDES, len(rows), HEXSIDES, "hexsides")

    def along(trait: str) -> list[tuple[str, str]]:
        return [(row.hex_a, row.hex_b) for row in sound if getattr(row, trait)]

    sea = {frozenset(pair) for pair in along("sea")}
    seine, breakout = ({frozenset(pair) for pair in along(line)} for line in ("seine_line", "breakout_line"))
    _border(checker, board, sea, "seine_line", seine, lambda row: row.seine)
    _border(checker, board, sea, "breakout_line", breakout, lambda row: "inside_breakout_line" in row.flags)
    # Roads and land each hang together; the Breskens Ferry joins what the Scheldt parts (10.7.7).
    ferry = [(row.hex_a, row.hex_b) for row in rows.values() if "breskens_ferry" in row.flags]
    checker.total(tables.HEXSIDES, len(ferry), 1, "ferries, at Breskens (10.7.7)")
    roads = along("road")
    _joined(checker, "road", {end for road in roads for end in road}, roads)
    land = [(a, board.labels[near]) for a in board.index for near in board.neighbours[board.index[a]]]
    dry = [pair for pair in land if frozenset(pair) not in sea]
    _joined(checker, "hex", set(board.index), dry + ferry)


def _hexside(checker: Checker, row: Hexside) -> None:
    between = f"between {row.hex_a} and {row.hex_b}"
    if bool(row.river) != bool(row.river_name):
        checker.complain(row, "the hexside has a river or a river's name, but not both")
    if row.bridge and not row.river:
        checker.complain(row, f"the bridge {between} crosses no river")
    if row.sea and (row.river or row.road or row.bridge):
        checker.complain(row, f"{between} is all sea: no river, road or bridge")
    for flag in row.flags:
        if flag not in ("breskens_ferry", "impassable") and not flag.startswith("rhine_bridge:"):
            checker.complain(row, f"flag {flag!r} is not known")


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
            checker.complain(tables.HEXSIDES, f"the {what} at {end} is cut off from the rest")


def _border(
    checker: Checker,
    board: Board,
    sea: set[frozenset[str]],
    name: str,
    line: set[frozenset[str]],
    side: Callable[[Hex], object],
) -> None:
    """A line runs exactly where its two sides meet on land."""
    hexes = checker.known(tables.MAP)
    for a in board.index:
        for node in board.neighbours[board.index[a]]:
            b = board.labels[node]
            pair = frozenset((a, b))
            if a < b and pair not in sea and (side(hexes[a]) != side(hexes[b])) != (pair in line):
                told = "does not part its two sides" if pair in line else "has a gap"
                checker.complain(tables.HEXSIDES, f"the {name} {told} between {a} and {b}")


def _places(checker: Checker) -> None:
    """Bridges, ports and beaches stand where the map shows them."""
    sides = checker.rows(tables.HEXSIDES)
    shown = {frozenset((row.hex_a, row.hex_b)) for row in sides if row.river == "rhine" and row.bridge}
    listed = set()
    for bridge in checker.rows(tables.BRIDGES):
        pair = frozenset((bridge.hex_a, bridge.hex_b))
        listed.add(pair)
        if pair not in shown:
            checker.complain(bridge, f"the map shows no Rhine bridge at {bridge.name}")
    for ends in sorted(sorted(pair) for pair in shown - listed):
        checker.complain(tables.BRIDGES, f"the Rhine bridge between {' and '.join(ends)} is missing")
    checker.total(tables.BRIDGES, len(listed), 12, "bridges over the Rhine (10.7.5)")
    checker.exactly(tables.PORTS, "name", ("Le Havre", "Rouen", "Boulogne", "Calais", "Dunkirk"))
    checker.exactly(tables.BEACHES, "name", ("Utah", "Omaha", "Gold", "Sword/Juno"))
    flags = {label: row.flags for label, row in checker.known(tables.MAP).items()}
    for port in checker.rows(tables.PORTS):
        if "minor_port" not in flags.get(port.hex, ()):
            checker.complain(port, f"the map does not show {port.name} in {port.hex}")
    for beach in checker.rows(tables.BEACHES):
        if f"beach:{beach.name}" not in flags.get(beach.hex, ()):
            checker.complain(beach, f"the map does not show {beach.name} in {beach.hex}")


def _units(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.UNITS).values()
    checker.once(tables.UNITS, lambda row: row.name, "name")
    codes = {
        "allied": ("England", "beach", "any", "A-D", *checker.known(tables.BEACHES)),
        "german": (*ENTRANCES, "Flak"),
    }
    for row in rows:
        side = "german" if row.nation == "DE" else "allied"
        checker.one_of(row, "side", (side,))
        checker.one_of(row, "type", GERMAN_TYPES if side == "german" else ALLIED_TYPES)
        checker.one_of(row, "command", NATIONS.get(row.nation, ()))
        checker.one_of(row, "red", ("yes",) if row.type in (*MECHANIZED, "armor") else ("no",))
        checker.one_of(row, "entry_turn", TURN_NUMBERS)
        checker.one_of(row, "release_turn", ("", *TURN_NUMBERS) if side == "german" else ("",))
        if row.entry_place not in board.index:
            checker.one_of(row, "entry_place", codes[side])
        if not row.movement.isdigit():
            variable = "V" if side == "allied" else "M" if row.type in MECHANIZED else "I"
            checker.one_of(row, "movement", (variable,))
        _steps(checker, row)
    checker.in_the_box(tables.UNITS, len(rows), UNITS, "units")


def _steps(checker: Checker, row: Unit) -> None:
    one = row.type in (*STAFF, *DROPPING, "garrison", "tiger")
    checker.one_of(row, "steps", ("1",) if one else ("1", "2"))
    if (row.type in (*STAFF, "garrison")) != (row.attack == 0):
        checker.complain(row, "HQs, leaders and garrisons, and they only, have an attack of 0 (6.2, 16.2)")
    two_faces = row.steps == 2 or row.type in DROPPING
    for face, front, back in (
        ("attack", row.attack, row.attack_back),
        ("defense", row.defense, row.defense_back),
    ):
        if not two_faces and back is not None:
            checker.complain(row, f"a unit of one step has no {face} on its back (2.2.A)")
        elif two_faces and back is None:
            checker.complain(row, f"{face}_back is ''; it must be a whole number")
        elif back is not None and back > front:
            checker.complain(row, f"{face} is greater on the back of the counter")


def _markers(checker: Checker) -> None:
    refits = Counter(row.nation for row in checker.rows(tables.REFIT))
    for nation, count in (("US", 3), ("CW", 2), ("DE", 1)):
        checker.total(tables.REFIT, refits[nation], count, f"R&R markers of {nation} (7.3.B)")


def _charts(checker: Checker) -> None:
    _fire(checker)
    for table in (tables.ALLOWANCES, tables.CARPET, tables.PORT_DELAY, tables.RHINE_BRIDGE):
        checker.track(table, "die", DICE)
    for bridge in checker.rows(tables.RHINE_BRIDGE):
        checker.one_of(bridge, "result", ("captured",) if bridge.die == 1 else ("blown",))
    checker.track(tables.STRAFING, "counter", ["1", "2", "3", "4"])
    checker.exactly(tables.STRAFING, "points", ("2", "3", "4", "5"))
    checker.exactly(tables.TEC, "terrain", (*TERRAINS, "town", "city", "fort", *RIVERS))
    for row in checker.rows(tables.TEC):
        if row.mp is None and row.terrain not in ("town", "fort"):
            checker.complain(row, "mp is ''; it must be a whole number")
        if row.drm > 0:
            checker.complain(row, "drm is greater than 0; terrain never helps the attacker (13.9.A.1)")
        checker.one_of(row, "assault", ("bridge",) if row.terrain in RIVERS else ("yes", "road", "never"))


def _fire(checker: Checker) -> None:
    """Results fit the example of play (18.0) and never fall as strength or die rises."""
    checker.track(tables.CFT, "roll", [str(roll) for roll in range(1, len(FIRE_BOUNDS) + 1)])
    before = [0] * len(FIRE_COLUMNS)
    for row, bounds in zip(checker.rows(tables.CFT), FIRE_BOUNDS, strict=False):
        losses = [row.losses[column] for column in FIRE_COLUMNS]
        for place, (column, bound) in enumerate(zip(FIRE_COLUMNS, bounds.split(), strict=True)):
            least, _, most = bound.partition("-")
            told = f"{losses[place]} on column {column} with a roll of {row.roll}"
            if not int(least) <= losses[place] <= int(most or least):
                checker.complain(row, f"{told} contradicts the example, which asks for {bound} (18.0)")
            if losses[place] < max(before[place], *losses[: place + 1]):
                checker.complain(row, f"{told} is less than a weaker force or a lower roll inflicts")
        before = losses


def _turns(checker: Checker) -> None:
    checker.track(tables.TURNS, "turn", list(TURN_NUMBERS))
    limits = ("carpet_first_turn", "carpet_last_turn", "beaches_last_turn")
    numbers = checker.known(tables.NUMBERS)
    if not all(name in numbers for name in limits):
        return
    first, last, beaches = (numbers[name].value for name in limits)
    for row in checker.rows(tables.TURNS):
        checker.one_of(row, "air", checker.known(tables.STRAFING))
        checker.one_of(row, "carpet", ("yes" if first <= row.turn <= last else "no",))
        checker.one_of(row, "beaches", ("yes" if row.turn <= beaches else "no",))


def _final_battles(checker: Checker, board: Board) -> None:
    units = checker.known(tables.UNITS)
    for row in checker.rows(tables.FINAL_BATTLES):
        checker.one_of(row, "case", (f"3.4.A.{row.step}",))
        if row.what not in units and row.what not in CLASSES:
            checker.complain(row, f"{row.what!r} is neither a unit nor a known kind of unit")
        if row.count != "rest" and not re.fullmatch(r"[1-9]\d*", row.count):
            checker.complain(row, f"count is {row.count!r}; it must be a number of units, or rest")
        if (row.kind == "place") != bool(row.where):
            checker.complain(row, "units that are placed, and they only, need a place")
        for word in row.where:
            if word not in PLACES and word not in board.index:
                checker.complain(row, f"{word!r} is neither a hex nor a known place")


def _suggested_setup(checker: Checker, board: Board) -> None:
    """Whether the suggestion is legal and sensible is a matter of the rules, which the tests ask."""
    tasks = checker.rows(tables.FINAL_BATTLES)
    placing = {task.step for task in tasks if task.kind == "place"}
    for row in checker.rows(tables.SUGGESTED_SETUP):
        checker.one_of(row, "step", [str(step) for step in sorted({task.step for task in tasks})])
        checker.one_of(row, "unit", checker.known(tables.UNITS))
        if (row.step in placing) != bool(row.where):
            checker.complain(row, "units that are placed, and they only, need a place")
        elif row.where and row.where not in board.index:
            checker.complain(row, f"there is no hex {row.where} on the map")


def _cases(checker: Checker) -> None:
    """The ledger, the rulings, and every case that other files name."""
    known = checking.cases(checker, (RULINGS, tables.NUMBERS, tables.FINAL_BATTLES))
    checking.statuses(checker, known)
    checker.total(LEDGER, len(known), CASES, "cases")
    for name, row in checker.known(tables.NUMBERS).items():
        if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
            checker.complain(row, f"{name!r} must be small words with _ between them")
