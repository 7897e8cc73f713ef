"""What nobody may know: the dice to come, the strafing values before they are revealed, the draws from the cup.

Nothing of it stands in a position, so two matches that differ in their dice key alone look the same to both sides at
every moment until a die falls that is not the same.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import bocage
from bocage.engine import plain
from bocage.engine.dice import KeyedDice, key_from_seed
from bocage.engine.matches.match import Match
from bocage.games.storming.rules.position import CUP
from tests.spying import questions, refusals, series
from tests.storming.soak import choose

SCENARIOS = ("campaign", "breakout", "final")


def answers(match: Match, asked: list[str]) -> bytes:
    """All that both sides and a spectator can get out of a match; the published commitment is left out."""
    got: list[object] = []
    for side in ("allied", "german", None):
        got += [match.view(side), match.log(side), match.text(side) if side else None]
        got.append(plain.to_plain(match.game, match.inquire(side).position))
    for side, prompt in match.prompts.items():
        got += [side, prompt.rule, prompt.text, prompt.warnings, [str(action) for action in prompt.actions]]
        got += refusals(match, asked, side)
    got += [match.undoable, match.moment, sorted(match.prompts)]
    return msgspec.json.encode(got, order="sorted").replace(match.commitment.encode(), b"")


def other_dice(match: Match, seed: str) -> Match:
    """The same match as it stands, with other dice to come."""
    twin = bocage.load(match.text())
    twin.dice = KeyedDice(key_from_seed(seed), ())
    return twin


def compare(seed: int, pairs: int) -> int:
    """Walk through a random match and compare it with a twin that has other dice to come."""
    rng = random.Random(seed)
    match = bocage.new_match("storming", scenario=SCENARIOS[seed % 3], seed=f"pair {seed}")
    compared = 0
    while compared < pairs and match.outcome is None:
        if rng.random() < 0.03:
            twin = other_dice(match, f"twin {seed} {compared}")
            asked = questions(match, rng)
            assert answers(match, asked) == answers(twin, asked), f"seed {seed}, moment {match.moment}: a leak"
            compared += 1
            follow(match, twin, rng)
        match.play(choose(match.prompt, rng, "verbs"))
    return compared


def follow(match: Match, twin: Match, rng: random.Random, actions: int = 6) -> None:
    """Play both on until a die falls; up to there they must not differ in anything."""
    here = bocage.load(match.text())
    for _ in range(actions):
        action = str(choose(here.prompt, rng, "verbs"))
        rolled = here.play(action).dice
        if rolled:
            return
        twin.play(action)
        assert answers(here, []) == answers(twin, []), f"{match.seed}, moment {here.moment}: {action}"
        if here.outcome is not None:
            return


@pytest.mark.parametrize("chunk", range(3))
def test_pairs_that_differ_in_the_dice_to_come_look_the_same(chunk: int) -> None:
    assert series(compare, 1000 * chunk, 40, 12) < 60


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10, 30))
def test_two_thousand_pairs_look_the_same(chunk: int) -> None:
    series(compare, 1000 * chunk, 100, 12)


def test_strafing_values_are_nowhere_before_they_are_revealed() -> None:
    """The counters lie face down: the draw happens at the reveal, and two keys draw differently."""
    drawn: set[tuple[Any, ...]] = set()
    for number in range(12):
        match = bocage.position(
            "storming", turn=2, at="first strafing", units="US-4-Inf 0519; GE-2-Pz 1125; GE-1SS-Pz 1521",
            dice=None, seed=f"strafing {number}",
        )  # fmt: skip
        match.play("strafe GE-2-Pz")
        match.play("strafe GE-1SS-Pz")
        assert match.position.strafed == {}
        match.play("end")
        drawn.add(tuple(match.position.strafed.values()))
    assert len(drawn) > 3


def test_the_order_of_the_cup_is_no_secret_kept_in_the_position() -> None:
    units = "; ".join(f"{unit} cup" for unit in ("GE-77-Inf", "GE-91-Inf", "GE-272-Inf", "GE-276-Inf", "GE-277-Inf"))
    seen = set()
    for number in range(8):
        match = bocage.position(
            "storming", turn=7, at="german replacements", units=f"US-4-Inf 0519; GE-1SS-Pz 5512; {units}",
            dice=None, seed=f"cup {number}",
        )  # fmt: skip
        seen.add(tuple(match.position.stacks.get(CUP, ())))
    assert len(seen) > 1, "four of five are drawn blindly, and not always the same four"
