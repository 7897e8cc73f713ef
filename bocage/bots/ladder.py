"""The bots of every game: one that plays at random, and one that knows what to do in the games it has learnt."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from bocage.bots.roundup_simple import RoundupSimple
from bocage.bots.seat import Seat
from bocage.engine.actions import Action


class RandomBot:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: str | int) -> None:
        self._dice = Random(seed)

    def choose(self, seat: Seat) -> Action:
        """One of the listed actions."""
        return self._dice.choice(seat.prompt.actions)


class Brain(Protocol):
    """What a bot knows about one game; None where it has no opinion."""

    def choose(self, seat: Seat) -> Action | None:
        """One of the listed actions, or None."""
        ...


def _storming(dice: Random) -> Brain:
    """A large game with a large brain: it is loaded when somebody plays it."""
    from bocage.bots.storming_simple import StormingSimple

    return StormingSimple(dice)


def _rhine(dice: Random) -> Brain:
    """The same for D-Day to the Rhine."""
    from bocage.bots.rhine_simple import RhineSimple

    return RhineSimple(dice)


_BRAINS: dict[str, Callable[[Random], Brain]] = {"roundup": RoundupSimple, "storming": _storming, "rhine": _rhine}


class SimpleBot:
    """Plain rules of thumb for each game that has a brain here; elsewhere any legal action."""

    def __init__(self, seed: str | int) -> None:
        self._dice = Random(seed)
        self._brains: dict[str, Brain] = {}

    def choose(self, seat: Seat) -> Action:
        """One of the listed actions."""
        actions = seat.prompt.actions
        if len(actions) == 1:
            return actions[0]
        if seat.game in _BRAINS and seat.game not in self._brains:
            self._brains[seat.game] = _BRAINS[seat.game](self._dice)
        brain = self._brains.get(seat.game)
        choice = brain.choose(seat) if brain is not None else None
        return choice if choice is not None else self._dice.choice(actions)
