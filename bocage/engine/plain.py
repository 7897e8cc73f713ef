"""Positions and frames as plain data and back, with labels in place of numbers.

The form of a field follows from its type: a `Node` is written as its label, `Hexes` as a list of labels, `Units` as a
list of unit ids, the units themselves by their ids, a `SetOf` by the names that the game has for its kind. A save
therefore survives a new numbering of hexes, units or cards. What has its default is not written, so a default must not
change once matches are stored. What is read back is checked: a save that was damaged raises `BadInput` and says where.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.position import Frame, Position, SetOf, Unit


class Naming(Protocol):
    """The numbers and names of one game."""

    @property
    def node_labels(self) -> tuple[str, ...]: ...
    @property
    def node_numbers(self) -> dict[str, int]: ...
    @property
    def place_names(self) -> tuple[str, ...]: ...
    @property
    def unit_ids(self) -> tuple[str, ...]: ...
    @property
    def unit_numbers(self) -> dict[str, int]: ...
    @property
    def own_names(self) -> Mapping[str, tuple[str, ...]]: ...
    def frame_class(self, step: str) -> type[Frame]: ...


def place_name(naming: Naming, place: int) -> str:
    """The label of a node, or the name of a place off the board."""
    return naming.node_labels[place] if place >= 0 else naming.place_names[-place - 1]


def place_number(naming: Naming, name: str) -> int:
    """The number of a place by its name."""
    if name in naming.node_numbers:
        return naming.node_numbers[name]
    if name in naming.place_names:
        return -naming.place_names.index(name) - 1
    raise BadInput(f"there is no hex or place {name!r} in this game")


def node_number(naming: Naming, label: str) -> int:
    """The number of a hex or box of the board by its label."""
    if label not in naming.node_numbers:
        raise BadInput(f"there is no hex {label!r} in this game")
    return naming.node_numbers[label]


def _members(items: int) -> list[int]:
    return [number for number in range(items.bit_length()) if items >> number & 1]


def _unit_number(naming: Naming, name: str) -> int:
    if name not in naming.unit_numbers:
        raise BadInput(f"there is no unit {name!r} in this game")
    return naming.unit_numbers[name]


def _listed(items: Any) -> list[Any]:
    if not isinstance(items, list):
        raise BadInput(f"a list was expected where the stored position has {items!r}")
    return items


def _optional(naming: Naming, number: int) -> str | None:
    return naming.unit_ids[number] if number >= 0 else None


Writer = Callable[[Naming, Any], Any]

_MARKED: dict[str, tuple[Writer, Writer]] = {
    "node": (
        lambda naming, number: naming.node_labels[number] if number >= 0 else None,
        lambda naming, label: node_number(naming, label) if label is not None else -1,
    ),
    "place": (place_name, place_number),
    "unit": (_optional, lambda naming, name: -1 if name is None else _unit_number(naming, name)),
    "hexes": (
        lambda naming, members: [naming.node_labels[number] for number in _members(members)],
        lambda naming, labels: sum(1 << node_number(naming, label) for label in set(_listed(labels))),
    ),
    "units": (
        lambda naming, members: [naming.unit_ids[number] for number in _members(members)],
        lambda naming, names: sum(1 << _unit_number(naming, name) for name in set(_listed(names))),
    ),
    "roster": (
        lambda naming, units: {
            name: [place_name(naming, unit.at), unit.steps, *([unit.marks] if unit.marks else [])]
            for name, unit in zip(naming.unit_ids, units, strict=True)
        },
        lambda naming, data: _read_roster(naming, data),
    ),
}


def _read_roster(naming: Naming, data: Any) -> list[Unit]:
    if not isinstance(data, dict):
        raise BadInput("the stored units must be a table by their ids")
    for name in data:
        _unit_number(naming, name)
    number = _simple(int)[1]
    units = []
    for name in naming.unit_ids:
        if name not in data:
            raise BadInput(f"the stored position says nothing about the unit {name}")
        place, *numbers = _listed(data[name])
        units.append(Unit(place_number(naming, place), *(number(naming, item) for item in numbers)))
    return units


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


@cache
def _struct_codec(kind: type[msgspec.Struct]) -> tuple[Writer, Writer]:
    hints = get_type_hints(kind, include_extras=True)
    hidden = getattr(kind, "derived", ())
    fields = [(name, *_codec(hints[name])) for name in kind.__struct_fields__ if name not in hidden]
    defaults = {field.name: _default(field) for field in msgspec.structs.fields(kind)}

    def write(naming: Naming, value: Any) -> dict[str, Any]:
        # Defaults are left out, so that a field which a later version adds does not change the hash of old positions.
        items = ((name, put, getattr(value, name)) for name, put, _ in fields)
        return {name: put(naming, item) for name, put, item in items if item != defaults[name]}

    names = {name for name, _, _ in fields}

    def read(naming: Naming, data: Any) -> Any:
        if not isinstance(data, dict):
            raise BadInput(f"a stored {kind.__name__} must be a table of fields")
        for name in data:
            if name not in names:
                raise BadInput(f"a stored {kind.__name__} has the unknown field {name!r}")
        # A field that an older version did not know keeps its default.
        return kind(**{name: get(naming, data[name]) for name, _, get in fields if name in data})

    return write, read


def _write_frame(naming: Naming, frame: Frame) -> dict[str, Any]:
    return {"step": frame.step, **_struct_codec(type(frame))[0](naming, frame)}


def _read_frame(naming: Naming, data: Any) -> Any:
    fields = dict(data)
    return _struct_codec(naming.frame_class(fields.pop("step")))[1](naming, fields)


def _simple(kind: type) -> tuple[Writer, Writer]:
    """The codec of a text, a number or a yes/no, which are written as they are."""

    def read(_: Naming, item: Any) -> Any:
        if type(item) is not kind:
            raise BadInput(f"the stored position has {item!r} where a value of type {kind.__name__} belongs")
        return item

    return (lambda _, item: item), read


def _set_of(kind: str) -> tuple[Writer, Writer]:
    """The codec of a set of things that the game names itself: a list of their names."""

    def read(naming: Naming, names: Any) -> int:
        known = naming.own_names[kind]
        for name in _listed(names):
            if name not in known:
                raise BadInput(f"{name!r} is none of the {kind} of this game")
        return sum(1 << known.index(name) for name in set(names))

    return (lambda naming, members: [naming.own_names[kind][number] for number in _members(members)]), read


def _codec(hint: Any) -> tuple[Writer, Writer]:
    origin = get_origin(hint)
    if origin is Annotated:
        base, mark = get_args(hint)[:2]
        if isinstance(mark, SetOf):
            return _set_of(mark)
        if mark in _MARKED:
            return _MARKED[mark]
        return _codec(base)
    if origin in (tuple, list):
        write, read = _codec(get_args(hint)[0])
        make = tuple if origin is tuple else list
        return (
            lambda naming, items: [write(naming, item) for item in items],
            lambda naming, items: make(read(naming, item) for item in _listed(items)),
        )
    if origin is dict:
        write, read = _codec(get_args(hint)[1])
        return (
            lambda naming, items: {key: write(naming, item) for key, item in items.items()},
            lambda naming, items: {key: read(naming, item) for key, item in items.items()},
        )
    if origin in (Union, types.UnionType):
        inner = [option for option in get_args(hint) if option is not type(None)]
        if len(inner) == 1:
            write, read = _codec(inner[0])
            return (
                lambda naming, item: None if item is None else write(naming, item),
                lambda naming, item: None if item is None else read(naming, item),
            )
    if hint is Frame:
        return _write_frame, _read_frame
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _struct_codec(hint)
    if hint in (int, str, bool):
        return _simple(hint)
    return (lambda _, item: item), (lambda _, item: item)


def to_plain(naming: Naming, value: msgspec.Struct) -> dict[str, Any]:
    """A position or frame as tables, lists, texts and numbers."""
    plain: dict[str, Any] = _struct_codec(type(value))[0](naming, value)
    return plain


def from_plain(naming: Naming, kind: type[Position], data: object) -> Any:
    """The position that was written so; broken data raises `BadInput`."""
    try:
        return _struct_codec(kind)[1](naming, data)
    except BadInput:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadInput(f"this stored position cannot be read: {error!r}") from error


def digest(naming: Naming, position: Position) -> str:
    """The hash of a position: equal for equal positions on every machine."""
    text = msgspec.json.encode(to_plain(naming, position), order="sorted")
    return blake2b(text, digest_size=16).hexdigest()
