"""The set-up of the Final Battles for tests: up to a step, or as a whole."""

from __future__ import annotations

from typing import Any

import bocage
from tests.storming.data.printed import UNITS
from tests.storming.reading import where

WATCH = {
    "GE-1SS-Pz", "GE-2SS-Pz", "GE-12SS-Pz", "GE-Lehr-Pz", "GE-2-Pz", "GE-116-Pz", "GE-150-PzB", "GE-FEB",
    "GE-501SS-Ti", "GE-506-Ti",
}  # fmt: skip
EARLY = {unit for unit, row in UNITS.items() if int(row["entry_turn"]) <= 10}


def new() -> Any:
    return bocage.new_match("storming", scenario="final", seed="wacht am rhein")


def to_step(number: int) -> Any:
    """The set-up up to a step of 3.4.A, everything before it as suggested."""
    m = new()
    while m.prompt.rule != f"3.4.A.{number}":
        m.play("suggested")
    return m


def set_up() -> Any:
    m = to_step(10)
    m.play("suggested")
    return m


def in_place(match: Any, place: str) -> set[str]:
    return {unit for unit in UNITS if where(match, unit) == place}


def hexes(match: Any, found: int) -> set[str]:
    return set(match.game.board.names(found))
