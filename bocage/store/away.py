"""What is agreed in a match about a player who stays away, as it changes."""

from __future__ import annotations

from sqlalchemy import Connection, update

from bocage.store.changes import Change, last_row
from bocage.store.tables import matches


class SetAway(Change[None]):
    """From when the days are counted has changed."""

    def __init__(self, match_id: str, away: str) -> None:
        self.match_id = match_id
        self.away = away

    def make(self, connection: Connection, again: bool) -> None:
        """Write it."""
        last_row(connection, self.match_id)
        connection.execute(update(matches).where(matches.c.id == self.match_id).values(away=self.away))
