"""Positions in which units move, and what tests ask about them."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.engine.dice import Tape
from bocage.engine.matches import notation
from bocage.games.fortress.rules.look import FortressLook, Play
from tests.fortress.playing import game

ROWS = {
    ("allied", 1): "allied first movement",
    ("allied", 2): "allied second movement",
    ("german", 1): "german first movement",
    ("german", 2): "german second movement",
}


def moving(
    side: str,
    units: str,
    impulse: int = 1,
    *,
    turn: int = 5,
    dice: str | None = None,
    scenario: str = "campaign",
    options: dict[str, Any] | None = None,
    row: str = "",
    **fields: Any,
) -> Match:
    """A match in a move impulse."""
    made = game(scenario, **(options or {}))
    fields = {"phasing": side, "impulse": impulse, **fields}
    at = row or ROWS[side, impulse]
    return notation.arranged(made, turn=turn, at=at, units=units, dice=dice, seed="moving", **fields)


def look(match: Match) -> FortressLook:
    """A look on the true position."""
    found: FortressLook = match.game.look(match.position)
    return found


def hand(match: Match, dice: str = "") -> Play:
    """A hand that changes the position of a match outside any question."""
    return Play(match.game, match.position, Tape([int(die) for die in dice.split()]))


def goes(match: Match, unit: str, *hexes: str, verb: str = "move") -> None:
    """Take a unit in hand and walk it hex by hex."""
    if match.prompt.hand != 1 << match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    for label in hexes:
        match.play(f"{verb} {label}")


def refused(match: Match, unit: str, *hexes: str, verb: str = "move") -> str:
    """The case against the last of these steps; those before it are walked."""
    if match.prompt.hand != 1 << match.game.unit_numbers[unit]:
        match.play(f"pick {unit}")
    for label in hexes[:-1]:
        match.play(f"{verb} {label}")
    return against(match, f"{verb} {hexes[-1]}")


def against(match: Match, action: str) -> str:
    """The case against an action, or nothing."""
    found = match.why_not(action)
    return found.rule if found else ""


def where(match: Match, unit: str) -> str:
    """The hex or place of a unit."""
    at = match.position.units[match.game.unit_numbers[unit]].at
    return match.game.board.labels[at] if at >= 0 else match.game.place_names[-at - 1]


def has(match: Match, field: str, unit: str) -> bool:
    """Is a unit in a field of the position?"""
    return bool(getattr(match.position, field) >> match.game.unit_numbers[unit] & 1)


def hexes(match: Match, field: str) -> set[str]:
    """The hexes in a field of the position."""
    return set(match.game.board.names(getattr(match.position, field)))
