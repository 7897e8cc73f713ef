"""What the tests of movement do: set units down, play, and read what came of it.

The open country south of the Loire (columns 08 to 16, rows 00 to 04) has no rivers and no rough ground. With St-Nazaire
(0708) in Allied hands it lies within Full supply; the Germans trace theirs to the east.
"""

from __future__ import annotations

from typing import Any

import bocage
from bocage.games.rhine.rules.movement.allowance import budget_of

GAME = bocage.make_game("rhine", "campaign", {})
ALLIED, GERMAN = "allied movement", "german movement"
ALLIED_EXPLOITS, GERMAN_EXPLOITS = "allied exploitation movement", "german exploitation movement"
# Allied corps at 1516 and 1716 cut the tip of the Cotentin off: 1519, 1518, 1618, 1718 and Cherbourg (1619) stay free.
POCKET = "US-5C 1516; US-19C 1716"


def at(row: str, units: str = "", **more: Any) -> Any:
    """A match that begins with this row, in Good weather on turn 3."""
    stage = "exploitation" if "exploitation" in row else "operational"
    given = {"turn": 3, "weather": "good", "stage": stage, "allied_control": "0708", **more}
    return bocage.position("rhine", at=row, units=units, **given)


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    """The operands of a verb on the list of legal actions."""
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def where(match: Any, unit: str) -> str:
    """A hex, or the name of a place off the map."""
    node = match.position.units[match.game.unit_numbers[unit]].at
    return str(match.game.board.labels[node] if node >= 0 else match.game.place_names[-node - 1])


def marked(match: Any, field: str) -> set[str]:
    """The units in a set of the position, such as "disrupted"."""
    units = getattr(match.position, field)
    return {name for name, number in match.game.unit_numbers.items() if units >> number & 1}


def refused(match: Any, action: str) -> str:
    """The case of a refusal; the action must be refused, with a reason."""
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.why
    return str(refusal.rule)


def why(match: Any, action: str) -> str:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return str(refusal.why)


def said(match: Any, case: str, side: str | None = None) -> list[str]:
    """The sentences of the log under a case that a side may read."""
    return [text for _, rule, text in match.log(side) if rule == case]


def distance(a: str, b: str) -> int:
    """Hexes from one hex to another, whatever lies between."""
    board = GAME.board
    return next(n for n in range(99) if board.within(board.index[a], n) >> board.index[b] & 1)


def hexes_to(match: Any, unit: str, verb: str) -> set[int]:
    """How many hexes the hexes that a verb offers are away from where the unit stands, along open ground."""
    here = where(match, unit)
    return {distance(here, goal) for goal in listed(match, verb)}


def furthest(match: Any, unit: str, verb: str) -> int:
    """How far a unit that is taken up now can go with a verb; it is put down again."""
    match.play(f"pick {unit}")
    far = max(hexes_to(match, unit, verb), default=0)
    match.undo()
    return far


def budget(match: Any, unit: str) -> int:
    """What a unit has left for an attack."""
    return budget_of(match.inquire("german"), match.game.unit_numbers[unit])


def path_of(match: Any) -> list[str]:
    """The path of the last leg."""
    return [match.game.board.labels[node] for node in match.entries[-1].via]
