"""Players agree on what happens if one stays away, in a match that has begun without it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bocage.table.config import Config
from tests.table.players import HUMAN, OPEN, UNHURRIED, New, Page, Table, bot, running
from tests.table.test_away import claim, later, why

__all__ = ["later"]  # a fixture
WIN = {"what": "win", "days": 5}
AGREED = (
    "The players have agreed: if a side does not move for 5 days (counted from now at the earliest), the other may "
    "claim the win."
)


def propose(page: Page, agreed: dict[str, Any] | None = None) -> dict[str, Any]:
    return page.answer(page.ask("propose", agreed=agreed or WIN))


def settle(page: Page, agree: bool, agreed: dict[str, Any] | None = None) -> dict[str, Any]:
    return page.answer(page.ask("settle", agree=agree, agreed=agreed or WIN))


def test_what_one_proposes_and_the_other_accepts_holds_as_if_agreed_at_the_beginning(
    both: Table, later: Callable[..., None]
) -> None:
    new = both.new()
    record = new.get("/text", "german")["text"]
    later(days=30)
    with new.page("german") as german, new.page("allied") as allied:
        assert propose(german)["say"] == "done"
        assert allied.hear("table")["match"]["proposed"] == {"by": "german", "agreed": WIN}
        assert "away" not in new.get(), "it is only proposed"
        assert "nothing was agreed" in why(claim(german)).lower()
    with new.page("german") as german, new.page("allied") as allied:
        assert allied.welcome["match"]["proposed"] == {"by": "german", "agreed": WIN}, (
            "whoever comes later reads it too"
        )
        assert settle(allied, True)["say"] == "done"
        for page in (german, allied):
            said = next((one for one in page.heard if one["say"] == "heard"), None) or page.hear("heard")
            assert said["spoken"]["text"] == AGREED
        info = german.hear("table")["match"]
        assert (info["away"], info.get("proposed")) == (WIN, None)
        assert new.get("/text", "german")["text"] == record, "the record knows nothing of it"


def test_the_days_are_counted_from_the_agreement(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match has waited for the Allies for long; only what passes after they agreed counts."""
    new = table.new()
    start = datetime.now(UTC)
    ahead = timedelta(0)

    def moment() -> str:
        return (start + ahead).isoformat(timespec="microseconds")

    monkeypatch.setattr("bocage.table.matches.away.moment", moment)
    monkeypatch.setattr("bocage.table.matches.seating.now", moment)
    with new.page("german") as german, new.page("allied") as allied:
        ahead = timedelta(days=100)
        propose(german)
        ahead = timedelta(days=200)
        settle(allied, True)
        assert "claims" not in new.get()
        assert why(claim(german)) == "The match has gone on within the last 5 days."
        ahead = timedelta(days=205, minutes=-1)
        assert why(claim(german)) == "The match has gone on within the last 5 days."
        ahead = timedelta(days=205, minutes=1)
        assert new.get()["claims"] == ["german"]
        assert claim(german)["say"] == "changed"
    assert new.get()["outcome"] == "The Germans win: the Allies stayed away."


def test_one_proposal_at_a_time_and_its_maker_may_take_it_back(table: Table) -> None:
    new = table.new()
    with new.page("german") as german, new.page("allied") as allied, new.page() as watcher:
        propose(german)
        assert why(propose(german)) == "Your last proposal is still open: take it back first."
        assert why(propose(allied)) == "Answer first what is proposed to you."
        assert why(settle(german, True)) == "You have proposed it yourself: the other side answers."
        for answer in (propose(watcher), settle(watcher, True)):
            assert "watching" in why(answer)
        assert new.get()["proposed"]["by"] == "german"
        assert settle(german, False)["say"] == "done"
        assert "proposed" not in new.get()
        assert why(settle(allied, True)) == "That is no longer proposed."
        propose(german, {"what": "bot", "days": 2})
        assert why(settle(allied, True)) == "That is no longer proposed.", "he has read another one"
        assert "away" not in new.get()


def test_a_proposal_that_is_declined_lapses_and_another_can_be_made(table: Table) -> None:
    new = table.new()
    with new.page("german") as german, new.page("allied") as allied:
        propose(german)
        assert settle(allied, False)["say"] == "done"
        assert german.hear("heard")["spoken"]["text"] == (
            "The player of the Allied seat declines what the German seat proposed for a player who stays away."
        )
        assert ("proposed" in new.get(), "away" in new.get()) == (False, False)
        assert propose(allied, {"what": "nothing"})["say"] == "done"
        assert settle(german, True, {"what": "nothing"})["say"] == "done"
        assert new.get()["away"] == {"what": "nothing"}
        assert why(propose(allied)) == "It is agreed already what happens if a side stays away."


def test_nothing_is_proposed_to_a_bot_an_empty_chair_or_before_the_match_runs(table: Table) -> None:
    for seats, waits, words in (
        ((HUMAN, bot()), False, "A bot never stays away, so nothing need be agreed."),
        ((HUMAN, OPEN), False, "Nobody sits there yet who could agree."),
        ((HUMAN, OPEN), True, "The match is not under way."),
    ):
        with table.new(*seats, wait=waits).page("allied") as allied:
            assert why(propose(allied)) == words


@pytest.mark.parametrize("wrong", [{"what": "peace"}, {"what": "win", "days": 0}, {"what": "win", "days": 366}])
def test_what_makes_no_sense_cannot_be_proposed(table: Table, wrong: dict[str, Any]) -> None:
    new = table.new()
    with new.page("german") as german:
        assert why(propose(german, wrong))
    assert "proposed" not in new.get()


def test_a_proposal_lapses_when_its_seat_is_given_to_a_bot(table: Table) -> None:
    new = table.new()
    with new.page("german") as german, new.page("allied") as allied:
        propose(german)
        seat = f"/api/matches/{new.id}/seats/german"
        headers = {"Authorization": f"Bearer {new.tokens['german']}"}
        assert table.http.post(seat, json=bot(), headers=headers).status_code == 200
        assert "proposed" not in new.get()
        assert why(settle(allied, True)) == "That is no longer proposed."


def test_what_is_only_proposed_leaves_the_rule_of_the_table_in_force(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BOCAGE_ABSENT_DAYS is for matches in which nothing was agreed."""
    new = table.new()
    with new.page("german") as german, new.page("allied") as allied:
        propose(german)
        monkeypatch.setattr("bocage.table.matches.hall.absent", lambda *_: True)
        assert any(seat.get("absent") for seat in new.get()["seats"])
        settle(allied, True)
        assert not any(seat.get("absent") for seat in new.get()["seats"])


def test_players_of_a_match_from_before_there_were_agreements_make_one_and_it_lasts(tmp_path: Path) -> None:
    """The tables of version 0006 had no place for it."""
    file = tmp_path / "table.sqlite"
    config = Config(port=0, database=f"sqlite:///{file}", **UNHURRIED)
    with running(config) as table:
        old = table.new()
    with closing(sqlite3.connect(file)) as database, database:
        for named, column in (("matches", "away"), ("seats", "owner")):
            database.execute(f"ALTER TABLE {named} DROP COLUMN {column}")
        (version,) = database.execute("SELECT version_num FROM bocage_version").fetchone()
        database.execute("UPDATE bocage_version SET version_num = '0006'")
    assert version > "0006"
    with running(config) as table:
        new = New(table, {"match": {"id": old.id}, "tokens": old.tokens})
        with new.page("german") as german:
            assert propose(german)["say"] == "done"
    with running(config) as table:
        new = New(table, {"match": {"id": old.id}, "tokens": old.tokens})
        assert new.get()["proposed"] == {"by": "german", "agreed": WIN}, "it is still open when the service comes back"
        with new.page("allied") as allied:
            assert settle(allied, True)["say"] == "done"
    with running(config) as table:
        new = New(table, {"match": {"id": old.id}, "tokens": old.tokens})
        assert new.get()["away"] == WIN
