"""Keeping the service's pauses short.

A full search for unused objects takes Python some 200 ms where a thousand matches are in memory, and would come at any
moment, in the middle of somebody's action. So it is put off until nothing goes on.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_YOUNG, _MIDDLE, _NEVER = 5_000, 20, 1_000_000_000
_SWITCH_SECONDS = 0.001  # how long a thread beside the event loop may keep it waiting
_FILES = 65_536
_LOOK_EVERY = 20.0
_QUIET = 1.0
_AT_LEAST_EVERY = 1_200.0


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


class Housekeeper:
    """Cleans up when nobody does anything, and in the end even if somebody does."""

    def __init__(self) -> None:
        self._last_deed = time.monotonic()

    def deed(self) -> None:
        """Somebody has just done something."""
        self._last_deed = time.monotonic()

    async def work(self) -> None:
        """Look after the house until cancelled."""
        cleaned = time.monotonic()
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            now = time.monotonic()
            since = now - cleaned
            if (self._last_deed > cleaned and now - self._last_deed > _QUIET) or since > _AT_LEAST_EVERY:
                gc.collect()
                cleaned = time.monotonic()
