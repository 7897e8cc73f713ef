"""What the tests of the set-up and the landings share: reading a match, and beginning at a row."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.plain import place_name
from bocage.games.rhine.rules.look import members


def begun(**more: Any) -> Any:
    """A match in which the German is about to set up."""
    return bocage.new_match("rhine", seed="the longest day", **more)


def at(row: str, turn: int = 1, units: str = "", **more: Any) -> Any:
    """A position that begins with a row of the sequence of play, in Good weather unless said otherwise."""
    return bocage.position(
        "rhine", turn=turn, at=row, units=units, **{"weather": "good", "stage": "operational", **more}
    )


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def verbs(match: Any) -> set[str]:
    return {action.verb for action in match.prompt.actions}


def where(match: Any, unit: str) -> str:
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def marked(match: Any, field: str) -> set[str]:
    """The ids of a set of units in the position."""
    return {match.game.unit_ids[unit] for unit in members(getattr(match.position, field))}


def hexes(match: Any, field: str) -> set[str]:
    """The labels of a set of hexes in the position."""
    return set(match.game.board.names(getattr(match.position, field)))


def refused(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule, refusal.why


def told(match: Any, side: str | None = None) -> list[str]:
    return [text for _, _, text in match.log(side)]
