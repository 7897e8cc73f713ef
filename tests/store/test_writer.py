"""One thread writes for everybody: what was awaited is on disk, and a failure reaches the one whom it concerns."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.store import GoneOn, NewMatch, NoSuchMatch, Seat, Store, StoreTrouble, Writer, summary_of
from bocage.store.changes import Change, append_of
from tests.engine import toy
from tests.store.samples import SEATS, SOMEWHERE, begun, row


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    with Writer(store) as opened:
        yield opened


class Commits:
    """Counts the transactions of a store; while it is held the first of them waits."""

    def __init__(self, store: Store) -> None:
        self.count = 0
        self.gate = threading.Event()
        self.gate.set()
        sqlalchemy.event.listen(store._engine, "commit", self._commit)

    def _commit(self, _connection: object) -> None:
        self.gate.wait(10)
        self.count += 1


def test_what_was_awaited_is_seen_by_another_program(url: str, store: Store, writer: Writer) -> None:
    match_id = begun(store)
    with Store.open(url) as other:

        async def play() -> None:
            for number in range(1, 20):
                assert await writer.append(match_id, [row(number)], SOMEWHERE) == number
                assert other.info(match_id).last == number

        asyncio.run(play())


def test_all_the_ways_to_write_go_through_the_writer(store: Store, writer: Writer) -> None:
    async def play() -> str:
        match = toy.new("w")
        match_id = await writer.create(NewMatch(game="ford", scenario="ford", seed="w", seats=SEATS))
        await writer.begin(match_id, record.header_text(match), record.entry_text(match, 0), summary_of(match))
        await writer.append(match_id, [row(1)], SOMEWHERE)
        await writer.set_seat(match_id, Seat("red", "open"), was=SEATS[0])
        line = await writer.say(match_id, None, "Anna", "hello")
        assert line.number == 1
        await writer.put_note(match_id, "red", "a note")
        await writer.rebase(match_id, match.text(), 1, SOMEWHERE, "new rules")
        return match_id

    match_id = asyncio.run(play())
    assert store.load_text(match_id) == toy.new("w").text()
    assert Seat("red", "open") in store.seats(match_id)
    assert store.note(match_id, "red") == "a note"
    assert store.info(match_id).note == "new rules"


def test_those_who_wait_at_the_same_time_share_one_transaction(store: Store, writer: Writer) -> None:
    ids = [begun(store) for _ in range(40)]
    commits = Commits(store)

    async def play() -> None:
        commits.gate.clear()
        first = asyncio.create_task(writer.append(ids[0], [row(1)], SOMEWHERE))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(writer.append(match_id, [row(1)], SOMEWHERE)) for match_id in ids[1:]]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in [first, *others]), "nobody is told before it is on disk"
        commits.gate.set()
        assert await asyncio.gather(first, *others) == [1] * 40

    asyncio.run(play())
    assert commits.count == 2
    assert {info.last for info in store.infos(ids).values()} == {1}


def test_rows_of_one_match_that_are_sent_without_waiting_keep_their_order(store: Store, writer: Writer) -> None:
    match_id = begun(store)

    async def play() -> list[int]:
        return await asyncio.gather(*(writer.append(match_id, [row(n)], SOMEWHERE) for n in range(1, 61)))

    assert asyncio.run(play()) == list(range(1, 61))
    assert store.load_text(match_id).endswith("59 red end\n60 red end\n")


def test_a_failure_reaches_the_one_whom_it_concerns(store: Store, writer: Writer) -> None:
    first, second = begun(store), begun(store)
    commits = Commits(store)

    class Broken(Change[None]):
        def make(self, connection: sqlalchemy.Connection, again: bool) -> None:
            connection.execute(sqlalchemy.text("SELECT nothing FROM nowhere"))

    async def play() -> list[Any]:
        commits.gate.clear()
        tasks = [asyncio.create_task(writer.append(first, [row(1)], SOMEWHERE))]
        await asyncio.sleep(0.05)
        wanted = [
            writer.append(second, [row(1)], SOMEWHERE),
            writer.append(second, [row(1, "late")], SOMEWHERE),
            writer.append("nowhere", [row(1)], SOMEWHERE),
            writer.change(Broken()),
            writer.append(first, [row(2)], SOMEWHERE),
        ]
        tasks += [asyncio.create_task(wish) for wish in wanted]
        await asyncio.sleep(0.05)
        commits.gate.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    outcomes = asyncio.run(play())
    assert [outcomes[place] for place in (0, 1, 5)] == [1, 1, 2]
    assert [type(outcomes[place]) for place in (2, 3, 4)] == [GoneOn, NoSuchMatch, StoreTrouble]
    assert [store.info(match_id).last for match_id in (first, second)] == [2, 1]


def test_what_is_wrong_from_the_start_is_refused_at_once(store: Store, writer: Writer) -> None:
    match_id = begun(store)

    async def play() -> None:
        with pytest.raises(BadInput):
            await writer.say(match_id, None, "Anna", "a\0b")
        with pytest.raises(ValueError, match="row"):
            await writer.append(match_id, [], SOMEWHERE)

    asyncio.run(play())


def test_several_loops_and_threads_write_at_once(store: Store, writer: Writer) -> None:
    ids = [begun(store) for _ in range(6)]

    async def play(match_id: str) -> None:
        for number in range(1, 31):
            await writer.append(match_id, [row(number)], SOMEWHERE)

    def play_in_thread(match_id: str) -> None:
        for number in range(1, 31):
            assert writer.submit(append_of(match_id, [row(number)], SOMEWHERE)).result(10) == number

    threads = [threading.Thread(target=asyncio.run, args=(play(match_id),)) for match_id in ids[:3]]
    threads += [threading.Thread(target=play_in_thread, args=(match_id,)) for match_id in ids[3:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {info.last for info in store.infos(ids).values()} == {30}


def test_who_stops_waiting_does_not_stop_the_change_nor_the_writer(store: Store, writer: Writer) -> None:
    match_id = begun(store)
    commits = Commits(store)

    async def play() -> None:
        commits.gate.clear()
        task = asyncio.create_task(writer.append(match_id, [row(1)], SOMEWHERE))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        commits.gate.set()
        assert await writer.append(match_id, [row(2)], SOMEWHERE) == 2

    asyncio.run(play())
    assert store.info(match_id).last == 2


def test_a_loop_that_is_closed_meanwhile_does_no_harm(store: Store, writer: Writer) -> None:
    match_id = begun(store)
    commits = Commits(store)
    commits.gate.clear()

    async def ask_and_go() -> None:
        task = asyncio.create_task(writer.append(match_id, [row(1)], SOMEWHERE))
        await asyncio.sleep(0.02)
        task.cancel()

    asyncio.run(ask_and_go())
    commits.gate.set()
    assert writer.submit(append_of(match_id, [row(2)], SOMEWHERE)).result(10) == 2


def test_closing_writes_what_is_in_the_queue_and_refuses_the_rest(store: Store) -> None:
    match_id = begun(store)
    writer = Writer(store)
    promises = [writer.submit(append_of(match_id, [row(number)], SOMEWHERE)) for number in range(1, 301)]
    writer.close()
    assert all(promise.done() for promise in promises)
    assert store.info(match_id).last == 300
    with pytest.raises(StoreTrouble, match="closed"):
        writer.submit(append_of(match_id, [row(301)], SOMEWHERE))
    writer.close()


def test_a_closed_writer_holds_no_connection(store: Store) -> None:
    match_id = begun(store)
    with Writer(store) as writer:
        writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10)
        assert store._engine.pool.checkedout() == 1  # type: ignore[attr-defined]
    assert store._engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_a_program_that_forgets_to_close_ends_all_the_same(store: Store) -> None:
    writer = Writer(store)
    assert writer._thread.daemon
    writer.close()
    gc.collect()


def test_another_program_that_writes_too_is_waited_for(url: str, store: Store, writer: Writer) -> None:
    match_id = begun(store)
    with Store.open(url) as other, other.connect() as connection:
        with connection.begin():
            connection.execute(sqlalchemy.text("UPDATE matches SET note = 'I am writing'"))
            promise = writer.submit(append_of(match_id, [row(1)], SOMEWHERE))
            time.sleep(0.3)
            assert not promise.done()
        assert promise.result(10) == 1
