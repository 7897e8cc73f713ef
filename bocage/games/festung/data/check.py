"""What must hold in the data files, within each and between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any

from bocage.engine.errors import BadInput
from bocage.hexes import Board, ccrr
from bocage.parts.data import checking
from bocage.parts.data.book import LEDGER, RULINGS
from bocage.parts.data.checking import KINDS, Checker, Report
from bocage.parts.data.options import OPTIONS

from . import FOLDER, board_of, effects, tables

__all__ = ["KINDS", "Report", "check"]

CASES, DECIDED, CHOICES = 279, 115, 21
HEXES, BEACHES, VP_HEXES, INDUSTRIAL, FORTRESSES, RED = 164, 11, 21, 9, 12, 24
UNITS = {
    ("allied", "army"): 11,
    ("allied", "corps"): 27,
    ("axis", "army"): 17,
    ("axis", "corps"): 51,
    ("axis", "fortress"): 12,
}
DECK = {"1943": 21, "1944": 20, "1945": 14}  # cards of each side (2.3)
TURNS = 10
MOST_IN_A_HEX = 3  # 7.11
MOST_ON_A_BEACH = 5
GONE = {  # 18.4
    "allied": {1, 5, 6, 12, 13, 18, 20, 22, 24, 25, 33},
    "axis": {1, 7, 8, 10, 11, 13, 16, 17, 20},
}
WORDS = (  # places that are no hex and no box
    "map", "boxes", "pool", "ports", "beachheads", "axis_supplied", "6.54", "6.55", "nearest_open", "eliminate",
)  # fmt: skip
# Things that last, by whom they are read; the last line is only asked about by other cards.
FLAGS = (
    "asw", "p51", "roundup", "stalin_betrayed", "rommel", "italian_disarmament", "isr", "patton_sacked",
    "patton_reinstated", "rhine_bridgehead", "hitler_alert", "forced_labor", "production_miracle", "alpenfestung",
    "volkssturm", "maquis", "no_axis_rd", "clarion", "fortitude", "mulberry", "nero", "coalition_strife", "werewolves",
    "oil_ignored", "port_closed", "allied_ops_minus_1", "ignore_nationality", "allied_full_supply", "no_allied_air",
    "tehran", "argument", "directive51", "speer", "eiche", "v1",
)  # fmt: skip
ANY_UNIT = rf"any:({'|'.join(('US', 'BR', *tables.NATIONS['allied']))}):(corps|army|any)"


def check(folder: Traversable | None = None, over: Traversable | None = None) -> Report:
    """Check a data folder: the one of the game, or a copy, and perhaps with another laid over it."""
    checker = Checker(folder or FOLDER, tables.TABLES, over)
    board = _map(checker)
    _units(checker, board)
    _charts(checker)
    _cards(checker, board)
    _cases(checker)
    return checking.report(checker, board, checker.known(OPTIONS))


# The map


def _map(checker: Checker) -> Board:
    rows, boxes = checker.known(tables.MAP), checker.known(tables.OFF_MAP)
    places = checking.hexes(checker, tables.MAP, ccrr)
    checker.exactly(tables.OFF_MAP, "box", tables.BOXES)
    checker.once(tables.MAP, lambda row: row.name, "name")
    for box in boxes.values():
        for near in box.near:
            if near not in places:
                checker.complain(box, f"{box.box} borders {near}, which is no hex")
    board = board_of(
        tuple(row for row in checker.rows(tables.MAP) if row.hex in places),
        tuple(row for row in boxes.values() if all(near in places for near in row.near)),
    )
    for row in rows.values():
        if row.beach != (row.terrain == "beachhead"):
            checker.complain(row, f"{row.name} is a Beach Head by one column only")
        if row.port != bool(row.sea):
            checker.complain(row, f"ports, and they only, lie on a sea: {row.name} (10.52)")
        if row.industrial != (row.terrain == "urban"):
            checker.complain(row, f"the urban hexes are the industrial centers: {row.name} (11.31)")
    for column, wanted, what in (
        ("beach", BEACHES, "Beach Heads"), ("vp", VP_HEXES, "hexes worth victory points"),
        ("industrial", INDUSTRIAL, "industrial centers"), ("fortress", FORTRESSES, "hexes of fortresses"),
        ("red", RED, "red hexes"),
    ):  # fmt: skip
        checker.in_the_box(tables.MAP, sum(row[column] == "1" for row in rows.values()), wanted, what)
    checker.in_the_box(tables.MAP, sum(not row.beach for row in rows.values()), HEXES, "hexes of land")
    for side in checker.rows(tables.SIDES):
        checking.ends(checker, board, side)
        if side.kind in ("river", "rhine") and not side.river:
            checker.complain(side, "a river needs its name")
    _hangs_together(checker, board)
    return board


def _hangs_together(checker: Checker, board: Board) -> None:
    """Everything on land but the two islands can be walked to from Berlin."""
    shut = {frozenset((row.hex_a, row.hex_b)) for row in checker.rows(tables.SIDES) if row.kind == "prohibited"}
    land = {row.hex: row for row in checker.rows(tables.MAP) if not row.beach and row.hex in board.index}
    near = {
        label: [
            board.labels[other]
            for other in board.neighbours[board.index[label]]
            if board.labels[other] in land and frozenset((label, board.labels[other])) not in shut
        ]
        for label in land
    }
    berlin = next((label for label, row in land.items() if row.name == "Berlin"), None)
    if berlin is None:
        checker.complain(tables.MAP, "there is no Berlin")
        return
    reached = checking.reached(berlin, near)
    for label, row in land.items():
        if label not in reached and row.country not in ("Corsica", "Sardinia"):
            checker.complain(row, f"{row.name} is cut off from Berlin")


# Units


def _units(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.UNITS)
    checker.once(tables.UNITS, lambda row: row.name, "name")
    for row in rows.values():
        checker.one_of(row, "nation", tables.NATIONS[row.side])
        checker.one_of(row, "mechanized", ("yes",) if row.type == "mechanized" else ("no",))
        if (row.size == "fortress") != (row.type == "fortress"):
            checker.complain(row, f"{row.id} is a fortress by one column only")
        if row.reduced_attack + row.reduced_defence >= row.attack + row.defence:
            checker.complain(row, f"reduced, {row.name} must be weaker (2.23)")
    found = Counter((row.side, row.size) for row in rows.values())
    for kind, wanted in UNITS.items():
        checker.in_the_box(tables.UNITS, found[kind], wanted, f"counters of {kind[0]} {kind[1]}")
    for scenario in tables.SCENARIOS:
        _starts(checker, board, scenario)
    for held in checker.rows(tables.CONTROL):
        if held.hex not in board.index:
            checker.complain(held, f"there is no hex {held.hex}")
    for air in checker.rows(tables.AIR):
        for scenario in tables.SCENARIOS:
            if air[scenario] not in ("pool", "card") and air[scenario] not in board.index:
                checker.complain(air, f"{air.marker} begins in {air[scenario]!r}, which is no place")


def _starts(checker: Checker, board: Board, scenario: str) -> None:
    units = checker.known(tables.UNITS)
    stacks: Counter[str] = Counter()
    beaches = {row.hex for row in checker.rows(tables.MAP) if row.beach}
    for row in checker.rows(tables.STARTS):
        if row.scenario != scenario:
            continue
        if row.unit not in units:
            checker.complain(row, f"there is no unit {row.unit}")
        if row.at not in board.index:
            checker.complain(row, f"there is no place {row.at}")
        stacks[row.at] += 1
        most = MOST_ON_A_BEACH if row.at in beaches else MOST_IN_A_HEX
        if row.at not in tables.BOXES and stacks[row.at] > most:
            checker.complain(row, f"more than {most} units begin in {row.at} (7.11)")


# Charts


def _charts(checker: Checker) -> None:
    checker.exactly(tables.CRT, "die", [str(face) for face in range(1, 7)])
    checker.exactly(tables.TEC, "feature", (*tables.TERRAINS, "fortress", *tables.HEXSIDES))
    checker.track(tables.TURNS, "turn", [str(turn) for turn in range(1, TURNS + 1)])
    lines = sorted(checker.rows(tables.CRT), key=lambda row: row.die)
    for line in lines:
        for column in tables.ODDS:
            if not re.fullmatch(r"\d/\d", line.results[column]):
                checker.complain(line, f"{column} is {line.results[column]!r}; it must be two numbers such as 1/2")
                return
    for line in lines:  # better odds and better dice never hurt the attacker
        for worse, better in pairwise(tables.ODDS):
            _no_worse(checker, line, line.results[worse], line.results[better], f"{better} is worse than {worse}")
    for low, high in pairwise(lines):
        for column in tables.ODDS:
            _no_worse(checker, high, low.results[column], high.results[column], f"{column}: worse than die {low.die}")


def _no_worse(checker: Checker, row: tables.Combat, before: str, after: str, told: str) -> None:
    (lost, taken), (less, more) = (tuple(map(int, cell.split("/"))) for cell in (before, after))
    if less > lost or more < taken:
        checker.complain(row, told)


# Cards


def _cards(checker: Checker, board: Board) -> None:
    cards = checker.known(tables.CARDS)
    read: dict[str, tuple[Any, ...]] = {}
    for row in cards.values():
        if row.card != f"{row.side}-{row.number}":
            checker.complain(row, f"card {row.card} is not number {row.number} of its side")
        first = sum(count for year, count in DECK.items() if year < row.year)
        if not first < row.number <= first + DECK[row.year]:
            checker.complain(row, f"number {row.number} is no card of {row.year} (2.3)")
        if (row.number in GONE[row.side]) != row.gone_1944:
            checker.complain(row, f"{row.name}: what leaves the 1944 scenario is listed in 18.4")
        try:
            read[row.card] = effects.read_effects(row.params)
        except BadInput as error:
            checker.complain(row, f"{row.name} cannot be carried out: {error}")
            read[row.card] = ()
    for side in ("allied", "axis"):
        found = Counter(row.year for row in cards.values() if row.side == side)
        for year, wanted in DECK.items():
            checker.in_the_box(tables.CARDS, found[year], wanted, f"cards of the {side} side for {year}")
    asked = {name for parts in read.values() for name in _named(parts, "played")}
    flags = {part.set for parts in read.values() for part in effects.all_parts(parts) if isinstance(part, effects.Flag)}
    for row in cards.values():
        if row.underlined != (row.card in asked):
            checker.complain(row, f"{row.name} is underlined exactly if another card asks for it (6.511)")
        for told in _idle(row.type == "Combat", read[row.card]):
            checker.complain(row, f"{row.name} {told}")
        for part in effects.all_parts(read[row.card]):
            for told in _strangers(checker, board, flags, part):
                checker.complain(row, f"{row.name} names {told}")


def _named(parts: Any, name: str) -> Iterator[str]:
    for part in effects.all_parts(parts):
        yield from getattr(part, name, ())


IN_COMBAT = (
    effects.Drm, effects.Shift, effects.Ignore, effects.FreeHold, effects.CancelEnemyCombatCards, effects.DiscardCard,
)  # fmt: skip


def _idle(combat: bool, parts: tuple[Any, ...]) -> Iterator[str]:
    """What a card says that would come to nothing: verbs of combat in an event, verbs without what they are about."""
    for part in parts:
        verb = type(part).__struct_config__.tag
        if not isinstance(part, effects.Require | effects.Flag) and isinstance(part, IN_COMBAT) != combat:
            yield f"says {verb}, which does nothing on a{' Combat Card' if combat else 'n event'}"
    for part in effects.all_parts(parts):
        if isinstance(part, effects.Hand) and not part.delta and not part.cancel_from:
            yield "changes a hand by nothing"
        if isinstance(part, effects.Rd) and not part.points and not part.units:
            yield "redeploys nobody"
        if isinstance(part, effects.Sac) and not (part.marker if part.do == "add" else part.missions and part.count):
            yield f"has bombers to {part.do}, and does not say which"
        if isinstance(part, effects.TakeControl) and not (part.hexes or part.countries or part.country):
            yield "gives control of no hex"
        if isinstance(part, effects.Choose) and not (part.district or part.beachhead or part.port):
            yield "lets pick nothing"
        if isinstance(part, effects.Demand) and not _can_be_demanded(part.do):
            yield "demands what is no definite number: steps, or one unit redeployed"


def _can_be_demanded(wanted: effects.Step | effects.Rd) -> bool:
    return wanted.units == 1 if isinstance(wanted, effects.Rd) else wanted.count != "each"


def _strangers(checker: Checker, board: Board, flags: set[str], part: Any) -> Iterator[str]:
    """Whatever a part of a card names that is not there."""
    cards, units = checker.known(tables.CARDS), checker.known(tables.UNITS)
    for card in (*getattr(part, "played", ()), *getattr(part, "not_played", ())):
        if card not in cards:
            yield f"the card {card}"
    for name in ("forbid_event", "cancel_from"):
        if getattr(part, name, "") and getattr(part, name) not in cards:
            yield f"the card {getattr(part, name)}"
    for flag in (
        *getattr(part, "flag_off", ()),
        *filter(None, (getattr(part, "flag", ""), getattr(part, "if_flag", ""))),
    ):
        if flag not in flags:
            yield f"the flag {flag}, which no card sets"
    if isinstance(part, effects.Flag) and part.set not in FLAGS:
        yield f"the flag {part.set}, which no rule reads"
    if getattr(part, "marker", "") and part.marker not in checker.known(tables.AIR):
        yield f"the marker {part.marker}"
    for district in getattr(part, "district", ()):
        if str(district) not in {row.district for row in checker.rows(tables.MAP)}:
            yield f"the district {district}"
    for unit in _units_of(part):
        if not (unit in units or re.fullmatch(ANY_UNIT, unit)):
            yield f"the unit {unit}"
    for place in _places_of(part):
        if place not in board.index and place not in WORDS and not _country(place):
            yield f"the place {place}"
    for country in _countries_of(part):
        if country not in tables.COUNTRIES:
            yield f"the country {country}"
    for terrain in (*getattr(part, "terrain", ()), *getattr(part, "target_terrain", ())):
        if terrain not in tables.TERRAINS:
            yield f"the terrain {terrain}"
    for odds in filter(None, (getattr(part, "min_column", ""), getattr(part, "min_odds", ""))):
        if odds not in tables.ODDS:
            yield f"the odds {odds}"


def _country(place: str) -> bool:
    return place.startswith("country:") and place.removeprefix("country:") in tables.COUNTRIES


def _units_of(part: Any) -> Iterator[str]:
    for name in ("unit", "units", "introduce_if_absent"):
        found = getattr(part, name, ())
        if isinstance(found, str):
            yield found
        elif isinstance(found, tuple):
            yield from found


def _places_of(part: Any) -> Iterator[str]:
    for name in ("within", "where", "otherwise", "to", "hexes", "exclude", "target_hex", "beaches", "option_19_4"):
        found = getattr(part, name, ())
        if isinstance(found, tuple):
            yield from (place for place in found if isinstance(place, str))
    for name in ("hex", "hitler_in", "box", "supply_source", "axis_units", "allied_units"):
        if getattr(part, name, ""):
            yield getattr(part, name)
    if isinstance(part, effects.MoveHitler):
        yield from part.start


def _countries_of(part: Any) -> Iterator[str]:
    for name in ("country", "countries", "target_country", "drm_vs_allied_in"):
        found = getattr(part, name, ())
        if found:
            yield from (found,) if isinstance(found, str) else found
    for name in ("beachheads", "beachhead"):
        found = getattr(part, name, ())
        if isinstance(found, tuple):
            yield from found


# The book


def _cases(checker: Checker) -> None:
    known = checking.cases(checker, (RULINGS,))
    checking.statuses(checker, known)
    checker.total(LEDGER, len(known), CASES, "cases")
    checker.total(RULINGS, len(checker.known(RULINGS)), DECIDED, "rulings")
    checker.total(OPTIONS, len(checker.known(OPTIONS)), CHOICES, "options")
    for name, ruling in checker.known(RULINGS).items():
        if (f"(option {name})" in ruling.decision) != (name in checker.known(OPTIONS)):
            checker.complain(ruling, f"ruling {name} must name its option, if it has one and only then")
