"""Supplies dumps on the move: six hexes a turn, away from the enemy (SUP.8, ruling R50)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from bocage.parts.questions import Acting, Handling
from bocage.parts.walk import Limit, Walk, leg, why_unreachable
from bocage.rules import (
    HEXES,
    PATH,
    UNITS,
    Conditions,
    Frame,
    HexSet,
    UnitNumber,
    event,
    going_on,
    offer,
    provided,
)

from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, GERMAN
from ..telling import hex_name
from . import ways

if TYPE_CHECKING:
    from ...game import Rhine


def _hauled(game: Rhine, unit: int, path: tuple[int, ...]) -> str:
    hexes = len(path) - 1
    way = f"{hex_name(game, path[0])} to {hex_name(game, path[-1])}"
    return f"{game.counters[unit].name} moves from {way} ({hexes} hex{'es' if hexes > 1 else ''})."


moves = event("dump moves", "SUP.8", _hauled, sort="move", unit=UNITS, path=PATH)


class Hauling(Frame, frozen=True):
    """The Allies move their dumps; `hand` is the one on the road, `spent` the hexes that it has gone."""

    side: str
    hand: UnitNumber = -1
    spent: int = 0
    acted: bool = False


class DumpMovement(Acting[Hauling], Handling[Hauling]):
    """Each dump on the map may move once, in legs, before the reinforcements of the turn come (SEQ.1, SUP.8, R50)."""

    name, rule = "dump movement", "SUP.8"

    def text(self, look: RhineLook, frame: Hauling) -> str:
        if frame.hand < 0:
            return "Choose a Supplies dump to move, or go on."
        left = look.game.rules.numbers["dump_move"] - frame.spent
        return f"Move {look.counter(frame.hand).name} ({left} hex{'es' if left > 1 else ''} left), or go on."

    def warnings(self, look: RhineLook, frame: Hauling) -> list[str]:
        return idle_dumps(look)

    @offer("pick", UNITS, "SUP.8")
    def pick(self, look: RhineLook, frame: Hauling) -> Conditions:
        hand = self.hand(look, frame)
        yield look.game.dumps, "SUP.8", "{it} is not a Supplies dump; other units move later"
        yield look.position.on_board, "SUP.8", "{it} is not on the map"
        yield ~look.position.moved | hand, "SUP.8", "{it} has moved this turn"
        yield ~hand, "SUP.8", "{it} is chosen already: say where it goes"

    @pick.does
    def _(self, play: Play, frame: Hauling, unit: int) -> None:
        play.swap(Hauling(frame.side, unit, acted=frame.acted))

    @offer("move", HEXES, "SUP.8", "Move the dump here")
    def move(self, look: RhineLook, frame: Hauling) -> Conditions:
        yield provided(frame.hand >= 0), "SUP.8", "choose the Supplies dump that moves first"
        walk = walk_of(look, frame)
        yield ~(1 << walk.start), "SUP.8", "the dump stands in {it}"
        yield ~look.occupied(GERMAN), "R50", "there are German pieces in {it}"  # a lone Tiger too: ruling R63
        yield ~look.strongholds(GERMAN), "R50", "{it} is a German fortress"
        yield _safe(look), "R50", "{it} is in a German zone of control and no Allied combat unit stands there"
        yield walk.reach().all, "SUP.8", lambda node: _too_far(look, walk, node)

    @move.does
    def _(self, play: Play, frame: Hauling, goal: int) -> None:
        walk = walk_of(play.look, frame)
        flood = walk.reach()
        path, spent = leg(play, goal, flood.path, flood.cost, walk.price)
        play.position.moved |= 1 << frame.hand
        moves(play, frame.hand, path)
        enter(play, frame.hand, path)
        stopped = spent >= walk.allowance or walk.stops >> goal & 1
        moving = Hauling(frame.side, acted=True)
        play.swap(moving if stopped else msgspec.structs.replace(moving, hand=frame.hand, spent=spent))

    end = going_on("SUP.8", "The dumps stay", "the dumps stay where they are")


def idle_dumps(look: RhineLook) -> list[str]:
    """Warnings for dumps that no major port feeds: they supply nobody (SUP.9)."""
    reach = look.game.rules.numbers["dump_active"]
    return [
        f"{look.counter(unit).name} is not active: no open major port lies within {reach} hexes of it (SUP.9)."
        for unit in members(look.game.dumps & look.position.on_board)
        if not ways.feeding(look, look.counter(unit).nation)
    ]


def _safe(look: RhineLook) -> HexSet:
    """Hexes out of enemy zones, or with Allied combat units in them (ruling R50)."""
    return ~look.zone(GERMAN) | look.troops(ALLIED)


def walk_of(look: RhineLook, frame: Hauling) -> Walk:
    """The march of the dump in hand; a zone that it enters under the eyes of Allied troops stops it (ZOC.3, R63)."""
    enemies = look.occupied(GERMAN) | look.strongholds(GERMAN)
    return Walk(
        costs=look.game.costs,
        start=look.position.units[frame.hand].at,
        allowance=look.game.rules.numbers["dump_move"],
        open=look.game.board.all & ~enemies & _safe(look),
        stops=look.zone(GERMAN),
        spent=frame.spent,
    )


def _too_far(look: RhineLook, walk: Walk, node: int) -> tuple[str, str]:
    everything, enough = look.game.board.all, look.game.board.size
    barred = "Germans or their zones of control bar the way to {it}"
    far = f"{{it}} is more than {walk.allowance} hexes away"
    limits = (
        Limit("R50", barred, lambda walk: walk.but(open=everything, stops=0)),
        Limit("SUP.8", far, lambda walk: walk.but(allowance=enough)),
    )
    return why_unreachable(walk, limits, node)
