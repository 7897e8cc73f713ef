"""Allied air operations at the start of a turn: Strategic Bombing or air drops (SEQ.1)."""

from __future__ import annotations

import msgspec

from bocage.parts.placing import Acting, Handling
from bocage.rules import HEXES, UNITS, Conditions, Frame, UnitNumber, Units, going_on, offer

from .. import airborne
from ..look import Play, RhineLook, members
from ..weather import WEATHER
from . import strategic_bombing
from .strategic_bombing import Aiming, flying_weather


class Flying(Frame, frozen=True):
    """The Allies plan their flights; `hand` is the airborne division whose drop zone is to be chosen."""

    side: str
    hand: UnitNumber = -1
    dropped: Units = 0
    acted: bool = False


class AirOperations(Acting[Flying], Handling[Flying]):
    """One hex bombed, or airborne divisions dropped, or neither (SB.1, DROP.1, DROP.5); divisions may go to rest."""

    name, rule = "air operations", "SEQ.1"

    def text(self, look: RhineLook, frame: Flying) -> str:
        position, game = look.position, look.game
        if frame.hand >= 0:
            return f"Choose the hex on which {game.counters[frame.hand].name} drops."
        if position.bombing_turn == position.turn:
            return "The bombers have flown: withdraw airborne divisions for a later drop, or go on."
        left = airborne.most_drops(look) - frame.dropped.bit_count()
        weather = WEATHER.get(position.weather, "unknown")
        if not flying_weather(look):
            return f"{weather} weather: no air operations. Withdraw airborne divisions for a later drop, or go on."
        if frame.dropped:
            more = f"drop up to {left} more airborne division{'s' if left > 1 else ''}" if left else "no more drops"
            return f"{weather} weather: {more}, withdraw others for a later drop, or go on."
        return f"{weather} weather: bomb one hex, or drop up to {left} airborne divisions, or go on."

    def warnings(self, look: RhineLook, frame: Flying) -> list[str]:
        return airborne.overfull(look, look.hexes_of(members(frame.dropped)))

    @offer("bomb", HEXES, "SB.1")
    def bomb(self, look: RhineLook, frame: Flying) -> Conditions:
        yield from strategic_bombing.targets(look)

    @bomb.does
    def _(self, play: Play, frame: Flying, node: int) -> None:
        play.swap(msgspec.structs.replace(frame, hand=-1))
        play.push(Aiming(frame.side, node))

    @offer("pick", UNITS, "DROP.1", "Drop this division")
    def pick(self, look: RhineLook, frame: Flying) -> Conditions:
        yield from airborne.droppable(look, frame.dropped)
        yield ~self.hand(look, frame), "DROP.1", "{it} is chosen already: say where it drops"

    @pick.does
    def _(self, play: Play, frame: Flying, unit: int) -> None:
        play.swap(msgspec.structs.replace(frame, hand=unit))

    @offer("drop", HEXES, "DROP.2")
    def drop(self, look: RhineLook, frame: Flying) -> Conditions:
        yield from airborne.drop_zones(look, frame.hand)

    @drop.does
    def _(self, play: Play, frame: Flying, node: int) -> None:
        dropped = frame.dropped | 1 << frame.hand
        play.swap(msgspec.structs.replace(frame, hand=-1, dropped=dropped, acted=True))
        airborne.land(play, frame.hand, node)

    @offer("withdraw", UNITS, "DROP.4")
    def withdraw(self, look: RhineLook, frame: Flying) -> Conditions:
        yield from airborne.withdrawable(look, frame.dropped)

    @withdraw.does
    def _(self, play: Play, frame: Flying, unit: int) -> None:
        play.swap(msgspec.structs.replace(frame, hand=-1, acted=True))
        airborne.rest(play, unit)

    end = going_on("SEQ.1", "End air operations", "no (further) air operations")
