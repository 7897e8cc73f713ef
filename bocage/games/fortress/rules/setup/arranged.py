"""Arranged positions: what the notation of a position means in this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.rules import Unit, arrange

from ..position import ALLIED, FortressPosition

if TYPE_CHECKING:
    from ...game import Fortress

MARKS = ("frozen", "flipped", "hidden")  # words after a unit, of which markers are made


def arrange_position(game: Fortress, position: FortressPosition, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied units stand are Allied, other rails German.

    The words frozen, flipped and hidden after a unit make markers.
    """
    position.allied_control, position.german_rail, position.weather = 0, game.data.rail_hexes, "Clear"
    position.released, position.flipped, position.by_air = True, 0, 0
    position.start_stacks, position.start_line = 0, 0
    position.of_italy = game.trait("italy")
    arrange(game, position, extras)
    for number, unit in enumerate(position.units):
        for mark, field in enumerate(MARKS):
            if unit.marks >> mark & 1:
                setattr(position, field, getattr(position, field) | 1 << number)
        if unit.marks:
            position.units[number] = unit = Unit(unit.at, unit.steps)
        counter = game.counters[number]
        if unit.at >= 0 and counter.side == ALLIED and counter.piece:
            position.allied_control |= 1 << unit.at
