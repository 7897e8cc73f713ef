"""The fields of a position: what each holds, how long that lasts, and what becomes of it when a unit leaves the map.

A game says it where it declares the field, and nowhere else:

    moved: Annotated[Units, Until("movement"), GOES] = 0

`play.clear("movement")` sets every such field back, `play.take_off(unit, place)` takes the unit out of all fields that
go with it, and the notation of positions reads fields by what they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.naming import hex_named, hexes_named, members_named, unit_named, units_named
from bocage.engine.position import Position, SetOf


class Until(NamedTuple):
    """A field that is set back when something is over."""

    over: str


GOES = "goes"  # a field with units in it, which a unit that leaves the map is taken out of


class Field(NamedTuple):
    """One field: its name, what it holds (a word of `position`, or nothing), its default, and what was said of it."""

    name: str
    holds: str
    default: Any
    overs: tuple[str, ...]
    goes: bool
    table: bool  # is it a table by unit ids?


@cache
def fields(kind: type[Position]) -> tuple[Field, ...]:
    """The fields that a game adds to a position."""
    hints = get_type_hints(kind, include_extras=True)
    known = {field.name: field for field in msgspec.structs.fields(kind)}
    found = []
    for name in kind.__struct_fields__:
        if name in Position.__struct_fields__:
            continue
        notes = get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ()
        base = get_args(hints[name])[0] if notes else hints[name]
        holds = next((note for note in notes if isinstance(note, str) and note != GOES), "")
        overs = tuple(note.over for note in notes if isinstance(note, Until))
        found.append(Field(name, holds, _default(known[name]), overs, GOES in notes, get_origin(base) is dict))
    return tuple(found)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


@cache
def lasting(kind: type[Position], over: str) -> tuple[tuple[str, Any], ...]:
    """The fields that are set back when this is over, with what they are set to."""
    found = tuple((field.name, field.default) for field in fields(kind) if over in field.overs)
    assert found, f"no field of {kind.__name__} lasts until the {over} is over"
    return found


@cache
def going(kind: type[Position]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields that go with a unit: sets of units, and tables by their ids."""
    mine = [field for field in fields(kind) if field.goes]
    return tuple(field.name for field in mine if not field.table), tuple(field.name for field in mine if field.table)


Reader = Callable[[Any, Any], Any]


_READERS: Mapping[str, Reader] = {"hexes": hexes_named, "units": units_named, "node": hex_named, "unit": unit_named}


def _reader(holds: str) -> Reader | None:
    if isinstance(holds, SetOf):
        return lambda game, names: members_named(game, holds, names)
    return _READERS.get(holds)


def arrange(game: Any, position: Any, extras: Mapping[str, Any], readers: Mapping[str, Reader] | None = None) -> None:
    """Set fields of a position as its notation writes them: hexes and units by their labels, all else as it is.

    `readers` make of what is written what a field holds, where that is not to be seen from its kind.
    """
    kind: type[Position] = type(position)
    known = {field.name: field for field in fields(kind)}
    for name, value in extras.items():
        read = (readers or {}).get(name)
        if read is None:
            if name not in known:
                raise BadInput(f"{game.title} does not know {name!r} in a position")
            read = _reader(known[name].holds)
        try:
            setattr(position, name, _as_it_is(kind, name, value) if read is None else read(game, value))
        except (TypeError, AttributeError, ValueError) as error:
            raise BadInput(f"{name.replace('_', ' ')} of a position cannot be {value!r}: {error}") from error


def _as_it_is(kind: type[Position], name: str, value: Any) -> Any:
    """A value that is written as the field holds it, if it is of that kind (else a `ValueError` that says so)."""
    hint = get_type_hints(kind, include_extras=True)[name]
    return msgspec.convert(value, hint, strict=True)
