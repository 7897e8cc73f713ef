"""Victory (4.0): the mill after the last turn, or an enemy without units."""

from __future__ import annotations

from bocage.rules import WORD, Outcome, Sequencing, automatic, event

from .look import Play
from .position import OTHER

turn_begins = event(
    "turn", "1.1", lambda game, turn: f"Turn {turn} of {game.most_turns}: {game.data.turns[turn - 1].name}.",
    sort="turn", turn=WORD,
)  # fmt: skip


@automatic("end of turn", "4.0")
def end_of_turn(play: Play, side: str) -> None:
    """Is it over? If not, the next turn begins."""
    position, game = play.position, play.game
    for own, enemy in OTHER.items():
        if not position.on_board & game.side_units[own]:
            position.outcome = Outcome(enemy, "annihilation", "4.1")
            return
    if position.turn == game.most_turns:
        winner = position.holder
        position.outcome = Outcome(winner, "victory at the mill" if winner else "nobody came to the mill", "4.0")
        return
    position.turn += 1
    turn_begins(play, position.turn)
    play.swap(Sequencing("turn"))  # in the place of this turn's; pushed upon it, the stack would grow
