"""Addresses of databases, connections to them, and their errors in words that hold no secret."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from bocage.engine.errors import BadInput
from bocage.folders import data_folder
from bocage.store.errors import NoRoom, NothingKept, StoreTrouble, Unreachable

FILE = "table.sqlite"
KINDS = "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
BUSY_SECONDS = 10.0
_POSTGRES = {
    "application_name": "bocage",
    "connect_timeout": 10,
    # A server that was unplugged sends no farewell; without these the system would wait for a quarter of an hour.
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
WRITING = "bocage_writing"  # the option of a connection that writes
_NO_ANSWER = ("OperationalError", "ConnectionTimeout")  # of psycopg; its subclasses are answers of the server
_NO_ROOM = ("disk is full", "disk I/O error")  # of SQLite
_MAKE_ROOM = "see that there is room on the disk and that it is well, then try again"
_START_IT = "start it, or see that its address and the way to it are right"
_SECRET_WORDS = ("password", "passwd", "sslpassword")


class Address:
    """Where matches are kept. `shown` may be printed and logged; the rest may hold a password."""

    __slots__ = ("_url", "shown")

    def __init__(self, url: str | Path | None) -> None:
        self._url = _parsed(url)
        self.shown = _shown(self._url)

    def __repr__(self) -> str:
        return f"Address({self.shown!r})"

    @property
    def is_file(self) -> bool:
        """SQLite, and not PostgreSQL."""
        return self._url.get_backend_name() == "sqlite"

    @property
    def file(self) -> Path:
        """The file of an SQLite database."""
        return Path(self._url.database or "")

    @property
    def name(self) -> str:
        """What the database is called: the name of its file without the ending, or that of PostgreSQL."""
        return self.file.stem if self.is_file else self._url.database or "bocage"

    def engine(self, *, make: bool = True) -> Engine:
        """Connections to the database; none is opened yet. Only with `make` a file is made where there is none."""
        if self.is_file:
            if make:
                make_file(self.file)
            elif not self.file.exists():
                raise NothingKept(self.shown)
            return _sqlite(self._url, make)
        try:
            return _postgres(self._url)
        except ImportError:
            raise BadInput(
                "PostgreSQL needs the driver psycopg, which is not installed: pip install 'bocage[postgres]'"
            ) from None


def _parsed(url: str | Path | None) -> URL:
    if url is None:
        url = data_folder() / FILE
    if isinstance(url, Path):
        return URL.create("sqlite", database=str(url))
    try:
        found = sqlalchemy.make_url(url)
        backend = found.get_backend_name()
    except (ArgumentError, ValueError, AttributeError):
        # The library's own sentence may quote the address with its password.
        raise BadInput(f"this is not the address of a database; it should look like {KINDS}") from None
    if backend == "sqlite":
        if not found.database or found.database == ":memory:" or found.query:
            raise BadInput("matches are kept in a file: the address of an SQLite database is sqlite:///FILE")
        return URL.create("sqlite", database=found.database)
    if backend in ("postgresql", "postgres"):
        return found.set(drivername="postgresql+psycopg")
    raise BadInput(f"matches are kept in SQLite or PostgreSQL, not in {backend}: {KINDS}")


def _shown(url: URL) -> str:
    if url.get_backend_name() != "sqlite":
        url = url.set(drivername="postgresql")
    return url.difference_update_query(_SECRET_WORDS).render_as_string(hide_password=True)


def make_file(path: Path) -> None:
    """The keys of the dice are in it: it belongs to its owner alone, from the first moment."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise BadInput(f"matches cannot be kept in {path}: {why}") from error


def _sqlite(url: URL, make: bool) -> Engine:
    engine = sqlalchemy.create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver's own idea of when to begin is not ours
        cursor = connection.cursor()
        if make:  # who only looks changes nothing, least of all a file that is another program's
            _keep_journal(cursor)
        cursor.execute("PRAGMA synchronous = FULL")  # what is committed is on the disk
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA recursive_triggers = ON")  # INSERT OR REPLACE counts as a deletion
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Who reads first and writes later could find the file taken in between; who will write says so at once.
        writing = connection.get_execution_options().get(WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _keep_journal(cursor: Any) -> None:
    """Turn to a write-ahead log, once in the life of a file. For this change alone SQLite does not wait for others."""
    tries_end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= tries_end:
                raise
        time.sleep(0.01)


def _postgres(url: URL) -> Engine:
    ours = {word: value for word, value in _POSTGRES.items() if word not in url.query}
    engine = sqlalchemy.create_engine(url, connect_args=ours, hide_parameters=True, pool_pre_ping=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # A server may be told to acknowledge before the disk has it; we promise our players more.
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
            # Whoever has locked something and gone to lunch must not stop everybody.
            cursor.execute(f"SELECT set_config('lock_timeout', '{int(BUSY_SECONDS * 1000)}', false)")
        connection.commit()

    return engine


def is_locked(error: BaseException) -> bool:
    """Does somebody else hold what we want, for longer than we wait?"""
    return isinstance(error, DBAPIError) and type(error.orig).__name__ == "LockNotAvailable"


def is_lost(error: BaseException) -> bool:
    """Has the connection gone?"""
    return isinstance(error, DBAPIError) and error.connection_invalidated


@contextmanager
def in_words(address: Address) -> Iterator[None]:
    """Errors of the database become ours: one sentence, no parameters, no password."""
    try:
        yield
    except DBAPIError as error:
        # Only the first line: the details of PostgreSQL quote the row, and a row may hold the key of the dice.
        told = str(error.orig).strip().split("\n", 1)[0]
        if is_lost(error) or (not address.is_file and type(error.orig).__name__ in _NO_ANSWER):
            raise Unreachable(f"the database {address.shown} does not answer: {told}; {_START_IT}") from None
        if address.is_file and any(words in told for words in _NO_ROOM):
            raise NoRoom(f"the database {address.shown} cannot be written: {told}; {_MAKE_ROOM}") from None
        raise StoreTrouble(f"the database {address.shown} refuses: {told}") from None
    except SQLAlchemyError as error:
        raise StoreTrouble(f"the database {address.shown} cannot be used: {type(error).__name__}") from None
