"""What tests of D-Day to the Rhine ask of a match in a few words."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.bots.judgement import judge
from bocage.engine.matches.match import Match
from bocage.engine.plain import place_name
from bocage.games.rhine.bot.judgement import RhineJudgement


def at(row: str, turn: int, units: str = "", **more: Any) -> Match:
    """A match that stands at a row of the sequence of play."""
    return bocage.position("rhine", turn=turn, at=row, units=units, **more)


def listed(match: Match, verb: str) -> set[str]:
    """The operands of a verb that are on the list now ({""} for a plain one)."""
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def verbs(match: Match) -> set[str]:
    """The verbs on the list."""
    return {action.verb for action in match.prompt.actions}


def refused(match: Match, action: str) -> tuple[str, str]:
    """The case and the sentence against an action."""
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule, refusal.why


def number(match: Match, unit: str) -> int:
    """A unit's number."""
    return match.game.unit_numbers[unit]


def where(match: Match, unit: str) -> str:
    """The hex or place of a unit."""
    return place_name(match.game, match.position.units[number(match, unit)].at)


def marked(match: Match, field: str) -> set[str]:
    """The ids in a set of units of the position."""
    units = getattr(match.position, field)
    return {name for name, unit in match.game.unit_numbers.items() if units >> unit & 1}


def log(match: Match, side: str | None = None) -> list[str]:
    """The sentences that a side has read."""
    return [line for _, _, line in match.log(side)]


def judgement_of(match: Match) -> RhineJudgement:
    """What the bots know of the game of a match."""
    found = judge(match.game)
    assert isinstance(found, RhineJudgement)
    return found
