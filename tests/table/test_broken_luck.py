"""Bad luck: a disk that is full, a database that somebody locks or that goes away, rows that are damaged."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text, update
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import bocage
from bocage.shelf import make_game
from bocage.store import Store, StoreTrouble, Writer, load, token_hash
from bocage.store import database as databases
from bocage.store.tables import matches
from bocage.table.bots import opponents
from bocage.table.config import Config
from tests.table.players import HUMAN, UNHURRIED, New, Table, bearer, bot, let_everybody_in, running, same_sheet, stride
from tests.table.served import process

SEATS = {"allied": HUMAN, "german": HUMAN}


def config(database: str, **more: Any) -> Config:
    return Config(port=0, database=database, **{**UNHURRIED, **more})


# The disk


def test_a_full_disk_refuses_everything_in_words_and_goes_on_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.sqlite"
    full = threading.Event()
    real = Store.connect

    def connect(self: Store) -> Any:
        connection = real(self)
        begin = connection.begin

        def limited(*details: Any) -> Any:
            (pages,) = connection.connection.execute("PRAGMA page_count").fetchone()
            most = pages if full.is_set() else 10**6
            connection.connection.execute(f"PRAGMA max_page_count = {most}")
            return begin(*details)

        connection.begin = limited  # type: ignore[method-assign]
        return connection

    monkeypatch.setattr(Store, "connect", connect)
    with running(config(f"sqlite:///{file}")) as table:
        new = table.new()
        first = new.actions("allied")[0]
        with new.page("allied") as allied, new.page("german") as german:
            full.set()
            moment, refused = 0, 0
            while not refused:  # there may be some room in the pages that are there
                answer = allied.do("undo", to=moment - 1) if moment % 2 else allied.play(first)
                if answer["say"] == "changed":
                    moment += 1
                else:
                    refused += 1
                    assert "does not count" in answer["why"]["text"]
                    assert allied.hear("fresh")["sheet"]["moment"] == moment
            while german.moment < moment:
                german.next()
            assert german.quiet(0.2) == []
            assert new.get("/sheet")["moment"] == moment
            big = {"text": bocage.new_match("roundup", seed="x", words=["x" * 150] * 8).text(), "seats": SEATS}
            answers = [table.http.post("/api/matches/import", json=big).status_code for _ in range(12)]
            assert 503 in answers
            full.clear()
            answer = allied.do("undo", to=moment - 1) if moment % 2 else allied.play(first)
            assert answer["say"] == "changed"
            assert table.http.post("/api/matches/import", json=big).status_code == 201
        with Store.open(f"sqlite:///{file}") as store:
            assert store.info(new.id).summary.moment == moment + 1


# Somebody else


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Somebody has begun to write and gone to lunch."""
    if database.startswith("sqlite"):
        other = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
        other.close()
        return
    with Store.open(database) as store, store.connect() as connection, connection.begin():
        connection.execute(text("LOCK TABLE matches IN SHARE MODE"))
        yield


def test_a_database_that_somebody_locks_delays_and_refuses_but_does_not_hang(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.3)
    with running(config(database)) as table:
        everybody = [table.new() for _ in range(6)]
        with everybody[0].page("allied") as page:
            first = everybody[0].actions("allied")[0]
            with locked(database):
                started = time.monotonic()
                said = post_all(everybody, first)
                assert {answer.status_code for answer in said} == {503}
                assert time.monotonic() - started < 8
                assert page.play(first)["say"] == "refused"
                assert everybody[1].get("/sheet")["moment"] == 0  # looking goes on
            page.quiet(0.2)
            assert page.play(first)["say"] == "changed"
        said = post_all(everybody[1:], first)
        assert {answer.status_code for answer in said} == {200}


def post_all(everybody: list[New], action: str) -> list[Any]:
    """All act at once."""
    found: list[Any] = []

    def act(new: New) -> None:
        head = bearer(new.tokens["allied"])
        path = f"{new.table.address}api/matches/{new.id}/actions"
        found.append(httpx.post(path, json={"action": action, "at": 0}, headers=head, timeout=30))

    threads = [threading.Thread(target=act, args=(new,)) for new in everybody]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)
    assert len(found) == len(everybody)
    return found


def test_a_bot_goes_on_when_the_database_is_back_though_nobody_touches_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opponents, "_PAUSES", (0.1, 0.2))
    away = threading.Event()
    stored, append = Store.stored, Writer.append

    def reading(self: Store, match_id: str) -> Any:
        if away.is_set():
            raise StoreTrouble("the database is away")
        return stored(self, match_id)

    async def writing(self: Writer, *details: Any) -> int:
        if away.is_set():
            raise StoreTrouble("the database is away")
        return await append(self, *details)

    monkeypatch.setattr(Store, "stored", reading)
    monkeypatch.setattr(Writer, "append", writing)
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(config(database, bots="tests.table.some_bots")) as table:
        new = table.new(bot("slow"), HUMAN)
        with new.page("german") as german:
            german.hear("changed")
            away.set()
            time.sleep(1.5)
            seen = german.moment
            away.clear()
            german.hear("changed", patience=5)
            assert german.moment > seen
        assert not any(seat.get("failed") for seat in new.get()["seats"])


# Damage


def spoil(database: str, match: str, **values: Any) -> None:
    """Somebody has been at the database."""
    with Store.open(database) as store, store.connect() as connection, connection.begin():
        connection.execute(update(matches).where(matches.c.id == match).values(**values))


@pytest.mark.parametrize(
    "damage",
    [{"options": "{"}, {"to_move": "7"}, {"outcome": "[1"}, {"game": "chess", "outcome": '{"winner":"x","level":"y"}'}],
)
def test_one_damaged_match_hides_no_other(database: str, damage: dict[str, str]) -> None:
    with running(config(database)) as table:
        good, bad = table.new(), table.new()
        waiting_for_bot = table.new(HUMAN, HUMAN)
    spoil(database, bad.id, **damage)
    with running(config(database)) as table:
        ids = [bad.id, good.id, waiting_for_bot.id]
        answer = table.http.post("/api/matches/infos", json={"ids": ids})
        assert answer.status_code == 200
        told = [info["id"] for info in answer.json()["matches"]]
        assert [good.id, waiting_for_bot.id] == [match for match in told if match != bad.id]
        assert table.http.get(f"/api/matches/{bad.id}/sheet").status_code in (400, 404, 500)
        good.table = table
        with good.page("allied") as page:
            assert page.play(good.actions("allied")[0])["say"] == "changed"
    with Store.open(database) as store:
        assert good.id in [info.id for info in store.matches()]


def test_one_damaged_match_does_not_keep_the_bots_of_the_others_from_going_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    settings: dict[str, Any] = {"bots": "tests.table.some_bots"}
    with running(config(database, **settings)) as table:
        bad, good = (table.new(bot("slow"), HUMAN) for _ in range(2))
        good.wait_until(lambda info: info.get("moment", 0) >= 1)
    with Store.open(database) as store:
        before = store.info(good.id).summary.moment
    spoil(database, bad.id, options="{")
    with running(config(database, **settings)) as table:
        good.table = table
        good.wait_until(lambda info: info.get("moment", 0) > before)


def test_what_is_wrong_with_a_damaged_match_is_told_to_nobody_but_the_owner(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(config(database)) as table:
        new = table.new(options={"13.3": "chosen", "R27": True})
        with new.page("german") as german:
            assert german.play("strategy 3")["say"] == "changed"
    with sqlite3.connect(tmp_path / "table.sqlite") as connection:
        connection.execute("DROP TRIGGER entries_refuse_update")
        connection.execute("UPDATE entries SET line = replace(line, ' 3', ' 33') WHERE number = 1")
    connection.close()
    with running(config(database)) as table:
        for path in ("sheet", "log", "view", "text", "proof", "film?first=0&last=1"):
            answer = table.http.get(f"/api/matches/{new.id}/{path}", headers=bearer(new.tokens["allied"]))
            if path == "proof":
                answer = table.http.get(f"/api/matches/{new.id}/{path}")
            assert (path, answer.status_code) == (path, 500)
            assert "33" not in answer.text
            assert "log" in answer.json()["error"]
        with table.connect() as line:
            line.send(f'{{"do":"hello","match":"{new.id}"}}')
            told = str(line.recv(timeout=5))
            assert '"broken"' in told
            assert "33" not in told
        assert table.get("/healthz")["status"] == "ok"
    assert "33" in caplog.text


def test_a_match_of_an_earlier_version_does_not_tell_what_was_done_in_secret(table: Table) -> None:
    match = bocage.new_match("roundup", options={"13.3": "chosen", "R27": True}, seed="x")
    match.play("strategy 3")
    old = (
        match.text()
        .replace(f"\nrules {match.game.rules_version}\n", "\nrules 0\n")
        .replace("german strategy 3", "german strategy 9")
    )
    old = old.replace(f"data {match.game.data_digest}", "data 0000")
    new = table.bring_in(old)
    for side in ("allied", None):
        told = str(new.get("/sheet", side)) + str(new.get("/log", side)) + str(new.get())
        assert "earlier version" in told
        assert "strategy '9'" not in told
        with new.page(side) as page:
            assert "strategy '9'" not in str(page.welcome)


# Power cuts


def test_killed_while_matches_are_made_begun_and_brought_in_it_keeps_what_it_answered(database: str) -> None:
    answered: list[tuple[New, str]] = []
    record = bocage.new_match("roundup", seed="cut").text()
    with process(database=database, **UNHURRIED) as (killed, address):
        threads = [threading.Thread(target=make_matches, args=(address, record, answered, n)) for n in range(3)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + 15
        while len(answered) < 12 and time.monotonic() < end:
            time.sleep(0.01)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        for thread in threads:
            thread.join(20)
    assert len(answered) >= 12
    with Store.open(database) as store:
        for new, status in {new.id: (new, status) for new, status in answered}.values():
            info = store.info(new.id)
            assert info.status == status or (status, info.status) == ("waiting", "running")
            if info.status == "running":
                assert load(store, new.id, make_game).match.moment == 0
            for side, token in new.tokens.items():
                found = store.seat_of(new.id, token_hash(token))
                assert found is not None
                assert found.side == side


def make_matches(address: str, record: str, answered: list[tuple[New, str]], seed: int) -> None:
    table, dice = Table(address), random.Random(seed)
    try:
        while True:
            kind = dice.choice(["new", "record", "waiting", "link"])
            new = table.bring_in(record) if kind == "record" else table.new(wait=kind == "waiting")
            answered.append((new, "waiting" if kind == "waiting" else "running"))
            if kind == "waiting":
                with new.page("allied") as allied:
                    assert allied.answer(allied.ask("sit", words="x"))["say"] == "done"
                    assert allied.answer(allied.ask("begin"))["say"] == "done"
                answered.append((new, "running"))
            elif kind == "link":
                answered.remove((new, "running"))  # while it is being changed either link may be the right one
                path = f"/api/matches/{new.id}/seats/german"
                link = table.http.post(path, json={"kind": "human"}, headers=bearer(new.tokens["german"]))
                new.tokens["german"] = link.json()["token"]
                answered.append((new, "running"))
    except (ConnectionClosed, InvalidHandshake, OSError, httpx.TransportError):
        table.http.close()


def test_a_second_service_on_the_database_sees_what_the_first_one_began(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_everybody_in(monkeypatch)
    with running(config(database)) as one, running(config(database)) as two:
        new = one.new(wait=True)
        with two.page(new.id, new.tokens["german"]) as there, new.page("allied") as here:
            assert there.welcome["match"]["status"] == "waiting"
            assert here.answer(here.ask("begin"))["say"] == "done"
            assert there.answer(there.ask("begin"))["say"] == "refused"
            assert there.answer(there.ask("begin"))["say"] == "refused"
            stride(new, here, "allied", 2, random.Random(1))
        with two.page(new.id, new.tokens["german"]) as there:
            assert same_sheet(there.sheet, new.get("/sheet", "german"))
