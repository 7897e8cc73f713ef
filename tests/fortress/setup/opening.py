"""Matches of Fortress Europa from their very beginning, for the tests."""

from __future__ import annotations

from typing import Any

from bocage import Match
from bocage.engine.plain import place_name
from tests.fortress.playing import game, play


def begun(scenario: str = "campaign", **options: Any) -> Match:
    """A match of which nothing has been played yet."""
    return Match(game(scenario, **options), seed="opening")


def set_up(scenario: str = "campaign", **options: Any) -> Match:
    """A match after the suggested German set-up, with the Allies to set up."""
    return play(begun(scenario, **options), "suggested", "end")


def pick(match: Match, unit: str) -> Match:
    """Take a unit in hand, unless it is there."""
    hand: int = match.prompt.frame.hand  # type: ignore[attr-defined]
    return match if hand == match.game.unit_numbers[unit] else play(match, f"pick {unit}")


def put(match: Match, unit: str, where: str, verb: str = "place") -> Match:
    """Take a unit in hand and set it up."""
    return play(pick(match, unit), f"{verb} {where}")


def where(match: Match, unit: str) -> str:
    """Where a unit is, in truth."""
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def seen_at(match: Match, unit: str, side: str | None) -> str:
    """Where a side sees a unit."""
    shown = match.game.shown(match.position, side)
    return place_name(match.game, shown.units[match.game.unit_numbers[unit]].at)


def marked(match: Match, field: str) -> set[str]:
    """The units in a field of the position."""
    units: int = getattr(match.position, field)
    return {name for name, number in match.game.unit_numbers.items() if units >> number & 1}


def listed(match: Match, verb: str) -> set[str]:
    """What may be chosen with a verb."""
    return {action.operand for action in match.prompt.actions if action.verb == verb}
