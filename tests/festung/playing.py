"""Matches and positions of Festung Europa for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bocage import Match
from bocage.engine.matches import notation
from bocage.engine.play import Play, index_units
from bocage.games.festung.game import Festung
from bocage.games.festung.rules import operations
from bocage.games.festung.rules.look import FestungLook
from bocage.games.festung.rules.position import Flag


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


def in_force(*names: str, node: int = -1, word: str = "") -> dict[str, Flag]:
    """Flags for a position: `flags=in_force("rommel", "isr")`."""
    return {name: Flag("axis-1", "game", 1, "axis", node, word) for name in names}


INTERDICTED = {
    "UK": {"fighters": {"UK-A": "interdiction"}, "stationed": {"UK-A": "Airbase UK"}},
    "NA": {"fighters": {"US-A": "interdiction"}, "stationed": {"US-A": "Airbase North Africa"}},
}
"""Interdiction out of a box, as fields of a position."""


def operation(side: str, points: int, units: str, **more: Any) -> Match:
    """A match at the start of an operation with so many points."""
    return midway(lambda play: operations.begin(play, side, points), units, **more)


def movement(side: str, units: str, hexes: str, attacks: str = "", **more: Any) -> Match:
    """A match at the movement of an operation, with Move markers on these hexes, and Attack markers on others."""
    match = operation(side, 60, units, **more)
    play(match, *(f"mark-move {node}" for node in hexes.split()), *(f"mark-attack {node}" for node in attacks.split()))
    return play(match, "end")


def goals(match: Match, verb: str = "move") -> set[str]:
    """The hexes that a verb is offered."""
    return {str(action).split()[1] for action in match.prompt.actions if action.verb == verb}


def place(match: Match, unit: str) -> str:
    """Where a unit is."""
    at = match.position.units[match.game.unit_numbers[unit]].at
    return match.game.board.labels[at] if at >= 0 else match.game.place_names[-at - 1]
