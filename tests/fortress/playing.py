"""Matches and positions of Fortress Europa for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bocage import Match
from bocage.engine.matches import notation
from bocage.games.fortress.game import Fortress
from bocage.games.fortress.rules.look import FortressLook


@cache
def _compiled(scenario: str, options: tuple[tuple[str, Any], ...]) -> Fortress:
    return Fortress(scenario, dict(options))


def game(scenario: str = "campaign", **options: Any) -> Fortress:
    """The compiled game; options by their ids."""
    return _compiled(scenario, tuple(sorted(options.items()))).another()


def look(match: Match) -> FortressLook:
    """What may be asked about the position of a match."""
    found: FortressLook = match.game.look(match.position)  # type: ignore[assignment]
    return found


def play(match: Match, *actions: str) -> Match:
    """The match after some actions."""
    for action in actions:
        match.play(action)
    return match


def refused(match: Match, action: str) -> str:
    """The case against an action; nothing if it is legal."""
    found = match.why_not(action)
    return found.rule if found else ""


def position(
    at: str,
    units: str = "",
    *,
    turn: int = 5,
    dice: str | None = None,
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A match that starts in the middle: `position("allied first movement", "US-1-Inf L5; GE-91-Inf K4 frozen")`.

    Unless it says otherwise it is July I, Clear, nobody is frozen, and what nobody has entered is German.
    """
    made = game(scenario, **(options or {}))
    return notation.arranged(made, turn=turn, at=at, units=units, dice=dice, seed="position", **fields)
