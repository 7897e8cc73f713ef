"""What the tests of combat share: setting a battle up, fighting it, and reading what came of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.engine.plain import place_name


def field(units: str, dice: str = "", **more: Any) -> Match:
    """A position in a combat phase; on turn 1, where everybody is in supply, unless it says otherwise."""
    more.setdefault("turn", 1)
    more.setdefault("at", "allied combat")
    return bocage.position("roundup", units=units, dice=dice, **more)


def german_field(units: str, dice: str = "", **more: Any) -> Match:
    """The same in the German combat phase."""
    return field(units, dice, **{"at": "german combat"} | more)


def declare(match: Match, target: str, units: str) -> None:
    """Say which hex is attacked, and by whom."""
    match.play(f"attack {target}")
    for unit in units.split():
        match.play(f"join {unit}")


def fight(match: Match, target: str, units: str, how: str = "roll") -> None:
    """Declare an attack and roll for it (or call the bombers)."""
    declare(match, target, units)
    match.play(how)


class Fought(NamedTuple):
    """The battle as the log has it."""

    attack: int
    defence: int
    odds: str
    shifts: list[tuple[int, str]]
    column: str
    die: int
    result: str


def fought(match: Match) -> Fought:
    """The last battle of a match."""
    events = [event for entry in match.entries for event in entry.events if event.kind == "battle"]
    _, _, attackers, defenders, odds, shifts, column, die, result = events[-1].data
    return Fought(
        sum(factor for _, factor in attackers),
        sum(factor for _, factor in defenders),
        odds,
        [(columns, rule) for columns, rule, _ in shifts],
        column,
        die,
        result,
    )


def shifts(match: Match, target: str, units: str, **more: Any) -> list[tuple[int, str]]:
    """The column shifts that an attack would get: (columns, case)."""
    return [(shift.columns, shift.rule) for shift in bocage.forecast(match, target, units.split(), **more).shifts]


def where(match: Match, unit: str) -> str:
    """The hex of a unit, or the place off the board."""
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def steps(match: Match, unit: str) -> int:
    """How many steps a unit has left: 0 once it is off the map."""
    found = match.position.units[match.game.unit_numbers[unit]]
    return found.steps if found.at >= 0 else 0


def choices(match: Match) -> list[str]:
    """Everything that may be done now."""
    return [str(action) for action in match.prompt.actions]


def refused(match: Match, action: str) -> tuple[str, str]:
    """The case and the sentence against an action; the list, `play` and `why_not` must agree on it."""
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is allowed"
    assert action not in choices(match)
    before = match.position_hash
    with pytest.raises(bocage.Refusal) as raised:
        match.play(action)
    assert str(raised.value) == str(refusal)
    assert match.position_hash == before
    return refusal.rule, refusal.why


def told(match: Match) -> list[str]:
    """The sentences of the log, in order."""
    return [sentence for _, _, sentence in match.log()]
