"""The bounds of turns, player turns and impulses (4.2): what units have done is forgotten in time."""

from __future__ import annotations

from bocage.rules import About, Automatic, OfSide, Sequencing, event

from . import winter
from .look import Play
from .movement import districts
from .movement.sea import open_quota
from .position import ALLIED
from .supply.capacity import capacity

begins = event(
    "player turn", "4.3",
    lambda game, side, turn: f"{game.data.turns[turn - 1].name}: {game.side_name(side)} begin their player turn.",
    about=lambda game, side, turn: About("turn" if side == ALLIED else "", side),
)  # fmt: skip


class TurnRecord(Automatic[OfSide]):
    """A new turn begins (4.3.A1)."""

    name, rule = "turn record", "4.3.A1"

    def run(self, play: Play, frame: OfSide) -> None:
        play.position.impulse = 0
        districts.calendar(play)


class BeginPlayerTurn(Automatic[OfSide]):
    """Nobody has moved or fought yet; the supply capacity of this moment decides who may land (18.7.6)."""

    name, rule = "player turn", "4.3"

    def run(self, play: Play, frame: OfSide) -> None:
        for over in ("player turn", "impulse", "first impulse"):
            play.clear(over)
        play.position.phasing, play.position.impulse = frame.side, 0
        play.position.start_capacity = capacity(play.look)
        if frame.side == ALLIED:
            open_quota(play)
            winter.react(play)
        begins(play, frame.side, play.position.turn)


class BeginFirstImpulse(Automatic[OfSide]):
    """The first move impulse begins."""

    name, rule = "first impulse", "4.3"

    def run(self, play: Play, frame: OfSide) -> None:
        play.position.impulse = 1
        play.position.cities_then = play.look.cities(frame.side)


class BeginSecondImpulse(Automatic[OfSide]):
    """The second move impulse begins: everybody may move and fight again, and invaders are ordinary units (12.8)."""

    name, rule = "second impulse", "4.3"

    def run(self, play: Play, frame: OfSide) -> None:
        play.clear("impulse")
        play.clear("first impulse")
        play.position.impulse = 2
        play.position.cities_then = play.look.cities(frame.side)


class EndOfTurn(Automatic[OfSide]):
    """Aircraft leave the map, markers come off, and the next turn begins (4.3.D)."""

    name, rule = "end of turn", "4.3.D"

    def run(self, play: Play, frame: OfSide) -> None:
        for over in ("turn", "player turn", "impulse", "first impulse"):
            play.clear(over)
        play.position.impulse = 0
        play.position.turn += 1
        play.push(Sequencing("turn"))
