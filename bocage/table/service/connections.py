"""Connections at their lowest level: what somebody may do before, between and beside requests and messages.

The server beneath us waits for as long as a stranger likes: for the end of a header, for somebody to read his answer.
Here it is given a limit to all of that, so that nobody can fill the memory or hold connections for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bocage.table.config import Config
from bocage.table.service.security import Bucket, Proxies, address_of

if TYPE_CHECKING:
    from websockets.frames import Frame

LONGEST_HEAD = 64 * 1024
_FAREWELL_SECONDS = 2.0
_SMALL_FRAMES_PER_SECOND, _SMALL_FRAMES_AT_ONCE = 20.0, 400  # pings, pongs and pieces of messages
_TOO_LONG_WORDS = f"The header of this request is too long: at most {LONGEST_HEAD // 1024} kB can be sent.".encode()
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(_TOO_LONG_WORDS), _TOO_LONG_WORDS)
)


class _TooLong(Exception):  # noqa: N818 - never leaves this module
    """The header of a request goes on for too long."""


class _Reader:
    """Watches whether somebody reads what is sent to him, and gives him up if he does not read at all."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._transport = transport
        self._loop = loop
        self._seconds = seconds
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Something is on its way."""
        if self._timer is None:
            self._left = self._transport.get_write_buffer_size()
            if self._left:
                self._timer = self._loop.call_later(self._seconds, self._look)

    def _look(self) -> None:
        self._timer = None
        left = self._transport.get_write_buffer_size()
        if left and left >= self._left:
            self._transport.abort()
        else:
            self.watch()

    def stop(self) -> None:
        """It is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpWire(HttpToolsProtocol):
    """A connection for requests: a header has its time and its length, and an answer is read or given up."""

    lines: ClassVar[Counter[str]]  # address -> its connections
    most_lines: ClassVar[int]
    proxies: ClassVar[Proxies]  # who may call as often as they like: they speak for others
    head_seconds: ClassVar[float]
    read_seconds: ClassVar[float]

    _reader: _Reader | None = None
    _head_timer: asyncio.TimerHandle | None = None
    _head = 0  # bytes of a header that has not come to its end
    _read = 0  # bytes of the header that is being read: a long one may come to its end in one piece
    _counted = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody calls."""
        super().connection_made(transport)
        self._reader = _Reader(transport, self.loop, self.read_seconds)
        address = address_of({"client": self.client})
        if (self.client[0] if self.client else "") not in self.proxies:
            self._counted = address
            self.lines[address] += 1
            if self.lines[address] > self.most_lines:
                transport.abort()
                return
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """He has gone."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """It becomes a live connection, which is counted elsewhere."""
        self._let_go()
        super().handle_websocket_upgrade()

    def _let_go(self) -> None:
        if self._reader is not None:
            self._reader.stop()
        self._head_has_come()
        if self._counted:
            self.lines[self._counted] -= 1
            if self.lines[self._counted] <= 0:
                del self.lines[self._counted]
            self._counted = ""

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _head_has_come(self) -> None:
        self._head = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def data_received(self, data: bytes) -> None:
        """Some bytes, perhaps not yet a whole header."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.cycle is None or self.cycle.response_complete:
            self._expect_head()
        if self._head_timer is not None:
            self._head += len(data)
            if self._head > LONGEST_HEAD:
                self._refuse_head()

    def _refuse_head(self) -> None:
        self.transport.write(_TOO_LONG)
        self.transport.close()

    def _reads(self, size: int) -> None:
        self._read += size
        if self._read > LONGEST_HEAD:
            raise _TooLong

    def on_message_begin(self) -> None:
        """A request begins."""
        self._read = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of its address."""
        self._reads(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One line of its header."""
        self._reads(len(name) + len(value))
        super().on_header(name, value)

    def send_400_response(self, msg: str) -> None:
        """It cannot be understood, or goes on for too long."""
        if self._read > LONGEST_HEAD:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """The header is there."""
        self._head_has_come()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """The answer is on its way."""
        super().on_response_complete()
        if self._reader is not None:
            self._reader.watch()

    def pause_writing(self) -> None:
        """More is on its way than he has read."""
        super().pause_writing()
        if self._reader is not None:
            self._reader.watch()


class LiveWire(WebSocketsSansIOProtocol):
    """A live connection: who does not read is given up, and small frames count as messages do."""

    read_seconds: ClassVar[float]

    _reader: _Reader | None = None

    def __init__(self, *details: Any, **more: Any) -> None:
        super().__init__(*details, **more)
        self._small = Bucket(_SMALL_FRAMES_PER_SECOND, _SMALL_FRAMES_AT_ONCE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A page calls."""
        super().connection_made(transport)
        self._reader = _Reader(self.transport, self.loop, self.read_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        if self._reader is not None:
            self._reader.stop()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """More is on its way than the page has read."""
        super().pause_writing()
        if self._reader is not None:
            self._reader.watch()

    def keepalive_timeout(self) -> None:
        """Nobody is there any more, or does not read: what is still on its way will never arrive."""
        super().keepalive_timeout()
        self.loop.call_later(_FAREWELL_SECONDS, self.transport.abort)

    def handle_ping(self) -> None:
        """Answered as long as the answers are read."""
        if self._counts() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        """An answer to one of ours, or noise."""
        self._counts()
        super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message: many empty ones would be a message of no length that fills the memory."""
        if self._counts():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """A whole message. What claims to be text and is none is told so, as any other noise."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def _counts(self) -> bool:
        if self._small.take():
            self.transport.abort()
            return False
        return True

    async def send(self, message: Any) -> None:
        """What the service says."""
        await super().send(message)
        if message["type"] == "websocket.close" and self._reader is not None:
            self._reader.watch()


def wires(config: Config) -> tuple[type[HttpWire], type[LiveWire]]:
    """The two kinds of connection for a service."""

    class OurHttpWire(HttpWire):
        lines: ClassVar[Counter[str]] = Counter()
        most_lines = 2 * config.pages_per_address
        proxies = Proxies(config.proxies)
        head_seconds = config.head_seconds
        read_seconds = config.read_seconds

    class OurLiveWire(LiveWire):
        read_seconds = config.read_seconds

    return OurHttpWire, OurLiveWire
