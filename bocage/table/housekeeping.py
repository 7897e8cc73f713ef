"""Keeping the service's pauses short.

A full search for unused objects takes Python some 200 ms where a thousand matches are in memory, and would come at any
moment, in the middle of somebody's action. So it is put off until nothing goes on.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache

_YOUNG, _MIDDLE, _NEVER = 5_000, 20, 1_000_000_000
_SWITCH_SECONDS = 0.001  # how long a thread beside the event loop may keep it waiting
_FILES = 65_536
_LOOK_EVERY = 20.0
_QUIET = 1.0
_AT_LEAST_EVERY = 1_200.0
_MOST_LET_GO = 16 * 1024  # kilobytes


@contextmanager
def short_pauses() -> Iterator[None]:
    """No full search for unused objects by itself, and quick changes between threads."""
    thresholds, switching = gc.get_threshold(), sys.getswitchinterval()
    gc.collect()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(switching)


def many_connections() -> None:
    """As many open files as the system lets us have: each connection is one, and the database needs some too."""
    if sys.platform == "win32":
        return
    try:
        import resource
    except ImportError:
        return  # a system that is like Windows in this

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@cache
def _trim() -> Callable[[int], int] | None:
    """The C library's own way to give memory back to the system, where there is one."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library
        return None
    return trim


def _give_back() -> None:
    trim = _trim()
    if trim is not None:
        trim(0)


class Housekeeper:
    """Cleans up when nobody does anything, and in the end even if somebody does."""

    def __init__(self) -> None:
        self._last_act = time.monotonic()
        self._let_go = 0

    def let_go(self, kilobytes: int) -> None:
        """A match was forgotten. Before much has come together, it is looked for what of it is not needed any more."""
        self._let_go += kilobytes
        if self._let_go >= _MOST_LET_GO:
            self.clean()

    def clean(self) -> None:
        """Find what is not needed any more, and give it back to the system."""
        self._let_go = 0
        gc.collect()
        _give_back()

    def acted(self) -> None:
        """Somebody has just done something."""
        self._last_act = time.monotonic()

    async def work(self) -> None:
        """Look after the house until cancelled."""
        cleaned = time.monotonic()
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = time.monotonic()
            since = now - cleaned
            if (self._last_act > cleaned and now - self._last_act > _QUIET) or since > _AT_LEAST_EVERY:
                self.clean()
                cleaned = time.monotonic()
