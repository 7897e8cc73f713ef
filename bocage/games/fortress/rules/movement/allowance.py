"""Who may move at all in an impulse, how many hexes (5.4, 5.6), and what is left of them."""

from __future__ import annotations

from bocage.rules import Conditions, Units, pure

from .. import winter
from ..look import Fortress, FortressLook
from ..position import ALLIED

FULL, HALF = "full", "half"  # of the printed factor, as the Movement Allowance Chart says


def halved(number: int, divisor: int) -> int:
    """A part of a number, rounded up."""
    return -(-number // divisor)


@pure(16)
def still(game: Fortress, weather: str, impulse: int) -> Units:
    """Units that the chart lets not move at all in an impulse (5.4, 8.11, 13.1)."""
    chart, counters = game.data.allowances, enumerate(game.counters)
    barred = (unit for unit, c in counters if not c.piece or chart[weather, c.moves_as][impulse - 1] == "0")
    return sum(1 << unit for unit in barred)


def able(look: FortressLook, side: str) -> Conditions:
    """Units of a side that may still move in this impulse, on land or by sea."""
    position, game, first = look.position, look.game, look.position.impulse == 1
    yield ~position.resting, "27.7", "{it} has taken replacements and does not move this turn"
    yield ~position.airlifted, "20.10", "{it} was airlifted and does not move this turn"
    yield ~position.raiders, "21.2", "{it} is on a raid and does not move in this impulse"
    if first:
        yield ~position.dropped, "20.7", "{it} was dropped and does not move in this impulse"
        yield ~position.invaders, "12.3", "{it} lands in this impulse and does not move"
        yield ~game.headquarters, "13.1", "headquarters move in the second move impulse only"
    weather = f"{'first' if first else 'second'} move impulse of a turn with this weather ({position.weather})"
    yield ~still(game, position.weather, position.impulse), "8.11", f"{{it}} does not move in the {weather}"
    if not first:
        pinned = look.units_in(look.enemy_zone(side), side) & ~winter.ignoring_zones(look, side)
        yield ~pinned, "8.9", "{it} is in an enemy zone of control and does not move in the second impulse"
    yield ~(position.stopped & ~position.mired), "5.1", "{it} has ended its move in this impulse"
    if game.rules.armour_release:
        yield ~position.held, "31.9", "{it} does not get under way this turn"
        yield ~position.delayed, "31.9", "{it} does not get under way in this impulse"
    if position.fuel >= 0:
        armour = game.armored_units & game.side_units[ALLIED]
        out = (armour & position.moved).bit_count() >= position.fuel
        short = f"there is fuel for {position.fuel} armoured units in this impulse, and so many have moved"
        yield ~(armour & ~position.moved) if out else -1, "31.14", short


def allowance(look: FortressLook, unit: int, sailing: bool = False) -> int:
    """Hexes that a unit may enter in this impulse, if the ground is not rough; less if it comes or goes by sea."""
    position, game = look.position, look.game
    numbers, counter, bit = game.rules.numbers, game.counters[unit], 1 << unit
    entry = game.data.allowances[position.weather, counter.moves_as][position.impulse - 1]
    if entry == "0":
        return 0
    # A coastal unit has the factor of its infantry side, on which it moves (22.2).
    hexes, least = counter.movement[1] if game.coastal_units & bit else look.pace(unit), numbers["least_move"]
    if entry == HALF:
        hexes = halved(hexes, numbers["weather_divisor"])
    elif entry != FULL:
        hexes = int(entry)
    if look.invading() and position.ashore_now & bit:
        hexes, least = hexes // numbers["landing_divisor"], numbers["landing_least_move"]  # rounded down (12.11)
    elif sailing or position.ashore_now & bit:
        hexes //= numbers["sea_move_divisor"]  # rounded down (11.3)
    if position.slowed & bit:
        hexes = halved(hexes, numbers["armor_release_divisor"])
    if winter.slow_americans(look) & bit:
        hexes = min(hexes, numbers["december_move"])
    return max(hexes, least)


def entered(look: FortressLook, unit: int) -> tuple[int, ...]:
    """The hexes that a unit has walked into in this impulse."""
    return look.position.trails.get(look.game.unit_ids[unit], ())[1:]


def left(look: FortressLook, unit: int) -> tuple[int, int]:
    """Hexes that a unit may still enter: without rough ground, and with it, which halves the move of armour (8.1).

    For whoever is not armoured, or has been in rough ground already, the two are the same.
    """
    walked = entered(look, unit)
    whole = half = allowance(look, unit)
    if look.game.armored_units >> unit & 1:
        half = halved(half, look.game.rules.numbers["rough_divisor"])
        if any(look.game.data.terrain["rough"] >> node & 1 for node in walked):
            whole = half
    return whole - len(walked), half - len(walked)
