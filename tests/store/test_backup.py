"""A backup is one file, made while the table goes on; it comes back whole, or nothing is changed."""

from __future__ import annotations

import logging
import shutil
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.store import InUse, NothingKept, OfAnotherVersion, Store, StoreTrouble, backup, claim, load
from bocage.store.database import Address
from bocage.store.tables import metadata
from bocage.store.upgrade import HEAD, VERSION_TABLE, VERSIONS, upgrade_to
from tests import postgres
from tests.engine import toy
from tests.store.make_fixture import FOLDER
from tests.store.samples import SOMEWHERE, Table, begun, row, waiting


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim, "_PATIENCE", 0.3)


def contents(url: str | Path) -> dict[str, list[Any]]:
    """All rows of all tables."""
    engine = Address(url).engine(make=False)
    try:
        with engine.connect() as connection:
            return {
                name: sorted(map(tuple, connection.execute(sqlalchemy.select(table))), key=repr)
                for name, table in metadata.tables.items()
            }
    finally:
        engine.dispose()


def fill(store: Store) -> Table:
    """A match that is under way, with talk, and one that waits."""
    match = toy.new("backup", words=("red sky",))
    table = Table(store, match, begun(store, match), 0)
    table.play("hide 0303", "red: plan wait")
    table.match.undo()
    table.keep("that was too early")
    store.say(table.id, None, "Änna", "gut gespielt \N{PLAYING CARD ACE OF SPADES}")
    store.put_note(table.id, "red", "the mine is somewhere")
    waiting(store)
    return table


# Making one


def test_a_backup_beside_a_running_service_holds_everything(store: Store, url: str, tmp_path: Path) -> None:
    fill(store)
    kept = backup.backup(url, tmp_path / "backup.sqlite")
    assert kept.contents == (HEAD, 2, 4)
    assert contents(kept.file) == contents(url)
    if store.address.is_file:  # what people did until now
        shutil.copy(store.address.file, tmp_path / "cp.sqlite")
        with closing(sqlite3.connect(tmp_path / "cp.sqlite")) as copied:
            assert copied.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_a_backup_is_one_file_of_its_owner_alone(store: Store, url: str, tmp_path: Path) -> None:
    fill(store)
    folder = tmp_path / "new" / "backups"
    backup.backup(url, folder / "backup.sqlite")
    assert [path.name for path in folder.iterdir()] == ["backup.sqlite"]
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "backup.sqlite").stat().st_mode) == 0o600
    kept = backup.backup(url, folder)
    assert kept.file.parent == folder
    assert kept.file.name.startswith(f"{store.address.name}.backup.2")
    assert len(list(folder.iterdir())) == 2


def test_a_backup_in_the_midst_of_writing_is_of_one_moment(store: Store, url: str, tmp_path: Path) -> None:
    ids = [begun(store) for _ in range(3)]
    stop, failures = threading.Event(), []

    def write() -> None:
        number = 1
        try:
            while not stop.is_set():
                for match_id in ids:
                    store.append(match_id, [row(number)], SOMEWHERE)
                number += 1
        except BaseException as error:
            failures.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for attempt in range(5):
            kept = backup.backup(url, tmp_path / f"{attempt}.sqlite")
            with closing(sqlite3.connect(kept.file)) as found:
                last = dict(found.execute("SELECT id, last_row FROM matches"))
                assert last == dict(found.execute("SELECT match_id, max(number) FROM entries GROUP BY match_id"))
                assert max(last.values()) - min(last.values()) <= 1
    finally:
        stop.set()
        writer.join()
    assert failures == []


def test_a_backup_writes_over_nothing_unless_it_is_told_to(store: Store, url: str, tmp_path: Path) -> None:
    fill(store)
    file = tmp_path / "letter"
    file.write_text("Dear Anna")
    with pytest.raises(BadInput, match="is there already"):
        backup.backup(url, file)
    assert file.read_text() == "Dear Anna"
    backup.backup(url, file, replace=True)
    assert contents(file) == contents(url)
    if store.address.is_file:
        with pytest.raises(BadInput, match="is the database itself"):
            backup.backup(url, store.address.file, replace=True)


def test_where_nothing_is_kept_nothing_is_made(url: str, tmp_path: Path) -> None:
    with pytest.raises(NothingKept, match="no match is kept in"):
        backup.backup(url, tmp_path / "backup.sqlite")
    assert not (tmp_path / "backup.sqlite").exists()
    assert not (tmp_path / "table.sqlite").exists()


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(store: Store, url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        backup.backup(url, tmp_path / "file" / "backup.sqlite")
    assert not list(tmp_path.glob("**/*.partial*"))


# The way back


def test_a_backup_of_each_kind_comes_back_into_each_kind(
    store: Store, url: str, other_url: str, tmp_path: Path
) -> None:
    table = fill(store)
    kept = backup.backup(url, tmp_path / "backup.sqlite")
    restored = backup.restore(other_url, kept.file)
    assert restored == ((HEAD, 2, 4), None)
    assert contents(other_url) == contents(url)
    with Store.open(other_url) as again:
        loaded = load(again, table.id, toy.make)
        assert loaded.match.text() == table.match.text()
        Table(again, loaded.match, table.id, loaded.last).play("red: plan wait")
        with pytest.raises(sqlalchemy.exc.DBAPIError, match="stays"), again.connect() as connection, connection.begin():
            connection.execute(sqlalchemy.text("DELETE FROM entries"))


def test_matches_are_not_written_over_unless_it_is_told_so_and_then_kept_aside(
    store: Store, url: str, tmp_path: Path
) -> None:
    fill(store)
    kept = backup.backup(url, tmp_path / "backup.sqlite")
    begun(store)
    before = contents(url)
    store.close()
    with pytest.raises(BadInput, match=r"holds 3 matches; .*--replace"):
        backup.restore(url, kept.file)
    assert contents(url) == before
    restored = backup.restore(url, kept.file, replace=True)
    assert contents(url) == contents(kept.file)
    assert restored.aside is not None
    assert "before-restore" in restored.aside.name
    assert contents(restored.aside) == before
    backup.restore(url, restored.aside, replace=True)
    assert contents(url) == before


def test_nothing_is_restored_beneath_a_running_service(url: str, tmp_path: Path) -> None:
    with Store.open(url, serving="the table at the window") as store:
        fill(store)
        kept = backup.backup(url, tmp_path / "backup.sqlite")
        before = contents(url)
        with pytest.raises(InUse, match="in use by the table at the window"):
            backup.restore(url, kept.file, replace=True)
        assert contents(url) == before
        if store.address.is_file:
            with pytest.raises(InUse):
                backup.restore(f"sqlite:///{tmp_path / 'other.sqlite'}", store.address.file)
    backup.restore(url, kept.file, replace=True)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_every_version_comes_back_and_is_brought_up_to_date(version: str, url: str) -> None:
    file = FOLDER / f"made-by-{version}.sqlite"
    bytes_before = file.read_bytes()
    assert backup.restore(url, file).contents == (version, 1, 9)
    with Store.open(url, as_it_is=True) as store:
        (info,) = store.matches()
        expected = file.with_suffix(".txt").read_text(encoding="utf-8")
        assert load(store, info.id, toy.make).match.text() == expected
    assert file.read_bytes() == bytes_before


def forged(folder: Path, *statements: str) -> Path:
    """A backup at which somebody has been."""
    file = folder / "forged.sqlite"
    shutil.copy(FOLDER / f"made-by-{HEAD}.sqlite", file)
    with closing(sqlite3.connect(file)) as found:
        found.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            found.execute(statement)
        found.commit()
    return file


def bad_files(folder: Path) -> list[tuple[Path, str]]:
    """Files that are no backups, and what is said of each."""
    folder.mkdir()
    good = (FOLDER / f"made-by-{HEAD}.sqlite").read_bytes()
    (folder / "letter").write_text("Dear Anna, " * 500)
    (folder / "empty").write_bytes(b"")
    (folder / "short").write_bytes(good[: len(good) // 2])
    (folder / "flipped").write_bytes(good[:5000] + bytes(reversed(good[5000:20000])) + good[20000:])
    with closing(sqlite3.connect(folder / "birds")) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    for name in ("newer", "orphan", "bare"):
        (folder / name).mkdir()
    newer = forged(folder / "newer", f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    orphan = forged(folder / "orphan", "INSERT INTO chat VALUES ('nobody', 1, NULL, '', 'boo', '')")
    bare = forged(folder / "bare", "DROP TABLE seats")
    return [
        (folder / "nowhere", "cannot be read: no such file"),
        (folder, "cannot be read: is a directory"),
        (folder / "letter", "no backup of Bocage, or a damaged one"),
        (folder / "empty", "holds nothing; .* `bocage backup`"),
        (folder / "short", "damaged"),
        (folder / "flipped", "damaged"),
        (folder / "birds", "database of another program"),
        (newer, "newer version of Bocage .* 9999"),
        (orphan, "damaged: its rows do not fit together"),
        (bare, "cannot be read: no such table: seats"),
    ]


def test_a_file_that_is_no_whole_backup_is_told_apart_and_changes_nothing(
    store: Store, url: str, tmp_path: Path, home: Path
) -> None:
    fill(store)
    before = contents(url)
    store.close()
    for file, sentence in bad_files(tmp_path / "bad"):
        with pytest.raises(BadInput, match=sentence) as refused:
            backup.restore(url, file, replace=True)
        assert "\n" not in str(refused.value)
        assert contents(url) == before
    assert not list(tmp_path.glob("**/*before-restore*"))
    assert not list(tmp_path.glob("**/.bocage-*")), "the workshop is cleared"


def test_nothing_but_rows_gets_from_a_file_into_a_database(url: str, tmp_path: Path) -> None:
    file = forged(
        tmp_path,
        "CREATE TRIGGER spy AFTER UPDATE ON seats BEGIN UPDATE matches SET note = 'seen'; END",
        "CREATE TABLE birds (name TEXT)",
        "DROP TRIGGER entries_refuse_delete",
    )
    backup.restore(url, file)
    with Store.open(url) as store, store.connect() as connection:
        with connection.begin():
            assert "birds" not in sqlalchemy.inspect(connection).get_table_names()
        with pytest.raises(sqlalchemy.exc.DBAPIError), connection.begin():
            connection.execute(sqlalchemy.text("DELETE FROM entries"))
        (info,) = store.matches()
        store.set_seat(info.id, store.seats(info.id)[0])
        assert store.info(info.id).note == info.note


def test_a_restore_that_fails_on_the_way_leaves_the_database_as_it_was(
    store: Store, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store)
    kept = backup.backup(url, tmp_path / "backup.sqlite")
    begun(store)
    before = contents(url)
    store.close()
    real, calls = backup._copy_rows, []

    def copy_rows(*details: Any) -> None:
        calls.append(details)
        if len(calls) == (1 if url.startswith("sqlite") else 3):  # PostgreSQL: after staging it and keeping it aside
            raise sqlalchemy.exc.OperationalError("INSERT", {}, Exception("the disk is full"))
        real(*details)

    monkeypatch.setattr(backup, "_copy_rows", copy_rows)
    with pytest.raises((BadInput, StoreTrouble), match="the disk is full"):
        backup.restore(url, kept.file, replace=True)
    monkeypatch.undo()
    assert contents(url) == before


def test_a_database_that_cannot_be_read_any_more_is_put_aside_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    path.write_bytes(b"coffee was spilt over this" * 1000)
    (tmp_path / "table.sqlite-wal").write_bytes(b"and this")
    url, file = f"sqlite:///{path}", FOLDER / f"made-by-{HEAD}.sqlite"
    with pytest.raises(BadInput, match=r"cannot be read .*--replace"):
        backup.restore(url, file)
    assert path.read_bytes().startswith(b"coffee")
    restored = backup.restore(url, file, replace=True)
    assert restored.aside is not None
    assert restored.aside.read_bytes() == b"coffee was spilt over this" * 1000
    assert restored.aside.with_name(restored.aside.name + "-wal").read_bytes() == b"and this"
    with Store.open(url) as store:
        assert len(store.matches()) == 1


def test_a_database_of_a_newer_version_can_be_taken_back_to_an_older_one(tmp_path: Path) -> None:
    """An upgrade that went wrong: the older program and the copy that was kept before it."""
    path = forged(tmp_path, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    restored = backup.restore(f"sqlite:///{path}", FOLDER / f"made-by-{HEAD}.sqlite", replace=True)
    assert restored.aside is not None
    with Store.open(f"sqlite:///{path}", as_it_is=True) as store:
        assert len(store.matches()) == 1


def test_the_database_of_another_program_is_never_replaced(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "birds.sqlite")) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    before = (tmp_path / "birds.sqlite").read_bytes()
    with pytest.raises(BadInput, match="another program"):
        backup.restore(f"sqlite:///{tmp_path / 'birds.sqlite'}", FOLDER / f"made-by-{HEAD}.sqlite", replace=True)
    assert (tmp_path / "birds.sqlite").read_bytes() == before


# To PostgreSQL


def test_a_table_is_taken_to_postgresql_with_what_stands_in_its_journal(
    postgres_server: postgres.Server, tmp_path: Path
) -> None:
    source, target = tmp_path / "table.sqlite", postgres_server.new_schema()
    with Store.open(f"sqlite:///{source}") as store:
        fill(store)
        before = contents(source)
        assert backup.copy(source, target).contents == (HEAD, 2, 4)
    assert contents(target) == before == contents(source)
    with pytest.raises(BadInput, match="holds 2 matches"):
        backup.copy(source, target)
    with pytest.raises(BadInput, match="bocage restore"):
        backup.copy(source, f"sqlite:///{tmp_path / 'other.sqlite'}")


def test_a_table_that_is_open_is_not_taken_away(postgres_server: postgres.Server, tmp_path: Path) -> None:
    source, target = tmp_path / "table.sqlite", postgres_server.new_schema()
    with Store.open(f"sqlite:///{source}", serving="the table at the window") as store:
        fill(store)
        with pytest.raises(InUse, match="the table at the window"):
            backup.copy(source, target)
    backup.copy(source, target)
    with Store.open(target, serving="the new table"), pytest.raises(InUse, match="the new table"):
        backup.copy(source, target)


def test_tables_of_other_programs_in_the_same_database_are_left_alone(url: str, tmp_path: Path) -> None:
    if url.startswith("sqlite"):
        return  # a file is ours alone
    with Store.open(url) as store, store.connect() as connection:
        fill(store)
        with connection.begin():
            connection.execute(sqlalchemy.text("CREATE TABLE birds (name TEXT)"))
            connection.execute(sqlalchemy.text("INSERT INTO birds VALUES ('wren')"))
    kept = backup.backup(url, tmp_path / "backup.sqlite")
    backup.restore(url, kept.file, replace=True)
    with Store.open(url) as store, store.connect() as connection:
        assert connection.execute(sqlalchemy.text("SELECT name FROM birds")).scalar() == "wren"


# Before the tables are changed


def made_by(version: str, url: str) -> None:
    """A database of an older version with a match."""
    engine = Address(url).engine()
    with engine.connect() as connection, connection.begin():
        upgrade_to(connection, version)
        connection.execute(
            sqlalchemy.text(
                "INSERT INTO matches VALUES ('old', 'ford', 'ford', '{}', NULL, NULL, 'x', '', 'waiting',"
                " '', '', -1, 0, '', 0, '[]', NULL, '')"
            )
        )
    engine.dispose()


def test_before_the_tables_are_changed_a_copy_is_kept_and_a_line_is_logged(
    url: str, tmp_path: Path, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    made_by("0001", url)
    place = tmp_path if url.startswith("sqlite") else home
    with caplog.at_level(logging.WARNING), Store.open(url) as store:
        assert [info.id for info in store.matches()] == ["old"]
    (copy,) = place.glob("*.version-0001.*.sqlite")
    (line,) = [record.getMessage() for record in caplog.records if record.name == "bocage.store"]
    assert str(copy) in line
    assert "version 0001" in line
    assert f"version {HEAD}" in line
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() == ("0001",)
        assert kept.execute("SELECT id FROM matches").fetchall() == [("old",)]
        assert not kept.execute("SELECT name FROM sqlite_master WHERE name = 'remarks'").fetchall()
    caplog.clear()
    with Store.open(url):
        assert not [record for record in caplog.records if record.name == "bocage.store"]
    assert len(list(place.glob("*.version-*"))) == 1
    backup.restore(url, copy, replace=True)


def test_where_no_copy_can_be_kept_the_tables_are_not_changed(
    url: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by("0001", url)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadInput, match="cannot be written: no space left on device"):
        Store.open(url)
    monkeypatch.undo()
    with pytest.raises(OfAnotherVersion):
        Store.open(url, as_it_is=True)
    assert not list(tmp_path.glob("**/*.version-*"))


def test_who_only_looks_changes_nothing_and_says_what_to_do(url: str, tmp_path: Path) -> None:
    with pytest.raises(NothingKept):
        Store.open(url, as_it_is=True)
    assert not (tmp_path / "table.sqlite").exists()
    made_by("0001", url)
    before = [(path, path.read_bytes()) for path in sorted(tmp_path.glob("table.sqlite"))]
    with pytest.raises(OfAnotherVersion, match=rf"tables of version 0001, .* version {HEAD}: start `bocage table`"):
        Store.open(url, as_it_is=True)
    assert [(path, path.read_bytes()) for path in sorted(tmp_path.glob("table.sqlite"))] == before
    if not url.startswith("sqlite"):
        engine = Address(url).engine()
        assert "remarks" not in sqlalchemy.inspect(engine).get_table_names()
        engine.dispose()


def test_who_only_looks_at_the_database_of_another_program_leaves_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "birds.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE birds (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(BadInput, match="another program"):
        Store.open(f"sqlite:///{path}", as_it_is=True)
    assert path.read_bytes() == before
    assert sorted(tmp_path.glob("birds*")) == [path]
