"""What is written, change by change. Each is made inside a transaction that its caller began.

A change that is made `again` may have been made already: the connection was lost before the answer came. Then it
must be found out and not be made twice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import msgspec
from sqlalchemy import Connection, Table, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bocage.engine.errors import BadInput
from bocage.store import structs, texts
from bocage.store.errors import GoneOn, NoSuchMatch
from bocage.store.structs import ChatLine, NewMatch, Row, Seat, Summary
from bocage.store.tables import bases, branches, chat, entries, matches, notes, remarks, seats, snapshots

Result = TypeVar("Result")


def now() -> str:
    """The time to be written; it is for people and affects no match."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Change(ABC, Generic[Result]):
    """Something to be written, whole or not at all."""

    @abstractmethod
    def make(self, connection: Connection, again: bool) -> Result:
        """Write it."""


def _text(value: str, what: str) -> str:
    """PostgreSQL keeps no NUL and nobody keeps half a character; both databases shall take the same texts."""
    if "\0" in value or (not value.isascii() and value.encode("utf-8", "ignore").decode() != value):
        raise BadInput(f"{what} holds a character that cannot be kept")
    return value


def _json(value: object) -> str:
    return _text(msgspec.json.encode(value, order="sorted").decode(), "an option")


def summary_values(summary: Summary) -> dict[str, Any]:
    """How a match stands, as it is kept."""
    return {
        "turn": summary.turn,
        "phase": summary.phase,
        "moment": summary.moment,
        "to_move": _json(summary.to_move),
        "outcome": None if summary.outcome is None else _json(summary.outcome),
    }


def _insert_unless_there(connection: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row; False if its primary key is taken. No error, which would end a transaction of PostgreSQL."""
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = make(table).values(values).on_conflict_do_nothing()
    return connection.execute(statement, execution_options={"preserve_rowcount": True}).rowcount == 1


def last_row(connection: Connection, match_id: str) -> int:
    """The number of the newest row of a match."""
    found = connection.execute(select(matches.c.last_row).where(matches.c.id == match_id)).scalar()
    if found is None:
        raise NoSuchMatch(match_id)
    return int(found)


class Create(Change[str]):
    """A new match with its seats; the id of it."""

    def __init__(self, new: NewMatch) -> None:
        if new.key is not None and new.seed is not None:
            raise BadInput("the dice of a match come from a seed or from a key")
        for text in (new.id, new.text or "", new.seed or "", new.note):
            _text(text, "a new match")
        self.new = new

    def make(self, connection: Connection, again: bool) -> str:
        new, when = self.new, now()
        begun = new.text is not None
        values = {
            "id": new.id,
            "game": new.game,
            "scenario": new.scenario,
            "options": _json(new.options),
            "dice_key": None if new.key is None else new.key.hex(),
            "dice_seed": new.seed,
            "commitment": new.commitment,
            "status": new.summary.status if begun else "waiting",
            "created": when,
            "updated": when,
            "last_row": 0 if begun else -1,
            "note": new.note,
            "away": new.away,
            **summary_values(new.summary),
        }
        if not _insert_unless_there(connection, matches, values):
            if again:
                return new.id
            raise BadInput(f"a match {new.id} is kept already")
        for seat in new.seats:
            connection.execute(insert(seats), _seat_values(new.id, seat))
        if begun:
            first = {"match_id": new.id, "number": 0, "after_row": 0, "text": new.text, "created": when}
            connection.execute(insert(bases), first)
        if new.branch is not None:
            connection.execute(insert(branches), {"match_id": new.id, **msgspec.structs.asdict(new.branch)})
        return new.id


class Begin(Change[None]):
    """A match that waited begins: the players' words are in, so the header is known and the first dice are cast."""

    def __init__(self, match_id: str, header: str, opening: str, summary: Summary) -> None:
        self.match_id = match_id
        self.header = _text(header, "the header of a match")
        self.opening = _text(opening, "the opening of a match")
        self.summary = summary

    def make(self, connection: Connection, again: bool) -> None:
        begun = connection.execute(
            update(matches)
            .where(matches.c.id == self.match_id, matches.c.status == "waiting")
            .values(
                header=texts.without_secret(self.header),
                status=self.summary.status,
                updated=now(),
                last_row=0,
                **summary_values(self.summary),
            )
        )
        columns = (matches.c.header, matches.c.dice_key, matches.c.dice_seed, matches.c.last_row)
        found = connection.execute(select(*columns).where(matches.c.id == self.match_id)).one_or_none()
        if found is None:
            raise NoSuchMatch(self.match_id)
        if begun.rowcount == 0:
            if again and found.header == texts.without_secret(self.header):
                return
            raise GoneOn(self.match_id, found.last_row)
        if secret_line(found.dice_key, found.dice_seed) != texts.secret_of(self.header):
            raise BadInput("a match begins with the dice to which it was bound when it was created")
        row = {"match_id": self.match_id, "number": 0, "line": self.opening, "created": now()}
        connection.execute(insert(entries), row)


def secret_line(key: str | None, seed: str | None) -> str:
    """The line of a record with the secret of its dice."""
    if seed is not None:
        return f"seed {msgspec.json.encode(seed).decode()}"
    return "" if key is None else f"key {key}"


_APPEND_SUMMARY = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"), matches.c.last_row == bindparam("follows"))
    .values({name: bindparam(f"new_{name}") for name in (
        "status", "updated", "last_row", "turn", "phase", "moment", "to_move", "outcome",
    )})
)  # fmt: skip


class AppendRows(Change[int]):
    """Rows that follow the newest one; the number of the last. If the match has gone on nothing is written."""

    def __init__(self, append: structs.Append) -> None:
        rows = append.rows
        if not rows or [row.number for row in rows] != list(range(rows[0].number, rows[0].number + len(rows))):
            raise ValueError("rows are appended in order, without a gap, and at least one")
        if rows[0].number < 1:
            raise ValueError("the first row that is appended has number 1; row 0 is the opening")
        for row in rows:
            _text(row.line, "an entry")
            if row.remark is not None:
                _text(row.remark.text, "a remark")
        self.match_id = append.match_id
        self.rows = rows
        self.summary = append.summary

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.rows[-1].number

    def make(self, connection: Connection, again: bool) -> int:
        if not append_together(connection, [self]):
            if again and self._is_there(connection):
                return self.last
            raise GoneOn(self.match_id, last_row(connection, self.match_id))
        return self.last

    def _is_there(self, connection: Connection) -> bool:
        wanted = [(row.number, row.line) for row in self.rows]
        found = connection.execute(
            select(entries.c.number, entries.c.line)
            .where(entries.c.match_id == self.match_id, entries.c.number.between(wanted[0][0], self.last))
            .order_by(entries.c.number)
        )
        return [(number, line) for number, line in found] == wanted


def append_together(connection: Connection, appends: Sequence[AppendRows]) -> bool:
    """Write several appends with few statements. False if one of them does not fit: then all must be rolled back."""
    when = now()
    # In a fixed order, so that two programs on one database cannot block each other; the sort keeps that of a match.
    ordered = sorted(appends, key=lambda append: append.match_id)
    stands = [
        {
            "of_match": append.match_id,
            "follows": append.rows[0].number - 1,
            "new_status": append.summary.status,
            "new_updated": append.summary.updated or when,
            "new_last_row": append.last,
            **{f"new_{name}": value for name, value in summary_values(append.summary).items()},
        }
        for append in ordered
    ]
    # The summaries first: who finds another newest row than he knew has written nothing yet.
    if connection.execute(_APPEND_SUMMARY, stands).rowcount != len(stands):
        return False
    lines = [
        {"match_id": append.match_id, "number": row.number, "line": row.line, "created": when}
        for append in ordered
        for row in append.rows
    ]
    connection.execute(insert(entries), lines)
    kept = [
        {"match_id": append.match_id, "number": row.number, "line": row.snapshot}
        for append in ordered
        for row in append.rows
        if row.snapshot is not None
    ]
    if kept:
        connection.execute(insert(snapshots), kept)
    said = [
        {"match_id": append.match_id, "number": row.number, **msgspec.structs.asdict(row.remark)}
        for append in ordered
        for row in append.rows
        if row.remark is not None
    ]
    if said:
        connection.execute(insert(remarks), said)
    return True


class Rebase(Change[None]):
    """From now on the rows of a match follow this record; all that was there before is kept too."""

    def __init__(self, match_id: str, text: str, after: int, summary: Summary, note: str) -> None:
        self.match_id = match_id
        self.text = _text(text, "a record")
        self.after = after
        self.summary = summary
        self.note = _text(note, "a note")

    def make(self, connection: Connection, again: bool) -> None:
        # This also locks the match, so that the number of the base is nobody else's.
        fits = connection.execute(
            update(matches)
            .where(matches.c.id == self.match_id, matches.c.last_row == self.after, matches.c.status != "waiting")
            .values(status=self.summary.status, note=self.note, updated=now(), **summary_values(self.summary))
        )
        newest = connection.execute(
            select(bases.c.number, bases.c.after_row, bases.c.text)
            .where(bases.c.match_id == self.match_id)
            .order_by(bases.c.number.desc())
            .limit(1)
        ).one_or_none()
        if newest is not None and again and (newest.after_row, newest.text) == (self.after, self.text):
            return
        if fits.rowcount == 0:
            raise GoneOn(self.match_id, last_row(connection, self.match_id))
        base = {
            "match_id": self.match_id,
            "number": 0 if newest is None else newest.number + 1,
            "after_row": self.after,
            "text": self.text,
            "created": now(),
        }
        connection.execute(insert(bases), base)


class SetNote(Change[None]):
    """What everybody should know of a match."""

    def __init__(self, match_id: str, note: str) -> None:
        self.match_id = match_id
        self.note = _text(note, "a note")

    def make(self, connection: Connection, again: bool) -> None:
        here = matches.c.id == self.match_id
        if connection.execute(update(matches).where(here).values(note=self.note)).rowcount == 0:
            raise NoSuchMatch(self.match_id)


def _seat_values(match_id: str, seat: Seat) -> dict[str, Any]:
    for text in (seat.bot, seat.name, seat.failed, seat.words, seat.passing):
        _text(text, "a seat")
    return {"match_id": match_id, **msgspec.structs.asdict(seat)}


class SetSeat(Change[None]):
    """Somebody else, or the same in another way, holds a seat. With `was`, only if it is still so."""

    def __init__(self, match_id: str, seat: Seat, was: Seat | None) -> None:
        if was is not None and was.side != seat.side:
            raise ValueError("a seat stays on its side")
        self.match_id = match_id
        self.values = _seat_values(match_id, seat)
        self.was = None if was is None else _seat_values(match_id, was)

    def make(self, connection: Connection, again: bool) -> None:
        def count(wanted: dict[str, Any]) -> int:
            here = [seats.c[name] == value for name, value in wanted.items()]
            return connection.execute(select(func.count()).select_from(seats).where(*here)).scalar_one()

        wanted = self.was or {name: self.values[name] for name in ("match_id", "side")}
        changed = connection.execute(
            update(seats).where(*(seats.c[name] == value for name, value in wanted.items())).values(self.values)
        )
        if changed.rowcount == 1 or (again and count(self.values)):
            return
        last = last_row(connection, self.match_id)
        if not count({name: self.values[name] for name in ("match_id", "side")}):
            raise BadInput(f"match {self.match_id} has no seat for {self.values['side']}")
        raise GoneOn(self.match_id, last)


class HandOver(Change[ChatLine]):
    """A seat changes hands and everybody is told: the seat, the match's note and a line of the talk, or nothing."""

    def __init__(self, match_id: str, seat: Seat, was: Seat, note: str, said: Say) -> None:
        self.seat = SetSeat(match_id, seat, was)
        self.note = SetNote(match_id, note)
        self.said = said

    def make(self, connection: Connection, again: bool) -> ChatLine:
        self.seat.make(connection, again)
        self.note.make(connection, again)
        return self.said.make(connection, again)


class Say(Change[ChatLine]):
    """A line of the talk at the table, with the next number."""

    def __init__(self, match_id: str, side: str | None, name: str, text: str) -> None:
        self.match_id = match_id
        self.side = side
        self.name = _text(name, "a name")
        self.text = _text(text, "a line of chat")
        self.created = now()

    def make(self, connection: Connection, again: bool) -> ChatLine:
        last_row(connection, self.match_id)
        here = chat.c.match_id == self.match_id
        if again:
            same = [chat.c.created == self.created, chat.c.name == self.name, chat.c.text == self.text]
            number = connection.execute(select(chat.c.number).where(here, *same)).scalar()
            if number is not None:
                return ChatLine(number, self.side, self.name, self.text, self.created)
        while True:
            newest = connection.execute(select(func.max(chat.c.number)).where(here)).scalar() or 0
            line = ChatLine(newest + 1, self.side, self.name, self.text, self.created)
            # Another program may have taken the number in the meantime.
            if _insert_unless_there(connection, chat, {"match_id": self.match_id, **msgspec.structs.asdict(line)}):
                return line


class PutNote(Change[None]):
    """What a seat wrote down for itself."""

    def __init__(self, match_id: str, side: str, text: str) -> None:
        self.match_id = match_id
        self.side = side
        self.text = _text(text, "a note")

    def make(self, connection: Connection, again: bool) -> None:
        last_row(connection, self.match_id)
        values = {"match_id": self.match_id, "side": self.side, "text": self.text}
        here = (notes.c.match_id == self.match_id, notes.c.side == self.side)
        if not _insert_unless_there(connection, notes, values):
            connection.execute(update(notes).where(*here).values(text=self.text))


def append_of(match_id: str, rows: Sequence[Row], summary: Summary) -> AppendRows:
    """The change that appends rows."""
    return AppendRows(structs.Append(match_id, tuple(rows), summary))
