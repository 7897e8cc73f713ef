"""The arithmetic of one battle: factors, odds, columns and the die, each change with its case (14.4, 15.1, 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from bocage.parts.combat.odds import Shift
from bocage.rules import HexSet, Units, once, pure

from .. import winter
from ..look import Fortress, FortressLook, members
from ..position import ALLIED, GERMAN


class Factor(NamedTuple):
    """What one unit brings to a battle: its printed factor, what it counts for, and why it is not the same."""

    unit: int
    printed: int
    factor: int
    reasons: tuple[tuple[str, str], ...] = ()  # case, words


class Battle(NamedTuple):
    """An attack reckoned up; whoever asks for a forecast gets it with its chances."""

    side: str
    targets: tuple[str, ...]
    attackers: tuple[Factor, ...]
    defenders: tuple[Factor, ...]
    ships: tuple[Factor, ...]
    attack: int  # ships included (14.5, 19.4)
    defence: int
    odds: str  # "": worse than the worst on the table, which is no attack (14.10)
    declared: str  # what the attacker rolls on before shifts (15.8)
    shifts: tuple[Shift, ...]
    column: str
    modifiers: tuple[Shift, ...]  # of the die
    chances: Mapping[str, Fraction] = MappingProxyType({})  # result -> how likely it is


# Ground


class Ground(NamedTuple):
    """What the Terrain Effects Chart says of hexes; fortresses come and go, and are not among them."""

    halving: HexSet  # armor is halved there (16.5)
    doubling: HexSet  # whoever defends there is doubled, armor too (16.1)
    cities: HexSet  # doubled there: all but armor (16.1, 16.5)
    holding: HexSet  # retreats may be ignored there (16.4)


@pure(1)
def ground(game: Fortress) -> Ground:
    """The hexes of each sort."""
    tec, cities = game.data.tec, game.data.cities
    rows = [(hexes, tec[name]) for name, hexes in game.data.terrain.items() if name in tec]
    halving = sum(hexes for hexes, row in rows if row.armor_halved) | (cities if tec["city"].armor_halved else 0)
    doubling = sum(hexes for hexes, row in rows if row.defence > 1)
    holding = sum(hexes for hexes, row in rows if row.holds)
    return Ground(halving, doubling, cities if tec["city"].defence > 1 else 0, holding)


def half(game: Fortress, factor: int) -> int:
    """Armor halved, and rounded up; nobody is ever divided by more (16.5, 14.4, ruling R7)."""
    return -(-factor // min(game.rules.numbers["armor_divisor"], game.rules.numbers["worst_divisor"]))


# Factors


def fresh(look: FortressLook, node: int, side: str) -> Units:
    """The units of a side in a hex that have not fought in this impulse: who has takes no part (14.9, ruling R104)."""
    return look.in_place(node, side) & look.game.land_units & ~look.position.fought


def defender(look: FortressLook, node: int) -> str:
    """The side that defends a hex; where both are in it, the one on which the other has come down (12.7, 20.8)."""
    german, allied = look.occupied(GERMAN) >> node & 1, look.occupied(ALLIED) >> node & 1
    fallen = german and allied and look.position.dropped & look.in_place(node, GERMAN)
    return GERMAN if german and not fallen else ALLIED


def behind_river(look: FortressLook, node: int, origins: HexSet) -> bool:
    """Do all attackers attack a hex over a river (16.2)?"""
    return bool(origins) and not origins & ~look.game.data.rivers.step(1 << node)


@once
def defending(look: FortressLook, node: int, river: bool) -> tuple[Factor, ...]:
    """What the defenders of a hex count for, behind a river or not (16.1 to 16.3, 16.5)."""
    game, here, side, found = look.game, ground(look.game), defender(look, node), []
    tec, most = game.data.tec, game.rules.numbers["best_multiplier"]
    fortress = side == GERMAN and look.intact() >> node & 1
    for unit in members(fresh(look, node, side)):
        factor = printed = look.strength(unit)
        reasons: list[tuple[str, str]] = []
        armored = game.armored_units >> unit & 1
        slowed = armored and here.halving >> node & 1
        if slowed and fortress:
            reasons.append(("16.5", "a fortress spares armor the halving of the city or rough ground"))
        elif slowed:
            factor = half(game, factor)
            reasons.append(("16.5", "armor halved in rough ground or a city"))
        grounds = (
            (river, "river", "16.1", "behind a river that all attackers cross"),
            (here.doubling >> node & 1, game.data.terrain_at[node], "16.1", "in mountains or alpine ground"),
            (fortress and not slowed, "fortress", "16.3", "in a fortress"),
            (here.cities >> node & 1 and not armored, "city", "16.1", "in a city"),
        )
        for holds, row, rule, words in grounds:
            if holds:  # one of them is enough: nobody is more than doubled (14.4)
                factor *= min(tec[row].defence, most)
                reasons.append((rule, f"doubled {words}"))
                break
        found.append(Factor(unit, printed, factor, tuple(reasons)))
    return tuple(found)


def defence(look: FortressLook, node: int, origins: HexSet) -> int:
    """The defence factor of a hex against attackers from these hexes (14.5, 16.8)."""
    return sum(factor.factor for factor in defending(look, node, behind_river(look, node, origins)))


def defences(look: FortressLook, targets: HexSet, attackers: Units) -> int:
    """The defence factors of several hexes, each figured by itself and then added (16.8)."""
    origins = look.hexes_of(members(attackers & ~look.game.ships))
    return sum(defence(look, node, origins) for node in look.game.board.nodes(targets))


@once
def attacking(look: FortressLook, unit: int, halved: bool) -> Factor:
    """What an attacker counts for, against ground where armor is halved or other (14.4, 16.5)."""
    printed = look.strength(unit)
    if not halved or not look.game.armored_units >> unit & 1:
        return Factor(unit, printed, printed)
    if winter.opening_blow(look) and look.game.data.zones["sector"] >> look.position.units[unit].at & 1:
        return Factor(unit, printed, printed, (("33.3.9.3", "armor from the sector attacks at its printed factor"),))
    halved_why = ("16.5", "armor halved against rough ground or a city")
    return Factor(unit, printed, half(look.game, printed), (halved_why,))


def attack_factors(look: FortressLook, targets: HexSet, attackers: Units) -> tuple[Factor, ...]:
    """What each attacker of a battle counts for; one rough hex or city among the targets is enough (16.5).

    With a part of the 79th all from its hex are doubled if they attack over rivers (31.16, ruling R122).
    """
    game, rivers = look.game, look.game.data.rivers
    halved = bool(targets & ground(game).halving)
    factors = [attacking(look, unit, halved) for unit in members(attackers)]
    parts = look.hexes_of(members(attackers & game.parts_of_79th)) if game.rules.funnies else 0
    bridged = sum(1 << node for node in game.board.nodes(parts) if not targets & ~rivers.step(1 << node))
    if bridged:
        times, why = game.rules.numbers["funnies_factor"], "doubled with a part of the 79th in an attack over a river"
        for number, found in enumerate(factors):
            if bridged >> look.position.units[found.unit].at & 1:
                reasons = (*found.reasons, ("31.16", why))
                factors[number] = found._replace(factor=found.factor * times, reasons=reasons)
    return tuple(factors)


def attack(look: FortressLook, targets: HexSet, attackers: Units) -> int:
    """The attack factor of some units, ships among them, against some hexes (14.5; R76: ships are never halved)."""
    ships = attackers & look.game.ships
    total = sum(factor.factor for factor in attack_factors(look, targets, attackers & ~ships))
    return total + sum(look.strength(unit) for unit in members(ships))


# Odds


@pure(1)
def names(game: Fortress) -> tuple[str, ...]:
    """The odds that can be rolled, from the worst to the best (14.8, 14.12)."""
    return tuple(f"{attacker}-{defender}" for attacker, defender in game.data.column_of)


@pure(1)
def worst(game: Fortress) -> int:
    """The worst legal odds are one to so many (14.8)."""
    return max(defender for _, defender in game.data.column_of)


@pure(4096)
def odds(game: Fortress, attack: int, defence: int) -> str:
    """The odds in the defender's favour; what is better than the table is its best, what is worse is none (15.1)."""
    if attack >= defence:
        best = max(attacker for attacker, _ in game.data.column_of)
        return f"{min(attack // defence, best)}-1"
    to_one = -(-defence // attack) if attack else worst(game) + 1
    return f"1-{to_one}" if to_one <= worst(game) else ""


def legal(look: FortressLook, targets: HexSet, attackers: Units) -> bool:
    """Would a battle be at odds that may be fought: 1-6 or better, with a land unit in it (14.10, 19.5)?"""
    if not attackers & ~look.game.ships:
        return False
    return defences(look, targets, attackers) <= attack(look, targets, attackers) * worst(look.game)


@once
def reckon(
    look: FortressLook, side: str, targets: HexSet, attackers: Units, ships: Units, declared: str, planes: int,
    carpet: bool,
) -> Battle:  # fmt: skip
    """Reckon up an attack."""
    game, origins, columns = look.game, look.hexes_of(members(attackers)), look.game.data.odds
    nodes, power = game.board.nodes(targets), look.strength
    theirs = tuple(one for node in nodes for one in defending(look, node, behind_river(look, node, origins)))
    guns = tuple(Factor(ship, power(ship), power(ship), (("19.4", "ships"),)) for ship in members(ships))
    ours = attack_factors(look, targets, attackers)
    total, defence = sum(factor.factor for factor in (*ours, *guns)), sum(factor.factor for factor in theirs)
    found = odds(game, total, defence) if ours and theirs else ""
    rolled, column = declared or found, ""
    shifts = (Shift(planes * game.rules.numbers["support_shift"], "17.10.2", "ground support"),) if planes else ()
    if rolled:
        first, last = rolled.split("-")
        start = columns.index(game.data.column_of[int(first), int(last)])
        column = columns[min(start + sum(shift.columns for shift in shifts), len(columns) - 1)]
    modifiers, labels = tuple(dice_modifiers(look, side, targets, attackers, carpet)), tuple(game.board.names(targets))
    return Battle(side, labels, ours, theirs, guns, total, defence, found, rolled, shifts, column, modifiers)


# The die


def dice_modifiers(look: FortressLook, side: str, targets: HexSet, attackers: Units, carpet: bool) -> Iterator[Shift]:
    """Everything that is added to the die of a battle, with its case."""
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    parts = attackers & game.parts_of_79th if game.rules.funnies else 0
    if look.first_landing() and position.impulse == 1 and side == ALLIED:
        if attackers & game.seventy_ninth:
            yield Shift(numbers["drm_79th"], "12.13", "the 79th takes part in the first landing")
        if parts:
            count = parts.bit_count()
            yield Shift(count * numbers["drm_funnies"], "R122", "parts of the 79th take part in the first landing")
    if carpet:
        yield Shift(numbers["drm_carpet"], "17.10.9", "carpet bombing")
    if parts and targets & (game.data.cities | look.intact()):
        yield Shift(numbers["drm_funnies"], "31.16", "a part of the 79th against a city or fortress")
    if game.rules.varsity and attackers & position.dropped & game.trait("varsity"):
        yield Shift(numbers["drm_varsity"], "31.18.3", "the airborne divisions of Varsity")
    blow = side == GERMAN and winter.opening_blow(look)
    if blow and attackers & look.units_in(game.data.zones["sector"], GERMAN):
        yield Shift(numbers["drm_sector"], "33.3.9.3", "the opening blow from the sector")
    if side == ALLIED and game.rules.winter:
        first_ss = game.trait("peiper") & ~game.trait("skorzeny") & position.on_board
        hexes = game.board.nodes(look.hexes_of(members(first_ss)) & targets)
        if any(winter.past_the_line(look, node) for node in hexes):
            yield Shift(numbers["drm_peiper"], "33.3.9.4", "1st SS defends west of the start line")


def modified(game: Fortress, die: int, modifiers: tuple[Shift, ...]) -> int:
    """The die with what is added to it; beyond the table its ends count (15.2)."""
    numbers = game.rules.numbers
    changed = die + sum(modifier.columns for modifier in modifiers)
    return min(max(changed, numbers["die_least"]), numbers["die_most"])
