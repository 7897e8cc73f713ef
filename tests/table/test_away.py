"""An opponent who stays away: what was agreed when the match was set up is shown to all, and can be used in time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import bocage
from bocage.games.rhine.rules.setup import suggestion
from tests.table.players import HUMAN, OPEN, New, Page, Table, bearer, bot
from tests.table.test_secret_deeds import german


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts the clock forward by which the days are counted."""
    ahead = timedelta(0)

    def moment() -> str:
        return (datetime.now(UTC) + ahead).isoformat(timespec="microseconds")

    def forward(**much: float) -> None:
        nonlocal ahead
        ahead += timedelta(**much)

    monkeypatch.setattr("bocage.table.matches.away.moment", moment)
    return forward


def claim(page: Page, **more: Any) -> dict[str, Any]:
    return page.do("claim", **more)


def why(answer: dict[str, Any]) -> str:
    assert answer["say"] == "refused", answer
    return str(answer["why"]["text"])


@pytest.mark.parametrize(
    ("what", "outcome"),
    [("win", "The Germans win: the Allies stayed away."), ("draw", "Draw: the Allies stayed away.")],
)
def test_what_was_agreed_is_shown_to_all_and_can_be_used_when_the_days_have_passed(
    both: Table, later: Callable[..., None], what: str, outcome: str
) -> None:
    new = both.new(away={"what": what, "days": 5})
    assert new.get()["away"] == {"what": what, "days": 5}, "whoever has the address reads it, before he sits down too"
    with new.page("german") as german:
        assert german.welcome["match"]["away"] == {"what": what, "days": 5}
        assert why(claim(german)) == "The match has gone on within the last 5 days."
        later(days=5, minutes=-5)
        assert why(claim(german)) == "The match has gone on within the last 5 days."
        assert "claims" not in new.get()
        later(minutes=6)
        assert new.get()["claims"] == ["german"]
        with new.page("allied") as allied:
            assert why(claim(allied)) == "The match waits for you too."
        assert claim(german)["say"] == "changed"
        assert german.sheet is not None
        assert german.sheet["outcome"]["text"] == outcome
        assert "as was agreed: the other side stayed away" in german.log[-1]["text"]
    assert (new.get()["status"], new.get()["outcome"]) == ("over", outcome)
    match = bocage.load(new.get("/text")["text"])
    assert match.outcome is not None
    assert match.outcome.winner == ("german" if what == "win" else "")
    assert f"german (claim-{what} 0)" in match.text()


def test_a_move_begins_the_days_anew_and_so_does_a_word_across_the_table(
    table: Table, later: Callable[..., None]
) -> None:
    new = table.new(away={"what": "win", "days": 3})
    later(days=4)
    with new.page("german") as german, new.page("allied") as allied:
        allied.play(new.actions("allied")[0])
        german.hear("changed")
        # What was played has the time of the service, which is four days behind that by which the days are counted.
        assert new.get()["claims"] == ["german"]
        later(days=-2)
        assert why(claim(german)) == "The match has gone on within the last 3 days."
        later(days=2)
        allied.do("offer", kind="draw")
        german.hear("changed")
        assert why(claim(german)) == "Answer first what the other side has asked."


@pytest.mark.parametrize("agreed", [None, {"what": "nothing"}])
def test_where_nothing_was_agreed_nothing_can_be_claimed(
    table: Table, later: Callable[..., None], agreed: dict[str, Any] | None
) -> None:
    new = table.new(away=agreed)
    later(days=1000)
    with new.page("german") as german:
        assert "nothing was agreed" in why(claim(german)).lower()
        assert german.do("concede")["say"] == "changed"
    assert "claims" not in new.get()


def test_nobody_claims_against_a_bot_or_an_empty_chair_and_a_spectator_claims_nothing(
    table: Table, later: Callable[..., None]
) -> None:
    empty = table.new(OPEN, HUMAN, away={"what": "win", "days": 1})
    later(days=2)
    with empty.page("german") as german, empty.page() as watcher:
        assert why(claim(german)) == "Nobody sits there who could stay away."
        assert "watching" in why(claim(watcher))
    assert "claims" not in empty.get()
    played = table.new(HUMAN, bot(), away={"what": "win", "days": 1})
    with played.page("allied") as allied:
        assert why(claim(allied)) == "The match waits for you too."


@pytest.mark.parametrize("wrong", [{"what": "peace"}, {"what": "win", "days": 0}, {"what": "win", "days": 366}, {}])
def test_what_makes_no_sense_is_refused_when_the_match_is_set_up(table: Table, wrong: dict[str, Any]) -> None:
    seats = {"allied": HUMAN, "german": HUMAN}
    answer = table.http.post("/api/matches", json={"game": "roundup", "seats": seats, "away": wrong})
    assert answer.status_code == 400, answer.text


def kept_by_a_bot(table: Table, later: Callable[..., None]) -> New:
    """The Allies stay away, and a bot that plays at random keeps their seat."""
    new = table.new(away={"what": "bot", "days": 2})
    later(days=3)
    with new.page("german") as german:
        assert why(claim(german, bot="nobody")) != ""
        assert claim(german, bot="random")["say"] == "done"
        told = [message["spoken"]["text"] for message in german.heard if message["say"] == "heard"]
    (words,) = told
    assert words == (
        "The Allied seat is played by the bot random from now on, as was agreed: its player did not move for 2 days. "
        "When he opens his link, he has it again."
    )
    return new


def test_a_bot_keeps_a_seat_until_its_player_is_back(both: Table, later: Callable[..., None]) -> None:
    new = kept_by_a_bot(both, later)
    new.wait_until(lambda info: info.get("moment", 0) >= 2 and info["seats"][0]["kind"] == "bot")
    for kind in ("human", "open"):
        answer = both.http.post(
            f"/api/matches/{new.id}/seats/allied", json={"kind": kind}, headers=bearer(new.tokens["german"])
        )
        assert answer.status_code == 403
        assert "has it again when he opens his link" in answer.json()["error"]
    with new.page("german") as german, new.page("allied") as allied:
        assert allied.welcome["side"] == "allied"
        assert german.hear("heard")["spoken"]["text"] == (
            "The player of the Allied seat is back and has it again; the bot leaves."
        )
    info = new.get()
    assert (info["seats"][0]["kind"], info["seats"][0].get("bot", "")) == ("human", "")
    assert "has changed hands 2 times" in info["note"]


def test_who_is_back_has_all_his_days(table: Table, later: Callable[..., None]) -> None:
    new = kept_by_a_bot(table, later)
    with new.page("allied"), new.page("german") as german:
        later(days=-3)
        assert "claims" not in new.get()
        if german.sheet is not None and german.sheet["deciding"] == ["allied"]:
            assert why(claim(german)) == "The match has gone on within the last 2 days."


def test_a_seat_that_a_bot_keeps_can_be_given_to_another_bot_and_is_still_kept(
    table: Table, later: Callable[..., None]
) -> None:
    new = kept_by_a_bot(table, later)
    seat = f"/api/matches/{new.id}/seats/allied"
    assert table.http.post(seat, json=bot("greedy"), headers=bearer(new.tokens["german"])).status_code == 200
    assert new.get("", "allied")["id"] == new.id
    assert new.get("/sheet", "allied")["moment"] >= 0
    assert new.get()["seats"][0]["kind"] == "human"


def test_what_was_agreed_takes_the_place_of_the_rule_of_the_table(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOCAGE_ABSENT_DAYS is for matches in which nothing was agreed."""
    plain, agreed = table.new(), table.new(away={"what": "nothing"})
    monkeypatch.setattr("bocage.table.matches.handover._since", lambda _: timedelta(days=100))
    assert all(seat["absent"] for seat in plain.get()["seats"])
    assert not any(seat.get("absent") for seat in agreed.get()["seats"])


def test_what_the_absent_side_does_in_secret_does_not_show_by_when_the_button_comes(
    table: Table, later: Callable[..., None]
) -> None:
    """The Germans set up unseen: one of them places a counter, the other does nothing."""
    seats = {"allied": HUMAN, "german": HUMAN}
    wanted = {"game": "rhine", "seats": seats, "away": {"what": "win", "days": 2}}
    busy, idle = (New(table, table.http.post("/api/matches", json=wanted).json()) for _ in range(2))
    later(days=2, minutes=-1)
    for new in (busy, idle):
        assert "claims" not in new.get()
    first = next(iter(suggestion.slots(bocage.game_class("rhine")())))
    german(busy, f"pick {first.unit}")
    later(minutes=2)
    for new in (busy, idle):
        assert new.get()["claims"] == ["allied"]
