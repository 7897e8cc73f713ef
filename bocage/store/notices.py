"""Where players want to hear that it is their turn: kept with the seat, and of no concern to the match."""

from __future__ import annotations

from typing import Literal

import msgspec
from sqlalchemy import Connection, insert, select, update

from bocage.store.changes import Change, last_row
from bocage.store.tables import matches, notices

Way = Literal["mail", "hook"]


class Notice(msgspec.Struct, frozen=True):
    """A way by which the player of a seat is told of his turns; without an address he is not."""

    match_id: str
    side: str
    way: Way
    address: str = ""
    key: str = ""  # of the links in what is sent there; an address has the same in all its matches
    confirmed: str = ""  # when the address was confirmed; "": not yet
    told: str = ""  # when its player last knew that it was his turn
    sent: str = ""  # when something was last sent
    tries: int = 0  # that came to nothing, one after the other
    failed: str = ""  # why it was given up

    @property
    def place(self) -> tuple[str, str, Way]:
        """What it is one of: match, side and way."""
        return self.match_id, self.side, self.way


class PutNotice(Change[None]):
    """A way of being told, as it is from now on."""

    def __init__(self, notice: Notice) -> None:
        self.notice = notice

    def make(self, connection: Connection, again: bool) -> None:
        """Write it."""
        values = msgspec.structs.asdict(self.notice)
        last_row(connection, self.notice.match_id)
        here = [notices.c[name] == values[name] for name in ("match_id", "side", "way")]
        if connection.execute(update(notices).where(*here).values(values)).rowcount == 0:
            connection.execute(insert(notices).values(values))


def wanted(connection: Connection) -> list[Notice]:
    """All ways by which somebody is to be told of matches that are not over."""
    columns = [notices.c[name] for name in Notice.__struct_fields__]
    query = select(*columns).join(matches, matches.c.id == notices.c.match_id).where(matches.c.status != "over")
    order = (notices.c.match_id, notices.c.side, notices.c.way)
    return [Notice(*row) for row in connection.execute(query.order_by(*order))]


def key_of(connection: Connection, address: str) -> str:
    """The key of an address that was named before, in whatever match; else nothing."""
    query = select(notices.c.key).where(notices.c.address == address).limit(1)
    return connection.execute(query).scalar() or ""
