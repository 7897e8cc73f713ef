"""Who is to be told that it is his turn, and when.

What a notice depends on is known to everybody at the table: whom the match waits for, when it last went on before
everybody's eyes, and whose page is there. So one that is read by others too (in a channel where both players talk, say)
betrays nothing, neither by its words nor by its hour: not what a hand holds, nor that windows are passed beforehand.

A player is told once of each time that he is waited for, unless he was here meanwhile and has seen it, and of one match
at most once an hour. What is due at the same address at the same time is one letter. A notice is written down before it
is sent, so that no restart sends it twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bocage.store import StoreTrouble
from bocage.store.notices import Notice, PutNotice, Way
from bocage.table.matches.handover import now, seat_words
from bocage.table.notices.addresses import nets
from bocage.table.notices.hooks import HookFailed, call
from bocage.table.notices.mailing import Server, letter
from bocage.table.notices.words import Told, stop_link, turn_call, turns

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall
    from bocage.table.matches.looking import Looking

log = logging.getLogger("bocage.table")

Place = tuple[str, str, Way]

BETWEEN = timedelta(hours=1)  # between two notices of one match to one address
AT_THE_TABLE = timedelta(minutes=15)  # who has a page open is told later: he may only be thinking
PAUSES = (60.0, 300.0, 1_800.0, 7_200.0)  # seconds, after a notice that was not taken
_AT_MOST_EVERY = 5.0  # seconds between two looks
_CALLS_AT_ONCE = 8


class _Asked(NamedTuple):
    """A seat that is waited for: since when, when the match last went on, and is it to answer another's words?"""

    since: str
    updated: str
    answers: bool = False


class Teller:
    """Tells players of their turns. It belongs to one hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        config = hall.config
        self.server = Server(config.mail, config.mail_from) if config.mail else None
        self.nets = nets(config.hook_nets)
        self.table = config.origins[0].rstrip("/") if config.origins else ""
        self.ready = asyncio.Event()
        self._kept: dict[Place, Notice] = {}
        self._games: dict[str, str] = {}  # the games of the matches of which somebody is told
        self._asked: dict[tuple[str, str], _Asked] = {}
        self._again: dict[Place, float] = {}  # what was not taken is tried again at this time
        self._calling = asyncio.Semaphore(_CALLS_AT_ONCE)
        self._postman = ThreadPoolExecutor(2, thread_name_prefix="bocage-mail")

    # What is kept

    def of(self, match_id: str, side: str, way: Way) -> Notice:
        """How a seat is told."""
        return self._kept.get((match_id, side, way), Notice(match_id, side, way))

    def by_key(self, key: str, match_id: str = "") -> list[Notice]:
        """What a link in a letter is about: all that is sent to its reader, or what he is told of one match."""
        found = [kept for kept in self._kept.values() if key and kept.key == key]
        return [kept for kept in found if match_id in ("", kept.match_id)]

    def to_address(self, address: str) -> list[Notice]:
        """All that is sent to an address."""
        return [kept for kept in self._kept.values() if kept.address == address]

    async def put(self, kept: Notice, game: str = "") -> None:
        """Keep how a seat is told from now on."""
        await self.hall.writer.change(PutNotice(kept))
        self._kept[kept.place] = kept
        if game:
            self._games[kept.match_id] = game

    async def forget(self, match_id: str, side: str) -> None:
        """Somebody else has the seat: nobody is told until he says where."""
        for kept in list(self._kept.values()):
            if (kept.match_id, kept.side) == (match_id, side) and kept.address:
                await self.put(silent(kept))

    async def open(self) -> None:
        """Find out who is to be told, and who was waited for when the service ended."""
        hall = self.hall
        kept = await hall.beside(hall.store.notices)
        infos = await hall.beside(hall.store.infos, {one.match_id for one in kept})
        for one in kept:
            info = infos.get(one.match_id)
            if info is None:
                continue
            self._kept.setdefault(one.place, one)
            self._games[one.match_id] = info.game
            if info.status == "running" and one.side in info.summary.to_move:
                self._asked.setdefault((one.match_id, one.side), _Asked(info.updated, info.updated))
        self.ready.set()

    # What happens at the tables

    def heed(self, room: Looking) -> None:
        """Something happened in a match, or it was loaded."""
        if room.id not in self._games:
            return
        if room.info.status == "over":
            self.drop(room.id)
        running = room.info.status == "running"
        for side, seat in room.seats.items():
            old = self._asked.pop((room.id, side), None)
            answers = running and _answers(room, side)
            if answers or (running and seat.kind != "bot" and side in room.info.summary.to_move):
                same = old is not None and (old.answers or not answers)
                since = old.since if old is not None and same else now()
                self._asked[room.id, side] = _Asked(since, room.info.updated, answers)

    def drop(self, match_id: str) -> None:
        """A match is over, or was deleted: nobody need be told of it any more."""
        self._games.pop(match_id, None)
        for place in [place for place in self._kept if place[0] == match_id]:
            del self._kept[place]

    def saw(self, match_id: str, side: str) -> None:
        """The player of a seat was at the table and goes: what he is asked he knows."""
        asked = self._asked.get((match_id, side))
        if asked is None:
            return
        for kept in list(self._kept.values()):
            if (kept.match_id, kept.side) == (match_id, side) and kept.address and kept.told < asked.since:
                seen = self._kept[kept.place] = msgspec.structs.replace(kept, told=now())  # at once: he is not told now
                self.hall.start(self.put(seen))

    # Telling

    async def work(self) -> None:
        """Tell everybody in time, until cancelled."""
        every = min(_AT_MOST_EVERY, max(0.05, self.hall.config.notice_seconds / 4))
        try:
            while True:
                try:
                    if not self.ready.is_set():
                        await self.open()
                    await self.tell()
                except StoreTrouble as error:
                    log.debug("nobody can be told of his turn: %s", error)
                except Exception:
                    log.exception("a notice could not be made")
                await asyncio.sleep(every)
        finally:
            self._postman.shutdown(wait=False, cancel_futures=True)

    async def tell(self) -> None:
        """Tell those who are to be told now."""
        due = [kept for kept in self._kept.values() if self._is_due(kept)]
        calls = [self._call(kept) for kept in due if kept.way == "hook"]
        letters: dict[str, list[Notice]] = {}
        for kept in due:
            if kept.way == "mail":
                letters.setdefault(kept.address, []).append(kept)
        await asyncio.gather(self._write(list(letters.values())), *calls)

    def _is_due(self, kept: Notice) -> bool:
        asked = self._asked.get((kept.match_id, kept.side))
        if asked is None or not kept.address or not kept.confirmed or kept.failed or kept.told >= asked.since:
            return False
        if self._again.get(kept.place, 0.0) > time.monotonic():
            return False
        same = (one for one in self.to_address(kept.address) if one.match_id == kept.match_id)
        last = max(one.sent for one in same)
        if last and _since(last) < BETWEEN:
            return False
        wait = timedelta(seconds=self.hall.config.notice_seconds)
        if self.hall.is_here(kept.match_id, kept.side):
            wait = max(wait, AT_THE_TABLE)
        return _since(max(asked.since, asked.updated)) >= wait

    async def _claimed(self, due: Iterable[Notice]) -> list[Notice]:
        """Write down what is about to be sent; what could not be written is not sent."""
        when, found = now(), []
        for kept in due:
            if self._kept.get(kept.place) == kept:
                await self.put(msgspec.structs.replace(kept, told=when, sent=when))
                found.append(kept)
        return found

    async def _settle(self, kept: Notice, trouble: str) -> None:
        """Something was taken, or not: `kept` is how it stood before."""
        here = self._kept.get(kept.place)
        if here is None or here.key != kept.key:
            return  # it was changed meanwhile
        if not trouble:
            self._again.pop(kept.place, None)
            if here.tries:
                await self.put(msgspec.structs.replace(here, tries=0))
            return
        tries = kept.tries + 1
        failed = trouble if tries >= self.hall.config.notice_tries else ""
        self._again[kept.place] = time.monotonic() + PAUSES[min(tries, len(PAUSES)) - 1]
        log.info("match %s: a notice by %s was not taken, %d times now: %s", kept.match_id, kept.way, tries, trouble)
        await self.put(msgspec.structs.replace(here, told=kept.told, sent=kept.sent, tries=tries, failed=failed))

    async def _call(self, due: Notice) -> None:
        async with self._calling:
            for kept in await self._claimed([due]):
                await self._settle(kept, await self.call(kept.address, turn_call(self.table, self.told(kept))))

    async def call(self, address: str, told: dict[str, str]) -> str:
        """Call a web address; why it was not taken, or nothing."""
        try:
            await call(address, told, self.nets)
        except HookFailed as error:
            return str(error)
        return ""

    async def _write(self, letters: list[list[Notice]]) -> None:
        claimed = [found for due in letters if (found := await self._claimed(due))]
        if not claimed:
            return
        made = [(due[0].address, *turns(self.table, list(self._matches(due))), due[0].key) for due in claimed]
        troubles = await self.post(made)
        for due, trouble in zip(claimed, troubles, strict=True):
            for kept in due:
                await self._settle(kept, trouble)

    async def post(self, made: list[tuple[str, str, str, str]]) -> list[str]:
        """Send letters (address, subject, text, key of the link by which one wants no more); why one was not taken."""
        if self.server is None:
            return ["this table sends no mail"] * len(made)
        letters = [
            letter(self.server, to, subject, text, stop_link(self.table, key) if key else "")
            for to, subject, text, key in made
        ]
        return await asyncio.get_running_loop().run_in_executor(self._postman, self.server.send, letters)

    def _matches(self, due: list[Notice]) -> Iterator[Told]:
        """Each match once, even if somebody holds both its seats."""
        yield from {kept.match_id: self.told(kept) for kept in due}.values()

    def told(self, kept: Notice, game: str = "") -> Told:
        """What is said of a match."""
        game = game or self._games.get(kept.match_id, "")
        return Told(kept.match_id, self.hall.title(game), seat_words(game, kept.side), kept.key)


def silent(kept: Notice) -> Notice:
    """Nothing more is sent; when something last was stays known, so that nobody is told more often by another way."""
    return Notice(kept.match_id, kept.side, kept.way, sent=kept.sent)


def _since(when: str) -> timedelta:
    return datetime.fromisoformat(now()) - datetime.fromisoformat(when)


def _answers(room: Looking, side: str) -> bool:
    """Is a side to answer what another has said across the table?"""
    if room.match is None:
        return False
    offer, request = room.match.standing_offer, room.match.rollback_request
    return (offer is not None and offer.side != side) or (request is not None and request[0] != side)
