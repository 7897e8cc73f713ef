"""Branches at the table: who may begin one, that the match hears nothing of it, and how one goes away."""

from __future__ import annotations

from typing import Any

import bocage
from bocage.table.matches.branches import MOST_BRANCHES
from tests.table.players import HUMAN, OPEN, New, Table, bearer, bot

ALONE = {"allied": HUMAN, "german": HUMAN}
WITH_BOT = {"allied": HUMAN, "german": bot("random")}


def begin(new: New, side: str | None, at: int, seats: dict[str, Any] | None = None) -> Any:
    """Ask for a branch."""
    head = bearer(new.tokens[side]) if side else {}
    wanted = {"at": at, "seats": seats or ALONE}
    return new.table.http.post(f"/api/matches/{new.id}/branches", json=wanted, headers=head)


def begun(new: New, side: str | None, at: int, seats: dict[str, Any] | None = None) -> New:
    """A branch that must not be refused."""
    answer = begin(new, side, at, seats)
    assert answer.status_code == 201, answer.text
    return New(new.table, answer.json())


def delete(new: New, *tokens: str) -> Any:
    """Ask that a match be deleted."""
    return new.table.http.delete(f"/api/matches/{new.id}", headers=bearer(*tokens) if tokens else {})


def moved(table: Table, **more: Any) -> New:
    """A match in which the Allies have marked a beachhead."""
    new = table.new(**more)
    with new.page("allied") as page:
        page.play("us-beachhead 1204")
    return new


def test_a_branch_is_a_match_of_ones_own_and_the_match_stays_as_it_is(both: Table) -> None:
    new = moved(both)
    with new.page("german") as watcher:
        before = new.get(), new.get("/sheet", "allied"), new.get("/log", "german")
        branch = begun(new, "allied", 1)
        assert branch.info["branch"] == {"match": new.id, "side": "allied", "moment": 1}
        assert sorted(branch.tokens) == ["allied", "german"]
        with branch.page("allied") as page:
            page.play(branch.actions("allied")[0])
        assert (new.get(), new.get("/sheet", "allied"), new.get("/log", "german")) == before
        assert watcher.quiet() == []
    assert "branch" not in new.get()
    assert branch.get()["moment"] == 1
    assert branch.info["commitment"] != new.info["commitment"]


def test_an_earlier_moment_can_be_tried_again(table: Table) -> None:
    new = moved(table)
    branch = begun(new, "allied", 0)
    assert "us-beachhead 1204" in branch.actions("allied")
    assert "us-beachhead 1204" not in new.actions("allied")


def test_a_bot_plays_in_a_branch(table: Table) -> None:
    new = moved(table)
    branch = begun(new, "german", 1, {"allied": bot("random"), "german": HUMAN})
    branch.wait_until(lambda info: info.get("moment", 0) > 0)
    assert new.get()["moment"] == 1


def test_only_who_plays_begins_a_branch_of_a_running_match(table: Table) -> None:
    new = moved(table)
    assert begin(new, None, 0).status_code == 409
    assert begin(new, "allied", 2).status_code == 400
    head = bearer("x" * 43)
    wanted = {"at": 0, "seats": ALONE}
    assert table.http.post(f"/api/matches/{new.id}/branches", json=wanted, headers=head).status_code == 404


def test_nobody_else_can_be_asked_into_a_branch(table: Table) -> None:
    new = moved(table)
    for seats in ({"allied": HUMAN, "german": OPEN}, {"allied": bot(), "german": bot()}, {"allied": HUMAN}):
        assert begin(new, "allied", 1, seats).status_code == 400


def test_a_match_that_waits_has_no_branches_and_a_branch_has_none(table: Table) -> None:
    waiting = table.new(german=OPEN, wait=True)
    assert begin(waiting, "allied", 0).status_code == 409
    branch = begun(moved(table), "allied", 1)
    answer = begin(branch, "allied", 0)
    assert answer.status_code == 409
    assert "is a branch already" in answer.json()["error"]


def test_of_a_match_that_is_over_anybody_tries_out_the_truth(table: Table) -> None:
    match = bocage.new_match("roundup", seed="over")
    match.play("us-beachhead 1204")
    match.concede("german")
    new = table.bring_in(match.text())
    last = new.get("/sheet")["moment"]
    branch = begun(new, None, last)
    assert branch.info["branch"] == {"match": new.id, "moment": last}
    assert branch.info["status"] == "running"
    assert branch.get("/view", "allied")["prompt"] is not None


def test_a_branch_is_deleted_by_who_holds_it_and_pages_are_told(both: Table) -> None:
    new = moved(both)
    branch = begun(new, "allied", 1)
    assert delete(branch).status_code == 401
    assert delete(branch, new.tokens["allied"]).status_code == 404
    with branch.page("german") as page:
        answer = delete(branch, branch.tokens["allied"])
        assert (answer.status_code, answer.json()) == (200, {"match": branch.id})
        assert page.hear("broken")["why"]["text"] == "This branch was deleted."
    assert both.http.get(f"/api/matches/{branch.id}").status_code == 404
    assert both.http.post("/api/matches/infos", json={"ids": [branch.id, new.id]}).json()["matches"] == [new.get()]
    assert delete(branch, branch.tokens["allied"]).status_code == 404


def test_a_branch_in_which_a_bot_thinks_can_be_deleted(table: Table) -> None:
    branch = begun(moved(table), "german", 1, {"allied": bot("planner"), "german": HUMAN})
    assert delete(branch, branch.tokens["german"]).status_code == 200
    assert table.http.get(f"/api/matches/{branch.id}").status_code == 404


def test_a_match_cannot_be_deleted(table: Table) -> None:
    new = moved(table)
    answer = delete(new, new.tokens["allied"])
    assert answer.status_code == 409
    assert "Only a branch" in answer.json()["error"]
    assert new.get()["moment"] == 1


def test_branches_of_a_side_are_counted_and_those_of_the_other_are_not_in_the_way(table: Table) -> None:
    new = moved(table)
    first = begun(new, "allied", 1)
    for _ in range(MOST_BRANCHES - 1):
        begun(new, "allied", 1)
    answer = begin(new, "allied", 1)
    assert answer.status_code == 409
    assert "Delete one" in answer.json()["error"]
    begun(new, "german", 1)
    assert delete(first, first.tokens["german"]).status_code == 200
    begun(new, "allied", 1)
