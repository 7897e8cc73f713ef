"""Habits of questions: units in hand, and an end that is asked for once something was done, so that undo stays open."""

from __future__ import annotations

from typing import Any

from bocage.engine.offers import Question
from bocage.engine.position import Units
from bocage.engine.steps import FrameType


class Acting(Question[FrameType]):
    """A question in which a side does as much as it likes. Having acted it is asked for the end: undo stays open."""

    def keep(self, look: Any, frame: Any) -> bool:
        acted: bool = frame.acted
        return acted


class Handling(Question[FrameType]):
    """A question that takes one unit in hand after the other; the frame has its number, or -1."""

    def hand(self, look: Any, frame: Any) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0


class Marching(Question[FrameType]):
    """A question that takes units in hand to move together; the frame has the set of them.

    Whoever takes up a unit that cannot go anywhere is not pushed out of his phase by that.
    """

    def keep(self, look: Any, frame: Any) -> bool:
        return bool(frame.acted or frame.hand)

    def hand(self, look: Any, frame: Any) -> Units:
        units: Units = frame.hand
        return units
