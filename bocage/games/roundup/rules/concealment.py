"""What may lie behind a position that the Allies see when Hitler's strategy is hidden (ruling R27)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from .position import ALLIED, PLACES, UNKNOWN_STRATEGY, RoundupPosition

if TYPE_CHECKING:
    from ..game import Roundup


def redeal(game: Roundup, seen: RoundupPosition, side: str, random: Random) -> RoundupPosition:
    """A copy of what a side sees, with a strategy drawn from those that fit it."""
    position = seen.copy()
    if side == ALLIED and seen.strategy == UNKNOWN_STRATEGY:
        fitting = chances(game, seen)
        (position.strategy,) = random.choices(list(fitting), list(fitting.values()))
    return position


def chances(game: Roundup, seen: RoundupPosition) -> dict[int, float]:
    """Strategy -> how likely it is in the eyes of the Allies: the draw is even, cups and air dice tell the rest."""
    weights = {number: 1.0 for number in game.data.strategies if _cups_fit(game, seen, number)}
    if not weights:  # a position that was written by hand
        weights = dict.fromkeys(game.data.strategies, 1.0)
    markers = seen.tas_left + len(seen.tas)
    if seen.turn > 1 and seen.superiority and markers:
        lead = markers if seen.superiority == ALLIED else -markers
        allied, german, luftwaffe = game.rules.air_dice[seen.weather]
        for number in weights:
            dice = luftwaffe if game.data.strategies[number].luftwaffe else german
            weights[number] *= leads(allied, dice).get(lead, 0.0)
        if not any(weights.values()):
            weights = dict.fromkeys(weights, 1.0)
    whole = sum(weights.values())
    return {number: weight / whole for number, weight in weights.items()}


def _cups_fit(game: Roundup, seen: RoundupPosition, strategy: int) -> bool:
    """Do the cups look as they must under a strategy? Each one that is used gives at least one unit a turn (8.5)."""
    for cup in game.data.cups:
        if len(cup.strategies) == len(game.data.strategies):
            continue  # tells nothing
        place = -PLACES.index(cup.place) - 1
        inside = [
            unit.at == place
            for unit, counter in zip(seen.units, game.counters, strict=True)
            if counter.pool in cup.codes
        ]
        if strategy not in cup.strategies and not all(inside):
            return False
        if strategy in cup.strategies and seen.turn > cup.first_turn and inside and all(inside):
            return False
    return True


@cache
def leads(allied: int, german: int) -> dict[int, float]:
    """By how much so many Allied dice beat so many German ones: lead -> chance.

    >>> leads(1, 1)[0] == 1 / 6
    True
    """
    ours, theirs = (Counter(map(sum, product(range(1, 7), repeat=dice))) for dice in (allied, german))
    whole = ours.total() * theirs.total()
    found: Counter[int] = Counter()
    for one, ways in ours.items():
        for other, more in theirs.items():
            found[one - other] += ways * more
    return {lead: ways / whole for lead, ways in found.items()}
