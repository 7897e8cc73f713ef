"""Matches and positions of Fortress Europa for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bocage import Match
from bocage.engine.matches import notation
from bocage.games.fortress.game import Fortress


@cache
def _compiled(scenario: str, options: tuple[tuple[str, Any], ...]) -> Fortress:
    return Fortress(scenario, dict(options))


def game(scenario: str = "campaign", **options: Any) -> Fortress:
    """The compiled game; options by their ids."""
    return _compiled(scenario, tuple(sorted(options.items()))).another()


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
