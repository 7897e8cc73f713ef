"""What the tests of Mobile Assaults share: a field, a hand full of units, and a look at what came of it."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.engine.plain import place_name

ROLLED = {"21AG": 10, "12AG": 10, "6AG": 10}


def field(units: str, dice: str = "", **more: Any) -> Match:
    """Allied Exploitation Movement, well supplied with points; turn 6 unless it says otherwise."""
    more.setdefault("points", ROLLED)
    more.setdefault("turn", 6)
    more.setdefault("breakout", True)
    return bocage.position("storming", at="allied exploitation", units=units, dice=dice, **more)


def german_field(units: str, dice: str = "", **more: Any) -> Match:
    """The same for the Germans."""
    more.setdefault("points", {"infantry": 4, "mechanized": 8})
    more.setdefault("turn", 6)
    return bocage.position("storming", at="german exploitation", units=units, dice=dice, **more)


def take(match: Match, units: str) -> None:
    """Take units of one hex in hand."""
    for number, unit in enumerate(units.split()):
        match.play(f"{'join' if number else 'pick'} {unit}")


def assault(match: Match, units: str, target: str, via: str = "") -> None:
    """Take units in hand, move them if need be, declare a Mobile Assault and roll."""
    take(match, units)
    if via:
        match.play(f"move {via}")
    match.play(f"assault {target}")
    match.play("roll")


def may(match: Match, action: str) -> bool:
    """Is the action on the list?"""
    return match.why_not(action) is None


def refused(match: Match, action: str) -> tuple[str, str]:
    """The case and the sentence against an action."""
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return refusal.rule, refusal.why


def where(match: Match, unit: str) -> str:
    """The hex or the place of a unit."""
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def steps(match: Match, unit: str) -> int:
    """How many steps a unit on the map has left; none if it is gone."""
    state = match.position.units[match.game.unit_numbers[unit]]
    return state.steps if state.at >= 0 else 0


def has(match: Match, units: int, unit: str) -> bool:
    """Is a unit in a set of units?"""
    return bool(units >> match.game.unit_numbers[unit] & 1)


def told(match: Match) -> list[str]:
    """The sentences of the log."""
    return [sentence for _, _, sentence in match.log()]
