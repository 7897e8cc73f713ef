"""The store: matches, seats, rows, chat and notes in a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from bocage.store import notices, reading
from bocage.store.branches import DeleteBranch, count_of
from bocage.store.changes import (
    AppendRows,
    Begin,
    Change,
    Create,
    HandOver,
    PutNote,
    Rebase,
    Say,
    SetNote,
    SetSeat,
    append_of,
)
from bocage.store.claim import Claim, claimed
from bocage.store.database import WRITING, Address, in_words
from bocage.store.errors import NoSuchMatch
from bocage.store.notices import Notice
from bocage.store.place import Place
from bocage.store.structs import Append, ChatLine, Info, NewMatch, Remark, Row, Seat, Stored, Summary
from bocage.store.transactions import make_together
from bocage.store.upgrade import bring_up_to_date, must_be_up_to_date

Result = TypeVar("Result")


class Store:
    """Matches at rest. All its methods may be called from any thread; each returns when what it wrote is on disk.

    A service writes through one `Writer` instead, which has the same methods to be awaited and shares the waiting
    for the disk between all matches.
    """

    def __init__(self, engine: Engine, address: Address) -> None:
        self._engine = engine
        self.address = address
        self._claim: Claim | None = None
        self.place: Place | None = None  # where the file lies that is open

    @classmethod
    def open(cls, url: str | None = None, *, serving: str = "", as_it_is: bool = False) -> Store:
        """Open the database at an address (None: the file in the user's data folder), made or upgraded if need be.

        A service says who it is: it is then the only one (`InUse` if there is one already), from before anything is
        upgraded until `close`. Opened as it is, nothing is made and nothing upgraded: what is missing is a `BadInput`.
        """
        address = Address(url)
        opened = cls(address.engine(make=not as_it_is), address)
        try:
            with in_words(address):
                if serving:
                    opened._claim = claimed(address, opened.connect, serving)
                if as_it_is:
                    must_be_up_to_date(opened._engine, address)
                else:
                    bring_up_to_date(opened._engine, address)
            if address.is_file:
                opened.place = Place(address.file)
        except BaseException:
            opened.close()
            raise
        return opened

    def close(self) -> None:
        """Let go of the database."""
        if self._claim is not None:
            self._claim.release()
        self._engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def shown_url(self) -> str:
        """The address without its password, for people and logs."""
        return self.address.shown

    def connect(self) -> Connection:
        """A connection for one who writes."""
        return self._engine.connect().execution_options(**{WRITING: True})

    def writers_connection(self) -> Connection:
        """A connection for the one `Writer` of a service: it writes only while we hold the database."""
        return self.connect() if self._claim is None else self._claim.connect(self.connect)

    # Writing

    def change(self, change: Change[Result]) -> Result:
        """Make one change."""
        (outcome,) = self._changes([change])
        if isinstance(outcome, BaseException):
            raise outcome
        result: Result = outcome
        return result

    def _changes(self, changes: Sequence[Change[Any]]) -> list[Any]:
        self.look_after()
        with in_words(self.address), self.connect() as connection:
            outcomes = make_together(connection, self.address, changes, again=False)
        self.look_after()
        return outcomes

    def look_after(self) -> None:
        """Is the database still where it was opened? Raises `Misplaced` if not."""
        if self.place is not None:
            self.place.check()

    def check_room(self) -> None:
        """Is there room for more? Raises `NoRoom` if not; only for a file that can be told beforehand."""
        if self.place is not None:
            self.place.check_room()

    def create(self, new: NewMatch) -> str:
        """Keep a new match; its id."""
        return self.change(Create(new))

    def begin(self, match_id: str, header: str, opening: str, summary: Summary) -> None:
        """A match that waited begins: `record.header_text(match)` and `record.entry_text(match, 0)`."""
        self.change(Begin(match_id, header, opening, summary))

    def append(self, match_id: str, rows: Sequence[Row], summary: Summary) -> int:
        """Add rows; the number of the last. `GoneOn` if they do not follow the newest row; then nothing is changed."""
        return self.change(append_of(match_id, rows, summary))

    def append_many(self, appends: Iterable[Append]) -> list[int | Exception]:
        """Several appends in one transaction; for each what `append` would return or raise."""
        changes = [AppendRows(append) for append in appends]
        return self._changes(changes) if changes else []

    def rebase(self, match_id: str, text: str, after: int, summary: Summary, note: str = "") -> None:
        """Rows after the row `after`, the newest one, follow this record from now on (see `texts.load`)."""
        self.change(Rebase(match_id, text, after, summary, note))

    def set_note(self, match_id: str, note: str) -> None:
        """Change what everybody should know of a match."""
        self.change(SetNote(match_id, note))

    def set_seat(self, match_id: str, seat: Seat, was: Seat | None = None) -> None:
        """Change a seat; with `was`, only if it is still so, else `GoneOn`."""
        self.change(SetSeat(match_id, seat, was))

    def hand_over(self, match_id: str, seat: Seat, was: Seat, note: str, name: str, text: str) -> ChatLine:
        """Change a seat that is still as it `was`, the match's note, and say so in the talk, or do none of it."""
        return self.change(HandOver(match_id, seat, was, note, Say(match_id, None, name, text)))

    def say(self, match_id: str, side: str | None, name: str, text: str) -> ChatLine:
        """Add a line of chat (side None: a spectator)."""
        return self.change(Say(match_id, side, name, text))

    def put_note(self, match_id: str, side: str, text: str) -> None:
        """Keep what a seat wrote down for itself."""
        self.change(PutNote(match_id, side, text))

    def delete_branch(self, match_id: str) -> None:
        """Delete a branch with all that there is of it; `BadInput` if it is none."""
        self.change(DeleteBranch(match_id))

    # Reading

    def _ask(self, question: Callable[..., Result], *details: Any, steady: bool = False) -> Result:
        """Ask the database. What takes several questions that must fit together is steady: all see the same state."""
        self.look_after()  # a connection that is opened now would make an empty file in its place
        with in_words(self.address), self._engine.connect() as connection:
            if not self.address.is_file:  # SQLite is always steady
                connection = connection.execution_options(isolation_level="REPEATABLE READ" if steady else "AUTOCOMMIT")
            return question(connection, *details)

    def stored(self, match_id: str) -> Stored:
        """The record of a match and the number of its newest row."""
        return self._ask(reading.stored, match_id, steady=True)

    def load_text(self, match_id: str) -> str:
        """The record of a match, for `record.read(…, ended=False)`."""
        return self.stored(match_id).text

    def dice(self, match_id: str) -> tuple[bytes | None, str | None]:
        """The secret of a match's dice, for one that is to begin: key, seed."""
        return self._ask(reading.dice, match_id)

    def info(self, match_id: str) -> Info:
        """What everybody may know of a match."""
        found = self.infos([match_id])
        if match_id not in found:
            raise NoSuchMatch(match_id)
        return found[match_id]

    def infos(self, ids: Iterable[str]) -> dict[str, Info]:
        """The same of several matches; those that are not kept here are left out."""
        return self._ask(reading.infos, ids)

    def matches(self, limit: int = 50, before: Info | None = None) -> list[Info]:
        """The list of all matches, newest first; the next page begins `before` the last of this one."""
        return self._ask(reading.newest, limit, before)

    def unfinished(self) -> list[str]:
        """The ids of the matches that have begun and are not over: what a service goes on with when it starts."""
        return self._ask(reading.unfinished)

    def branches_of(self, match_id: str, side: str | None) -> int:
        """How many branches of a match a side (None: everybody) has."""
        return self._ask(count_of, match_id, side)

    def seats(self, match_id: str) -> list[Seat]:
        """The seats of a match."""
        found = self.seats_of([match_id])[match_id]
        if not found:
            self.info(match_id)
        return found

    def seats_of(self, ids: Iterable[str]) -> dict[str, list[Seat]]:
        """The seats of several matches."""
        return self._ask(reading.seats_of, ids)

    def seat_of(self, match_id: str, token_hash: str) -> Seat | None:
        """The seat whose link has this hash, or None."""
        return self._ask(reading.seat_of, match_id, token_hash)

    def chat(self, match_id: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
        """The newest lines of chat after a number, in order."""
        return self._ask(reading.chat_of, match_id, after, limit)

    def remarks(self, match_id: str) -> list[Remark]:
        """What bots said of their actions, in order."""
        return self._ask(reading.remarks_of, match_id, steady=True)

    def times(self, match_id: str) -> list[tuple[int, str]]:
        """When entries were written: moment and time, of those that were written here one by one."""
        return self._ask(reading.times_of, match_id, steady=True)

    def note(self, match_id: str, side: str) -> str:
        """What a seat wrote down for itself; empty if nothing."""
        return self._ask(reading.note_of, match_id, side)

    def notices(self) -> list[Notice]:
        """All ways by which players are to be told of their turns in matches that are not over."""
        return self._ask(notices.wanted)

    def notice_key(self, address: str) -> str:
        """The key of the links that were sent to an address; nothing if it is new."""
        return self._ask(notices.key_of, address)
