"""Options: the optional rules (31, 32) and second readings of rulings. Each edits the rules once, at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bocage.parts.data.options import Options

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

KNOWN = Options("Fortress Europa", FOLDER, "31.4", EDITS)
catalogue, check, edited = KNOWN.catalogue, KNOWN.check, KNOWN.edited
