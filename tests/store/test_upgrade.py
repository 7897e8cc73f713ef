"""A database is made and brought up to date when it is opened, all or nothing; no match is left behind."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.store import Remark, Store, StoreTrouble, load
from bocage.store.database import Address
from bocage.store.tables import metadata
from bocage.store.upgrade import HEAD, VERSION_TABLE, VERSIONS, upgrade_to
from tests.engine import toy
from tests.store.make_fixture import FOLDER
from tests.store.samples import Table

TABLES = {"matches", "seats", "branches", "bases", "entries", "snapshots", "remarks", "chat", "notes", "notices"}


def table_names(url: str) -> set[str]:
    engine = Address(url).engine()
    with engine.connect() as connection:
        names = set(sqlalchemy.inspect(connection).get_table_names())
    engine.dispose()
    return names


def test_every_version_of_the_tables_has_its_stored_database() -> None:
    assert sorted(path.name for path in FOLDER.glob("*.sqlite")) == [
        f"made-by-{version}.sqlite" for version in VERSIONS
    ]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_stored_database_opens_and_its_match_goes_on(version: str, tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    shutil.copy(FOLDER / f"made-by-{version}.sqlite", path)
    expected = (FOLDER / f"made-by-{version}.txt").read_text(encoding="utf-8")
    with Store.open(f"sqlite:///{path}") as store:
        (info,) = store.matches()
        assert (info.status, info.game, info.summary.moment) == ("running", "ford", 8)
        assert store.load_text(info.id) == record.without_end(expected)
        assert [seat.side for seat in store.seats(info.id)] == ["blue", "red"]
        assert [line.text for line in store.chat(info.id)] == ["well played"]
        assert store.note(info.id, "red") == "the mine is somewhere"
        said = [] if version == "0001" else [Remark(8, "blue", "that was too early")]
        assert store.remarks(info.id) == said
        loaded = load(store, info.id, toy.make)
        assert loaded.match.text() == expected
        Table(store, loaded.match, info.id, loaded.last).play("end")
        assert load(store, info.id, toy.make).match.moment == 9


@pytest.mark.parametrize("version", VERSIONS)
def test_an_older_database_is_brought_up_to_date(url: str, version: str) -> None:
    engine = Address(url).engine()
    with engine.connect() as connection, connection.begin():
        upgrade_to(connection, version)
    engine.dispose()
    with Store.open(url) as store, store.connect() as connection:
        assert connection.execute(sqlalchemy.text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() == HEAD


def test_a_player_who_was_taken_for_nobody_has_his_seat_after_the_upgrade(url: str) -> None:
    """Version 0003: who came before "Begin now" and then played had an open seat; who never came still has."""
    engine = Address(url).engine()
    with engine.connect() as connection, connection.begin():
        upgrade_to(connection, "0002")
        connection.execute(
            sqlalchemy.text(
                "INSERT INTO matches (id, game, scenario, options, commitment, status, created, updated, last_row,"
                " turn, phase, moment, to_move, note) VALUES ('m', 'ford', 'ford', '{}', '', 'running', '2026-01-01',"
                " '2026-02-02', 1, 1, '', 1, '[]', '')"
            )
        )
        seat = sqlalchemy.text(
            "INSERT INTO seats (match_id, side, kind, bot, name, token_hash, failed, words)"
            " VALUES ('m', :side, :kind, '', '', '', '', '')"
        )
        kinds = {"red": "open", "blue": "open", "green": "human"}
        connection.execute(seat, [{"side": side, "kind": kind} for side, kind in kinds.items()])
        entry = "INSERT INTO entries (match_id, number, line, created) VALUES ('m', 1, '1 red end', '2026-02-02')"
        connection.execute(sqlalchemy.text(entry))
    engine.dispose()
    with Store.open(url) as store:
        seats = {seat.side: seat for seat in store.seats("m")}
    assert {side: (seat.kind, seat.seen, seat.links) for side, seat in seats.items()} == {
        "red": ("human", "2026-02-02", 0),
        "blue": ("open", "", 0),
        "green": ("human", "2026-02-02", 0),
    }


def test_the_migrations_make_the_tables_that_the_program_uses(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, metadata) == []
        checks = sqlalchemy.inspect(connection).get_check_constraints("matches")
        assert [check["name"] for check in checks] == ["matches_status"]
        keys = {name: sqlalchemy.inspect(connection).get_pk_constraint(name)["constrained_columns"] for name in TABLES}
    assert keys["entries"] == ["match_id", "number"]
    assert keys == {name: [column.name for column in metadata.tables[name].primary_key] for name in TABLES}


def test_the_last_migration_is_the_one_that_the_program_knows() -> None:
    from alembic.script import ScriptDirectory

    from bocage.store.upgrade import MIGRATIONS

    script = ScriptDirectory(str(MIGRATIONS))
    assert [revision.revision for revision in script.walk_revisions()][::-1] == list(VERSIONS)


def test_a_database_that_cannot_be_made_is_left_as_it_was(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op

    def fail(*_: object, **__: object) -> None:
        raise sqlalchemy.exc.OperationalError("CREATE INDEX", {}, Exception("the disk is full"))

    monkeypatch.setattr(op, "create_index", fail)
    with pytest.raises(StoreTrouble, match="the disk is full"):
        Store.open(url)
    assert table_names(url) == set()
    monkeypatch.undo()
    with Store.open(url) as store:
        assert store.matches() == []


@pytest.mark.parametrize("attempt", range(5))
def test_programs_that_start_at_once_make_the_tables_once(url: str, attempt: int) -> None:
    opened: list[Store] = []
    failures: list[BaseException] = []
    start = threading.Barrier(4)

    def open_it() -> None:
        start.wait()
        try:
            opened.append(Store.open(url))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(opened) == 4
    for store in opened:
        assert store.matches() == []
        store.close()
    assert table_names(url) == TABLES | {VERSION_TABLE}


def test_a_database_of_a_newer_version_is_refused(url: str) -> None:
    with Store.open(url) as store, store.connect() as connection, connection.begin():
        connection.execute(sqlalchemy.text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(BadInput, match=r"newer version of Bocage .* 9999"):
        Store.open(url)


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "birds.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    connection.close()
    with pytest.raises(BadInput, match=r"birds\.sqlite is the database of another program"):
        Store.open(f"sqlite:///{path}")
    assert table_names(f"sqlite:///{path}") == {"birds"}


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna, " * 500)
    with pytest.raises(StoreTrouble, match="not a database"):
        Store.open(f"sqlite:///{path}")
    assert path.read_text() == "Dear Anna, " * 500


def test_a_database_that_is_up_to_date_opens_without_alembic(url: str) -> None:
    Store.open(url).close()
    program = (
        "import sys; from bocage.store import Store; Store.open(sys.argv[1]).close();"
        "print('sqlalchemy' in sys.modules, 'alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, url], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
