"""How far the event of a card has come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from bocage.rules import Frame

from ...data import effects

if TYPE_CHECKING:
    from ...game import Festung

THEN, ELSE = -1, -2  # which list of a verb goes on; from 0 on: the option that was chosen


class Happening(Frame, frozen=True):
    """The event of a card: the next verb of one of its lists.

    `branch` leads to the list: number of a verb, and which of its lists, as often as they hang on each other.
    """

    step: ClassVar[str] = "event"
    side: str
    card: str
    branch: tuple[int, ...] = ()
    at: int = 0

    def next(self) -> Happening:
        """The event after this verb."""
        return replace(self, at=self.at + 1)

    def into(self, which: int) -> Happening:
        """A list that hangs on this verb."""
        return replace(self, branch=(*self.branch, self.at, which), at=0)


def effects_at(game: Festung, frame: Happening) -> tuple[effects.AnyEffect, ...]:
    """The list of verbs that goes on."""
    found: Any = game.data.cards[game.card_numbers[frame.card]].effects
    for at, which in zip(frame.branch[::2], frame.branch[1::2], strict=True):
        verb = found[at]
        found = verb.then if which == THEN else verb.otherwise if which == ELSE else verb.options[which]
    return tuple(found)
