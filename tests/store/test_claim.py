"""One service at a time uses a database; when it ends, however it ends, the next one may."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.store import InUse, Store, StoreTrouble, Writer, claim
from bocage.store.changes import append_of
from tests import postgres
from tests.store.samples import SOMEWHERE, begun, row

HOLD = (
    "import sys; from bocage.store import Store; store = Store.open(sys.argv[1], serving='the table at the window');"
    "print('held', flush=True); sys.stdin.read()"
)
ELSEWHERE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'bocage: %'"


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "_PATIENCE", 1.0)


@contextmanager
def served(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that serves the database."""
    command = [sys.executable, "-c", HOLD, url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_service_is_refused_in_one_sentence_that_names_the_first(url: str) -> None:
    with served(url), pytest.raises(InUse, match=r"in use by the table at the window.* stop that one first") as refused:
        Store.open(url, serving="another one")
    assert "\n" not in str(refused.value)


def test_a_second_service_in_the_same_process_is_refused_too(url: str) -> None:
    with Store.open(url, serving="one"), pytest.raises(InUse, match="in use by one"):
        Store.open(url, serving="two")
    with Store.open(url, serving="three"):
        pass


def test_a_service_that_was_killed_has_let_go(url: str) -> None:
    with served(url) as process:
        process.kill()
        process.wait()
        with Store.open(url, serving="the next one") as store:
            assert store.matches() == []


def test_who_looks_or_makes_a_link_may_do_so_beside_a_service(url: str) -> None:
    with Store.open(url, serving="the table") as serving:
        match_id = begun(serving)
        with Store.open(url, as_it_is=True) as store:
            assert [info.id for info in store.matches()] == [match_id]
            store.set_note(match_id, "seen")
        assert serving.info(match_id).note == "seen"


def test_one_after_the_other_many_times(url: str) -> None:
    for number in range(10):
        with Store.open(url, serving=str(number)) as store, Writer(store) as writer:
            writer.submit(append_of(begun(store), [row(1)], SOMEWHERE)).result(10)


# SQLite


def test_another_way_to_the_same_file_is_the_same_database(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "table.sqlite")
    with Store.open(f"sqlite:///{tmp_path / 'table.sqlite'}", serving="one"), pytest.raises(InUse):
        Store.open(f"sqlite:///{tmp_path / 'link'}", serving="two")


def test_something_else_in_the_place_of_the_lock_is_named(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite.lock").write_text("my notes on locks, " * 100)
    with pytest.raises(BadInput, match=r"table\.sqlite\.lock is no lock of ours"):
        Store.open(f"sqlite:///{tmp_path / 'table.sqlite'}", serving="one")
    assert (tmp_path / "table.sqlite.lock").read_text().startswith("my notes")


# PostgreSQL


@pytest.fixture
def schema(postgres_server: postgres.Server) -> str:
    return postgres_server.new_schema()


def cut(store: Store) -> None:
    """The server ends the session that writes."""
    with store.connect() as connection, connection.begin():
        assert connection.execute(sqlalchemy.text(ELSEWHERE)).all()


def test_two_schemas_of_one_server_are_two_databases(postgres_server: postgres.Server) -> None:
    with (
        Store.open(postgres_server.new_schema(), serving="one"),
        Store.open(postgres_server.new_schema(), serving="two"),
    ):
        pass


def test_a_session_that_was_lost_is_held_again_before_anything_is_written(schema: str) -> None:
    with Store.open(schema, serving="one") as store, Writer(store) as writer:
        match_id = begun(store)
        assert writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10) == 1
        cut(store)
        assert writer.submit(append_of(match_id, [row(2)], SOMEWHERE)).result(10) == 2
        with pytest.raises(InUse):
            Store.open(schema, serving="two")


def test_while_another_one_holds_the_database_nothing_is_written(schema: str) -> None:
    with Store.open(schema, serving="one") as store, Writer(store) as writer:
        match_id = begun(store)
        assert writer.submit(append_of(match_id, [row(1)], SOMEWHERE)).result(10) == 1
        cut(store)
        with Store.open(schema, serving="two"):
            with pytest.raises(StoreTrouble, match=r"nothing can be written: .* in use by two"):
                writer.submit(append_of(match_id, [row(2)], SOMEWHERE)).result(10)
            assert store.info(match_id).last == 1
        assert writer.submit(append_of(match_id, [row(2)], SOMEWHERE)).result(10) == 2


def test_a_session_whose_line_was_cut_silently_is_ended_by_the_one_that_had_it(schema: str) -> None:
    """The server has not noticed, and would keep the lock for hours."""
    with Store.open(schema, serving="one") as store:
        forgotten = store.writers_connection()
        again = store.writers_connection()
        with again.begin():
            assert again.execute(sqlalchemy.text("SELECT 1")).scalar() == 1
        with pytest.raises(sqlalchemy.exc.DBAPIError), forgotten.begin():
            forgotten.execute(sqlalchemy.text("SELECT 1"))
        forgotten.close()
        again.close()
