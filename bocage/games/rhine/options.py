"""Options: rulings on which players differ. Each edits the rules once, at the start of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bocage.engine.errors import BadInput
from bocage.games.rhine.data import rows
from bocage.games.rhine.rules import Rules


class Option(msgspec.Struct, frozen=True):
    """An option as the player sees it."""

    id: str
    title: str
    effect: str
    default: Any
    values: tuple[Any, ...]
    excludes: tuple[str, ...]
    source: str


EDITS: Mapping[str, Callable[[Rules, Any], Rules]] = {
    "R5": lambda rules, on: msgspec.structs.replace(rules, bonus_bars_attack=not on),
    "R11": lambda rules, on: msgspec.structs.replace(rules, retreat_through_zones=not on),
}


def catalogue() -> dict[str, Option]:
    """Every option, by its id, in order."""
    found = {}
    for row in rows("options.csv"):
        values = tuple(msgspec.json.decode(value) for value in row["values"].split("|"))
        excludes = tuple(row["excludes"].split())
        default = msgspec.json.decode(row["default"])
        found[row["option"]] = Option(
            row["option"], row["title"], row["effect"], default, values, excludes, row["source"]
        )
    return found


def check(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that differ from their default; wrong ones raise `BadInput` with what is possible."""
    known = catalogue()
    if not isinstance(options, Mapping):
        raise BadInput('options are a table of option and value, such as {"R5": True}')
    for name, value in options.items():
        if name not in known:
            raise BadInput(f"D-Day to the Rhine has no option {name!r}; there are: {', '.join(known)}")
        option = known[name]
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            allowed = ", ".join(str(allowed).lower() for allowed in option.values)
            raise BadInput(f"option {name} ({option.title}) can be {allowed}; it cannot be {value!r}")
    return {
        name: options[name] for name, option in known.items() if name in options and options[name] != option.default
    }


def edited(rules: Rules, chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen options worked in."""
    for name, value in chosen.items():
        rules = EDITS[name](rules, value)
    return rules
