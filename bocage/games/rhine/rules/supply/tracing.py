"""The supply state of a unit (SUP.1), and how it comes about: in words, with its case and its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bocage.parts import supply as supply_lines

from ..position import FULL, GERMAN, ISOLATED, SHORT, UNSUPPLIED
from . import capacity, ways

if TYPE_CHECKING:
    from ..look import RhineLook

STATE_WORDS = {
    FULL: "Full supply", SHORT: "Short supply", UNSUPPLIED: "UNSUPPLIED", ISOLATED: "ISOLATED",
}  # fmt: skip


def supply(look: RhineLook, unit: int) -> str:
    """The supply state of a unit (SUP.1). At sea a unit lives on board ship and is Full (ruling R43)."""
    at, nation = look.position.units[unit].at, look.game.counters[unit].nation
    if at < 0:
        return FULL
    full, short = ways.reached(look, nation)
    if full >> at & 1:
        return FULL if nation == GERMAN or capacity.fed(look) >> unit & 1 else SHORT
    if short >> at & 1:
        return SHORT
    return UNSUPPLIED if nation != GERMAN and ways.traced(look) >> at & 1 else ISOLATED


class Trace(NamedTuple):
    """How a unit is supplied: its state, the words, the case, and its line (and that of the dump which feeds it)."""

    state: str
    words: str
    rule: str
    paths: list[list[int]]


class _Line(NamedTuple):
    grade: int  # 0 for Full, 1 for Short, 2 for too far
    length: int
    way: ways.Way
    path: list[int]

    def source(self, look: RhineLook) -> str:
        """What it leads to, in words."""
        return self.way.words.format(hex=self.way.names(look.game, self.path[-1]))


def trace(look: RhineLook, unit: int) -> Trace:
    """How a unit on the map is supplied now."""
    at, nation = look.position.units[unit].at, look.counter(unit).nation
    state = look.supply(unit)
    told = STATE_WORDS[state]
    found = [_line(look, way, nation, at) for way in ways.WAYS[nation]]
    best = min((line for line in found if line.path), key=lambda line: line[:2], default=None)
    if nation == GERMAN:
        if state != FULL or best is None:
            return Trace(state, f"{told}: no line to {ways.EAST.words}", ways.EAST.rule, [])
        return Trace(state, f"{told} from {ways.EAST.words}", ways.EAST.rule, [best.path])
    if best is None:
        return Trace(state, f"{told}: no line to any source", "SUP.13", [])
    told += f": {best.length} {'hex' if best.length == 1 else 'hexes'} from {best.source(look)}"
    paths = [best.path]
    if best.way is ways.DUMP:
        paths += [path for path in [ways.FEEDING.line(look, nation, best.path[-1])] if len(path) > 1]
    if state == SHORT and best.grade == 0:
        return Trace(state, f"{told}, but no capacity is left", "SUP.22", paths)
    if state in (FULL, SHORT):
        return Trace(state, told, best.way.rule, paths)
    return Trace(state, f"{told}, too far", "SUP.13", paths)


def cut(look: RhineLook, unit: int) -> supply_lines.Cut:
    """What cuts a unit on the map off from every source of its nation; nothing if it has a line, however long."""
    at, nation = look.position.units[unit].at, look.counter(unit).nation
    return supply_lines.severed(ways.WAYS[nation], look, nation, at)


def _line(look: RhineLook, way: ways.Way, nation: str, at: int) -> _Line:
    path = way.line(look, nation, at)
    length = len(path) - 1
    return _Line(sum(length > most for most in way.lengths(look.game)), length, way, path)
