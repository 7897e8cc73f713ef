"""What each line of D-Day to the Rhine's log is about: its kind, whose it is, dice, ways, hexes and units.

A line about a concealed piece names no unit: for those who may know, the line after it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, in_hexes, labels, plain
from bocage.table.sheet import Roll

from ..rules.position import GERMAN
from ..rules.telling import STRANGER


class _Concealed(UnitLines):
    """A piece that lies face down has no name, and only Germans do."""

    def ids(self, game: Any, units: Sequence[int]) -> list[str]:
        return super().ids(game, [unit for unit in units if unit != STRANGER])

    def side(self, game: Any, units: Sequence[int]) -> str:
        return GERMAN if units and units[0] == STRANGER else super().side(game, units)


_LINES = _Concealed()
_ids, _side, _units, _there = _LINES.ids, _LINES.side, _LINES.named, _LINES.there


# Dice


def _fort(game: Any, node: int, die: int, restored: bool) -> About:
    return About("dice", GERMAN, [Roll("Forts", [die])], hexes=labels(game, (node,)))


def _die(game: Any, die: int, final: str, column: str, result: str) -> About:
    return About("battle", "", [Roll(f"{column}: {result}", [die], column, str(die))])


# Battles


def _battle(game: Any, side: str, nodes: Sequence[int], attackers: Sequence[int], defenders: Sequence[int]) -> About:
    return About("battle", side, hexes=labels(game, nodes), units=_ids(game, attackers))


def _allocated(game: Any, nodes: Sequence[int], attackers: Sequence[int], duty: bool) -> About:
    return About("", _side(game, attackers), hexes=labels(game, nodes), units=_ids(game, attackers))


ABOUT: dict[str, Callable[..., About]] = {
    # The end
    "won": lambda game, side, level: About("", side),
    # Stacking
    "crowded": in_hexes(),
    # Battles
    "attack allocated": _allocated,
    "battle": _battle,
    "battle lapsed": in_hexes(),
    "stays out": _units(),
    "fort die": _fort,
    "blitz supports": plain("", GERMAN),
    "odds": plain(),
    "called off": in_hexes(),
    "pressed": lambda game, side: About("", side),
    "no retreat": lambda game, side: About("", side),
    "battle die": _die,
    "hex result": in_hexes(),
    "own result": lambda game, node, printed, own, units: About(
        "", _side(game, units), hexes=labels(game, (node,)), units=_ids(game, units)
    ),
    "rout distance": in_hexes(),
    "rout blocked": _there(),
    "withdrawal blocked": _there(),
    "retreat": _LINES.way,
    "retreat declined": _units(),
    "combat advance": _there("move"),
    "advance from the sea": _there("move"),
    # What happens to units
    "disrupted": _units("loss"),
    "recovered": _units(),
    "eliminated": _units("loss"),
}
