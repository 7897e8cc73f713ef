"""A page that is connected to a match, as the match sees it: somebody to whom messages are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from bocage.table.troubles import WATCHING, Rejected
from bocage.table.wire.messages import ToPage
from bocage.table.wire.sheet import Sheet

NO_SUCH_SEAT = 4404  # codes with which a connection is closed; a page that gets this one does not try again
SEAT_LOST = 4404
TOO_MANY = 4429
TOO_SLOW = 1013
MOST_WAITING = 8 * 1024 * 1024  # bytes for a page that does not read; then it is cut off and may come back

_encoder = msgspec.json.Encoder()
Deliver = Callable[[str], Awaitable[None]]


def written(message: ToPage) -> str:
    """A message as it travels."""
    return _encoder.encode(message).decode()


class Page:
    """One connection to a match: its side (None: a spectator), the hash of the link by which it came, its last sheet.

    Messages are put into a queue and delivered by a task of their own, so that a slow page delays nobody else.
    """

    def __init__(self, side: str | None, link: str = "") -> None:
        self.side = side
        self.link = link
        self.sheet: Sheet | None = None
        self.closed = 0  # the code with which it is cut off, or 0
        self._queue: deque[str] = deque()
        self._waiting = 0
        self._news = asyncio.Event()

    def say(self, message: ToPage | str, first: bool = False) -> None:
        """Send a message, when the page is ready for it; `first` before all that has not been delivered yet."""
        text = message if isinstance(message, str) else written(message)
        self._waiting += len(text)
        if self._waiting > MOST_WAITING:
            self._queue.clear()
            self.cut_off(TOO_SLOW)
        elif not self.closed:
            self._queue.insert(0 if first else len(self._queue), text)
            self._news.set()

    def cut_off(self, code: int) -> None:
        """Deliver what was said so far, then close the connection."""
        self.closed = self.closed or code
        self._news.set()

    async def deliver(self, send: Deliver) -> None:
        """Deliver what is said until the page is cut off."""
        while True:
            while self._queue:
                text = self._queue.popleft()
                await send(text)
                self._waiting -= len(text)
            if self.closed:
                return
            self._news.clear()
            await self._news.wait()


def player(page: Page) -> str:
    """The side of whoever is at a page; a spectator only watches."""
    if page.side is None:
        raise Rejected(403, WATCHING)
    return page.side
