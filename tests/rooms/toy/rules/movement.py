"""Movement (2.0): each unit may move once, and stops beside the enemy."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.events import HEXES, UNITS, event
from bocage.engine.offers import Asking, Conditions, going_on, offer
from bocage.engine.position import Frame, UnitNumber
from bocage.parts.walk import Walk

from .look import BrookLook, Play
from .position import OTHER

NOBODY = -1

moves = event(
    "move",
    "2.0",
    lambda game, unit, way: f"{game.counters[unit].name} moves {'-'.join(game.board.labels[node] for node in way)}.",
)
taken = event("mill", "4.0", "{unit} takes the mill.", unit=UNITS)


class Moving(Frame, frozen=True):
    """A side moves; a unit may be in hand."""

    step: ClassVar[str] = "movement"
    side: str
    hand: UnitNumber = NOBODY
    acted: bool = False


class Movement(Asking[Moving]):
    """Units are taken in hand and moved, one after the other."""

    name = "movement"
    rule = "2.0"

    def begin(self, play: Play, side: str) -> Moving:
        play.position.moved &= ~play.game.side_units[side]
        return Moving(side)

    def keep(self, look: BrookLook, frame: Moving) -> bool:
        return frame.acted

    def text(self, look: BrookLook, frame: Moving) -> str:
        if frame.hand == NOBODY:
            return "Move: choose a unit, or end the movement."
        return f"Move: where does {look.counter(frame.hand).name} go?"

    @offer("pick", UNITS, "2.0", "Take in hand")
    def pick(self, look: BrookLook, frame: Moving) -> Conditions:
        yield look.game.side_units[frame.side], "2.0", "{it} is not yours"
        yield look.position.on_board, "2.0", "{it} is not on the map"
        yield ~look.position.moved, "2.0", "{it} has moved already"
        yield ~(1 << frame.hand) if frame.hand != NOBODY else -1, "2.0", "{it} is in hand"

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        play.swap(Moving(frame.side, unit, frame.acted))

    @offer("move", HEXES, "2.0", "Move here", when=lambda look, frame: frame.hand != NOBODY)
    def move(self, look: BrookLook, frame: Moving) -> Conditions:
        yield ~look.occupied(OTHER[frame.side]), "2.3", "the enemy is in {it}"
        yield ~look.occupied(frame.side), "2.1", "{it} holds a unit already"
        walk = walk_of(look, frame.hand)
        yield walk.reach().all, "2.2", lambda node: why_out_of_reach(walk, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        walk = walk_of(play.look, frame.hand)
        way = play.route(lambda: walk.reach().path(node), lambda old: old[-1] == node and walk.price(old) is not None)
        play.put(frame.hand, node)
        play.position.moved |= 1 << frame.hand
        moves(play, frame.hand, way)
        if node == play.game.mill and play.position.holder != frame.side:
            play.position.holder = frame.side
            taken(play, frame.hand)
        play.swap(Moving(frame.side, NOBODY, True))

    end = going_on("2.0", "End movement")


def walk_of(look: BrookLook, unit: int) -> Walk:
    """What decides how far a unit gets: friends are passed, enemies are not, their zone ends the way (2.1 to 2.4)."""
    counter, enemy = look.counter(unit), OTHER[look.counter(unit).side]
    free = look.game.board.hexes & ~look.occupied(enemy)
    return Walk(look.game.data.costs, look.position.units[unit].at, counter.movement, free, stops=look.zone(enemy))


def why_out_of_reach(walk: Walk, node: int) -> tuple[str, str]:
    """Is it the zone of the enemy, or the distance?"""
    if walk._replace(stops=0).reach().all >> node & 1:
        return "2.4", "the way to {it} leads past the enemy, beside whom a move ends"
    return "2.2", "{it} is too far away"
