"""The counters and the schedules by which they come and go."""

from __future__ import annotations

from collections import Counter

from bocage.hexes import Board
from bocage.parts.data.checking import Checker

from .. import tables
from ..tables import ARMORED, NATIONS, Unit

UNITS = 322
OF_A_NATION = {"CA": 8, "MI": 5, "FR": 14}  # those whose counters can all be read on the counter sheets
OF_A_TYPE = {
    "volkssturm": (16, "on the counter sheets"), "hq_troops": (8, "27.13"), "mulberry": (2, "29.1"),
    "commando": (2, "on the counter sheets"), "glider": (1, "20.13"), "partisans": (1, "24.1"),
}  # fmt: skip
OF_AN_ENTRY = {"parts": (3, "27.11"), "overstrength": (6, "27.12"), "ardennes": (2, "28.5")}
STARTING = {"NL": (5, "31.8"), "X29": (1, "9.3"), "Y34": (1, "9.3")}
FREE = ("mulberry", "hq", "ranger", "commando", "security", "partisans", "artillery", "flak", "naval")  # 6.5
NEVER = (  # 27.10; ships, harbours and partisans are no units
    "flak", "security", "artillery", "glider", "hq", "hq_troops", "volkssturm", "assault_gun", "naval", "mulberry",
    "partisans",
)  # fmt: skip
ONE_STEP = ("coastal", "training", "hq", "hq_troops", "volkssturm", "naval", "mulberry", "partisans")
TRAITS = {  # how many units have each, and the case that names them
    "mountain": (7, "20.13"), "reserve": (8, "28.1"), "italy": (2, "9.3"), "79th": (1, "12.13"),
    "reduced": (1, "12.13"), "heydte": (1, "33.3.3"), "peiper": (3, "33.3.9.4"), "skorzeny": (1, "31.13"),
    "winter_free": (2, "33.3.1"), "varsity": (2, "31.18.1"), "relief": (9, "33.3.9.5"),
}  # fmt: skip


def check(checker: Checker, board: Board) -> None:
    """Every counter is sound, there are as many as the book says, and the schedules name them."""
    rows = checker.known(tables.UNITS)
    checker.once(tables.UNITS, lambda row: row.name, "name")
    for row in rows.values():
        _unit(checker, row, board)
    checker.in_the_box(tables.UNITS, len(rows), UNITS, "units")
    for wanted, found, what in (
        (OF_A_TYPE, Counter(row.type for row in rows.values()), "units of the type"),
        (OF_AN_ENTRY, Counter(row.entry for row in rows.values()), "units with the entry"),
        (STARTING, Counter(row.start for row in rows.values()), "units that start in"),
        (TRAITS, Counter(trait for row in rows.values() for trait in row.traits), "units with the trait"),
    ):
        for word, (number, case) in wanted.items():
            checker.in_the_box(tables.UNITS, found[word], number, f"{what} {word} ({case})")
    hidden = sum(bool(row.hidden) for row in rows.values())
    most = checker.known(tables.NUMBERS).get("hidden_units")
    if most is not None:
        checker.in_the_box(tables.UNITS, hidden, most.value, "units that may be hidden (ruling R58)")
    nations = Counter(row.nation for row in rows.values())
    for nation, number in OF_A_NATION.items():
        checker.in_the_box(tables.UNITS, nations[nation], number, f"units of {nation} (counter sheets)")
    _schedule(checker)


def _unit(checker: Checker, row: Unit, board: Board) -> None:
    checker.one_of(row, "nation", NATIONS[row.side])
    checker.one_of(row, "armored", ("yes",) if row.type in ARMORED else ("no",))
    if not row.short:
        checker.complain(row, f"unit {row.id} needs what its counter shows")
    free = row.type in FREE
    checker.one_of(row, "stack_free", ("yes",) if free else ("no",))
    if (row.type == "mulberry") != (row.capacity is not None):
        checker.complain(row, "mulberries, and they only, have a supply capacity (29.1)")
    for trait in row.traits:
        if trait not in TRAITS:
            checker.complain(row, f"trait {trait!r} is not known")
    if row.type == "mountain" and "mountain" not in row.traits:
        checker.complain(row, f"{row.name} lacks the trait mountain")
    if (row.swap == "out" or row.swap in checker.known(tables.UNITS)) != bool(row.swap):
        checker.complain(row, f"{row.id} is swapped for {row.swap}, which is no unit")
    _faces(checker, row)
    _replacement(checker, row)
    _entry(checker, row, board)


def _faces(checker: Checker, row: Unit) -> None:
    backs = {"coastal": ("infantry",), "training": ("converted",), "hq": ("", "flipped")}
    checker.one_of(row, "back", backs.get(row.type, ("reduced",) if row.steps == 2 else ("",)))
    checker.one_of(row, "steps", ("1",) if row.type in ONE_STEP else ("1", "2"))
    turned = row.back in ("infantry", "converted", "flipped")
    checker.one_of(row, "back_type", ("infantry", "mountain", "hq") if turned else ("",))
    if turned != bool(row.back_name):
        checker.complain(row, "units that become another one, and they only, have a name on the back")
    printed = row.combat_back is not None and row.movement_back is not None
    if bool(row.back) != printed or (row.combat_back is None) != (row.movement_back is None):
        checker.complain(row, "units with a back, and they only, have factors there")
    elif row.back == "reduced" and row.combat_back is not None and row.combat_back >= row.combat:
        checker.complain(row, f"reduced, {row.name} must be weaker (2.8)")
    elif row.back == "reduced" and row.movement_back != row.movement:
        checker.complain(row, f"reduced, {row.name} moves as far as whole")
    if row.type == "coastal" and row.movement:
        checker.complain(row, f"coastal units have a movement of 0, not {row.movement} (22.1)")
    if row.type not in ("coastal", "naval", "mulberry", "partisans") and not (row.movement and row.combat):
        checker.complain(row, f"{row.name} needs a combat and a movement factor")


def _replacement(checker: Checker, row: Unit) -> None:
    """Who is rebuilt with what (27.5, 27.9, 27.10, 27.14)."""
    if row.type in NEVER or row.nation in ("FR", "MI") or row.entry in ("parts", "overstrength"):
        allowed = ""
    elif row.side == "allied" and row.type in ("para", "commando", "ranger"):
        allowed = "para" if row.type == "para" else "raider"
    else:
        allowed = "armor" if row.type in ARMORED else "infantry"
    checker.one_of(row, "replaced_by", (allowed,))


def _entry(checker: Checker, row: Unit, board: Board) -> None:
    """Who starts has a place, who comes later a group."""
    if (row.entry == "start") != bool(row.start):
        checker.complain(row, "units that start the game, and they only, have a place to start")
    if (row.entry == "schedule") != bool(row.group):
        checker.complain(row, "units that come by schedule, and they only, have a group")
    if row.start and row.start not in board.index:
        allowed = (
            ("sea",) if row.type == "naval" else ("base",) if row.side == "allied" else ("free", *tables.DISTRICTS)
        )
        checker.one_of(row, "start", allowed)
    districts = {"free": ("free",), "frozen": tables.DISTRICTS, "": (row.start,)}
    if row.start not in districts[row.hidden]:
        checker.complain(row, f"{row.name} is hidden {row.hidden} and starts in {row.start} (9.4)")
    if row.type == "coastal" and row.start not in tables.DISTRICTS:
        checker.complain(row, f"{row.name} must start in a district (22.1)")


def _schedule(checker: Checker) -> None:
    units = checker.known(tables.UNITS)
    turns = {(side, row[f"{side}_group"]): row.turn for row in checker.rows(tables.TURNS) for side in NATIONS}
    came = {row.unit: row.turn for row in checker.rows(tables.SCHEDULE) if row.event == "arrive"}
    for row in checker.rows(tables.SCHEDULE):
        if row.unit not in units:
            checker.complain(row, f"{row.unit} is no unit")
            continue
        unit = units[row.unit]
        checker.one_of(row, "side", (unit.side,))
        due = {"I": 1, "Paris": None}.get(row.group, turns.get((row.side, row.group)))
        if row.turn != due or (due is None and row.group != "Paris"):
            checker.complain(row, f"group {row.group} is not due on turn {row.turn}")
        if row.event == "arrive":
            checker.one_of(row, "group", (unit.group,))
        fitting = {
            "flip": unit.back == "flipped",
            "convert": unit.type == "training",
            "reserve": "reserve" in unit.traits,
        }
        if not fitting.get(row.event, True):
            checker.complain(row, f"{unit.name} cannot {row.event}")
        if row.event != "arrive" and row.turn is not None and row.turn <= (came.get(row.unit) or 0):
            checker.complain(row, f"{unit.name} would {row.event} before it arrives")
    for name, unit in units.items():
        if unit.group and name not in came:
            checker.complain(unit, f"{unit.name} has group {unit.group} and stands in no schedule")
        for event, wanted in (("convert", unit.type == "training"), ("reserve", "reserve" in unit.traits)):
            if wanted and f"{name}-{event}" not in checker.known(tables.SCHEDULE):
                checker.complain(unit, f"the schedule does not say when to {event} {unit.name}")
