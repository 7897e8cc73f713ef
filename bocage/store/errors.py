"""What can go wrong with matches at rest."""

from __future__ import annotations

from bocage.engine.errors import BadInput


class GoneOn(Exception):  # noqa: N818 - nothing is broken; somebody else was quicker
    """The match has gone on since the caller looked; nothing was changed. `last` is its newest row now."""

    def __init__(self, match_id: str, last: int) -> None:
        super().__init__(match_id, last)
        self.match_id = match_id
        self.last = last

    def __str__(self) -> str:
        return f"match {self.match_id} has gone on since (its newest row is {self.last}); look again and choose anew"


class NoSuchMatch(BadInput):
    """No match of this id is kept here."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"no match {match_id} is kept here")
        self.match_id = match_id


class StoreTrouble(Exception):  # noqa: N818 - the words of the trade
    """The database cannot do what was asked: a full disk, a missing right, a damaged file."""


class Unreachable(StoreTrouble):
    """The database does not answer, or the connection to it was lost."""
