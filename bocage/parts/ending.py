"""The end of a game: whatever decides it first counts, and is told."""

from __future__ import annotations

from typing import Any, NamedTuple

from bocage.engine.events import Telling
from bocage.engine.position import Outcome


class Ending(NamedTuple):
    """How a game is won, and how it is drawn where that can be: `win = Ending(won)`."""

    won: Telling
    drawn: Telling | None = None

    def __call__(self, play: Any, side: str, level: str, rule: str) -> None:
        """A side wins at a level; without a side it is a draw. What is decided stays so."""
        if play.position.outcome is None:
            play.position.outcome = Outcome(side, level, rule)
            if side:
                self.won(play, side, level, rule=rule)
            elif self.drawn is not None:
                self.drawn(play, rule=rule)
