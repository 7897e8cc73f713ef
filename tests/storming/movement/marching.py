"""What the tests of movement, stacking and exits do: set units down, play, and read what came of it."""

from __future__ import annotations

import re
from typing import Any

import bocage

GAME = bocage.make_game("storming", "campaign", {})

ALLIED_ASSAULT, ALLIED_BREAKTHROUGH, ALLIED_EXPLOITATION = (
    "allied assault movement",
    "allied breakthrough",
    "allied exploitation",
)
GERMAN_ASSAULT, GERMAN_EXPLOITATION = "german assault movement", "german exploitation"
FULL = {"21AG": 10, "12AG": 10, "6AG": 10}
GERMAN = {"infantry": 4, "mechanized": 8}
LATE: dict[str, Any] = {"turn": 13, "breakout": True, "full_for_good": True, "ike_sees": True, "monty_sees": True}


def at(row: str, units: str = "", **more: Any) -> Any:
    """A match that begins with this row; the Germans have rolled a 4 and the Allies a 4 in Full Supply."""
    points = GERMAN if row.startswith(("german", "offensive")) else FULL
    return bocage.position("storming", at=row, units=units, **{"turn": 3, "points": points, **more})


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    """The operands of a verb on the list of legal actions."""
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def verbs(match: Any) -> set[str]:
    return {action.verb for action in match.prompt.actions}


def where(match: Any, unit: str) -> str:
    """A hex, or the name of a place off the map."""
    node = match.position.units[match.game.unit_numbers[unit]].at
    return str(match.game.board.labels[node] if node >= 0 else match.game.place_names[-node - 1])


def refused(match: Any, action: str) -> str:
    """The case of a refusal; the action must be refused."""
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    assert refusal.why
    return str(refusal.rule)


def why(match: Any, action: str) -> str:
    refusal = match.why_not(action)
    assert refusal is not None, f"{action} is legal"
    return str(refusal.why)


def said(match: Any, case: str) -> list[str]:
    """The sentences of the log under a case."""
    return [text for _, rule, text in match.log() if rule == case]


def walked(match: Any) -> tuple[list[str], int]:
    """The path and the price of the last leg, as the log tells them."""
    legs = [found for _, _, text in match.log() if (found := re.search(r"moves? ([\d-]+) \((\d+) MP\)", text))]
    return legs[-1][1].split("-"), int(legs[-1][2])


def left(match: Any) -> int:
    """The points that the question says are left to the units in hand."""
    found = re.search(r"\((\d+) MP left\)", match.prompt.text)
    assert found, match.prompt.text
    return int(found[1])


def cost(match: Any, unit: str, goal: str) -> int:
    """What it costs a unit that has not moved to go to a hex."""
    match.play(f"pick {unit}")
    before = left(match)
    match.play(f"move {goal}")
    price = walked(match)[1]
    match.undo()
    match.undo()
    assert price <= before
    return price


def unit_set(match: Any, units: int) -> set[str]:
    """The ids of some units."""
    return {name for name, number in match.game.unit_numbers.items() if units >> number & 1}
