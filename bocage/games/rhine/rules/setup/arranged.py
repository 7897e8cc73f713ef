"""Arranged positions: what the notation of a position means in this game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.engine.naming import hex_named, hexes_named, unit_named, units_named
from bocage.rules import Unit, arrange

from ..position import ALLIED, DEAD, HAND, SEA, Battle, RhinePosition

if TYPE_CHECKING:
    from ...game import Rhine

MARKS = ("disrupted", "deployed", "down")  # words after a unit, of which markers are made
_FIELDS = ("disrupted", "deployed", "face_down")


def arrange_position(game: Rhine, position: RhinePosition, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position; hexes where Allied combat units stand are Allied.

    The words disrupted, deployed and down after a unit make markers; `landing_at` is written as "US-5C 1817; BR-1C
    1915" and puts these units at sea; `battles` as "2015: US-1C US-2AD" with target hexes before the colon, ";" between
    them.
    """
    position.allied_control = 0
    readers = {"landing_at": lambda game, value: _at_sea(game, position, value), "battles": _battles}
    arrange(game, position, extras, readers)
    for number, unit in enumerate(position.units):
        if unit.marks:
            for mark, field in enumerate(_FIELDS):
                if unit.marks >> mark & 1:
                    setattr(position, field, getattr(position, field) | 1 << number)
            position.units[number] = unit = Unit(unit.at, 1)
        counter = game.counters[number]
        if unit.at >= 0 and counter.side == ALLIED and not counter.dump:
            position.allied_control |= 1 << unit.at
        elif unit.at == HAND and not any(getattr(frame, "table", "") == "setup" for frame in position.frames):
            # Nobody set this unit up, so it is not in the game.
            position.units[number] = Unit(DEAD, 1)


def _parts(value: str) -> list[str]:
    return [part.strip() for part in value.split(";") if part.strip()]


def _at_sea(game: Rhine, position: RhinePosition, value: str) -> dict[str, int]:
    """Put units at sea, and say where each is to land."""
    landing_at = {}
    for item in _parts(value):
        name, label = item.split()
        landing_at[name] = hex_named(game, label)
        position.units[unit_named(game, name)] = Unit(SEA, 1)
    return landing_at


def _battles(game: Rhine, value: str) -> tuple[Battle, ...]:
    found = []
    for number, item in enumerate(_parts(value), 1):
        targets, _, attackers = item.partition(":")
        found.append(Battle(number, hexes_named(game, targets), units_named(game, attackers)))
    return tuple(found)
