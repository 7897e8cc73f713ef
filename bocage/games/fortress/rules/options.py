"""Options: the optional rules (31, 32) and second readings of rulings. Each edits the rules once, at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bocage.parts.data import options
from bocage.parts.data.options import Option

from ..data import FOLDER
from .in_force import SWITCHES, Rules


def _switched(field: str) -> Callable[[Rules, Any], Rules]:
    return lambda rules, on: replace(rules, **{field: True})


EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    **{option: _switched(field) for option, field in SWITCHES.items()},
    "31.12": lambda rules, on: replace(rules, worse_from=rules.numbers["bad_weather_turn"]),
    "31.17": lambda rules, turns: replace(rules, last_turn=rules.last_turn + int(turns)),
    "32": lambda rules, on: replace(rules, objectives=True, sudden_death=True),
    "33.3.4": lambda rules, on: replace(rules, fixed_weather=dict([*rules.fixed_weather.items()][:1])),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    return options.catalogue(FOLDER)


def check(scenario: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    return options.check("Fortress Europa", catalogue(), chosen, "31.4", scenario) if chosen else {}


def edited(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen options worked in."""
    return options.edited(rules, EDITS, chosen)
