"""Secrets dealt anew, for whoever plays on in his head: one of the positions that may lie behind what a side sees.

The Allies do not know which piece lies where among the concealed ones, nor what the record of the reserve says. All
ways are dealt alike, except that no hex gets more than it holds if that can be helped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from bocage.engine.play import index_units
from bocage.parts import concealment
from bocage.rules import Unit

from ..position import ALLIED, HAND, RETURNS, SEALED, STAYS, UNKNOWN, RhinePosition

if TYPE_CHECKING:
    from ...game import Rhine


def redeal(game: Rhine, seen: RhinePosition, side: str, random: Random) -> RhinePosition:
    """A position that looks to a side exactly like the one that it sees."""
    position = seen.copy()
    if side != ALLIED:
        return position
    if position.reserve_record == SEALED:
        position.reserve_record = random.choice((RETURNS, STAYS))
    unknown = position.stacks.get(UNKNOWN, ())
    if not unknown:
        return position
    rooms: dict[int, int] = {}  # concealed hex -> how many pieces lie there
    for stranger in position.units[game.first_stranger :]:
        rooms[stranger.at] = rooms.get(stranger.at, 0) + 1
    del position.units[game.first_stranger :]
    for unit in unknown:
        position.units[unit] = Unit(HAND, 1)  # behind the screen of the set-up they are all still in hand
    position.face_down = 0
    if rooms:
        # On top of each lies one that may lie face down (SET.7).
        dealt = concealment.deal(unknown, rooms, game.hideable_units, lambda deal: _fits(game, deal), random)
        for node, units in dealt.items():
            for unit in units:
                position.units[unit] = Unit(node, 1)
        for unit in unknown:
            bit = 1 << unit
            if game.hideable_units & bit:
                position.face_down |= bit
            elif game.infantry_corps & bit and random.random() < 0.5:
                position.deployed |= bit  # unseen (ruling R40)
    index_units(game, position)
    return position


def _fits(game: Rhine, deal: Mapping[int, Sequence[int]]) -> bool:
    """Does every hex hold what has been dealt to it (STK.1 to STK.3)?"""
    for node, units in deal.items():
        counters = [game.counters[unit] for unit in units]
        most, most_armour = game.stacking_limits[node]
        if sum(counter.stacking for counter in counters) > most:
            return False
        if sum(counter.stacking for counter in counters if counter.armour) > most_armour:
            return False
    return True
