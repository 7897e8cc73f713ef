"""Hexes and units by what players call them: labels and ids, as notation, forecasts and commands write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.position import Units
from bocage.hexes import HexSet


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "move"), counted(2, "entry", "entries")
    ('1 move', '2 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def hex_named(game: Any, label: object) -> int:
    """The node of a hex by its label."""
    if not isinstance(label, str) or label not in game.board.index:
        raise BadInput(f"there is no hex {label!r} on this board")
    node: int = game.board.index[label]
    return node


def hexes_named(game: Any, labels: str | Sequence[str]) -> HexSet:
    """The hexes of these labels, which may stand in one text."""
    found = 0
    for label in labels.split() if isinstance(labels, str) else labels:
        found |= 1 << hex_named(game, label)
    return found


def unit_named(game: Any, name: object) -> int:
    """The number of a unit by its id."""
    if not isinstance(name, str) or name not in game.unit_numbers:
        raise BadInput(f"there is no unit {name!r} in this game")
    number: int = game.unit_numbers[name]
    return number


def units_named(game: Any, names: str | Sequence[str]) -> Units:
    """The units of these ids, which may stand in one text."""
    found = 0
    for name in names.split() if isinstance(names, str) else names:
        found |= 1 << unit_named(game, name)
    return found


def members_named(game: Any, kind: str, names: str | Sequence[str]) -> int:
    """The set of things of a kind that the game names itself, by their names, which may stand in one text."""
    known, found = game.own_names[kind], 0
    for name in names.split() if isinstance(names, str) else names:
        if name not in known:
            raise BadInput(f"{name!r} is none of the {kind} of {game.title}")
        found |= 1 << known.index(name)
    return found
