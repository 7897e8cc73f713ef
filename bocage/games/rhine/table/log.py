"""What each line of D-Day to the Rhine's log is about: its kind, whose it is, dice, ways, hexes and units.

A line about a concealed piece names no unit: for those who may know, the line after it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bocage.table.faces import About
from bocage.table.faces.logs import UnitLines, in_hexes, labels, plain
from bocage.table.wire.sheet import Roll

from ..rules.position import ALLIED, GERMAN
from ..rules.telling import STRANGER


class _Concealed(UnitLines):
    """A piece that lies face down has no name, and only Germans do."""

    def ids(self, game: Any, units: Sequence[int]) -> list[str]:
        return super().ids(game, [unit for unit in units if unit != STRANGER])

    def side(self, game: Any, units: Sequence[int]) -> str:
        return GERMAN if units and units[0] == STRANGER else super().side(game, units)


_LINES = _Concealed()
_ids, _side, _units, _there = _LINES.ids, _LINES.side, _LINES.named, _LINES.there


def _turn(game: Any, side: str, turn: int) -> About:
    """The heading of a turn stands where the Allies begin it."""
    return About("turn" if side == ALLIED else "", side)


# Dice


def _weather(game: Any, weather: str, column: str, die: int) -> About:
    return About("dice", ALLIED, [Roll("Weather", [die], column, str(die))])


def _bombardier(game: Any, node: int, die: int, missed: bool) -> About:
    return About("dice", ALLIED, [Roll("Bombardier", [die])], hexes=labels(game, (node,)))


def _bombarded(game: Any, unit: int, node: int, die: int, result: str, deployed: bool) -> About:
    roll = Roll(f"{game.unit_ids[unit]}: {result}", [die])
    return About("dice", _side(game, (unit,)), [roll], hexes=labels(game, (node,)), units=_ids(game, (unit,)))


def _strafed(game: Any, unit: int, node: int, die: int, risk: int) -> About:
    roll = Roll("Strafing", [die])
    return About("dice", GERMAN, [roll], hexes=labels(game, (node,)), units=_ids(game, (unit,)))


ABOUT: dict[str, Callable[..., About]] = {
    # Turns and the end
    "player turn": _turn,
    "record opened": plain("", GERMAN),
    # Setting up and what lies face down
    "set up": _there("arrival"),
    "set up disrupted": _there("arrival"),
    "set-up turned": _units(),
    "set up as suggested": _units("arrival"),
    "set-up over": plain("", GERMAN),
    "turned up": _there(),
    "identity": _units(),
    # Weather and air
    "weather given": plain("", ALLIED),
    "weather": _weather,
    "bombardier": _bombardier,
    "bombing shortens": plain("", ALLIED),
    "bombs stray": in_hexes("", GERMAN),
    "bombs spared": plain("", GERMAN),
    "bombs wasted": in_hexes("", ALLIED),
    "bombarded": _bombarded,
    "air drop": _there("arrival"),
    "airborne rests": _units(),
    # Landings, arrivals, supply
    "dump moves": _LINES.way,
    "beaches": in_hexes("", ALLIED),
    "beaches given up": in_hexes("", ALLIED),
    "bombardment shifted": plain("", ALLIED),
    "to land": _there(),
    "not to land": _units(),
    "sent": _there(),
    "waits at sea": _there(),
    "landed": _there("arrival"),
    "allied arrival": _there("arrival"),
    "favoured": _units(),
    "unfavoured": _units(),
    "dump lost": _there("loss"),
    # Deployment and movement
    "corps deploys": _units(),
    "corps undeploys": _units(),
    "unit moves": _LINES.way,
    "unit marches": _LINES.way,
    "unit dashes": _LINES.way,
    "strafed": _strafed,
    "french leave": _units("loss"),
    "paris passed": lambda game, unit: About("", ALLIED, hexes=game.board.names(game.paris), units=_ids(game, (unit,))),
    "brussels passed": lambda game, unit: About(
        "", ALLIED, hexes=game.board.names(game.brussels), units=_ids(game, (unit,))
    ),
    # The German turn
    "blitz": plain("", GERMAN),
    "ruthless": plain("", GERMAN),
    "reserve withdrawn": _units(),
    "reserve joined": _units(),
    "reserve record": plain("", GERMAN),
    "counteroffensive": plain("", GERMAN),
    "reserve placed": _there("arrival"),
    "panzer point": plain("", GERMAN),
    "replaced": _there("arrival"),
    "reinforced": _there("arrival"),
    "reinforcement waits": _units(),
}
