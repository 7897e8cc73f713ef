"""What goes into the store and comes out of it."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any, Literal

import msgspec

from bocage.engine.position import Outcome

Status = Literal["waiting", "running", "over"]
SeatKind = Literal["human", "bot", "open"]

_LETTERS = "23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # none that look alike
_ID_LENGTH = 16


def new_id() -> str:
    """An id for a match that nobody guesses, and that can be read aloud.

    >>> len(new_id()), new_id().isalnum(), new_id() == new_id()
    (16, True, False)
    """
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def token_hash(token: str) -> str:
    """What is kept of a seat's link: who reads the database cannot sit down.

    >>> token_hash("the link")[:8]
    'a4da9a29'
    """
    return sha256(token.encode()).hexdigest()


class Remark(msgspec.Struct, frozen=True):
    """Why a bot did something: the moment after it, the side that it played, and its sentence.

    It may betray what its side knows, so whoever shows it must see to it that the reader may know that.
    """

    moment: int
    side: str
    text: str


class Row(msgspec.Struct, frozen=True):
    """One entry of a match as the record has it: its line with its log, and the snapshot that follows it, if any.

    Row numbers always grow; the numbers inside the lines are the moments of the match. A bot's remark is kept beside
    its row and is no part of the record.
    """

    number: int
    line: str
    snapshot: str | None = None
    remark: Remark | None = None


class Summary(msgspec.Struct, frozen=True):
    """Where a match stands. Everybody may know it, but for the moment: that counts what was done in secret too."""

    turn: int = 0
    phase: str = ""
    moment: int = 0
    to_move: tuple[str, ...] = ()
    outcome: Outcome | None = None
    updated: str = ""  # when it last went on before everybody's eyes; empty: now

    @property
    def status(self) -> Status:
        """Of a match that has begun."""
        return "running" if self.outcome is None else "over"


class Append(msgspec.Struct, frozen=True):
    """Rows to add to a match, and how it stands afterwards."""

    match_id: str
    rows: tuple[Row, ...]
    summary: Summary


class Seat(msgspec.Struct, frozen=True):
    """Who plays a side. Of the seat's link only the hash is kept."""

    side: str
    kind: SeatKind = "open"
    bot: str = ""  # which bot
    name: str = ""  # what the player calls himself
    token_hash: str = ""
    failed: str = ""  # why its bot failed
    words: str = ""  # what the player added to the dice
    seen: str = ""  # when its link was last used, to the hour or so (UTC); "": never
    links: int = 0  # how often its link was made anew
    passing: str = ""  # his standing order: what he lets pass beforehand ("battle 7"); nobody else may know it
    owner: str = ""  # the hash of the link of the player for whom a bot keeps it


class Branch(msgspec.Struct, frozen=True):
    """What a branch, a match to try things out in, was made of: a match, and a moment as a side (None: all) counts."""

    of_match: str
    side: str | None
    moment: int


class NewMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match to be kept. It waits until `begin`; with `text`, the record of an earlier match, it has begun.

    The secret of the dice is the `key` (256 bits) or, for tests and studies, the `seed`.
    """

    game: str
    scenario: str
    options: dict[str, Any] = {}
    id: str = msgspec.field(default_factory=new_id)
    key: bytes | None = None
    seed: str | None = None
    commitment: str = ""
    seats: tuple[Seat, ...] = ()
    text: str | None = None
    summary: Summary = Summary()
    note: str = ""
    branch: Branch | None = None
    away: str = ""  # what is agreed (or, after a question mark, proposed) for a player who stays away


class Info(msgspec.Struct, frozen=True):
    """A match in the list: nothing that anybody may not know."""

    id: str
    game: str
    scenario: str
    options: dict[str, Any]
    status: Status
    created: str  # UTC, as 2026-11-15T20:04:05.123456+00:00
    updated: str
    commitment: str
    last: int  # the number of the newest row; -1 while it waits
    summary: Summary
    note: str
    branch: Branch | None = None
    away: str = ""


class Stored(msgspec.Struct, frozen=True):
    """A match as it is kept: its record (without its end) and the number of its newest row."""

    text: str
    last: int


class ChatLine(msgspec.Struct, frozen=True):
    """One line of the talk at the table; the side is None for a spectator."""

    number: int
    side: str | None
    name: str
    text: str
    created: str
