"""What an attack promises: the table's results one by one, and what each would win and cost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from bocage.rules import HexSet, Units, met

from ..rules.combat import attacks, support
from ..rules.combat.battle import NATIONALITIES, Fight, may_combine
from ..rules.combat.odds import reckon, unshifted
from ..rules.combat.retreat import may_hold
from ..rules.look import members
from ..rules.operations import ATTACK, attack_bases, frozen, price
from ..rules.position import ALLIED
from .sight import Sight

MOST_BASES = 4  # hexes out of which one attack is weighed
NO_CHANCE = 0.3  # of the ground that counts where too few results of the die win


class Promise(NamedTuple):
    """An attack, what it costs in points, and what it is worth."""

    worth: float
    cost: int
    target: int
    bases: HexSet
    units: Units
    column: str = ""
    bare: float = 0.0  # what it is worth without aircraft


def promise(sight: Sight, fight: Fight) -> tuple[float, str]:
    """What an attack is worth on the average, and on which column it is rolled."""
    look = sight.look
    battle = reckon(look, fight)
    table = sight.data.results[battle.column]
    target = fight.target
    enemies = members(look.in_place(target, sight.enemy if fight.side == sight.side else sight.side))
    defending = sorted(value for unit in enemies for value in _steps(sight, unit))
    attacking = sorted(value for unit in members(fight.attackers) for value in _steps(sight, unit))
    holds = may_hold(look, target)
    trapped = not _way_out(sight, fight)
    ground = sight.worth(target) + 0.3 * sight.number("pull") * sight.pull_of(fight.side)[target]
    total = won = 0.0
    wins = 0
    for die in range(1, 7):
        lost, inflicted = table[max(1, min(die + battle.modifier, len(table))) - 1]
        total -= sight.number("own_loss") * sum(attacking[:lost])
        total += sum(defending[:inflicted])
        if inflicted <= lost or lost >= len(attacking):
            continue
        wins += 1
        left = len(defending) - inflicted
        if left > 0 and trapped:
            total += sum(defending[inflicted:])
        elif left > 0 and holds:
            total += defending[inflicted]
        won += ground if left <= 1 or trapped or not holds else 0.3 * ground
    if wins < sight.number("wins"):
        won *= NO_CHANCE
    return (total + won) / 6, battle.column


def _steps(sight: Sight, unit: int) -> Iterator[float]:
    counter, steps = sight.game.counters[unit], sight.position.units[unit].steps
    whole = (counter.attack[steps - 1] + counter.defence[steps - 1]) * sight.number("factor")
    for _ in range(steps):
        yield whole / steps + 0.3


def _way_out(sight: Sight, fight: Fight) -> HexSet:
    """Hexes to which beaten defenders could go."""
    look = sight.look
    near = sight.data.open_sides.step(1 << fight.target) & look.in_play()
    return near & ~look.occupied(fight.side) & ~(look.zone(fight.side) & ~look.occupied(_other(sight, fight)))


def _other(sight: Sight, fight: Fight) -> str:
    return sight.enemy if fight.side == sight.side else sight.side


def aircraft(sight: Sight, fight: Fight) -> tuple[str, ...]:
    """Fighter-bombers that can support an attack."""
    if fight.side != ALLIED:
        return ()
    found: tuple[str, ...] = ()
    able = met(support.support(sight.look, fight.turned(Fight, air=found)))
    for number, name in enumerate(sight.data.air):
        if able >> number & 1:
            found = (*found, name)
            able = met(support.support(sight.look, fight.turned(Fight, air=found)))
    return found


def party(sight: Sight, side: str, units: Units) -> Units:
    """All of some units if they may attack together, else the stronger nationality (9.17)."""
    if may_combine(sight.look, side, units):
        return units
    groups = [units & sight.game.groups[group] for group in NATIONALITIES[side]]
    return max(groups, key=lambda some: sum(sight.look.attack(unit) for unit in members(some)))


def targets(sight: Sight, marked: HexSet) -> Iterator[Promise]:
    """Attacks that a side could mark: for each enemy hex the best choice of hexes beside it."""
    look, side = sight.look, sight.side
    held = look.hexes_of(members(frozen(look))) if side != ALLIED else 0
    bases = attack_bases(look, side) & ~marked & ~held
    enemies = sight.data.open_sides.step(bases) & look.occupied(sight.enemy) & sight.board.hexes
    for target in sight.board.nodes(enemies):
        near = sight.board.nodes(bases & sight.data.open_sides.step(1 << target))
        near = sorted(near, key=lambda node: -_power(sight, node))[:MOST_BASES]
        best: dict[int, Promise] = {}
        for count in range(1, len(near) + 1):
            for chosen in combinations(near, count):
                cost = sum(price(look, node, ATTACK) for node in chosen)
                if cost > 4:
                    continue
                found = _promised(sight, target, chosen, cost)
                if found is not None and (cost not in best or found.worth > best[cost].worth):
                    best[cost] = found
        yield from best.values()


def _power(sight: Sight, node: int) -> int:
    return sum(sight.look.attack(unit) for unit in sight.look.of_side(node, sight.side))


def _promised(sight: Sight, target: int, bases: tuple[int, ...], cost: int) -> Promise | None:
    look, side = sight.look, sight.side
    here = sum(1 << node for node in bases)
    units = look.units_in(here, side) & ~attacks.barred(look, side, target) & ~look.position.attacked
    if not units:
        return None
    units = party(sight, side, units)
    if not sum(look.attack(unit) for unit in members(units)):
        return None
    fight = Fight(side, target, units)
    duty, (bare, column) = owed(sight, fight), promise(sight, fight)
    worth = bare
    if air := aircraft(sight, fight):
        worth, column = promise(sight, fight.turned(Fight, air=air))
    return Promise(worth + duty, cost, target, here, units, column, bare + duty)


def owed(sight: Sight, fight: Fight) -> float:
    """What an attack is worth because a card demands one at such odds."""
    duty = sight.position.obligation
    if (
        duty is None
        or duty.side != fight.side
        or duty.met
        or not unshifted(sight.look, reckon(sight.look, fight), duty.min_odds)
    ):
        return 0.0
    return sight.number("point")


def at_hand(sight: Sight, landing: int) -> Iterator[Promise]:
    """Attacks that can be made now."""
    look, side = sight.look, sight.side
    for target in sight.board.nodes(attacks.targets(look, side, landing)):
        units = party(sight, side, attacks.able(look, side, landing, target))
        fight = Fight(side, target, units, landing)
        worth, column = promise(sight, fight.turned(Fight, air=aircraft(sight, fight)))
        yield Promise(worth + owed(sight, fight), 0, target, 0, units, column)
