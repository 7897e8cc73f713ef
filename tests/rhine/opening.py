"""What tests of the start of the Allied turn do with a match: arrange it, play, read lists, ask why not."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.plain import place_name
from bocage.games.rhine.rules.look import members


def at(row: str, units: str = "", turn: int = 4, **more: Any) -> Any:
    """A position at a row of the sequence; the second landing is behind us unless the test says otherwise."""
    more.setdefault("weather", "good")
    more.setdefault("second_landing_turn", 3)
    return bocage.position("rhine", at=row, turn=turn, units=units, **more)


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def where(match: Any, unit: str) -> str:
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def marked(match: Any, marker: str) -> set[str]:
    """The units that carry a marker: disrupted, arrived, moved, favoured."""
    return {match.game.unit_ids[unit] for unit in members(getattr(match.position, marker))}


def refused(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is allowed"
    return refusal.rule, refusal.why


def told(match: Any, side: str | None = None) -> list[str]:
    return [text for _, _, text in (match.log() if side is None else match.log(side))]


def supply(match: Any, unit: str) -> str:
    return str(match.game.look(match.position).supply(match.game.unit_numbers[unit]))
