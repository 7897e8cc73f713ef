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


class InUse(BadInput):
    """Another service holds the database."""

    def __init__(self, shown: str, who: str) -> None:
        super().__init__(
            f"{shown} is in use by {who or 'another program of Bocage'}; one database serves one table at a time: "
            "stop that one first, or take another database with --database"
        )


class NothingKept(BadInput):
    """There is no database yet, or none of ours."""

    def __init__(self, shown: str) -> None:
        super().__init__(f"no match is kept in {shown} yet; `bocage table` makes it")


class OfAnotherVersion(BadInput):
    """The tables are older than this program; only a service brings them up to date."""

    def __init__(self, shown: str, version: str, head: str) -> None:
        super().__init__(
            f"{shown} has tables of version {version}, and this program works with version {head}: start "
            "`bocage table` on it once, which keeps a copy and brings it up to date; nothing was changed"
        )


class StoreTrouble(Exception):  # noqa: N818 - the words of the trade
    """The database cannot do what was asked: a missing right, a damaged file.

    Its own words are for whoever runs the table and may name files and servers; `told` is for everybody.
    """

    told = "The database does not take or give what it should; whoever runs this table finds the reason in its log."


class Unreachable(StoreTrouble):
    """The database does not answer, or the connection to it was lost."""

    told = "The database does not answer; whoever runs this table must see to it."


class NoRoom(StoreTrouble):
    """The disk is full."""

    told = "There is no room on the disk; whoever runs this table must make some."


class Misplaced(StoreTrouble):
    """The file of the database is no longer where it was."""

    told = (
        "The file of the matches was taken away or replaced while the table runs; whoever runs it must put the file "
        "back and start the table again."
    )
