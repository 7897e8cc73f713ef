"""The service keeps within its memory, whatever strangers set up or bring in."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

import bocage
from bocage.table.bots.thinker import Ask, Thinker
from bocage.table.config import Config, configured
from bocage.table.matches import weight
from tests.table.players import HUMAN, UNHURRIED, running
from tests.table.served import process

SEATS = {"allied": HUMAN, "german": HUMAN}


def megabytes(number: int) -> float:
    """What a process holds of the memory."""
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(number)], capture_output=True, text=True, check=True)
    return int(shown.stdout) / 1024


def fidgeting(entries: int) -> str:
    """The record of somebody who sets his pieces up and never comes to an end with it."""
    match = bocage.new_match("rhine", seed="fidgeting")
    dice = random.Random(1)
    while match.moment < entries:
        actions = match.prompt.actions
        kept = [action for action in actions if action.verb not in ("end", "suggested")]
        match.play(dice.choice(kept or actions))
    return match.text()


def test_many_new_matches_do_not_fill_the_memory(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with (
        process(database=database, memory=20, **UNHURRIED) as (service, address),
        httpx.Client(base_url=address, timeout=60) as http,
    ):

        def create(many: int) -> None:
            for _ in range(many):
                http.post("/api/matches", json={"game": "rhine", "seats": SEATS}).raise_for_status()

        create(150)
        before = megabytes(service.pid)
        create(600)
        assert megabytes(service.pid) - before < 20
        assert http.get("/healthz").json()["matches"] <= 20 * 1024 / weight.of_a_game("rhine")


def test_records_that_are_brought_in_give_their_memory_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    text = fidgeting(2_500)
    with (
        process(database=database, memory=20, **UNHURRIED) as (service, address),
        httpx.Client(base_url=address, timeout=60) as http,
    ):

        def bring_in(many: int) -> None:
            for _ in range(many):
                answer = http.post("/api/matches/import", json={"text": text, "seats": SEATS})
                assert answer.status_code == 201, answer.text

        bring_in(4)
        before = megabytes(service.pid)
        bring_in(8)
        assert megabytes(service.pid) - before < 20


def test_a_match_weighs_what_it_takes(tmp_path: Path) -> None:
    for slug in bocage.slugs():
        assert 10 < weight.of_a_game(slug) < 1_000
    short, long = (weight.of_a_match(bocage.load(fidgeting(entries))) for entries in (50, 550))
    assert 0.5 < (long - short) / 500 < 3.0  # kilobytes for each entry


def test_a_record_with_too_many_entries_is_refused_before_it_is_read(tmp_path: Path) -> None:
    text = fidgeting(120)
    limits = {**UNHURRIED, "import_entries": 100}
    with running(Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **limits)) as table:
        answer = table.http.post("/api/matches/import", json={"text": text, "seats": SEATS})
        assert answer.status_code == 400
        assert "120 entries" in answer.json()["error"]
        assert "at most 100" in answer.json()["error"]
        assert table.http.post("/api/matches/import", json={"text": fidgeting(90), "seats": SEATS}).status_code == 201


def test_a_record_that_is_too_long_is_refused(tmp_path: Path) -> None:
    limits = {**UNHURRIED, "import_kilobytes": 20}
    with running(Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **limits)) as table:
        answer = table.http.post("/api/matches/import", json={"text": fidgeting(500), "seats": SEATS})
        assert answer.status_code == 413
        assert "20 kB" in answer.json()["error"]


def test_records_have_a_price_that_grows_with_them(tmp_path: Path) -> None:
    limits: dict[str, Any] = {**UNHURRIED, "imports_at_once": 6, "imports_per_minute": 1.0}
    short, long = fidgeting(10), fidgeting(1_500)

    def codes(text: str, many: int) -> list[int]:
        with running(Config(port=0, database=f"sqlite:///{tmp_path / str(len(text))}.sqlite", **limits)) as table:
            answers = [table.http.post("/api/matches/import", json={"text": text, "seats": SEATS}) for _ in range(many)]
            refused = [answer for answer in answers if answer.status_code == 429]
            assert all("records" in answer.json()["error"] for answer in refused)
            assert all(int(answer.headers["retry-after"]) > 1 for answer in refused)
            assert table.http.post("/api/matches", json={"game": "rhine", "seats": SEATS}).status_code == 201
            return [answer.status_code for answer in answers]

    assert codes(short, 7) == [201] * 5 + [429] * 2
    assert codes(long, 3) == [201] * 2 + [429]


def test_the_limits_of_records_can_be_set() -> None:
    given = configured({}, {"BOCAGE_IMPORT_ENTRIES": "7", "BOCAGE_IMPORTS_PER_MINUTE": "3"})
    assert given.import_entries == 7
    with pytest.raises(bocage.BadInput, match="imports_per_minute"):
        configured({"imports_per_minute": 0}, {})


def test_bots_forget_long_matches_sooner_than_short_ones() -> None:
    thinker = Thinker("bocage.bots", entries=3_000)

    def knows(text: str, many: int) -> int:
        for number in range(many):
            moment = bocage.load(text).moment
            ask = Ask(f"{len(text)} {number}", "german", "random", "seed", moment, moment, text, [])
            assert not thinker.answer(ask).trouble
        return len(thinker._replicas)

    few = knows(fidgeting(1_000), 6)
    assert 1 <= few < 5
    assert knows(bocage.new_match("rhine", seed="x").text(), 0) == few
