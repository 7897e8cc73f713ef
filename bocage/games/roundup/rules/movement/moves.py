"""The movement phase (10.0): units are taken in hand and walk legs, in ordinary movement or in column (10.6)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import msgspec

from bocage.parts.stacks import members
from bocage.parts.walk import Marching, leg
from bocage.rules import HEXES, PATH, UNITS, Action, Conditions, Refusal, event, going_on, offer, provided

from ..airborne import DROP_CASE, Dropping, drops_in_play, may_drop, somewhere_to_drop
from ..look import Play, RoundupLook
from ..position import ALLIED, GERMAN
from .entering import enter
from .limits import why_no_column, why_no_move
from .reach import Moving, allowances, harmless, starting, ways

if TYPE_CHECKING:
    from ...game import Roundup


def _moves_words(game: Roundup, units: tuple[int, ...], path: tuple[int, ...], cost: int) -> str:
    names = " and ".join(map(game.unit_name, units))
    return f"{names} {'move' if len(units) > 1 else 'moves'} {game.named(PATH, path)} ({cost} MP)."


walked = event("moves", "10.0", _moves_words, sort="move", units=UNITS, path=PATH)


def _may_drop(look: RoundupLook, frame: Moving) -> bool:
    return drops_in_play(look, frame.side)


class Movement(Marching[Moving]):
    """Some, none or all units move, one unit or stack after the other (10.0).

    `move` walks a leg within the ordinary allowance, `column` one beyond it. A unit that has kept out of polder and
    enemy zones may go on in column; the two kinds of movement differ in nothing else (R40). Airborne units may drop at
    any moment of it (10.7, R20).
    """

    name, rule, points_at = "movement", "10.0", "at"

    def text(self, look: RoundupLook, frame: Moving) -> str:
        if not frame.hand:
            drops = _may_drop(look, frame) and self.drop.allowed(self, look, frame)
            return f"Choose a unit to move{', drop airborne units' if drops else ''}, or end the movement phase."
        names = " and ".join(look.game.counters[unit].name for unit in members(frame.hand))
        left, far = frame.allowance - frame.spent, max(frame.allowance, frame.column) - frame.spent
        how = f"{left} MP left" if left >= 0 else f"{far} MP left in column"
        if frame.column and left >= 0:
            how += f", {far} in column"
        return f"Move {names} from {look.game.board.labels[frame.at]} ({how}), choose another unit, or end movement."

    def warnings(self, look: RoundupLook, frame: Moving) -> list[str]:
        labels = look.game.board.labels
        return [
            f"{labels[node]} is overstacked: unless it is thinned out you must eliminate units there (3.1)"
            for node in look.overstacked(frame.side)
        ]

    def not_now(self, look: RoundupLook, frame: Moving, verb: str) -> tuple[str, str] | None:
        if verb in ("move-first", "combat-first"):
            return "3.3", "the order of phases is chosen once a turn, for all units"
        return None

    def why_not(self, look: RoundupLook, frame: Moving, action: Action) -> Refusal | None:
        if action.verb == "drop":
            # Whoever asks for a drop is told why there is none, also in a phase that knows no drops.
            return self.drop.against(self, look, frame, action.index, action.operand)
        return super().why_not(look, frame, action)

    @offer("move", HEXES, "10.0")
    def move(self, look: RoundupLook, frame: Moving) -> Conditions:
        yield provided(frame.hand != 0), "10.0", "choose the unit that moves first"
        yield ways(look, frame).near, "10.0", lambda node: why_no_move(look, frame, node)

    @move.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        self.walk(play, frame, node, column=False)

    @offer("column", HEXES, "10.6")
    def column(self, look: RoundupLook, frame: Moving) -> Conditions:
        yield provided(frame.hand != 0), "10.0", "choose the unit that moves first"
        yield ways(look, frame).far, "10.6", lambda node: why_no_column(look, frame, node)

    @column.does
    def _(self, play: Play, frame: Moving, node: int) -> None:
        self.walk(play, frame, node, column=True)

    @offer("join", UNITS, "10.0")
    def join(self, look: RoundupLook, frame: Moving) -> Conditions:
        return chain(_may_move(look, frame), _start_together(look, frame))

    @join.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        # The stack is as fast as its slowest (10.0).
        points, column, closed = allowances(play.look, frame.side, unit)
        play.swap(
            msgspec.structs.replace(
                frame,
                hand=frame.hand | 1 << unit,
                allowance=min(frame.allowance, points),
                column=min(frame.column, column),
                closed=frame.closed or closed,
            )
        )

    @offer("pick", UNITS, "10.0")
    def pick(self, look: RoundupLook, frame: Moving) -> Conditions:
        return _may_move(look, frame)

    @pick.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        play.swap(starting(play.look, frame.side, unit, frame.acted))

    @offer("drop", UNITS, "10.7", when=_may_drop)
    def drop(self, look: RoundupLook, frame: Moving) -> Conditions:
        position, side, case = look.position, frame.side, DROP_CASE[frame.side]
        has_drops = side in look.game.rules.drop_sides
        yield provided(has_drops), "R29", "the German airborne divisions are set aside and do not drop"
        yield provided(position.weather == "Clear"), case, "units drop from the air only in clear weather"
        whose = "Allied" if side == ALLIED else "German"
        yield provided(position.superiority == side), case, f"air drops need {whose} air superiority"
        earlier = side == GERMAN and position.german_drop_used and position.german_drop < 0
        yield provided(not earlier), "15.3", "the Germans have dropped in an earlier turn"
        yield from may_drop(look, side)
        yield somewhere_to_drop(look, side), "10.7", "there is no hex where {it} could drop"

    @drop.does
    def _(self, play: Play, frame: Moving, unit: int) -> None:
        # The units in hand wait where they are and go on after the drop (R20).
        play.swap(msgspec.structs.replace(frame, acted=True))
        play.push(Dropping(frame.side, unit, between=True))

    end = going_on("10.0", "End movement", "the movement phase is over")

    @end.does
    def _(self, play: Play, frame: Moving, _: int) -> None:
        play.clear("movement")
        play.pop()

    def walk(self, play: Play, frame: Moving, node: int, column: bool) -> None:
        """Walk a leg: as the record says if that is legal, else on the cheapest and most harmless path."""
        look = play.look
        found, safe = ways(look, frame), harmless(look, frame.side)
        walk, flood = (found.column_walk, found.column_flood) if column else (found.walk, found.flood)
        path, spent = leg(play, node, lambda goal: flood.path(goal, safe), flood.cost, walk.price)
        open_column, closed = frame.column, frame.closed
        for step in path[1:]:
            if not safe >> step & 1:
                open_column, closed = 0, closed or "polder"
        play.position.moved |= frame.hand
        units = tuple(members(frame.hand))
        walked(play, units, path, spent - frame.spent, rule="10.6" if column else "10.0")
        enter(play, units, path)
        if walk.stops >> node & 1:
            play.swap(Moving(frame.side, acted=True))
        else:
            play.swap(Moving(frame.side, frame.hand, node, spent, frame.allowance, open_column, closed, True))


def _may_move(look: RoundupLook, frame: Moving) -> Conditions:
    position = look.position
    yield look.game.side_units[frame.side], "10.0", "only units of the side whose phase it is move"
    yield position.on_board, "10.0", "{it} is not on the map"
    yield ~position.moved, "10.0", lambda unit: _why_moved(look, frame.side, unit)
    yield ~position.dropped, "10.7", "{it} was dropped from the air and does not move this turn"
    yield ~position.replaced, "8.3", "{it} has received a replacement and does not move this turn"
    yield ~frame.hand, "10.0", "{it} is in hand already"


def _start_together(look: RoundupLook, frame: Moving) -> Conditions:
    first = "choose the unit that moves first; others of its hex may then join it"
    yield provided(frame.hand != 0), "10.0", first
    yield provided(not frame.spent), "10.0", "the units in hand have set out: nobody joins them on the way"
    yield look.in_place(frame.at), "10.0", "only units that start in one hex move together"


def _why_moved(look: RoundupLook, side: str, unit: int) -> tuple[str, str]:
    if look.enemy_zone(side) >> look.position.units[unit].at & 1:
        landed = "; landing there counts as entering (R32)" if look.position.turn == 1 and side == ALLIED else ""
        return "10.0", "{it} has entered an enemy zone of control and stops for this phase" + landed
    return "10.0", "{it} has moved already in this phase"
