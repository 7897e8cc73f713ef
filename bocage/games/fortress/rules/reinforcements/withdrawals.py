"""Withdrawals (26.7 to 26.10): units leave as their owner's turn begins, or others leave in their place."""

from __future__ import annotations

from bocage.rules import UNITS, Automatic, OfSide, event

from ..look import Play
from ..position import WITHDRAWN
from .schedule import DESTROYED, WITHDRAW, due
from .substitutes import Seeking, available

withdrawn = event("withdrawn", "26.7", "{unit} is withdrawn from the game.", unit=UNITS)


class Withdrawals(Automatic[OfSide]):
    """Who is due leaves as he is, in contact with the enemy or not, but not out of supply (26.7, 26.8, R39, R112)."""

    name, rule = "withdrawals", "26.7"

    def run(self, play: Play, frame: OfSide) -> None:
        # All are called away at once: who is supplied is seen before the first of them has left.
        called, able, missing = due(play.look, frame.side, WITHDRAW), available(play.look, frame.side, "26.8"), 0
        for unit in called:
            at = play.position.units[unit].at
            if able >> unit & 1:
                play.take_off(unit, WITHDRAWN)
                withdrawn(play, unit)
            elif at >= 0 or at in DESTROYED:
                missing |= 1 << unit
        if missing:
            play.push(Seeking(frame.side, missing, "26.8"))
