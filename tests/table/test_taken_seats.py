"""A seat that somebody uses is his, however he came; a new link counts at once; whoever takes a seat is heard of."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.store import Store
from bocage.table.config import Config
from tests.table.players import HUMAN, OPEN, UNHURRIED, New, Page, Table, bearer, bot, running, until_closed
from tests.table.test_seats import change

RHINE = {"game": "rhine"}


def talk(new: New) -> list[str]:
    """What a spectator who comes in now can read in the talk."""
    with new.page() as spectator:
        return [line["text"] for line in spectator.welcome.get("chat", [])]


def act(new: New, side: str, action: str = "") -> Any:
    """Play something by an ordinary request, as a program without a page does."""
    body = {"action": action or new.actions(side)[0], "at": new.get("/sheet", side)["moment"]}
    return new.table.http.post(f"/api/matches/{new.id}/actions", json=body, headers=bearer(new.tokens[side]))


# A seat in use


@pytest.mark.parametrize("wanted", [{"kind": "human"}, {"kind": "open"}, bot()], ids=["human", "open", "bot"])
@pytest.mark.parametrize("taker", ["allied", "german"])
def test_a_player_who_is_at_the_table_keeps_his_seat_after_begin_now(
    table: Table, taker: str, wanted: dict[str, Any]
) -> None:
    new = table.new(HUMAN, OPEN, wait=True, **RHINE)
    other = "german" if taker == "allied" else "allied"
    with new.page("allied") as allied, new.page("german") as german:
        assert allied.answer(allied.ask("begin"))["say"] == "done"
        if german.sheet is None:
            german.hear("fresh")
        assert german.play("suggested")["say"] == "changed"
        taken = change(new, other, wanted, new.tokens[taker])
        assert taken.status_code == 403, taken.text
        assert "Another player" in taken.json()["error"]
        pages = {"allied": allied, "german": german}
        assert pages[other].answer(pages[other].ask("say", text="still here"))["say"] == "done"
    assert new.get("/sheet", other)["side"] == other
    assert [seat["kind"] for seat in new.get()["seats"]] == ["human", "human"]


def test_a_player_who_has_said_hello_keeps_his_seat_while_the_match_waits(table: Table) -> None:
    new = table.new(HUMAN, OPEN, wait=True)
    with new.page("german"):
        assert change(new, "german", bot(), new.tokens["allied"]).status_code == 403
    assert change(new, "german", {"kind": "open"}, new.tokens["allied"]).status_code == 403  # also when he is out
    with new.page("allied") as allied:
        assert allied.answer(allied.ask("begin"))["say"] == "done"
    assert change(new, "german", {"kind": "human"}, new.tokens["allied"]).status_code == 403
    assert [seat["kind"] for seat in new.get()["seats"]] == ["human", "human"]


@pytest.mark.parametrize("path", ["/sheet", "/view", "/text", "/log", "/moments/0", "/film?first=0&last=0"])
def test_a_seat_whose_player_only_reads_by_ordinary_requests_is_in_use(table: Table, path: str) -> None:
    new = table.new(HUMAN, OPEN)
    new.get(path, "german")
    assert change(new, "german", {"kind": "human"}, new.tokens["allied"]).status_code == 403
    assert new.get()["seats"][1]["kind"] == "human"


def test_a_seat_whose_player_acts_by_ordinary_requests_is_in_use(table: Table) -> None:
    new = table.new(HUMAN, OPEN, wait=True, **RHINE)
    with new.page("allied") as allied:
        assert allied.answer(allied.ask("begin"))["say"] == "done"
    body = {"action": "suggested", "at": 0}
    path = f"/api/matches/{new.id}/actions"
    assert table.http.post(path, json=body, headers=bearer(new.tokens["german"])).status_code == 200
    for wanted in ({"kind": "human"}, bot()):
        assert change(new, "german", wanted, new.tokens["allied"]).status_code == 403


def test_a_seat_to_which_nobody_ever_came_can_still_be_given_to_a_bot(table: Table) -> None:
    new = table.new(HUMAN, OPEN, wait=True)
    with new.page("allied") as allied:
        assert allied.answer(allied.ask("begin"))["say"] == "done"
    assert new.get()["seats"][1]["kind"] == "open"
    assert change(new, "german", bot(), new.tokens["allied"]).status_code == 200


def test_who_comes_in_while_his_seat_is_given_away_does_not_sit_there(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hello and the change of the seat cross: the page either came before or has the wrong link."""
    import asyncio
    import threading

    from bocage.store import Writer

    new = table.new(HUMAN, OPEN)
    real = Writer.change

    async def slow(self: Writer, wanted: Any) -> Any:
        await asyncio.sleep(0.4)
        return await real(self, wanted)

    monkeypatch.setattr(Writer, "change", slow)
    giving = threading.Thread(target=change, args=(new, "german", bot(), new.tokens["allied"]))
    giving.start()
    time.sleep(0.15)
    with table.connect() as line:
        line.send(msgspec.json.encode({"do": "hello", "match": new.id, "token": new.tokens["german"]}).decode())
        said, code = until_closed(line)
    giving.join()
    assert code == 4404
    assert not [text for text in said if '"welcome"' in text]


# Absence


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[tuple[Table, str]]:
    """A service at which a player is absent after three days, and the address of its database."""
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=url, absent_days=3.0, **UNHURRIED)) as table:
        yield table, url


def seen_before(url: str, match: str, side: str, days: float) -> None:
    """The player of a seat was last there so many days ago."""
    when = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
    with Store.open(url) as store:
        seat = next(seat for seat in store.seats(match) if seat.side == side)
        store.set_seat(match, msgspec.structs.replace(seat, seen=when))


def test_the_seat_of_a_player_who_stays_away_too_long_can_be_given_away_and_everybody_reads_it(
    patient: tuple[Table, str],
) -> None:
    table, url = patient
    new = table.new()
    with new.page("german"):
        pass
    seen_before(url, new.id, "german", 2.9)
    assert change(new, "german", bot(), new.tokens["allied"]).status_code == 403
    assert not new.get()["seats"][1].get("absent")
    seen_before(url, new.id, "german", 3.1)
    new.get("/sheet", "allied")
    assert new.get()["seats"][1]["absent"] is True
    assert change(new, "german", bot(), new.tokens["allied"]).status_code == 200
    (said,) = talk(new)
    assert "3 days" in said
    assert "German seat" in said
    assert "random" in said
    assert new.table.http.get(f"/api/matches/{new.id}/sheet", headers=bearer(new.tokens["german"])).status_code == 404


def test_a_player_who_is_connected_or_comes_back_is_not_absent(patient: tuple[Table, str]) -> None:
    table, url = patient
    new = table.new()
    with new.page("german"):
        seen_before(url, new.id, "german", 9)
        assert change(new, "german", bot(), new.tokens["allied"]).status_code == 403
    seen_before(url, new.id, "german", 9)
    new.get("/sheet", "german")
    assert change(new, "german", bot(), new.tokens["allied"]).status_code == 403


def test_a_table_without_a_rule_of_absence_gives_no_seat_away(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=url, absent_days=0, **UNHURRIED)) as table:
        new = table.new()
        seen_before(url, new.id, "german", 1_000)
        assert change(new, "german", bot(), new.tokens["allied"]).status_code == 403


# A new link counts at once


def new_link(url: str, match: str, side: str, **environ: str) -> str:
    """`bocage seat`, from another process; the link that it prints."""
    command = [sys.executable, "-m", "bocage.cli", "seat", match, side, "--database", url]
    done = subprocess.run(command, env={**os.environ, **environ}, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def token_of(link: str) -> str:
    return link.rpartition("#seat=")[2]


def test_a_new_link_stops_the_old_one_at_once_for_reading_and_playing(database: str) -> None:
    with running(Config(port=0, database=database, **UNHURRIED)) as table:
        new = table.new()
        new.get("/sheet", "allied")
        action = new.actions("allied")[0]
        token = token_of(new_link(database, new.id, "allied"))
        for path in ("/sheet", "/view", "/log", "/text", "/moments/0"):
            answer = table.http.get(f"/api/matches/{new.id}{path}", headers=bearer(new.tokens["allied"]))
            assert answer.status_code == 404, path
        played = table.http.post(
            f"/api/matches/{new.id}/actions",
            json={"action": action, "at": 0},
            headers=bearer(new.tokens["allied"]),
        )
        assert played.status_code == 404
        assert change(new, "allied", {"kind": "human"}, new.tokens["allied"]).status_code == 404
        assert "moment" not in new.get()
        assert table.get(f"/api/matches/{new.id}/sheet", token)["side"] == "allied"


def test_a_new_link_closes_the_page_of_the_old_one_at_once_with_a_sentence(database: str) -> None:
    with running(Config(port=0, database=database, **UNHURRIED)) as table:
        new = table.new()
        with new.page("allied") as lost, new.page("german") as german:
            new_link(database, new.id, "allied")
            start = time.monotonic()
            said, code = until_closed(lost.line)  # it does nothing, and nobody uses the new link
            assert time.monotonic() - start < 5
            assert code == 4404
            assert "no longer works" in said[-1]
            assert "made a new link for the Allied seat" in german.hear("heard")["spoken"]["text"]
            assert "Allied seat got a new link" in german.hear("changed")["delta"]["fields"]["note"]
            assert any("made a new link for the Allied seat" in line for line in talk(new))


@pytest.mark.parametrize("do", ["play", "why", "overlay", "say", "note"])
def test_a_page_with_an_old_link_learns_and_does_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, do: str
) -> None:
    monkeypatch.setattr("bocage.table.service.watching.EVERY", 1_000.0)  # also if nobody looks by himself
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    messages = {
        "play": {"action": "us-beachhead 1719", "at": 0},
        "why": {"hex": "1719"},
        "overlay": {"overlay": "supply"},
        "say": {"text": "hello"},
        "note": {"text": "hello"},
    }
    with running(Config(port=0, database=url, **UNHURRIED)) as table:
        new = table.new()
        with new.page("allied") as lost:
            new_link(url, new.id, "allied")
            lost.ask(do, **messages[do])
            said, code = until_closed(lost.line)
            assert code == 4404
            assert [msgspec.json.decode(text)["say"] for text in said if "seat" not in text] == []
        assert "moment" not in new.get()


def test_what_the_other_side_does_is_not_shown_to_a_page_with_an_old_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.table.service.watching.EVERY", 1_000.0)
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=url, **UNHURRIED)) as table:
        new = table.new()
        with new.page("german") as lost, new.page("allied") as allied:
            new_link(url, new.id, "german")
            allied.play(new.actions("allied")[0])
            said, code = until_closed(lost.line)
            assert code == 4404
            assert not [text for text in said if '"moment":1' in text]


def test_the_link_that_is_printed_works_behind_a_proxy(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=url, **UNHURRIED)) as table:
        new = table.new()
    link = new_link(url, new.id, "allied", BOCAGE_ORIGINS="https://table.example,http://10.0.0.7:8000")
    assert link.startswith(f"https://table.example/match/{new.id}#seat=")
    assert new_link(url, new.id, "allied", BOCAGE_PORT="9321").startswith("http://127.0.0.1:9321/match/")
    assert new_link(url, new.id, "allied").startswith("http://127.0.0.1:8471/match/")


# What everybody reads


def note_of(page: Page) -> str:
    assert page.sheet is not None
    return str(page.sheet.get("note", ""))


def test_who_takes_a_bots_seat_and_opens_it_again_leaves_a_note(table: Table) -> None:
    new = table.new(HUMAN, bot())
    taken = change(new, "german", {"kind": "human"}, new.tokens["allied"])
    assert taken.status_code == 200
    german = taken.json()["token"]
    assert table.get(f"/api/matches/{new.id}/view", german)
    opened = change(new, "german", {"kind": "open"}, german)
    assert opened.status_code == 200
    new.tokens["german"] = opened.json()["token"]
    with new.page("german") as friend:
        said = [line["text"] for line in friend.welcome["chat"]]
        assert len(said) == 2
        assert "German seat" in said[0]
        assert "the bot random" in said[0]
        assert "Allied seat" in said[0]
        assert "whoever has its new link" in said[1]
        assert "German seat has changed hands 2 times" in note_of(friend)
        assert friend.welcome["chat"][0]["name"] == "The table"
        assert "side" not in friend.welcome["chat"][0]


def test_who_takes_a_bots_seat_and_gives_it_back_leaves_a_note_for_whoever_comes_later(table: Table) -> None:
    new = table.new(HUMAN, bot())
    german = change(new, "german", {"kind": "human"}, new.tokens["allied"]).json()["token"]
    assert change(new, "german", bot(), german).status_code == 200
    new.tokens["german"] = change(new, "german", {"kind": "open"}, new.tokens["allied"]).json()["token"]
    with new.page("german") as friend:
        assert "changed hands 3 times" in note_of(friend)
        assert len(friend.welcome["chat"]) == 3


def test_who_takes_an_open_seat_himself_leaves_a_note(table: Table) -> None:
    new = table.new(HUMAN, OPEN)
    assert change(new, "german", {"kind": "human"}, new.tokens["allied"]).status_code == 200
    (said,) = talk(new)
    assert "German seat" in said


def test_those_who_are_at_the_table_read_it_at_once(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page() as spectator:
        assert change(new, "german", bot(), new.tokens["german"]).status_code == 200
        for page in (allied, spectator):
            assert "German seat" in page.hear("heard")["spoken"]["text"]


def test_a_link_that_is_only_renewed_is_no_change_of_hands(table: Table) -> None:
    new = table.new(HUMAN, OPEN)
    new.tokens["german"] = change(new, "german", {"kind": "open"}, new.tokens["allied"]).json()["token"]
    new.tokens["german"] = change(new, "german", {"kind": "human"}, new.tokens["german"]).json()["token"]
    assert talk(new) == []
    assert "note" not in new.get()
    assert new.get()["seats"][1]["links"] == 2


def test_a_seat_that_cannot_be_noted_is_not_given_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from bocage.store import StoreTrouble, Writer

    async def away(self: Writer, *details: Any) -> None:
        raise StoreTrouble("the disk is full")

    new = table.new(HUMAN, bot())
    monkeypatch.setattr(Writer, "hand_over", away)
    assert change(new, "german", {"kind": "human"}, new.tokens["allied"]).status_code == 503
    assert new.get()["seats"][1]["kind"] == "bot"


def test_seats_that_change_hands_all_the_time_do_not_fill_the_table(tmp_path: Path) -> None:
    config = Config(
        port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", requests_at_once=100, requests_per_second=1.0
    )
    with running(config) as table:
        new = table.new(HUMAN, bot())
        answers = [change(new, "german", {"kind": "open"}, new.tokens["allied"]).status_code for _ in range(3)]
        answers += [change(new, "german", bot(), new.tokens["allied"]).status_code for _ in range(40)]
        assert answers.count(200) <= 10
        assert 429 in answers
    with Store.open(config.database) as store:
        assert len(store.info(new.id).note) < 200
        assert len(store.chat(new.id)) <= 10
