"""What is asked of the database."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, func, or_, select, tuple_
from sqlalchemy.engine import Row as Found

from bocage.engine.errors import BadInput
from bocage.engine.position import Outcome
from bocage.store import texts
from bocage.store.changes import last_row, secret_line
from bocage.store.errors import NoSuchMatch
from bocage.store.structs import Branch, ChatLine, Info, Remark, Row, Seat, Stored, Summary
from bocage.store.tables import bases, branches, chat, entries, matches, notes, remarks, seats, snapshots

log = logging.getLogger("bocage.store")

# All but the header and the secret of the dice.
_INFO = [
    *(column for column in matches.c if column.name not in ("header", "dice_key", "dice_seed")),
    branches.c.of_match,
    branches.c.side.label("branch_side"),
    branches.c.moment.label("branch_moment"),
]
_WITH_BRANCHES = matches.outerjoin(branches, branches.c.match_id == matches.c.id)
_SEAT = [seats.c[name] for name in Seat.__struct_fields__]
_REMARK = [remarks.c[name] for name in Remark.__struct_fields__]
_CHAT = [chat.c[name] for name in ChatLine.__struct_fields__]


def _info(found: Found[Any]) -> Info:
    outcome = None if found.outcome is None else msgspec.json.decode(found.outcome, type=Outcome)
    to_move = msgspec.json.decode(found.to_move, type=tuple[str, ...])
    return Info(
        id=found.id,
        game=found.game,
        scenario=found.scenario,
        options=msgspec.json.decode(found.options, type=dict[str, Any]),
        status=found.status,
        created=found.created,
        updated=found.updated,
        commitment=found.commitment,
        last=found.last_row,
        summary=Summary(found.turn, found.phase, found.moment, to_move, outcome),
        note=found.note,
        branch=None if found.of_match is None else Branch(found.of_match, found.branch_side, found.branch_moment),
        away=found.away,
    )


def _readable(rows: Iterable[Found[Any]]) -> list[Info]:
    """One match that is damaged must not hide the others."""
    found = []
    for row in rows:
        try:
            found.append(_info(row))
        except (msgspec.MsgspecError, ValueError, TypeError):
            log.error("match %s is damaged: its row in the list cannot be read", row.id)
    return found


def infos(connection: Connection, ids: Iterable[str]) -> dict[str, Info]:
    """Those of the matches that are kept here and can be read."""
    found = connection.execute(select(*_INFO).select_from(_WITH_BRANCHES).where(matches.c.id.in_(list(ids))))
    return {info.id: info for info in _readable(found)}


def newest(connection: Connection, limit: int, before: Info | None) -> list[Info]:
    """A page of the list, newest first."""
    query = select(*_INFO).select_from(_WITH_BRANCHES)
    query = query.order_by(matches.c.created.desc(), matches.c.id.desc()).limit(limit)
    if before is not None:
        query = query.where(tuple_(matches.c.created, matches.c.id) < (before.created, before.id))
    return _readable(connection.execute(query))


def unfinished(connection: Connection) -> list[str]:
    """The ids of the matches that have begun and are not over, oldest first."""
    query = select(matches.c.id).where(matches.c.status == "running").order_by(matches.c.created, matches.c.id)
    return list(connection.execute(query).scalars())


def dice(connection: Connection, match_id: str) -> tuple[bytes | None, str | None]:
    """The secret of a match's dice: key, seed."""
    found = connection.execute(
        select(matches.c.dice_key, matches.c.dice_seed).where(matches.c.id == match_id)
    ).one_or_none()
    if found is None:
        raise NoSuchMatch(match_id)
    return None if found.dice_key is None else bytes.fromhex(found.dice_key), found.dice_seed


def stored(connection: Connection, match_id: str) -> Stored:
    """The record of a match, put together."""
    match = connection.execute(
        select(matches.c.header, matches.c.dice_key, matches.c.dice_seed, matches.c.last_row)
        .where(matches.c.id == match_id)
    ).one_or_none()  # fmt: skip
    if match is None:
        raise NoSuchMatch(match_id)
    base = connection.execute(
        select(bases.c.text, bases.c.after_row)
        .where(bases.c.match_id == match_id)
        .order_by(bases.c.number.desc())
        .limit(1)
    ).one_or_none()
    if base is not None:
        text, after = base.text, base.after_row
    elif match.header is not None:
        text, after = texts.with_secret(match.header, secret_line(match.dice_key, match.dice_seed)) + "\n", -1
    else:
        raise BadInput(f"match {match_id} has not begun yet")
    both = and_(snapshots.c.match_id == entries.c.match_id, snapshots.c.number == entries.c.number)
    found = connection.execute(
        select(entries.c.number, entries.c.line, snapshots.c.line.label("snapshot"))
        .select_from(entries.outerjoin(snapshots, both))
        .where(entries.c.match_id == match_id, entries.c.number > after)
        .order_by(entries.c.number)
    )
    rows = [Row(number, line, snapshot) for number, line, snapshot in found]
    if [row.number for row in rows] != list(range(after + 1, match.last_row + 1)):
        raise BadInput(f"match {match_id} is damaged: rows of it are missing")
    return Stored(texts.put_together(text, rows), match.last_row)


def times_of(connection: Connection, match_id: str) -> list[tuple[int, str]]:
    """When entries were written: moment and time, of those that were written here one by one."""
    last_row(connection, match_id)
    newest = select(func.max(bases.c.after_row)).where(bases.c.match_id == match_id)
    after = connection.execute(newest).scalar()
    query = select(entries.c.line, entries.c.created).where(
        entries.c.match_id == match_id, entries.c.number > (-1 if after is None else int(after))
    )
    found = connection.execute(query.order_by(entries.c.number))
    return [(int(line.partition(" ")[0] or 0), created) for line, created in found]


def remarks_of(connection: Connection, match_id: str) -> list[Remark]:
    """What bots said of the entries that stand, in order.

    A new base may have fewer moments than the rows before it: what was said of those that are gone is left out.
    """
    last = last_row(connection, match_id)
    moment = connection.execute(select(matches.c.moment).where(matches.c.id == match_id)).scalar_one()
    newest = select(func.max(bases.c.after_row)).where(bases.c.match_id == match_id)
    after = connection.execute(newest).scalar()
    after = -1 if after is None else int(after)
    stands = or_(remarks.c.number > after, remarks.c.moment <= moment - (last - after))
    query = select(*_REMARK).where(remarks.c.match_id == match_id, stands).order_by(remarks.c.number)
    return [Remark(*values) for values in connection.execute(query)]


def seats_of(connection: Connection, ids: Iterable[str]) -> dict[str, list[Seat]]:
    """The seats of several matches."""
    wanted = list(ids)
    found: dict[str, list[Seat]] = {match_id: [] for match_id in wanted}
    query = select(seats.c.match_id, *_SEAT).where(seats.c.match_id.in_(wanted)).order_by(seats.c.side)
    for match_id, *values in connection.execute(query):
        found[match_id].append(Seat(*values))
    return found


def seat_of(connection: Connection, match_id: str, token_hash: str) -> Seat | None:
    """The seat whose link has this hash."""
    if not token_hash:
        return None  # a seat without a link is nobody's
    query = select(*_SEAT).where(seats.c.match_id == match_id, seats.c.token_hash == token_hash)
    found = connection.execute(query).first()
    return None if found is None else Seat(*found)


def chat_of(connection: Connection, match_id: str, after: int, limit: int) -> list[ChatLine]:
    """The newest lines after a number, in order."""
    last_row(connection, match_id)
    query = select(*_CHAT).where(chat.c.match_id == match_id, chat.c.number > after)
    found = connection.execute(query.order_by(chat.c.number.desc()).limit(limit))
    return [ChatLine(*values) for values in found][::-1]


def note_of(connection: Connection, match_id: str, side: str) -> str:
    """What a seat wrote down; empty if nothing."""
    last_row(connection, match_id)
    query = select(notes.c.text).where(notes.c.match_id == match_id, notes.c.side == side)
    return str(connection.execute(query).scalar() or "")
