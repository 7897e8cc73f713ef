"""The hall: all rooms of a service, the store behind them, and the bots. Here matches are made and found."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

import msgspec

import bocage
from bocage.engine.dice import new_key
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import Info, NoSuchMatch, Seat, Store, StoreTrouble, Writer, summary_of
from bocage.store import NewMatch as Kept
from bocage.table.bots.processes import Bots
from bocage.table.config import Config
from bocage.table.faces import on_the_table
from bocage.table.housekeeping import Housekeeper
from bocage.table.matches import weight
from bocage.table.matches.away import agreed, away_of, with_agreement
from bocage.table.matches.by_mail import MailRoom, by_mail, side_here, sides_here
from bocage.table.matches.handover import absent, now
from bocage.table.matches.looking import Looking
from bocage.table.matches.pages import Page
from bocage.table.matches.rooms import Room
from bocage.table.matches.seats import make_seats, match_info
from bocage.table.notices.teller import Teller
from bocage.table.troubles import BROUGHT_IN, NotKept, Rejected, no_such_seat
from bocage.table.wire.messages import LONGEST_WORDS
from bocage.table.wire.requests import ImportMatch, MatchInfo, NewMatch, Seated

log = logging.getLogger("bocage.table")

Result = TypeVar("Result")

_BESIDE = 6  # threads for what takes its time
_AT_ONCE = 500  # matches that are looked up together
_AT_LEISURE = 2  # threads for what takes longer
_MOST_WORDS = 8
_LONGEST_NOTE = 2_000


class Hall:
    """Everything that goes on in a service. It belongs to one event loop."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.writer = Writer(store)
        self.bots = Bots(config)
        self.housekeeper = Housekeeper()
        self.teller = Teller(self)
        self.closing = False
        self._rooms: OrderedDict[str, Room] = OrderedDict()  # the one that was used last comes last
        self._kilobytes = 0
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._threads = ThreadPoolExecutor(_BESIDE, thread_name_prefix="bocage-table")
        self._long_threads = ThreadPoolExecutor(_AT_LEISURE, thread_name_prefix="bocage-leisure")

    # Work

    async def beside(self, work: Callable[..., Result], *details: Any, **more: Any) -> Result:
        """Ask the database something in a thread, so that the others need not wait."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *details, **more))

    async def at_leisure(self, work: Callable[..., Result], *details: Any) -> Result:
        """The same for what takes longer: it has threads of its own, so that nobody who comes in waits for a film."""
        return await asyncio.get_running_loop().run_in_executor(self._long_threads, partial(work, *details))

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Begin something that goes on even if nobody waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreTrouble):
            log.warning("%s", error)
        elif error is not None and not isinstance(error, BadInput | Refusal | Rejected):
            log.error("something went wrong", exc_info=error)

    async def close(self) -> None:
        """Let what is under way come to its end, then close the store."""
        self.closing = True
        under_way = [task for task in self._tasks if not task.done()]
        await self.bots.close()
        if under_way:
            await asyncio.wait(under_way, timeout=self.config.drain_seconds)
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=1)
        await asyncio.to_thread(self.writer.close)
        for threads in (self._threads, self._long_threads):
            threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.store.close)

    @property
    def rooms(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    @property
    def pages(self) -> list[Page]:
        """All pages that are connected."""
        return [page for room in self._rooms.values() for page in room.pages]

    @property
    def occupied(self) -> list[Room]:
        """All rooms in which somebody who holds a seat is connected."""
        return [room for room in self._rooms.values() if any(page.side is not None for page in room.pages)]

    def is_here(self, match_id: str, side: str) -> bool:
        """Has the player of a seat a page open?"""
        room = self._rooms.get(match_id)
        return room is not None and any(page.side == side for page in room.pages)

    def title(self, game: str) -> str:
        """The title of a game, even of one that is no longer here."""
        try:
            return str(bocage.game_class(game).title)
        except BadInput:
            return game

    # Rooms

    @asynccontextmanager
    async def entered(self, match_id: str) -> AsyncIterator[Room]:
        """The room of a match; it stays for as long as somebody is in it."""
        room = await self._room(match_id)
        while self._rooms.get(match_id) is not room:
            room = await self._room(match_id)  # it was forgotten again before we came in
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self.weigh(room)

    async def _room(self, match_id: str) -> Room:
        room = self._rooms.get(match_id)
        if room is not None:
            self._rooms.move_to_end(match_id)
            return room
        opening = self._opening.get(match_id)
        if opening is None:
            opening = self._opening[match_id] = self.start(self._open(match_id))
            opening.add_done_callback(lambda _: self._opening.pop(match_id, None))
        return await asyncio.shield(opening)

    async def _open(self, match_id: str) -> Room:
        if not 1 <= len(match_id) <= 64 or not match_id.isascii() or not match_id.isalnum():
            raise no_such_seat()
        try:
            info = await self.beside(self.store.info, match_id)
            seats = await self.beside(self.store.seats, match_id)
        except NoSuchMatch:
            raise no_such_seat() from None
        by_mail = await self.beside(side_here, match_id)
        return self._add(info, self._in_order(info, seats), mail=by_mail)

    def _add(self, info: Info, seats: dict[str, Seat], match: Match | None = None, mail: str = "") -> Room:
        room = MailRoom(self, info, seats, mail) if mail in seats else Room(self, info, seats, match)
        self._rooms[info.id] = room
        return room

    def _in_order(self, info: Info, seats: Iterable[Seat]) -> dict[str, Seat]:
        """Seats in the order of the game's sides."""
        found = {seat.side: seat for seat in seats}
        try:
            sides = bocage.game_class(info.game).sides
        except BadInput:
            sides = tuple(found)  # of a game that is no longer here
        return {side: found[side] for side in sides if side in found}

    def weigh(self, room: Looking) -> None:
        """A room has changed: if all take too much memory, forget those that nobody has used for the longest time."""
        if self._rooms.get(room.id) is room:
            self._kilobytes += room.kilobytes - room.counted
            room.counted = room.kilobytes
        if self._kilobytes <= self.config.memory * 1024:
            return
        for old in [old for old in self._rooms.values() if old.idle]:
            del self._rooms[old.id]
            self._kilobytes -= old.counted
            self.housekeeper.let_go(old.counted)
            old.let_go()
            if self._kilobytes <= self.config.memory * 1024:
                return

    def close_room(self, room: Looking) -> None:
        """There is no such match any more."""
        if self._rooms.pop(room.id, None) is room:
            self._kilobytes -= room.counted
        room.let_go()

    # Making matches

    async def create(self, wanted: NewMatch) -> Seated:
        """Set up a match."""
        kind = bocage.game_class(wanted.game)
        on_the_table(wanted.game)  # complains about a game that cannot be shown
        made = make_seats(kind.sides, wanted.seats, self.bots.check, wanted.wait, now())
        self._check_bots(made.seats)
        key = new_key()
        # It is set up even if it has to wait: wrong options are refused now, and the dice are bound.
        match = Match(make_game(wanted.game, wanted.scenario, wanted.options), key=key)
        kept = Kept(
            game=wanted.game,
            scenario=match.game.scenario,
            options=dict(match.game.options),
            key=key,
            commitment=match.commitment,
            seats=made.seats,
            away=agreed(wanted.away, now()),
        )
        writes: list[Coroutine[Any, Any, Any]] = [self.writer.create(kept)]
        if not wanted.wait:
            opening = record.entry_text(match, 0)
            writes.append(self.writer.begin(kept.id, record.header_text(match), opening, summary_of(match)))
        return await self.set_up(kept, None if wanted.wait else match, made.tokens, writes)

    async def bring_in(self, wanted: ImportMatch) -> Seated:
        """Set up a match from the text of its record."""
        entries = record.entries_of(wanted.text)
        if entries > self.config.import_entries:
            most = self.config.import_entries
            raise BadInput(f"this record has {entries} entries; a table takes records of at most {most}")
        await self.bots.check_record(wanted.text, self.config.import_seconds)
        match = await self.at_leisure(bocage.load, wanted.text)
        on_the_table(match.game.slug)
        _check_talk(match)
        made = make_seats(match.game.sides, wanted.seats, self.bots.check, wait=False, when=now())
        self._check_bots(made.seats)
        kept = Kept(
            game=match.game.slug,
            scenario=match.game.scenario,
            options=dict(match.game.options),
            key=match.key if match.key and match.seed is None else None,
            seed=match.seed,
            commitment=match.commitment,
            seats=made.seats,
            text=await self.at_leisure(match.text),
            summary=summary_of(match),
            note=BROUGHT_IN if match.outcome is None else "",
        )
        return await self.set_up(kept, match, made.tokens, [self.writer.create(kept)])

    def _check_bots(self, seats: Iterable[Seat]) -> None:
        """Bots among themselves never stop to think, so only so many of their matches go on at a time."""
        if not _only_bots(seats):
            return
        going_on = sum(room.only_bots_play for room in self._rooms.values())
        if going_on >= self.config.bot_matches:
            raise Rejected(
                503,
                f"{going_on} matches between bots are under way; wait until one of them is over.",
                retry_after=60,
            )

    async def set_up(
        self, kept: Kept, match: Match | None, tokens: dict[str, str], writes: list[Coroutine[Any, Any, Any]]
    ) -> Seated:
        """A match was made: write it down, and open its room."""
        try:
            await asyncio.gather(*writes)  # in this order, and with luck in one go
            info = await self.beside(self.store.info, kept.id)
        except StoreTrouble as error:
            log.warning("a new match could not be written: %s", error)
            raise NotKept(error) from None
        await self.at_leisure(weight.of_a_game, info.game)  # it is measured but once, and takes its time
        room = self._add(info, self._in_order(info, kept.seats), match)
        log.info("match %s: new, %s, %s", room.id, info.game, ", ".join(seat.bot or seat.kind for seat in kept.seats))
        if any(seat.kind == "bot" for seat in kept.seats):
            self.start(self.bots.warm())
        async with self.entered(room.id):
            if match is not None:
                await room.wake()
            return Seated(room.match_info(), tokens)

    # Telling

    async def infos(self, ids: Iterable[str]) -> list[MatchInfo]:
        """What everybody may know of these matches, those that exist, in the order asked."""
        wanted = [match_id for match_id in dict.fromkeys(ids) if match_id.isascii() and match_id.isalnum()]
        missing = [match_id for match_id in wanted if match_id not in self._rooms]
        found: Mapping[str, Info] = {}
        seats: Mapping[str, list[Seat]] = {}
        mailed: Mapping[str, str] = {}
        if missing:
            found = await self.beside(self.store.infos, missing)
            seats = await self.beside(self.store.seats_of, list(found))
            mailed = await self.beside(sides_here, list(found))
        told = []
        for match_id in wanted:
            if match_id in self._rooms:
                told.append(self._rooms[match_id].match_info())
            elif match_id in found:
                info = found[match_id]
                who = self._in_order(info, seats[match_id])
                made = match_info(info, who, self.title(info.game), set(), self.absent(info, who, set()))
                side = mailed.get(match_id)
                if side and side in who and info.game in bocage.slugs():
                    made = msgspec.structs.replace(made, mail=by_mail(info, who, side))
                told.append(with_agreement(made, info, who))
        return told

    def absent(self, info: Info, seats: Mapping[str, Seat], here: set[str | None]) -> set[str]:
        """The sides whose players have been away from a match for too long."""
        if info.status == "over" or away_of(info) is not None:
            return set()  # what was agreed counts, and not the rule of this table
        days = self.config.absent_days
        return {side for side, seat in seats.items() if absent(seat, side in here, days)}

    async def go_on(self) -> None:
        """Open the matches in which a bot, or a standing order, was to decide when the service ended."""
        try:
            ids = await self.beside(self.store.unfinished)
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                infos = await self.beside(self.store.infos, some)
                seats = await self.beside(self.store.seats_of, some)
                for match_id in some:
                    ready = {seat.side for seat in seats[match_id] if _answers_by_itself(seat)}
                    if match_id in infos and ready.intersection(infos[match_id].summary.to_move):
                        await self._wake(match_id)
        except StoreTrouble as error:
            log.warning("the matches of the bots cannot be found: %s", error)

    async def _wake(self, match_id: str) -> None:
        try:
            async with self.entered(match_id) as room:
                await room.wake()
        except (BadInput, Rejected, StoreTrouble) as error:
            log.warning("match %s: cannot go on: %s", match_id, error)


def _answers_by_itself(seat: Seat) -> bool:
    """Need nobody come for it to go on? (A standing order may mean something else than what is asked now.)"""
    return bool(seat.passing) if seat.kind != "bot" else not seat.failed


def _only_bots(seats: Iterable[Seat]) -> bool:
    return all(seat.kind == "bot" for seat in seats)


def _check_talk(match: Match) -> None:
    """What a record brings along for everybody to read is as short as what players may say here."""
    if len(match.words) > _MOST_WORDS or any(len(words) > LONGEST_WORDS for words in match.words):
        raise BadInput(f"the words of a record are at most {_MOST_WORDS}, each of at most {LONGEST_WORDS} characters")
    if len(match.note) > _LONGEST_NOTE:
        raise BadInput(f"the note of a record has at most {_LONGEST_NOTE} characters")
