"""Seats that change hands: who is there, who has been away for too long, and what everybody is told of a change."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from bocage.engine.errors import BadInput
from bocage.store import Seat
from bocage.table.faces import face_class
from bocage.table.matches.seats import bot_name

TABLE = "The table"  # who speaks in the talk of what nobody there has said
_SEEN_EVERY = timedelta(hours=1)  # more exactly it need not be known when somebody was there
_HANDS = "has changed hands"
_NEW_LINK = "got a new link from the owner of this table"


def now() -> str:
    """The time, as it is kept."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _since(seat: Seat) -> timedelta:
    """How long ago the link of a seat was last used."""
    try:
        return datetime.now(UTC) - datetime.fromisoformat(seat.seen)
    except ValueError:
        return timedelta(0)


def in_use(seat: Seat) -> bool:
    """Is it somebody's? A match that waits calls a seat open until its player has sat down, though he may be there.

    >>> in_use(Seat("red", "open")), in_use(Seat("red", "open", seen="2026-11-15T20:04:05+00:00"))
    (False, True)
    """
    return seat.kind == "human" or (seat.kind == "open" and bool(seat.seen))


def long_unseen(seat: Seat) -> bool:
    """Must it be written down that somebody was there?"""
    return not seat.seen or _since(seat) > _SEEN_EVERY


def absent(seat: Seat, here: bool, days: float) -> bool:
    """The rule of absence: whoever has not used his link for so many days may lose his seat. 0 days: nobody does."""
    return bool(days and not here and in_use(seat) and seat.seen) and _since(seat) > timedelta(days=days)


# What everybody is told


def seat_words(game: str, side: str) -> str:
    """A seat in a sentence.

    >>> seat_words("roundup", "german")
    'German seat'
    """
    try:
        sides = face_class(game).shelf().sides
    except BadInput:
        sides = []  # of a game that is no longer here
    return f"{next((one.adjective for one in sides if one.id == side), side.capitalize())} seat"


def changes_hands(old: Seat, new: Seat, holds: str | None) -> bool:
    """Does somebody else sit there from now on? Not if a player renews his own link, or one that nobody has used."""
    if old.kind == "bot" and new.kind == "bot":
        return False
    if holds == old.side and new.kind == "human":
        return False
    return not (old.kind == "open" and new.kind == "open" and not in_use(old))


def told(game: str, old: Seat, new: Seat, holds: str | None, away: float) -> str:
    """What the talk says of a seat that changes hands; `away`: the days after which its player counted as absent."""
    before = {"bot": f"the bot {bot_name(old.bot)}", "human": "its player"}.get(
        old.kind, "its player" if in_use(old) else "nobody"
    )
    after = {"bot": f"the bot {bot_name(new.bot)}", "human": "another player"}.get(new.kind, "whoever has its new link")
    asked = "the owner of this table" if holds is None else f"the holder of the {seat_words(game, holds)}"
    if holds == old.side:
        why = "its own player gave it up"
    elif away:
        why = f"its player had been away for {away:g} days, and {asked} gave it away"
    else:
        why = f"{asked} wanted it so"
    return f"The {seat_words(game, old.side)} passed from {before} to {after}: {why}."


def told_of_new_link(game: str, side: str) -> str:
    """What the talk says when the owner of a service makes a new link for a seat."""
    return f"The owner of this table made a new link for the {seat_words(game, side)}; the old one no longer works."


def hands_note(note: str, game: str, side: str) -> str:
    """The note of a match after a seat has changed hands.

    >>> hands_note(hands_note("It was brought in.", "roundup", "german"), "roundup", "german")
    'It was brought in. The German seat has changed hands 2 times; the talk tells how.'
    """
    return _counted(note, f"The {seat_words(game, side)} {_HANDS}")


def link_note(note: str, game: str, side: str) -> str:
    """The note of a match after the owner of the service has made a new link for a seat.

    >>> link_note("", "roundup", "german")
    'The German seat got a new link from the owner of this table once; the talk tells how.'
    """
    return _counted(note, f"The {seat_words(game, side)} {_NEW_LINK}")


def _counted(note: str, words: str) -> str:
    """A note that counts: it changes each time, so that everybody reads it again, but does not grow."""
    pattern = re.compile(rf"{re.escape(words)} (once|(\d+) times); the talk tells how\.")
    found = pattern.search(note)
    count = 1 if found is None else int(found[2] or 1) + 1
    rest = pattern.sub("", note).split()
    return " ".join([*rest, words, "once;" if count == 1 else f"{count} times;", "the talk tells how."])
