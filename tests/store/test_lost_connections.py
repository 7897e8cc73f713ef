"""A lost connection to PostgreSQL is opened again, and nothing is written twice or forgotten."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
import sqlalchemy

from bocage.engine.matches import record
from bocage.store import GoneOn, NewMatch, Seat, Store, Unreachable, Writer, summary_of
from bocage.store.changes import Change, append_of
from bocage.store.tables import metadata
from tests import postgres
from tests.engine import toy
from tests.store.samples import SEATS, SOMEWHERE, begun, row, waiting


@pytest.fixture
def store(postgres_server: postgres.Server) -> Iterator[Store]:
    with Store.open(postgres_server.new_schema()) as opened:
        yield opened


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    with Writer(store) as opened:
        yield opened


class Cut:
    """Cuts the writer's connection at its next commits: before the server has heard of it, or before the answer."""

    def __init__(self, store: Store, *, after: bool, times: int = 1, spared: int = 0) -> None:
        self.left = times
        self.spared = spared
        self.after = after
        sqlalchemy.event.listen(store._engine, "commit", self._commit)

    def _commit(self, connection: sqlalchemy.Connection) -> None:
        if self.left and threading.current_thread().name == "bocage-writer":
            if self.spared:
                self.spared -= 1
                return
            self.left -= 1
            cable: Any = connection.connection.dbapi_connection
            if self.after:
                cable.commit()
            cable.close()


def test_an_append_after_a_lost_connection_succeeds(store: Store, writer: Writer) -> None:
    match_id = begun(store)
    assert writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10) == 1
    with store.connect() as connection, connection.begin():
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = "
        connection.execute(sqlalchemy.text(others + "current_database()"))
    assert writer.submit(append_of(match_id, [row(2)], SOMEWHERE)).result(10) == 2
    assert store.info(match_id).last == 2, "those who read find a new connection too"


Asking = Callable[[Writer, str], Awaitable[Any]]


def _begin(writer: Writer, match_id: str) -> Awaitable[Any]:
    match = toy.new("cut")
    return writer.begin(match_id, record.header_text(match), record.entry_text(match, 0), summary_of(match))


CHANGES: dict[str, Asking] = {
    "append": lambda writer, match_id: writer.append(match_id, [row(1), row(2)], SOMEWHERE),
    "create": lambda writer, _: writer.create(NewMatch(id="new", game="ford", scenario="ford", seats=SEATS)),
    "rebase": lambda writer, match_id: writer.rebase(match_id, toy.new("cut").text(), 0, SOMEWHERE, "note"),
    "seat": lambda writer, match_id: writer.set_seat(match_id, Seat("red", name="Cleo"), was=SEATS[0]),
    "hand over": lambda writer, match_id: writer.hand_over(
        match_id, Seat("red", name="Cleo", links=1), SEATS[0], "note", "The table", "it passed on"
    ),
    "chat": lambda writer, match_id: writer.say(match_id, "red", "Anna", "hello"),
    "note": lambda writer, match_id: writer.put_note(match_id, "red", "hello"),
    "begin": _begin,
}


def contents(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, but for the times."""
    found = {}
    with store.connect() as connection:
        for name, table in metadata.tables.items():
            columns = [column for column in table.c if column.name not in ("created", "updated")]
            found[name] = sorted((tuple(line) for line in connection.execute(sqlalchemy.select(*columns))), key=repr)
    return found


@pytest.mark.parametrize("after", [False, True], ids=["before the commit", "after the commit"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_whose_answer_was_lost_is_made_exactly_once(
    store: Store, writer: Writer, change: str, after: bool
) -> None:
    match = toy.new("cut")
    match_id = waiting(store, match) if change == "begin" else begun(store, match)
    before = contents(store)
    cut = Cut(store, after=after)
    answer = asyncio.run(CHANGES[change](writer, match_id))  # type: ignore[arg-type]
    assert cut.left == 0, "the connection was indeed cut"
    made = contents(store)
    assert made != before
    if change == "append":
        assert answer == 2
        assert store.info(match_id).last == 2
    if change in ("chat", "hand over"):
        assert store.chat(match_id) == [answer]
    if change == "rebase":
        assert len(made["bases"]) == 1
    if change == "create":
        assert len(made["matches"]) == 2
        assert len(made["seats"]) == 4
    if change == "begin":
        assert store.load_text(match_id) == record.without_end(match.text())


@pytest.mark.parametrize("after", [False, True], ids=["before the commit", "after the commit"])
def test_a_whole_group_whose_answer_was_lost_is_made_exactly_once(store: Store, after: bool) -> None:
    ids = [begun(store) for _ in range(10)]
    stale = begun(store)
    store.append(stale, [row(1, "1 blue other")], SOMEWHERE)
    cut = Cut(store, after=after, spared=1)
    started, release = threading.Event(), threading.Event()

    class Slow(Change[None]):
        def make(self, connection: sqlalchemy.Connection, again: bool) -> None:
            started.set()
            release.wait(10)

    with Writer(store) as writer:

        async def play() -> list[Any]:
            writer.submit(Slow())
            await asyncio.to_thread(started.wait, 10)
            asyncio.get_running_loop().call_later(0.1, release.set)
            wishes = [writer.append(match_id, [row(number)], SOMEWHERE) for number in (1, 2) for match_id in ids]
            wishes.append(writer.append(stale, [row(1)], SOMEWHERE))
            return await asyncio.gather(*wishes, return_exceptions=True)

        outcomes = asyncio.run(play())
    assert cut.left == 0
    assert outcomes[:-1] == [1] * 10 + [2] * 10
    assert isinstance(outcomes[-1], GoneOn), "a row with another line at this place is somebody else's"
    assert {info.last for info in store.infos(ids).values()} == {2}


def test_a_change_is_tried_twice_and_not_for_ever(store: Store, writer: Writer) -> None:
    match_id = begun(store)
    cut = Cut(store, after=False, times=2)
    with pytest.raises(Unreachable, match="closed") as error:
        writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10)
    assert cut.left == 0
    assert store.shown_url in str(error.value)
    assert store.info(match_id).last == 0
    assert writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10) == 1, "the writer lives on"


def test_a_server_that_is_started_anew_is_waited_for() -> None:
    postgres.require()
    with postgres.server(careful=True) as server, Store.open(server.new_database()) as store:
        match_id = begun(store)
        with Writer(store) as writer:
            assert writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10) == 1
            server.stop("immediate")  # a crash
            promise = writer.submit(append_of(match_id, [row(2)], SOMEWHERE))
            time.sleep(0.3)
            assert not promise.done()
            server.start()
            assert promise.result(15) == 2
        assert store.load_text(match_id).endswith("\n1 red end\n2 red end\n")
        with Writer(store, patience=0.2) as hasty:
            server.stop()
            with pytest.raises(Unreachable, match="does not answer"):
                hasty.submit(append_of(match_id, [row(3)], SOMEWHERE)).result(10)
            with pytest.raises(Unreachable, match="does not answer"):
                store.info(match_id)
            server.start()
            assert hasty.submit(append_of(match_id, [row(3)], SOMEWHERE)).result(10) == 3
