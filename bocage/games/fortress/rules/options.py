"""Options: the optional rules (31, 32) and second readings of rulings. Each edits the rules once, at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.parts.data import options
from bocage.parts.data.options import Option

from ..data import FOLDER
from .in_force import Rules


def _set(**values: Any) -> Callable[[Rules, Any], Rules]:
    return lambda rules, on: msgspec.structs.replace(rules, **values)


EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "31.4": _set(battalions_stack_free=True),
    "31.5": _set(jersey=True),
    "31.9": _set(armour_release=True),
    "31.11": _set(flooding_by_choice=True),
    "31.13": _set(skorzeny=True),
    "31.14": _set(allied_fuel=True),
    "31.16": _set(funnies=True),
    "R1": _set(canadians_with_british=True),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    return options.catalogue(FOLDER)


def check(scenario: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    return options.check("Fortress Europa", catalogue(), chosen, "31.4") if chosen else {}


def edited(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen options worked in."""
    return options.edited(rules, EDITS, chosen)
