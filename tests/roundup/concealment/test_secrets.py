"""Hidden strategy (R27): positions that differ only in what the Allies may not know give them the same answers."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine import plain
from bocage.engine.dice import KeyedDice, key_from_seed
from bocage.engine.errors import Refusal
from bocage.engine.matches.match import Match
from tests.roundup.soak import choose, some_options
from tests.spying import questions, refusals, series

LUFTWAFFE = [(1, 2), (3, 4)]
RUSSIA = [(1, 3), (2, 4), (1, 4), (2, 3)]
KEYS_ONLY = [(1, 1), (4, 4)]


def drawn(strategy: int, shared: str, options: dict[str, Any], nth: int) -> Match:
    """A match whose own key draws this strategy; all later dice come from a key that the pair shares."""
    found = 0
    for number in range(1000):
        match = bocage.new_match("roundup", key=key_from_seed(f"{shared} {number}"), options=options)
        if match.position.strategy == strategy:
            found += 1
            if found > nth:
                match.dice = KeyedDice(key_from_seed(shared), ())
                return match
    raise AssertionError("no key draws this strategy")


def chosen(strategy: int, shared: str, options: dict[str, Any]) -> Match:
    """A match in which the German chose this strategy himself; the whole key is shared."""
    match = bocage.new_match("roundup", seed=shared, options={**options, "13.3": "chosen"})
    match.play(f"strategy {strategy}", side="german")
    return match


def pair(strategies: tuple[int, int], rng: random.Random) -> tuple[Match, Match]:
    """Two matches that differ in the strategy, or in the dice key, or in both."""
    options = {name: value for name, value in some_options(rng).items() if name not in ("13.3", "R27")}
    options["R27"] = True
    shared = f"pair {rng.random()}"
    if strategies[0] != strategies[1] and rng.random() < 0.5:
        return chosen(strategies[0], shared, options), chosen(strategies[1], shared, options)
    return drawn(strategies[0], shared, options, 0), drawn(strategies[1], shared, options, 1)


def answers(match: Match, asked: list[str]) -> bytes:
    """All that the Allies, and a spectator, can get out of a match; the published commitment is left out."""
    got: list[object] = []
    for side in ("allied", None):
        seen = match.inquire(side).position
        got += [match.view(side), match.log(side), plain.to_plain(match.game, seen)]
    prompt = match.prompts.get("allied")
    if prompt is not None:
        got += [prompt.rule, prompt.text, prompt.warnings, [str(action) for action in prompt.actions]]
    got += refusals(match, asked, "allied")
    got.append(match.text("allied"))
    got += [match.undoable, match.moment, sorted(match.prompts)]
    return msgspec.json.encode(got, order="sorted").replace(match.commitment.encode(), b"")


def truth(match: Match) -> dict[str, Any]:
    """The true position without the strategy."""
    data = plain.to_plain(match.game, match.position)
    del data["strategy"]
    return data


def has_shown(strategies: tuple[int, int], first: Match, second: Match) -> bool:
    """Did the last action bring what tells these strategies apart: RUSSIA units, or air dice after turn 1?"""
    events = [event for match in (first, second) for event in match.entries[-1].events]
    if strategies in RUSSIA and any(event.kind == "cup" and event.data[0] == "russia cup" for event in events):
        return True
    return strategies in LUFTWAFFE and any(event.kind == "air" and event.rule == "7.2" for event in events)


def compare(seed: int, pairs: int) -> int:
    """Play a pair side by side and compare it at random moments, until the secret must show."""
    rng = random.Random(seed)
    strategies = rng.choice([*LUFTWAFFE, *RUSSIA, *KEYS_ONLY])
    first, second = pair(strategies, rng)
    compared = 0
    style = rng.choice(["uniform", "verbs"])
    while compared < pairs and first.outcome is None:
        if rng.random() < 0.08:
            asked = questions(first, rng)
            assert answers(first, asked) == answers(second, asked), f"seed {seed}, moment {first.moment}: a leak"
            compared += 1
        action = str(choose(first.prompt, rng, style))
        side = first.prompt.side
        first.play(action, side=side)
        second.play(action, side=side)
        if truth(first) != truth(second):
            assert has_shown(strategies, first, second), f"seed {seed}, moment {first.moment}: it showed too early"
            break
        if has_shown(strategies, first, second) and first.position.weather != "Storm":
            break
    assert first.position.strategy != second.position.strategy or strategies in KEYS_ONLY
    return compared


def test_two_hundred_pairs_look_the_same_to_the_allies() -> None:
    assert series(compare, 0, 200, 12) < 80


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(20))
def test_two_thousand_pairs_look_the_same_to_the_allies(chunk: int) -> None:
    series(compare, 1000 * (chunk + 1), 100, 12)


def test_the_comparison_would_notice_a_leak() -> None:
    """Without option R27 the strategy is public, and the pair is told apart at once."""
    options = {"13.3": "chosen"}
    first, second = (bocage.new_match("roundup", seed="open", options=options) for _ in range(2))
    first.play("strategy 1")
    second.play("strategy 2")
    assert answers(first, []) != answers(second, [])


def test_the_german_knows_his_strategy() -> None:
    options = {"R27": True}
    first, second = drawn(1, "own", options, 0), drawn(3, "own", options, 0)
    assert first.view("german")["strategy"] == 1
    assert second.view("german")["strategy"] == 3
    assert first.view("allied")["strategy"] is None
    assert first.view("allied")["standing"]["german"] is None
    assert "strategy is 3" in second.text("german")
    assert "strategy is 3" not in second.text("allied")


def test_the_key_stays_secret_and_the_end_shows_the_strategy() -> None:
    match = drawn(2, "end", {"R27": True}, 0)
    with pytest.raises(Refusal):
        match.proof()
    match.concede("allied")
    assert match.view("allied")["strategy"] == 2
