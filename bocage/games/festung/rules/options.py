"""Options: the optional rules (19) and second readings of rulings. Each edits the rules once, at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bocage.parts.data import options
from bocage.parts.data.options import Option

from ..data import FOLDER
from .in_force import SWITCHES, Rules


def _switched(field: str) -> Callable[[Rules, Any], Rules]:
    return lambda rules, on: replace(rules, **{field: bool(on)})


EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    **{option: _switched(field) for option, field in SWITCHES.items()},
    "19.1": _switched("axis_picks"),
    "19.2": _switched("allies_pick"),
    "19.51": lambda rules, points: replace(rules, bid=int(points)),
    "R114": lambda rules, on: replace(rules, late_overlord=not on),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    return options.catalogue(FOLDER)


def check(scenario: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    return options.check("Festung Europa", catalogue(), chosen, "19.4", scenario) if chosen else {}


def edited(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen options worked in."""
    return options.edited(rules, EDITS, chosen)
