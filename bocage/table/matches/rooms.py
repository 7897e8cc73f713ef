"""A room: one match that is being played or looked at, its players' pages, and the order in which things happen.

Whatever is done in a match is done under the room's lock: the engine carries it out, the store writes it down, and
only then anybody sees it. Looking needs the lock too, so nobody sees what might still be lost.

A room is built up in four: it is looked at (`looking`), its pages are told (`telling`), people and bots sit down at it
(`seating`), and here something is done in its match.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from bocage.store import GoneOn, Info, Remark, Seat, StoreTrouble, rows_after, summary_of
from bocage.table.bots.opponents import Opponents
from bocage.table.matches.pages import Page
from bocage.table.matches.seating import Seating
from bocage.table.matches.standing import Orders
from bocage.table.troubles import STUMBLED, NotKept, Rejected, Stale, no_such_seat
from bocage.table.wire.sheet import Sheet

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall

log = logging.getLogger("bocage.table")

Act = Callable[[Match], object]


class Room(Seating):
    """One match in memory. Made by the `Hall`."""

    def __init__(self, hall: Hall, info: Info, seats: dict[str, Seat], match: Match | None = None) -> None:
        super().__init__(hall, info, seats, match)
        self._opponents = Opponents(self)
        self._orders = Orders(self)

    async def act(
        self,
        at: int,
        act: Act,
        page: Page | None = None,
        answers: int = 0,
        slow: bool = False,
        remark: Remark | None = None,
        side: str | None = None,
    ) -> None:
        """Do something in the match that was decided at moment `at`; returns when it is on disk and told.

        With a side, that is a moment as the side counts. What has begun is carried through even if whoever asked for it
        goes away in the middle. A slow act is done beside the event loop. A bot may say why it does what it does.
        """
        await self.carried_through(self._act(at, act, page, answers, slow, remark, side))

    async def _act(
        self,
        at: int,
        act: Act,
        page: Page | None,
        answers: int,
        slow: bool,
        remark: Remark | None,
        side: str | None,
    ) -> None:
        async with self.lock:
            match = await self.loaded()
            if page is None and self.pages:
                await self._look_again()  # before anybody is shown what follows; a page was checked when it asked
            if page is not None and page.closed:
                raise no_such_seat()  # it has lost its seat while it waited for its turn
            before = match.moment
            if at != (before if side is None else match.moment_of(side)):
                raise Stale
            if slow:
                await self.hall.at_leisure(self.carry_out, match, act)
            else:
                self.carry_out(match, act)
            await self.keep(match, before, page, answers, remark)
            await self._opponents.answer(match)
            self.consider()
        self.hall.housekeeper.acted()
        self.hall.weigh(self)

    def carry_out(self, match: Match, act: Act) -> None:
        before = match.moment
        try:
            act(match)
        except (Refusal, BadInput, Rejected):
            if match.moment != before:
                self._forget()
            raise
        except Exception:
            log.exception("match %s: the rules stumble after entry %d", self.id, before)
            self._forget()
            raise Rejected(409, STUMBLED) from None

    async def keep(
        self,
        match: Match,
        before: int,
        page: Page | None = None,
        answers: int = 0,
        remark: Remark | None = None,
    ) -> None:
        """Write down what was done since a moment, then tell everybody. If that fails, it was never done."""
        try:
            summary = summary_of(match)
            if match.moment_of(None) == match.moment_of(None, before):
                # What was done in secret does not show by the time at which the match has last gone on, either.
                summary = msgspec.structs.replace(summary, updated=self.info.updated)
            rows = rows_after(match, before, self._last, remark)
            if remark is not None:
                self.remarks[remark.moment] = remark
            self._sheets.clear()
            # Before anything is written: what cannot be shown must not have happened.
            letters = self._letters(match, page, answers)
            # Whoever could not notice it hears nothing: that a message comes would tell him.
            letters = [letter for letter in letters if letter[0] is page or _is_news(letter[0], letter[1])]
            self._show_to_doers(match, before)
        except Exception:
            self._forget()
            raise
        try:
            await self._append(rows, summary)
        except (GoneOn, StoreTrouble) as error:
            log.warning("match %s: entry %d could not be written: %s", self.id, match.moment, error)
            self._forget()
            await self._catch_up()
            raise (Stale() if isinstance(error, GoneOn) else NotKept(error)) from None
        except BaseException:
            self._forget()
            raise
        self._last += len(rows)
        ended = summary.status != self.info.status
        now = summary.updated or datetime.now(UTC).isoformat(timespec="microseconds")
        self.info = msgspec.structs.replace(
            self.info, summary=summary, status=summary.status, last=self._last, updated=now
        )
        for reader, sheet, text in letters:
            reader.sheet = sheet
            reader.say(text)
        if ended:
            log.info("match %s: over after %d entries", self.id, match.moment)
            self._tell_table()
            await self._tell_remarks(match)

    def _show_to_doers(self, match: Match, before: int) -> None:
        """Make the sheets of those who did something since a moment; one who did it without a page asks for his."""
        for side in {entry.side for entry in match.entries[before:]}:
            if side in self.seats and self.seats[side].kind != "bot":
                self._sheet(match, side)

    async def _append(self, rows: tuple[Any, ...], summary: Any) -> None:
        writer = self.hall.writer
        if self._new_base is not None:
            # What was loaded stands for the rules of today; what follows is written after that.
            await writer.rebase(self.id, self._new_base, self._last, self.info.summary, self.info.note)
            self._new_base = None
        await writer.append(self.id, rows, summary)

    async def _catch_up(self) -> None:
        """Show all pages what is on disk."""
        try:
            match = await self.loaded()
        except (StoreTrouble, Rejected) as error:
            log.warning("match %s: cannot be loaded: %s", self.id, error)
            return
        for reader, sheet, text in self._letters(match, None, 0):
            if _is_news(reader, sheet):
                reader.sheet = sheet
                reader.say(text)


def _is_news(page: Page, sheet: Sheet) -> bool:
    """Has anything happened that this page could notice?"""
    return page.sheet is None or page.sheet.moment != sheet.moment
