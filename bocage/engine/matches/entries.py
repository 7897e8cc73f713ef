"""Entries: the lines of a match."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bocage.engine.actions import Action
from bocage.engine.events import Event

ENDS = ("concede", "agree-draw", "agree-abandon", "claim-win", "claim-draw")  # words with which a match is over
OFFERS = ("offer-draw", "offer-abandon", "withdraw", "decline")
TALK = ("ask", "refuse", "rollback", *OFFERS, *ENDS)  # words that are spoken across the table


class Entry(Struct, eq=False):
    """One line of a match: an action with its dice, or an undo, an agreed rollback, a request, an offer, a concession.

    `word` is "play" or "undo", or one of `TALK`; for undo, ask and rollback `target` is the moment (number of entries)
    to go back to.
    """

    word: str
    side: str
    action: Action | None = None
    target: int = 0
    dice: tuple[int, ...] = ()
    via: tuple[int, ...] = ()
    events: Sequence[Event] = ()
