"""The seats of a room: who asks, who sits down, when a waiting match begins, and how a seat changes hands."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import GoneOn, Seat, StoreTrouble, summary_of
from bocage.store.away import Agree, SetAway
from bocage.store.changes import Say
from bocage.table.matches import away
from bocage.table.matches.handover import TABLE, changes_hands, hands_note, in_use, long_unseen, now, told
from bocage.table.matches.looking import Result
from bocage.table.matches.pages import SEAT_LOST, Page
from bocage.table.matches.seats import Changed, all_sat_down, bot_name, changed_seat, sat_down, side_of, words_of
from bocage.table.matches.talk import spoken, tidy
from bocage.table.matches.telling import Telling
from bocage.table.troubles import LINK_LOST, NotKept, Rejected, Stale, no_such_seat
from bocage.table.wire.messages import Broken, Heard
from bocage.table.wire.requests import LONGEST_NAME, Agreed, SeatChange
from bocage.table.wire.sheet import Why

log = logging.getLogger("bocage.table")

_NEWS = 5  # lines of the talk that another process may have written


class Seating(Telling):
    """A room at which people and bots sit."""

    # Who asks

    async def side_of(self, token: str) -> str | None:
        """The side of a seat's token; None for a spectator, who has none. A wrong one is refused."""
        if not token:
            return None
        async with self.lock:
            await self._look_again()
            side = side_of(self.seats, token) or await self._is_back(token)
            if side is None:
                raise no_such_seat()
            await self._came(side)
        return side

    async def check_link(self, page: Page) -> None:
        """Somebody at a page wants something: send the page away if its link is no longer that of its seat."""
        if page.side is None:
            return
        async with self.lock:
            await self._look_again()
            if not page.closed:
                await self._came(page.side)

    async def check_links(self) -> None:
        """Send all pages away whose links are no longer those of their seats."""
        async with self.lock:
            await self._look_again()

    async def _look_again(self) -> None:
        """See whether the owner of the service has made a new link for a seat, from a process of his own.

        While the database is away nobody can have done so, and what is to be written is refused by itself.
        """
        with suppress(StoreTrouble):
            await self.look_at_seats()

    async def look_at_seats(self) -> None:
        """Seats as they are kept; a page whose link is no longer that of its seat is sent away."""
        found = {seat.side: seat for seat in await self.hall.beside(self.hall.store.seats, self.id)}
        renewed = [side for side, old in self.seats.items() if found[side].token_hash != old.token_hash]
        # One that is as it was stays the same object: a bot that thinks knows its seat by that.
        self.seats.update((side, found[side]) for side, old in self.seats.items() if found[side] != old)
        for side in renewed:
            self._send_away(side)
        if renewed:
            await self._hear_of_it()

    async def _hear_of_it(self) -> None:
        """Another process has changed a seat: what it wrote for everybody to read is told here."""
        info = await self.hall.beside(self.hall.store.info, self.id)
        chat = await self.hall.beside(self.hall.store.chat, self.id, limit=_NEWS)
        self.info = msgspec.structs.replace(self.info, note=info.note)
        self._sheets.clear()
        for line in chat:
            self.tell(Heard(spoken(line)))  # a page knows which of them it has heard
        self._tell_table()
        if self.match is not None:
            self._tell_all(self.match)
            self.consider()

    def _send_away(self, side: str) -> None:
        """Pages that came by another link than the seat has now cannot stay."""
        for page in self.pages:
            if page.side == side and page.link != self.seats[side].token_hash and not page.closed:
                page.say(Broken(Why(LINK_LOST)))
                page.cut_off(SEAT_LOST)

    def long_unseen(self, page: Page) -> bool:
        """Must it be written down again that somebody is at a page?"""
        return page.side is not None and self.info.status != "over" and long_unseen(self.seats[page.side])

    async def _came(self, side: str) -> None:
        """Somebody used a seat's link, in whatever way: from now on the seat is his. Call it under the lock."""
        seat = self.seats[side]
        arrives = seat.kind == "open" and self.info.status == "running"
        if self.info.status == "over" or not (arrives or long_unseen(seat)):
            return
        try:
            await self.set_seat(msgspec.structs.replace(seat, kind="human" if arrives else seat.kind, seen=now()))
        except NotKept:
            if arrives or not seat.seen:
                raise

    # Sitting down and beginning

    async def sit(self, side: str, name: str, words: str) -> None:
        """A player sits down; when the last one has, a waiting match begins."""
        await self.carried_through(self._sit(side, tidy(name, LONGEST_NAME, "a name"), words))

    async def _sit(self, side: str, name: str, words: str) -> None:
        async with self.lock:
            seat = self.seats[side]
            if self.info.status != "waiting":
                if words and words != seat.words:
                    raise Rejected(409, "The match has begun: the dice can no longer be stirred.")
                words = seat.words
            await self.set_seat(sat_down(seat, name, words))
            if self.info.status == "waiting" and all_sat_down(self.seats):
                await self._begin()

    async def begin(self) -> None:
        """A waiting match begins although somebody has not come yet."""
        await self.carried_through(self._begin_now())

    async def _begin_now(self) -> None:
        async with self.lock:
            if self.info.status != "waiting":
                raise Rejected(409, "The match has begun already.")
            await self._begin()

    async def _begin(self) -> None:
        info = self.info
        key, seed = await self.hall.beside(self.hall.store.dice, self.id)
        game = make_game(info.game, info.scenario, info.options)
        match = Match(game, key=key, seed=seed, words=words_of(self.seats))
        summary = summary_of(match)
        try:
            await self.hall.writer.begin(self.id, record.header_text(match), record.entry_text(match, 0), summary)
        except (GoneOn, StoreTrouble) as error:
            log.warning("match %s: could not begin: %s", self.id, error)
            if isinstance(error, GoneOn):
                self.info = await self.hall.beside(self.hall.store.info, self.id)
            raise NotKept(error) from None
        self.match, self._last = match, 0
        self.info = msgspec.structs.replace(info, status=summary.status, summary=summary, last=0)
        log.info("match %s: begins", self.id)
        for seat in list(self.seats.values()):
            if seat.kind == "open" and in_use(seat):
                with suppress(NotKept, Stale):  # he is still taken for somebody who was there
                    await self.set_seat(msgspec.structs.replace(seat, kind="human"))
        self._tell_table()
        self._tell_all(match)
        self.consider()

    async def set_seat(self, seat: Seat) -> None:
        """Keep a seat; call it under the lock."""
        old = self.seats[seat.side]
        if seat != old:
            await self._seat_written(seat, self.hall.writer.set_seat(self.id, seat, old))

    async def _seat_written(self, seat: Seat, writing: Coroutine[Any, Any, Result]) -> Result:
        """Wait until a seat is kept; only then it counts."""
        try:
            done = await writing
        except GoneOn:
            await self.look_at_seats()
            raise Stale from None
        except StoreTrouble as error:
            log.warning("match %s: a seat could not be written: %s", self.id, error)
            raise NotKept(error) from None
        self.seats[seat.side] = seat
        self._sheets.clear()
        self._tell_table()
        return done

    # Changing hands

    async def _hand_over(self, seat: Seat, note: str, said: str) -> None:
        """Somebody else gets a seat, and everybody reads it: those who are here, and those who come later."""
        old = self.seats[seat.side]
        writing = self.hall.writer.hand_over(self.id, seat, old, note, TABLE, said)
        line = await self._seat_written(seat, writing)
        self.info = msgspec.structs.replace(self.info, note=note)
        self.tell(Heard(spoken(line)))
        self._tell_table()
        if self.match is not None:
            self._tell_all(self.match)

    async def leave_to_bot(self, by: str, bot: str) -> None:
        """A side lets a bot play for the one that stays away, as was agreed; it keeps the seat for its player."""
        await self.carried_through(self._leave_to_bot(by, self.hall.bots.check(bot)))

    async def _leave_to_bot(self, by: str, bot: str) -> None:
        async with self.lock:
            await self._look_again()
            match = await self.loaded()
            away.check(self.info, self.seats, match, by)
            agreed = away.away_of(self.info)
            assert agreed is not None
            for side in self.info.summary.to_move:
                old = self.seats[side]
                seat = Seat(side, "bot", bot=bot, name=old.name, links=old.links, owner=old.token_hash)
                said = away.told_of_bot(self.info.game, side, agreed.days, bot_name(bot))
                await self._hand_over(seat, hands_note(self.info.note, self.info.game, side), said)
                self._send_away(side)
            await self._leave_to_bots()
            self.consider()

    async def _is_back(self, token: str) -> str | None:
        """Whoever was away has the seat again that a bot kept for him. Call it under the lock."""
        old = away.owner_of(self.seats, token)
        if old is None:
            return None
        seat = Seat(old.side, "human", name=old.name, token_hash=old.owner, seen=now(), links=old.links)
        note, said = hands_note(self.info.note, self.info.game, old.side), away.told_of_return(self.info.game, old.side)
        await self._hand_over(seat, note, said)
        await self._count_anew()
        self.consider()
        return old.side

    async def _count_anew(self) -> None:
        """Whoever has just sat down has all the days that were agreed; what was only proposed lapses."""
        if not self.info.away:
            return
        agreed = away.away_of(self.info)
        counted = "" if agreed is None else away.kept(agreed._replace(since=now()))
        try:
            await self.hall.writer.change(SetAway(self.id, counted))
        except StoreTrouble as error:
            raise NotKept(error) from None
        self.info = msgspec.structs.replace(self.info, away=counted)
        self._tell_table()

    # Agreeing on what happens if somebody stays away, in a match that was set up without it

    async def propose(self, page: Page, side: str, wanted: Agreed) -> None:
        """A side proposes what to agree on."""
        await self.carried_through(self._propose(page, side, wanted))

    async def _propose(self, page: Page, side: str, wanted: Agreed) -> None:
        async with self.lock:
            await self._still_there(page)
            await self._agreed(away.proposal(self.info, self.seats, side, wanted), "")

    async def settle(self, page: Page, side: str, agree: bool, seen: Agreed) -> None:
        """A side answers what is proposed, or takes its own proposal back."""
        await self.carried_through(self._settle(page, side, agree, seen))

    async def _settle(self, page: Page, side: str, agree: bool, seen: Agreed) -> None:
        async with self.lock:
            await self._still_there(page)
            await self._agreed(*away.answer(self.info, self.seats, side, agree, seen, now()))

    async def _still_there(self, page: Page) -> None:
        if not self.heard:
            raise Rejected(409, "By mail the other player does not hear of it; write it beside the file.")
        await self._look_again()
        if page.closed:
            raise no_such_seat()  # it has lost its seat while it waited for its turn

    async def _agreed(self, kept: str, said: str) -> None:
        """Keep what is proposed or agreed from now on; then everybody reads it."""
        words = Say(self.id, None, TABLE, said) if said else None
        try:
            line = await self.hall.writer.change(Agree(self.id, kept, self.info.away, words))
        except GoneOn:
            found = await self.hall.beside(self.hall.store.info, self.id)
            self.info = msgspec.structs.replace(self.info, away=found.away)
            self._tell_table()
            raise Stale from None
        except StoreTrouble as error:
            raise NotKept(error) from None
        self.info = msgspec.structs.replace(self.info, away=kept)
        if line is not None:
            self.tell(Heard(spoken(line)))
        self._tell_table()

    def claimed(self, match: Match, side: str) -> str:
        """What a side claims that was left alone: a "win" or a "draw". Call it under the lock."""
        return away.check(self.info, self.seats, match, side)

    async def change_seat(self, side: str, change: SeatChange, token: str) -> Changed:
        """Somebody else sits on a side. Pages that held the seat until now are sent away."""
        return await self.carried_through(self._change_seat(side, change, token))

    async def _change_seat(self, side: str, change: SeatChange, token: str) -> Changed:
        await self.side_of(token)
        async with self.lock:
            holds = side_of(self.seats, token) if token else None
            if token and holds is None:
                raise no_such_seat()  # the link was changed while this waited for its turn
            if self.info.status == "over":
                raise Rejected(409, "The match is over; nobody need sit there any more.")
            if self.info.status != "waiting":
                await self.loaded()  # before anything is changed: a new link that is not answered is lost
            old = self.seats.get(side)
            gone = side in self.hall.absent(self.info, self.seats, {page.side for page in self.pages})
            taken = old is not None and in_use(old) and not gone
            changed = changed_seat(self.seats, side, change, holds, self.hall.bots.check, taken, now())
            waiting = self.info.status == "waiting"
            if waiting and changed.seat.kind == "human":
                changed = Changed(msgspec.structs.replace(changed.seat, kind="open"), changed.token)
            gone = gone and holds != side
            # Before it begins there is nothing to be seen from a seat, and nobody to miss but its player.
            if old is not None and changes_hands(old, changed.seat, holds) and (gone or not waiting):
                days = self.hall.config.absent_days if gone else 0.0
                note = hands_note(self.info.note, self.info.game, side)
                await self._hand_over(changed.seat, note, told(self.info.game, old, changed.seat, holds, days))
            else:
                await self.set_seat(changed.seat)
            log.info("match %s: %s is now %s", self.id, side, changed.seat.bot or changed.seat.kind)
            if old is not None and changes_hands(old, changed.seat, holds):
                with suppress(StoreTrouble, NotKept):
                    await self.hall.teller.forget(self.id, side)
                    await self._count_anew()
            self._send_away(side)
            if self.info.status == "waiting":
                if all_sat_down(self.seats):
                    await self._begin()
            else:
                await self._leave_to_bots()
                self.consider()
            return changed

    async def _leave_to_bots(self) -> None:
        """What was asked of somebody who has left is answered by the bot that sits there now."""
        if self.match is not None:
            with suppress(NotKept, Stale):  # then it can be asked for again
                await self._opponents.answer(self.match)
