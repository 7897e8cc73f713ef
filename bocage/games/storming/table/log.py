"""What each line of Storming the Reich's log is about: its kind, whose it is, dice, ways, hexes and units."""

from __future__ import annotations

from collections.abc import Callable

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, labels

_LINES = UnitLines()
_ids, _side, _units, _there = _LINES.ids, _LINES.side, _LINES.named, _LINES.there


ABOUT: dict[str, Callable[..., About]] = {
    "assault": lambda game, units, here, target, cost: About(
        "battle", _side(game, units), hexes=labels(game, (target,)), units=_ids(game, units)
    ),
    "assault failed": _there("battle"),
    "assault cleared": _there("move"),
}
