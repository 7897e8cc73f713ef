"""Landings for the tests: an invasion is planned, its first wave comes ashore, and the second one."""

from __future__ import annotations

from typing import Any

from bocage import Match
from tests.fortress.playing import play, position


def planning(units: str = "", **fields: Any) -> Match:
    return position("invasion", units, turn=1, impulse=1, released=False, **fields)


def invaded(*labels: str, units: str = "", **fields: Any) -> Match:
    """A landing that has been declared, at the question of the first wave."""
    return play(planning(units, **fields), *(f"beach {label}" for label in labels), "end", "end")


def ashore(*landings: str, labels: str = "M5", units: str = "", dice: str = "", **fields: Any) -> Match:
    """The first wave ashore and the ships placed: the next question is that of Ground Support or later."""
    match = invaded(*labels.split(), units=units, dice=f"{dice} 1 1 1 1 1 1 1 1", **fields)
    for landing in landings:
        unit, label = landing.split()
        play(match, f"pick {unit}", f"land {label}")
    play(match, "end")
    while match.prompt.step == "ships":
        match.play("place M3" if "place M3" in map(str, match.prompt.actions) else "end")
    return match


def second(units: str, *labels: str, turn: int = 11, capacity: int = 4, **fields: Any) -> Match:
    """The second invasion has been declared; the next question is that of the first movement."""
    match = position(
        "invasion", units, turn=turn, impulse=1, invasions=1, invasion_turn=1, start_capacity=capacity, **fields
    )
    return play(match, *(f"beach {label}" for label in labels), "end", "end")


def until(match: Match, step: str) -> Match:
    """Go on with the last answer of each question, until this one is asked."""
    for _ in range(60):
        if match.prompt.step == step:
            return match
        actions = [str(action) for action in match.prompt.actions]
        match.play("place M3" if "place M3" in actions else "end" if "end" in actions else actions[0])
    raise AssertionError(f"{step} is not asked")
