"""Branches at rest: matches to try things out in, the only ones of which anything is ever deleted."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from bocage.engine.errors import BadInput
from bocage.store.changes import Change, last_row
from bocage.store.tables import branches, matches, metadata


class DeleteBranch(Change[None]):
    """A branch is deleted with all that there is of it. What is no branch stays."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id

    def make(self, connection: Connection, again: bool) -> None:
        found = select(matches.c.id).where(matches.c.id == self.match_id)
        if again and connection.execute(found).scalar() is None:
            return
        last_row(connection, self.match_id)
        is_branch = select(branches.c.match_id).where(branches.c.match_id == self.match_id)
        if connection.execute(is_branch).scalar() is None:
            raise BadInput("only a branch can be deleted; what was played in a match stays")
        for table in metadata.tables.values():  # whatever is kept of a match, also by later versions
            if "match_id" in table.c and table is not branches:
                connection.execute(delete(table).where(table.c.match_id == self.match_id))
        connection.execute(delete(branches).where(branches.c.match_id == self.match_id))
        connection.execute(delete(matches).where(matches.c.id == self.match_id))


def count_of(connection: Connection, of_match: str, side: str | None) -> int:
    """How many branches of a match a side (None: everybody) has."""
    whose = branches.c.side.is_(None) if side is None else branches.c.side == side
    query = select(func.count()).select_from(branches).where(branches.c.of_match == of_match, whose)
    return int(connection.execute(query).scalar_one())
