"""Bots at the table: they answer in processes of their own, so that nobody waits for them but their opponents."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import multiprocessing
import signal
from bisect import insort
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.table.bots import thinker
from bocage.table.bots.thinker import Ask, Reply, steps_of
from bocage.table.config import Config
from bocage.table.troubles import NotKept, Rejected

log = logging.getLogger("bocage.table")

_REMEMBERED = 4 * thinker.REPLICAS
_MOST_READERS = 8  # records that are being read or wait for it
_QUICK = 1.0  # seconds: whoever may think longer in a player-turn takes long
_OVERDUE = 2.0  # seconds: whoever should be quick and has taken so long takes long after all
_LONGEST_THOUGHT = 0.5  # of the seconds for one answer: what a bot may plan to use, for a busy machine is slower
_TRIES = 3  # with a new process, where one ended without having been asked to


class BotFailed(Exception):  # noqa: N818 - the bot's failure, not ours
    """A bot gave no usable answer. The sentence is for everybody at the table."""


class BotsClosed(Exception):  # noqa: N818 - nothing failed
    """The service is being stopped; the bots go on when it starts again."""


class Gone(Exception):  # noqa: N818 - never leaves this module
    """The process has ended by itself."""


class _Ousted(Exception):  # noqa: N818 - never leaves this module
    """The process was ended because somebody else needed it more."""


class _Going(NamedTuple):
    """An answer that is under way: whose, since when, and whether it may take long."""

    bot: str
    since: float
    long: bool


class _Waiting(NamedTuple):
    """Somebody who waits for a worker; the urgent come first, then all in order."""

    leisurely: bool
    number: int
    bot: str
    turn: asyncio.Future[_Worker]


class Answer(NamedTuple):
    """What a bot does, why (or an empty text), and the moment for which it decided."""

    action: str
    reason: str
    moment: int


Brief = Callable[[int], Awaitable[Ask]]  # the moment that a worker knows (-1: none) -> what to ask it


def seed_of(match: Match, side: str) -> str:
    """A seed that is always the same in a match, and that no opponent knows before the key of the dice is shown.

    >>> import bocage
    >>> match = bocage.new_match("roundup", seed="utah")
    >>> seed_of(match, "german") == seed_of(match, "german") != seed_of(match, "allied")
    True
    """
    return blake2b(side.encode(), key=match.key, digest_size=16, person=b"bocage bot").hexdigest()


def ask_of(match_id: str, match: Match, side: str, bot: str, known: int, advice: bool = False) -> Ask:
    """The question for a worker that knows the match up to a moment."""
    fresh = not 0 <= known <= match.moment
    return Ask(
        match=match_id,
        side=side,
        bot=bot,
        seed=seed_of(match, side),
        moment=match.moment,
        since=match.moment if fresh else known,
        text=match.text() if fresh else "",
        steps=[] if fresh else steps_of(match, known),
        advice=advice,
    )


@contextlib.contextmanager
def _deaf_to_the_keyboard() -> Iterator[None]:
    """A process that is started meanwhile does not hear Ctrl-C, which may come before it can say so itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its first start would open our ears again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """One process and the pipe to it. Used by one thread at a time."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._process: Any = None
        self._pipe: Connection | None = None
        self.known: OrderedDict[str, int] = OrderedDict()  # match -> the moment up to which the process knows it

    def start(self) -> Connection:
        """Start the process if it does not run."""
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._process = context.Process(
                target=thinker.run, args=(theirs, self._source), name="bocage-bots", daemon=True
            )
            with _deaf_to_the_keyboard():
                self._process.start()
            theirs.close()
            self._pipe = ours
        return self._pipe

    def ask(self, ask: Ask, seconds: float) -> Reply:
        """Ask and wait. A process that does not answer in time is ended."""
        try:
            pipe = self.start()
            pipe.send_bytes(msgspec.msgpack.encode(ask))
            if not pipe.poll(seconds):
                self.stop()
                raise TimeoutError
            reply = msgspec.msgpack.decode(pipe.recv_bytes(), type=Reply)
        except (EOFError, ConnectionError, BrokenPipeError) as error:
            self.stop()
            raise Gone from error
        if reply.trouble == "unknown":
            self.known.pop(ask.match, None)
        else:
            self.known[ask.match] = ask.moment
            self.known.move_to_end(ask.match)
            if len(self.known) > _REMEMBERED:
                self.known.popitem(last=False)
        return reply

    def fits(self, match_id: str) -> tuple[int, bool]:
        """How well it is placed to answer: it knows the match (and its bots remember their plans), or at least runs."""
        return self.known.get(match_id, -1), self._pipe is not None

    def kill(self) -> None:
        """End the process from outside; whoever waits for its answer learns that it is gone."""
        process = self._process
        if process is not None:
            with contextlib.suppress(ValueError):  # it has just been closed by the one who waited
                process.kill()

    def stop(self) -> None:
        """End the process at once; it has nothing to lose."""
        pipe, process = self._pipe, self._process
        self._pipe = self._process = None
        self.known.clear()
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if pipe is not None:
            pipe.close()


class Bots:
    """The workers. Questions are answered in the order in which they come, by whoever is free."""

    def __init__(self, config: Config) -> None:
        self._module: Any = importlib.import_module(config.bots)
        self._seconds = config.bot_seconds
        self._closed = False
        self._workers = [_Worker(config.bots) for _ in range(config.bot_workers)]
        self._threads = ThreadPoolExecutor(config.bot_workers, thread_name_prefix="bocage-bots")
        self._free = list(self._workers)
        self._waiting: list[_Waiting] = []
        self._count = 0
        self._going: dict[_Worker, _Going] = {}  # what is under way
        self._ousted: set[_Worker] = set()
        self._tardy: set[str] = set()  # bots that should be quick and were not when they were last asked
        self._most_slow = max(1, config.bot_workers - 1)  # so that a quick one need not wait for them
        self._reader = _Worker(config.bots)
        self._reading = asyncio.Lock()
        self._readers = 0
        self._reading_thread = ThreadPoolExecutor(1, thread_name_prefix="bocage-records")

    def names(self) -> list[str]:
        """The bots that can be had."""
        return list(self._module.names())

    def check(self, name: str) -> str:
        """The name of a bot as it is called today, if there is such a bot and it can be given that much time here."""
        found: str = self._module.known(name)
        seconds = self._module.seconds(found)
        if seconds is not None and seconds > self._seconds * _LONGEST_THOUGHT:
            most = self._seconds * _LONGEST_THOUGHT
            raise BadInput(f"a bot of this table thinks at most {most:g} s in a player-turn, not {seconds:g} s")
        return found

    async def ask(self, bot: str, brief: Brief, match_id: str, urgent: bool) -> Answer:
        """What a bot does; raises `BotFailed` or `BotsClosed`.

        It is urgent where a human waits; bots among themselves have time.
        """
        while True:
            worker = await self._worker(match_id, urgent, bot)
            try:
                return await self._ask(worker, bot, brief, match_id)
            except _Ousted:
                continue  # from now on it waits among those that take long, where nobody ousts it
            finally:
                self._release(worker)

    def _takes_long(self, bot: str) -> bool:
        if bot in self._tardy:
            return True
        try:
            seconds = self._module.seconds(bot)
        except BadInput:
            return False  # it will say so itself
        return seconds is None or seconds > _QUICK

    async def _worker(self, match_id: str, urgent: bool, bot: str) -> _Worker:
        if self._free and self._may_begin(bot):
            best = max(self._free, key=lambda worker: worker.fits(match_id))
            self._free.remove(best)
            self._begins(best, bot)
            return best
        turn: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._count += 1
        insort(self._waiting, _Waiting(not urgent, self._count, bot, turn))
        self._make_room()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            raise

    def _may_begin(self, bot: str) -> bool:
        """Is there a place for it? There is always one for a quick one, as far as it is a matter of the slow ones."""
        slow = sum(going.long for going in self._going.values())
        return slow < self._most_slow or not self._takes_long(bot)

    def _begins(self, worker: _Worker, bot: str) -> None:
        loop = asyncio.get_running_loop()
        self._going[worker] = _Going(bot, loop.time(), self._takes_long(bot))
        loop.call_later(_OVERDUE, self._make_room)

    def _make_room(self) -> None:
        """Where somebody quick waits for those who should be quick and are not, one of these is ended and waits."""
        now = asyncio.get_running_loop().time()
        for worker, going in self._going.items():
            if not going.long and now - going.since >= _OVERDUE:
                self._going[worker] = going._replace(long=True)
                self._tardy.add(going.bot)
        if self._closed or not any(not wait.turn.done() and not self._takes_long(wait.bot) for wait in self._waiting):
            return
        slow = [worker for worker, going in self._going.items() if going.long]  # the oldest first
        for worker in slow[self._most_slow :]:
            self._ousted.add(worker)
            worker.kill()

    def _release(self, worker: _Worker) -> None:
        self._going.pop(worker, None)
        self._ousted.discard(worker)
        self._waiting = [waiting for waiting in self._waiting if not waiting.turn.done()]
        for place, waiting in enumerate(self._waiting):
            if self._may_begin(waiting.bot):
                del self._waiting[place]
                self._begins(worker, waiting.bot)
                waiting.turn.set_result(worker)
                return
        self._free.append(worker)

    async def _ask(self, worker: _Worker, bot: str, brief: Brief, match_id: str) -> Answer:
        loop = asyncio.get_running_loop()
        trouble = ""
        for _ in range(_TRIES):
            ask = await brief(worker.known.get(match_id, -1))
            if self._closed:
                raise BotsClosed
            try:
                waiting = loop.run_in_executor(self._threads, worker.ask, ask, self._seconds)
                reply = await asyncio.shield(waiting)
            except asyncio.CancelledError:
                # Nobody else may use the worker before this answer is out of the way.
                await asyncio.wait([waiting])
                raise
            except TimeoutError:
                raise BotFailed(f"the bot '{bot}' gave no answer within {self._seconds:g} s") from None
            except Gone:
                if self._closed:
                    raise BotsClosed from None
                if worker in self._ousted:
                    log.info("match %s: the bot %s takes long; it goes on when there is time", match_id, bot)
                    raise _Ousted from None
                log.warning("match %s: the process of the bots has ended; it is started again", match_id)
                trouble = "its process ended again and again"
                continue
            going = self._going.get(worker)
            if going is not None and loop.time() - going.since < _OVERDUE:
                self._tardy.discard(bot)
            if not reply.trouble:
                return Answer(reply.action, reply.reason, ask.moment)
            if reply.trouble == "unmade":
                log.warning("match %s: there is no bot %s\n%s", match_id, bot, reply.details.rstrip())
                raise BotFailed(reply.error)
            if reply.trouble == "raised":
                log.warning("match %s: the bot %s failed\n%s", match_id, bot, reply.details.rstrip())
                raise BotFailed(f"the bot '{bot}' broke down ({reply.error})")
            trouble = "its process cannot follow the match"
            if reply.details:
                log.warning("match %s: the process of the bots stumbles\n%s", match_id, reply.details.rstrip())
        raise BotFailed(f"the bot '{bot}' cannot be asked: {trouble}")

    async def warm(self) -> None:
        """Start a process, if one is free and does not run yet, so that the first answer comes soon."""
        if self._free and not self._closed:
            worker = self._free.pop()
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, worker.start)
            finally:
                self._release(worker)

    async def check_record(self, text: str, seconds: float) -> None:
        """Can this record be read, and in good time? It is tried in a process that can be ended."""
        ask = Ask("", "", "", "", 0, 0, text, [])
        if self._readers >= _MOST_READERS:
            raise Rejected(503, "Too many records are being read; wait a moment and try again.", retry_after=10)
        self._readers += 1
        try:
            await self._check_record(ask, seconds)
        finally:
            self._readers -= 1

    async def _check_record(self, ask: Ask, seconds: float) -> None:
        async with self._reading:
            if self._closed:
                raise NotKept
            loop = asyncio.get_running_loop()
            try:
                reply = await loop.run_in_executor(self._reading_thread, self._reader.ask, ask, seconds)
            except TimeoutError:
                raise BadInput(
                    f"this record takes longer than {seconds:g} s to read; it cannot be brought in"
                ) from None
            except Gone:
                raise BadInput("this record cannot be read here") from None
        if reply.trouble:
            raise BadInput(reply.error)

    async def close(self) -> None:
        """End all processes; whoever waits for an answer is told that there will be none."""
        self._closed = True
        everybody = [*self._workers, self._reader]
        for worker in everybody:
            worker.kill()
        for threads in (self._threads, self._reading_thread):
            await asyncio.to_thread(threads.shutdown, cancel_futures=True)
        for worker in everybody:
            worker.stop()
