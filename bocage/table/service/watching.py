"""Looks after the links of those who are at the table: one that was made anew elsewhere ends the page of the old one.

Whoever asks or does something is checked when he does; this is for those who only sit there and listen.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bocage.store import StoreTrouble

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall

log = logging.getLogger("bocage.table")

EVERY = 1.0  # seconds
_AT_ONCE = 500  # matches that are looked up together


async def watch(hall: Hall) -> None:
    """Compare the links of all who are there with those that are kept, again and again."""
    while True:
        await asyncio.sleep(EVERY)
        try:
            await look(hall)
        except StoreTrouble as error:
            log.debug("the seats cannot be looked at: %s", error)  # whoever wants something done is told


async def look(hall: Hall) -> None:
    """Compare them once."""
    rooms = hall.occupied
    for start in range(0, len(rooms), _AT_ONCE):
        some = {room.id: room for room in rooms[start : start + _AT_ONCE]}
        for match_id, seats in (await hall.beside(hall.store.seats_of, list(some))).items():
            room = some[match_id]
            if any(seat.token_hash != room.seats[seat.side].token_hash for seat in seats if seat.side in room.seats):
                await room.check_links()
