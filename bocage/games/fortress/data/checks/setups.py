"""Who stands where: the suggested German set-up of June and the set-up of December III."""

from __future__ import annotations

from bocage.hexes import Board
from bocage.parts.data.checking import Checker

from .. import tables
from ..tables import Hex, Unit

OVERSTACKED = {"GG11", "GG12", "FF13"}  # 33.3.1 lets Germans begin so
OFF_MAP = ("out", "dead")
WINTER = 27  # December III


def check(checker: Checker, board: Board) -> None:
    """Set-ups name real units and hexes and keep to the rules of setting up and stacking."""
    _suggested(checker, board)
    _winter(checker, board)


def _limits(checker: Checker) -> dict[str, int]:
    return {row.terrain: row.stacking for row in checker.rows(tables.TEC) if row.stacking is not None}


def _suggested(checker: Checker, board: Board) -> None:
    units, hexes = checker.known(tables.UNITS), checker.known(tables.MAP)
    wanted = [name for name, unit in units.items() if unit.side == "german" and unit.start]
    checker.exactly(tables.SUGGESTED_SETUP, "unit", wanted)
    stacks: dict[str, list[str]] = {}
    hidden = 0
    for row in checker.rows(tables.SUGGESTED_SETUP):
        if row.hex not in board.index or hexes[row.hex].play != "land":
            checker.complain(row, f"there is no land hex {row.hex} on the map")
            continue
        if row.unit not in units:
            continue
        unit, there = units[row.unit], hexes[row.hex]
        hidden += row.state == "hidden"
        _placed(checker, row, unit, there)
        if not unit.stack_free:
            stacks.setdefault(row.hex, []).append(row.unit)
    limits = _limits(checker)
    for name, stack in stacks.items():
        if len(stack) > limits.get(hexes[name].terrain, 0):
            checker.complain(tables.SUGGESTED_SETUP, f"{len(stack)} units are too many for {name} (6.1)")
    most = checker.known(tables.NUMBERS).get("hidden_units")
    if most is not None and hidden > most.value:
        checker.complain(tables.SUGGESTED_SETUP, f"{hidden} units are hidden; {most.value} may be (ruling R58)")


def _placed(checker: Checker, row: tables.Suggestion, unit: Unit, there: Hex) -> None:
    """Districts, named cities and beaches of the German set-up (3.3, 9.3, 22.1)."""
    if unit.start in tables.DISTRICTS and there.district != unit.start:
        checker.complain(row, f"{unit.name} must be in the district {unit.start} (3.3)")
    if unit.start not in (*tables.DISTRICTS, "free") and row.hex != unit.start:
        checker.complain(row, f"{unit.name} must be in {unit.start} (3.3)")
    if unit.type == "coastal" and not there.beach:
        checker.complain(row, f"{unit.name} must be on a beach (22.1)")
    if there.terrain == "alpine" and "mountain" not in unit.traits:
        checker.complain(row, f"{unit.name} cannot be in alpine terrain (8.4)")
    if row.state == "hidden" and not unit.hidden:
        checker.complain(row, f"{unit.name} cannot be hidden (ruling R58)")


def _winter(checker: Checker, board: Board) -> None:
    units, hexes = checker.known(tables.UNITS), checker.known(tables.MAP)
    came = {row.unit: row.turn or 0 for row in checker.rows(tables.SCHEDULE) if row.event == "arrive"}
    rows = checker.known(tables.WINTER_SETUP)
    stacks: dict[tuple[str, str], int] = {}
    for name, row in rows.items():
        if name not in units:
            checker.complain(row, f"{name} is no unit")
            continue
        unit = units[name]
        states = {"coastal": ("infantry",), "training": ("converted",), "hq": ("full", "flipped")}
        if row.where not in OFF_MAP:
            checker.one_of(row, "state", states.get(unit.type, ("full", "reduced") if unit.steps == 2 else ("full",)))
        if row.where in board.index:
            if hexes[row.where].play != "land":
                checker.complain(row, f"{row.where} is no land hex")
            free = unit.stack_free or "winter_free" in unit.traits
            place = (unit.side, row.where)
            stacks[place] = stacks.get(place, 0) + (not free)
        else:
            allowed = (*OFF_MAP, *tables.BASES) if unit.side == "allied" else OFF_MAP
            checker.one_of(row, "where", allowed)
        if row.where != "out" and came.get(name, 0) > WINTER:
            checker.complain(row, f"{unit.name} arrives after December III (33.3.3)")
    for name, unit in units.items():
        if unit.entry in ("start", "schedule", "ardennes") and came.get(name, 0) <= WINTER and name not in rows:
            checker.complain(unit, f"nobody says where {unit.name} is on December III")
    limits = _limits(checker)
    for (side, name), number in stacks.items():
        crowded = number > limits.get(hexes[name].terrain, 0)
        if crowded and (side == "allied" or name not in OVERSTACKED):
            checker.complain(tables.WINTER_SETUP, f"{number} units are too many for {name} (6.1)")
        if ("german" if side == "allied" else "allied", name) in stacks and side == "allied":
            checker.complain(tables.WINTER_SETUP, f"both sides stand in {name}")
    _capacity(checker, board)


def _capacity(checker: Checker, board: Board) -> None:
    """Ports and mulberries less the units in Europe make the supply capacity that 33.3.3 states.

    An empty port beside Germans does not count (18.7.11): Calais, before Dunkerque.
    """
    units = checker.known(tables.UNITS)
    zones = {row.zone: row.hexes for row in checker.rows(tables.ZONES)}
    if not {"german_ports", "mulberry_12", "mulberry_9"} <= zones.keys():
        return
    ashore, hexes = 0, {"allied": 0, "german": 0}
    for name, row in checker.known(tables.WINTER_SETUP).items():
        if name not in units or units[name].type in ("mulberry", "naval") or row.where in (*OFF_MAP, *tables.BASES):
            continue
        hexes[units[name].side] |= 1 << board.index.get(row.where, 0)
        ashore += units[name].side == "allied" and not row.dropped
    shut = board.step(hexes["german"]) & ~hexes["allied"]
    held = sum(unit.capacity or 0 for unit in units.values())
    for port in checker.rows(tables.PORTS):
        if port.hex not in zones["german_ports"] and not shut >> board.index.get(port.hex, 0) & 1:
            held += port.capacity
    stated = checker.known(tables.NUMBERS).get("winter_capacity")
    if stated is not None and held - ashore != stated.value:
        told = f"ports and mulberries of {held} less {ashore} units are not {stated.value} (33.3.3)"
        checker.complain(tables.WINTER_SETUP, told)
