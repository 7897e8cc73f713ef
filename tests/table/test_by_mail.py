"""A match by mail at the table of one's own machine: Anna has a page, Bert opens the files at home."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import bocage
from bocage.mail import chain, keys, letter, playing
from bocage.mail.playing import Hand
from bocage.shelf import make_game
from bocage.table.config import Config
from tests.mail.players import Player
from tests.table.players import UNHURRIED, New, Table, bearer, running


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "anna"))
    return tmp_path / "anna"


@pytest.fixture
def table(home: Path) -> Iterator[Table]:
    with running(Config(port=0, database=f"sqlite:///{home.parent / 'table.sqlite'}", **UNHURRIED)) as table:
        yield table


def post(table: Table, path: str, body: Any = None, *tokens: str) -> httpx.Response:
    answer: httpx.Response = table.http.post(path, json=body, headers=bearer(*tokens) if tokens else {})
    return answer


def file_of(new: New, side: str) -> str:
    """The file as the page gives it back."""
    answer = post(new.table, f"/api/matches/{new.id}/mail", None, new.tokens[side])
    assert answer.status_code == 200, answer.text
    assert answer.json()["name"] == "anna.mail"
    text: str = answer.json()["text"]
    return text


def comes(new: New, side: str, text: str) -> httpx.Response:
    """A file is opened at the page that has the seat."""
    return post(new.table, "/api/mail/open", {"text": text}, new.tokens[side])


def sat_down(text: str) -> tuple[Player, str]:
    """Bert at home, and what he sends back."""
    found = letter.read(text)
    game = make_game(found.game, found.scenario, found.options)
    bert = Player(playing.joined(found, game, "Bert"))
    return bert, Hand(bert.key, bert.key.known, game).text()


def begun(table: Table, slug: str, ahead: int = 20, **options: Any) -> tuple[New, str, Player]:
    """Anna has begun a match, and Bert has sat down; the file lies before her."""
    body = {"game": slug, "name": "Anna", "ahead": ahead, "options": options}
    answer = post(table, "/api/mail", body)
    assert answer.status_code == 201, answer.text
    new = New(table, answer.json())
    (side,) = new.tokens
    assert new.info["status"] == "waiting"
    told = {"side": side, "to": "", "file": "anna.mail"}
    assert new.info["mail"] == (told if slug in ("roundup", "storming") else {**told, "sealed": True})
    bert, text = sat_down(file_of(new, side))
    came = comes(new, side, text)
    assert came.status_code == 201, came.text
    assert came.json()["tokens"] == {}
    assert came.json()["match"]["mail"]["to"] == "Bert"
    return new, side, bert


def acts(new: New, side: str, most: int = 400) -> int:
    """Anna plays until it is not her turn; how many answers that were."""
    for number in range(most):
        actions = new.actions(side)
        if not actions:
            return number
        action = next((one for one in actions if one == "end"), actions[0])
        at = new.get("/sheet", side)["moment"]
        answer = post(new.table, f"/api/matches/{new.id}/actions", {"action": action, "at": at}, new.tokens[side])
        assert answer.status_code == 200, answer.text
    return most


@pytest.mark.parametrize("slug", ["roundup", "storming", "rhine", "fortress", "festung"])
def test_a_match_goes_to_and_fro_between_a_page_and_a_friend(table: Table, slug: str) -> None:
    new, side, bert = begun(table, slug)
    played = 0
    for _ in range(6):
        played += acts(new, side, 60)
        if new.actions(side):
            break  # that is enough of it
        info = new.get()
        assert side not in info["deciding"]
        answer = comes(new, side, bert.plays(file_of(new, side), 60))
        if answer.status_code != 201:
            assert "not" in answer.text
            break
        assert answer.status_code == 201, answer.text
    assert new.get()["status"] == "running"
    kept = keys.read(keys.place(new.id, side))
    assert len(kept.known.entries) >= played


def test_a_page_gets_nothing_of_what_the_other_hides(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches with the same dice, in which Bert chose otherwise, tell Anna's page the same."""
    heard = []
    for taken in ("take allied-1", "take allied-5"):
        rng = random.Random("the same dice")
        monkeypatch.setattr(chain, "new_seed", lambda rng=rng: rng.randbytes(32))
        new, side, bert = begun(table, "festung")
        text = file_of(new, side) if not new.actions(side) else ""
        assert text == ""
        hand = bert.takes(_asked_first(new, side))
        assert hand.match is not None
        hand.match.play(taken, side=hand.side)
        with new.page(side) as page:
            answer = comes(new, side, hand.text())
            assert answer.status_code == 201, answer.text
            assert "closed" not in answer.text
            told = page.quiet()
            log = new.get("/log", side)
        view = json.dumps(new.get("/view", side))
        assert taken.split()[1] not in view
        boards = [json.dumps({name: one[name] for name in one if name != "match"}) for one in told]
        heard.append((boards, json.dumps(log), view))
    assert heard[0] == heard[1]


def _asked_first(new: New, side: str) -> str:
    """Anna answers her part of what both are asked at once."""
    at = new.get("/sheet", side)["moment"]
    answer = post(new.table, f"/api/matches/{new.id}/actions", {"action": "take axis-6", "at": at}, new.tokens[side])
    assert answer.status_code == 200, answer.text
    return file_of(new, side)


def test_what_needs_a_die_of_the_other_is_fixed_until_the_file_is_back(table: Table) -> None:
    new, side, bert = begun(table, "roundup", ahead=0)
    for _ in range(8):
        acts(new, side)
        text = file_of(new, side)
        pending = letter.read(text).pending
        if pending:
            break
        assert comes(new, side, bert.plays(text)).status_code == 201
    assert pending
    info = new.get()
    assert info["deciding"] == ["german"]
    moment = new.get("/sheet", side)["moment"]
    with new.page(side) as page:
        refused = page.do("undo", to=max(0, moment - 1))
        assert "fixed" in str(refused) or "taken back" in str(refused)
    assert comes(new, side, bert.plays(text, 0)).status_code == 201
    assert new.get("/sheet", side)["moment"] == moment + 1


def test_what_was_given_out_stays_and_before_that_a_slip_can_be_taken_back(table: Table) -> None:
    new, side, _ = begun(table, "festung")
    with new.page(side) as page:
        page.play("take axis-6")
        assert new.get("/sheet", side)["undo"] == [0]
        page.do("undo", to=0)
        page.play("take axis-19")
        file_of(new, side)
        assert new.get("/sheet", side).get("undo", []) == []


def test_while_it_is_one_s_turn_no_file_goes_out(table: Table) -> None:
    new, side, _ = begun(table, "festung")
    answer = post(table, f"/api/matches/{new.id}/mail", None, new.tokens[side])
    assert answer.status_code == 409
    assert "still your turn" in answer.text
    assert post(table, f"/api/matches/{new.id}/mail").status_code == 401


def test_damaged_foreign_old_and_twice_played_files_are_refused_and_nothing_is_lost(table: Table) -> None:
    new, side, bert = begun(table, "festung")
    first = _asked_first(new, side)
    second = bert.plays(first)
    assert comes(new, side, second).status_code == 201
    before = new.get("/view", side)
    other, _, _ = begun(table, "festung")
    foreign = (
        letter.read(file_of(other, "axis")) if not other.actions("axis") else letter.read(_asked_first(other, "axis"))
    )
    for text, words in (
        (first, "older than one that you have had in hand"),
        (second[: len(second) // 2], "cut short"),
        (second.replace("Bert", "Bort"), "damaged or changed on its way"),
        ("nonsense", "not a mail file"),
        (bocage.new_match("roundup", seed="x").text(), "This is a record"),
        (letter.written(_with(letter.read(second), closed=foreign.closed)), "cannot be opened with your key"),
        (letter.written(_with(foreign, match="m" * 16)), "before both had sat down|played by Anna and Bert"),
    ):
        answer = comes(new, side, text)
        assert answer.status_code == 400, answer.text
        assert any(one in answer.json()["error"] for one in words.split("|")), answer.text
    assert new.get("/view", side) == before
    assert comes(new, side, second).status_code == 201, "the same file once more is nothing new"


def _with(found: letter.Letter, **changes: Any) -> letter.Letter:
    for name, value in changes.items():
        setattr(found, name, value)
    return found


def test_a_mail_file_does_not_take_the_place_of_another_match(table: Table) -> None:
    ordinary = table.new()
    new, side, _ = begun(table, "roundup")
    found = letter.read(sat_first("roundup", ordinary.id))
    answer = post(table, "/api/mail/open", {"text": letter.written(found)})
    assert answer.status_code == 400
    assert "id of another match" in answer.text
    assert "mail" not in ordinary.get()
    assert new.get()["mail"]["side"] == side


def sat_first(slug: str, match: str) -> str:
    game = make_game(slug, "", {})
    key = playing.begun(game, match, game.sides[0], "Carl", 0)
    return Hand(key, key.known, game).text()


def test_bert_s_table_sits_down_with_the_first_file_and_gives_one_back(table: Table) -> None:
    answer = post(table, "/api/mail/open", {"text": sat_first("rhine", "abcd2345"), "name": "Anna"})
    assert answer.status_code == 201, answer.text
    new = New(table, answer.json())
    (side,) = new.tokens
    assert new.info["mail"]["to"] == "Carl"
    assert letter.read(file_of(new, side)).closed


def test_a_new_browser_gets_a_link_of_its_own_with_the_file_and_the_old_page_goes(table: Table) -> None:
    new, side, bert = begun(table, "festung")
    text = bert.plays(_asked_first(new, side))
    with new.page(side) as page:
        answer = post(table, "/api/mail/open", {"text": text})
        assert answer.status_code == 201
        token = answer.json()["tokens"][side]
        assert token != new.tokens[side]
        page.hear("broken")
    assert table.get(f"/api/matches/{new.id}/view", token)["side"] == side


def test_whatever_can_be_asked_at_a_table_can_be_asked_here(table: Table) -> None:
    new, side, bert = begun(table, "rhine")
    while not new.actions(side):
        assert comes(new, side, bert.plays(file_of(new, side))).status_code == 201
    acts(new, side, 3)
    moment = new.get("/sheet", side)["moment"]
    for path in (f"/moments/{moment}", f"/film?first=0&last={moment}", "/clocks", "/statistics", "/log"):
        assert new.get(path, side)
    assert not new.get("/text", side)["whole"]
    seats = {"allied": {"kind": "human"}, "german": {"kind": "human"}}
    branch = post(table, f"/api/matches/{new.id}/branches", {"at": moment, "seats": seats}, new.tokens[side])
    assert branch.status_code == 201, branch.text
    with new.page(side) as page:
        assert "nobody else hears" in str(page.answer(page.ask("say", text="hello")))


def test_nobody_else_sits_down_at_a_match_by_mail(table: Table) -> None:
    new, side, _ = begun(table, "festung")
    for seat, kind in (("allied", "bot"), ("allied", "human"), (side, "bot"), (side, "open")):
        body = {"kind": kind, "bot": "random" if kind == "bot" else ""}
        answer = post(table, f"/api/matches/{new.id}/seats/{seat}", body, new.tokens[side])
        assert answer.status_code == 409, answer.text


def test_what_is_kept_in_the_database_and_of_the_key_shows_no_secret(table: Table, home: Path) -> None:
    new, side, bert = begun(table, "festung")
    text = bert.plays(_asked_first(new, side))
    assert comes(new, side, text).status_code == 201
    taken = next(line for line in bert.key.known.entries if " allied take " in line).split(" take ")[1].split(" ")[0]
    for file in [*home.rglob("*"), *home.parent.glob("table.sqlite*")]:
        assert not file.is_file() or taken.encode() not in file.read_bytes(), file


def test_what_is_played_on_in_the_terminal_is_there_on_the_page(table: Table) -> None:
    new, side, _ = begun(table, "festung")
    assert new.actions(side)
    key = keys.read(keys.place(new.id, side))
    hand = Hand(key, key.known, make_game("festung", "", {}))
    assert hand.match is not None
    hand.match.play("take axis-6", side=side)
    hand.taken_down()
    keys.keep(hand.key)
    assert new.actions(side) == []


def test_the_match_goes_on_after_the_table_was_closed(home: Path) -> None:
    config = Config(port=0, database=f"sqlite:///{home.parent / 'table.sqlite'}", **UNHURRIED)
    with running(config) as table:
        new, side, bert = begun(table, "festung")
        text = _asked_first(new, side)
        before = new.get("/view", side)
    with running(config) as table:
        again = New(table, {"match": new.info, "tokens": new.tokens})
        assert again.get("/view", side) == before
        assert comes(again, side, bert.plays(text)).status_code == 201


def test_a_table_for_others_opens_no_mail(tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path / 'table.sqlite'}"
    with running(Config(port=0, database=file, origins=("https://table.example",), **UNHURRIED)) as table:
        assert table.get("/api/games").get("mail", False) is False
        answer = post(table, "/api/mail", {"game": "roundup"})
        assert answer.status_code == 403
        assert "one's own machine" in answer.text


def test_at_the_end_the_page_has_the_whole_record_and_the_file_opens(table: Table) -> None:
    new, side, bert = begun(table, "festung")
    text = bert.plays(_asked_first(new, side))
    assert comes(new, side, text).status_code == 201
    with new.page(side) as page:
        page.do("concede")
    assert new.get()["status"] == "over"
    text = file_of(new, side)
    assert not letter.read(text).closed
    assert new.get("/text", side)["whole"]
    assert bert.takes(text).over
