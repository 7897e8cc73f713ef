"""Arranged positions: the fields of a position as the notation writes them, hexes and units by their labels."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.position import Units
from bocage.hexes import HexSet


def node(game: Game[Any], label: str) -> int:
    """The node of a hex."""
    if label not in game.board.index:
        raise BadInput(f"there is no hex {label!r} on this board")
    return game.board.index[label]


def number(game: Game[Any], unit: str) -> int:
    """The number of a unit."""
    if unit not in game.unit_numbers:
        raise BadInput(f"there is no unit {unit!r} in this game")
    return game.unit_numbers[unit]


def hex_set(game: Game[Any], labels: str) -> HexSet:
    """Hexes that are written as "1406 1407"."""
    return sum(1 << node(game, label) for label in set(labels.split()))


def unit_set(game: Game[Any], names: str) -> Units:
    """Units that are written as "US-1 US-2"."""
    return sum(1 << number(game, name) for name in set(names.split()))


def set_fields(
    game: Game[Any],
    position: Any,
    extras: Mapping[str, Any],
    *,
    hexes: Collection[str],
    units: Collection[str],
    as_given: Collection[str],
    readers: Mapping[str, Callable[[Any], Any]],
) -> None:
    """Set fields of a position by their names; a name that is in none of the four is refused.

    `hexes` and `units` are sets written as labels, `as_given` is taken as it is; `readers` make of what is written
    what the position holds.
    """
    for name, value in extras.items():
        if name in hexes:
            setattr(position, name, hex_set(game, value))
        elif name in units:
            setattr(position, name, unit_set(game, value))
        elif name in readers:
            setattr(position, name, readers[name](value))
        elif name in as_given:
            setattr(position, name, value)
        else:
            raise BadInput(f"{game.title} does not know {name!r} in a position")
