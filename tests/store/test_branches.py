"""Branches are the only matches that can be deleted, and they leave nothing behind."""

from __future__ import annotations

import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.store import Branch, NewMatch, NoSuchMatch, Store, summary_of
from bocage.store.tables import metadata
from tests.engine import toy
from tests.store.samples import SEATS, Table, begun


def branch(store: Store, of_match: str, side: str | None = "red") -> Table:
    """A branch of a match, with something in every table."""
    match = toy.new("branch")
    new = NewMatch(
        game="ford", scenario="ford", seats=SEATS, seed="branch", commitment=match.commitment, text=match.text(),
        summary=summary_of(match), branch=Branch(of_match, side, 3),
    )  # fmt: skip
    made = Table(store, match, store.create(new), 0)
    made.play("hide 0303", "red: plan wait", "blue: plan wait")
    store.say(made.id, None, "Anna", "what if")
    store.put_note(made.id, "red", "try the ford")
    return made


def rows(store: Store, match_id: str) -> dict[str, int]:
    """How many rows of each table speak of a match."""
    found = {}
    with store.connect() as connection:
        for name, table in metadata.tables.items():
            column = table.c.id if name == "matches" else table.c.match_id
            query = sqlalchemy.select(sqlalchemy.func.count()).select_from(table).where(column == match_id)
            found[name] = connection.execute(query).scalar_one()
    return {name: number for name, number in found.items() if number}


def test_a_branch_says_of_what_it_is_one(store: Store) -> None:
    of = begun(store)
    made = branch(store, of)
    assert store.info(made.id).branch == Branch(of, "red", 3)
    assert store.info(of).branch is None
    assert {info.id: info.branch for info in store.matches()} == {made.id: Branch(of, "red", 3), of: None}


def test_branches_are_counted_by_side(store: Store) -> None:
    of = begun(store)
    for side in ("red", "red", None):
        branch(store, of, side)
    assert [store.branches_of(of, side) for side in ("red", "blue", None)] == [2, 0, 1]


def test_a_deleted_branch_leaves_nothing_behind_and_everything_else_stays(store: Store) -> None:
    of = begun(store)
    kept, gone = branch(store, of), branch(store, of)
    before = rows(store, of), rows(store, kept.id)
    assert set(rows(store, gone.id)) >= {"matches", "seats", "bases", "entries", "chat", "notes", "branches"}
    store.delete_branch(gone.id)
    assert rows(store, gone.id) == {}
    assert (rows(store, of), rows(store, kept.id)) == before
    with pytest.raises(NoSuchMatch):
        store.delete_branch(gone.id)


def test_a_match_is_never_deleted(store: Store) -> None:
    of = begun(store)
    before = rows(store, of)
    with pytest.raises(BadInput, match="only a branch"):
        store.delete_branch(of)
    for table in ("entries", "bases", "snapshots", "remarks"):
        branch(store, of)
        with store.connect() as connection, connection.begin():
            delete = sqlalchemy.text(f"DELETE FROM {table} WHERE match_id = '{of}'")
            if table == "entries":
                with pytest.raises(sqlalchemy.exc.DBAPIError, match="stays: DELETE refused"):
                    connection.execute(delete)
    assert rows(store, of) == before


def test_what_is_written_of_a_branch_is_not_changed_either(store: Store) -> None:
    made = branch(store, begun(store))
    with store.connect() as connection, pytest.raises(sqlalchemy.exc.DBAPIError, match="stays: UPDATE refused"):
        connection.execute(sqlalchemy.text(f"UPDATE entries SET line = '' WHERE match_id = '{made.id}'"))
