"""A question to both sides at once: nobody learns an answer before both are in."""

from __future__ import annotations

import msgspec
import pytest

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy


def at_plans() -> Match:
    return toy.play(toy.new(), "hide 0203")


def everything(match: Match, side: str) -> bytes:
    """All that a side can get out of a match."""
    prompt = match.prompts.get(side)
    refusals = [match.why_not(f"plan {plan}", side=side) for plan in toy.PLANS] + [match.why_not("end", side=side)]
    shown = match.inquire(side).position
    return repr(
        (
            msgspec.json.encode(match.view(side), order="sorted"),
            match.log(side),
            match.text(side),
            prompt and (prompt.text, prompt.rule, prompt.warnings, prompt.frame, prompt.actions, repr(prompt)),
            [refusal and (refusal.rule, refusal.why) for refusal in refusals],
            shown,
        )
    ).encode()


def test_both_sides_are_asked_at_once_and_each_has_its_own_list() -> None:
    match = at_plans()
    assert list(match.prompts) == ["red", "blue"]
    assert match.prompt is match.prompts["red"]
    assert [str(action) for action in match.prompts["red"].actions] == ["plan charge", "plan wait"]
    assert [str(action) for action in match.prompts["blue"].actions] == ["plan charge", "plan wait", "plan dig"]
    assert match.prompts["blue"].text == "Write down the plan of blue."
    assert match.view("red")["to_move"] == ["blue", "red"]


def test_a_clause_may_tell_the_sides_apart() -> None:
    match = at_plans()
    refusal = match.why_not("plan dig", side="red")
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("2.2", "only Blue digs in")
    assert match.why_not("plan dig", side="blue") is None


@pytest.mark.parametrize(("first", "other"), [("red", "blue"), ("blue", "red")])
def test_nothing_of_the_first_answer_shows(first: str, other: str) -> None:
    answered = [toy.play(at_plans(), f"{first}: plan {plan}") for plan in ("charge", "wait")]
    assert answered[0].position_hash != answered[1].position_hash, "the truth does differ"
    assert everything(answered[0], other) == everything(answered[1], other)
    for match in answered:
        assert list(match.prompts) == [other]
        for line in match.view(other), match.view(None), match.log(other), match.log(None), match.text(other):
            assert f"plan of {first}" not in str(line)
            assert match.position.plans == {}


def test_a_side_may_see_its_own_sealed_answer() -> None:
    match = toy.play(at_plans(), "red: plan charge")
    assert match.inquire("red").position.frames[-1].answers == {"red": "plan charge"}
    assert match.inquire("blue").position.frames[-1].answers == {}
    assert match.inquire(None).position.frames[-1].answers == {}


def test_both_answers_are_opened_together_whoever_was_first() -> None:
    red_first = toy.play(at_plans(), "red: plan charge", "blue: plan dig")
    blue_first = toy.play(at_plans(), "blue: plan dig", "red: plan charge")
    assert red_first.position.plans == {"red": "charge", "blue": "dig"}
    assert red_first.position_hash == blue_first.position_hash
    sentences = ["The plan of red is to charge.", "The plan of blue is to dig."]
    for match in (red_first, blue_first):
        for side in ("red", "blue", None):
            assert [line for _, rule, line in match.log(side) if rule == "2.1"] == sentences


def test_a_side_answers_once() -> None:
    match = toy.play(at_plans(), "red: plan charge")
    with pytest.raises(Refusal, match="not red who decides now, but blue"):
        match.play("plan wait", side="red")
    assert match.prompt.side == "blue"


def test_one_may_change_ones_mind_until_the_other_has_answered() -> None:
    match = toy.play(at_plans(), "red: plan charge")
    with pytest.raises(Refusal, match="only red"):
        match.undo(side="blue")
    match.undo(side="red")
    assert list(match.prompts) == ["red", "blue"]
    toy.play(match, "red: plan wait", "blue: plan wait")
    assert match.position.plans["red"] == "wait"
    with pytest.raises(Refusal):
        match.undo()


def test_opening_the_answers_is_a_look_that_undo_does_not_cross() -> None:
    match = toy.play(at_plans(), "blue: plan dig", "red: plan wait")
    assert match.undoable == []


def test_an_answer_of_a_stranger_is_noise() -> None:
    with pytest.raises(BadInput, match="red and blue"):
        at_plans().play("plan wait", side="green")


def test_a_match_with_one_answer_in_can_be_saved_and_goes_on() -> None:
    match = toy.play(at_plans(), "blue: plan dig")
    again = toy.load(match.text(), strict=True)
    assert list(again.prompts) == ["red"]
    toy.play(again, "red: plan charge")
    toy.play(match, "red: plan charge")
    assert again.position_hash == match.position_hash
