"""Messages and requests that no honest page sends: they are refused, and the service goes on for everybody else."""

from __future__ import annotations

import logging
import random
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from bocage.table.config import Config
from tests.table.players import HUMAN, New, Table, bearer, bot, running, stride, until_closed

TWO = {"allied": HUMAN, "german": HUMAN}


def closed_with(line: ClientConnection) -> int:
    """The code with which the service closes a connection."""
    return until_closed(line)[1]


# Live messages


@pytest.mark.parametrize(
    "message",
    [
        "",
        "hello",
        "null",
        "[]",
        "{}",
        '{"do":"hello"}',
        '{"do":"fly","match":"x"}',
        '{"do":"hello","match":7}',
        '{"do":"hello","match":"x","admin":true}',
        '{"do":"hello","match":"' + "x" * 101 + '"}',
        '{"do":"hello","match":"x","have":1e9}',
        '{"do":"play","id":1,"action":"end","at":0}',
        "[" * 5000,
        '{"do":"hello","match":"\\ud800"}',
    ],
)
def test_a_first_message_that_is_no_hello_ends_the_connection(table: Table, message: str) -> None:
    with table.connect() as line:
        line.send(message)
        assert '"broken"' in line.recv(timeout=5)
        assert closed_with(line) == 1008


@pytest.mark.parametrize(
    "message",
    [
        '{"do":"play","id":1,"action":"end","at":-1}',
        '{"do":"play","id":1,"action":"end","at":"0"}',
        '{"do":"play","id":-1,"action":"end","at":0}',
        '{"do":"play","id":99999999999999999999,"action":"end","at":0}',
        '{"do":"play","id":1,"action":"' + "x" * 201 + '","at":0}',
        '{"do":"play","id":1,"action":"end","at":0,"side":"german"}',
        '{"do":"undo","id":1,"to":1.5,"at":0}',
        '{"do":"say","id":1,"text":"' + "x" * 1001 + '"}',
        '{"do":"note","id":1,"text":["x"]}',
        '{"do":"sit","id":1,"name":null}',
        '{"do":"why","id":1,"hex":{"a":1}}',
        '{"do":"odds","id":1,"target":"3010","attackers":[1]}',
        '{"do":"welcome","side":"german"}',
    ],
)
def test_noise_in_the_middle_is_answered_and_does_no_harm(table: Table, message: str) -> None:
    new = table.new()
    with new.page("allied") as page:
        page.line.send(message)
        assert page.next()["say"] == "broken"
        assert page.play(new.actions("allied")[0])["say"] == "changed"


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("play", {"action": "\0", "at": 0}),
        ("play", {"action": "us-beachhead \N{DIGIT ONE}\N{ARABIC-INDIC DIGIT TWO}04", "at": 0}),
        ("play", {"action": "pick US-1; end", "at": 0}),
        ("undo", {"to": 10**9, "at": 0}),
        ("ask", {"to": 5, "at": 0}),
        ("answer", {"agree": True, "at": 0}),
        ("why", {"hex": "9999"}),
        ("why", {"unit": "XX-1"}),
        ("why", {"action": "move"}),
        ("path", {"action": "\N{SNOWMAN}"}),
        ("odds", {"target": "nowhere", "attackers": ["US-1"]}),
        ("odds", {"target": "3010", "attackers": ["US-1"] * 200}),
        ("overlay", {"overlay": "zoc", "unit": "XX-9"}),
        ("say", {"text": " \n "}),
        ("say", {"text": "a\0b\ud7ff"}),
        ("note", {"text": "\0"}),
    ],
)
def test_forged_messages_are_refused_in_words(table: Table, do: str, more: dict[str, Any]) -> None:
    new = table.new()
    with new.page("allied") as page:
        answer = page.answer(page.ask(do, **more))
        assert answer["say"] in ("refused", "told", "done")
        if do in ("play", "undo", "ask", "answer"):
            assert answer["say"] == "refused"
        if answer["say"] == "refused":
            assert answer["why"]["text"].endswith((".", "?"))
            assert "Traceback" not in answer["why"]["text"]
        assert "moment" not in new.get()
        assert page.play(new.actions("allied")[0])["say"] == "changed"


def test_too_much_noise_ends_the_connection(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        for _ in range(10):
            page.line.send("noise")
        assert closed_with(page.line) == 1008
    with new.page("allied") as page:
        assert page.moment == 0


def test_bytes_instead_of_text_are_not_understood(table: Table) -> None:
    new = table.new()
    with new.page() as page:
        page.line.send(b'{"do":"ping"}')
        assert page.next()["say"] == "broken"


def test_a_message_that_is_too_long_ends_the_connection_in_one_piece_or_in_many(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        page.line.send('{"do":"say","id":1,"text":"' + "x" * 70_000 + '"}')
        assert closed_with(page.line) == 1009
    with new.page("allied") as page:
        with suppress(ConnectionClosed):  # it may be closed before all pieces are sent
            page.line.send("x" * 30_000 for _ in range(4))
        assert closed_with(page.line) in (1009, 1006)
    with new.page("allied") as page:
        assert page.play(new.actions("allied")[0])["say"] == "changed"


def test_a_second_hello_changes_nothing(table: Table) -> None:
    new, other = table.new(), table.new()
    with new.page("allied") as page:
        page.send(do="hello", match=other.id, token=other.tokens["german"])
        assert page.next()["say"] == "broken"
        assert page.play(new.actions("allied")[0])["say"] == "changed"
    assert "moment" not in other.get()


# Requests


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service with narrow limits."""
    file = tmp_path_factory.mktemp("strict") / "table.sqlite"
    config = Config(
        port=0,
        database=f"sqlite:///{file}",
        messages_per_second=5,
        messages_at_once=20,
        requests_per_second=0.5,
        requests_at_once=120,
        pages_per_address=3,
        hello_seconds=0.3,
        origins=("https://table.example",),
    )
    with running(config) as table:
        yield table


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", b'{"game":"roundup"}', b"[" * 60_000, b'{"game":{},"seats":1}'],
)
def test_malformed_bodies_are_refused(table: Table, body: bytes) -> None:
    for path in ("/api/matches", "/api/matches/import", "/api/matches/infos"):
        answer = table.http.post(path, content=body)
        assert answer.status_code == 400
        assert answer.json()["error"].endswith(".")


def test_oversized_bodies_are_refused_announced_or_not(table: Table) -> None:
    def pieces(count: int) -> Iterator[bytes]:
        for _ in range(count):
            yield b" " * 10_000

    for body in (b" " * 70_000, pieces(7)):
        assert table.http.post("/api/matches", content=body).status_code == 413
    text = "x" * (4 * 1024 * 1024)
    assert table.http.post("/api/matches/import", json={"text": text, "seats": TWO}).status_code == 413
    for announced in (b"70000", b"9" * 15, b"9" * 30, b"-1", b"x"):
        assert raw(table, announced) in (b"400", b"413")


def raw(table: Table, length: bytes) -> bytes:
    """The status of a request that announces a body of some length and sends none."""
    place = urlsplit(table.address)
    with socket.create_connection((place.hostname, place.port), timeout=5) as line:
        head = [b"POST /api/matches HTTP/1.1", b"Host: 127.0.0.1", b"Content-Length: " + length, b"", b""]
        line.sendall(b"\r\n".join(head))
        return line.recv(1000).split(b" ")[1]


def test_a_request_of_a_foreign_page_is_refused(table: Table) -> None:
    body = {"game": "roundup", "seats": TWO}
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "file://", "http://127.0.0.1.evil.example"):
        answer = table.http.post("/api/matches", json=body, headers={"Origin": origin})
        assert (origin, answer.status_code) == (origin, 403)
        with pytest.raises(InvalidStatus) as refused:
            table.connect(origin=origin)
        assert refused.value.response.status_code == 403
    own = table.address.rstrip("/")
    assert table.http.post("/api/matches", json=body, headers={"Origin": own}).status_code == 201
    with table.connect(origin=own):
        pass


def test_a_foreign_name_that_leads_here_is_refused(table: Table) -> None:
    for host in ("evil.example", "evil.example:8471", ""):
        answer = table.http.get("/api/games", headers={"Host": host})
        assert answer.status_code in (400, 421)


def test_an_address_of_the_list_is_accepted(strict: Table) -> None:
    own = {"Origin": "https://table.example", "Host": "table.example"}
    assert strict.http.post("/api/matches", json={"game": "roundup", "seats": TWO}, headers=own).status_code == 201
    other = {"Origin": "https://other.example", "Host": "table.example"}
    assert strict.http.post("/api/matches", json={"game": "roundup", "seats": TWO}, headers=other).status_code == 403


def test_who_says_no_hello_is_sent_away(strict: Table) -> None:
    with strict.connect() as line:
        assert '"broken"' in line.recv(timeout=5)
        assert closed_with(line) == 1008


def test_a_page_that_talks_too_fast_is_told_so_and_sent_away(strict: Table) -> None:
    new = strict.new()
    with new.page("allied") as page:
        for _ in range(40):
            page.send(do="ping", id=1)
        said, code = until_closed(page.line)
        assert code == 4429
        assert "Too many messages" in said[-1]
    with new.page("allied") as page:
        assert page.answer(page.ask("ping"))["say"] == "pong"


def test_one_address_opens_only_so_many_pages(strict: Table) -> None:
    new = strict.new()
    with new.page("allied"), new.page(), new.page(), pytest.raises(InvalidStatus):
        strict.connect()
    with new.page():
        pass


def test_one_who_asks_too_often_is_told_when_to_come_back(strict: Table) -> None:
    answers = [strict.http.get("/api/games") for _ in range(140)]
    late = [answer for answer in answers if answer.status_code == 429]
    assert late
    assert int(late[-1].headers["retry-after"]) >= 1
    assert "wait" in late[-1].json()["error"]
    assert strict.http.get("/healthz").status_code == 200


# What is said and written


def test_every_answer_carries_the_headers_for_browsers(table: Table) -> None:
    new = table.new()
    for answer in (
        table.http.get("/"),
        table.http.get("/api/games"),
        table.http.get("/api/nothing"),
        table.http.get("/nothing.js"),
        table.http.post("/api/matches", content=b"x"),
        table.http.post("/api/matches", json={}, headers={"Origin": "http://evil.example"}),
        table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer("wrong")),
        table.http.delete("/api/matches"),
        table.http.get("/api/games/roundup/map.svg"),
    ):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers
    policy = table.http.get("/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert table.http.get(f"/api/matches/{new.id}/sheet").headers["cache-control"] == "no-store"


def test_no_link_and_no_key_is_ever_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with (
        caplog.at_level(logging.DEBUG),
        running(Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", bot_seconds=5)) as table,
    ):
        new = table.new()
        secrets = list(new.tokens.values())
        with new.page("allied") as page:
            stride(new, page, "allied", 3, random.Random(1))
            page.line.send("noise " + secrets[0])
            page.play("dance " + secrets[0])
            page.answer(page.ask("note", text="\0" + secrets[1]))
        wrong = secrets[0][:-1] + ("A" if secrets[0][-1] != "A" else "B")
        secrets.append(wrong)
        with table.connect() as line:
            line.send(f'{{"do":"hello","match":"{new.id}","token":"{wrong}"}}')
            closed_with(line)
        table.http.get(f"/api/matches/{new.id}/sheet?token={secrets[0]}", headers=bearer(secrets[1]))
        table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer(wrong))
        table.http.post(f"/api/matches/{new.id}/actions", json={"action": secrets[0], "at": 0}, headers=bearer(wrong))
        table.http.post("/api/matches", content=secrets[0])
        watched = table.new(None, bot())
        secrets += watched.tokens.values()
        with new.page("german") as page:
            page.do("concede")
        secrets.append(new.get("/proof")["key"])
        with connect(f"{table.address.replace('http', 'ws')}api/live?seat={secrets[0]}"):
            pass
    ours = "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith(NOT_OURS))
    assert f"match {new.id}" in ours
    assert "GET /api/matches/" in ours
    assert all(secret not in ours for secret in secrets)


NOT_OURS = ("httpx", "httpcore", "websockets.client")  # the side of the players


def test_the_service_is_unharmed_by_all_that(table: Table) -> None:
    new: New = table.new(None, bot())
    with new.page("allied") as page:
        stride(new, page, "allied", 5, random.Random(1))
        assert page.moment == 5
    assert table.get("/healthz")["status"] == "ok"
