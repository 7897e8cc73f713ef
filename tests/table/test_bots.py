"""Bots at the table: they answer by themselves, and one that fails harms nobody."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.table.config import Config
from tests.table import some_bots
from tests.table.players import UNHURRIED, Table, bearer, bot, running, stride


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("moody") / "mended"


@pytest.fixture(scope="module")
def bots_table(tmp_path_factory: pytest.TempPathFactory, mended: Path) -> Iterator[Table]:
    """A service with bots that fail, and little patience."""
    file = tmp_path_factory.mktemp("bots") / "table.sqlite"
    config = Config(
        port=0,
        database=f"sqlite:///{file}",
        bots=some_bots.__name__,
        bot_seconds=3.0,
        bot_workers=2,
        **UNHURRIED,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(some_bots.MENDED, str(mended))
        with running(config) as table:
            yield table


def test_a_bot_plays_its_side_as_soon_as_it_is_asked(both: Table) -> None:
    new = both.new(bot("random"), None)
    with new.page("german") as german:
        while german.sheet["deciding"] == ["allied"]:
            german.next()
        assert german.moment > 4
        german.hear("thinking")
        thinking = [message["on"] for message in german.heard if message["say"] == "thinking"]
        assert thinking == [True, False]
        mine = german.moment
        stride(new, german, "german", 1, random.Random(1))
        assert german.moment == mine + 1
    assert new.get()["seats"][0]["bot"] == "random"
    assert "allied" not in new.tokens


def test_bots_play_each_other_to_the_end_while_others_play_on(bots_table: Table) -> None:
    arena = bots_table.new(bot("random"), bot("random"))
    assert arena.tokens == {}
    other = bots_table.new()
    slowest = 0.0
    with other.page("allied") as allied:
        while actions := other.actions("allied"):
            action = actions[-1]
            start = time.perf_counter()
            allied.play(action)
            slowest = max(slowest, time.perf_counter() - start)
    assert slowest < 1.0
    with arena.page() as spectator:
        while (spectator.sheet.get("outcome") or None) is None:
            spectator.next()
    assert arena.get()["status"] == "over"


def test_a_bot_says_yes_to_a_rollback(bots_table: Table) -> None:
    new = bots_table.new(None, bot("random"))
    with new.page("allied") as allied:
        stride(new, allied, "allied", 3, random.Random(1))
        assert allied.do("ask", to=1)["say"] == "changed"
        granted = allied.hear("changed")
        assert granted["delta"]["lines"][0]["side"] == "german"
        assert allied.moment == 5
        assert allied.sheet.get("request") is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raising", "broke down (ValueError)"),
        ("hanging", "no answer within 3 s"),
        ("cheating", "rules do not allow"),
        ("dying", "process ended again and again"),
    ],
)
def test_a_bot_that_fails_is_reported_and_its_seat_taken_over(bots_table: Table, name: str, words: str) -> None:
    new = bots_table.new(bot(name), None)
    with new.page("german") as german:
        seat = german.welcome["match"]["seats"][0]
        while not seat.get("failed"):
            seat = german.hear("table")["match"]["seats"][0]
        assert words in seat["failed"]
        assert name in seat["failed"]
        assert "Calais" not in str(german.heard)
        while german.quiet(0.1):
            pass
        assert sum(message["say"] == "thinking" and not message.get("on") for message in german.heard) <= 1
        path = f"/api/matches/{new.id}/seats/allied"
        assert bots_table.http.post(path, json={"kind": "human"}).status_code == 403
        taken = bots_table.http.post(path, json={"kind": "human", "name": "Ike"}, headers=bearer(new.tokens["german"]))
        assert taken.status_code == 200
        assert taken.json()["side"] == "allied"
        new.tokens["allied"] = taken.json()["token"]
        assert german.hear("table")["match"]["seats"][0]["name"] == "Ike"
    with new.page("allied") as allied:
        assert allied.play(new.actions("allied")[0])["say"] == "changed"


def test_a_bot_can_be_tried_again(bots_table: Table, mended: Path) -> None:
    new = bots_table.new(bot("moody"), None)
    failed = new.wait_until(lambda info: info["seats"][0].get("failed"))
    assert "RuntimeError" in failed["seats"][0]["failed"]
    path = f"/api/matches/{new.id}/seats/allied"
    mended.touch()
    again = bots_table.http.post(path, json={"kind": "bot", "bot": "moody"}, headers=bearer(new.tokens["german"]))
    assert again.status_code == 200
    assert again.json()["tokens"] == {}
    info = new.wait_until(lambda info: info.get("moment", 0) > 3)
    assert not info["seats"][0].get("failed")


def test_whoever_watches_two_bots_can_set_one_that_failed_anew_but_nothing_else(bots_table: Table) -> None:
    new = bots_table.new(bot("raising"), bot("random"))
    path = f"/api/matches/{new.id}/seats/"
    new.wait_until(lambda info: info["seats"][0].get("failed"))
    assert bots_table.http.post(path + "german", json={"kind": "bot", "bot": "planner"}).status_code == 403
    assert bots_table.http.post(path + "allied", json={"kind": "human"}).status_code == 403
    assert bots_table.http.post(path + "allied", json={"kind": "bot", "bot": "random"}).status_code == 200
    new.wait_until(lambda info: info.get("moment", 0) > 3)


def test_an_answer_that_comes_too_late_is_not_played(bots_table: Table) -> None:
    new = bots_table.new(bot("slow"), None)
    time.sleep(0.2)
    path = f"/api/matches/{new.id}/seats/allied"
    taken = bots_table.http.post(path, json={"kind": "human"}, headers=bearer(new.tokens["german"]))
    before = new.get().get("moment", 0)
    new.tokens["allied"] = taken.json()["token"]
    time.sleep(0.8)
    assert new.get().get("moment", 0) == before
    assert new.actions("allied")


def test_a_failing_bot_is_in_the_log_for_the_owner(bots_table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        new = bots_table.new(bot("raising"), None)
        new.wait_until(lambda info: info["seats"][0].get("failed"))
    assert "the plan is Calais" in caplog.text
    assert new.tokens["german"] not in caplog.text


def test_there_is_no_such_bot(table: Table) -> None:
    seats = {"allied": bot("grandmaster"), "german": {"kind": "human"}}
    answer = table.http.post("/api/matches", json={"game": "roundup", "seats": seats})
    assert answer.status_code == 400
    assert "random, greedy, planner, search" in answer.json()["error"]


def test_a_bot_goes_on_after_the_service_was_stopped(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    config = Config(port=0, database=database, bots=some_bots.__name__)
    with running(config) as table:
        new = table.new(bot("slow"), bot("slow"))
        new.wait_until(lambda info: info.get("moment", 0) >= 1)
    with running(config) as table:
        new.table = table
        before = new.get().get("moment", 0)
        assert before >= 1
        new.wait_until(lambda info: info.get("moment", 0) > before)


def test_a_human_does_not_wait_for_bots_that_play_among_themselves(tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", bots=some_bots.__name__, **UNHURRIED)
    with running(config) as table:
        for _ in range(12):
            table.new(bot("slow"), bot("slow"))  # six seconds of thinking for one action of each
        time.sleep(0.7)
        started = time.monotonic()
        new = table.new(bot("random"), None)
        new.wait_until(lambda info: info.get("moment", 0) >= 2)
        assert time.monotonic() - started < 4.0
