"""The bounds of a player-turn and of its two phases: what units have done is forgotten in time."""

from __future__ import annotations

from bocage.rules import About, automatic, event

from .look import Play
from .position import ALLIED, EXPLOITATION, OPERATIONAL
from .telling import SIDE

begins = event(
    "player turn", "SEQ.1",
    lambda game, side, turn: f"Turn {turn}, {game.data.turns[turn - 1].name}: {SIDE[side]} begin their turn.",
    # The heading of a turn stands where the Allies begin it.
    about=lambda game, side, turn: About("turn" if side == ALLIED else "", side),
)  # fmt: skip


@automatic("player turn", "NOTE.1")
def begin_player_turn(play: Play, side: str) -> None:
    """Nobody has moved or attacked yet."""
    play.clear("player turn")
    play.clear("combat")
    play.position.stage = OPERATIONAL
    begins(play, side, play.position.turn, rule="SEQ.1" if side == ALLIED else "SEQ.9")


@automatic("exploitation", "EXP.1")
def begin_exploitation(play: Play, side: str) -> None:
    """Whoever moved, attacked or deployed in the operational phase has had its turn (EXP.1, ruling R36)."""
    position = play.position
    play.clear("combat")
    position.stage = EXPLOITATION
    position.spent = position.moved | position.attacked | position.dug_in
