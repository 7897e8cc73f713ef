"""Matches and positions of Festung Europa for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bocage import Match
from bocage.engine.matches import notation
from bocage.engine.play import Play, index_units
from bocage.games.festung.game import Festung
from bocage.games.festung.rules.look import FestungLook


@cache
def _compiled(scenario: str, options: tuple[tuple[str, Any], ...]) -> Festung:
    return Festung(scenario, dict(options))


def game(scenario: str = "campaign", **options: Any) -> Festung:
    """The compiled game; options by their ids."""
    return _compiled(scenario, tuple(sorted(options.items()))).another()


def look(match: Match) -> FestungLook:
    """What may be asked about the position of a match."""
    found: FestungLook = match.game.look(match.position)  # type: ignore[assignment]
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
    at: str = "allied action",
    units: str = "",
    *,
    turn: int = 5,
    dice: str | None = None,
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Match:
    """A match that starts in the middle: `position("allied action", "US-II 1821", allied_hand="allied-3", round=2)`.

    Unless it says otherwise it is Summer 1944, the first round, all hexes are Axis but where Allied units stand.
    """
    made = game(scenario, **(options or {}))
    fields.setdefault("round", 1)
    return notation.arranged(made, turn=turn, at=at, units=units, dice=dice, seed="position", **fields)


def midway(begin: Callable[[Any], None], units: str = "", *, dice: str | None = None, **more: Any) -> Match:
    """A match that starts with a step inside an action: `midway(lambda play: operations.begin(play, "axis", 3), ...)`.

    When the step is over, nothing follows.
    """
    arranged = position("air power", units, **more)
    start = arranged.start
    assert start is not None
    start = start.copy()
    start.frames = []
    index_units(arranged.game, start)
    begin(Play(arranged.game, start, arranged.dice))
    tape = None if dice is None else [int(number) for number in dice.split()]
    return Match(arranged.game, tape=tape, seed=None if tape is not None else "midway", start=start)
