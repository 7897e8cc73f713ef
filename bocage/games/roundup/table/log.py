"""What each line of Operation Roundup's log is about: its kind, whose it is, dice, ways, hexes and units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, plain
from bocage.table.wire.sheet import Roll

from ..rules.position import ALLIED, GERMAN
from ..words import wording

_LINES = UnitLines()
_ids, _units = _LINES.ids, _LINES.named


def _air(game: Any, side: str, allied: Sequence[int], german: Sequence[int], markers: int) -> About:
    rolls = [Roll(name, list(dice)) for name, dice in (("Allies", allied), ("Germans", german)) if dice]
    return About("dice", side, rolls)


def _arrival(game: Any, unit: int, label: str = "") -> About:
    return About("arrival", game.counters[unit].side, hexes=[label] if label else [], units=_ids(game, (unit,)))


def _unit_die(game: Any, unit: int, die: int, *_: Any) -> About:
    return About("dice", game.counters[unit].side, [Roll(game.unit_ids[unit], [die])], units=_ids(game, (unit,)))


ABOUT: dict[str, Callable[..., About]] = {
    "turn": plain("turn"),
    "strategy": plain("", GERMAN),
    "beachhead": lambda game, nation, label: About("", ALLIED, hexes=[label]),
    "beachhead lost": lambda game, label: About("loss", ALLIED, hexes=[label]),
    "weather": lambda game, weather, die: About("dice", "", [Roll("Weather", [die])] if die else []),
    "air": _air,
    "tas": lambda game, side, label, verb: About("", side, hexes=[label]),
    "aerial supply": lambda game, nation, label: About("", ALLIED, hexes=[label]),
    "lands": _arrival,
    "drops": _arrival,
    "enters": _arrival,
    "scatters": _arrival,
    "drawn": _arrival,
    "back": _arrival,
    "rebuilt": _arrival,
    "replaced": _units(),
    "drop die": _unit_die,
    "returns": _unit_die,
    "returns too late": _unit_die,
    "order": lambda game, side, order, fixed: About("", side),
    "moves": _LINES.way,
    "retreats": _LINES.way,
    "advances": lambda game, unit, label: About(
        "move", game.counters[unit].side, hexes=[label], units=_ids(game, (unit,))
    ),
    "garrison lost": lambda game, label: About("loss", "", hexes=[label]),
    "immune": lambda game, label: About("", GERMAN, hexes=[label]),
    "converted": lambda game, label: About("", "", hexes=[label]),
    "step lost": _units("loss"),
    "eliminated": _units("loss"),
    "cannot enter": _units("loss"),
    "cup": lambda game, cup, die: About("dice", GERMAN, [Roll(wording.PLACE_WORDS[cup], [die])]),
}  # fmt: skip
