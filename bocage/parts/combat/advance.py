"""The advance after combat: who attacked may enter the hex that was cleared, one unit after the other."""

from __future__ import annotations

from typing import Any

from bocage.engine.conditions import Conditions
from bocage.engine.events import UNITS
from bocage.engine.offers import Question, going_on, offer
from bocage.engine.steps import FrameType
from bocage.parts.stacks import members


class Advance(Question[FrameType]):
    """The attackers choose who enters the hex, as many as it holds, or nobody.

    The frame knows the hex (`target`) and those who may still go (`units`); the look says who fits in with whom.
    """

    points_at = "target"

    def victors(self, look: Any, frame: Any) -> Conditions:
        """What a unit must be to advance, whether or not there is room."""
        raise NotImplementedError(self.name)

    def those_behind(self, look: Any, frame: Any) -> Conditions:
        """What must be true of everything else if a unit advances."""
        return iter(())

    def follow(self, play: Any, frame: Any, unit: int) -> None:
        """The unit advances."""
        raise NotImplementedError(self.name)

    def over(self, play: Any, frame: Any) -> None:
        """Nobody else advances: what the game does then."""

    def text(self, look: Any, frame: Any) -> str:
        """Into which hex."""
        return f"Choose who advances into {look.game.hex_name(frame.target)}, or stay."

    @offer("advance", UNITS, "")
    def advance(self, look: Any, frame: Any) -> Conditions:
        """Victors for whom there is room."""
        yield from self.victors(look, frame)
        stack = look.stack(frame.target)
        fitting = sum(1 << unit for unit in members(frame.units) if look.fits((*stack, unit)))
        yield fitting, "", lambda unit: look.stacking_rule(frame.target, unit)
        yield from self.those_behind(look, frame)

    @advance.does
    def _(self, play: Any, frame: Any, unit: int) -> None:
        self.follow(play, frame, unit)

    end = going_on("", "No more advances", "nobody else advances")

    @end.does
    def _(self, play: Any, frame: Any, _: int) -> None:
        play.pop()
        self.over(play, frame)
