"""What the tests of battles share: ground to fight on, odds of a battle, and a battle played to its end.

Around Dieppe everything is clear and dry: 2716 is the landing hex that supplies the Allies, 2814 the usual target, with
2815, 2914, 2714, 2713, 2813 and 2913 around it. In Very Bad weather no aircraft disturb the reckoning.
"""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.engine.play import index_units
from bocage.games.rhine.rules.combat.odds import Odds, odds
from bocage.games.rhine.rules.look import RhineLook

TARGET = "2814"
DIEPPE = {"first_beaches": "2716", "allied_control": "2716", "weather": "very bad", "stage": "operational"}


def field(units: str, at: str = "allied battles", turn: int = 4, **fields: Any) -> Match:
    """A match on the ground around Dieppe, in June weather at its worst, unless it says otherwise."""
    return bocage.position("rhine", turn=turn, at=at, units=units, **{**DIEPPE, **fields})


def ground(units: str, turn: int = 4, **fields: Any) -> RhineLook:
    """A look at a position before anything has happened in it."""
    match = field(units, "allied movement", turn, **fields)
    assert match.start is not None
    position = match.start.copy()
    index_units(match.game, position)
    look: RhineLook = match.game.look(position)  # type: ignore[assignment]
    return look


def units_of(look: RhineLook, names: str) -> int:
    """A set of units by their ids."""
    return sum(1 << look.game.unit_numbers[name] for name in names.split())


def reckon(look: RhineLook, targets: str, attackers: str, **more: Any) -> Odds:
    """The odds of an attack on this ground."""
    units = units_of(look, attackers)
    side = look.game.counters[look.game.unit_numbers[attackers.split()[0]]].side
    return odds(look, side, look.game.board.set(targets), units, **more)


def shifts(look: RhineLook, targets: str, attackers: str, **more: Any) -> dict[str, int]:
    """Case -> columns of every shift of an attack on this ground."""
    found = reckon(look, targets, attackers, **more).shifts
    assert len({shift.rule for shift in found}) == len(found), "a line counts at most once"
    return {shift.rule: shift.columns for shift in found}


def play(match: Match, *actions: str) -> Match:
    """Play actions one after the other."""
    for action in actions:
        match.play(action)
    return match


def said(match: Match) -> str:
    """The whole log as one text."""
    return "\n".join(line for _, _, line in match.log())


def cases(match: Match) -> list[str]:
    """The case of each line of the log, in order."""
    return [rule for _, rule, _ in match.log()]


def verbs(match: Match) -> list[str]:
    """What can be said now, by verb."""
    return list(match.prompt.verbs())


def at(match: Match, unit: str) -> str:
    """Where a unit is: a hex, or the name of a place off the map."""
    place = match.position.units[match.game.unit_numbers[unit]].at
    return match.game.board.labels[place] if place >= 0 else match.game.place_names[-place - 1]


def has(match: Match, mark: str, unit: str) -> bool:
    """Does a unit carry a mark of the position, such as disrupted, deployed or attacked?"""
    return bool(getattr(match.position, mark) >> match.game.unit_numbers[unit] & 1)
