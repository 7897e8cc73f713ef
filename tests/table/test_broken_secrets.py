"""Everything that reaches a seat, byte for byte: what the other side hides and the key of the dice are not among it."""

from __future__ import annotations

import json
import logging
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bocage
from bocage.store import Store
from bocage.table.config import Config
from tests.table.players import HUMAN, UNHURRIED, New, Page, Table, bearer, bot, running, stride

HIDDEN = {"13.3": "chosen", "R27": True}
_TIME = re.compile(r"20\d\d-\d\d-\d\dT[0-9:.]+\+00:00")


def asked(new: New, side: str | None) -> list[str]:
    """All that a seat, or a spectator, can get by asking."""
    moment = new.get().get("moment", 0)
    paths = ["", "/sheet", "/log", "/view", f"/film?first=0&last={moment}"]
    paths += [f"/moments/{number}" for number in range(0, moment + 1, 3)]
    told = [f"{path} {new.get(path, side)}" for path in paths]
    head = bearer(new.tokens[side]) if side else {}
    paths = ["/text", "/proof", "/moments/999", "/film?first=9&last=1", "/seats/german"]
    told += [f"{path} {new.table.http.get(f'/api/matches/{new.id}{path}', headers=head).text}" for path in paths]
    told.append(new.table.http.post("/api/matches/infos", json={"ids": [new.id]}).text)
    with new.page(side) as page:
        told.append(str(page.welcome))
        for do, more in (
            ("why", {"hex": "3010"}),
            ("why", {"unit": "DE-18L"}),
            ("why", {"action": "strategy 1"}),
            ("why", {"action": "end"}),
            ("path", {"action": "move 3010"}),
            ("odds", {"target": "3010"}),
            ("undo", {"to": 0, "at": moment}),
            ("play", {"action": "strategy 2", "at": 0}),
            *(("overlay", {"overlay": each["id"]}) for each in overlays(new.table)),
        ):
            told.append(str(page.answer(page.ask(do, **more))))
    return told


def overlays(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.get("/api/games/roundup/box")["overlays"]
    return found


def plain(new: New, told: list[str]) -> list[str]:
    """Without what differs from match to match anyway."""
    return [_TIME.sub("", text.replace(new.id, "")) for text in told]


def test_two_matches_that_differ_only_in_what_is_hidden_look_the_same_to_the_other_side(table: Table) -> None:
    """The same dice and the same deeds, but another strategy: until it shows (on turn 2) not a byte differs."""
    record = bocage.new_match("roundup", options=HIDDEN, seed="pair").text()
    seen: dict[str | None, list[list[str]]] = {"allied": [], None: [], "german": []}
    for strategy in "1234":
        new = table.bring_in(record)
        dice = random.Random(0)
        with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
            pages: dict[str | None, Page] = {"allied": allied, "german": german, None: spectator}
            assert german.play(f"strategy {strategy}")["say"] == "changed"
            for moment in range(1, 21):
                for page in pages.values():
                    while page.moment < moment:
                        page.next()
                side = german.sheet["deciding"][0]
                assert pages[side].play(dice.choice(new.actions(side)))["say"] == "changed"
            while german.moment < 21:
                german.next()
            assert german.do("ask", to=1)["say"] == "changed"
            for page in (allied, spectator):
                while page.moment < 22:
                    page.next()
            heard = {side: [json.dumps(message) for message in page.heard] for side, page in pages.items()}
        for side, messages in heard.items():
            seen[side].append(plain(new, messages + asked(new, side)))
    for side in ("allied", None):
        for other in seen[side][1:]:
            assert len(other) == len(seen[side][0])
            for here, there in zip(seen[side][0], other, strict=True):
                assert here == there
    assert seen["german"][0] != seen["german"][1]


def test_the_key_of_a_running_match_is_in_no_answer_no_message_and_no_line_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite'}"
    settings = Config(port=0, database=database, bots="tests.table.some_bots", log_level="debug", **UNHURRIED)
    told: list[str] = []
    keys: list[str] = []
    with caplog.at_level(logging.DEBUG), running(settings) as table:
        for seats in ((HUMAN, HUMAN), (HUMAN, bot("raising")), (HUMAN, bot("cheating"))):
            new = table.new(*seats, options=HIDDEN)
            with Store.open(database) as store:
                key, _ = store.dice(new.id)
                assert key is not None
                keys.append(key.hex())
            with new.page("allied") as allied, new.page() as spectator:
                if seats[1] is HUMAN:
                    with new.page("german") as german:
                        german.play("strategy 4")
                        stride(new, german, "german", 2, random.Random(1))
                        told += [json.dumps(message) for message in german.heard]
                else:
                    new.wait_until(lambda info: any(seat.get("failed") for seat in info["seats"]))
                allied.quiet(0.2)
                spectator.quiet(0.2)
                told += [json.dumps(message) for page in (allied, spectator) for message in page.heard]
            for side in [*new.tokens, None]:
                # Who plays against nobody but bots may have the whole record, and cheats nobody but himself.
                told += [text for text in asked(new, side) if seats[1] is HUMAN or not text.startswith("/text")]
            told.append(table.http.get(f"/api/matches/{new.id}/text", headers=bearer("x" * 43)).text)
    logged = "\n".join(caplog.messages) + caplog.text
    assert len(told) > 100
    for key in (key[:16] for key in keys):
        assert not [text for text in told if key in text]
        assert key not in logged


def test_a_finished_match_shows_what_was_hidden_and_proves_its_dice(table: Table) -> None:
    new = table.new(options=HIDDEN)
    with new.page("german") as german, new.page("allied") as allied:
        german.play("strategy 4")
        allied.hear("changed")
        assert "strategy 4" not in json.dumps(allied.heard)
        german.do("concede")
        allied.hear("changed")
        for do, more in (("undo", {"to": 1}), ("ask", {"to": 0}), ("answer", {"agree": True}), ("concede", {})):
            assert german.do(do, **more)["say"] == "refused"
        assert german.play("strategy 2")["say"] == "refused"
    proof = new.get("/proof")
    assert proof["agrees"] is True
    assert f"\nkey {proof['key']}" in new.get("/text")["text"]


def test_private_answers_are_kept_by_no_cache_between(table: Table) -> None:
    new = table.new()
    head = bearer(new.tokens["allied"])
    for path in ("", "/sheet", "/log", "/view", "/text", "/moments/0", "/film?first=0&last=0", "/proof", "/nothing"):
        answer = table.http.get(f"/api/matches/{new.id}{path}", headers=head)
        assert answer.headers["cache-control"] == "no-store", path
        assert "etag" not in answer.headers


def test_notes_are_for_their_own_seat(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        assert allied.answer(allied.ask("note", text="drop on Caen"))["say"] == "done"
    for side in ("german", None):
        assert "Caen" not in " ".join(asked(new, side))
    with new.page("allied") as allied:
        assert allied.welcome["notes"] == "drop on Caen"


@pytest.mark.parametrize(
    "name", ["\u202egnp.exe", "a\u0000b", "x\r\nINFO match over", "\u2028", "\ufeffA\u200bB", "\x1b[31m"]
)
def test_names_and_talk_bring_no_control_characters_into_pages_or_logs(
    table: Table, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "bocage.table"):
        new = table.new({"kind": "human", "name": name})
        with new.page("allied") as page:
            assert page.answer(page.ask("sit", name=name[:60]))["say"] == "done"
            page.answer(page.ask("say", text=f"hello {name}"))
            page.answer(page.ask("play", action=f"end {name}"[:200], at=0))
            table.http.get(f"/api/matches/{new.id}/{name.encode('unicode_escape').decode()}")
        with new.page() as page:
            shown = [page.welcome["match"]["seats"][0].get("name", ""), *(s["text"] for s in page.welcome["chat"])]
    for text in [*shown, *(record.getMessage() for record in caplog.records if record.name == "bocage.table")]:
        assert text.isprintable(), text


def test_a_records_words_and_notes_are_as_short_as_what_is_said_here(table: Table) -> None:
    seats = {"allied": HUMAN, "german": HUMAN}
    for words in (["x" * 201], ["x"] * 9):
        text = bocage.new_match("roundup", seed="x", words=words).text()
        answer = table.http.post("/api/matches/import", json={"text": text, "seats": seats})
        assert answer.status_code == 400
        assert "words" in answer.json()["error"]
    match = bocage.new_match("roundup", seed="x", words=["blue", "red"])
    match.note = "n" * 2001
    answer = table.http.post("/api/matches/import", json={"text": match.text(), "seats": seats})
    assert answer.status_code == 400
    match.note = "n" * 2000
    assert msgspec.convert(table.bring_in(match.text()).info["words"], list[str]) == ["blue", "red"]
