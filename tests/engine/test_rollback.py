"""Rollback by consent: beyond dice too, and then with new dice."""

from __future__ import annotations

import pytest

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy


def drawn(seed: str = "ford", **more: object) -> Match:
    """A match in which Blue has drawn two counters."""
    match = toy.new(seed, **more)  # type: ignore[arg-type]
    return toy.play(match, "hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw", "draw")


def test_a_rollback_needs_the_other_sides_consent() -> None:
    match = drawn()
    before = match.position_hash
    match.ask_rollback("blue", 5)
    assert match.rollback_request == ("blue", 5)
    assert match.position_hash == before, "asking changes nothing"
    with pytest.raises(Refusal, match="the other side must answer"):
        match.answer_rollback("blue", True)
    match.answer_rollback("red", True)
    assert match.rollback_request is None
    assert match.position.in_hand == 0
    assert match.prompt.side == "blue"


def test_a_refused_rollback_leaves_everything() -> None:
    match = drawn()
    before = match.position_hash
    match.ask_rollback("blue", 5)
    match.answer_rollback("red", False)
    assert match.position_hash == before
    assert match.rollback_request is None
    with pytest.raises(Refusal, match="nobody has asked"):
        match.answer_rollback("red", True)


def test_a_known_die_never_comes_again() -> None:
    outcomes = set()
    for number in range(40):
        match = drawn(f"seed {number}")
        old = [entry.dice for entry in match.entries[5:7]]
        match.ask_rollback("blue", 5)
        match.answer_rollback("red", True)
        assert match.position.epoch == 1
        toy.play(match, "draw", "draw")
        outcomes.add([entry.dice for entry in match.entries[-2:]] == old)
    assert outcomes == {True, False}, "the new dice have nothing to do with the old ones"


def test_after_a_rollback_a_tape_goes_on_where_it_stands() -> None:
    match = drawn(tape=[1, 1, 3, 2])
    match.ask_rollback("blue", 5)
    match.answer_rollback("red", True)
    toy.play(match, "draw", "draw")
    assert [entry.dice for entry in match.entries[-2:]] == [(3,), (2,)]


def test_a_rollback_can_follow_a_rollback() -> None:
    match = drawn()
    for epoch in (1, 2, 3):
        match.ask_rollback("blue", 5)
        match.answer_rollback("red", True)
        assert match.position.epoch == epoch
        toy.play(match, "draw")
    match.ask_rollback("red", 1)
    match.answer_rollback("blue", True)
    assert list(match.prompts) == ["red", "blue"]
    assert match.position.epoch == 4
    again = toy.load(match.text(), strict=True)
    assert again.position_hash == match.position_hash
    assert again.text() == match.text()


def test_nothing_is_erased() -> None:
    match = drawn()
    match.ask_rollback("blue", 5)
    match.answer_rollback("red", True)
    assert [entry.word for entry in match.entries] == ["play"] * 7 + ["ask", "rollback"]
    assert match.at(7).in_hand == 2
    assert match.at(9).in_hand == 0
    assert [line for _, _, line in match.log("red")].count("Blue draws a counter.") == 2


def test_undo_does_not_cross_a_rollback() -> None:
    match = drawn()
    match.ask_rollback("blue", 5)
    match.answer_rollback("red", True)
    assert match.undoable == []


def test_playing_on_withdraws_the_request() -> None:
    match = drawn()
    match.ask_rollback("red", 5)
    match.play("draw")
    assert match.rollback_request is None
    with pytest.raises(Refusal):
        match.answer_rollback("blue", True)


@pytest.mark.parametrize("moment", [-1, 7, 8, 1.5, "5", None])
def test_a_rollback_goes_to_an_earlier_moment(moment: object) -> None:
    match = drawn()
    with pytest.raises(BadInput, match="from 0 to 6"):
        match.ask_rollback("blue", moment)  # type: ignore[arg-type]
    assert match.moment == 7


def test_a_stranger_neither_asks_nor_answers() -> None:
    match = drawn()
    with pytest.raises(BadInput):
        match.ask_rollback("green", 5)
    match.ask_rollback("blue", 5)
    with pytest.raises(BadInput):
        match.answer_rollback("green", True)


def test_a_finished_game_is_not_rolled_back() -> None:
    match = drawn()
    match.concede("red")
    with pytest.raises(Refusal, match="over"):
        match.ask_rollback("red", 3)


def test_every_earlier_moment_can_be_seen_again() -> None:
    match = toy.new("moments")
    hashes = [match.position_hash]
    for action in ("hide 0303", "red: plan charge", "blue: plan charge", "red: end", "blue: end", "draw", "step 0302"):
        toy.play(match, action)
        hashes.append(match.position_hash)
    match.undo()
    match.ask_rollback("red", 2)
    match.answer_rollback("blue", True)
    game, position = match.game, match.position
    from bocage.engine.plain import digest

    assert [digest(game, match.at(moment)) for moment in range(8)] == hashes
    assert match.position is position, "looking back does not move the match"
    with pytest.raises(BadInput):
        match.at(99)
