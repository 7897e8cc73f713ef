"""Rations: sources that serve only so many takers, and who can be served or must go without.

A taker draws one ration from one of the sources that it can reach, through whatever relays; the game says which those
are. As many are served as can be, and where that is not all their owner chooses who goes without: exactly those are
offered without whom no one else loses his ration.
"""

from __future__ import annotations

from collections.abc import Mapping

from bocage.parts.stacks import members


def served(wants: Mapping[int, int], room: Mapping[int, int]) -> dict[int, int]:
    """As many takers as can be served: taker -> the source that serves it.

    `wants` has for each taker the set of sources within its reach, `room` for each source its rations.

    >>> served({1: 0b11, 2: 0b01}, {0: 1, 1: 1})
    {1: 1, 2: 0}
    >>> served({1: 0b1, 2: 0b1}, {0: 1})
    {1: 0}
    """
    found: dict[int, int] = {}
    guests: dict[int, list[int]] = {source: [] for source in room}
    for taker in wants:
        _serve(taker, wants, room, found, guests, set())
    return found


def _serve(
    taker: int,
    wants: Mapping[int, int],
    room: Mapping[int, int],
    found: dict[int, int],
    guests: dict[int, list[int]],
    tried: set[int],
) -> bool:
    """Find a ration for a taker, moving others to other sources if need be."""
    sources = [source for source in members(wants[taker]) if source in room and source not in tried]
    for source in sources:
        if len(guests[source]) < room[source]:
            guests[source].append(taker)
            found[taker] = source
            return True
    for source in sources:
        if source in tried:
            continue
        tried.add(source)
        for other in list(guests[source]):
            if _serve(other, wants, room, found, guests, tried):
                guests[source].remove(other)
                guests[source].append(taker)
                found[taker] = source
                return True
    return False


def spare(wants: Mapping[int, int], room: Mapping[int, int]) -> int:
    """Those who may go without, as a set: as many of the others are served as with them.

    >>> bin(spare({1: 0b1, 2: 0b1, 3: 0b10}, {0: 1, 1: 1}))
    '0b110'
    """
    most, found = len(served(wants, room)), 0
    for taker in wants:
        if len(served({other: reach for other, reach in wants.items() if other != taker}, room)) == most:
            found |= 1 << taker
    return found
