"""Bots for the tests of the service: the usual ones, and some that fail."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import bocage.bots
from bocage.bots.ladder import RandomBot

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


_BAD = {"raising": Raising, "hanging": Hanging, "cheating": Cheating, "dying": Dying}
_ODD = {"moody": Moody, "slow": Slow}


def names() -> list[str]:
    """All of them."""
    return [*bocage.bots.names(), *_BAD, *_ODD]


def make(name: str, seed: str | int) -> Any:
    """A bot."""
    if name in _BAD:
        return _BAD[name]()
    return _ODD[name](seed) if name in _ODD else bocage.bots.make(name, seed)
