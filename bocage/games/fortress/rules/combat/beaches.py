"""After the first combat impulse of a landing: whoever is still on top of Germans is lost (12.9)."""

from __future__ import annotations

from bocage.rules import UNITS, Automatic, OfSide, event

from .. import victory
from ..elimination import eliminate
from ..look import Play, members
from . import attackers as who

thrown_back = event("thrown back", "12.9", "{units}: thrown back into the sea.", sort="loss", units=UNITS)


class Beaches(Automatic[OfSide]):
    """Invaders who have not cleared their hex are eliminated (12.9)."""

    name, rule = "beaches", "12.9"

    def run(self, play: Play, frame: OfSide) -> None:
        lost = members(who.on_enemies(play.look, frame.side))
        if lost:
            thrown_back(play, tuple(lost))
            for unit in lost:
                eliminate(play, unit, "12.9")
            victory.check(play)
