"""The odds of a battle: factors of both sides, the basic column, every shift with its case, and the limit on bonuses.

Columns are counted from 0, the first of the table (1:3). Below it imaginary columns go on, 1:4 being -1, out of which a
battle may be shifted. Everything is reckoned on the look that is given, so it knows what that look knows and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from bocage.parts.combat.odds import Shift
from bocage.rules import HexSet, pure

from ..look import RhineLook, members
from ..position import FULL, GERMAN, OTHER, SHORT
from .shifts import shifts_of

if TYPE_CHECKING:
    from ...game import Rhine

NO_ODDS = -99  # the column of an attack without any factor


class Odds(msgspec.Struct, frozen=True):
    """What a battle comes to before pressing and Disruption move the column on which the die is read."""

    attack: int  # twice the attack factors, so that halves are kept (RIV.3)
    defence: int
    basic: str  # the column of the ratio, or an imaginary one such as 1:5
    shifts: tuple[Shift, ...]
    final: str  # the column after shifts and their limit; empty below 1:3, where no attack is allowed (CRT.14)
    column: int  # its number, below 0 when it is imaginary
    reached: str  # the final odds in words, imaginary ones too
    shaken: bool  # every defender is Disrupted: the die is read one column higher (DIS.3)
    defenders: int  # all combat units in the target hexes
    counted: int  # those of them within stacking limits (STK.6)
    factors: dict[int, int]  # attacker -> twice its factors in this battle
    strengths: dict[int, int]  # target hex -> its defence total


def odds(
    look: RhineLook, side: str, targets: HexSet, attackers: int, *, supported: bool = False, fort: bool | None = None
) -> Odds:
    """The odds of an attack by a side's units on hexes.

    `supported` says whether Goering's Blitz supports it. `fort` tells what to assume of the forts of Metz or Nancy;
    without it they are as they are.
    """
    game = look.game
    nodes = game.board.nodes(targets)
    enemy = OTHER[side]
    defenders = look.units_in(targets, enemy) & game.troop_units
    counted = 0
    for node in nodes:
        counted |= counted_defenders(look, node, enemy)
    crossing = rivers_crossed(look, attackers, targets)
    factors = {unit: _factors(look, unit, crossing[1]) for unit in members(attackers)}
    flanked = _flanked(look, attackers)
    strengths = {node: _strength(look, node, enemy, counted, flanked, fort) for node in nodes}
    attack, defence = sum(factors.values()), sum(strengths.values())
    basic = column = basic_column(game, attack, defence)
    shifts: tuple[Shift, ...] = ()
    if basic != NO_ODDS:
        shifts = tuple(shifts_of(look, side, targets, attackers, counted, crossing, supported))
        column = shifted(game, basic, sum(shift.columns for shift in shifts))
    columns = game.data.odds
    return Odds(
        attack,
        defence,
        column_text(columns, basic),
        shifts,
        columns[column] if column >= 0 else "",
        column,
        column_text(columns, column),
        _shaken(look, nodes, enemy, defenders),
        defenders,
        counted,
        factors,
        strengths,
    )


# Factors


def counted_defenders(look: RhineLook, node: int, side: str) -> int:
    """The combat units of a hex that count in its defence: those within stacking limits (STK.6, ruling R31).

    Undisrupted units come first; of the others, those with the greatest defence that there is room for.
    """
    game = look.game
    units = look.in_place(node, side) & game.troop_units
    counters = game.counters
    most, most_armour = game.stacking_limits[node]
    points = armour = 0
    for unit in members(units):
        counter = counters[unit]
        points += counter.stacking
        if counter.armour:
            armour += counter.stacking
    if points <= most and armour <= most_armour:
        return units
    # The best choice for every use of room, unit by unit: with a pile of Disrupted units, going through all choices
    # would never end. What is compared are Undisrupted factors, then all factors, then the order of the counter list.
    best: dict[tuple[int, int], tuple[int, int, int]] = {(0, 0): (0, 0, 0)}
    free = 0
    for unit in members(units):
        counter = counters[unit]
        if not counter.stacking:
            free |= 1 << unit
            continue
        defence = look.defence(unit)
        able = 0 if look.position.disrupted >> unit & 1 else defence
        for (points, armour), (sum_able, sum_all, minus) in list(best.items()):
            room = (points + counter.stacking, armour + (counter.stacking if counter.armour else 0))
            if room[0] <= most and room[1] <= most_armour:
                value = (sum_able + able, sum_all + defence, minus - (1 << unit))
                best[room] = max(best.get(room, value), value)
    return free | -max(best.values())[2]


def rivers_crossed(look: RhineLook, attackers: int, targets: HexSet) -> tuple[int, int]:
    """The attackers that attack over a river, and those that do so over a wide one (RIV.1, RIV.2).

    Whoever has a river before any of the hexes that it attacks attacks over it; no river counts for those who come from
    the sea (ruling R24).
    """
    data, units = look.game.data, look.position.units
    behind_river, behind_wide = data.rivers.step(targets), data.wide.step(targets)
    over = wide = 0
    for unit in members(attackers):
        at = units[unit].at
        if at < 0:
            continue
        if behind_river >> at & 1:
            over |= 1 << unit
            if behind_wide >> at & 1:
                wide |= 1 << unit
    return over, wide


def _factors(look: RhineLook, unit: int, over_wide: int) -> int:
    """Twice the factors with which a unit attacks; armour over a wide river has half of them (RIV.3)."""
    factor = 2 * look.attack(unit)
    if over_wide >> unit & 1 and look.game.armour_units >> unit & 1:
        factor //= look.game.rules.numbers["armour_wide_divisor"]
    return factor


def _flanked(look: RhineLook, attackers: int) -> bool:
    """Does any attacker stand on the Siegfried Line or elsewhere in Germany (SIEG.2, ruling R17)?"""
    data = look.game.data
    return bool(look.hexes_of(members(attackers)) & (data.siegfried | data.germany))


def _strength(look: RhineLook, node: int, side: str, counted: int, flanked: bool, fort: bool | None) -> int:
    """The defence total of a hex: units, fortress, forts and Siegfried Line (FORT.1, METZ.1, SIEG.1)."""
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    bit = 1 << node
    here = counted & look.in_place(node, side)
    total = sum(look.defence(unit) for unit in members(here))
    if bit & look.controls(side):
        if bit & game.data.fortress_ports:
            total += numbers["fortress_defence"]
        restored = position.forts_restored & bit if fort is None else fort and game.fort_cities & bit
        if restored:
            total += numbers["fort_defence"]
    if side == GERMAN and bit & game.data.siegfried and not flanked and here & game.infantry_corps:
        total += numbers["siegfried_defence"]
    return total


def _shaken(look: RhineLook, nodes: list[int], side: str, defenders: int) -> bool:
    """Is everything that defends Disrupted (DIS.3, ruling R31)? A fortress without units never is (R16, R91)."""
    if defenders & ~look.position.disrupted:
        return False
    return all(defenders & look.in_place(node, side) for node in nodes)


# Columns


@pure(10_000)
def basic_column(game: Rhine, attack: int, defence: int) -> int:
    """The column of a ratio, `attack` being twice the factors: the nearest that is not above it."""
    if not attack:
        return NO_ODDS
    values = game.data.odds_values
    return _highest(values, Fraction(attack, 2 * defence)) if defence else len(values) - 1


def _highest(values: tuple[Fraction, ...], ratio: Fraction) -> int:
    """The highest column, imaginary ones included, whose value a ratio reaches."""
    if ratio >= values[0]:
        return sum(value <= ratio for value in values) - 1
    # 1:3 is column 0, so 1:n is column 3 - n, and n is the ratio's inverse rounded up.
    return values[0].denominator - -(-ratio.denominator // ratio.numerator)


def _value(values: tuple[Fraction, ...], column: int) -> Fraction:
    return values[column] if column >= 0 else Fraction(1, values[0].denominator - column)


@pure(100)
def highest_bonus(game: Rhine, basic: int) -> int:
    """The column that bonuses cannot exceed: at most double the basic odds (SHIFT.1)."""
    values = game.data.odds_values
    return _highest(values, game.rules.numbers["bonus_cap"] * _value(values, basic))


def shifted(game: Rhine, basic: int, total: int) -> int:
    """The column after shifts: their sum is limited upwards (SHIFT.1) and not downwards (SHIFT.2)."""
    return basic + total if total <= 0 else min(basic + total, highest_bonus(game, basic))


def column_text(columns: tuple[str, ...], column: int) -> str:
    """A column as players say it, imaginary ones too.

    >>> column_text(("1:3", "1:2"), 1), column_text(("1:3", "1:2"), -2), column_text(("1:3",), NO_ODDS)
    ('1:2', '1:5', 'nothing')
    """
    if column == NO_ODDS:
        return "nothing"
    return columns[column] if column >= 0 else f"1:{int(columns[0].partition(':')[2]) - column}"


# What may be


def may_attack_by_supply(look: RhineLook, unit: int) -> bool:
    """May a unit attack as far as supply goes (SUP.21)?"""
    return look.supply(unit) in (FULL, SHORT)


def may_be_supported(look: RhineLook, side: str, targets: HexSet) -> bool:
    """Can Goering's Blitz support an attack on these hexes (BLITZ.1, BLITZ.2, ruling R52)?"""
    position, board = look.position, look.game.board
    if side != GERMAN or not position.blitz_turn or position.blitz_turn != position.turn:
        return False
    radius = look.game.rules.numbers["blitz_radius"]
    return all(not position.blitz_targets & ~board.within(node, radius) for node in board.nodes(targets))


# Words


def halves(twice: int) -> str:
    """Twice a number of factors, as a player says it.

    >>> halves(12), halves(7), halves(1)
    ('6', '3½', '½')
    """
    if twice % 2:
        return f"{twice // 2 or ''}½"
    return str(twice // 2)


def odds_words(
    attack: int,
    defence: int,
    basic: str,
    shifts: Sequence[Shift | tuple[int, str, str]],
    reached: str,
    shaken: bool,
) -> str:
    """The odds of a battle in a few words, each shift with its case."""
    words = f"{halves(attack)} against {defence} is {basic}"
    if shifts:
        told = ", ".join(f"{columns:+d} {why} ({rule})" for columns, rule, why in shifts)
        words += f"; {told}: {reached}"
    return words + ("; the defenders are Disrupted: read one column higher (DIS.3)" if shaken else "")
