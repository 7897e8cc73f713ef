"""Attacks that are put together one at a time: a hex is chosen, units join, and the dice are rolled.

The frame of such a question has the attacking side, the `target` (-1 while no hex is chosen) and the `attackers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bocage.engine.conditions import Conditions, refusal
from bocage.engine.errors import Refusal
from bocage.engine.offers import Question
from bocage.engine.position import Units
from bocage.engine.steps import FrameType


class OfAttack(Question[FrameType]):
    """A question about an attack: the attackers are in hand, and it points at the hex that they attack."""

    points_at = "target"

    def hand(self, look: Any, frame: Any) -> Units:
        """The attackers."""
        units: Units = frame.attackers
        return units


def choosing(look: Any, frame: Any) -> bool:
    """Is a hex to be chosen next?"""
    return bool(frame.target < 0)


def gathering(look: Any, frame: Any) -> bool:
    """Is a hex chosen, and an attack on it being put together?"""
    return bool(frame.target >= 0)


class Attacking(OfAttack[FrameType]):
    """The attacks of a phase, in the attacker's order; its frame says too whether he has `acted`."""

    called: ClassVar[str] = "battle"  # what the book calls it
    later: ClassVar[Sequence[str]]  # the verbs that come after the choice of a hex

    def keep(self, look: Any, frame: Any) -> bool:
        """One's own attack is never declared or rolled without being asked: undo must stay open."""
        return bool(frame.acted or frame.target >= 0)

    def attacked(self, look: Any, frame: Any) -> str:
        """What is attacked, in words."""
        return str(look.game.board.labels[frame.target])

    def not_now(self, look: Any, frame: Any, verb: str) -> tuple[str, str] | None:
        """First the hex, then the attackers, and the next hex when the dice have been rolled."""
        if frame.target < 0 and verb in self.later:
            return self.rule, f"'{verb}' comes after the choice of a hex: say first which one you attack"
        if frame.target >= 0 and verb in ("attack", "end"):
            where = self.attacked(look, frame)
            why = f"one {self.called} at a time: the attack on {where} is resolved first, or taken back by undo"
            return self.rule, why
        return None


def closest(conditions: Conditions, units: Units, names: Sequence[str]) -> Refusal | None:
    """Why none of some units meets all conditions, by the first of those who come closest; None: somebody does.

    >>> conditions = [(0b1110, "1.0", "{it} is tired"), (0b0001, "1.1", "{it} is too far away")]
    >>> print(closest(iter(conditions), 0b0111, ["A", "B", "C", "D"]))
    B is too far away (1.1)
    """
    for condition in conditions:
        able = units & condition[0]
        if not able:
            unit = (units & -units).bit_length() - 1
            return refusal(iter((condition,)), unit, names[unit])
        units = able
    return None
