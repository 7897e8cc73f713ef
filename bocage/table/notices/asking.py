"""A player says where he wants to be told of his turns, confirms that an address is his, or wants no more."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.errors import BadInput
from bocage.store import StoreTrouble
from bocage.store.notices import Notice, Way
from bocage.table.matches.handover import now
from bocage.table.matches.seats import new_token
from bocage.table.notices.addresses import hook_address, mail_address, shown
from bocage.table.notices.teller import Teller, silent
from bocage.table.notices.words import confirmation, first_call
from bocage.table.service.security import Bucket
from bocage.table.troubles import NotKept, Rejected, sentence
from bocage.table.wire.requests import Notices, NoticeWay

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

WAYS: tuple[Way, ...] = ("mail", "hook")
NO_MAIL = "This table sends no mail: whoever runs it has not set that up."
NO_HOOKS = "This table calls no web addresses: whoever runs it has switched that off."
CONFIRMED = "From now on this address is told when it is your turn."
NOT_CONFIRMED = "This link confirms nothing any more: ask for a new one at the table."
STOPPED = "Nothing more is sent by this."
_LETTERS_PER_SECOND, _LETTERS_AT_ONCE = 3 / 86_400, 3  # that ask whether an address is somebody's: to one address
_REMEMBERED = 10_000


class Asking:
    """What players ask of a teller."""

    def __init__(self, teller: Teller) -> None:
        self.teller = teller
        self._asked: OrderedDict[str, Bucket] = OrderedDict()

    def ways(self, match_id: str, side: str) -> Notices:
        """How a seat is told."""
        return Notices([self._way(self.teller.of(match_id, side, way)) for way in WAYS])

    def _off(self, way: Way) -> str:
        if way == "mail":
            return "" if self.teller.server is not None else NO_MAIL
        return "" if self.teller.hall.config.hooks else NO_HOOKS

    def _way(self, kept: Notice) -> NoticeWay:
        state = "off" if not kept.address else "failed" if kept.failed else "on" if kept.confirmed else "waiting"
        failed = sentence(kept.failed) if kept.failed else ""
        return NoticeWay(kept.way, state, shown(kept.way, kept.address), failed, self._off(kept.way))

    async def want(self, room: Room, side: str, way: str, address: str) -> Notices:
        """The player of a seat wants to be told by a way; without an address no more."""
        if way not in WAYS:
            raise BadInput(f"one is told by {' or '.join(WAYS)}, not by {way[:20]!r}")
        if room.info.status == "over" and address:
            raise Rejected(409, "The match is over; there is nothing to be told of.")
        if not self.teller.ready.is_set():
            raise NotKept
        await room.carried_through(self._want(room, side, way, address))
        return self.ways(room.id, side)

    async def _want(self, room: Room, side: str, way: Way, address: str) -> None:
        old = self.teller.of(room.id, side, way)
        game = room.info.game
        if not address:
            await self._put(silent(old), game)
            return
        if off := self._off(way):
            raise Rejected(409, off)
        if way == "mail":
            address = mail_address(address)
        else:
            hook_address(address)
        hall = self.teller.hall
        key = await hall.beside(hall.store.notice_key, address.strip()) or new_token()
        made = msgspec.structs.replace(silent(old), address=address.strip(), key=key, told=now())
        if way == "mail":
            await self._ask_for_consent(made, game)
        else:
            made = msgspec.structs.replace(made, confirmed=now())
            trouble = await self.teller.call(made.address, first_call(self.teller.table, self.teller.told(made, game)))
            if trouble:
                raise Rejected(409, f"This address was tried, and nothing was kept: {trouble}.")
            await self._put(made, game)
        self.teller.heed(room)

    async def _ask_for_consent(self, made: Notice, game: str) -> None:
        """Nothing is sent to an address until its owner wants it so, but for this letter; and few of these."""
        bucket = self._asked.pop(made.address.lower(), None) or Bucket(_LETTERS_PER_SECOND, _LETTERS_AT_ONCE)
        self._asked[made.address.lower()] = bucket
        if len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        if bucket.take():
            raise Rejected(429, "This address was asked three times today; open one of the letters, or wait a day.")
        await self._put(made, game)
        subject, text = confirmation(self.teller.table, self.teller.told(made, game))
        (trouble,) = await self.teller.post([(made.address, subject, text, "")])
        if trouble:
            await self._put(silent(made), game)
            raise Rejected(503, sentence(trouble), retry_after=60)

    async def _put(self, kept: Notice, game: str = "") -> None:
        try:
            await self.teller.put(kept, game)
        except StoreTrouble as error:
            raise NotKept(error) from None

    # The links in letters

    async def confirm(self, key: str, match_id: str) -> str:
        """Somebody opened the letter and says that the address is his."""
        found = self.teller.by_key(key, match_id)
        if not found:
            raise Rejected(404, NOT_CONFIRMED)
        for kept in found:
            if not kept.confirmed:
                await self._put(msgspec.structs.replace(kept, confirmed=now(), told=now()))
        return CONFIRMED

    async def stop(self, key: str, match_id: str) -> str:
        """Somebody wants no more of a match, or of any. A link that means nothing any more is no mistake."""
        for kept in self.teller.by_key(key, match_id):
            await self._put(silent(kept))
        return STOPPED
