"""The attacks that the Germans owe in the sector on December III (33.4.1, ruling R98)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from bocage.parts.combat.duties import Battle, Front, Owed, more_is_better
from bocage.rules import Conditions, HexSet, Units, once

from .. import winter
from ..look import FortressLook, members
from ..position import GERMAN
from .attackers import able, ready, targets
from .odds import attack, defences, legal, names, odds

STAY_POSSIBLE = "two attacks at 1-1 or better against Americans in the sector must stay possible"


def owed(look: FortressLook, side: str) -> int:
    """How many battles are still owed; what chance has made impossible is not."""
    if side != GERMAN or not look.game.rules.opening_attacks or not winter.opening_blow(look):
        return 0
    left = look.game.rules.opening_attacks - look.position.sector_attacks
    return next((count for count in range(left, 0, -1) if possible(look, count, 0, 0)), 0)


def _ground(look: FortressLook) -> HexSet:
    """Where they are owed: American hexes of the sector."""
    return winter.targets(look) & look.game.data.zones["sector"]


def good_enough(look: FortressLook, rolled: str) -> bool:
    """Are these odds, before shifts, as good as the case asks for?"""
    known = names(look.game)
    return bool(rolled) and known.index(rolled) >= known.index(f"{look.game.rules.numbers['berlin_attack_odds']}-1")


def counts(look: FortressLook, hexes: HexSet, rolled: str) -> bool:
    """Would a battle at these odds be one of them?"""
    return bool(hexes & _ground(look)) and good_enough(look, rolled)


@once
def _front(look: FortressLook, made: HexSet, least: bool) -> Front:
    """Who can attack what in the opening blow: single hexes at the odds that are asked for.

    A battle that is being made may have several hexes, and be one of those that are owed or any legal one at the least.
    """

    def lawful(hexes: HexSet, units: Units) -> bool:
        if hexes != made and hexes.bit_count() > 1:
            return False
        if hexes == made and least:
            return legal(look, hexes, units)
        return good_enough(look, odds(look.game, attack(look, hexes, units), defences(look, hexes, units)))

    return Front(able(look, GERMAN), more_is_better(lawful))


@once
def possible(look: FortressLook, count: int, busy: Units, done: HexSet) -> bool:
    """Could so many battles still be fought, if some units and hexes have had theirs?"""
    return _goes_on(look, count, Battle(0, 0), ready(look, GERMAN) & ~busy, done, least=False)


@once
def leaves_room(look: FortressLook, count: int, hexes: HexSet, attackers: Units) -> bool:
    """Could so many battles still be fought by going on with one that is being made, it being one of them or not?"""
    battle, free = Battle(hexes, attackers), ready(look, GERMAN)
    if not count or _goes_on(look, count, battle, free, hexes, least=True):
        return True
    return bool(hexes & _ground(look)) and _goes_on(look, count - 1, battle, free, hexes, least=False)


def _goes_on(look: FortressLook, count: int, battle: Battle, free: Units, done: HexSet, least: bool) -> bool:
    """Could so many other battles be fought, and this one?"""
    front, others = _front(look, battle.targets, least), _ground(look) & targets(look, GERMAN) & ~done
    for chosen in combinations(look.game.board.nodes(others), count):
        left = Owed(sum(1 << node for node in chosen), 0, free, battle.targets | others)
        if front.completed(left, battle, further=0) if battle.targets else front.can(left):
            return True
    return False


def keeps_room(
    look: FortressLook, side: str, things: int, battle: Callable[[int], tuple[HexSet, Units]], why: str = STAY_POSSIBLE
) -> Conditions:
    """Of what may be chosen for a battle, that after which so many can still be fought as are owed."""
    left = owed(look, side)
    if left:
        yield sum(1 << one for one in members(things) if leaves_room(look, left, *battle(one))), "33.4.1", why
