"""Where notices arrive in tests: a real mail server and a real web server, and a clock that can be put forward."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from bocage.table.config import Config
from tests.table.players import PATIENCE, UNHURRIED

TABLE = "https://table.example"
SOON = 0.2  # seconds: how long somebody who is away is waited for here


def _until(found: list[Any], number: int) -> Any:
    end = time.monotonic() + PATIENCE
    while len(found) < number:
        assert time.monotonic() < end, f"only {len(found)} came"
        time.sleep(0.02)
    return found[number - 1]


class Mailbox:
    """A mail server that keeps what it gets; it can be told to refuse."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answer = "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - the library's name
        if self.answer.startswith("250"):
            letter = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(letter, EmailMessage)
            assert envelope.rcpt_tos == [letter["To"]]
            self.letters.append(letter)
        return self.answer

    def letter(self, number: int) -> EmailMessage:
        """The letter of this number, once it is there."""
        found: EmailMessage = _until(self.letters, number)
        return found


class Calls:
    """A web server that keeps what it is sent, and answers with a status."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/hooks/secret?wait=1"
        self.told: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.status = 204
        self.headers: list[dict[str, str]] = []

    def call(self, number: int) -> dict[str, Any]:
        """What it was told at this call, once it was called so often."""
        found: dict[str, Any] = _until(self.told, number)
        return found


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, str]]:
    """A mail server, and its address as an operator gives it."""
    box = Mailbox()
    with socket.socket() as free:  # the library cannot be asked for any free port
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()


@contextmanager
def web_server() -> Iterator[Calls]:
    """A receiver of calls."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            calls.told.append(json.loads(body))
            calls.paths.append(self.path)
            calls.headers.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(calls.status)
            if calls.status == 302:
                self.send_header("location", calls.address + "&again=1")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    calls = Calls(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield calls
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def config(database: str, mail: str = "", **more: Any) -> Config:
    """A service that tells of turns soon, here on this machine too."""
    given = {"hook_nets": ("127.0.0.0/8",), "notice_seconds": SOON, "origins": (TABLE,), **UNHURRIED, **more}
    return Config(port=0, database=database, mail=mail, mail_from="table@table.example", **given)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts the clock of notices forward."""
    ahead = timedelta(0)

    def now() -> str:
        return (datetime.now(UTC) + ahead).isoformat(timespec="microseconds")

    def forward(**much: float) -> None:
        nonlocal ahead
        ahead += timedelta(**much)

    for module in ("teller", "asking"):
        monkeypatch.setattr(f"bocage.table.notices.{module}.now", now)
    return forward
