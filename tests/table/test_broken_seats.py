"""Players who want more than their seat: the key of the dice, the other's turn, a seat that is no longer theirs."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage.store import Store, StoreTrouble, Writer
from bocage.table.config import Config
from tests.table.players import HUMAN, OPEN, UNHURRIED, New, Page, Table, bearer, bot, running, stride, until_closed


def slowly(patch: pytest.MonkeyPatch, name: str, seconds: float = 0.5) -> None:
    """The disk takes its time for one kind of change."""
    real: Callable[..., Any] = getattr(Writer, name)

    async def slow(self: Writer, *details: Any) -> Any:
        await asyncio.sleep(seconds)
        return await real(self, *details)

    patch.setattr(Writer, name, slow)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Several people do something at the same time; what each gets."""
    found: list[Any] = [None] * len(acts)

    def do(number: int) -> None:
        found[number] = acts[number]()

    threads = [threading.Thread(target=do, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return found


def new_link(new: New, side: str, token: str, **wanted: Any) -> Any:
    """Ask for another occupant of a seat."""
    path = f"/api/matches/{new.id}/seats/{side}"
    return new.table.http.post(path, json={"kind": "human", **wanted}, headers=bearer(token))


# The key of the dice


def test_who_takes_the_whole_record_before_he_passes_the_link_on_cannot_hide_it(tmp_path: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", **UNHURRIED)
    with running(config) as table:
        new = table.new(HUMAN, OPEN)
        with new.page() as spectator:
            taken = table.get(f"/api/matches/{new.id}/text", *new.tokens.values())
            assert "\nkey " in taken["text"]
            assert "know its dice" in spectator.hear("changed")["delta"]["fields"]["note"]
            assert "know its dice" in spectator.hear("table")["match"]["note"]
            assert spectator.moment == 0
        with new.page("german") as german:
            assert "know its dice" in german.sheet["note"]
            assert "know its dice" in german.welcome["match"]["note"]
    with running(config) as table:
        new.table = table
        assert "know its dice" in new.get()["note"]
        table.get(f"/api/matches/{new.id}/text", *new.tokens.values())
        assert new.get()["note"].count("know its dice") == 1
        with new.page("allied") as allied:
            stride(new, allied, "allied", 2, random.Random(1))
            assert "know its dice" in allied.sheet["note"]


def test_who_saves_a_match_against_a_bot_is_left_in_peace_until_somebody_joins_him(table: Table) -> None:
    new = table.new(HUMAN, bot())
    table.get(f"/api/matches/{new.id}/text", new.tokens["allied"])
    assert "note" not in new.get("/sheet", "allied")
    token = new_link(new, "german", new.tokens["allied"]).json()["token"]
    assert "know its dice" in table.get(f"/api/matches/{new.id}/sheet", token)["note"]


def test_what_one_side_saw_is_given_out_without_a_word(table: Table) -> None:
    new = table.new()
    assert new.get("/text", "allied")["whole"] is False
    assert "note" not in new.get()


def test_a_record_that_cannot_be_noted_is_not_given_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(self: Writer, *details: Any) -> None:
        raise StoreTrouble("the disk is full")

    new = table.new()
    monkeypatch.setattr(Writer, "set_note", away)
    answer = table.http.get(f"/api/matches/{new.id}/text", headers=bearer(*new.tokens.values()))
    assert answer.status_code == 503
    assert "key" not in answer.text


def test_a_finished_match_gives_out_everything_and_says_nothing(table: Table) -> None:
    new = table.new()
    with new.page("german") as german:
        german.do("concede")
    assert "\nkey " in table.get(f"/api/matches/{new.id}/text")["text"]
    assert "note" not in new.get()


# Seats that change hands


def test_a_new_link_is_not_lost_when_the_database_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", memory=0)
    with running(config) as table:
        new = table.new()

        def away(self: Store, match_id: str) -> Any:
            raise StoreTrouble("the database is away")

        with monkeypatch.context() as patch:
            patch.setattr(Store, "stored", away)
            assert new_link(new, "german", new.tokens["german"]).status_code == 503
        assert new.get("/sheet", "german")["side"] == "german"


def test_of_two_requests_for_a_new_link_one_is_answered(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    new = table.new()
    slowly(monkeypatch, "set_seat", 0.3)
    answers = at_once(*[lambda: new_link(new, "german", new.tokens["german"])] * 2)
    assert sorted(answer.status_code for answer in answers) == [200, 404]
    token = next(answer.json()["token"] for answer in answers if answer.status_code == 200)
    assert table.get(f"/api/matches/{new.id}/sheet", token)["side"] == "german"


@pytest.mark.parametrize("live", [True, False])
def test_who_has_just_given_his_seat_away_does_not_act_any_more(
    table: Table, monkeypatch: pytest.MonkeyPatch, live: bool
) -> None:
    new = table.new()
    action = new.actions("allied")[0]
    with new.page("allied") as page:
        slowly(monkeypatch, "set_seat")
        giving = threading.Thread(target=new_link, args=(new, "allied", new.tokens["allied"]))
        giving.start()
        assert not giving.join(0.2)
        if live:
            page.ask("play", action=action, at=0)
            said, code = until_closed(page.line)
            assert code == 4404
            assert not [text for text in said if '"changed"' in text]
        else:
            body = {"action": action, "at": 0}
            path = f"/api/matches/{new.id}/actions"
            assert table.http.post(path, json=body, headers=bearer(new.tokens["allied"])).status_code == 404
        giving.join()
    assert "moment" not in new.get()


def test_a_rollback_asked_of_somebody_who_leaves_is_granted_by_the_bot_in_his_place(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        stride(new, allied, "allied", 3, random.Random(1))
        assert allied.do("ask", to=1)["say"] == "changed"
        assert allied.sheet["request"]["to"] == 1
        assert new_link(new, "german", new.tokens["german"], **bot()).status_code == 200
        while allied.sheet.get("request") is not None:
            allied.hear("changed")
        assert allied.log[-1]["to"] == 1


def test_the_other_side_can_neither_take_back_nor_answer_what_is_not_his(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page("german") as german:
        stride(new, allied, "allied", 3, random.Random(1))
        while german.moment < 3:
            german.next()
        assert german.do("undo", to=2)["say"] == "refused"
        assert german.play(new.actions("allied")[0])["say"] == "refused"
        assert allied.do("ask", to=1)["say"] == "changed"
        assert allied.do("answer", agree=True)["say"] == "refused"
        german.hear("changed")
        assert german.ask("answer", agree=True, at=3)
        assert german.hear("refused")["why"]["text"].startswith("The game has gone on")
        assert new.get()["moment"] == 4


# Races


def test_two_pages_of_one_seat_that_act_at_once_act_once(both: Table) -> None:
    new = both.new()
    with new.page("allied") as one, new.page("allied") as two:
        for at in range(5):
            actions = new.actions("allied")
            numbers = [
                page.ask("play", action=action, at=at) for page, action in ((one, actions[0]), (two, actions[-1]))
            ]
            answers = [page.answer(number)["say"] for page, number in ((one, numbers[0]), (two, numbers[1]))]
            assert sorted(answers) == ["changed", "refused"]
            for page in (one, two):
                while page.moment <= at:
                    page.next()
            assert new.get()["moment"] == at + 1


def test_one_message_sent_twice_counts_once(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        action = new.actions("allied")[0]
        for _ in range(3):
            page.send(do="play", id=7, action=action, at=0)
        said = [message["say"] for message in page.quiet(0.5)]
        assert said.count("changed") == 1
        assert said.count("refused") == 2
    assert new.get()["moment"] == 1


def test_a_match_begins_once_however_often_and_from_wherever_it_is_begun(both: Table) -> None:
    new = both.new(HUMAN, HUMAN, wait=True)
    with new.page("allied") as allied, new.page("german") as german:

        def press(page: Page) -> list[str]:
            numbers = [page.ask("sit", name="x", words="y"), page.ask("begin"), page.ask("begin")]
            return [page.answer(number)["say"] for number in numbers]

        answers = at_once(lambda: press(allied), lambda: press(german))
        begun = [answer for told in answers for answer in told[1:]]
        assert begun.count("refused") >= 3
        for page in (allied, german):
            page.quiet(0.2)
            assert [message["say"] for message in page.heard].count("fresh") == 1
            assert page.moment == 0
    assert new.get()["status"] == "running"


def test_undo_rollback_and_concession_in_the_middle_of_a_bots_thoughts(tmp_path: Path) -> None:
    config = Config(
        port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", bots="tests.table.some_bots", **UNHURRIED
    )
    with running(config) as table:
        new = table.new(HUMAN, bot("slow"))
        dice = random.Random(4)
        with new.page("allied") as page:
            while page.sheet["deciding"] == ["allied"]:
                assert page.play(dice.choice(new.actions("allied")))["say"] == "changed"
            at = page.moment
            asked = page.ask("ask", to=at - 1, at=at)  # while it thinks
            assert page.answer(asked)["say"] == "changed"
            while page.sheet["deciding"] != ["allied"]:
                page.hear("changed")
            assert page.play(new.actions("allied")[0])["say"] == "changed"
            assert page.do("concede")["say"] == "changed"
            page.quiet(0.8)
        info = new.get()
        assert info["status"] == "over"
        assert not any(seat.get("failed") for seat in info["seats"])
        last = info["moment"]
        assert [line["moment"] for line in new.get("/log")["lines"]][-1] == last


# Talk


def test_a_stranger_who_comes_back_and_back_cannot_flood_the_talk(tmp_path: Path) -> None:
    config = Config(
        port=0, database=f"sqlite:///{tmp_path / 'table.sqlite'}", requests_at_once=200, requests_per_second=1.0
    )
    with running(config) as table:
        new = table.new()
        said = 0
        for _ in range(6):
            with new.page() as page:
                said += [page.answer(page.ask("say", text="spam"))["say"] for _ in range(10)].count("done")
        assert 1 <= said <= 20
