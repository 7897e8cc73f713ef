"""Matches at rest: SQLite in a file by default, PostgreSQL by its address.

The libraries for databases take most of a second to import, so they are imported when a `Store` or a `Writer` is
first asked for; the structs and errors cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.store.errors import (
    GoneOn,
    InUse,
    Misplaced,
    NoRoom,
    NoSuchMatch,
    NothingKept,
    OfAnotherVersion,
    StoreTrouble,
    Unreachable,
)
from bocage.store.structs import (
    Append,
    Branch,
    ChatLine,
    Info,
    NewMatch,
    Remark,
    Row,
    Seat,
    Stored,
    Summary,
    new_id,
    token_hash,
)
from bocage.store.texts import Loaded, load, rows_after, summary_of

if TYPE_CHECKING:
    from bocage.store.store import Store
    from bocage.store.writer import Writer

__all__ = [
    "Append",
    "Branch",
    "ChatLine",
    "GoneOn",
    "InUse",
    "Info",
    "Loaded",
    "Misplaced",
    "NewMatch",
    "NoRoom",
    "NoSuchMatch",
    "NothingKept",
    "OfAnotherVersion",
    "Remark",
    "Row",
    "Seat",
    "Store",
    "StoreTrouble",
    "Stored",
    "Summary",
    "Unreachable",
    "Writer",
    "load",
    "new_id",
    "rows_after",
    "summary_of",
    "token_hash",
]


def __getattr__(name: str) -> Any:
    if name == "Store":
        from bocage.store.store import Store

        return Store
    if name == "Writer":
        from bocage.store.writer import Writer

        return Writer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
