"""Bringing a database to the tables of today when it is opened.

A change of the tables is a file in `migrations/versions/`, written by hand after the last one, and its number goes to
the end of `VERSIONS`. What has been released is never edited. Alembic is imported only when there is something to do.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import sqlalchemy
from sqlalchemy import Connection, Engine, text

from bocage.engine.errors import BadInput
from bocage.store.database import WRITING, Address
from bocage.store.errors import NothingKept, OfAnotherVersion

log = logging.getLogger("bocage.store")

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
HEAD = VERSIONS[-1]
VERSION_TABLE = "bocage_version"  # not Alembic's own name: a PostgreSQL database may serve other programs too
MIGRATIONS = Path(__file__).with_name("migrations")
_LOCK = 0x626F636167650001  # of PostgreSQL, so that two programs that start at once do not both upgrade

_ONE_AT_A_TIME = threading.Lock()  # Alembic knows only one upgrade in a process


def bring_up_to_date(engine: Engine, address: Address) -> None:
    """Create or upgrade the tables, all or nothing."""
    with engine.connect() as connection:
        if checked_version(connection, address) == HEAD:
            return
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        if not address.is_file:
            connection.execute(text("SET LOCAL lock_timeout = 0"))  # another program may be upgrading at length
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        version = checked_version(connection, address)
        if version == HEAD:
            return
        if version is not None:
            _keep_copy(engine, address, version)
        upgrade_to(connection, "head")


def _keep_copy(engine: Engine, address: Address, version: str) -> None:
    """Nobody else may write to a file now, so that the copy is exactly what is upgraded."""
    from bocage.store.backup import keep_copy  # which needs us too

    file = keep_copy(engine, address, version)
    log.warning(
        "%s: its tables of version %s are brought to version %s; a copy of it as it was is kept in %s",
        address.shown, version, HEAD, file,
    )  # fmt: skip


def must_be_up_to_date(engine: Engine, address: Address) -> None:
    """For who only looks: nothing is made and nothing is changed."""
    with engine.connect() as connection:
        version = checked_version(connection, address)
    if version is None:
        raise NothingKept(address.shown)
    if version != HEAD:
        raise OfAnotherVersion(address.shown, version, HEAD)


def checked_version(connection: Connection, address: Address) -> str | None:
    """The version of the tables; None of a database that is new to us."""
    names = set(sqlalchemy.inspect(connection).get_table_names())
    if VERSION_TABLE not in names:
        if names and address.is_file:
            raise BadInput(f"{address.file} is the database of another program; choose another file")
        return None
    version = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if version is not None and version not in VERSIONS:
        raise BadInput(
            f"{address.shown} was made by a newer version of Bocage (its tables are of version {version}, "
            f"this one knows {HEAD}): install that version"
        )
    return None if version is None else str(version)


def upgrade_to(connection: Connection, version: str) -> None:
    """Run the migrations up to a version, inside the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(config, version)
