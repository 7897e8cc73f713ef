"""The bounds of a player-turn and of its two phases: what units have done is forgotten in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Offer

from .look import Play
from .position import EXPLOITATION, OPERATIONAL
from .telling import SIDE


class Beginning(Frame, frozen=True):
    """A player-turn begins."""

    step: ClassVar[str] = "player turn"
    side: str


class BeginPlayerTurn(Automatic[Beginning]):
    """Nobody has moved or attacked yet."""

    name = "player turn"
    rule = "NOTE.1"

    def begin(self, play: Play, side: str) -> Beginning:
        return Beginning(side)

    def run(self, play: Play, frame: Beginning) -> None:
        position = play.position
        position.stage = OPERATIONAL
        position.moved = position.attacked = position.dug_in = position.spent = position.arrived = 0
        position.budget = {}
        position.battles = position.fought = position.called_off = ()
        position.blitz_targets = 0
        play.tell("player turn", "SEQ.1" if frame.side == "allied" else "SEQ.9", frame.side, position.turn)


class Exploiting(Frame, frozen=True):
    """The Exploitation Phase begins."""

    step: ClassVar[str] = "exploitation"
    side: str


class BeginExploitation(Automatic[Exploiting]):
    """Whoever moved, attacked or deployed in the operational phase has had its turn (EXP.1, ruling R36)."""

    name = "exploitation"
    rule = "EXP.1"

    def begin(self, play: Play, side: str) -> Exploiting:
        return Exploiting(side)

    def run(self, play: Play, frame: Exploiting) -> None:
        position = play.position
        position.stage = EXPLOITATION
        position.spent = position.moved | position.attacked | position.dug_in
        position.battles = position.fought = position.called_off = ()


FRAMES: tuple[type[Frame], ...] = (Beginning, Exploiting)
STEPS: tuple[Any, ...] = (BeginPlayerTurn(), BeginExploitation())
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "player turn": lambda game, side, turn: (
        f"Turn {turn}, {game.data.turns[turn - 1].name}: {SIDE[side]} begin their turn."
    ),
}
