"""Allied air operations at the start of a turn: Strategic Bombing or air drops (SEQ.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.position import Frame, UnitNumber, Units
from bocage.engine.steps import Clause, Offer, Question

from .. import airborne
from ..look import Play, RhineLook, members
from ..weather import WEATHER
from . import strategic_bombing


class Flying(Frame, frozen=True):
    """The Allies plan their flights; `hand` is the airborne division whose drop zone is to be chosen."""

    step: ClassVar[str] = "air operations"
    side: str
    hand: UnitNumber = -1
    dropped: Units = 0
    acted: bool = False


class AirOperations(Question[Flying]):
    """One hex bombed, or airborne divisions dropped, or neither (SB.1, DROP.1, DROP.5); divisions may go to rest."""

    name = "air operations"
    rule = "SEQ.1"
    offers = ("bomb", "pick drop", "drop", "withdraw airborne", "end air operations")

    def begin(self, play: Play, side: str) -> Flying:
        return Flying(side)

    def keep(self, look: RhineLook, frame: Flying) -> bool:
        return frame.acted

    def text(self, look: RhineLook, frame: Flying) -> str:
        position, game = look.position, look.game
        if frame.hand >= 0:
            return f"Choose the hex on which {game.counters[frame.hand].name} drops."
        if position.bombing_turn == position.turn:
            return "The bombers have flown: withdraw airborne divisions for a later drop, or go on."
        left = airborne.most_drops(look) - frame.dropped.bit_count()
        weather = WEATHER.get(position.weather, "unknown")
        if not strategic_bombing.flying_weather(look, frame):
            return f"{weather} weather: no air operations. Withdraw airborne divisions for a later drop, or go on."
        if frame.dropped:
            more = f"drop up to {left} more airborne division{'s' if left > 1 else ''}" if left else "no more drops"
            return f"{weather} weather: {more}, withdraw others for a later drop, or go on."
        return f"{weather} weather: bomb one hex, or drop up to {left} airborne divisions, or go on."

    def warnings(self, look: RhineLook, frame: Flying) -> list[str]:
        return airborne.overfull(look, look.hexes_of(members(frame.dropped)))

    def answer(self, play: Play, frame: Flying, action: Action) -> None:
        if action.verb == "end":
            play.pop()
        elif action.verb == "bomb":
            play.swap(msgspec.structs.replace(frame, hand=-1))
            play.push(strategic_bombing.Aiming(frame.side, action.index))
        elif action.verb == "pick":
            play.swap(msgspec.structs.replace(frame, hand=action.index))
        elif action.verb == "drop":
            dropped = frame.dropped | 1 << frame.hand
            play.swap(msgspec.structs.replace(frame, hand=-1, dropped=dropped, acted=True))
            airborne.land(play, frame.hand, action.index)
        else:
            play.swap(msgspec.structs.replace(frame, hand=-1, acted=True))
            airborne.rest(play, action.index)


def _always(look: RhineLook, frame: Flying) -> int:
    return 1


FRAMES: tuple[type[Frame], ...] = (Flying, *strategic_bombing.FRAMES)
STEPS: tuple[Any, ...] = (AirOperations(), *strategic_bombing.STEPS)
OFFERS: dict[str, Offer] = {
    **strategic_bombing.OFFERS,
    **airborne.OFFERS,
    "end air operations": Offer("end", "SEQ.1", (Clause("any", "SEQ.1", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {
    "hexes": (*strategic_bombing.VERBS["hexes"], *airborne.VERBS["hexes"]),
    "units": airborne.VERBS["units"],
    "plain": strategic_bombing.VERBS["plain"],
}
SENTENCES: Mapping[str, Callable[..., str]] = {**strategic_bombing.SENTENCES, **airborne.SENTENCES}
