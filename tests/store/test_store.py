"""Matches, seats, chat and notes are kept, on both databases alike."""

from __future__ import annotations

import threading

import msgspec
import pytest
import sqlalchemy

from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.position import Outcome
from bocage.store import (
    Append,
    GoneOn,
    NewMatch,
    NoSuchMatch,
    Remark,
    Row,
    Seat,
    Store,
    StoreTrouble,
    Summary,
    summary_of,
)
from tests.engine import toy
from tests.store.samples import SEATS, SOMEWHERE, begun, row, waiting


def test_a_new_match_waits_for_its_players(store: Store) -> None:
    match = toy.new(None)
    match_id = waiting(store, match)
    info = store.info(match_id)
    assert (info.id, info.game, info.scenario, info.options) == (match_id, "ford", "ford", {"mud": True})
    assert (info.status, info.last, info.commitment) == ("waiting", -1, match.commitment)
    assert store.dice(match_id) == (match.key, None)
    assert len(match_id) >= 12
    with pytest.raises(BadInput, match="has not begun"):
        store.load_text(match_id)
    with pytest.raises(GoneOn):
        store.append(match_id, [row(1)], SOMEWHERE)


def test_a_match_begins_once(store: Store) -> None:
    match = toy.new(None, words=("red sky", "grün"))
    match_id = begun(store, match)
    assert store.info(match_id).status == "running"
    assert store.info(match_id).summary == summary_of(match)
    assert store.load_text(match_id) == record.without_end(match.text())
    with pytest.raises(GoneOn):
        store.begin(match_id, record.header_text(match), "", SOMEWHERE)
    assert store.load_text(match_id) == record.without_end(match.text())


def test_a_match_begins_with_the_dice_it_was_bound_to(store: Store) -> None:
    match, other = toy.new(None), toy.new(None)
    match_id = waiting(store, match)
    with pytest.raises(BadInput, match="bound"):
        store.begin(match_id, record.header_text(other), "", SOMEWHERE)
    assert store.info(match_id).status == "waiting"


def test_the_key_stands_in_no_other_column(store: Store) -> None:
    match = toy.new(None)
    begun(store, match)
    with store.connect() as connection:
        found = connection.execute(sqlalchemy.text("SELECT * FROM matches")).mappings().one()
    holders = [name for name, value in found.items() if match.key.hex() in str(value)]
    assert holders == ["dice_key"]
    assert "key" not in (found["header"] or "")


def test_rows_follow_one_another(store: Store) -> None:
    match_id = begun(store)
    assert store.append(match_id, [row(1)], SOMEWHERE) == 1
    assert store.append(match_id, [row(2), Row(3, "3 red end\n> 1 | told", "turn 2 at 3 hash x {}"), row(4)], SOMEWHERE)
    assert store.load_text(match_id).endswith(
        "\n1 red end\n2 red end\n3 red end\n> 1 | told\nturn 2 at 3 hash x {}\n4 red end\n"
    )
    info = store.info(match_id)
    assert (info.last, info.status, info.summary) == (4, "running", SOMEWHERE)
    assert info.updated > info.created


@pytest.mark.parametrize("numbers", [(1,), (2,), (2, 3), (4,), (9, 10)])
def test_who_does_not_know_the_newest_row_changes_nothing(store: Store, numbers: tuple[int, ...]) -> None:
    match_id = begun(store)
    store.append(match_id, [row(1), row(2)], SOMEWHERE)
    text, info = store.load_text(match_id), store.info(match_id)
    with pytest.raises(GoneOn) as error:
        store.append(match_id, [row(number, "late") for number in numbers], Summary(turn=9))
    assert (error.value.match_id, error.value.last) == (match_id, 2)
    assert (store.load_text(match_id), store.info(match_id)) == (text, info)
    assert store.append(match_id, [row(3)], SOMEWHERE) == 3


@pytest.mark.parametrize("numbers", [(), (0,), (1, 3), (2, 1), (1, 1)])
def test_rows_without_order_are_a_mistake_of_the_program(store: Store, numbers: tuple[int, ...]) -> None:
    match_id = begun(store)
    with pytest.raises(ValueError, match="row"):
        store.append(match_id, [row(number) for number in numbers], SOMEWHERE)


def test_of_two_who_append_at_once_one_succeeds(store: Store) -> None:
    match_id = begun(store)
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def hurry(name: int) -> None:
        start.wait()
        try:
            store.append(match_id, [row(1, f"1 red {name}")], SOMEWHERE)
            outcomes.append("done")
        except GoneOn:
            outcomes.append("gone on")

    threads = [threading.Thread(target=hurry, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done"] + ["gone on"] * 7
    assert store.info(match_id).last == 1


def test_one_append_of_many_that_fails_spoils_no_other(store: Store) -> None:
    first, second, third = (begun(store) for _ in range(3))
    store.append(second, [row(1)], SOMEWHERE)
    outcomes = store.append_many(
        [
            Append(first, (row(1),), SOMEWHERE),
            Append(second, (row(1, "too late"),), SOMEWHERE),
            Append("nowhere", (row(1),), SOMEWHERE),
            Append(third, (row(1),), SOMEWHERE),
            Append(first, (row(2), row(3)), SOMEWHERE),
            Append(third, (row(3),), SOMEWHERE),
        ]
    )
    assert outcomes[0] == 1
    assert isinstance(outcomes[1], GoneOn)
    assert isinstance(outcomes[2], NoSuchMatch)
    assert outcomes[3:5] == [1, 3]
    assert isinstance(outcomes[5], GoneOn)
    assert [store.info(match_id).last for match_id in (first, second, third)] == [3, 1, 1]
    assert "too late" not in store.load_text(second)
    assert store.append_many([]) == []


def test_many_appends_that_all_fit_are_all_written(store: Store) -> None:
    ids = [begun(store) for _ in range(5)]
    outcomes = store.append_many([Append(i, (row(n),), SOMEWHERE) for n in (1, 2, 3) for i in ids])
    assert outcomes == [1] * 5 + [2] * 5 + [3] * 5
    assert {info.last for info in store.infos(ids).values()} == {3}


@pytest.mark.parametrize("table", ["entries", "snapshots", "bases", "remarks"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET number = 7", "DELETE FROM {}"])
def test_the_database_itself_refuses_to_change_what_is_written(store: Store, table: str, statement: str) -> None:
    match_id = begun(store)
    store.append(match_id, [Row(1, "1 red end", "turn 2 at 1 hash x {}", Remark(1, "red", "why not"))], SOMEWHERE)
    store.rebase(match_id, "bocage record 1\n", 1, SOMEWHERE)
    with store.connect() as connection:
        with pytest.raises(sqlalchemy.exc.DBAPIError, match="stays"), connection.begin():
            connection.execute(sqlalchemy.text(statement.format(table)))
        assert connection.execute(sqlalchemy.text(f"SELECT count(*) FROM {table}")).scalar()


def said(number: int, moment: int, text: str) -> Row:
    return Row(number, f"{moment} red end", remark=Remark(moment, "red", text))


def test_what_bots_say_is_kept_beside_the_record(store: Store) -> None:
    match_id, other = begun(store), begun(store)
    store.append(match_id, [said(1, 1, "first 🙂"), row(2)], SOMEWHERE)
    store.append(other, [row(1)], SOMEWHERE)
    store.append_many([Append(match_id, (said(3, 3, "third"),), SOMEWHERE), Append(other, (row(2),), SOMEWHERE)])
    assert store.remarks(match_id) == [Remark(1, "red", "first 🙂"), Remark(3, "red", "third")]
    assert store.remarks(other) == []
    assert "third" not in store.load_text(match_id)


def test_rows_that_are_refused_leave_no_words_behind(store: Store) -> None:
    match_id = begun(store)
    with pytest.raises(GoneOn):
        store.append(match_id, [said(2, 2, "too early")], SOMEWHERE)
    assert store.remarks(match_id) == []
    with pytest.raises(BadInput, match="a remark holds a character"):
        store.append(match_id, [said(1, 1, "a\0b")], SOMEWHERE)


def test_what_was_said_of_entries_that_a_new_base_lost_is_not_told(store: Store) -> None:
    match_id = begun(store)
    store.append(match_id, [said(n, n, f"of {n}") for n in (1, 2, 3, 4)], Summary(moment=4))
    store.rebase(match_id, "bocage record 1\n", 4, Summary(moment=2))
    assert [remark.text for remark in store.remarks(match_id)] == ["of 1", "of 2"]
    store.append(match_id, [said(5, 3, "of the new 3")], Summary(moment=3))
    assert [remark.text for remark in store.remarks(match_id)] == ["of 1", "of 2", "of the new 3"]


def test_a_match_with_rows_cannot_be_deleted(store: Store) -> None:
    begun(store)
    with (
        store.connect() as connection,
        pytest.raises(sqlalchemy.exc.IntegrityError),
        connection.begin(),
    ):
        connection.execute(sqlalchemy.text("DELETE FROM matches"))


def test_a_finished_match_is_over(store: Store) -> None:
    match_id = begun(store)
    outcome = Outcome("red", "blue concedes", "3.1")
    store.append(match_id, [row(1)], Summary(turn=3, moment=1, outcome=outcome))
    info = store.info(match_id)
    assert (info.status, info.summary.outcome, info.summary.to_move) == ("over", outcome, ())


def test_the_matches_that_go_on_are_found_after_a_start(store: Store) -> None:
    waiting(store)
    first, second, third = (begun(store) for _ in range(3))
    store.append(second, [row(1)], Summary(outcome=Outcome("", "draw", "1")))
    assert store.unfinished() == [first, third]


def test_the_list_of_matches_comes_in_pages_newest_first(store: Store) -> None:
    ids = [waiting(store) for _ in range(7)]
    pages, before = [], None
    while page := store.matches(limit=3, before=before):
        pages.append([info.id for info in page])
        before = page[-1]
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [match_id for page in pages for match_id in page] == ids[::-1]


def test_unknown_matches_are_left_out_or_named(store: Store) -> None:
    match_id = waiting(store)
    assert set(store.infos([match_id, "nowhere"])) == {match_id}
    assert store.infos([]) == {}
    for ask in (
        store.info, store.load_text, store.seats, store.chat, store.dice, store.remarks,
        lambda i: store.note(i, "red"), lambda i: store.put_note(i, "red", "x"), lambda i: store.say(i, None, "x", "y"),
        lambda i: store.append(i, [row(1)], SOMEWHERE), lambda i: store.rebase(i, "x", 0, SOMEWHERE),
        lambda i: store.begin(i, "x", "", SOMEWHERE), lambda i: store.set_seat(i, SEATS[0]),
    ):  # fmt: skip
        with pytest.raises(NoSuchMatch, match="no match nowhere"):
            ask("nowhere")


def test_the_same_id_is_not_used_twice(store: Store) -> None:
    new = NewMatch(game="ford", scenario="ford", seed="x")
    store.create(new)
    with pytest.raises(BadInput, match="already"):
        store.create(new)


def test_a_seat_is_found_by_the_hash_of_its_link(store: Store) -> None:
    match_id, other = waiting(store), waiting(store)
    assert store.seat_of(match_id, "a" * 64) == SEATS[0]
    assert store.seat_of(match_id, "b" * 64) is None
    assert store.seat_of("nowhere", "a" * 64) is None
    assert store.seat_of(match_id, "") is None, "the bot's seat has no link, and so nobody sits down on it"
    assert store.seats(match_id) == sorted(SEATS, key=lambda seat: seat.side)
    assert store.seats_of([match_id, other, "nowhere"])["nowhere"] == []


def test_a_seat_can_be_taken_over(store: Store) -> None:
    match_id = waiting(store)
    failed = Seat("blue", "bot", bot="planner", failed="it found no answer")
    store.set_seat(match_id, failed)
    assert failed in store.seats(match_id)
    taken = Seat("blue", "human", name="Bert", token_hash="b" * 64, words="blau")
    store.set_seat(match_id, taken, was=failed)
    assert store.seat_of(match_id, "b" * 64) == taken
    with pytest.raises(GoneOn):
        store.set_seat(match_id, Seat("blue", "human", name="Cleo"), was=failed)
    assert store.seat_of(match_id, "b" * 64) == taken
    with pytest.raises(BadInput, match="no seat for green"):
        store.set_seat(match_id, Seat("green"))


def test_a_seat_that_is_handed_over_is_told_or_stays(store: Store) -> None:
    match_id = begun(store)
    taken = Seat("blue", "human", name="Bert", token_hash="b" * 64, links=1)
    line = store.hand_over(match_id, taken, SEATS[1], "It passed on.", "The table", "from the bot to Bert")
    assert store.chat(match_id) == [line]
    assert (line.side, line.name, store.info(match_id).note) == (None, "The table", "It passed on.")
    assert store.seat_of(match_id, "b" * 64) == taken
    with pytest.raises(GoneOn):
        store.hand_over(match_id, Seat("blue", "bot"), SEATS[1], "Again.", "The table", "and back")
    assert (store.chat(match_id), store.info(match_id).note) == ([line], "It passed on.")


def test_chat_keeps_its_order(store: Store) -> None:
    match_id, other = begun(store), begun(store)
    said = [store.say(match_id, side, "Anna", f"line {n} 🙂") for n, side in enumerate(("red", None, "blue"), 1)]
    store.say(other, "red", "Anna", "elsewhere")
    assert store.chat(match_id) == said
    assert [line.number for line in said] == [1, 2, 3]
    assert [line.side for line in said] == ["red", None, "blue"]
    assert store.chat(match_id, after=2) == said[2:]
    assert store.chat(match_id, limit=2) == said[1:]


def test_notes_belong_to_one_seat(store: Store) -> None:
    match_id = begun(store)
    assert store.note(match_id, "red") == ""
    store.put_note(match_id, "red", "the mine is at 0303")
    store.put_note(match_id, "red", "no, at 0203")
    assert (store.note(match_id, "red"), store.note(match_id, "blue")) == ("no, at 0203", "")


@pytest.mark.parametrize("text", ["a\0b", "half a \ud83d smile"])
def test_what_cannot_be_kept_is_refused_by_both_databases_alike(store: Store, text: str) -> None:
    match_id = begun(store)
    for attempt in (
        lambda: store.say(match_id, None, "Anna", text),
        lambda: store.put_note(match_id, "red", text),
        lambda: store.append(match_id, [row(1, text)], SOMEWHERE),
        lambda: store.set_seat(match_id, Seat("red", "human", name=text)),
        lambda: store.create(NewMatch(game="ford", scenario="ford", text=text)),
    ):
        with pytest.raises(BadInput, match="cannot be kept"):
            attempt()
    assert (store.info(match_id).last, store.chat(match_id), store.note(match_id, "red")) == (0, [], "")


def test_a_store_is_the_same_after_it_was_closed(url: str) -> None:
    with Store.open(url) as store:
        match = toy.new(None)
        match_id = begun(store, match)
        store.append(match_id, [row(1)], SOMEWHERE)
        before = store.info(match_id), store.seats(match_id), store.stored(match_id)
    with Store.open(url) as store:
        assert (store.info(match_id), store.seats(match_id), store.stored(match_id)) == before


def test_missing_rows_are_noticed(store: Store) -> None:
    match_id = begun(store)
    with store.connect() as connection, connection.begin():
        connection.execute(sqlalchemy.text("UPDATE matches SET last_row = 3"))
    with pytest.raises(BadInput, match="rows of it are missing"):
        store.load_text(match_id)


def test_an_error_of_the_database_is_told_in_a_sentence_without_secrets(store: Store) -> None:
    with store.connect() as connection, connection.begin():
        connection.execute(sqlalchemy.text("DROP TABLE notes"))
        connection.execute(sqlalchemy.text("DROP TABLE seats"))
    match = toy.new(None)
    with pytest.raises(StoreTrouble) as error:
        waiting(store, match)
    assert "seats" in str(error.value)
    assert "\n" not in str(error.value)
    assert match.key.hex() not in str(error.value)
    assert store.matches() == [], "and nothing of it was written"


def test_a_standing_order_is_kept_with_its_seat(store: Store) -> None:
    match_id = begun(store)
    red = next(seat for seat in store.seats(match_id) if seat.side == "red")
    assert red.passing == ""
    ordered = msgspec.structs.replace(red, passing="battle 7")
    store.set_seat(match_id, ordered, red)
    assert ordered in store.seats(match_id)
    with pytest.raises(GoneOn):
        store.set_seat(match_id, red, red)
