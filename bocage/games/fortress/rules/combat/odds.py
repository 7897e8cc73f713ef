"""The arithmetic of one battle: factors, odds, columns and the die, each change with its case (14.4, 15.1, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bocage.parts.combat.odds import Shift
from bocage.rules import HexSet, Units, once, pure

from .. import winter
from ..look import FortressLook, members
from ..position import ALLIED, GERMAN, OTHER

if TYPE_CHECKING:
    from ...game import Fortress


class Factor(NamedTuple):
    """What one unit brings to a battle: its printed factor, what it counts for, and why it is not the same."""

    unit: int
    printed: int
    factor: int
    reasons: tuple[tuple[str, str], ...] = ()  # case, words


class Battle(NamedTuple):
    """An attack reckoned up."""

    side: str
    targets: HexSet
    attackers: tuple[Factor, ...]
    defenders: tuple[Factor, ...]
    ships: tuple[Factor, ...]
    odds: str  # "": worse than the worst on the table, which is no attack (14.10)
    declared: str  # what the attacker rolls on before shifts (15.8)
    shifts: tuple[Shift, ...]
    column: str
    modifiers: tuple[Shift, ...]  # of the die

    @property
    def attack(self) -> int:
        """The factors of the attackers, ships included (14.5, 19.4)."""
        return sum(factor.factor for factor in (*self.attackers, *self.ships))

    @property
    def defence(self) -> int:
        """The factors of the defenders (14.5)."""
        return sum(factor.factor for factor in self.defenders)


# Ground


class Ground(NamedTuple):
    """What the Terrain Effects Chart says of hexes."""

    halving: HexSet  # armor is halved there (16.5)
    doubling: HexSet  # whoever defends there is doubled, armor too (16.1)
    cities: HexSet  # doubled there: all but armor (16.1, 16.5)
    holding: HexSet  # retreats may be ignored there (16.4)


@pure(1)
def ground(game: Fortress) -> Ground:
    """The hexes of each sort; fortresses come and go, and are not among them."""
    tec, terrain, cities = game.data.tec, game.data.terrain, game.data.cities
    rows = [(hexes, tec[name]) for name, hexes in terrain.items() if name in tec]
    halving = sum(hexes for hexes, row in rows if row.armor_halved) | (cities if tec["city"].armor_halved else 0)
    doubling = sum(hexes for hexes, row in rows if row.defence > 1)
    holding = sum(hexes for hexes, row in rows if row.holds)
    return Ground(halving, doubling, cities if tec["city"].defence > 1 else 0, holding)


def half(factor: int) -> int:
    """Halved, and rounded up (16.5, ruling R7)."""
    return -(-factor // 2)


# Factors


def fresh(look: FortressLook, node: int, side: str) -> Units:
    """The units of a side in a hex that have not fought in this impulse: who has takes no part (14.9, ruling R104)."""
    return look.in_place(node, side) & look.game.land_units & ~look.position.fought


def defender(look: FortressLook, node: int) -> str:
    """The side that defends a hex; where both are in it, the one on which the other has come down (12.7, 20.8)."""
    bit = 1 << node
    if look.occupied(GERMAN) & bit and look.occupied(ALLIED) & bit:
        return ALLIED if look.position.dropped & look.in_place(node, GERMAN) else GERMAN
    return GERMAN if look.occupied(GERMAN) & bit else ALLIED


def behind_river(look: FortressLook, node: int, origins: HexSet) -> bool:
    """Do all attackers attack a hex over a river (16.2)?"""
    return bool(origins) and not origins & ~look.game.data.rivers.step(1 << node)


@once
def defending(look: FortressLook, node: int, river: bool) -> tuple[Factor, ...]:
    """What the defenders of a hex count for, behind a river or not (16.1 to 16.3, 16.5)."""
    game, bit = look.game, 1 << node
    here, side = ground(game), defender(look, node)
    fortress = side == GERMAN and bool(look.intact() & bit)
    halving, found = bool(here.halving & bit), []
    for unit in members(fresh(look, node, side)):
        factor = printed = look.strength(unit)
        reasons: list[tuple[str, str]] = []
        armored = bool(game.armored_units >> unit & 1)
        if armored and halving:
            if fortress:
                reasons.append(("16.5", "a fortress spares armor the halving of the city or rough ground"))
            else:
                factor = half(factor)
                reasons.append(("16.5", "armor halved in rough ground or a city"))
        if river:
            double = "16.1", "behind a river that all attackers cross"
        elif here.doubling & bit:
            double = "16.1", "in mountains or alpine ground"
        elif fortress and not (armored and halving):
            double = "16.3", "in a fortress"
        elif here.cities & bit and not armored:
            double = "16.1", "in a city"
        else:
            double = "", ""
        if double[0]:
            factor *= game.rules.numbers["best_multiplier"]
            reasons.append((double[0], f"doubled {double[1]}"))
        found.append(Factor(unit, printed, factor, tuple(reasons)))
    return tuple(found)


def defence(look: FortressLook, node: int, origins: HexSet) -> int:
    """The defence factor of a hex against attackers from these hexes (14.5, 16.8)."""
    return sum(factor.factor for factor in defending(look, node, behind_river(look, node, origins)))


def defences(look: FortressLook, targets: HexSet, origins: HexSet) -> int:
    """The defence factors of several hexes, each figured by itself and then added (16.8)."""
    return sum(defence(look, node, origins) for node in look.game.board.nodes(targets))


@once
def attacking(look: FortressLook, unit: int, halved: bool) -> Factor:
    """What an attacker counts for, against ground where armor is halved or other (14.4, 16.5)."""
    game, printed = look.game, look.strength(unit)
    if not halved or not game.armored_units >> unit & 1:
        return Factor(unit, printed, printed)
    if winter.opening_blow(look) and winter.sector(look) >> look.position.units[unit].at & 1:
        why = "33.3.9.3", "armor from the sector attacks at its printed factor"
        return Factor(unit, printed, printed, (why,))
    return Factor(unit, printed, half(printed), (("16.5", "armor halved against rough ground or a city"),))


def attack_factors(look: FortressLook, targets: HexSet, attackers: Units) -> tuple[Factor, ...]:
    """What each attacker of a battle counts for; one rough hex or city among the targets is enough (16.5)."""
    halved = bool(targets & ground(look.game).halving)
    factors = [attacking(look, unit, halved) for unit in members(attackers)]
    bridged = funnies_over_river(look, targets, attackers)
    if bridged:
        why = ("31.16", "doubled with a part of the 79th in an attack over a river")
        times = look.game.rules.numbers["funnies_factor"]
        factors = [
            found._replace(factor=found.factor * times, reasons=(*found.reasons, why))
            if bridged >> look.position.units[found.unit].at & 1
            else found
            for found in factors
        ]
    return tuple(factors)


def funnies_over_river(look: FortressLook, targets: HexSet, attackers: Units) -> HexSet:
    """Hexes of the attackers with a part of the 79th among them that attack over rivers (31.16, ruling R122)."""
    parts = attackers & parts_of_79th(look.game) if look.game.rules.funnies else 0
    hexes, rivers = look.hexes_of(members(parts)), look.game.data.rivers
    return sum(1 << node for node in look.game.board.nodes(hexes) if not targets & ~rivers.step(1 << node))


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
    land = attackers & ~look.game.ships
    if not land:
        return False
    strength = attack(look, targets, attackers)
    return defences(look, targets, look.hexes_of(members(land))) <= strength * worst(look.game)


def reckon(
    look: FortressLook, side: str, targets: HexSet, attackers: Units, ships: Units = 0, declared: str = "",
    support: int = 0, carpet: bool = False,
) -> Battle:  # fmt: skip
    """Reckon up an attack."""
    game = look.game
    origins, nodes = look.hexes_of(members(attackers)), game.board.nodes(targets)
    defenders = [factor for node in nodes for factor in defending(look, node, behind_river(look, node, origins))]
    guns = [Factor(unit, look.strength(unit), look.strength(unit), (("19.4", "ships"),)) for unit in members(ships)]
    attacks = attack_factors(look, targets, attackers)
    total = sum(factor.factor for factor in (*attacks, *guns))
    found = odds(game, total, sum(factor.factor for factor in defenders)) if attackers and defenders else ""
    rolled = declared or found
    shifts = [Shift(support * game.rules.numbers["support_shift"], "17.10.2", "ground support")] if support else []
    column = ""
    if rolled:
        first, last = rolled.split("-")
        columns, start = game.data.odds, game.data.column_of[int(first), int(last)]
        column = columns[min(columns.index(start) + sum(shift.columns for shift in shifts), len(columns) - 1)]
    modifiers = tuple(dice_modifiers(look, side, targets, attackers, carpet))
    return Battle(
        side, targets, attacks, tuple(defenders), tuple(guns), found, rolled, tuple(shifts), column, modifiers
    )  # fmt: skip


# The die


@pure(1)
def parts_of_79th(game: Fortress) -> Units:
    """The three units into which the 79th breaks down (27.11)."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if counter.entry == "parts")


@pure(16)
def with_trait(game: Fortress, trait: str) -> Units:
    """Units of which the book says something of their own."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if trait in counter.traits)


def dice_modifiers(look: FortressLook, side: str, targets: HexSet, attackers: Units, carpet: bool) -> Iterator[Shift]:
    """Everything that is added to the die of a battle, with its case."""
    game, position, numbers = look.game, look.position, look.game.rules.numbers
    parts = attackers & parts_of_79th(game) if game.rules.funnies else 0
    if look.first_landing() and position.impulse == 1 and side == ALLIED:
        if attackers & with_trait(game, "79th"):
            yield Shift(numbers["drm_79th"], "12.13", "the 79th takes part in the first landing")
        if parts:
            count = parts.bit_count()
            yield Shift(count * numbers["drm_funnies"], "R122", "parts of the 79th take part in the first landing")
    if carpet:
        yield Shift(numbers["drm_carpet"], "17.10.9", "carpet bombing")
    if parts and targets & (game.data.cities | look.intact()):
        yield Shift(numbers["drm_funnies"], "31.16", "a part of the 79th against a city or fortress")
    if game.rules.varsity and attackers & position.dropped & with_trait(game, "varsity"):
        yield Shift(numbers["drm_varsity"], "31.18.3", "the airborne divisions of Varsity")
    if side == GERMAN and winter.opening_blow(look) and attackers & look.units_in(winter.sector(look), GERMAN):
        yield Shift(numbers["drm_sector"], "33.3.9.3", "the opening blow from the sector")
    if side == ALLIED and game.rules.winter:
        peiper = with_trait(game, "peiper") & ~with_trait(game, "skorzeny")
        nodes = game.board.nodes(look.hexes_of(members(peiper & position.on_board)) & targets)
        if any(winter.past_the_line(look, node) for node in nodes):
            yield Shift(numbers["drm_peiper"], "33.3.9.4", "1st SS defends west of the start line")


def modified(game: Fortress, die: int, modifiers: tuple[Shift, ...]) -> int:
    """The die with what is added to it; beyond the table its ends count (15.2)."""
    numbers = game.rules.numbers
    changed = die + sum(modifier.columns for modifier in modifiers)
    return min(max(changed, numbers["die_least"]), numbers["die_most"])


def defenders_of(look: FortressLook, side: str, targets: HexSet) -> Units:
    """Those who defend some hexes against a side."""
    found = 0
    for node in look.game.board.nodes(targets):
        found |= fresh(look, node, OTHER[side])
    return found
