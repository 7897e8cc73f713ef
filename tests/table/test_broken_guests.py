"""Strangers who give the service work: it is done for them as far as it does not delay the others."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

import bocage
from bocage.engine.events import Told
from bocage.table import showing
from bocage.table.bots import processes
from bocage.table.config import Config
from bocage.table.matches.films import ballast
from tests.table.players import HUMAN, UNHURRIED, Table, bot, running

SEATS = {"allied": HUMAN, "german": HUMAN}


def test_only_so_many_matches_between_bots_go_on_at_a_time(tmp_path: Path) -> None:
    config = Config(
        port=0,
        database=f"sqlite:///{tmp_path / 'table.sqlite'}",
        bots="tests.table.some_bots",
        bot_matches=2,
        **UNHURRIED,
    )
    with running(config) as table:
        alone = {"game": "roundup", "seats": {"allied": bot("slow"), "german": bot("slow")}}
        answers = [table.http.post("/api/matches", json=alone) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 503]
        assert "between bots" in answers[2].json()["error"]
        text = bocage.new_match("roundup", seed="x").text()
        brought = table.http.post("/api/matches/import", json={"text": text, "seats": alone["seats"]})
        assert brought.status_code == 503
        table.new(HUMAN, bot("slow"))


def test_records_that_take_long_to_read_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = processes._Worker.ask

    def slow(self: Any, ask: Any, seconds: float) -> Any:
        time.sleep(0.3)
        return real(self, ask, seconds)

    monkeypatch.setattr(processes._Worker, "ask", slow)
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **UNHURRIED)
    text = bocage.new_match("roundup", seed="x").text()
    with running(config) as table:
        codes: list[int] = []

        def bring_in() -> None:
            path = f"{table.address}api/matches/import"
            codes.append(httpx.post(path, json={"text": text, "seats": SEATS}, timeout=30).status_code)

        threads = [threading.Thread(target=bring_in) for _ in range(14)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(set(codes)) == [201, 503]
        assert codes.count(503) >= 4
        assert table.http.post("/api/matches/import", json={"text": text, "seats": SEATS}).status_code == 201


def test_whoever_comes_in_does_not_wait_for_other_peoples_films(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def endless(*details: Any) -> Any:
        over.wait(60)
        raise bocage.BadInput("the film broke")

    watched, other = [table.new() for _ in range(8)], table.new()
    monkeypatch.setattr(showing, "film", endless)

    def watch(match: str) -> None:
        httpx.get(f"{table.address}api/matches/{match}/film?first=0&last=0", timeout=30)

    threads = [threading.Thread(target=watch, args=(new.id,)) for new in watched]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    try:
        with other.page("allied") as page:
            assert page.play(other.actions("allied")[0])["say"] == "changed"
        assert not over.is_set()
    finally:
        over.set()
    for thread in threads:
        thread.join(30)


def test_a_long_film_counts_for_more_than_a_short_one(tmp_path: Path) -> None:
    config = Config(
        port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", requests_at_once=200, requests_per_second=0.1
    )
    with running(config) as table:
        new = table.new()
        long = [table.http.get(f"/api/matches/{new.id}/film?first=0&last=600").status_code for _ in range(4)]
        assert long == [400, 400, 429, 429]  # so long it is not, but the price is asked first


def test_a_log_that_is_mere_history_counts_as_memory() -> None:
    match = bocage.new_match("roundup", seed="x")
    assert ballast(match) == 0
    match.history = [Told(1, "1.0", "x" * 1_000_000)] * 2
    assert ballast(match) > 1_900
