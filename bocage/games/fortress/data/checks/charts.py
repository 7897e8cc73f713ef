"""The charts, the calendar, scenarios, goals and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bocage.hexes import Board
from bocage.parts.data import Table
from bocage.parts.data.checking import Checker

from .. import tables
from ..tables import DROPS, MONTHS, ODDS, RESULTS, WEATHER

DICE = [str(face) for face in range(1, 7)]
TURNS, REGULAR = 45, 37
QUARTERS = ("I", "II", "III", "IV")
DROP_RESULTS = ("elim", "step", "ok")
CROSSINGS = ("stop", "go elsewhere", "cross and stop", "cross")
FIXED = {1: "Clear", 27: "Overcast*", 28: "Clear", 29: "Storm", 30: "Overcast"}  # 3.4, 33.3.4
GROUPS = {("german", "6"): "September I", ("german", "13"): "December I"}  # 23, 2.2
TAC = {"December": (6, 6), "January": (7, 7), "April": (4, 4), "May": (4, 4)}  # 33.3.5, 31.17
SCENARIOS = {  # first and last turn
    "campaign": ("June I", "March I"), "invasion": ("June I", "July III"), "west_wall": ("June I", "August IV"),
    "bulge": ("December III", "January II"), "berlin": ("December III", "March I"),
}  # fmt: skip
LISTS = {"allied": 12, "german": 12, "NL": 4, "15": 2, "7": 2, "1": 2, "19": 3}  # 32.4, 33.1.5
ZONES = (
    "sector", "attack_line", "between_rivers", "rearrange", "destroyed_fortresses", "volkssturm_appeared",
    "german_ports", "mulberry_12", "mulberry_9", "attack_goal", "strategic_goal", "tactical_goal", "nancy",
    "allied_netherlands", "jersey_doors", "anvers", "paris", "capitals", "italian_cities", "blanks",
)  # fmt: skip


def check(checker: Checker, board: Board) -> None:
    """Charts are whole and never get better where they should get worse."""
    _combat(checker)
    _scales(checker)
    _lines(checker)
    _months(checker)
    _turns(checker)
    _aircraft(checker)
    _goals(checker, board)
    for row in checker.rows(tables.ZONES):
        _on_map(checker, row, row.hexes, board)
    checker.exactly(tables.ZONES, "zone", ZONES)


def _on_map(checker: Checker, row: tables.Zone | tables.Objective, hexes: Sequence[str], board: Board) -> None:
    for name in hexes:
        if name not in board.index:
            checker.complain(row, f"there is no hex {name} on the map")


def _combat(checker: Checker) -> None:
    odds = [f"1-{many}" for many in range(6, 1, -1)] + [f"{many}-1" for many in range(1, 8)]
    checker.track(tables.COLUMNS, "odds", odds)
    for row in checker.rows(tables.COLUMNS):
        if row.odds != f"{row.attacker}-{row.defender}":
            checker.complain(row, f"{row.attacker} to {row.defender} is not {row.odds}")
        shared = {"1-6": "1-5", "1-4": "1-3"}.get(row.odds, row.odds)
        checker.one_of(row, "column", (shared,))
    checker.exactly(tables.RESULTS_TABLE, "result", RESULTS)
    for result in checker.rows(tables.RESULTS_TABLE):
        if result.attacker_least > result.attacker_most:
            checker.complain(result, "the attacker's shortest retreat is longer than his longest")
    _rising(checker, tables.CRT, dict.fromkeys(ODDS, RESULTS))
    for line in checker.rows(tables.CRT):
        ranks = [RESULTS.index(line[column]) for column in ODDS if line[column] in RESULTS]
        for place, rank in enumerate(ranks[1:], 1):
            if rank < ranks[place - 1]:
                checker.complain(line, f"{line[ODDS[place]]} on {ODDS[place]} is worse than {ODDS[place - 1]} gives")
    found = {line[column] for line in checker.rows(tables.CRT) for column in ODDS}
    for result_name in RESULTS:
        if result_name not in found:
            checker.complain(tables.CRT, f"the result {result_name} never comes up (15.3)")


def _rising(checker: Checker, table: Table[Any], scales: Mapping[str, Sequence[str]]) -> None:
    """One line for each die, and none that a lower die beats."""
    checker.track(table, "die", DICE)
    before = dict.fromkeys(scales, 0)
    for row in checker.rows(table):
        for column, scale in scales.items():
            rank = scale.index(row[column]) if row[column] in scale else before[column]
            if rank < before[column]:
                checker.complain(row, f"{row[column]} in {column} is worse than a lower die gives")
            before[column] = rank


def _scales(checker: Checker) -> None:
    # A high die is bad weather: 31.12 and 33.1.4 add to it until a Storm comes.
    _rising(checker, tables.WEATHER_TABLE, dict.fromkeys(MONTHS, WEATHER))
    for row in checker.rows(tables.WEATHER_TABLE)[-1:]:
        for month in MONTHS:
            if row[month] != "Storm":
                checker.complain(row, f"the highest die must be a Storm in {month} (31.12)")
    _rising(checker, tables.PARADROP, dict.fromkeys(DROPS, DROP_RESULTS))
    for line in checker.rows(tables.PARADROP):
        ranks = [DROP_RESULTS.index(line[column]) for column in DROPS if line[column] in DROP_RESULTS]
        if ranks != sorted(ranks, reverse=True):
            checker.complain(line, "enemies and bad ground never make a drop safer (20.9)")
    _rising(checker, tables.RIVER_CROSSING, {"result": CROSSINGS})


def _lines(checker: Checker) -> None:
    """The Movement Allowance and the Terrain Effects Chart have every line."""
    found = checker.known(tables.ALLOWANCES)
    for weather in WEATHER:
        for kind in tables.CLASSES:
            if f"{weather}-{kind}" not in found:
                checker.complain(tables.ALLOWANCES, f"there is no line for {kind} when it is {weather}")
    for row in found.values():
        if row.kind == "hq" and (row.first, row.second) != ("0", "full"):
            checker.complain(row, "headquarters move in the second impulse only, in any weather (13.1)")
        if row.weather == "Clear" and row.kind != "hq" and row.first != "full":
            checker.complain(row, "in the first impulse of a Clear turn the printed factor is the allowance (2.7)")
    checker.exactly(tables.TEC, "terrain", (*tables.TERRAINS, *tables.FEATURES))
    limits = {"clear": 3, "rough": 2, "mountain": 1, "alpine": 1, "flooded": 1}  # 6.1
    for terrain in checker.rows(tables.TEC):
        if terrain.terrain in limits:
            checker.one_of(terrain, "stacking", (str(limits[terrain.terrain]),))
        if (terrain.terrain in tables.FEATURES) != (not terrain.enters):
            checker.complain(terrain, "terrain, and no feature, says who enters it")


def _months(checker: Checker) -> None:
    checker.track(tables.MONTHS_TABLE, "month", [*MONTHS, *tables.LATE_MONTHS])
    for row in checker.rows(tables.MONTHS_TABLE):
        checker.one_of(row, "weather", ("March",) if row.month in tables.LATE_MONTHS else (row.month,))
        for nation in ("british", "american", "german"):
            if getattr(row, nation) < getattr(row, f"{nation}_armor"):
                checker.complain(row, f"more armor than replacements for the {nation} (27.1)")
        if row.german_tac < row.german_tac_turn:
            checker.complain(row, "more German TAC in a turn than in the month (17.7)")
        tac = TAC.get(row.month, (row.german_tac, row.german_tac_turn))
        if (row.german_tac, row.german_tac_turn) != tac:
            checker.complain(row, f"German TAC of {row.month} are {tac[0]}({tac[1]}) (31.17, 33.3.5)")


def _turns(checker: Checker) -> None:
    checker.track(tables.TURNS, "turn", [str(turn) for turn in range(1, TURNS + 1)])
    months = [*MONTHS, *tables.LATE_MONTHS]
    for row in checker.rows(tables.TURNS):
        month, quarter = months[(row.turn - 1) // 4 % len(months)], QUARTERS[(row.turn - 1) % 4]
        checker.one_of(row, "name", (f"{month} {quarter}",))
        checker.one_of(row, "month", (month,))
        checker.one_of(row, "weather", (FIXED.get(row.turn, ""),))
        for (side, group), name in GROUPS.items():
            if (row[f"{side}_group"] == group) != (row.name == name):
                checker.complain(row, f"{side} group {group} is due on {name} (2.2, 23)")
    numbers = {row.name: row.turn for row in checker.rows(tables.TURNS)}
    checker.exactly(tables.SCENARIOS, "scenario", SCENARIOS)
    for scenario in checker.rows(tables.SCENARIOS):
        if scenario.scenario in SCENARIOS:
            first, last = (str(numbers.get(name, "")) for name in SCENARIOS[scenario.scenario])
            checker.one_of(scenario, "first_turn", (first,))
            checker.one_of(scenario, "last_turn", (last,))


def _aircraft(checker: Checker) -> None:
    """As many aircraft as the book says, in both air games."""
    numbers = {name: row.value for name, row in checker.known(tables.NUMBERS).items()}
    for game, named in (("standard", "allied"), ("advanced", "advanced")):
        found = Counter(
            row.kind for row in checker.rows(tables.AIRCRAFT) if row.side == "allied" and row[game] == "yes"
        )
        for kind in ("SAC", "TAC"):
            wanted = numbers.get(f"{named}_{kind.lower()}", found[kind])
            checker.in_the_box(tables.AIRCRAFT, found[kind], wanted, f"Allied {kind} of the {game} game (17.6)")
    most = max((row.german_tac for row in checker.rows(tables.MONTHS_TABLE)), default=0)
    tac = sum(row.side == "german" and row.kind == "TAC" and row.standard for row in checker.rows(tables.AIRCRAFT))
    if tac < most:
        checker.complain(tables.AIRCRAFT, f"there are {tac} German TAC, but months with {most} (17.7)")
    for row in checker.rows(tables.AIRCRAFT):
        if row.side == "allied" and row.kind == "NF":
            checker.complain(row, "night fighters are German (17.6(adv))")
    for mission in checker.rows(tables.MISSIONS):
        if not mission.sac and mission.tac == "no":
            checker.complain(mission, f"nobody can fly {mission.title}")


def _goals(checker: Checker, board: Board) -> None:
    rows = checker.known(tables.MAP)
    lists = Counter(row.list for row in checker.rows(tables.OBJECTIVES))
    for name, number in LISTS.items():
        checker.total(tables.OBJECTIVES, lists[name], number, f"objectives of {name} (32.4, 33.1.5)")
    for row in checker.rows(tables.OBJECTIVES):
        _on_map(checker, row, (*row.must, *row.among), board)
        for name in (*row.must, *row.among):
            if name in board.index and not rows[name].city:
                checker.complain(row, f"{name} is no city to control")
        if bool(row.among) != (row.need is not None) or (row.need or 0) > len(row.among):
            checker.complain(row, f"so many as {row.need} of {len(row.among)} hexes cannot be needed")
        counted = row.least is not None or row.most is not None
        if bool(row.test) != counted:
            checker.complain(row, "what is counted needs a least or a most, and only that")
        if not (row.must or row.among or row.test):
            checker.complain(row, "the objective asks for nothing")
