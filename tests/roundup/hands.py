"""What every test of the rules does: play a few actions, read the list, find a unit, ask why not."""

from __future__ import annotations

import re
from typing import Any


def play(match: Any, *actions: str) -> Any:
    for action in actions:
        match.play(action)
    return match


def listed(match: Any, verb: str) -> set[str]:
    return {action.operand for action in match.prompt.actions if action.verb == verb}


def unit(match: Any, name: str) -> dict[str, Any]:
    return next(found for found in match.view()["units"] if found["id"] == name)


def where(match: Any, name: str) -> str:
    return str(unit(match, name)["at"])


def refused(match: Any, action: str) -> tuple[str, str]:
    refusal = match.why_not(action)
    return refusal.rule, refusal.why


def points(match: Any) -> tuple[int, int]:
    """What the prompt says is left: ordinary points, and points in column (0 where there is none)."""
    ordinary = re.search(r"(\d+) MP left[^ ]", match.prompt.text)
    column = re.search(r"(\d+) (?:MP left )?in column", match.prompt.text)
    return int(ordinary[1]) if ordinary else 0, int(column[1]) if column else 0
