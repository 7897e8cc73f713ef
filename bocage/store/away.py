"""What is agreed in a match about a player who stays away, as it changes."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from bocage.store.changes import Change, Say, last_row
from bocage.store.errors import GoneOn
from bocage.store.structs import ChatLine
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


class Agree(Change[ChatLine | None]):
    """What is proposed or agreed while a match runs, if it is still as it was, and a line of the talk that says so."""

    def __init__(self, match_id: str, away: str, was: str, said: Say | None) -> None:
        self.match_id = match_id
        self.away = away
        self.was = was
        self.said = said

    def make(self, connection: Connection, again: bool) -> ChatLine | None:
        """Write it."""
        last = last_row(connection, self.match_id)
        here = matches.c.id == self.match_id
        changed = connection.execute(update(matches).where(here, matches.c.away == self.was).values(away=self.away))
        if changed.rowcount == 0:
            found = connection.execute(select(matches.c.away).where(here)).scalar()
            if not (again and found == self.away):
                raise GoneOn(self.match_id, last)
        return None if self.said is None else self.said.make(connection, again)
