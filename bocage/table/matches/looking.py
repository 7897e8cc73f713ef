"""The match of a room in memory: loaded when somebody looks, shown to each side, and forgotten when nobody does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import Info, Remark, Seat, load, summary_of
from bocage.table import showing
from bocage.table.matches import weight
from bocage.table.matches.away import with_agreement
from bocage.table.matches.films import ballast, standing_remarks
from bocage.table.matches.pages import Page
from bocage.table.matches.seats import match_info
from bocage.table.troubles import DAMAGED, NOT_BEGUN, Rejected
from bocage.table.wire.requests import MatchInfo
from bocage.table.wire.sheet import Sheet

if TYPE_CHECKING:
    from bocage.table.bots.opponents import Opponents
    from bocage.table.matches.hall import Hall
    from bocage.table.matches.standing import Orders

log = logging.getLogger("bocage.table")

Result = TypeVar("Result")


class Looking:
    """What a room has, what it costs to keep, and how it is looked at."""

    heard = True  # does everybody who plays hear what is said here?
    _opponents: Opponents  # a whole room has them
    _orders: Orders

    def __init__(self, hall: Hall, info: Info, seats: dict[str, Seat], match: Match | None = None) -> None:
        self.hall = hall
        self.id = info.id
        self.info = info
        self.seats = seats
        self.title: str = hall.title(info.game)
        self.pages: list[Page] = []
        self.counted = 0  # kilobytes that the hall knows of
        self.users = 0  # who must not lose this room to the bound on memory
        self.lock = asyncio.Lock()
        self.match = match
        self._ballast = 0 if match is None else ballast(match)
        self._last = info.last
        self._new_base: str | None = None
        self.remarks: dict[int, Remark] = {}  # what bots said of the actions of the match in memory, by moment
        self.advising = False  # does a bot think about what somebody here could do?
        self._sheets: dict[str | None, Sheet] = {}

    @property
    def kilobytes(self) -> int:
        """About how much memory this takes."""
        return 5 if self.match is None else weight.of_a_match(self.match) + self._ballast

    @property
    def idle(self) -> bool:
        """May it be forgotten?"""
        return not (self.pages or self.users or self._opponents.busy or self._orders.busy or self.lock.locked())

    def let_go(self) -> None:
        """It is forgotten: whoever still holds it holds nothing that is large."""
        if self.match is not None:
            self.match.game.forget()
        self._forget()

    def _forget(self) -> None:
        """The match in memory is not the one on disk: the next to look loads it again."""
        self.match = None
        self.remarks = {}
        self._sheets.clear()

    @property
    def only_bots_play(self) -> bool:
        """Does it go on without anybody?"""
        return self.info.status == "running" and all(s.kind == "bot" and not s.failed for s in self.seats.values())

    def match_info(self) -> MatchInfo:
        """What everybody may know."""
        here = {page.side for page in self.pages}
        absent = self.hall.absent(self.info, self.seats, here)
        words, moment = (None, None) if self.match is None else (self.match.words, self.match.moment_of(None))
        made = match_info(self.info, self.seats, self.title, here, absent, words, moment)
        return with_agreement(made, self.info, self.seats, self.match)

    # Looking

    async def loaded(self) -> Match:
        """The match; call it under the lock."""
        if self.match is None:
            if self.info.status == "waiting":
                raise Rejected(409, NOT_BEGUN)
            try:
                found = await self.hall.at_leisure(load, self.hall.store, self.id, make_game)
            except BadInput as error:
                # What is wrong with it may be the very thing that somebody must not know.
                log.error("match %s: cannot be loaded: %s", self.id, error)
                raise Rejected(500, DAMAGED) from None
            said = await self.hall.beside(self.hall.store.remarks, self.id)
            await self.hall.at_leisure(weight.of_a_game, self.info.game)
            self.match, self._last, self._new_base = found
            self.remarks = standing_remarks(found.match, said)
            self._ballast = ballast(found.match)
            self._sheets.clear()
            status = "running" if found.match.outcome is None else "over"
            self.info = msgspec.structs.replace(self.info, summary=summary_of(found.match), status=status)
            self.consider()
        return self.match

    async def wake(self) -> None:
        """Load the match, so that its bots go on."""
        async with self.lock:
            await self.loaded()
            self.consider()

    async def look(self, question: Callable[[Match], Result]) -> Result:
        """Ask the match something quick."""
        async with self.lock:
            return question(await self.loaded())

    async def study(self, question: Callable[[Match], Result]) -> Result:
        """Ask the match something that takes its time; other matches go on meanwhile."""
        async with self.lock:
            return await self.hall.at_leisure(question, await self.loaded())

    async def sheet(self, side: str | None) -> Sheet:
        """What a side is shown now."""
        return await self.look(lambda match: self._sheet(match, side))

    def _sheet(self, match: Match, side: str | None) -> Sheet:
        found = self._sheets.get(side)
        if found is None:
            found = showing.sheet(match, side)
            if sum(seat.kind != "bot" for seat in self.seats.values()) > 1:  # where there is somebody to be told
                found.note = f"{self.info.note} {found.note}".strip()
            self._sheets[side] = found
        return found

    def consider(self) -> None:
        """See who decides: bots think, windows that a player lets pass will be passed, and who is away is told."""
        self._opponents.consider()
        self._orders.consider()
        self.hall.teller.heed(self)

    async def carried_through(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something to its end, even if whoever asked for it goes away in the middle."""
        return await asyncio.shield(self.hall.start(work))
