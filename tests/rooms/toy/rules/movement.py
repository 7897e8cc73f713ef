"""Movement (2.0): each unit may move once, and stops beside the enemy."""

from __future__ import annotations

from bocage.rules import HEXES, PATH, UNITS, Conditions, Frame, Question, UnitNumber, Units, event, going_on, offer

from .look import BrookLook, Play
from .position import OTHER

NOBODY = -1

moves = event("move", "2.0", "{unit} moves {way}.", sort="move", unit=UNITS, way=PATH)
taken = event("mill", "4.0", "{unit} takes the mill.", unit=UNITS)


class Moving(Frame, frozen=True):
    """A side moves; a unit may be in hand."""

    side: str
    hand: UnitNumber = NOBODY
    acted: bool = False


class Movement(Question[Moving]):
    """Units are taken in hand and moved, one after the other."""

    name, rule = "movement", "2.0"

    def begin(self, play: Play, side: str) -> Moving:
        play.clear("movement")
        return Moving(side)

    def keep(self, look: BrookLook, frame: Moving) -> bool:
        return frame.acted

    def hand(self, look: BrookLook, frame: Moving) -> Units:
        return 0 if frame.hand == NOBODY else 1 << frame.hand

    def text(self, look: BrookLook, frame: Moving) -> str:
        if frame.hand == NOBODY:
            return "Move: choose a unit, or end the movement."
        return f"Move: where does {look.counter(frame.hand).name} go?"

    @offer("pick", UNITS, "2.0")
    def pick(self, look: BrookLook, frame: Moving) -> Conditions:
        yield look.game.side_units[frame.side], "2.0", "{it} is not yours"
        yield look.position.on_board, "2.0", "{it} is not on the map"
        yield ~look.position.moved, "2.0", "{it} has moved already"
        yield ~self.hand(look, frame), "2.0", "{it} is in hand"

    @offer("move", HEXES, "2.0", when=lambda look, frame: frame.hand != NOBODY)
    def move(self, look: BrookLook, frame: Moving) -> Conditions:
        yield ~look.occupied(OTHER[frame.side]), "2.3", "the enemy is in {it}"
        yield ~look.occupied(frame.side), "2.1", "{it} holds a unit already"
        yield look.reach(frame.hand).all, "2.2", lambda node: why_out_of_reach(look, frame.hand, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        walk = play.look.walk(frame.hand)
        way = play.route(lambda: walk.reach().path(node), lambda old: old[-1] == node and walk.price(old) is not None)
        play.put(frame.hand, node)
        play.position.moved |= 1 << frame.hand
        moves(play, frame.hand, way)
        if node == play.game.mill and play.position.holder != frame.side:
            play.position.holder = frame.side
            taken(play, frame.hand)
        play.swap(Moving(frame.side, acted=True))

    end = going_on("2.0", "End movement", "nobody else moves")


def why_out_of_reach(look: BrookLook, unit: int, node: int) -> tuple[str, str]:
    """Is it the zone of the enemy, or the distance?"""
    if look.walk(unit).but(stops=0).reach().all >> node & 1:
        return "2.4", "the way to {it} leads past the enemy, beside whom a move ends"
    return "2.2", "{it} is too far away"
