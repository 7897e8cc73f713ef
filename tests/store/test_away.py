"""What is agreed about a player who stays away is kept with the words that say so, or neither is."""

from __future__ import annotations

import pytest

from bocage.store import GoneOn, Store
from bocage.store.away import Agree
from bocage.store.changes import Say
from tests.engine import toy
from tests.store.samples import begun


def agree(store: Store, match_id: str, away: str, was: str, again: bool = False) -> None:
    with store.connect() as connection, connection.begin():
        said = Say(match_id, None, "The table", f"now {away}")
        Agree(match_id, away, was, said).make(connection, again)


def test_an_agreement_is_kept_only_if_what_it_follows_still_stands(store: Store) -> None:
    match_id = begun(store, toy.new(None))
    agree(store, match_id, "? win 5 red", "")
    with pytest.raises(GoneOn):
        agree(store, match_id, "? draw 3 blue", "")
    assert store.info(match_id).away == "? win 5 red"
    assert [line.text for line in store.chat(match_id)] == ["now ? win 5 red"]


def test_an_agreement_that_was_kept_before_the_line_broke_is_not_refused(store: Store) -> None:
    match_id = begun(store, toy.new(None))
    agree(store, match_id, "win 5 2026-11-15", "")
    agree(store, match_id, "win 5 2026-11-15", "", again=True)
    with pytest.raises(GoneOn):
        agree(store, match_id, "draw 5 2026-11-15", "", again=True)
