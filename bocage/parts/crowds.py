"""Over-full hexes: their owner chooses who is eliminated, one unit after the other, until the rest may stay.

The game says when a hex is too full, who of a stack may pay for it, and what the loss of a unit brings with it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from bocage.engine.conditions import Conditions
from bocage.engine.events import UNITS
from bocage.engine.offers import Question, offer
from bocage.engine.position import Node, OfSide
from bocage.engine.steps import FrameType


class Crowded(OfSide, frozen=True):
    """A hex of a side holds more than it may."""

    general: ClassVar[bool] = True
    node: Node


class CrowdedHex(Question[FrameType]):
    """The owner says which units of an over-full hex are eliminated."""

    points_at = "node"

    def load(self, look: Any, frame: Any) -> tuple[int, int]:
        """How many units of the side count in the hex, and how many it holds."""
        raise NotImplementedError(self.name)

    def too_full(self, look: Any, frame: Any) -> bool:
        """Must somebody go still?"""
        raise NotImplementedError(self.name)

    def payers(self, look: Any, frame: Any) -> Conditions:
        """What a unit in the hex must be, so that its loss helps."""
        yield from ()

    def lost(self, play: Any, frame: Any, unit: int) -> None:
        """Eliminate a unit."""
        raise NotImplementedError(self.name)

    def text(self, look: Any, frame: Any) -> str:
        """Which hex it is, and by how much."""
        count, limit = self.load(look, frame)
        where = look.game.hex_name(frame.node)
        return f"{where} is overstacked ({count} units, limit {limit}): choose a unit to eliminate."

    @offer("eliminate", UNITS, "")
    def eliminate(self, look: Any, frame: Any) -> Conditions:
        """Units of the hex, and what the game asks of them."""
        where = look.game.hex_name(frame.node)
        yield look.in_place(frame.node), self.rule, f"the overstacked hex is {where}, and {{it}} is not there"
        yield from self.payers(look, frame)

    @eliminate.does
    def _(self, play: Any, frame: Any, unit: int) -> None:
        self.lost(play, frame, unit)
        if not self.too_full(play.look, frame):
            play.pop()
