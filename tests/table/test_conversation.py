"""Two players, a spectator and the service: what each is told, and when."""

from __future__ import annotations

import random

import pytest

from bocage.engine.matches.match import Match
from bocage.table import showing
from tests.table.players import Table, applied, choices, same_sheet, stride

NEVER = "0000000000000000"


def test_a_match_is_played_by_two_seats_and_watched_by_a_spectator(both: Table) -> None:
    new = both.new({"kind": "human", "name": "Monty"}, {"kind": "human", "name": "Erwin"})
    assert new.info["status"] == "running"
    assert len(new.info["commitment"]) == 64
    assert set(new.tokens) == {"allied", "german"}
    dice = random.Random(1)
    with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
        assert [page.welcome["side"] for page in (allied, german)] == ["allied", "german"]
        assert spectator.welcome.get("side") is None
        pages = {"allied": allied, "german": german}
        for _ in range(60):
            (side,) = allied.sheet["deciding"]
            page = pages[side]
            answer = page.play(dice.choice(new.actions(side)))
            assert answer["say"] == "changed"
            for other in (allied, german, spectator):
                if other is not page:
                    assert other.hear("changed")["delta"]["moment"] == page.moment
        for other, side in ((allied, "allied"), (german, "german"), (spectator, None)):
            assert same_sheet(other.sheet, new.get("/sheet", side))
            assert other.log == new.get("/log", side)["lines"]
        assert spectator.sheet.get("question") is None
    info = new.get()
    assert info["moment"] == 60
    assert [seat["name"] for seat in info["seats"]] == ["Monty", "Erwin"]
    assert "tokens" not in info


def test_what_a_page_lights_up_is_exactly_what_may_be_done(table: Table) -> None:
    new = table.new()
    order = [hex_["label"] for hex_ in table.get("/api/games/roundup/box")["layout"]["hexes"]]
    dice = random.Random(5)
    with new.page("allied") as allied, new.page("german") as german:
        pages = {"allied": allied, "german": german}
        for _ in range(40):
            (side,) = pages["allied"].sheet["deciding"]
            assert sorted(choices(pages[side].sheet, order)) == sorted(new.actions(side))
            pages[side].play(dice.choice(new.actions(side)))
            for page in pages.values():
                if page is not pages[side]:
                    page.hear("changed")


def test_an_action_that_the_rules_forbid_is_refused_with_its_case(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        action = new.actions("allied")[0]
        allied.play(action)
        refused = allied.play(action)
        assert refused["say"] == "refused"
        assert refused["why"]["rule"] == "13.4"
        assert refused["why"]["text"].endswith(".")
        noise = allied.play("dance 9999")
        assert noise["say"] == "refused"
        assert allied.moment == new.get()["moment"] == 1


def test_a_side_cannot_act_when_the_other_decides(table: Table) -> None:
    new = table.new()
    with new.page("german") as german:
        refused = german.play(new.actions("allied")[0])
        assert refused["say"] == "refused"
        assert "german" in refused["why"]["text"]
        assert "moment" not in new.get()  # it is still 0, which is left out


def test_a_stale_page_is_told_so_and_shown_the_board_as_it_is(table: Table) -> None:
    new = table.new()
    with new.page("allied") as first, new.page("allied") as second:
        first.play(new.actions("allied")[0])
        first.play(new.actions("allied")[0])
        second.hear("changed")
        second.hear("changed")
        number = second.ask("play", action=new.actions("allied")[0], at=0)
        refused = second.answer(number)
        assert refused["say"] == "refused"
        assert "gone on" in refused["why"]["text"]
        fresh = second.next()
        assert fresh["say"] == "fresh"
        assert fresh["sheet"]["moment"] == 2
        assert {line["moment"] for line in fresh["lines"]} == {1, 2}
        assert second.play(new.actions("allied")[0])["say"] == "changed"


def test_the_same_message_sent_twice_counts_once(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        action = new.actions("allied")[0]
        allied.send(do="play", id=1, action=action, at=0)
        allied.send(do="play", id=1, action=action, at=0)
        assert allied.next()["say"] == "changed"
        assert allied.next()["say"] == "refused"
        assert new.get()["moment"] == 1


def test_a_page_that_comes_back_gets_only_the_log_that_it_lacks(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        stride(new, allied, "allied", 4, random.Random(2))
    with new.page("allied", have=2) as again:
        assert {line["moment"] for line in again.welcome["log"]} == {3, 4}
        assert again.moment == 4
        assert again.welcome["mark"] == 4
    with new.page("allied", have=4) as again:
        assert "log" not in again.welcome
    with new.page("allied", have=99) as again:
        assert again.welcome["log"][0]["moment"] == 0


def test_undo_takes_a_slip_back_and_everybody_is_told(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page("german") as german:
        allied.play(new.actions("allied")[0])
        allied.play(new.actions("allied")[0])
        assert allied.sheet["undo"] == [0, 1]
        assert german.hear("changed")
        assert german.hear("changed")
        assert german.do("undo", to=0)["say"] == "refused"
        assert allied.do("undo", to=0)["say"] == "changed"
        assert allied.moment == 3
        assert german.hear("changed")["delta"]["lines"][0]["kind"] == "talk"
        assert len(new.actions("allied")) == 84
        assert allied.do("undo", to=0)["say"] == "refused"


def test_a_rollback_is_asked_for_and_granted(both: Table) -> None:
    new = both.new()
    with new.page("allied") as allied, new.page("german") as german:
        stride(new, allied, "allied", 6, random.Random(3))
        for _ in range(6):
            german.hear("changed")
        assert allied.do("ask", to=2)["say"] == "changed"
        request = german.hear("changed")["delta"]["fields"]["request"]
        assert request["side"] == "allied"
        assert request["to"] == 2
        assert request["lines"]
        assert allied.do("answer", agree=True)["say"] == "refused"
        assert german.do("answer", agree=True)["say"] == "changed"
        assert allied.hear("changed")["delta"]["lines"][0]["to"] == 2
        assert allied.sheet["request"] is None
        assert same_sheet({**allied.sheet, "undo": []}, {**new.get("/sheet", "allied"), "undo": []})
    log = [line["text"] for line in new.get("/log")["lines"] if line.get("kind") == "talk"]
    assert len(log) == 2


def test_a_rollback_is_asked_for_and_refused(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page("german") as german:
        stride(new, allied, "allied", 3, random.Random(3))
        allied.do("ask", to=0)
        while german.moment < 4:
            german.hear("changed")
        assert german.do("answer", agree=False)["say"] == "changed"
        assert allied.hear("changed")["delta"]["lines"][0]["kind"] == "talk"
        assert allied.moment == 5
        assert allied.sheet["turn"] == german.sheet["turn"]


def test_a_concession_ends_the_match_for_all(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page("german") as german:
        assert german.do("concede")["say"] == "changed"
        assert allied.hear("changed")["delta"]["fields"]["outcome"]["winner"] == "allied"
        assert allied.hear("table")["match"]["status"] == "over"
        assert allied.do("concede")["say"] == "refused"
    assert new.get()["status"] == "over"


def test_players_see_who_is_there(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        with new.page("german"):
            seats = allied.hear("table")["match"]["seats"]
            assert [seat.get("here", False) for seat in seats] == [True, True]
        seats = allied.hear("table")["match"]["seats"]
        assert [seat.get("here", False) for seat in seats] == [True, False]


def test_players_and_spectators_talk_and_notes_stay_private(both: Table) -> None:
    new = both.new({"kind": "human", "name": "Monty"})
    with new.page("allied") as allied, new.page("german") as german, new.page() as spectator:
        number = allied.ask("say", text="Bonjour\n à tous ")
        assert german.hear("heard")["spoken"]["text"] == "Bonjour à tous"
        assert spectator.hear("heard")["spoken"]["name"] == "Monty"
        assert allied.answer(number)["say"] == "done"
        spectator.answer(spectator.ask("say", text="hello"))
        assert german.hear("heard")["spoken"]["name"] == "A spectator"
        assert allied.answer(allied.ask("note", text="Calais on turn 3\n"))["say"] == "done"
        assert spectator.answer(spectator.ask("note", text="x"))["say"] == "refused"
        assert not [message for message in german.quiet() if "Calais" in str(message)]
    with new.page("allied") as allied, new.page("german") as german:
        assert allied.welcome["notes"] == "Calais on turn 3\n"
        assert german.welcome.get("notes", "") == ""
        assert [spoken["text"] for spoken in german.welcome["chat"]] == ["Bonjour à tous", "hello"]


def test_inquiries_are_answered_without_changing_anything(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page() as spectator:
        assert allied.answer(allied.ask("why", hex="3010"))["why"][0]["rule"]
        assert allied.answer(allied.ask("why", hex="3010", unit="US-1"))["say"] == "refused"
        assert allied.answer(allied.ask("why"))["say"] == "refused"
        assert spectator.answer(spectator.ask("why", hex="3010"))["why"][0]["text"]
        overlays = [overlay["id"] for overlay in table.get("/api/games/roundup/box")["overlays"]]
        for overlay in overlays:
            for page in (allied, spectator):
                assert page.answer(page.ask("overlay", overlay=overlay))["say"] in ("told", "refused")
        assert allied.answer(allied.ask("overlay", overlay="gold"))["say"] == "refused"
        assert allied.answer(allied.ask("odds", target="3010"))["say"] in ("told", "refused")
        assert allied.answer(allied.ask("path", action="move 3010"))["say"] == "refused"
        assert spectator.answer(spectator.ask("odds", target="3010"))["say"] == "refused"
        assert allied.answer(allied.ask("ping"))["say"] == "pong"
        assert allied.moment == 0


def test_a_spectator_cannot_touch_anything(table: Table) -> None:
    new = table.new()
    with new.page() as spectator:
        for wish in (
            {"do": "play", "action": new.actions("allied")[0], "at": 0},
            {"do": "undo", "to": 0, "at": 0},
            {"do": "ask", "to": 0, "at": 0},
            {"do": "answer", "agree": True, "at": 0},
            {"do": "concede", "at": 0},
            {"do": "sit", "name": "x"},
            {"do": "begin"},
        ):
            do = str(wish.pop("do"))
            answer = spectator.answer(spectator.ask(do, **wish))
            assert answer["say"] == "refused"
            assert "watching" in answer["why"]["text"]
    assert "moment" not in new.get()


def test_scripts_play_by_ordinary_requests(table: Table) -> None:
    new = table.new()
    action = new.actions("allied")[0]
    path = f"/api/matches/{new.id}/actions"
    head = {"Authorization": f"Bearer {new.tokens['allied']}"}
    assert table.http.post(path, json={"action": action, "at": 0}).status_code == 401
    sheet = table.http.post(path, json={"action": action, "at": 0}, headers=head)
    assert sheet.json()["moment"] == 1
    stale = table.http.post(path, json={"action": action, "at": 0}, headers=head)
    assert stale.status_code == 409
    illegal = table.http.post(path, json={"action": action, "at": 1}, headers=head)
    assert (illegal.status_code, illegal.json()["rule"]) == (409, "13.4")
    assert table.http.post(path, json={"action": "dance", "at": 1}, headers=head).status_code in (400, 409)


def test_earlier_moments_and_films_are_shown_as_the_side_saw_them(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        stride(new, allied, "allied", 70, random.Random(4))
        last = allied.moment
        sheet = allied.sheet
    film = new.get(f"/film?first=0&last={last}", "allied")
    assert [frame["delta"]["moment"] for frame in film["frames"]] == list(range(1, last + 1))
    picture = film["first"]
    for frame in film["frames"]:
        assert frame["delta"]["base"] == picture["moment"]
        picture = applied(picture, frame["delta"])
    assert picture["units"] == sheet["units"]
    assert new.get(f"/moments/{last}", "allied")["units"] == sheet["units"]
    assert new.get("/moments/0")["moment"] == 0
    for path in (f"moments/{last + 1}", "moments/x", "film?first=3&last=2", "film?first=0", "film?first=0&last=999999"):
        assert table.http.get(f"/api/matches/{new.id}/{path}").status_code == 400


def test_the_start_page_hears_how_its_matches_stand(table: Table) -> None:
    one, two = table.new(), table.new(wait=True)
    answer = table.http.post("/api/matches/infos", json={"ids": [two.id, NEVER, one.id, two.id]})
    found = answer.json()["matches"]
    assert [(info["id"], info["status"]) for info in found] == [(two.id, "waiting"), (one.id, "running")]
    assert found[1]["deciding"] == ["allied"]
    assert table.http.post("/api/matches/infos", json={"ids": ["x"] * 201}).status_code == 400


def test_a_fault_of_the_program_harms_nobody_else(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    new = table.new()
    with new.page("allied") as allied, new.page("german") as german:

        def broken(*details: object, **more: object) -> None:
            raise KeyError("a fault")

        with monkeypatch.context() as patch:
            patch.setattr(showing, "why", broken)
            refused = allied.answer(allied.ask("why", hex="3010"))
            assert refused["say"] == "refused"
            assert "report" in refused["why"]["text"]
            assert "KeyError" in caplog.text
            patch.setattr(Match, "play", broken)
            assert allied.play("end")["say"] == "refused"
        assert allied.play(new.actions("allied")[0])["say"] == "changed"
        assert german.hear("changed")["delta"]["moment"] == 1
        with monkeypatch.context() as patch:
            patch.setattr(showing, "lines", broken)
            assert table.http.get(f"/api/matches/{new.id}/log").status_code == 500
        assert new.get("/log")["lines"]


def test_live_messages_are_compressed(table: Table) -> None:
    with table.connect() as line:
        assert "permessage-deflate" in line.response.headers["Sec-WebSocket-Extensions"]
