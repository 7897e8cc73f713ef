"""Supplies dumps on the move: six hexes a turn, away from the enemy (SUP.8, ruling R50)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question
from bocage.hexes import HexSet
from bocage.parts.walk import Limit, Walk, why_unreachable

from ..look import Play, RhineLook, members
from ..movement.entering import enter
from ..position import ALLIED, GERMAN
from ..telling import hex_name
from . import ways


class Hauling(Frame, frozen=True):
    """The Allies move their dumps; `hand` is the one on the road, `spent` the hexes that it has gone."""

    step: ClassVar[str] = "dump movement"
    side: str
    hand: UnitNumber = -1
    spent: int = 0
    acted: bool = False


class DumpMovement(Question[Hauling]):
    """Each dump on the map may move once, in legs, before the reinforcements of the turn come (SEQ.1, SUP.8)."""

    name = "dump movement"
    rule = "SUP.8"
    offers = ("pick dump", "move dump", "end dumps")

    def begin(self, play: Play, side: str) -> Hauling:
        return Hauling(side)

    def keep(self, look: RhineLook, frame: Hauling) -> bool:
        return frame.acted

    def text(self, look: RhineLook, frame: Hauling) -> str:
        if frame.hand < 0:
            return "Choose a Supplies dump to move, or go on."
        left = look.game.rules.numbers["dump_move"] - frame.spent
        return f"Move {look.counter(frame.hand).name} ({left} hex{'es' if left > 1 else ''} left), or go on."

    def warnings(self, look: RhineLook, frame: Hauling) -> list[str]:
        return idle_dumps(look)

    def answer(self, play: Play, frame: Hauling, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "pick":
            play.swap(Hauling(frame.side, action.index, acted=frame.acted))
        else:
            self.haul(play, frame, action.index)

    def haul(self, play: Play, frame: Hauling, goal: int) -> None:
        position = play.position
        walk = walk_of(play.game.look(position), frame)
        path = play.route(
            lambda: walk.reach().path(goal),
            lambda recorded: recorded[-1] == goal and walk.price(recorded) is not None,
        )
        spent = walk.price(path)
        assert spent is not None
        position.moved |= 1 << frame.hand
        play.tell("dump moves", "SUP.8", frame.hand, path)
        enter(play, frame.hand, path)
        stopped = spent >= walk.allowance or walk.stops >> goal & 1
        moving = Hauling(frame.side, acted=True)
        play.swap(moving if stopped else msgspec.structs.replace(moving, hand=frame.hand, spent=spent))


def idle_dumps(look: RhineLook) -> list[str]:
    """Warnings for dumps that no major port feeds: they supply nobody (SUP.9)."""
    active = {nation for nation, _, _ in ways.reaches(look).dumps}
    reach = look.game.rules.numbers["dump_active"]
    return [
        f"{look.counter(unit).name} is not active: no open major port lies within {reach} hexes of it (SUP.9)."
        for unit in members(look.game.dumps & look.position.on_board)
        if look.counter(unit).nation not in active
    ]


# Where a dump may go


def _safe(look: RhineLook) -> HexSet:
    """Hexes out of enemy zones, or with Allied combat units in them (ruling R50)."""
    return ~look.zone(GERMAN) | look.troops(ALLIED)


def walk_of(look: RhineLook, frame: Hauling) -> Walk:
    """The march of the dump in hand; a zone that it enters under the eyes of Allied troops stops it (ZOC.3)."""
    enemies = look.occupied(GERMAN) | look.strongholds(GERMAN)
    return Walk(
        costs=look.game.costs,
        start=look.position.units[frame.hand].at,
        allowance=look.game.rules.numbers["dump_move"],
        open=look.game.board.all & ~enemies & _safe(look),
        stops=look.zone(GERMAN),
        spent=frame.spent,
    )


def _within_reach(look: RhineLook, frame: Hauling) -> HexSet:
    return walk_of(look, frame).reach().all


def _explain_reach(look: RhineLook, frame: Hauling, node: int) -> tuple[str, str]:
    walk, bit = walk_of(look, frame), 1 << node
    if node == walk.start:
        return "SUP.8", "the dump stands in {it}"
    if bit & look.occupied(GERMAN):
        return "R50", "there are German pieces in {it}"
    if bit & look.strongholds(GERMAN):
        return "R50", "{it} is a German fortress"
    if bit & ~_safe(look):
        return "R50", "{it} is in a German zone of control and no Allied combat unit stands there"
    everything, enough = look.game.board.all, look.game.board.size
    way, far = (
        "Germans or their zones of control bar the way to {it}",
        f"{{it}} is more than {walk.allowance} hexes away",
    )
    limits = (
        Limit("R50", 0, "", way, lambda walk: walk._replace(open=everything, stops=0)),
        Limit("SUP.8", 0, "", far, lambda walk: walk._replace(allowance=enough)),
    )
    return why_unreachable(walk, limits, node)


def _dump(look: RhineLook, frame: Hauling) -> int:
    return look.game.dumps


def _on_map(look: RhineLook, frame: Hauling) -> int:
    return look.position.on_board


def _not_moved(look: RhineLook, frame: Hauling) -> int:
    moved = look.position.moved
    return ~moved if frame.hand < 0 else ~(moved & ~(1 << frame.hand))


def _another(look: RhineLook, frame: Hauling) -> int:
    return EVERYTHING if frame.hand < 0 else ~(1 << frame.hand)


def _in_hand(look: RhineLook, frame: Hauling) -> int:
    return 0 if frame.hand < 0 else EVERYTHING


def _always(look: RhineLook, frame: Hauling) -> int:
    return 1


def _moves(game: Any, unit: int, path: tuple[int, ...]) -> str:
    hexes = len(path) - 1
    way = f"{hex_name(game, path[0])} to {hex_name(game, path[-1])}"
    return f"{game.counters[unit].name} moves from {way} ({hexes} hex{'es' if hexes > 1 else ''})."


FRAMES: tuple[type[Frame], ...] = (Hauling,)
STEPS: tuple[Any, ...] = (DumpMovement(),)
OFFERS: dict[str, Offer] = {
    "pick dump": Offer(
        "pick",
        "SUP.8",
        (
            Clause("dump", "SUP.8", "{it} is not a Supplies dump; other units move later", _dump),
            Clause("map", "SUP.8", "{it} is not on the map", _on_map),
            Clause("once", "SUP.8", "{it} has moved this turn", _not_moved),
            Clause("hand", "SUP.8", "{it} is chosen already: say where it goes", _another),
        ),
    ),
    "move dump": Offer(
        "move",
        "SUP.8",
        (
            Clause("hand", "SUP.8", "choose the Supplies dump that moves first", _in_hand),
            Clause("reach", "SUP.8", "", _within_reach, _explain_reach),
        ),
    ),
    "end dumps": Offer("end", "SUP.8", (Clause("any", "SUP.8", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("pick",), "hexes": ("move",)}
SENTENCES: Mapping[str, Callable[..., str]] = {"dump moves": _moves}
