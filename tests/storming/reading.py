"""What tests do with a match: play a few actions, read the list, find a unit, ask why not."""

from __future__ import annotations

from typing import Any

from bocage.engine.plain import place_name
from bocage.games.storming.rules.look import members


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def where(match: Any, unit: str) -> str:
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def steps(match: Any, unit: str) -> int:
    return int(match.position.units[match.game.unit_numbers[unit]].steps)


def names(match: Any, units: int) -> set[str]:
    """The ids of a set of units."""
    return {match.game.unit_ids[unit] for unit in members(units)}


def refused(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    return refusal.rule, refusal.why


def told(match: Any) -> list[str]:
    return [text for _, _, text in match.log()]
