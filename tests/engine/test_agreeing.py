"""Ends that the rules do not know: a draw, an abandoned match, an opponent who stayed away. All of it replays."""

from __future__ import annotations

import pytest

from bocage.engine.dice import check
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches import record
from bocage.engine.matches.agreeing import Offer
from bocage.engine.matches.match import Match
from tests.engine import toy

OPENING = ("hide 0303", "red: plan wait", "blue: plan wait", "red: end", "blue: end", "draw")


def begun() -> Match:
    return toy.play(toy.new("ford"), *OPENING)


def reread(match: Match) -> Match:
    again = record.read(match.text(), toy.make, strict=True)
    assert again.text() == match.text()
    return again


def test_a_draw_is_offered_and_accepted_and_replays() -> None:
    match = begun()
    before = match.position_hash
    match.offer("red", "draw")
    assert match.standing_offer == Offer("draw", "red")
    assert match.position_hash == before, "an offer changes nothing on the map"
    assert reread(match).standing_offer == Offer("draw", "red")
    match.answer_offer("blue", True)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("", "draw agreed")
    assert match.prompts == {}
    assert match.undoable == []
    again = reread(match)
    assert again.outcome == match.outcome
    assert "outcome draw | draw agreed | " in match.text()
    check(match.proof())


def test_both_abandon_a_match_and_nobody_has_won() -> None:
    match = begun()
    match.offer("blue", "abandon")
    match.answer_offer("red", True)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("", "abandoned by both sides")
    assert reread(match).outcome == match.outcome


@pytest.mark.parametrize(
    ("kind", "winner", "level"), [("win", "red", "blue stayed away"), ("draw", "", "draw: blue stayed away")]
)
def test_who_is_left_alone_ends_the_match_as_agreed(kind: str, winner: str, level: str) -> None:
    match = begun()
    assert list(match.prompts) == ["blue"]
    match.claim("red", kind)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (winner, level)
    assert f"(claim-{kind} 0)" in match.text()
    assert reread(match).outcome == match.outcome
    with pytest.raises(Refusal, match="the game is over"):
        match.claim("blue", kind)


def test_an_offer_is_declined_or_taken_back_and_play_goes_on() -> None:
    match = begun()
    match.offer("red", "draw")
    with pytest.raises(Refusal, match="the other side must answer"):
        match.answer_offer("red", True)
    with pytest.raises(Refusal, match="only the side that made an offer"):
        match.withdraw("blue")
    match.answer_offer("blue", False)
    assert match.standing_offer is None
    match.offer("blue", "draw")
    match.withdraw("blue")
    assert match.standing_offer is None
    with pytest.raises(Refusal, match="nothing is offered"):
        match.answer_offer("red", True)
    match.play("draw")
    assert reread(match).position_hash == match.position_hash


def test_one_offer_stands_at_a_time_and_each_comes_once_a_turn() -> None:
    match = begun()
    match.offer("red", "draw")
    with pytest.raises(Refusal, match="red has offered a draw already"):
        match.offer("blue", "abandon")
    match.answer_offer("blue", False)
    with pytest.raises(Refusal, match="in this turn already"):
        match.offer("red", "draw")
    match.offer("red", "abandon")


def test_an_offer_stands_while_both_play_on_and_lapses_with_the_turn() -> None:
    match = begun()
    match.offer("red", "draw")
    match.play("draw")
    assert match.standing_offer == Offer("draw", "red")
    turn = match.position.turn
    while match.position.turn == turn:
        assert match.standing_offer == Offer("draw", "red")
        match.play(match.prompt.actions[-1])
    assert match.standing_offer is None
    assert reread(match).standing_offer is None
    match.offer("red", "draw")


def test_what_was_done_before_an_offer_can_still_be_taken_back() -> None:
    match = toy.play(toy.new("ford"), "hide 0303")
    match.offer("red", "draw")
    match.undo()
    assert match.standing_offer == Offer("draw", "red")
    assert reread(match).standing_offer == Offer("draw", "red")


def test_earlier_moments_of_a_match_that_ended_by_agreement_are_found_again() -> None:
    match = begun()
    match.offer("red", "draw")
    match.answer_offer("blue", True)
    assert [moment for moment, _ in match.stages(0, match.moment)] == list(range(match.moment + 1))
    assert match.at(match.moment).outcome == match.outcome
    assert match.at(match.moment - 1).outcome is None


def test_everybody_notices_what_is_said_across_the_table() -> None:
    match = begun()
    before = {side: match.moment_of(side) for side in (None, "red", "blue")}
    match.offer("red", "draw")
    match.answer_offer("blue", False)
    assert {side: match.moment_of(side) for side in before} == {side: moment + 2 for side, moment in before.items()}


def test_a_record_cannot_claim_a_consent_that_was_not_asked_for() -> None:
    match = begun()
    match.offer("red", "draw")
    match.answer_offer("blue", True)
    forged = match.text().replace("(offer-draw 0)", "(offer-abandon 0)")
    with pytest.raises(BadInput, match="what was agreed to here was not offered"):
        record.read(forged, toy.make)


def test_noise_is_refused() -> None:
    match = begun()
    with pytest.raises(BadInput, match="one can offer a draw"):
        match.offer("red", "peace")
    with pytest.raises(BadInput, match="claims a win or a draw"):
        match.claim("red", "everything")
    with pytest.raises(BadInput, match="not 'green'"):
        match.offer("green", "draw")


def test_nobody_claims_while_the_match_waits_for_him() -> None:
    match = begun()
    (asked,) = match.prompts
    other = "red" if asked == "blue" else "blue"
    with pytest.raises(Refusal, match="the match waits for you too"):
        match.claim(asked, "win")
    match.offer(asked, "draw")
    with pytest.raises(Refusal, match="answer first what the other side has asked"):
        match.claim(other, "win")
    match.withdraw(asked)
    match.ask_rollback(asked, 0)
    with pytest.raises(Refusal, match="answer first"):
        match.claim(other, "draw")
    match.answer_rollback(other, False)
    match.claim(other, "draw")
    forged = match.text().replace(f"{other} (claim-draw 0)", f"{asked} (claim-draw 0)")
    with pytest.raises(BadInput, match="the match waits for you too"):
        record.read(forged, toy.make)
