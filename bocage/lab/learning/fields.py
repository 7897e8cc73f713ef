"""What positions and frames hold, read from the annotations of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import msgspec

from bocage.engine.position import Node, SetOf


class Fields:
    """The fields of a position or of a frame, by what they hold."""

    def __init__(self, kind: type, left_out: Iterable[str]) -> None:
        self.hexes: list[tuple[str, str]] = []  # name and way of reading
        self.units: list[tuple[str, str]] = []
        self.numbers: list[str] = []
        self.words: list[str] = []
        self.word_sets: list[str] = []
        self.tables: list[str] = []  # word -> number; the words are mostly units
        self.placed: list[str] = []  # unit -> node
        self.own: list[tuple[str, str]] = []  # sets of things that the game names itself, and what these are
        self.unread: list[str] = []
        for name, hint in get_type_hints(kind, include_extras=True).items():
            if name not in left_out and get_origin(hint) is not ClassVar:
                self._sort(name, hint)
        self.hex_ways = [way for _, way in self.hexes]
        self.unit_ways = [way for _, way in self.units]
        self.get_hexes = all_of([name for name, _ in self.hexes])
        self.get_units = all_of([name for name, _ in self.units])
        self.get_numbers = all_of(self.numbers)
        self.get_words = all_of(self.words)
        self.get_own = all_of([name for name, _ in self.own])

    def _sort(self, name: str, hint: Any) -> None:
        meant = get_args(hint)[1] if get_origin(hint) is Annotated else ""
        inside = get_args(hint)[0] if get_origin(hint) is tuple else None
        within = get_args(inside)[1] if get_origin(inside) is Annotated else ""
        if meant and not isinstance(meant, str):
            self._sort(name, get_args(hint)[0])  # only said of how long the field lasts
        elif isinstance(meant, SetOf):
            self.own.append((name, str(meant)))
        elif meant in ("hexes", "node"):
            self.hexes.append((name, meant))
        elif meant in ("units", "unit"):
            self.units.append((name, meant))
        elif within == "node":
            self.hexes.append((name, "many"))
        elif within == "unit":
            self.units.append((name, "many"))
        elif hint in (int, bool):
            self.numbers.append(name)
        elif hint is str:
            self.words.append(name)
        elif inside is str:
            self.word_sets.append(name)
        elif hint == dict[str, int]:
            self.tables.append(name)
        elif get_origin(hint) is dict and get_args(hint)[1] == Node:
            self.placed.append(name)
        elif isinstance(inside, type) and issubclass(inside, msgspec.Struct):
            # Several things at once, such as the attacks that have been planned: what they are about, taken together.
            for below, kind in get_type_hints(inside, include_extras=True).items():
                if get_origin(kind) is Annotated and get_args(kind)[1] in ("hexes", "units"):
                    (self.hexes if get_args(kind)[1] == "hexes" else self.units).append((f"{name}.{below}", "each"))
        else:
            self.unread.append(name)


def members_of(thing: Any, name: str, way: str) -> int:
    """A field as a set, in whichever way it is written."""
    if way == "each":
        name, _, below = name.partition(".")
        found = 0
        for one in getattr(thing, name):
            found |= getattr(one, below)
        return found
    return as_set(getattr(thing, name), way)


def as_set(value: Any, way: str) -> int:
    """One node or unit, a tuple of them, or a set already."""
    if way in ("hexes", "units"):
        members: int = value
        return members
    if way in ("node", "unit"):
        return 1 << value if value >= 0 else 0
    found = 0
    for one in value:
        if one >= 0:
            found |= 1 << one
    return found


def all_of(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of several fields at once."""
    if not names:
        return lambda thing: ()
    if len(names) == 1:
        one = attrgetter(names[0])
        return lambda thing: (one(thing),)
    return attrgetter(*names)
