"""Battles for the tests: positions at the start of a combat impulse, and attacks that are put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bocage import Match
from bocage.engine.matches import notation
from tests.fortress.playing import game, look, position


def combat(units: str, *, side: str = "allied", impulse: int = 1, **more: Any) -> Match:
    """A match at the start of a combat impulse."""
    row = f"{side} {'first' if impulse == 1 else 'second'} combat"
    return position(row, units, impulse=impulse, **more)


def landing(units: str, *, turn: int, dice: str, options: Mapping[str, Any] | None = None, **more: Any) -> Match:
    """A match at the first combat impulse of an invasion turn; it ends when the beaches have been settled (12.9)."""
    made = game(**(options or {}))
    rows = made.rules.sequence["turn"]
    last = next(number for number, row in enumerate(rows) if row.name == "beaches")
    made.rules = replace(made.rules, sequence={**made.rules.sequence, "turn": rows[: last + 1]})
    vars(made)["answers"] = {}  # other rules, other answers
    return notation.arranged(
        made, turn=turn, at="allied first combat", units=units, dice=dice, seed="position", impulse=1,
        invasion_turn=turn, **more,
    )  # fmt: skip


def prepare(match: Match, hexes: str, units: str = "", *more: str) -> Match:
    """Put an attack together: hexes, units that join, and whatever else is said before the roll."""
    first, *further = hexes.split()
    target = look(match).game.board.node(first)
    if not getattr(match.position.frames[-1], "targets", 0) >> target & 1:
        match.play(f"attack {first}")
    for label in further:
        match.play(f"add {label}")
    for unit in units.split():
        if not match.position.frames[-1].attackers >> look(match).game.unit_numbers[unit] & 1:
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
    return "\n".join(line.sentence for line in match.log())
