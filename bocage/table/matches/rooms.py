"""A room: one match that is being played or looked at, its players' pages, and the order in which things happen.

Whatever is done in a match is done under the room's lock: the engine carries it out, the store writes it down, and
only then anybody sees it. Looking needs the lock too, so nobody sees what might still be lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import GoneOn, Info, Remark, Seat, StoreTrouble, load, rows_after, summary_of
from bocage.table import showing
from bocage.table.bots.opponents import Opponents
from bocage.table.matches import weight
from bocage.table.matches.films import ballast, mark, standing_remarks
from bocage.table.matches.handover import TABLE, changes_hands, hands_note, in_use, long_unseen, now, told
from bocage.table.matches.pages import SEAT_LOST, Page, written
from bocage.table.matches.seats import Changed, all_sat_down, changed_seat, match_info, sat_down, side_of, words_of
from bocage.table.matches.talk import spoken, tidy
from bocage.table.troubles import (
    DAMAGED,
    LINK_LOST,
    NOT_BEGUN,
    STUMBLED,
    NotKept,
    Rejected,
    Stale,
    no_such_seat,
)
from bocage.table.wire.messages import Broken, Fresh, Heard, Table, ToPage, Welcome
from bocage.table.wire.requests import LONGEST_NAME, MatchInfo, SeatChange
from bocage.table.wire.sheet import Line, Sheet, Why

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall

log = logging.getLogger("bocage.table")

Act = Callable[[Match], object]
Result = TypeVar("Result")

LONG_LOG = 300  # entries: above this the log is put together beside the event loop
_NEWS = 5  # lines of the talk that another process may have written


class _Changed(ToPage, tag="changed"):
    """`messages.Changed` with a delta that has been written already, because several pages get the same one."""

    delta: msgspec.Raw
    answers: int = 0


class Room:
    """One match in memory. Made by the `Hall`."""

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
        self._opponents = Opponents(self)

    # What it costs to keep

    @property
    def kilobytes(self) -> int:
        """About how much memory this takes."""
        return 5 if self.match is None else weight.of_a_match(self.match) + self._ballast

    @property
    def idle(self) -> bool:
        """May it be forgotten?"""
        return not (self.pages or self.users or self._opponents.busy or self.lock.locked())

    def let_go(self) -> None:
        """It is forgotten: whoever still holds it holds nothing that is large."""
        if self.match is not None:
            self.match.game.forget()
        self._forget()

    @property
    def only_bots_play(self) -> bool:
        """Does it go on without anybody?"""
        return self.info.status == "running" and all(s.kind == "bot" and not s.failed for s in self.seats.values())

    # Who asks

    async def side_of(self, token: str) -> str | None:
        """The side of a seat's token; None for a spectator, who has none. A wrong one is refused."""
        if not token:
            return None
        async with self.lock:
            await self._look_again()
            side = side_of(self.seats, token)
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
            await self._look_at_seats()

    async def _look_at_seats(self) -> None:
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
            self._opponents.consider()

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

    def match_info(self) -> MatchInfo:
        """What everybody may know."""
        here = {page.side for page in self.pages}
        absent = self.hall.absent(self.info, self.seats, here)
        if self.match is None:
            return match_info(self.info, self.seats, self.title, here, absent)
        moment = self.match.moment_of(None)
        return match_info(self.info, self.seats, self.title, here, absent, self.match.words, moment)

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
            self._opponents.consider()
        return self.match

    async def wake(self) -> None:
        """Load the match, so that its bots go on."""
        async with self.lock:
            await self.loaded()
            self._opponents.consider()

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

    async def add_note(self, note: str) -> None:
        """Something that everybody should know from now on; call it under the lock."""
        match = await self.loaded()
        note = f"{self.info.note} {note}".strip()
        try:
            await self.hall.writer.set_note(self.id, note)
        except StoreTrouble as error:
            raise NotKept(error) from None
        self.info = msgspec.structs.replace(self.info, note=note)
        self._sheets.clear()
        self._tell_all(match)
        self._tell_table()

    # Coming and going

    async def welcome(self, page: Page, have: int) -> None:
        """A page comes in and is shown everything; from now on it is told what changes.

        Call it before anything is delivered to the page, so that the welcome is the first thing it hears.
        """
        hall = self.hall
        notes = "" if page.side is None else await hall.beside(hall.store.note, self.id, page.side)
        async with self.lock:
            if page.side is not None and page.link != self.seats[page.side].token_hash:
                raise no_such_seat()  # the link was changed while this waited for its turn
            message = Welcome(self.match_info(), page.side, notes=notes)
            if self.info.status != "waiting":
                match = await self.loaded()
                message.sheet = page.sheet = self._sheet(match, page.side)
                message.log = await self._lines(match, page.side, have if have <= match.moment_of(page.side) else -1)
                message.mark = mark(match, page.side)
            was_here = any(other.side == page.side for other in self.pages)
            self.pages.append(page)
            try:
                # Only now, so that what is said at this very moment is either among this or heard.
                message.chat = [spoken(line) for line in await hall.beside(hall.store.chat, self.id)]
            except BaseException:
                self.pages.remove(page)
                raise
            message.match = self.match_info()
            page.say(message, first=True)
            self._opponents.introduce(page)
            if page.side is not None and not was_here:
                self._tell_table(but=page)
        hall.weigh(self)

    def leave(self, page: Page) -> None:
        """A page has gone."""
        if page in self.pages:
            self.pages.remove(page)
            if page.side is not None and all(other.side != page.side for other in self.pages):
                self._tell_table()

    async def _lines(self, match: Match, side: str | None, since: int) -> list[Line]:
        if match.moment_of(side) - since <= LONG_LOG:
            return showing.lines(match, side, since, self.remarks)
        return await self.hall.at_leisure(showing.lines, match, side, since, self.remarks)

    async def fresh(self, page: Page, since: int) -> None:
        """Show a page everything anew: it decided on a board that is no longer the board."""
        async with self.lock:
            match = await self.loaded()
            page.sheet = self._sheet(match, page.side)
            page.say(Fresh(page.sheet, await self._lines(match, page.side, min(since, page.sheet.moment))))

    def tell(self, message: ToPage, but: Page | None = None) -> None:
        """Tell all pages."""
        text = written(message)
        for page in self.pages:
            if page is not but:
                page.say(text)

    def _tell_table(self, but: Page | None = None) -> None:
        if self.pages:
            self.tell(Table(self.match_info()), but)

    # Acting

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
        await self._carried_through(self._act(at, act, page, answers, slow, remark, side))

    async def _carried_through(self, work: Coroutine[Any, Any, Result]) -> Result:
        return await asyncio.shield(self.hall.start(work))

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
            if match.rollback_request is not None:
                await self._opponents.agree(match)
            self._opponents.consider()
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

    def _letters(self, match: Match, page: Page | None, answers: int) -> list[tuple[Page, Sheet, str]]:
        """What each page is to be told of the board as it is now."""
        deltas: dict[tuple[str | None, int], msgspec.Raw] = {}
        letters = []
        for reader in self.pages:
            sheet = self._sheet(match, reader.side)
            old = reader.sheet
            if old is None:
                text = written(Fresh(sheet, showing.lines(match, reader.side, -1, self.remarks)))
            else:
                key = (reader.side, old.moment)
                if key not in deltas:
                    lines = showing.lines(match, reader.side, old.moment, self.remarks)
                    deltas[key] = msgspec.Raw(msgspec.json.encode(showing.delta(old, sheet, lines)))
                text = written(_Changed(deltas[key], answers if reader is page else 0))
            letters.append((reader, sheet, text))
        return letters

    def _tell_all(self, match: Match) -> None:
        for reader, sheet, text in self._letters(match, None, 0):
            reader.sheet = sheet
            reader.say(text)

    async def _tell_remarks(self, match: Match) -> None:
        """Now that it is over, everybody may read why the bots did what they did."""
        if not (self.remarks and match.game.secretive):
            return
        letters: dict[str | None, str] = {}
        for reader in list(self.pages):
            if reader.side not in letters:
                lines = await self._lines(match, reader.side, -1)
                letters[reader.side] = written(Fresh(self._sheet(match, reader.side), lines))
            reader.say(letters[reader.side])

    def _forget(self) -> None:
        """The match in memory is not the one on disk: the next to look loads it again."""
        self.match = None
        self.remarks = {}
        self._sheets.clear()

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

    # Sitting down and beginning

    async def sit(self, side: str, name: str, words: str) -> None:
        """A player sits down; when the last one has, a waiting match begins."""
        await self._carried_through(self._sit(side, tidy(name, LONGEST_NAME, "a name"), words))

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
        await self._carried_through(self._begin_now())

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
        self._opponents.consider()

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
            await self._look_at_seats()
            raise Stale from None
        except StoreTrouble as error:
            log.warning("match %s: a seat could not be written: %s", self.id, error)
            raise NotKept(error) from None
        self.seats[seat.side] = seat
        self._sheets.clear()
        self._tell_table()
        return done

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

    async def change_seat(self, side: str, change: SeatChange, token: str) -> Changed:
        """Somebody else sits on a side. Pages that held the seat until now are sent away."""
        return await self._carried_through(self._change_seat(side, change, token))

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
            away = side in self.hall.absent(self.info, self.seats, {page.side for page in self.pages})
            taken = old is not None and in_use(old) and not away
            changed = changed_seat(self.seats, side, change, holds, self.hall.bots.check, taken, now())
            waiting = self.info.status == "waiting"
            if waiting and changed.seat.kind == "human":
                changed = Changed(msgspec.structs.replace(changed.seat, kind="open"), changed.token)
            away = away and holds != side
            # Before it begins there is nothing to be seen from a seat, and nobody to miss but its player.
            if old is not None and changes_hands(old, changed.seat, holds) and (away or not waiting):
                days = self.hall.config.absent_days if away else 0.0
                note = hands_note(self.info.note, self.info.game, side)
                await self._hand_over(changed.seat, note, told(self.info.game, old, changed.seat, holds, days))
            else:
                await self.set_seat(changed.seat)
            log.info("match %s: %s is now %s", self.id, side, changed.seat.bot or changed.seat.kind)
            self._send_away(side)
            if self.info.status == "waiting":
                if all_sat_down(self.seats):
                    await self._begin()
            else:
                await self._leave_to_bots()
                self._opponents.consider()
            return changed

    async def _leave_to_bots(self) -> None:
        """A rollback that was asked of somebody who has left is answered by the bot that sits there now."""
        if self.match is not None and self.match.rollback_request is not None:
            with suppress(NotKept, Stale):  # then it can be asked for again
                await self._opponents.agree(self.match)


def _is_news(page: Page, sheet: Sheet) -> bool:
    """Has anything happened that this page could notice?"""
    return page.sheet is None or page.sheet.moment != sheet.moment
