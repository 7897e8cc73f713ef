"""Mandatory attacks (14.6 to 14.13): can everything that is owed still be done, and what may be chosen so that it can?

The search of the part is exact. What is ours: odds of 1-6 are enough, with the guns of ships (14.10, R67); a sortie out
of a fortress is against all neighbours or none (14.13, R66); and where nationalities are in each other's way somebody
stands by (14.11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from bocage.parts.combat.duties import Battle, Front, Owed, more_is_better
from bocage.rules import HexSet, Units, once

from ..look import FortressLook, members, union
from ..position import ALLIED
from . import attackers as who
from .attackers import able, fortress_neighbours, garrisons, ready, ships, targets
from .odds import attacking, defending, ground, legal, worst

NOTHING = Battle(0, 0)


class Task(NamedTuple):
    """What a side owes in this impulse, from before its first battle on (ruling R104)."""

    side: str
    due: HexSet
    bound: Units
    standing: tuple[tuple[Units, ...], ...] = ()  # for each knot of nationalities, who may stand by (14.11)
    sorties: HexSet = 0  # fortresses out of which somebody has attacked (14.13)


# The law


@once
def _law(look: FortressLook, side: str) -> Callable[[HexSet, Units], bool]:
    """Odds of 1-6 or better (14.10), worked out beforehand for everybody in contact."""
    near, guns, game = able(look, side), members(ships(look)) if side == ALLIED else [], look.game
    if game.rules.funnies and side == ALLIED:
        return lambda hexes, units: legal(look, hexes, units)
    halving, least, crews = ground(game).halving, worst(game), members(union(near.values()))
    power = {unit: tuple(attacking(look, unit, halved).factor for halved in (False, True)) for unit in crews}
    power |= {ship: (look.strength(ship), look.strength(ship)) for ship in guns}
    place = {unit: 1 << look.position.units[unit].at for unit in crews} | dict.fromkeys(guns, 0)
    against = {node: [defending(look, node, river) for river in (False, True)] for node in near}
    guard = {node: [sum(one.factor for one in found) for found in both] for node, both in against.items()}
    banks = {node: ~game.data.rivers.step(1 << node) for node in near}

    def lawful(hexes: HexSet, units: Units) -> bool:
        halved, strength, origins, defence = bool(hexes & halving), 0, 0, 0
        for unit in members(units):
            strength += power[unit][halved]
            origins |= place[unit]
        for node in members(hexes):
            defence += guard[node][not origins & banks[node]]
        return bool(origins) and defence <= strength * least

    return lawful


@once
def front(look: FortressLook, side: str, sorties: HexSet, guns: bool) -> Front:
    """Who can attack what; every neighbour of a fortress out of which a sortie is made is attacked out of it too."""
    near, lawful, held, fleet = able(look, side), _law(look, side), garrisons(look, side), ships(look) if guns else 0
    if fleet:
        near = {node: units | who.in_range(look, 1 << node) for node, units in near.items()}
    sallying = [(fortress_neighbours(look, node), held[node]) for node in members(sorties) if node in held]

    def allowed(hexes: HexSet, units: Units) -> bool:
        return all(units & garrison for around, garrison in sallying if hexes & around) and lawful(hexes, units)

    halving = any(ground(look.game).halving >> node & 1 for node in near)
    sallied = union(garrison for _, garrison in sallying)

    def kind(unit: int) -> tuple[object, ...]:
        # Only units of one hex are alike: rivers make a difference between hexes.
        at, armor = look.position.units[unit].at, halving and look.game.armored_units >> unit & 1
        return at, look.strength(unit), armor, sallied >> unit & 1, look.counter(unit).entry

    return Front(near, more_is_better(allowed if sallying else lawful), who.parties(look, side), kind, fleet)


# Variants: who stands by, which fortresses make sorties, whether ships are needed


def _variants(task: Task, near: Units) -> Iterator[Iterator[Units]]:
    """Who stands by: for each choice in the knots that some units are in, the choices in all others."""
    knots = [knot for knot in task.standing if union(knot) & near]
    others = [knot for knot in task.standing if not union(knot) & near]
    for choice in product(*knots):
        yield (union((*choice, *rest)) for rest in product(*others))


def with_guns(look: FortressLook, side: str, used: Units = 0) -> tuple[bool, ...]:
    """With or without ships: without them is quicker, and enough if it can be done so."""
    if side != ALLIED or not ships(look):
        return (False,)
    return (True,) if used & look.game.ships else (False, True)


def _owed(look: FortressLook, task: Task, by: Units, sorties: HexSet, shut: Units, done: Battle) -> Owed:
    """What is left to do, if some stand by, some fortresses make sorties, and others keep quiet."""
    opened, held, left = targets(look, task.side) & ~done.targets, garrisons(look, task.side), ready(look, task.side)
    due = task.due | union(fortress_neighbours(look, node) for node in members(sorties) if node in held)
    free = (left | ships(look)) & ~shut & ~done.attackers
    return Owed(due & opened, task.bound & left & ~by & ~done.attackers, free, opened)


def _can_sally(look: FortressLook, task: Task, node: int, done: Battle) -> bool:
    """Could a sortie be begun now: has no neighbour been attacked without it (14.13)?"""
    return not fortress_neighbours(look, node) & ~(targets(look, task.side) & ~done.targets)


def sallying(look: FortressLook, side: str, units: Units) -> HexSet:
    """The fortresses out of which some units attack."""
    return sum(1 << node for node, garrison in garrisons(look, side).items() if garrison & units)


def _quiet(look: FortressLook, side: str, sorties: HexSet) -> Units:
    """Those in fortresses out of which no sortie is made."""
    return union(garrison for node, garrison in garrisons(look, side).items() if not sorties >> node & 1)


@once
def _sorties(look: FortressLook, task: Task) -> HexSet:
    """Sorties with which all can be done: those that have begun, and as few others as the search finds."""
    return _tries(look, task, NOTHING, NOTHING, task.sorties) or task.sorties


def _tries(look: FortressLook, task: Task, battle: Battle, done: Battle, likely: HexSet) -> HexSet | None:
    """Sorties with which all can be done, if there are such: first without new ones, then with the likely ones."""
    side, held = task.side, garrisons(look, task.side)
    begun = task.sorties | sallying(look, side, battle.attackers | done.attackers)
    if not all(_can_sally(look, task, node, NOTHING) for node in members(begun & ~task.sorties)):
        return None
    everybody = union(held.values())
    late = union(held[node] for node in held if not begun >> node & 1 and not _can_sally(look, task, node, done))
    first = begun | sum(1 << node for node, garrison in held.items() if likely >> node & 1 and not garrison & late)
    waiting = [(begun, late)]
    if _quiet(look, side, first) != late:
        waiting.append((first, _quiet(look, side, first)))
    if first != begun and _quiet(look, side, begun) != late:
        waiting.append((begun, _quiet(look, side, begun)))
    while waiting:
        sorties, shut = waiting.pop()
        found, owed = front(look, side, sorties, False), _owed(look, task, 0, sorties, shut, done)
        plan = found.completed(owed, battle) if battle.targets else found.plan(owed)
        if plan is None:
            continue
        used = union(fight.attackers for fight in plan) & everybody
        loose = [node for node, garrison in held.items() if garrison & used and not sorties >> node & 1]
        if not loose:
            return sorties
        node = loose[0]  # it is made a sortie of, or kept quiet
        waiting += [(sorties, shut | held[node]), (sorties | 1 << node, shut)]
    return None


@once
def can(look: FortressLook, task: Task, battle: Battle = NOTHING, done: Battle = NOTHING) -> bool:
    """Can everything be done: after a battle that is `done`, by going on with one that is being made?"""
    if garrisons(look, task.side):
        return _tries(look, task, battle, done, _sorties(look, task)) is not None
    for guns in with_guns(look, task.side, battle.attackers):
        line = front(look, task.side, 0, guns)
        for by in (by for others in _variants(task, 0) for by in others):
            owed = _owed(look, task, by, 0, 0, done)
            if line.completed(owed, battle) if battle.targets else line.can(owed):
                return True
    return False


# What may be chosen


Asked = Callable[[Front, Owed, Battle], int]


def _choices(look: FortressLook, task: Task, battle: Battle, easy: Asked, grown: dict[int, Battle]) -> int:
    """What may be chosen for a battle, by what it would be with that.

    Much is quickly found without further sorties or the help of ships; the rest is searched for one by one.
    """
    side, found, held = task.side, 0, garrisons(look, task.side)
    begun = task.sorties | sallying(look, side, battle.attackers) | (_sorties(look, task) if held else 0)
    near = union(able(look, side).get(node, 0) for node in members(battle.targets)) if battle.targets else -1
    line = front(look, side, begun, with_guns(look, side, battle.attackers)[0])
    for others in _variants(task, near):
        for by in others:
            owed = _owed(look, task, by, begun, _quiet(look, side, begun), NOTHING)
            if line.can(owed):
                found |= easy(line, owed, battle) if battle.targets else line.declarable(owed)
                break
    for choice, made in grown.items():
        if found >> choice & 1:
            continue
        if battle.targets or not held:
            found |= can(look, task, made) << choice
            continue
        sorties = _tries(look, task, made, NOTHING, _sorties(look, task))
        if sorties is not None:  # the same sorties often open other hexes too
            owed = _owed(look, task, 0, sorties, _quiet(look, side, sorties), NOTHING)
            found |= 1 << choice | front(look, side, sorties, False).declarable(owed)
    return found


@once
def addable(look: FortressLook, task: Task, battle: Battle = NOTHING) -> HexSet:
    """The hexes that may be attacked next, or together with those of a battle that is being made."""
    near = able(look, task.side)
    common = battle.attackers & ~look.game.ships or union(near[node] for node in members(battle.targets)) or -1
    hexes = (node for node in near if near[node] & common and not battle.targets >> node & 1)
    more = {node: battle._replace(targets=battle.targets | 1 << node) for node in hexes}
    return _choices(look, task, battle, Front.addable, more)


def _joined(battle: Battle, units: Units) -> dict[int, Battle]:
    return {unit: battle._replace(attackers=battle.attackers | 1 << unit) for unit in members(units)}


@once
def joinable(look: FortressLook, task: Task, battle: Battle) -> Units:
    """Those who may join a battle that is being made."""
    mates = who.companions(look, task.side, battle.attackers) & who.able_against(look, task.side, battle.targets)
    return _choices(look, task, battle, Front.joinable, _joined(battle, mates & ~battle.attackers)) & ~look.game.ships


@once
def supportable(look: FortressLook, task: Task, battle: Battle, near: Units) -> Units:
    """The ships, of those in range, that may support a battle that is being made and are not needed elsewhere."""
    more = _joined(battle, near & ~battle.attackers)
    return sum(1 << ship for ship, made in more.items() if can(look, task, made))


def closable(look: FortressLook, task: Task, battle: Battle) -> bool:
    """Is a battle at legal odds as it stands, and can all else be done after it?"""
    return legal(look, battle.targets, battle.attackers) and can(look, task, NOTHING, battle)


def over(look: FortressLook, task: Task) -> bool:
    """Is nothing owed any more?"""
    sorties = _owed(look, task, 0, task.sorties, 0, NOTHING).due if garrisons(look, task.side) else 0
    if task.due & targets(look, task.side) or sorties:
        return False
    left = task.bound & ready(look, task.side)
    return any(not left & ~by for others in _variants(task, 0) for by in others)
