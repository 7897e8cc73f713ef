"""A match: what it refuses, what it answers, how it ends; and what two matches share, which is nothing."""

from __future__ import annotations

import json

import pytest

import bocage
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Match
from tests.engine import toy


def marching() -> Match:
    return toy.play(toy.new(), "hide 0303", "red: plan charge", "blue: plan wait")


def test_a_stale_page_is_noticed() -> None:
    match = marching()
    seen = match.moment
    match.play("end", at=seen)
    for action in ("end", "step 0201"):
        with pytest.raises(Refusal, match="look again"):
            match.play(action, at=seen)
        refusal = match.why_not(action, at=seen)
        assert refusal is not None
        assert "look again" in refusal.why
    assert match.moment == seen + 1
    match.play("end", at=seen + 1)


def test_the_wrong_side_is_refused() -> None:
    match = marching()
    before = match.position_hash
    with pytest.raises(Refusal, match="not blue who decides now, but red") as error:
        match.play("end", side="blue")
    assert error.value.rule == "3.1"
    assert match.position_hash == before


def test_an_unlisted_action_is_refused_with_its_case() -> None:
    match = marching()
    for action, rule, why in [
        ("step 0403", "3.1", "0403 is too far"),
        ("step 0102", "3.1", "0102 is occupied"),
        ("draw", "3.3", "only Blue has reserves"),
        ("blow", "3.1", "'blow' is not possible now: March: 2 hexes left."),
    ]:
        with pytest.raises(Refusal) as error:
            match.play(action)
        assert (error.value.rule, error.value.why) == (rule, why)
        asked = match.why_not(action)
        assert asked is not None
        assert (asked.rule, asked.why) == (rule, why)
    assert match.why_not("step 0201") is None


@pytest.mark.parametrize(
    ("noise", "sentence"),
    [
        ("", "one verb"),
        ("   ", "one verb"),
        ("fly 0201", "'fly' is not something one can do"),
        ("step 9999", "no hex '9999'"),
        ("step", "'step' needs a hex"),
        ("step 0201 0202", "no hex '0201 0202'"),
        ("end 0201", "'end' stands alone"),
        ("STEP 0201", "'STEP'"),
        ("x" * 81, "one verb"),
        ("x" * 10_000_000, "one verb"),
        ("step \x00", "no hex"),
        (None, "not NoneType"),
        (7, "not int"),
        (1.5, "not float"),
        (b"end", "not bytes"),
        (("step", "0201"), "not tuple"),
        (["end"], "not list"),
        ({}, "not dict"),
        (Action("step", "9999", 5), "no hex '9999'"),
        (Action("fly", "0201", 5), "'fly'"),
        (Action(None, None, None), "'None'"),  # type: ignore[arg-type]
        (Action.__new__(Action), "one verb"),
        (object(), "not object"),
    ],
)
def test_noise_is_no_action(noise: object, sentence: str) -> None:
    match = marching()
    before = match.position_hash
    for ask in (match.play, match.why_not):
        with pytest.raises(BadInput) as error:
            ask(noise)
        assert sentence in str(error.value)
        assert len(str(error.value)) < 250
    assert (match.position_hash, match.moment) == (before, 3)


def test_an_action_made_by_hand_counts_as_its_text() -> None:
    match = marching()
    with pytest.raises(Refusal):
        match.play(Action("step", "0403", toy.BOARD.index["0201"]))
    match.play(Action("step", "0201", 999))
    assert match.position.units[0].at == toy.BOARD.index["0201"]


def test_an_action_of_another_match_of_the_game_is_as_good() -> None:
    other = marching().prompt.actions[0]
    match = marching()
    assert other not in match.prompt.actions, "each game made its own"
    match.play(other)
    assert str(match.entries[-1].action) == str(other)


def test_conceding_ends_the_game() -> None:
    match = marching()
    match.concede("blue")
    assert match.outcome == bocage.Outcome("red", "blue concedes", "0.2")
    assert match.prompts == {}
    assert match.view("red")["outcome"] == {"winner": "red", "level": "blue concedes", "rule": "0.2"}
    assert match.view("red")["prompt"] is None
    for ask in (lambda: match.prompt, lambda: match.play("end"), lambda: match.concede("red")):
        with pytest.raises(Refusal, match=r"the game is over: .*blue concedes"):
            ask()
    refusal = match.why_not("end")
    assert refusal is not None
    assert "over" in refusal.why
    assert toy.load(match.text(), strict=True).outcome == match.outcome


def test_either_side_may_concede_at_any_time() -> None:
    match = marching()
    match.concede("blue")
    other = marching()
    other.concede("red")
    assert (match.outcome and match.outcome.winner, other.outcome and other.outcome.winner) == ("red", "blue")
    with pytest.raises(BadInput):
        marching().concede("green")


@pytest.mark.parametrize("side", ["green", "", 7, [], "Red"])
def test_a_side_that_does_not_exist_is_noise(side: object) -> None:
    match = marching()
    for ask in (match.view, match.log, match.text, match.inquire):
        with pytest.raises(BadInput, match="red and blue"):
            ask(side)  # type: ignore[operator]
    with pytest.raises(BadInput, match="red and blue"):
        match.play("end", side=side)  # type: ignore[arg-type]


def test_the_log_can_be_read_from_a_moment_on() -> None:
    match = toy.play(marching(), "red: end", "blue: end")
    assert match.log(since=4) == [(5, "4.6", "R-gun is fed.")]
    assert len(match.log()) == 3


def test_two_matches_share_nothing() -> None:
    first, second = bocage.new_match("roundup", seed="a"), bocage.new_match("roundup", seed="a")
    before = second.position_hash
    for _ in range(30):
        first.play(first.prompt.actions[0])
    assert second.position_hash == before
    assert second.moment == 0


def test_views_of_roundup_are_plain_data() -> None:
    match = bocage.new_match("roundup", seed="views", options={"R27": True})
    for number in range(200):
        if number % 20 == 0:
            for side in ("allied", "german", None):
                view = match.view(side)
                assert json.loads(json.dumps(view)) == view
        match.play(match.prompt.actions[number * 5 % len(match.prompt.actions)])


def test_a_prompt_can_be_printed() -> None:
    match = marching()
    assert repr(match.prompt) == "<red: March: 2 hexes left. (2 actions)>"
    assert {verb: len(actions) for verb, actions in match.prompt.verbs().items()} == {"step": 1, "end": 1}
    assert match.prompt.rule_of(match.prompt.actions[0]) == "3.1"


def test_a_fault_of_a_rule_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = marching()

    def stumble(play: object, unit: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(toy, "lose", stumble)
    match.position.mine = toy.BOARD.index["0201"]
    before = match.position_hash
    with pytest.raises(ZeroDivisionError):
        match.play("step 0201")
    assert (match.position_hash, match.moment) == (before, 3)
    assert match.prompt._look.position.units[0].at == toy.BOARD.index["0101"]
    match.play("end")


def test_a_dead_end_is_noticed_for_either_side(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing_for_blue(step: toy.Plans, look: object, frame: object) -> dict[str, int]:
        return {} if frame.side == "blue" else {"plan": 1}

    match = toy.new()
    monkeypatch.setattr(toy.Plans, "ask", nothing_for_blue)
    with pytest.raises(AssertionError, match="dead end"):
        match.play("hide 0303")
