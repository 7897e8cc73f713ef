"""Habits of questions: units in hand, and an end that is asked for once something was done, so that undo stays open.

The frames are general: a step that names one gets a kind of its own, and a game that must remember more extends them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from bocage.engine.conditions import Conditions, provided
from bocage.engine.offers import Question
from bocage.engine.position import OfSide, UnitNumber, Units
from bocage.engine.steps import FrameType


class Acted(OfSide, frozen=True):
    """A side does as much as it likes; has it done anything yet?"""

    general: ClassVar[bool] = True
    acted: bool = False


class InHand(OfSide, frozen=True):
    """A side has a piece in hand, or none."""

    general: ClassVar[bool] = True
    hand: UnitNumber = -1


class Acting(Question[FrameType]):
    """A question in which a side does as much as it likes. Having acted it is asked for the end: undo stays open.

    What is done may leave the frame as it is: that the side has acted is noted here.
    """

    def keep(self, look: Any, frame: Any) -> bool:
        """Ask for the end once something was done."""
        return bool(frame.acted or self.kept)

    def answer(self, play: Any, frame: Any, action: Any) -> None:
        """Do it, and note it unless the frame has gone on."""
        super().answer(play, frame, action)
        frames = play.position.frames
        if frames and frames[-1] is frame:
            play.swap(replace(frame, acted=True))


class Handling(Question[FrameType]):
    """A question that takes one piece in hand after the other; the frame has its number, or -1."""

    def hand(self, look: Any, frame: Any) -> Units:
        """The piece in hand, as a set."""
        return in_hand(frame)


def in_hand(frame: Any) -> Units:
    """The piece that a frame has in hand, as a set.

    >>> in_hand(InHand("blue", 3)), in_hand(InHand("blue"))
    (8, 0)
    """
    return 1 << frame.hand if frame.hand >= 0 else 0


def of_hand(conditions: Conditions, hand: Units) -> Conditions:
    """Conditions on pieces, asked of the one in hand while it is something else that is chosen: where it goes.

    >>> list(of_hand(iter([(0b110, "1.0", "{it} is tired")]), 0b001))
    [(0, '1.0', 'the unit is tired')]
    """
    for units, rule, why in conditions:
        yield provided(bool(units & hand)), rule, why.replace("{it}", "the unit") if isinstance(why, str) else why
