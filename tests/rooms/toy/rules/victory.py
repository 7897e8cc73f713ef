"""Victory (4.0): the mill after the last turn, or an enemy without units."""

from __future__ import annotations

from bocage.rules import WORD, Automatic, OfSide, Outcome, Sequencing, event

from .look import Play
from .position import OTHER

turn_begins = event(
    "turn", "1.1", lambda game, turn: f"Turn {turn} of {game.most_turns}: {game.data.turns[turn - 1].name}.",
    sort="turn", turn=WORD,
)  # fmt: skip


class EndOfTurn(Automatic[OfSide]):
    """Is it over? If not, the next turn begins."""

    name, rule = "end of turn", "4.0"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game = play.position, play.game
        for side in game.sides:
            if not position.on_board & game.side_units[side]:
                position.outcome = Outcome(OTHER[side], "annihilation", "4.1")
                return
        if position.turn == game.most_turns:
            winner = position.holder
            position.outcome = Outcome(winner, "holds the mill" if winner else "nobody came to the mill", "4.0")
            return
        position.turn += 1
        turn_begins(play, position.turn)
        play.swap(Sequencing("turn"))  # in the place of this turn's; pushed upon it, the stack would grow
