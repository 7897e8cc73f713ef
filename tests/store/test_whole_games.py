"""Whole matches go through the store and come back bit for bit, also after the rules have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

import bocage
from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.shelf import make_game
from bocage.store import GoneOn, NewMatch, Store, load, summary_of
from tests.engine import toy
from tests.engine.test_old_records import NewToy
from tests.store.samples import Table, begun

FIXTURES = Path(__file__).parents[1] / "roundup/fixtures"


def make_new(slug: str, scenario: str, options: object) -> NewToy:
    """The Ford of a later version, in which nobody charges."""
    return NewToy(scenario, {})


@pytest.mark.parametrize("name", ["concession", "allied-strategic"])
def test_a_whole_game_comes_back_from_its_rows(store: Store, name: str) -> None:
    stored = bocage.load((FIXTURES / f"{name}.txt").read_text(encoding="utf-8"))
    match = bocage.new_match("roundup", seed=stored.seed, options=stored.game.options)
    table = Table(store, match, begun(store, match), 0)
    for entry in stored.entries:
        match.repeat(entry)
        table.keep()
    assert store.load_text(table.id) == record.without_end(stored.text())
    again = load(store, table.id, make_game)
    assert again.match.position_hash == stored.position_hash
    assert again.match.text() == stored.text()
    assert (again.last, again.new_base) == (stored.moment, None)
    info = store.info(table.id)
    assert (info.status, info.summary) == ("over", summary_of(stored))


def test_a_match_goes_on_where_it_was_left(store: Store) -> None:
    match = toy.new(None, words=("red sky",))
    table = Table(store, match, begun(store, match), 0)
    table.play("hide 0303", "red: plan wait", "blue: plan wait", "red: end")
    match.undo()
    table.keep()
    again = load(store, table.id, toy.make)
    assert again.match.undoable == match.undoable
    table = Table(store, again.match, table.id, again.last)
    table.play("red: end", "blue: end", "draw")
    assert load(store, table.id, toy.make).match.text() == table.match.text()


def test_the_summary_is_what_a_spectator_may_know(store: Store) -> None:
    match = toy.play(toy.new("s"), "hide 0303", "red: plan charge")
    summary = summary_of(match)
    view = match.view(None)
    assert (summary.turn, summary.phase, summary.moment) == (view["turn"], view["phase"], view["moment"])
    assert (list(summary.to_move), summary.outcome) == (view["to_move"], view["outcome"])


def imported(store: Store, text: str, match: Match) -> str:
    """Keep an imported record."""
    return store.create(
        NewMatch(
            game="ford", scenario="ford", text=text, commitment=match.commitment, summary=summary_of(match), note="n"
        )
    )


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_an_imported_match_goes_on_after_its_record(store: Store, ends: str) -> None:
    match = toy.play(toy.new(None), "hide 0303", "red: plan wait", "blue: plan wait")
    text = match.text().replace("\n", ends)
    match_id = imported(store, text, match)
    assert store.info(match_id).status == "running"
    assert store.load_text(match_id) == text
    again = load(store, match_id, toy.make)
    assert (again.last, again.match.moment, again.new_base) == (0, 3, None)
    table = Table(store, again.match, match_id, again.last)
    table.play("red: end", "blue: end", "draw", "end")
    assert store.info(match_id).last == 4
    assert "\nturn 2 at 7 hash" in store.load_text(match_id)
    once_more = load(store, match_id, toy.make)
    assert once_more.match.text() == table.match.text()
    assert once_more.last == 4


def test_an_imported_record_of_a_finished_match_stays_finished(store: Store) -> None:
    match = toy.play(toy.new(None), "hide 0303")
    match.concede("blue")
    match_id = imported(store, match.text(), match)
    assert store.info(match_id).status == "over"
    assert load(store, match_id, toy.make).match.text() == match.text()


def test_an_imported_record_whose_end_is_wrong_is_noticed(store: Store) -> None:
    match = toy.play(toy.new(None), "hide 0303")
    match_id = imported(store, match.text().replace("end at 1 hash ", "end at 1 hash 0"), match)
    with pytest.raises(BadInput, match=f"match {match_id} cannot be read: .*damaged"):
        load(store, match_id, toy.make)


def old_table(store: Store, last: str) -> Table:
    """A match of the old rules in which somebody charged on turn 1."""
    match = toy.new(None)
    table = Table(store, match, begun(store, match), 0)
    table.play("hide 0303", "red: plan charge", "blue: plan wait", "red: end", "blue: end", "draw", "end")
    table.play("red: plan wait", f"blue: plan {last}")
    return table


def rebased(store: Store, match_id: str) -> Table:
    """Open a match with the new rules, as a service does before the first action."""
    loaded = load(store, match_id, make_new)
    assert loaded.new_base is not None
    match = loaded.match
    store.rebase(match_id, loaded.new_base, loaded.last, summary_of(match), match.note)
    return Table(store, match, match_id, loaded.last)


@pytest.mark.parametrize(("last", "moment"), [("wait", 9), ("charge", 8)])
def test_a_match_of_older_rules_gets_a_new_base_and_goes_on(store: Store, last: str, moment: int) -> None:
    old = old_table(store, last)
    before = store.load_text(old.id)
    table = rebased(store, old.id)
    assert table.match.moment == moment
    assert table.last == 9, "row numbers never go back, whatever could not be repeated"
    assert store.info(old.id).note == table.match.note != ""
    assert store.info(old.id).summary.moment == moment
    if last == "charge":
        table.play("blue: plan wait")
    table.play("red: end", "blue: end", "draw")
    again = load(store, old.id, make_new)
    assert again.new_base is None, "once is enough"
    assert again.match.text() == table.match.text()
    assert again.match.log("red") == table.match.log("red")
    assert again.last == table.last
    with store.connect() as connection:
        lines = connection.exec_driver_sql("SELECT line FROM entries ORDER BY number").scalars().all()
    assert all(line in before for line in lines[1:10]), "what was played under the old rules is still there"


def test_who_only_looks_at_an_old_match_writes_nothing(store: Store) -> None:
    old = old_table(store, "wait")
    before = store.stored(old.id)
    assert load(store, old.id, make_new).new_base is not None
    assert store.stored(old.id) == before


def test_an_old_match_that_still_replays_gets_todays_header(store: Store) -> None:
    match = toy.new(None)
    table = Table(store, match, begun(store, match), 0)
    table.play("hide 0303", "red: plan wait")
    again = rebased(store, table.id)
    assert (again.match.note, again.match.moment) == ("", 2)
    assert "\nrules 2\n" in store.load_text(table.id)
    again.play("blue: plan wait")
    assert load(store, table.id, make_new).match.text() == again.match.text()


def test_a_base_can_follow_a_base_without_a_row_between(store: Store) -> None:
    old = old_table(store, "wait")
    first = rebased(store, old.id)
    store.rebase(old.id, first.match.text() + "\n", first.last, summary_of(first.match), "again")
    first.play("red: end")
    assert load(store, old.id, make_new).match.text() == first.match.text()
    assert store.info(old.id).note == "again"


def test_a_base_for_a_match_that_has_gone_on_is_refused(store: Store) -> None:
    old = old_table(store, "wait")
    text = store.load_text(old.id)
    with pytest.raises(GoneOn):
        store.rebase(old.id, old.match.text(), old.last - 1, summary_of(old.match))
    assert store.load_text(old.id) == text
