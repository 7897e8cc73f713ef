"""Victory (4.0): the mill after the last turn, or an enemy without units."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.events import event
from bocage.engine.position import Frame, Outcome
from bocage.engine.steps import Automatic, Sequencing

from .look import Play
from .position import OTHER

turn_begins = event(
    "turn", "1.1", lambda game, turn: f"Turn {turn} of {len(game.data.turns)}: {game.data.turns[turn - 1].name}."
)


class Ending(Frame, frozen=True):
    """A side has moved and fought, or both have."""

    step: ClassVar[str] = "end of turn"
    side: str


class EndOfTurn(Automatic[Ending]):
    """Is it over? If not, the next turn begins."""

    name = "end of turn"
    rule = "4.0"

    def begin(self, play: Play, side: str) -> Ending:
        return Ending(side)

    def run(self, play: Play, frame: Ending) -> None:
        position, game = play.position, play.game
        for side in game.sides:
            if not position.on_board & game.side_units[side]:
                position.outcome = Outcome(OTHER[side], "annihilation", "4.1")
                return
        if position.turn == len(game.data.turns):
            winner = position.holder
            position.outcome = Outcome(winner, "holds the mill" if winner else "nobody came to the mill", "4.0")
            return
        position.turn += 1
        turn_begins(play, position.turn)
        play.swap(Sequencing("turn"))
