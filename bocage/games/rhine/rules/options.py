"""Options: rulings on which players differ. Each edits the rules once, at the start of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.parts.data import options
from bocage.parts.data.options import Option

from ..data import FOLDER
from .in_force import Rules

EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "R4": lambda rules, on: msgspec.structs.replace(rules, very_bad_halves_germans=on),
    "R5": lambda rules, on: msgspec.structs.replace(rules, bonus_bars_attack=not on),
    "R11": lambda rules, on: msgspec.structs.replace(rules, retreat_through_zones=not on),
    "R116": lambda rules, on: msgspec.structs.replace(rules, capacity_shared=on),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    return options.catalogue(FOLDER)


def check(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    return options.check("D-Day to the Rhine", catalogue(), chosen, "R5")


def edited(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen options worked in."""
    return options.edited(rules, EDITS, chosen)
