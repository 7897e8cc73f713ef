"""Behind a web server everybody has limits of his own, and nobody escapes them by saying that he is somebody else."""

from __future__ import annotations

import logging
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bocage.table.config import Config
from bocage.table.service.security import Proxies
from tests.table.players import Table, running

HERE = ("127.0.0.1", "::1")


def narrow(folder: Path, **more: Any) -> Config:
    """A service that lets an address ask ten times."""
    database = f"sqlite:///{folder / 'table.sqlite'}"
    limits: dict[str, Any] = {"requests_per_second": 0.01, "requests_at_once": 10, "pages_per_address": 2}
    return Config(port=0, database=database, **limits, **more)


def asked(table: Table, said: str, times: int) -> list[int]:
    """The answers to somebody who comes with this header; `{}` is another number each time."""
    numbers = count(1)
    heads = [{"X-Forwarded-For": said.format(next(numbers))} for _ in range(times)]
    return [table.http.get("/api/games", headers=head).status_code for head in heads]


def test_who_is_no_proxy_cannot_say_for_whom_he_speaks(tmp_path: Path) -> None:
    with running(narrow(tmp_path)) as table:
        assert asked(table, "192.0.2.{}", 12).count(429) >= 2
        assert table.http.get("/api/games").status_code == 429


def test_behind_a_proxy_everybody_has_a_limit_of_his_own(tmp_path: Path) -> None:
    with running(narrow(tmp_path, proxies=HERE)) as table:
        assert asked(table, "192.0.2.7", 12) == [200] * 10 + [429] * 2
        assert asked(table, "192.0.2.8", 10) == [200] * 10
        assert table.http.get("/api/games").status_code == 200, "the proxy itself is somebody else again"


@pytest.mark.parametrize("forged", ["203.0.113.{}, 192.0.2.7", "127.0.0.1, 10.0.0.{},192.0.2.7", "x{}, 192.0.2.7:5{}"])
def test_what_a_caller_put_before_his_address_does_not_count(tmp_path: Path, forged: str) -> None:
    with running(narrow(tmp_path, proxies=HERE)) as table:
        numbers = count(1)
        heads = [{"X-Forwarded-For": forged.format(*[next(numbers)] * 2)} for _ in range(12)]
        answers = [table.http.get("/api/games", headers=head).status_code for head in heads]
        assert answers == [200] * 10 + [429] * 2


def test_what_is_no_address_counts_as_the_proxy_that_said_it(tmp_path: Path) -> None:
    with running(narrow(tmp_path, proxies=HERE)) as table:
        assert asked(table, "guest{}", 12) == [200] * 10 + [429] * 2


def test_live_pages_behind_a_proxy_are_counted_by_their_own_address(tmp_path: Path) -> None:
    def head(said: str) -> dict[str, Any]:
        return {"additional_headers": {"X-Forwarded-For": said}}

    with running(narrow(tmp_path, proxies=HERE)) as table, ExitStack() as lines:
        for said in ("203.0.113.1, 192.0.2.7", "203.0.113.2, 192.0.2.7"):
            lines.enter_context(table.connect(**head(said)))
        with pytest.raises(InvalidStatus):
            table.connect(**head("203.0.113.3, 192.0.2.7"))
        lines.enter_context(table.connect(**head("192.0.2.8")))


def test_a_proxy_that_is_not_in_the_settings_is_named_once_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), running(narrow(tmp_path)) as table:
        asked(table, "192.0.2.{}", 5)
    (line,) = [record.getMessage() for record in caplog.records if "BOCAGE_PROXIES" in record.getMessage()]
    assert "127.0.0.1" in line
    assert "192.0.2" not in line, "what a stranger says is not repeated"


@pytest.mark.parametrize(
    ("peer", "said", "caller"),
    [
        ("192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("::ffff:10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1, 10.0.0.9"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.5", "198.51.100.1", "10.0.0.9"], "198.51.100.1"),
        ("10.0.0.1", ["203.0.113.5, nonsense, 10.0.0.9"], "10.0.0.9"),
        ("10.0.0.1", ["10.0.0.7, 10.0.0.9"], "10.0.0.7"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("10.0.0.1", ["[2001:db8::1"], "10.0.0.1"),
        ("fd00::1", ["2001:db8::1"], "2001:db8::1"),
        ("somewhere", ["198.51.100.1"], "somewhere"),
    ],
)
def test_the_last_address_that_no_proxy_has_is_the_caller(peer: str, said: list[str], caller: str) -> None:
    assert Proxies(("10.0.0.0/8", "fd00::1")).caller(peer, said) == caller
