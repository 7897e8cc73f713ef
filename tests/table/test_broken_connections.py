"""Strangers who open connections and do not behave: nobody fills the memory, and nobody holds a place for ever."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bocage.table.config import Config
from bocage.table.service.security import Proxies, address_of
from tests.table.players import UNHURRIED, Table, bearer, running

TEXT, PING, PONG, MORE = 1, 9, 10, 0


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with little patience; none of its callers counts as a proxy."""
    file = tmp_path_factory.mktemp("brisk") / "table.sqlite"
    config = Config(
        port=0,
        database=f"sqlite:///{file}",
        head_seconds=0.5,
        body_seconds=0.5,
        read_seconds=0.5,
        pages_per_address=20,
        proxies=(),
        **UNHURRIED,
    )
    with running(config) as table:
        yield table


def called(table: Table, receive: int = 0) -> socket.socket:
    """A bare connection; `receive` is the room for what is not read yet."""
    place = urlsplit(table.address)
    line = socket.socket()
    if receive:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    line.settimeout(10)
    line.connect((place.hostname, place.port))
    return line


def live(table: Table, match: str, receive: int = 0) -> socket.socket:
    """A live connection, made by hand, that has said hello as a spectator."""
    line = called(table, receive)
    head = [
        "GET /api/live HTTP/1.1",
        f"Host: {urlsplit(table.address).netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
    ]
    line.sendall("\r\n".join([*head, "", ""]).encode())
    assert line.recv(1000).startswith(b"HTTP/1.1 101")
    line.sendall(frame(TEXT, json.dumps({"do": "hello", "match": match}).encode()))
    return line


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """A frame as a browser sends it."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + length + bytes(4) + data


def is_cut_off(line: socket.socket, seconds: float = 10.0) -> bool:
    """Does the service end this connection in good time?"""
    end = time.monotonic() + seconds
    line.settimeout(0.2)
    while time.monotonic() < end:
        try:
            if not line.recv(65536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def swallowed(line: socket.socket, piece: bytes, count: int) -> int:
    """How many pieces the service takes before it hangs up or takes no more."""
    line.settimeout(3)
    for number in range(count):
        try:
            line.sendall(piece)
        except OSError:
            return number
    return count


def eventually(wanted: Any, seconds: float = 10.0) -> bool:
    """Does it come to that?"""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if wanted():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "])
def test_a_header_without_an_end_is_not_kept_in_memory(table: Table, start: bytes) -> None:
    with called(table) as line:
        line.sendall(start)
        assert swallowed(line, b"a" * 65_536, 1000) < 1000
    assert table.get("/healthz")["status"] == "ok"


@pytest.mark.parametrize("start", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: 127"])
def test_who_never_finishes_a_header_is_sent_away(brisk: Table, start: bytes) -> None:
    with called(brisk) as line:
        line.sendall(start)
        assert is_cut_off(line)


def test_who_says_nothing_after_a_request_but_empty_lines_is_sent_away(brisk: Table) -> None:
    with called(brisk) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        line.sendall(b"\r\n")
        assert is_cut_off(line)


def test_a_header_that_comes_in_pieces_is_understood(brisk: Table) -> None:
    with called(brisk) as line:
        for piece in (b"GET /heal", b"thz HTTP/1.1\r\nHo", b"st: 127.0.0.1\r\n", b"\r\n"):
            line.sendall(piece)
            time.sleep(0.02)
        assert line.recv(1000).startswith(b"HTTP/1.1 200")


def test_a_body_that_never_comes_is_not_waited_for(brisk: Table) -> None:
    with called(brisk) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
        assert line.recv(1000).split(b" ")[1] == b"408"


def test_somebody_who_hangs_up_in_the_middle_of_his_request_is_no_fault_of_ours(
    brisk: Table, caplog: pytest.LogCaptureFixture
) -> None:
    with called(brisk) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")
    time.sleep(0.3)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_an_answer_that_nobody_reads_is_given_up(brisk: Table) -> None:
    with called(brisk, receive=2048) as line:
        ask = b"GET /api/games/roundup/map.svg HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n"
        swallowed(line, ask, 500)
        time.sleep(2)
        assert swallowed(line, ask, 10) < 10


def test_one_address_holds_only_so_many_connections(brisk: Table) -> None:
    brisk.http.close()
    lines = [called(brisk) for _ in range(60)]
    try:
        open_ones = [line for line in lines if not is_cut_off(line, 0.25)]
        assert len(open_ones) <= 40
    finally:
        for line in lines:
            line.close()
    again = Table(brisk.address)
    brisk.http = again.http
    assert eventually(lambda: again.get("/healthz")["status"] == "ok")


def test_a_page_that_never_reads_is_given_up_and_its_place_is_free(brisk: Table) -> None:
    new = brisk.new()
    with live(brisk, new.id, receive=2048) as line:
        assert eventually(lambda: brisk.get("/healthz")["pages"] == 1)
        ask = frame(TEXT, json.dumps({"do": "overlay", "id": 1, "overlay": "x" * 200}).encode())
        swallowed(line, ask * 100, 300)  # each is answered with a sentence about it
        assert eventually(lambda: brisk.get("/healthz")["pages"] == 0)


@pytest.mark.parametrize("kind", [PING, PONG, MORE])
def test_a_flood_of_small_frames_ends_the_connection(table: Table, kind: int) -> None:
    new = table.new()
    with live(table, new.id) as line:
        if kind == MORE:
            line.sendall(frame(TEXT, b"{", last=False))
        data = b"" if kind == MORE else b"x" * 100
        assert swallowed(line, frame(kind, data, last=kind != MORE) * 500, 2000) < 2000
        assert is_cut_off(line)
    assert eventually(lambda: table.get("/healthz")["pages"] == 0)


def test_a_page_that_pings_now_and_then_gets_its_answers(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        for _ in range(30):
            assert page.line.ping().wait(5)


def test_a_page_that_has_gone_without_a_word_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not answer the service's own ping and does not read either leaves nothing behind."""
    from bocage.table.service.connections import LiveWire

    start = LiveWire.__init__

    def hasty(self: LiveWire, *details: Any, **more: Any) -> None:
        start(self, *details, **more)
        self.ping_interval = self.ping_timeout = 0.3

    monkeypatch.setattr(LiveWire, "__init__", hasty)
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **UNHURRIED)
    with running(config) as table:
        new = table.new()
        with live(table, new.id, receive=2048) as line:
            assert eventually(lambda: table.get("/healthz")["pages"] == 1)
            assert eventually(lambda: table.get("/healthz")["pages"] == 0)
            with suppress(OSError):
                line.sendall(frame(PING))


def test_the_newer_addresses_of_one_house_count_as_one() -> None:
    def address(text: str) -> str:
        return address_of({"client": (text, 1)})

    assert address("2001:db8:1:2:3:4:5:6") == address("2001:db8:1:2::1") != address("2001:db8:1:3::1")
    assert address("::ffff:192.0.2.7") == address("192.0.2.7")
    assert address("::1") == "::1"
    assert address("fe80::1%eth0") == address("fe80::2%eth0")
    assert address_of({}) == "unknown"


def test_proxies_are_addresses_or_nets() -> None:
    assert "10.1.2.3" in Proxies(("10.0.0.0/8",))
    assert "::ffff:10.1.2.3" in Proxies(("10.0.0.0/8",))
    assert "192.0.2.7" not in Proxies(())
    assert "" not in Proxies(("10.0.0.0/8",))
    assert "2001:db8::1" not in Proxies(("10.0.0.0/8",))


def test_a_wrong_link_is_refused_whatever_letters_it_has(table: Table) -> None:
    new = table.new()
    for token in ("\xe9\xff", "a" * 5000, "%00", "../.."):
        head = {"Authorization": f"Bearer {token}".encode("latin-1")}
        assert table.http.get(f"/api/matches/{new.id}/sheet", headers=head).status_code == 404
    assert table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer(*"abcdefghi")).status_code == 401
