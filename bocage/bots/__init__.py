"""Opponents. A bot gets a `Seat` (the question, a view, inquiries, odds) and answers with one of the listed actions.

>>> import bocage, bocage.bots
>>> match = bocage.new_match("roundup", seed="utah")
>>> bot = bocage.bots.make("simple", seed="utah")
>>> entry = bocage.bots.answer(match, bot)
>>> entry.side
'allied'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bocage.bots.ladder import RandomBot, SimpleBot
from bocage.bots.seat import Seat, take
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.match import Entry, Match


class Bot(Protocol):
    """Whoever chooses one of the actions of `seat.prompt`."""

    def choose(self, seat: Seat) -> Action:
        """One of `seat.prompt.actions`."""
        ...


_LADDER: dict[str, Callable[[str | int], Bot]] = {"random": RandomBot, "simple": SimpleBot}


def names() -> list[str]:
    """The bots, weakest first.

    >>> names()
    ['random', 'simple']
    """
    return list(_LADDER)


def make(name: str, seed: str | int) -> Bot:
    """A new bot. The same seed makes it play the same way in the same match.

    >>> make("grandmaster", 1)
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: there is no bot 'grandmaster'; there are: random, simple
    """
    if name not in _LADDER:
        raise BadInput(f"there is no bot {name!r}; there are: {', '.join(_LADDER)}")
    return _LADDER[name](seed)


def answer(match: Match, bot: Bot, side: str | None = None) -> Entry:
    """Let a bot answer for the side that decides (or for one of those that do) and play what it chose."""
    if side is None:
        side = match.prompt.side
    return match.play(bot.choose(take(match, side)), side=side)


__all__ = ["Bot", "Seat", "answer", "make", "names"]
