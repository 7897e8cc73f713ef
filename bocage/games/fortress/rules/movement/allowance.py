"""How many hexes a unit may enter in a move impulse (5.4, 5.6), and what is left of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Units, pure

from .. import winter
from ..look import FortressLook

if TYPE_CHECKING:
    from ...game import Fortress

FULL, HALF = "full", "half"  # of the printed factor, as the Movement Allowance Chart says


def halved(number: int, divisor: int) -> int:
    """A part of a number, rounded up.

    >>> halved(7, 2), halved(6, 2)
    (4, 3)
    """
    return -(-number // divisor)


def factor(look: FortressLook, unit: int) -> int:
    """The movement factor; a coastal unit has that of its infantry side, on which it moves (22.2)."""
    if look.game.coastal_units >> unit & 1:
        return look.game.counters[unit].movement[1]
    return look.pace(unit)


@pure(16)
def still(game: Fortress, weather: str, impulse: int) -> Units:
    """Units that the chart lets not move at all in an impulse (5.4, 8.11, 13.1)."""
    chart = game.data.allowances
    return sum(
        1 << unit
        for unit, counter in enumerate(game.counters)
        if not counter.piece or not any(counter.movement) or chart[weather, counter.moves_as][impulse - 1] == "0"
    )


def allowance(look: FortressLook, unit: int) -> int:
    """Hexes that a unit may enter in this impulse, if the ground is not rough."""
    position, game = look.position, look.game
    numbers, bit = game.rules.numbers, 1 << unit
    entry = game.data.allowances[position.weather, game.counters[unit].moves_as][position.impulse - 1]
    if entry == "0":
        return 0
    hexes = factor(look, unit)
    if entry == HALF:
        hexes = halved(hexes, numbers["weather_divisor"])
    elif entry != FULL:
        hexes = int(entry)
    if position.ashore_now & bit:  # rounded down: with the second wave (12.11), or by sea (11.3)
        second_wave = look.invading()
        hexes //= numbers["landing_divisor" if second_wave else "sea_move_divisor"]
        hexes = max(hexes, numbers["landing_least_move"]) if second_wave else hexes
    if position.slowed & bit:
        hexes = halved(hexes, numbers["armor_release_divisor"])
    if winter.slow_americans(look) & bit:
        hexes = min(hexes, numbers["december_move"])
    return max(hexes, numbers["least_move"])


def half_allowance(look: FortressLook, unit: int) -> int:
    """The allowance of an armoured unit that enters rough ground (8.1)."""
    return halved(allowance(look, unit), look.game.rules.numbers["rough_divisor"])


def entered(look: FortressLook, unit: int) -> tuple[int, ...]:
    """The hexes that a unit has walked into in this impulse."""
    return look.position.trails.get(look.game.unit_ids[unit], ())[1:]


def left(look: FortressLook, unit: int) -> tuple[int, int]:
    """Hexes that a unit may still enter: without rough ground, and with it.

    For whoever is not armoured, or has been in rough ground already, the two are the same.
    """
    walked = entered(look, unit)
    whole = half = allowance(look, unit)
    if look.game.armored_units >> unit & 1:
        half = half_allowance(look, unit)
        rough = look.game.data.terrain["rough"]
        if any(rough >> node & 1 for node in walked):
            whole = half
    return whole - len(walked), half - len(walked)
