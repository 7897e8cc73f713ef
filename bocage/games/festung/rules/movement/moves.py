"""The movement of an operation (6.241, 8.11): units of marked hexes are taken in hand and walk legs."""

from __future__ import annotations

from bocage.parts.questions import Handling, in_hand
from bocage.parts.walk import leg
from bocage.rules import (
    HEXES,
    PATH,
    UNITS,
    Conditions,
    Frame,
    Node,
    UnitNumber,
    event,
    going_on,
    offer,
    provided,
)

from .. import control, stacking
from ..look import FestungLook, Play, members
from .limits import why_no_move, why_stuck
from .reach import can_leave, goals, reached, walk_of

walked = event("moves", "8.21", "{unit} moves {path}.", sort="move", unit=UNITS, path=PATH)


class Moving(Frame, frozen=True):
    """A side moves its units; `hand` is the one that is moving, `active` the hex that is being activated."""

    side: str
    hand: UnitNumber = -1
    at: Node = -1
    spent: int = 0
    active: Node = -1
    acted: bool = False


class Movement(Handling[Moving]):
    """Units of hexes with Move markers move, hex by hex, as far as each is able and its owner likes (6.241, 8.11)."""

    name, rule, points_at = "movement", "6.241", "at"

    def keep(self, look: FestungLook, frame: Moving) -> bool:
        return frame.acted or frame.hand >= 0

    def text(self, look: FestungLook, frame: Moving) -> str:
        if frame.hand < 0:
            return "Choose a unit of a marked hex to move, or end movement."
        name, left = look.counter(frame.hand).name, look.pace(frame.hand) - frame.spent
        where = look.game.hex_name(frame.at)
        return f"Move {name} from {where} ({left} point{'s' * (left != 1)} left), choose another unit, or end movement."

    def warnings(self, look: FestungLook, frame: Moving) -> list[str]:
        found = [
            f"{look.game.hex_name(node)} is overstacked: what is too much there is eliminated when movement ends (7.13)"
            for node in look.overstacked(frame.side)
        ]
        left = self._left_behind(look, frame)
        if left:
            where, names = look.game.hex_name(frame.active), look.unit_names(left)
            found.append(f"the marker of {where} is used up: move {names} before units of another hex (8.11)")
        return found

    def _left_behind(self, look: FestungLook, frame: Moving) -> int:
        """Units of the hex that is being activated who may still move, as long as no other hex is."""
        if frame.active < 0 or not look.position.move_marks:
            return 0
        return look.in_place(frame.active, frame.side) & ~look.position.moved & ~look.game.fortresses

    @offer("move", HEXES, "8.21")
    def move(self, look: FestungLook, frame: Moving) -> Conditions:
        yield provided(frame.hand >= 0), "8.11", "choose the unit that moves first"
        unit, at, spent = frame.hand, frame.at, frame.spent
        yield goals(look, unit, at, spent), "8.21", lambda node: why_no_move(look, unit, at, spent, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        look, position, unit = play.look, play.position, frame.hand
        walk, flood = walk_of(look, unit, frame.at, frame.spent), reached(look, unit, frame.at, frame.spent)
        gain = ~look.controls(frame.side)  # of two ways the one that takes more hexes from the enemy
        path, spent = leg(play, node, lambda goal: flood.path(goal, gain), flood.cost, walk.price)
        active = frame.active
        if not position.moved >> unit & 1:
            active = frame.at
            position.move_marks &= ~(1 << active)  # the marker goes as soon as its hex is activated (8.11)
            position.moved |= 1 << unit
        walked(play, unit, path)
        play.put(unit, node)
        stops = walk.stops >> node & 1 or spent >= walk.allowance
        hand, at, spent = (-1, -1, 0) if stops else (unit, node, spent)
        play.swap(Moving(frame.side, hand, at, spent, active, True))
        for entered in path[1:]:
            control.entered(play, entered, frame.side)

    @offer("pick", UNITS, "8.11")
    def pick(self, look: FestungLook, frame: Moving) -> Conditions:
        position, game = look.position, look.game
        yield game.side_units[frame.side], "8.11", "{it} is not yours"
        yield position.on_board, "8.11", "{it} is not in play"
        yield ~position.moved, "8.21", "{it} has moved already"
        marked = position.move_marks | (1 << frame.active if frame.active >= 0 else 0)
        yield look.units_in(marked, frame.side), "8.11", "{it} is in no hex with a Move marker"
        yield ~game.fortresses, "2.21", "{it} is a fortress and never moves"
        yield ~in_hand(frame), "8.11", "{it} is in hand already"
        units = members(look.units_in(marked, frame.side) & ~position.moved & ~game.fortresses)
        able = sum(1 << unit for unit in units if can_leave(look, unit))
        yield able, "8.31", lambda unit: why_stuck(look, unit)

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        at = play.position.units[unit].at
        play.swap(Moving(frame.side, unit, at, 0, frame.active, frame.acted))

    end = going_on("6.241", "End movement", "all movement of the operation is over")

    @end.does
    def _(self, play: Play, frame: Moving, _: int) -> None:
        play.pop()
        play.position.move_marks = 0
        stacking.settle(play, frame.side)


__all__ = ["Movement", "Moving"]
