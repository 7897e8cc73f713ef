"""Bots for the tests of the service: the usual ones, and some that fail."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import bocage.bots
from bocage.bots.ladder import RandomBot

PONDERS = 2.0  # seconds
MENDED = "BOCAGE_TEST_MENDED"  # names a file: while it is missing, the bot `moody` fails


class Raising:
    """Breaks down, with a message that nobody but the owner of the service may read."""

    def choose(self, seat: Any) -> Any:
        raise ValueError("the plan is Calais")


class Hanging:
    """Thinks for ever."""

    def choose(self, seat: Any) -> Any:
        while True:
            time.sleep(0.01)


class Cheating:
    """Answers what is not on the list."""

    def choose(self, seat: Any) -> Any:
        return "win at once"


class Dying:
    """Takes its process along."""

    def choose(self, seat: Any) -> Any:
        os._exit(3)


class Moody(RandomBot):
    """Fails until somebody has mended it."""

    def choose(self, seat: Any) -> Any:
        if not Path(os.environ[MENDED]).exists():
            raise RuntimeError("not today")
        return super().choose(seat)


class Slow(RandomBot):
    """Takes half a second for each answer."""

    def choose(self, seat: Any) -> Any:
        time.sleep(0.5)
        return super().choose(seat)


class Wordy(RandomBot):
    """Gives away what it is about to do, and repeats itself now and then."""

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._answers = 0

    def choose(self, seat: Any) -> Any:
        self._answers += 1
        return super().choose(seat)

    def explain(self) -> str:
        return f"The plan is Calais ({self._answers // 2})."


class Stammering(RandomBot):
    """Cannot find its words."""

    def explain(self) -> str:
        raise KeyError("the plan is Calais")


class Rambling(RandomBot):
    """Says too much, and not in one line."""

    def explain(self) -> str:
        return "Well,\n\x1b[31mI  \u2028 think " + "and think " * 100


class Pondering(RandomBot):
    """Takes long for each answer, and says so."""

    def choose(self, seat: Any) -> Any:
        time.sleep(PONDERS)
        return super().choose(seat)


_BAD = {"raising": Raising, "hanging": Hanging, "cheating": Cheating, "dying": Dying}
_ODD = {
    "moody": Moody,
    "slow": Slow,
    "wordy": Wordy,
    "stammering": Stammering,
    "rambling": Rambling,
    "pondering": Pondering,
}


def names() -> list[str]:
    """All of them."""
    return [*bocage.bots.names(), *_BAD, *_ODD]


def known(name: str) -> str:
    """A name that there is."""
    return name if name in (*_BAD, *_ODD) else bocage.bots.known(name)


def seconds(name: str) -> float | None:
    """How long a bot may think in a player-turn."""
    if name == "pondering":
        return 10.0
    return 0.0 if name in (*_BAD, *_ODD) else bocage.bots.seconds(name)


def make(name: str, seed: str | int, clock: Any = None) -> Any:
    """A bot."""
    if name in _BAD:
        return _BAD[name]()
    return _ODD[name](seed) if name in _ODD else bocage.bots.make(name, seed, clock)
