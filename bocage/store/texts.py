"""Between a match and its rows: what is written as it is played, and how it is put together again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.store.structs import Remark, Row, Stored, Summary


def rows_after(match: Match, moment: int, last: int, remark: Remark | None = None) -> tuple[Row, ...]:
    """The rows of all that was done after a moment, to follow the row `last`, with a bot's remark on one of them."""
    return tuple(
        Row(
            last + number - moment,
            record.entry_text(match, number),
            record.snapshot_text(match, number),
            remark if remark is not None and remark.moment == number else None,
        )
        for number in range(moment + 1, match.moment + 1)
    )


def summary_of(match: Match) -> Summary:
    """Where a match stands, as a spectator may know it."""
    seen = match.inquire(None).position
    return Summary(seen.turn, match.game.phase(seen), match.moment, tuple(sorted(match.prompts)), match.outcome)


# The secret of the dice stands in the header of a record, but is kept apart from it.


def _is_secret(line: str) -> bool:
    return line.startswith(("key ", "seed "))


def without_secret(header: str) -> str:
    """A header without the key or seed of its dice.

    >>> without_secret('game ford\\ncommitment 0f\\nseed "utah"\\n')
    'game ford\\ncommitment 0f\\n'
    """
    return "\n".join(line for line in header.split("\n") if not _is_secret(line))


def secret_of(header: str) -> str:
    """The line of a header with the key or seed of its dice; empty if the dice are on a tape.

    >>> secret_of('game ford\\ncommitment 0f\\nseed "utah"\\n')
    'seed "utah"'
    """
    return next((line for line in header.split("\n") if _is_secret(line)), "")


def with_secret(header: str, secret: str) -> str:
    """A header with its secret where a record has it: after the commitment and the players' words.

    >>> with_secret("game ford\\ncommitment 0f\\nnote 7\\n", 'seed "utah"')
    'game ford\\ncommitment 0f\\nseed "utah"\\nnote 7\\n'
    """
    if not secret:
        return header
    lines = header.split("\n")
    place = max(number for number, line in enumerate(lines) if line.startswith(("commitment ", "words ")))
    return "\n".join([*lines[: place + 1], secret, *lines[place + 1 :]])


def put_together(base: str, rows: Iterable[Row]) -> str:
    """The record that begins with `base` and goes on with rows; without rows it is `base` as it stands."""
    pieces = [piece for row in rows for piece in (row.line, row.snapshot) if piece]
    if not pieces:
        return base
    base = record.without_end(base)
    return base + ("" if base.endswith("\n") else "\n") + "\n".join(pieces) + "\n"


# Coming back


class Loaded(NamedTuple):
    """A match that came back. With a `new_base` the next row must not be written before that (see `load`)."""

    match: Match
    last: int
    new_base: str | None


class Keeper(Protocol):
    """What has matches: a store."""

    def stored(self, match_id: str) -> Stored:
        """The record of a match."""
        ...


def load(keeper: Keeper, match_id: str, make_game: record.MakeGame) -> Loaded:
    """A match as it was left, ready to go on.

    A match of other rules or data gets a new base, the record as the rules of today write it: its older entries may
    be mere history now, the last ones may not be repeatable at all, and its next snapshots are in today's form. The
    caller stores it (`rebase`) before the first row that follows; who only looks need not.
    """
    stored = keeper.stored(match_id)
    try:
        match = record.read(stored.text, make_game, ended=False)
    except BadInput as error:
        raise BadInput(f"match {match_id} cannot be read: {error}") from error
    same = _version(stored.text) == _version(record.header_text(match))
    return Loaded(match, stored.last, None if same else match.text())


def _version(text: str) -> list[str]:
    """The lines of a record's header that name its rules and data."""
    header = text.replace("\r\n", "\n").split("\n\n", 1)[0]
    return [line for line in header.split("\n") if line.startswith(("rules ", "data "))]
