"""What a position keeps under keys that are known beforehand, such as decks by side: its sets and its small cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from bocage.engine.game import Game
from bocage.engine.position import SetOf


class OwnSet(NamedTuple):
    """A set of things that the game names itself: what it is called in a row, how many there are, how it is read."""

    name: str
    members: int
    read: Callable[[Any], int]


class Cells(NamedTuple):
    """Something under a key: what it is called in a row, whether it is a word, how it is read."""

    name: str
    word: bool
    read: Callable[[Any], Any]


class Keyed:
    """The own sets of a position, and what it keeps under keys.

    Of something that a key stands for the row tells whether it is there, its numbers and its own sets; of a word its
    checksum.
    """

    def __init__(self, game: Game[Any], left_out: Collection[str]) -> None:
        self.sets: list[OwnSet] = []
        self.cells: list[Cells] = []
        self._names = game.own_names
        keys = game.domains()
        for name, hint in get_type_hints(game.position_class, include_extras=True).items():
            if name in left_out:
                continue
            kind = own_kind(hint)
            if kind:
                self.sets.append(OwnSet(name, self._count(kind), _getter(name)))
            elif f"{name} of" in keys and get_origin(hint) is dict:
                self._keyed(name, get_args(hint)[1], keys[f"{name} of"])

    def _count(self, kind: str) -> int:
        return len(self._names[kind])

    def _keyed(self, name: str, hint: Any, keys: Collection[Any]) -> None:
        if hint is str:
            self.cells += [Cells(f"{name} {key}", True, _under(name, key, _itself, "")) for key in keys]
        if not (isinstance(hint, type) and issubclass(hint, msgspec.Struct)):
            return
        inside = get_type_hints(hint, include_extras=True)
        for key in keys:
            self.cells.append(Cells(f"{name} {key}", False, _under(name, key, lambda found: 1, 0)))
            for field, below in inside.items():
                kind = own_kind(below)
                if kind:
                    read = _under(name, key, _getter(field), 0)
                    self.sets.append(OwnSet(f"{name} {key} {field}", self._count(kind), read))
                elif below in (int, bool):
                    self.cells.append(Cells(f"{name} {key} {field}", False, _under(name, key, _getter(field), 0)))


def own_kind(hint: Any) -> str:
    """The word for the things of a set that the game names itself; nothing for another field."""
    meant = get_args(hint)[1] if get_origin(hint) is Annotated else ""
    return str(meant) if isinstance(meant, SetOf) else ""


def _itself(found: Any) -> Any:
    return found


def _getter(field: str) -> Callable[[Any], Any]:
    return lambda thing: getattr(thing, field)


def _under(name: str, key: object, read: Callable[[Any], Any], nothing: Any) -> Callable[[Any], Any]:
    def found(position: Any) -> Any:
        table: Mapping[object, Any] = getattr(position, name)
        return read(table[key]) if key in table else nothing

    return found
