"""Options: the optional rules (31, 32) and second readings of rulings. Each edits the rules once, at the start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bocage.parts.data import options
from bocage.parts.data.options import Option

from ..data import FOLDER
from .in_force import Rules


def _set(**values: Any) -> Callable[[Rules, Any], Rules]:
    return lambda rules, on: replace(rules, **values)


EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "31.1": _set(german_drops_by_regiments=True),
    "31.2": _set(ss_first=True),
    "31.3": _set(bombed_stores=True),
    "31.4": _set(battalions_stack_free=True),
    "31.5": _set(jersey=True),
    "31.6": _set(decoys_in_germany=True),
    "31.7": _set(decoys_for_hidden=True),
    "31.8": _set(any_box=True),
    "31.9": _set(armour_release=True),
    "31.10": _set(ardennes_set_up=True),
    "31.11": _set(flooding_by_choice=True),
    "31.12": lambda rules, on: replace(rules, worse_from=rules.numbers["bad_weather_turn"]),
    "31.13": _set(skorzeny=True),
    "31.14": _set(allied_fuel=True),
    "31.15": _set(exits=True),
    "31.16": _set(funnies=True),
    "31.17": lambda rules, turns: replace(rules, last_turn=rules.last_turn + int(turns)),
    "31.18": _set(varsity=True),
    "17.1(adv)": _set(advanced_air=True),
    "32": _set(objectives=True, sudden_death=True),
    "33.3.4": lambda rules, on: replace(rules, fixed_weather=dict([*rules.fixed_weather.items()][:1])),
    "R1": _set(canadians_with_british=True),
    "R9": _set(straight_retreats=True),
    "R60": _set(sea_units_once=True),
    "R64": _set(recapture_always=True),
    "R73": _set(carpet_when_clear=True),
    "R94": _set(strict_start_line=True),
    "R103": _set(far_bank_zones=True),
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
