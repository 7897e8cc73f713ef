"""How a match stands whose entries are kept elsewhere: one by mail, which is in its file and in the player's key."""

from __future__ import annotations

from sqlalchemy import Connection, update

from bocage.store.changes import Change, last_row, now, summary_values
from bocage.store.structs import Summary
from bocage.store.tables import matches


class SetSummary(Change[None]):
    """A match stands elsewhere now; nothing of what was done in it is written down."""

    def __init__(self, match_id: str, summary: Summary) -> None:
        self.match_id = match_id
        self.summary = summary

    def make(self, connection: Connection, again: bool) -> None:
        """Write it."""
        last_row(connection, self.match_id)
        values = {"status": self.summary.status, "updated": self.summary.updated or now()}
        stands = update(matches).where(matches.c.id == self.match_id)
        connection.execute(stands.values(**values, **summary_values(self.summary)))
