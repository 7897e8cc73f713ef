"""Whatever goes wrong is told in a sentence: to whoever started the table, and to strangers who send nonsense."""

from __future__ import annotations

import logging
import os
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bocage.table.config import Config
from bocage.table.service.connections import LONGEST_HEAD
from tests import postgres
from tests.table.players import UNHURRIED, Table, bot, running, until_closed
from tests.table.test_broken_connections import TEXT, called, frame, live

TRACEBACK = "Traceback"


def started(database: str, **limits: Any) -> subprocess.CompletedProcess[str]:
    """`bocage table` as somebody starts it who has made a mistake, or has bad luck."""
    command = [sys.executable, "-m", "bocage", "table", "--port", "0", "--database", database]
    environment = {**os.environ, "COLUMNS": "400"}
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment, **limits)


# Starting


def test_a_full_disk_at_the_start_is_told_in_a_sentence(tmp_path: Path) -> None:
    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = started(f"sqlite:///{tmp_path / 'table.sqlite'}", preexec_fn=small_disk)
    assert done.returncode == 1
    assert TRACEBACK not in done.stderr
    assert str(tmp_path / "table.sqlite") in done.stderr
    assert "room on the disk" in done.stderr


def test_postgresql_that_is_away_at_the_start_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    done = started(f"postgresql://ike:secret@127.0.0.1:{port}/bocage")
    assert done.returncode == 1
    assert TRACEBACK not in done.stderr
    assert "does not answer" in done.stderr
    assert "start it" in done.stderr
    assert "secret" not in done.stderr


# Running


def test_postgresql_that_goes_away_leaves_sentences_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    postgres.require()
    with (
        caplog.at_level(logging.INFO),
        postgres.server() as server,
        running(Config(port=0, database=server.new_database(), **UNHURRIED)) as table,
    ):
        first, other = table.new(), table.new()
        assert table.http.get("/healthz").status_code == 200
        server.stop("immediate")
        try:
            health = table.http.get("/healthz")
            assert health.status_code == 503
            assert "database" in health.json()["error"]
            assert table.http.get("/api/matches/ABCDEFGH23456789/sheet").status_code == 503
            action = {"action": first.actions("allied")[0], "at": 0}
            headers = {"Authorization": f"Bearer {first.tokens['allied']}"}
            answer = table.http.post(f"/api/matches/{first.id}/actions", json=action, headers=headers)
            assert answer.status_code == 503
        finally:
            server.start()
        assert table.http.get("/healthz").status_code == 200
        with other.page("allied") as allied:
            assert allied.play(other.actions("allied")[0])["say"] == "changed"
    assert TRACEBACK not in caplog.text
    assert "does not answer" in caplog.text


# Strangers


@pytest.mark.parametrize("greeted", [False, True])
def test_text_that_is_not_utf_8_is_answered_with_a_sentence(
    table: Table, caplog: pytest.LogCaptureFixture, greeted: bool
) -> None:
    new = table.new()
    with caplog.at_level(logging.INFO), table.connect() as line:
        if greeted:
            line.send(f'{{"do":"hello","match":"{new.id}"}}')
            line.recv(timeout=10)
        line.socket.sendall(frame(TEXT, b"\xff\xfe{"))
        if greeted:
            said = str(line.recv(timeout=10))
        else:
            words, code = until_closed(line)
            assert code == 1008
            said = " ".join(words)
        assert "UTF-8" in said
    time.sleep(0.1)
    assert TRACEBACK not in caplog.text


@pytest.mark.parametrize("pieces", [1, 5])
@pytest.mark.parametrize("path", ["/healthz", "/api/live"])
def test_a_header_that_is_too_long_is_refused_however_it_comes(table: Table, path: str, pieces: int) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: {urlsplit(table.address).netloc}\r\nX-Long: {'x' * 70_000}\r\n\r\n".encode()
    assert len(head) > LONGEST_HEAD
    size = len(head) // pieces + 1
    with called(table) as line:
        for start in range(0, len(head), size):
            line.sendall(head[start : start + size])
            time.sleep(0.02 if pieces > 1 else 0)
        answer = line.recv(1000)
    assert answer.startswith(b"HTTP/1.1 431")
    assert b"64 kB" in answer
    with called(table) as line:
        line.sendall(head.replace(b"x" * 70_000, b"x" * 60_000))
        assert not line.recv(1000).startswith(b"HTTP/1.1 431")


def test_many_headers_that_are_too_long_together_are_refused(table: Table) -> None:
    several = "".join(f"X-{number}: {'x' * 990}\r\n" for number in range(70))
    with called(table) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {urlsplit(table.address).netloc}\r\n{several}\r\n".encode())
        assert line.recv(1000).startswith(b"HTTP/1.1 431")
    assert live(table, table.new().id).recv(100)


# Bots


def test_bots_that_hang_do_not_delay_one_that_is_quick(tmp_path: Path) -> None:
    config = Config(
        port=0,
        database=f"sqlite:///{tmp_path / 'table.sqlite'}",
        bots="tests.table.some_bots",
        bot_seconds=12.0,
        **UNHURRIED,
    )
    with running(config) as table:
        warm = table.new(bot("random"), None)
        warm.wait_until(lambda info: info.get("moment", 0) >= 2)
        hanging = [table.new(bot("hanging"), None) for _ in range(3)]
        started_at = time.monotonic()
        quick = table.new(bot("random"), None)
        quick.wait_until(lambda info: info.get("moment", 0) >= 2)
        assert time.monotonic() - started_at < 5.0
        again = time.monotonic()
        table.new(bot("random"), None).wait_until(lambda info: info.get("moment", 0) >= 2)
        assert time.monotonic() - again < 2.0  # it is known by now who hangs
        failed = hanging[0].wait_until(lambda info: info["seats"][0].get("failed"))
        assert "no answer within 12 s" in failed["seats"][0]["failed"]
