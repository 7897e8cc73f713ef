"""One service at a time: whoever serves a database holds it until his process ends, however it ends.

A service keeps its matches in memory; a second one on the same database would show other things than the first. Who
only looks, makes a new link or a backup needs no claim.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, text

from bocage.engine.errors import BadInput
from bocage.store.database import Address, make_file
from bocage.store.errors import InUse, StoreTrouble

_CLASS = 0x626F6361  # the first half of PostgreSQL's locks of ours; the second tells the schema
_LONGEST_NAME = 63  # of a session of PostgreSQL
_PATIENCE = 3.0  # seconds in which a server notices that the process that held a database has died
_PAUSE = 0.05

Make = Callable[[], Connection]


class Claim(Protocol):
    """A database that is held."""

    def connect(self, make: Make) -> Connection:
        """The connection of the one who writes: it writes only while the database is held."""
        ...

    def release(self) -> None:
        """Let go of it."""
        ...


def claimed(address: Address, make: Make, who: str) -> Claim:
    """Hold a database; `who` is said to others who want it. `InUse` if somebody holds it already."""
    return FileClaim(address, who) if address.is_file else ServerClaim(address, make, who)


# SQLite


def lock_file(database: Path) -> Path:
    """The file beside a database by which it is held."""
    database = database.resolve()
    return database.with_name(database.name + ".lock")


class FileClaim:
    """A small database beside the real one, in which a change is begun and never finished.

    SQLite's own lock is the same on every system and ends with the process; others can still read who has it.
    """

    def __init__(self, address: Address, who: str) -> None:
        self._path = lock_file(address.file)
        make_file(self._path)
        self._held = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            since = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M:%S")
            self._take(address, f"{who} (process {os.getpid()}, since {since})")
        except BaseException:
            self._held.close()
            raise

    def _take(self, address: Address, who: str) -> None:
        try:
            self._held.execute("PRAGMA synchronous = OFF")  # what is in it need not survive anything
            while True:
                self._held.execute("BEGIN IMMEDIATE")
                self._held.execute("CREATE TABLE IF NOT EXISTS holder (who TEXT)")
                self._held.execute("DELETE FROM holder")
                self._held.execute("INSERT INTO holder VALUES (?)", (who,))
                self._held.execute("COMMIT")
                self._held.execute("BEGIN IMMEDIATE")
                if self._holder() == who:
                    return
                self._held.execute("ROLLBACK")  # two came at once, and the name of the other one stands there
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise BadInput(f"{self._path} cannot be used: {error}") from None
            raise InUse(address.shown, self._holder()) from None
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{self._path} is no lock of ours ({error}); if you do not need it, remove it") from None

    def _holder(self) -> str:
        try:
            found = self._held.execute("SELECT who FROM holder").fetchone()
        except sqlite3.Error:
            return ""
        return str(found[0]) if found else ""

    def connect(self, make: Make) -> Connection:
        """The lock lives as long as we do, so any connection will do."""
        return make()

    def release(self) -> None:
        """Let go of it. The file stays: whoever removed it could remove that of the next one."""
        self._held.close()


# PostgreSQL


class ServerClaim:
    """A lock of the very session that writes: if that is lost, so is the lock, and nothing is written without it.

    A connection that is held never goes back to the pool.
    """

    def __init__(self, address: Address, make: Make, who: str) -> None:
        self._address = address
        self._who = who
        self._gate = threading.Lock()
        self._session: tuple[int, datetime] | None = None
        self._waiting: Connection | None = self._hold(make())

    def connect(self, make: Make) -> Connection:
        """The held connection; if it was lost, a new one that holds the database again, or `StoreTrouble`."""
        with self._gate:
            connection, self._waiting = self._waiting, None
            if connection is not None:
                return connection
            try:
                return self._hold(make())
            except InUse as error:
                raise StoreTrouble(f"nothing can be written: {error}") from None

    def release(self) -> None:
        """Let go of it. A connection that was given away is closed by whoever has it."""
        with self._gate:
            connection, self._waiting = self._waiting, None
            if connection is not None:
                connection.close()

    def _hold(self, connection: Connection) -> Connection:
        try:
            connection.detach()
            with connection.begin():
                connection.execute(
                    text("SELECT set_config('application_name', :name, false)"),
                    {"name": f"bocage: {self._who}"[:_LONGEST_NAME]},
                )
                self._end_old_session(connection)
                schema = str(connection.execute(text("SELECT current_schema()")).scalar())
            lock = {"class": _CLASS, "schema": zlib.crc32(schema.encode())}
            if not self._locked(connection, lock):
                raise InUse(self._address.shown, _holder(connection, lock))
            with connection.begin():
                pid, began = connection.execute(
                    text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
                ).one()
            self._session = (pid, began)
            return connection
        except BaseException:
            connection.close()
            raise

    def _end_old_session(self, connection: Connection) -> None:
        """If the line was cut, the server may still wait for the other end of it, which was ours."""
        if self._session is not None:
            pid, began = self._session
            connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = :pid AND backend_start = :began"
                ),
                {"pid": pid, "began": began},
            )

    def _locked(self, connection: Connection, lock: dict[str, int]) -> bool:
        end = time.monotonic() + _PATIENCE
        signed = {name: number - (1 << 32) if number >= 1 << 31 else number for name, number in lock.items()}
        while True:
            with connection.begin():
                question = text("SELECT pg_try_advisory_lock(CAST(:class AS integer), CAST(:schema AS integer))")
                if connection.execute(question, signed).scalar():
                    return True
            if time.monotonic() >= end:
                return False
            time.sleep(_PAUSE)


def _holder(connection: Connection, lock: dict[str, int]) -> str:
    """What the session that has the lock calls itself; a server shows that only to its own user."""
    question = text(
        "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND granted AND objsubid = 2"
        " AND classid = CAST(:class AS oid) AND objid = CAST(:schema AS oid)"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    with connection.begin():
        found = connection.execute(question, lock).scalar()
    return str(found or "").removeprefix("bocage: ")
