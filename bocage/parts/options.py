"""Options of a game: what can be chosen, and whether a choice is sound. What an option does is the game's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from bocage.engine.errors import BadInput

Rules = TypeVar("Rules")


class Option(msgspec.Struct, frozen=True):
    """An option as the player sees it."""

    id: str
    title: str
    effect: str
    default: Any
    values: tuple[Any, ...]
    excludes: tuple[str, ...]
    source: str


def catalogue(rows: Iterable[Mapping[str, str]]) -> dict[str, Option]:
    """The options of a file, by their ids, in order."""
    found = {}
    for row in rows:
        values = tuple(msgspec.json.decode(value) for value in row["values"].split("|"))
        excludes = tuple(row["excludes"].split())
        default = msgspec.json.decode(row["default"])
        found[row["option"]] = Option(
            row["option"], row["title"], row["effect"], default, values, excludes, row["source"]
        )
    return found


def check(title: str, known: Mapping[str, Option], options: Any, example: str) -> dict[str, Any]:
    """The options that differ from their default, in the catalogue's order; wrong ones raise `BadInput`.

    `title` is the game's, and `example` one of its options that can be switched on.

    >>> storms = Option("R1", "Storms", "There are storms.", False, (False, True), ("R2",), "ours")
    >>> calm = Option("R2", "Calm", "There are none.", False, (False, True), ("R1",), "ours")
    >>> check("Toy", {"R1": storms, "R2": calm}, {"R2": True, "R1": False}, "R1")
    {'R2': True}
    >>> for wrong in ([], {"R3": True}, {"R1": 1}, {"R1": True, "R2": True}):
    ...     try:
    ...         check("Toy", {"R1": storms, "R2": calm}, wrong, "R1")
    ...     except BadInput as error:
    ...         print(error)
    options are a table of option and value, such as {"R1": True}
    Toy has no option 'R3'; there are: R1, R2
    option R1 (Storms) can be false, true; it cannot be 1
    options R1 and R2 exclude each other; choose one of them
    """
    if not isinstance(options, Mapping):
        raise BadInput(f'options are a table of option and value, such as {{"{example}": True}}')
    chosen: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise BadInput(f"{title} has no option {name!r}; there are: {', '.join(known)}")
        option = known[name]
        if not any(value == allowed and type(value) is type(allowed) for allowed in option.values):
            allowed = ", ".join(str(allowed).lower() for allowed in option.values)
            raise BadInput(f"option {name} ({option.title}) can be {allowed}; it cannot be {value!r}")
        if value != option.default:
            chosen[name] = value
    for name in chosen:
        for other in known[name].excludes:
            if other in chosen:
                raise BadInput(f"options {name} and {other} exclude each other; choose one of them")
    return {name: chosen[name] for name in known if name in chosen}


def edited(rules: Rules, edits: Mapping[str, Callable[[Rules, Any], Rules]], chosen: Mapping[str, Any]) -> Rules:
    """The rules with the chosen (checked) options worked in, one after the other.

    >>> edited(3, {"more": lambda rules, value: rules + value}, {"more": 2})
    5
    """
    for name, value in chosen.items():
        rules = edits[name](rules, value)
    return rules
