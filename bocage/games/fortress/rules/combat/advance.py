"""Peiper (33.3.9.4): the only advance after combat of the game, by 1SS and 150SS in the opening blow."""

from __future__ import annotations

from bocage.parts.questions import Handling
from bocage.rules import HEXES, UNITS, Conditions, Frame, UnitNumber, Units, event, going_on, offer, provided

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import GERMAN, OTHER

advanced = event(
    "advances", "33.3.9.4", "{unit} advances into {node}.", sort="move", side=GERMAN, unit=UNITS, node=HEXES
)  # fmt: skip


class Pressing(Frame, frozen=True):
    """Some units may step one hex each after their battle."""

    side: str
    units: Units
    hand: UnitNumber = -1


class Advance(Handling[Pressing]):
    """One hex free of enemies; zones are no bar (33.3.9.4, ruling R96)."""

    name, rule = "advance", "33.3.9.4"

    def text(self, look: FortressLook, frame: Pressing) -> str:
        return f"{look.unit_names(frame.units)} may advance one hex, or stay."

    @offer("pick", UNITS, "33.3.9.4")
    def pick(self, look: FortressLook, frame: Pressing) -> Conditions:
        yield ~self.hand(look, frame), "33.3.9.4", "{it} is in hand already: choose its hex"
        yield frame.units, "33.3.9.4", "only 1SS and 150SS advance, each once, after their own attack"

    @offer("advance", HEXES, "33.3.9.4")
    def advance(self, look: FortressLook, frame: Pressing) -> Conditions:
        game, hand = look.game, frame.hand if frame.units.bit_count() > 1 else members(frame.units)[0]
        yield provided(hand >= 0), "33.3.9.4", "pick the unit that is to advance first"
        yield look.sides().step(1 << look.position.units[hand].at) & game.land, "33.3.9.4", "{it} is not the next hex"
        yield ~look.occupied(OTHER[frame.side]), "R96", "there are enemies in {it}"
        if not look.mountaineer(hand):
            yield ~game.data.terrain["alpine"], "8.4", "only mountain units enter alpine ground"
        yield ~game.dyke, "16.7", "nobody stops on the dyke"
        yield look.room(hand, game.board.all), "6.1", "{it} is full"

    @advance.does
    def _(self, play: Play, frame: Pressing, node: int) -> None:
        unit = frame.hand if frame.units.bit_count() > 1 else members(frame.units)[0]
        left = frame.units & ~(1 << unit)
        play.pop()
        if left:
            play.push(Pressing(frame.side, left))
        advanced(play, unit, node)
        enter(play, unit, node)

    end = going_on("33.3.9.4", "Stay", "nobody advances any more")
