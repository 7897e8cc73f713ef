"""How a unit is supplied, told with its line: for overlays and for those who ask. The rules are in `ways.py`."""

from __future__ import annotations

from typing import NamedTuple

from bocage.parts import supply

from ..look import RhineLook
from ..position import ALLIED, FULL, GERMAN, ISOLATED, SHORT, UNSUPPLIED
from ..telling import hex_name
from . import ways

STATE_WORDS = {
    FULL: "Full supply", SHORT: "Short supply", UNSUPPLIED: "UNSUPPLIED", ISOLATED: "ISOLATED",
}  # fmt: skip


class Trace(NamedTuple):
    """How a unit is supplied: its state, the words, the case, and its line (and that of the dump which feeds it)."""

    state: str
    words: str
    rule: str
    paths: list[list[int]]


class _Source(NamedTuple):
    near: int  # Full up to so many hexes
    far: int  # Short up to so many
    path: list[int]  # from the unit to the source
    name: str
    rule: str


def trace(look: RhineLook, unit: int) -> Trace:
    """How a unit on the map is supplied now."""
    at = look.position.units[unit].at
    state = look.supply(unit)
    if look.counter(unit).side == GERMAN:
        return _german(look, at, state)
    sources = [source for source in _sources(look, unit, at) if source.path]
    if not sources:
        return Trace(state, f"{STATE_WORDS[state]}: no line to any source", "SUP.13", [])
    best = min(sources, key=_grade)
    grade, length = _grade(best)
    paths = [best.path, *_feeder(look, best.path[-1])] if best.rule == "SUP.10" else [best.path]
    told = f"{STATE_WORDS[state]}: {_hexes(length)} from {best.name}"
    if state == SHORT and grade == 0:
        return Trace(state, f"{told}, but no capacity is left", "SUP.22", paths)
    rule = best.rule if state in (FULL, SHORT) else "SUP.13"
    return Trace(state, told + ("" if state in (FULL, SHORT) else ", too far"), rule, paths)


def _german(look: RhineLook, at: int, state: str) -> Trace:
    game, through = look.game, ways.through(look, GERMAN)
    if state != FULL:
        return Trace(state, f"{STATE_WORDS[state]}: no line to the east-north-east side", "SUP.2", [])
    path = supply.line(game.board, at, game.german_source & through, through, game.land)
    return Trace(state, f"{STATE_WORDS[state]} from the east-north-east side", "SUP.2", [path])


def _sources(look: RhineLook, unit: int, at: int) -> list[_Source]:
    """Every source to which an Allied unit has a line, each with its shortest."""
    game, numbers = look.game, look.game.rules.numbers
    through = ways.through(look, ALLIED)

    def path(sources: int) -> list[int]:
        return supply.line(game.board, at, sources & through, through, game.land) if sources & through else []

    found = []
    beach = path(look.beaches())
    if beach:
        name = game.data.landings[beach[-1]].name
        near, far = numbers["landing_full"], numbers["landing_short"]
        found.append(_Source(near, far, beach, f"the beach of {name}", "SUP.6"))
    for port in game.board.nodes(look.open_ports()):
        near, far = numbers["port_full"], numbers["port_short"]
        found.append(_Source(near, far, path(1 << port), f"the port of {hex_name(game, port)}", "SUP.4"))
    nation = game.counters[unit].nation
    places = dict(zip(ways.NATIONS, ways.dump_places(look), strict=True))
    if any(whose == nation for whose, _, _ in ways.reaches(look).dumps):
        dump = places[nation]
        near, far = numbers["convoy_full"], numbers["convoy_short"]
        found.append(_Source(near, far, path(1 << dump), f"its Supplies dump at {hex_name(game, dump)}", "SUP.10"))
    return found


def _feeder(look: RhineLook, dump: int) -> list[list[int]]:
    """The line from a dump to the port that feeds it (SUP.9)."""
    game, through = look.game, ways.through(look, ALLIED)
    path = supply.line(game.board, dump, look.open_ports() & through, through, game.land)
    return [path] if len(path) > 1 else []


def _grade(source: _Source) -> tuple[int, int]:
    """0 for Full, 1 for Short, 2 for too far; then the length of the line."""
    length = len(source.path) - 1
    return (0 if length <= source.near else 1 if length <= source.far else 2), length


def _hexes(number: int) -> str:
    return f"{number} {'hex' if number == 1 else 'hexes'}"
