"""The statistics of a match at the table: who is told what, and how time is counted."""

from __future__ import annotations

import time
from typing import Any

import bocage
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.setup import suggestion
from bocage.lab.measuring.course import Spent
from bocage.table.matches.statistics import spent
from tests.table.players import Table, bearer
from tests.table.test_secret_deeds import allowed, fresh, german


def test_a_seat_is_told_what_it_may_know_and_who_watches_less(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        page.play("us-beachhead 1204")
    mine, theirs = new.get("/statistics", "allied"), new.get("/statistics")
    assert (mine["of"], theirs["of"], mine["over"]) == ("allied", "", False)
    assert [plot["title"] for plot in mine["plots"]][:2] == [plot["title"] for plot in theirs["plots"]][:2]
    (one,) = mine["spent"]
    assert (one["side"], one["entries"]) == ("allied", 1)
    answer = table.http.get(f"/api/matches/{new.id}/statistics", headers=bearer("x" * 43))
    assert answer.status_code == 404


def test_what_is_done_in_secret_does_not_show_in_the_statistics_of_others(table: Table) -> None:
    quick, slow = fresh(table)
    german(quick, "suggested")
    by_hand = [f"pick {slot.unit}" for slot in list(suggestion.slots(bocage.game_class("rhine")()))[:1]]
    german(slow, *allowed([*by_hand, "suggested"]))
    for side in ("allied", None):
        told = [counted(new.get("/statistics", side)) for new in (quick, slow)]
        assert told[0] == told[1]


def counted(course: dict[str, Any]) -> dict[str, Any]:
    """All but the seconds, which no two matches have in common."""
    return {**course, "spent": [(one["side"], one["entries"]) for one in course.get("spent", ())]}


def at(minute: int) -> str:
    return f"2026-11-15T{20 + minute // 60}:{minute % 60:02}:00+00:00"


def marked() -> Match:
    """Two beachheads, marked by the Allies, in a game without secrets."""
    match = bocage.new_match("roundup", seed="time")
    for _ in range(2):
        match.play(match.prompt.actions[0])
    return match


def test_time_goes_to_the_side_that_acted_and_pauses_are_left_out() -> None:
    match = marked()
    assert [entry.side for entry in match.entries] == ["allied", "allied"]
    assert spent(match, None, [(0, at(0)), (1, at(4)), (2, at(9))], True) == [Spent("allied", 540.0, 2)]
    assert spent(match, None, [(0, at(0)), (1, at(4)), (2, at(104))], True) == [Spent("allied", 240.0, 1)]
    assert spent(match, None, [(1, at(0)), (2, at(5))], True) == [Spent("allied", 300.0, 1)]
    assert spent(match, None, [], True) == []


def test_time_of_secret_deeds_is_not_told() -> None:
    """The times of entries that a side did not notice have no effect on what it is told."""
    match = bocage.new_match("rhine", seed="time")
    match.play(str(match.prompts["german"].actions[0]), side="german")
    match.play(str(match.prompts["german"].actions[0]), side="german")
    assert match.moment_of("allied") == 0
    assert spent(match, "allied", [(0, at(0)), (1, at(3)), (2, at(9))], False) == []
    assert spent(match, "german", [(0, at(0)), (1, at(3)), (2, at(9))], False) == [Spent("german", 540.0, 2)]


def test_clocks_tell_the_time_used_and_when_the_match_last_went_on_as_far_as_a_side_noticed(table: Table) -> None:
    new = table.new()
    with new.page("allied") as page:
        time.sleep(0.3)
        page.play("us-beachhead 1204")
    told = new.get("/clocks", "german")
    (used,) = told["used"]
    assert used["side"] == "allied"
    assert 0.2 < used["seconds"] < 30
    assert told["since"] < 30
    (secret,) = fresh(table)[:1]
    time.sleep(0.6)
    first = next(iter(suggestion.slots(bocage.game_class("rhine")())))
    german(secret, f"pick {first.unit}")
    assert secret.get("/clocks", "allied")["since"] >= 0.6, "what is done in secret does not set a clock back"
    assert secret.get("/clocks")["since"] >= 0.6
    assert secret.get("/clocks", "german")["since"] < 0.6
