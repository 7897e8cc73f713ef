"""The odds of a battle: factors of both sides, the basic column, every shift with its case, and the limit on bonuses.

Columns are counted from 0, the first of the table (1:3). Below it imaginary columns go on, 1:4 being -1, out of which a
battle may be shifted. Everything is reckoned on the look that is given, so it knows what that look knows and no more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from bocage.hexes import HexSet
from bocage.parts.odds import Shift
from bocage.parts.stacks import members

from ..position import ALLIED, BAD, FULL, GERMAN, OTHER, SHORT, VERY_BAD
from ..supply import ways

if TYPE_CHECKING:
    from ..look import RhineLook

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
    basic = basic_column(look, attack, defence)
    shifts = _shifts(look, side, targets, attackers, counted, crossing, supported) if basic != NO_ODDS else ()
    column = shifted(look, basic, sum(shift.columns for shift in shifts)) if basic != NO_ODDS else NO_ODDS
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
    units = look.units_at(node, side) & game.troop_units
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
    here = counted & look.units_at(node, side)
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
    """Is everything that defends Disrupted (DIS.3, ruling R31)? A fortress without units never is (ruling R16)."""
    if defenders & ~look.position.disrupted:
        return False
    return all(defenders & look.units_at(node, side) for node in nodes)


# Columns


def basic_column(look: RhineLook, attack: int, defence: int) -> int:
    """The column of a ratio, `attack` being twice the factors: the nearest that is not above it."""
    if not attack:
        return NO_ODDS
    memo = look.game.memo
    key = ("basic column", attack, defence)
    column: int | None = memo.get(key)
    if column is None:
        values = look.game.data.odds_values
        column = memo[key] = _highest(values, Fraction(attack, 2 * defence)) if defence else len(values) - 1
    return column


def _highest(values: tuple[Fraction, ...], ratio: Fraction) -> int:
    """The highest column, imaginary ones included, whose value a ratio reaches."""
    if ratio >= values[0]:
        return sum(value <= ratio for value in values) - 1
    # 1:3 is column 0, so 1:n is column 3 - n, and n is the ratio's inverse rounded up.
    return values[0].denominator - -(-ratio.denominator // ratio.numerator)


def _value(values: tuple[Fraction, ...], column: int) -> Fraction:
    return values[column] if column >= 0 else Fraction(1, values[0].denominator - column)


def highest_bonus(look: RhineLook, basic: int) -> int:
    """The column that bonuses cannot exceed: at most double the basic odds (SHIFT.1)."""
    memo = look.game.memo
    key = ("highest bonus", basic)
    column: int | None = memo.get(key)
    if column is None:
        values = look.game.data.odds_values
        column = memo[key] = _highest(values, look.game.rules.numbers["bonus_cap"] * _value(values, basic))
    return column


def shifted(look: RhineLook, basic: int, total: int) -> int:
    """The column after shifts: their sum is limited upwards (SHIFT.1) and not downwards (SHIFT.2)."""
    if total <= 0:
        return basic + total
    return min(basic + total, highest_bonus(look, basic))


def column_text(columns: tuple[str, ...], column: int) -> str:
    """A column as players say it, imaginary ones too.

    >>> column_text(("1:3", "1:2"), 1), column_text(("1:3", "1:2"), -2), column_text(("1:3",), NO_ODDS)
    ('1:2', '1:5', 'nothing')
    """
    if column == NO_ODDS:
        return "nothing"
    return columns[column] if column >= 0 else f"1:{int(columns[0].partition(':')[2]) - column}"


# Shifts


def _shifts(
    look: RhineLook,
    side: str,
    targets: HexSet,
    attackers: int,
    counted: int,
    crossing: tuple[int, int],
    supported: bool,
) -> tuple[Shift, ...]:
    """Every shift of a battle, in the attacker's favour when positive; each kind at most once."""
    numbers = look.game.rules.numbers
    found: list[Shift] = []
    if side == ALLIED:
        _air(look, targets, attackers, found)
    _special_units(look, side, attackers, counted, crossing[0], found)
    if side == GERMAN:
        _ss(look, attackers, found)
        if supported:
            _add(found, numbers["shift_blitz"], "BLITZ.1", "Goering's Blitz")
    _naval(look, side, targets, attackers, counted, found)
    _ground(look, side, targets, attackers, counted, crossing, found)
    if side == ALLIED and any(_supply(look, unit) == SHORT for unit in members(attackers)):
        _add(found, -numbers["shift_short"], "SUP.19", "an attacker is Short-supplied")
    if _unsupplied(look, OTHER[side], counted):
        _add(found, numbers["shift_unsupplied"], "SUP.21", "a defender is Unsupplied or Isolated")
    return tuple(found)


def _supply(look: RhineLook, unit: int) -> str:
    """The supply state of a unit; a search for attackers asks again and again, so it is kept with the question."""
    memo = look.memo
    if not isinstance(memo, dict):
        return look.supply(unit)
    key = ("supply", unit)
    if key not in memo:
        memo[key] = look.supply(unit)
    state: str = memo[key]
    return state


def _unsupplied(look: RhineLook, side: str, units: int) -> bool:
    """Is one of the units Unsupplied or Isolated?"""
    nations = (GERMAN,) if side == GERMAN else ways.NATIONS
    for nation in nations:
        mine = units & look.game.nation_units[nation]
        if mine and look.hexes_of(members(mine)) & ~ways.supplied(look, nation):
            return True
    return False


def _add(found: list[Shift], columns: int, rule: str, why: str) -> None:
    found.append(Shift(columns, rule, why))


def _air(look: RhineLook, targets: HexSet, attackers: int, found: list[Shift]) -> None:
    """Close Air Support (CAS, SB.6, DROP.6, DD.8, rulings R2, R3, R32)."""
    columns, rule, why = close_air_support(look, targets, attackers)
    if columns > 0:
        found.append(Shift(columns, rule, why))


def close_air_support(look: RhineLook, targets: HexSet, attackers: int) -> Shift:
    """How many columns Close Air Support brings an Allied attack; 0 or less is none."""
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    if position.weather == VERY_BAD or not attackers:
        return Shift(0, "MOV.6", "no aircraft fly in Very Bad weather")
    near, far = ways.support_range(look, game.counters[members(attackers)[0]].nation)
    if not targets & ~near:
        columns, rule, why = numbers["cas_full"], "CAS.1", "Close Air Support"
    elif not targets & ~far:
        columns, rule, why = numbers["cas_short"], "CAS.2", "Close Air Support at Short range"
    else:
        return Shift(0, "CAS.2", "out of range of Close Air Support")
    limits = []
    if position.turn in (position.bombing_turn, position.drop_turn) or look.landing_turn():
        columns = min(columns, numbers["cas_reduced"])
        limits.append("D-Day" if look.landing_turn() else "bombers or airborne fly this turn")
    if targets & (game.rough_ground | game.city_hexes):
        columns -= numbers["cas_ground"]
        limits.append("rough ground or a major city")
    if position.weather == BAD:
        columns -= numbers["cas_bad"]
        limits.append("Bad weather")
    return Shift(columns, rule, f"{why} (less for {', '.join(limits)})" if limits else why)


def _special_units(
    look: RhineLook, side: str, attackers: int, counted: int, over_river: int, found: list[Shift]
) -> None:
    """Units with a column of their own (AD4, GDS, US7, TIG, RM)."""
    game, numbers = look.game, look.game.rules.numbers
    allied, german = (attackers, counted) if side == ALLIED else (counted, attackers)
    for_allies = 1 if side == ALLIED else -1
    panzers = german & game.panzer_units
    dry = ~over_river  # nobody who defends is in this set, so it cuts attackers only
    fourth, guards, seventh = 1 << game.fourth_armored, 1 << game.guards, 1 << game.seventh_corps
    if allied & fourth & dry and panzers:
        _add(found, for_allies * numbers["shift_4th_armored"], "AD4.1", "the 4th Armored meets panzers")
    if side == GERMAN and allied & guards and panzers:
        _add(found, -numbers["shift_guards"], "GDS.1", "the Guards Armoured defends against panzers")
    if allied & seventh & ~look.position.disrupted:
        _add(found, for_allies * numbers["shift_us7"], "US7.1", "US 7 Corps takes part")
    if german & game.tigers & dry:
        _add(found, -for_allies * numbers["shift_tiger"], "TIG.1", "a Tiger battalion takes part")
    if side == ALLIED and attackers >> game.marines & 1:
        _add(found, numbers["shift_marines"], "RM.1", "Royal Marines and Norwegians attack")


def _ss(look: RhineLook, attackers: int, found: list[Shift]) -> None:
    """Ruthlessness of the Waffen-SS in one turn, the rage that it raises in all later ones (SS.1, SS.2)."""
    position, numbers = look.position, look.game.rules.numbers
    if not position.ruthless_turn or not attackers & look.game.ss_units:
        return
    if position.turn == position.ruthless_turn:
        _add(found, numbers["shift_ruthless"], "SS.1", "Waffen-SS Ruthlessness")
    elif position.turn > position.ruthless_turn:
        _add(found, -numbers["shift_rage"], "SS.2", "the Allies rage at the Waffen-SS")


def _naval(look: RhineLook, side: str, targets: HexSet, attackers: int, counted: int, found: list[Shift]) -> None:
    """Naval guns help Allies who attack from or defend in landing hexes, from the turn after the landing on (NB.4)."""
    position, numbers = look.position, look.game.rules.numbers
    served = position.naval
    if position.turn == numbers["first_turn"]:
        served &= ~position.first_beaches
    if position.turn == position.second_landing_turn:
        served &= ~position.second_beaches
    if not served:
        return
    if side == ALLIED:
        if look.hexes_of(members(attackers)) & served:
            _add(found, numbers["shift_naval"], "NB.4", "naval guns support an attack from a landing hex")
    elif look.hexes_of(members(counted)) & served & targets:
        _add(found, -numbers["shift_naval"], "NB.4", "naval guns support the defence of a landing hex")


def _ground(
    look: RhineLook,
    side: str,
    targets: HexSet,
    attackers: int,
    counted: int,
    crossing: tuple[int, int],
    found: list[Shift],
) -> None:
    """Rough ground, forest and swamp (RGH), rivers (RIV); all of them add up (TER.1).

    An attack on several hexes suffers from what any of them offers the defence, and forest favours German infantry only
    if all of them are forest.
    """
    game, numbers = look.game, look.game.rules.numbers
    if look.hexes_of(members(counted & game.foot_units)) & targets & game.cover:
        _add(found, -numbers["shift_ground"], "RGH.1", "infantry defends in rough ground, forest or swamp")
    total = sum(look.attack(unit) for unit in members(attackers))
    if side == GERMAN and not targets & ~game.forest:
        woodsmen = sum(look.attack(unit) for unit in members(attackers & game.infantry_corps))
        if 2 * woodsmen > total:
            _add(found, numbers["shift_forest"], "RGH.2", "German infantry attacks into forest")
    over, wide = (sum(look.attack(unit) for unit in members(units)) for units in crossing)
    if 2 * wide > total:
        _add(found, -numbers["shift_wide_river"], "RIV.2", "most of the attack crosses a wide river")
    elif 2 * over > total:
        _add(found, -numbers["shift_river"], "RIV.1", "most of the attack crosses a river")


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
