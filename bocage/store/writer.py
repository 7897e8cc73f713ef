"""One thread that writes for everybody, so that one wait for the disk serves all who came in the meantime."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import DBAPIError

from bocage.store.branches import DeleteBranch
from bocage.store.changes import (
    Begin,
    Change,
    Create,
    HandOver,
    PutNote,
    Rebase,
    Say,
    SetNote,
    SetSeat,
    append_of,
)
from bocage.store.database import in_words, is_lost
from bocage.store.errors import StoreTrouble
from bocage.store.store import Store
from bocage.store.structs import ChatLine, NewMatch, Row, Seat, Summary
from bocage.store.tables import matches
from bocage.store.transactions import make_together

Result = TypeVar("Result")

_MOST = 256  # changes in one transaction
_PATIENCE = 10.0  # seconds to wait for a database that went away
_PAUSE = 0.1


class _Job(NamedTuple):
    change: Change[Any]
    promise: Future[Any] | asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop | None  # of the promise; None: that of a thread


class Heartbeat(Change[None]):
    """Nothing but the proof that something can be written: a match stays as it is."""

    def make(self, connection: Connection, again: bool) -> None:
        """Write what is there already."""
        any_match = select(matches.c.id).limit(1).scalar_subquery()
        connection.execute(update(matches).where(matches.c.id == any_match).values(note=matches.c.note))


class Writer:
    """Writes to a store for any number of threads and event loops.

    What is awaited is on disk when it returns. Whoever stops waiting (a cancelled task) does not stop the change.
    """

    def __init__(self, store: Store, *, patience: float = _PATIENCE) -> None:
        self._store = store
        self._patience = patience
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._connection: Connection | None = None
        self._log: Any = None  # the write-ahead log that the connection has written to
        # A daemon: a program that ends without closing must end. Nobody was told of what is still in the queue.
        self._thread = threading.Thread(target=self._work, name="bocage-writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is still in the queue, then stop. Later changes are refused."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # For those who want something written

    async def change(self, change: Change[Result]) -> Result:
        """Make a change; returns when it is on disk."""
        loop = asyncio.get_running_loop()
        promise: asyncio.Future[Result] = loop.create_future()
        self._put(_Job(change, promise, loop))
        return await promise

    def submit(self, change: Change[Result]) -> Future[Result]:
        """The same for a thread: the future is done when the change is on disk."""
        promise: Future[Result] = Future()
        promise.set_running_or_notify_cancel()
        self._put(_Job(change, promise, None))
        return promise

    def _put(self, job: _Job) -> None:
        with self._gate:
            if self._closed:
                raise StoreTrouble("the store is being closed; nothing more can be written")
            self._queue.put(job)

    async def create(self, new: NewMatch) -> str:
        """As `Store.create`."""
        return await self.change(Create(new))

    async def begin(self, match_id: str, header: str, opening: str, summary: Summary) -> None:
        """As `Store.begin`."""
        await self.change(Begin(match_id, header, opening, summary))

    async def append(self, match_id: str, rows: Sequence[Row], summary: Summary) -> int:
        """As `Store.append`."""
        return await self.change(append_of(match_id, rows, summary))

    async def rebase(self, match_id: str, text: str, after: int, summary: Summary, note: str = "") -> None:
        """As `Store.rebase`."""
        await self.change(Rebase(match_id, text, after, summary, note))

    async def set_note(self, match_id: str, note: str) -> None:
        """As `Store.set_note`."""
        await self.change(SetNote(match_id, note))

    async def set_seat(self, match_id: str, seat: Seat, was: Seat | None = None) -> None:
        """As `Store.set_seat`."""
        await self.change(SetSeat(match_id, seat, was))

    async def hand_over(self, match_id: str, seat: Seat, was: Seat, note: str, name: str, text: str) -> ChatLine:
        """As `Store.hand_over`."""
        return await self.change(HandOver(match_id, seat, was, note, Say(match_id, None, name, text)))

    async def say(self, match_id: str, side: str | None, name: str, text: str) -> ChatLine:
        """As `Store.say`."""
        return await self.change(Say(match_id, side, name, text))

    async def put_note(self, match_id: str, side: str, text: str) -> None:
        """As `Store.put_note`."""
        await self.change(PutNote(match_id, side, text))

    async def delete_branch(self, match_id: str) -> None:
        """As `Store.delete_branch`."""
        await self.change(DeleteBranch(match_id))

    async def heartbeat(self) -> None:
        """Can something be written? Raises what would keep it from being written."""
        await self.change(Heartbeat())

    # The thread

    def _work(self) -> None:
        going_on = True
        while going_on:
            jobs: list[_Job] = []
            job = self._queue.get()
            while True:
                if job is None:
                    going_on = False
                    break
                jobs.append(job)
                if len(jobs) == _MOST:
                    break
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    break
            if jobs:
                _answer(jobs, self._outcomes([job.change for job in jobs]))
        self._hang_up()

    def _outcomes(self, changes: list[Change[Any]]) -> list[Any]:
        """The result of each change, or what it met. Nothing may end this thread: every caller gets an answer."""
        try:
            self._look_after()
            with in_words(self._store.address):
                outcomes = self._make(changes)
            self._look_after()
            return outcomes
        except Exception as error:
            self._hang_up()
            return [error] * len(changes)

    def _look_after(self) -> None:
        """See, before and after something is written, that it lands where it will be found again."""
        self._store.look_after()
        place = self._store.place
        if place is not None and self._connection is not None:
            place.check_log(self._log)
            self._log = place.log()

    def _make(self, changes: list[Change[Any]]) -> list[Any]:
        address = self._store.address
        try:
            return make_together(self._connected(), address, changes, again=False)
        except DBAPIError as error:
            if address.is_file or not is_lost(error):
                raise
        self._hang_up()
        # Once more, and each change finds out by itself whether it had been made before the connection was lost.
        return make_together(self._connected(), address, changes, again=True)

    def _connected(self) -> Connection:
        """The connection, opened anew if it was lost; for some seconds a server may be away."""
        tries_end = time.monotonic() + self._patience
        while self._connection is None:
            try:
                self._connection = self._store.writers_connection()
            except DBAPIError:
                if self._store.address.is_file or time.monotonic() >= tries_end:
                    raise
                time.sleep(_PAUSE)
        return self._connection

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        self._log = None
        if connection is not None:
            try:
                connection.close()
            except Exception:  # it is broken, and we are rid of it
                connection.invalidate()


def _answer(jobs: Sequence[_Job], outcomes: Sequence[Any]) -> None:
    """Tell everybody; each event loop is woken once."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[tuple[Any, Any]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job.promise, outcome))
    for loop, answers in by_loop.items():
        if loop is None:
            _keep_promises(answers)
            continue
        try:
            loop.call_soon_threadsafe(_keep_promises, answers)
        except RuntimeError:
            continue  # the loop was closed: nobody waits any more


def _keep_promises(answers: Sequence[tuple[Any, Any]]) -> None:
    for promise, outcome in answers:
        if promise.done():
            continue  # the waiting task was cancelled
        if isinstance(outcome, BaseException):
            promise.set_exception(outcome)
        else:
            promise.set_result(outcome)
