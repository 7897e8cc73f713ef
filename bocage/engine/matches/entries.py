"""Entries: the lines of a match."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.engine.actions import Action
from bocage.engine.events import Event


class Entry:
    """One line of a match: an action with its dice, or an undo, an agreed rollback, a request, a concession.

    `word` is "play" or one of "undo", "ask", "refuse", "rollback", "concede"; for undo, ask and rollback
    `target` is the moment (number of entries) to go back to.
    """

    __slots__ = ("action", "dice", "events", "side", "target", "via", "word")

    def __init__(
        self,
        word: str,
        side: str,
        action: Action | None = None,
        target: int = 0,
        dice: tuple[int, ...] = (),
        via: tuple[int, ...] = (),
        events: Sequence[Event] = (),
    ) -> None:
        self.word = word
        self.side = side
        self.action = action
        self.target = target
        self.dice = dice
        self.via = via
        self.events = events
