"""Two habits of questions: a unit in hand, and an end that is asked for once something was done."""

from __future__ import annotations

from typing import Any

from bocage.engine.steps import FrameType
from bocage.rules import Question, Units

from .look import RhineLook


class Acting(Question[FrameType]):
    """A question in which a side does as much as it likes. Having acted it is asked for the end: undo stays open."""

    def keep(self, look: RhineLook, frame: Any) -> bool:
        acted: bool = frame.acted
        return acted


class Handling(Question[FrameType]):
    """A question that takes one unit in hand after the other."""

    def hand(self, look: RhineLook, frame: Any) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0
