"""Battles for the tests: positions at the start of a combat impulse, and attacks that are put together."""

from __future__ import annotations

from typing import Any

from bocage import Match

from .playing import look, position


def combat(units: str, *, side: str = "allied", impulse: int = 1, **more: Any) -> Match:
    """A match at the start of a combat impulse."""
    row = f"{side} {'first' if impulse == 1 else 'second'} combat"
    return position(row, units, impulse=impulse, **more)


def prepare(match: Match, hexes: str, units: str = "", *more: str) -> Match:
    """Put an attack together: hexes, units that join, and whatever else is said before the roll."""
    first, *further = hexes.split()
    target = look(match).game.board.node(first)
    if not getattr(match.position.frames[-1], "targets", 0) >> target & 1:
        match.play(f"attack {first}")
    for label in further:
        match.play(f"add {label}")
    for unit in units.split():
        if not match.position.frames[-1].attackers >> look(match).game.unit_numbers[unit] & 1:  # type: ignore[attr-defined]
            match.play(f"join {unit}")
    for action in more:
        match.play(action)
    return match


def attack(match: Match, hexes: str, units: str = "", *more: str) -> Match:
    """Put an attack together and roll."""
    prepare(match, hexes, units, *more).play("roll")
    return match


def choices(match: Match, verb: str = "") -> list[str]:
    """What may be chosen: the operands of a verb, or everything."""
    actions = [str(action) for action in match.prompt.actions]
    if not verb:
        return actions
    return [action.partition(" ")[2] for action in actions if action.split()[0] == verb]


def where(match: Match, unit: str) -> str:
    """The hex or place of a unit."""
    game = look(match).game
    at = match.position.units[game.unit_numbers[unit]].at
    return game.board.labels[at] if at >= 0 else game.place_names[-at - 1]


def steps(match: Match, unit: str) -> int:
    """The steps of a unit; none if it is not on the map."""
    found = match.position.units[look(match).game.unit_numbers[unit]]
    return found.steps if found.at >= 0 else 0


def said(match: Match) -> str:
    """The log as one text."""
    return "\n".join(line.text for line in match.log())
