"""What the tests of combat share: setting a battle up, fighting it, and reading what came of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

import bocage
from bocage.engine.matches.match import Match
from bocage.engine.plain import place_name
from bocage.games.storming.rules.combat.fight import Fighting
from bocage.games.storming.rules.combat.odds import Battle, reckon

# Open country beyond the Seine: clear, as are the six hexes around it, without a river or a sea.
OPEN = "2120"
# A pair that faces each other far from everything else, so that the segment does not end for want of attacks.
ELSEWHERE = "US-8-Inf 2929; GE-276-Inf 2928"


def field(units: str, dice: str = "", **more: Any) -> Match:
    """A position in the Allied Combat Segment, in full supply, unless it says otherwise."""
    more.setdefault("turn", 5)
    more.setdefault("at", "allied combat")
    more.setdefault("duration", 1)
    return bocage.position("storming", units=units, dice=dice, **more)


def german_field(units: str, dice: str = "", **more: Any) -> Match:
    """The same in the German Combat Segment."""
    return field(units, dice, **{"at": "german combat", "released": True} | more)


def offensive_field(units: str, dice: str = "", **more: Any) -> Match:
    """The same in the Combat Segment of the Hitler Counteroffensive."""
    return field(units, dice, **{"at": "offensive combat", "turn": 10, "offensive_turn": 10} | more)


def declare(match: Match, target: str, units: str) -> None:
    """Say which hex is attacked, and by whom."""
    match.play(f"attack {target}")
    for unit in units.split():
        match.play(f"join {unit}")


def fight(match: Match, target: str, units: str, *more: str) -> None:
    """Declare an attack, roll for it, and take these decisions after the dice."""
    declare(match, target, units)
    for action in ("roll", *more):
        match.play(action)


def reckoned(match: Match) -> Battle:
    """The attack being put together, reckoned up."""
    frame = match.position.frames[-1]
    assert isinstance(frame, Fighting)
    return reckon(match.game.look(match.position), frame)


def battle(match: Match, target: str, units: str) -> Battle:
    """Declare an attack and reckon it up."""
    declare(match, target, units)
    return reckoned(match)


def points(battle_side: Any) -> list[tuple[int, str]]:
    """The modifiers of a side's die: (points, case)."""
    return [(modifier.points, modifier.rule) for modifier in battle_side.modifiers]


class Fired(NamedTuple):
    """One side's fire as the log has it."""

    side: str
    strength: int
    column: str
    modifiers: list[tuple[int, str]]
    die: int
    steps: int


def fires(match: Match) -> list[Fired]:
    """All fire of a match, in order."""
    found = []
    for entry in match.entries:
        for event in entry.events:
            if event.kind == "fire":
                data: Any = event.data
                side, strength, column, modifiers, die, steps = data
                found.append(Fired(side, strength, column, [(one[0], one[1]) for one in modifiers], die, steps))
    return found


def kinds(match: Match) -> list[str]:
    """The kinds of all events of a match, in order."""
    return [event.kind for entry in match.entries for event in entry.events]


def where(match: Match, unit: str) -> str:
    """The hex of a unit, or the place off the board."""
    return place_name(match.game, match.position.units[match.game.unit_numbers[unit]].at)


def steps(match: Match, unit: str) -> int:
    """How many steps a unit has left: 0 once it is off the map."""
    found = match.position.units[match.game.unit_numbers[unit]]
    return found.steps if found.at >= 0 else 0


def marked(match: Match, units: int) -> list[str]:
    """The ids of a set of units."""
    return [name for number, name in enumerate(match.game.unit_ids) if units >> number & 1]


def choices(match: Match, verb: str = "") -> list[str]:
    """Everything that may be done now, or the operands of one verb."""
    if verb:
        return [action.operand for action in match.prompt.actions if action.verb == verb]
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
