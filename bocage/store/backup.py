"""Copies of a whole database, and the way back.

A copy is always one SQLite file, whatever it was made of, so that one of PostgreSQL can be restored into a file and the
other way round. It has the tables of the version it was made of. A file that comes back is read row by row into tables
that we make ourselves: nothing else that may be in it gets into a database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

import sqlalchemy
from sqlalchemy import Connection, Engine, MetaData, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from bocage.engine.errors import BadInput
from bocage.folders import data_folder
from bocage.store.claim import FileClaim, claimed, lock_file
from bocage.store.database import BUSY_SECONDS, WRITING, Address, in_words, make_file
from bocage.store.errors import NothingKept
from bocage.store.tables import metadata
from bocage.store.upgrade import HEAD, VERSION_TABLE, VERSIONS, checked_version, upgrade_to

_ROWS_AT_ONCE = 100  # some are as long as a whole record
_STAMP = "%Y%m%d-%H%M%S"


class Contents(NamedTuple):
    """What a copy holds."""

    version: str  # of its tables
    matches: int
    entries: int


class Kept(NamedTuple):
    """A copy that was made."""

    file: Path
    contents: Contents


class Restored(NamedTuple):
    """What a database holds now, and where that is which it held before."""

    contents: Contents
    aside: Path | None


# Making a copy


def backup(url: str | None, file: Path, *, replace: bool = False) -> Kept:
    """Write a copy of a database to a file, or to a new file in a folder; a service may run on it meanwhile."""
    address = Address(url)
    engine = address.engine(make=False)
    try:
        with in_words(address):
            with engine.connect() as connection:
                version = checked_version(connection, address)
            if version is None:
                raise NothingKept(address.shown)
            if file.is_dir():
                file = _new_name(file, address.name, "backup")
            elif address.is_file and file.resolve() == address.file.resolve():
                raise BadInput(f"{file} is the database itself; name another file for its backup")
            elif file.exists() and not replace:
                raise BadInput(f"{file} is there already; name another file, or write over it with --replace")
            _write(engine, address, version, file)
    finally:
        engine.dispose()
    return Kept(file, _counted(file, version))


def keep_copy(engine: Engine, address: Address, version: str) -> Path:
    """A copy of a database as it is before it is changed: beside its file, or in the data folder."""
    file = _new_name(_place(address), address.name, f"version-{version}")
    _write(engine, address, version, file)
    return file


def _place(address: Address) -> Path:
    return address.file.parent if address.is_file else data_folder()


def _new_name(folder: Path, name: str, what: str) -> Path:
    """A name that nothing has yet: table.version-0001.20261115-200405.sqlite."""
    stamp = datetime.now(UTC).strftime(_STAMP)
    names = (folder / f"{name}.{what}.{stamp}{f'-{number}' if number else ''}.sqlite" for number in count())
    return next(path for path in names if not path.exists())


def _write(engine: Engine, address: Address, version: str, file: Path) -> None:
    """Write a copy under another name, and give it its own only when all of it is on the disk."""
    part = file.with_name(file.name + ".partial")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))  # the keys of the dice are in it
        if address.is_file:
            _copy_file(address.file, part)
        else:
            _copy_server(engine, part, version)
        with open(part, "rb+") as written:
            os.fsync(written.fileno())
        os.replace(part, file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {(error.strerror or str(error)).lower()}") from error
    except sqlite3.Error as error:
        raise BadInput(f"a copy of {address.shown} cannot be written to {file}: {error}") from error
    finally:
        for left in (part, part.with_name(part.name + "-journal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own way: all that is committed, what stands only in the journal too, and nobody waits meanwhile."""
    with closing(_sqlite(source)) as live, closing(_sqlite(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # so that one file is all there is


def _sqlite(path: Path) -> sqlite3.Connection:
    """A connection to a file that is there; none is made."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _copy_server(engine: Engine, target: Path, version: str) -> None:
    """Everything as it was at one moment, into tables of the same version."""
    with _tables(target) as copy, engine.connect() as connection:
        source = connection.execution_options(isolation_level="REPEATABLE READ")
        with source.begin(), copy.begin():
            upgrade_to(copy, version)
            _copy_rows(source, copy, _reflected(copy))


@contextmanager
def _tables(file: Path) -> Iterator[Connection]:
    """A file of tables that is made or filled; at the end it is one file again."""
    engine = Address(file).engine()
    try:
        with engine.connect().execution_options(**{WRITING: True}) as connection:
            yield connection
    finally:
        engine.dispose()
    with closing(_sqlite(file)) as whole:
        whole.execute("PRAGMA journal_mode = DELETE")


def _reflected(connection: Connection) -> MetaData:
    """The tables of a file of ours, in whatever version."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != VERSION_TABLE)
    return found


def _copy_rows(source: Connection, target: Connection, tables: MetaData) -> None:
    """All rows, first those to which others point."""
    for table in tables.sorted_tables:
        rows = source.execute(select(*table.c).execution_options(yield_per=_ROWS_AT_ONCE))
        for some in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in some])


def _counted(file: Path, version: str) -> Contents:
    with closing(_sqlite(file)) as found:
        numbers = [found.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("matches", "entries")]
    return Contents(version, *numbers)


# The way back


def restore(url: str | None, file: Path, *, replace: bool = False) -> Restored:
    """Put what a file holds in the place of a database on which no service runs; what was there is kept aside."""
    return _bring_back(Address(url), file, replace, "bocage restore")


def copy(file: Path, url: str) -> Restored:
    """Copy a file to a PostgreSQL database that holds no match yet."""
    address = Address(url)
    if address.is_file:
        raise BadInput("`bocage copy` takes a table to PostgreSQL; `bocage restore` puts a backup into a file")
    return _bring_back(address, file, False, "bocage copy")


def _bring_back(address: Address, file: Path, replace: bool, who: str) -> Restored:
    if address.is_file and file.exists() and file.resolve() == address.file.resolve():
        raise BadInput(f"{file} is the database itself; a backup is another file")
    place = _place(address)
    try:
        place.mkdir(parents=True, exist_ok=True)
        workshop = tempfile.TemporaryDirectory(prefix=".bocage-", dir=place)
    except OSError as error:
        raise BadInput(f"nothing can be written in {place}: {(error.strerror or str(error)).lower()}") from error
    with workshop as folder:
        fresh, contents = _checked(file, Path(folder))
        with in_words(address):
            if address.is_file:
                aside = _into_file(address, fresh, replace, who, Path(folder))
            else:
                aside = _into_server(address, fresh, replace, who)
    return Restored(contents, aside)


def _checked(file: Path, folder: Path) -> tuple[Path, Contents]:
    """What a file holds, in new tables of today; in words, what is wrong with it."""
    raw, fresh = folder / "raw.sqlite", folder / "fresh.sqlite"
    try:
        if lock_file(file).exists():
            # Is nobody serving it? What is played meanwhile would stay behind.
            FileClaim(Address(file), "bocage").release()
        _copy_raw(file, raw)  # the file itself is left alone, whatever we do
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from error
    version = _version(file, raw)
    engine = Address(raw).engine(make=False)
    try:
        with _tables(fresh) as target, engine.connect() as source:
            with target.begin():
                upgrade_to(target, version)
                _copy_rows(source, target, _reflected(target))
            with target.begin():
                upgrade_to(target, "head")
    except IntegrityError as error:
        raise BadInput(f"{file} is damaged: its rows do not fit together ({error.orig})") from None
    except DBAPIError as error:
        raise BadInput(f"{file} cannot be read: {error.orig}") from None
    finally:
        engine.dispose()
    return fresh, _counted(fresh, version)


def _copy_raw(file: Path, target: Path) -> None:
    """A file that nobody writes to, byte by byte, and its journal."""
    shutil.copyfile(file, target)
    journal = file.with_name(file.name + "-wal")
    if journal.exists():
        shutil.copyfile(journal, target.with_name(target.name + "-wal"))


def _version(file: Path, raw: Path) -> str:
    """The version of the tables in a file that is whole and ours."""
    try:
        with closing(_sqlite(raw)) as found:
            trouble = found.execute("PRAGMA integrity_check(1)").fetchone()[0]
            names = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if trouble == "ok" and VERSION_TABLE in names:
                row = found.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
                version = str(row[0]) if row else ""
    except sqlite3.DatabaseError as error:
        raise BadInput(f"{file} is no backup of Bocage, or a damaged one: {error}") from None
    if trouble != "ok":
        raise BadInput(f"{file} is damaged ({' '.join(str(trouble).split())}); take another backup")
    if not names:
        raise BadInput(
            f"{file} holds nothing; if it was copied while a table was open, its matches stood in the journal beside "
            "it: make backups with `bocage backup`"
        )
    if VERSION_TABLE not in names or not version:
        raise BadInput(f"{file} is the database of another program, and no backup of Bocage")
    if version not in VERSIONS:
        raise BadInput(
            f"{file} was made by a newer version of Bocage (its tables are of version {version}, this one knows "
            f"{HEAD}): install that version"
        )
    return version


def _counting(matches: int) -> str:
    return f"holds {matches} match{'' if matches == 1 else 'es'}"


def _refuse(address: Address, what: str) -> BadInput:
    return BadInput(f"{address.shown} {what}; to put the backup in its place, which keeps it aside, add --replace")


# Into a file


def _into_file(address: Address, fresh: Path, replace: bool, who: str, folder: Path) -> Path | None:
    make_file(address.file)
    claim = FileClaim(address, who)
    try:
        aside = _file_aside(address, replace, folder)
        make_file(address.file)
        with _as_it_was(address), closing(_sqlite(address.file)) as live, closing(_sqlite(fresh)) as source:
            # Without the write-ahead log it is one step, all or nothing, and pages may be of another size.
            live.execute("PRAGMA journal_mode = DELETE")
            source.backup(live)
            live.execute("PRAGMA journal_mode = WAL")
    finally:
        claim.release()
    return aside


@contextmanager
def _as_it_was(address: Address) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise BadInput(f"{address.shown} could not be changed and is as it was: {error}") from None


def _file_aside(address: Address, replace: bool, folder: Path) -> Path | None:
    """Keep what is in the way, if anything is; where it went."""
    file = address.file
    aside = _new_name(file.parent, address.name, "before-restore")
    try:
        matches = _matches_in(file, folder)
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise BadInput(f"{address.shown} is in use by somebody else and is as it was: {error}") from None
        if not replace:
            raise _refuse(address, f"cannot be read ({error})") from None
        _move(file, aside)
        return aside
    if not matches:
        return None
    if not replace:
        raise _refuse(address, _counting(matches))
    with _as_it_was(address):
        make_file(aside)
        _copy_file(file, aside)
    return aside


def _matches_in(file: Path, folder: Path) -> int:
    """How many matches a file holds, by a copy: SQLite throws away the journal of a file that it cannot read."""
    looked_at = folder / "present.sqlite"
    _copy_raw(file, looked_at)
    with closing(_sqlite(looked_at)) as found:
        names = {name for (name,) in found.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if names and VERSION_TABLE not in names:
            raise BadInput(f"{file} is the database of another program; choose another file")
        return int(found.execute("SELECT count(*) FROM matches").fetchone()[0]) if "matches" in names else 0


def _move(file: Path, aside: Path) -> None:
    """What cannot be read is put away as it is, with its journal."""
    aside.unlink(missing_ok=True)
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(file.with_name(file.name + ending), aside.with_name(aside.name + ending))


# Into PostgreSQL


def _into_server(address: Address, fresh: Path, replace: bool, who: str) -> Path | None:
    engine = address.engine()
    claim = None
    source_engine = Address(fresh).engine(make=False)
    try:
        claim = claimed(address, engine.connect, who)
        with engine.connect() as connection:
            version = checked_version(connection, address)
            count_all = select(func.count()).select_from(metadata.tables["matches"])
            matches = connection.execute(count_all).scalar_one() if version else 0
        aside = None
        if matches:
            if not replace:
                raise _refuse(address, _counting(matches))
            aside = _new_name(_place(address), address.name, "before-restore")
            _write(engine, address, str(version), aside)
        with source_engine.connect() as source, engine.connect() as target, target.begin():
            if version is not None:
                _drop(target)
            upgrade_to(target, "head")
            _copy_rows(source, target, _reflected(source))
    finally:
        if claim is not None:
            claim.release()
        source_engine.dispose()
        engine.dispose()
    return aside


def _drop(connection: Connection) -> None:
    """Our tables, and nothing else: the database may serve other programs too."""
    there = set(sqlalchemy.inspect(connection).get_table_names())
    ours = [name for name in (*metadata.tables, VERSION_TABLE) if name in there]
    connection.execute(text(f"DROP TABLE {', '.join(ours)}"))
    for function in ("bocage_refuse", "bocage_refuse_delete"):
        connection.execute(text(f"DROP FUNCTION IF EXISTS {function}()"))
