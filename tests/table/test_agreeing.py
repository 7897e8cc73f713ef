"""A match may end otherwise than by the rules: by a draw, or abandoned by both. Bots answer too."""

from __future__ import annotations

import bocage
from tests.table.players import Table, bot


def test_a_draw_is_offered_declined_taken_back_and_accepted(both: Table) -> None:
    new = both.new()
    with new.page("allied") as allied, new.page("german") as german, new.page() as watcher:
        assert allied.do("offer", kind="draw")["say"] == "changed"
        for page in (german, watcher):
            page.hear("changed")
            assert page.sheet is not None
            assert page.sheet["offer"] == {"kind": "draw", "side": "allied"}
        assert german.log[-1]["text"] == "The Allies offer a draw."
        refused = allied.do("reply", agree=True)
        assert refused["why"]["text"] == "The other side must answer, not the one that made the offer."
        german.do("reply", agree=False)
        allied.hear("changed")
        assert allied.sheet is not None
        assert not allied.sheet.get("offer")
        assert allied.log[-1]["text"] == "The Germans do not accept the offer."
        again = allied.do("offer", kind="draw")
        assert "in this turn already" in again["why"]["text"]
        german.do("offer", kind="draw")
        german.do("withdraw")
        german.do("offer", kind="abandon")
        for _ in range(3):
            allied.hear("changed")
        assert allied.do("reply", agree=True)["say"] == "changed"
        assert allied.sheet["outcome"] == {"winner": "", "text": "Abandoned by both sides.", "abandoned": True}
    info = new.get()
    assert (info["status"], info["outcome"]) == ("over", "Abandoned by both sides.")
    match = bocage.load(new.get("/text")["text"])
    assert match.outcome is not None
    assert match.outcome.level == "abandoned by both sides"
    assert new.get("/proof")["agrees"] is True


def test_an_agreed_draw_is_a_draw_in_the_list_and_in_the_record(table: Table) -> None:
    new = table.new()
    with new.page("german") as german, new.page("allied") as allied:
        german.do("offer", kind="draw")
        allied.hear("changed")
        allied.do("reply", agree=True)
    assert new.get()["outcome"] == "Draw agreed."
    assert bocage.load(new.get("/text")["text"]).outcome_text == "draw agreed"


def test_a_spectator_offers_nothing_and_noise_is_refused(table: Table) -> None:
    new = table.new()
    with new.page() as watcher, new.page("allied") as allied:
        assert watcher.do("offer", kind="draw")["say"] == "refused"
        assert "one can offer a draw" in allied.do("offer", kind="peace")["why"]["text"].lower()
        assert "Nothing is offered" in allied.do("withdraw")["why"]["text"]


def test_a_bot_plays_on_rather_than_draw_but_lets_a_match_be_abandoned(table: Table) -> None:
    new = table.new(None, bot("greedy"))
    with new.page("allied") as allied:
        allied.do("offer", kind="draw")
        while allied.log[-1]["text"] != "The Germans do not accept the offer.":
            allied.next()
        allied.do("offer", kind="abandon")
        while not (allied.sheet or {}).get("outcome"):
            allied.next()
    assert new.get()["outcome"] == "Abandoned by both sides."


def test_a_bot_that_takes_a_seat_answers_what_is_offered_there(table: Table) -> None:
    new = table.new()
    with new.page("allied") as allied:
        allied.do("offer", kind="abandon")
        answer = table.http.post(
            f"/api/matches/{new.id}/seats/german",
            json=bot("greedy"),
            headers={"Authorization": f"Bearer {new.tokens['german']}"},
        )
        assert answer.status_code == 200, answer.text
        while not (allied.sheet or {}).get("outcome"):
            allied.next()
    assert new.get()["outcome"] == "Abandoned by both sides."
