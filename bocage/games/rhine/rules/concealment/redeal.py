"""Secrets dealt anew, for whoever plays on in his head: one of the positions that may lie behind what a side sees.

The Allies do not know which piece lies where among the concealed ones, nor what the record of the reserve says. All
ways are dealt alike, except that no hex gets more than it holds if that can be helped.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from bocage.engine.play import index_units
from bocage.rules import Unit

from ..position import ALLIED, HAND, RETURNS, SEALED, STAYS, UNKNOWN, RhinePosition

if TYPE_CHECKING:
    from ...game import Rhine

TRIES = 8  # deals that are looked at before one with an over-full hex is taken


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
        deal = _deal(game, unknown, rooms, random)
        for _ in range(TRIES):
            if _fits(game, deal):
                break
            deal = _deal(game, unknown, rooms, random)
        for node, units in deal.items():
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


def _deal(game: Rhine, unknown: tuple[int, ...], rooms: dict[int, int], random: Random) -> dict[int, list[int]]:
    """Hex -> the pieces there; on top of each lies one that may lie face down (SET.7)."""
    down = [unit for unit in unknown if game.hideable_units >> unit & 1]
    random.shuffle(down)
    tops, rest = down[: len(rooms)], down[len(rooms) :]
    rest += [unit for unit in unknown if not game.hideable_units >> unit & 1]
    random.shuffle(rest)
    deal = {}
    for (node, pieces), top in zip(rooms.items(), tops, strict=True):
        deal[node] = [top, *(rest.pop() for _ in range(pieces - 1))]
    return deal


def _fits(game: Rhine, deal: dict[int, list[int]]) -> bool:
    """Does every hex hold what has been dealt to it (STK.1 to STK.3)?"""
    for node, units in deal.items():
        counters = [game.counters[unit] for unit in units]
        most, most_armour = game.stacking_limits[node]
        if sum(counter.stacking for counter in counters) > most:
            return False
        if sum(counter.stacking for counter in counters if counter.armour) > most_armour:
            return False
    return True
