"""Several changes in one transaction: one wait for the disk serves them all, and one that fails spoils no other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bocage.store.changes import AppendRows, Change, append_together
from bocage.store.database import Address, in_words, is_locked, is_lost

_HURRIED = 100  # milliseconds


class _Misfit(Exception):  # noqa: N818 - never leaves this module
    """One of the appends does not fit."""


def make_together(connection: Connection, address: Address, changes: Sequence[Change[Any]], again: bool) -> list[Any]:
    """Make all changes; for each its result, or the exception that it met. They are on the disk when this returns.

    Raises only if the database fails as a whole; then it is unknown (a lost connection) what was made.
    """
    appends = [change for change in changes if isinstance(change, AppendRows)]
    if len(appends) == len(changes) and not again:
        try:
            with connection.begin():
                if not append_together(connection, appends):
                    raise _Misfit
            return [append.last for append in appends]
        except _Misfit:
            pass
        except DBAPIError as error:
            if is_lost(error):
                raise
    with connection.begin():
        return [_make_one(connection, address, change, again) for change in changes]


def _hurry(connection: Connection) -> None:
    """Somebody locks us out: the others of this transaction, who may want the same, do not all wait as long."""
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {_HURRIED}")


def _make_one(connection: Connection, address: Address, change: Change[Any], again: bool) -> Any:
    savepoint = connection.begin_nested()
    try:
        result = change.make(connection, again)
        savepoint.commit()
        return result
    except Exception as error:
        if is_lost(error):
            raise
        savepoint.rollback()
        if is_locked(error):
            _hurry(connection)
        try:
            with in_words(address):
                raise
        except Exception as told:
            return told
