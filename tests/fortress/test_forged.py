"""Forged actions: whatever is not on the list is refused, and nothing changes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bocage.engine.matches.match import Match
from tests import forging
from tests.fortress import playing, soak


def forge(seed: int, attempts: int) -> Counter[str]:
    """Forged actions in random games of the five scenarios."""
    rng = random.Random(seed)
    scenario = soak.SCENARIOS[seed % len(soak.SCENARIOS)]
    game = playing.game(scenario, **soak.some_options(scenario, rng))

    def start(number: int) -> Match:
        match = Match(game.another(), seed=f"forged {seed} {number}")
        while rng.random() < 0.97 and "set-up" in match.game.phase(match.position):
            match.play(soak.choose(match.prompt, rng, "eager"))  # else a short series would try nothing else
        return match

    return forging.forge(rng, attempts, start)


@pytest.mark.parametrize("seed", range(10))
def test_five_thousand_forged_actions_are_turned_down(seed: int) -> None:
    forging.of_both_kinds(forge(seed, 500), 500)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_a_hundred_thousand_forged_actions_are_turned_down(seed: int) -> None:
    assert forge(seed, 1000).total() >= 1000


def test_after_the_end_everything_is_turned_down() -> None:
    forging.all_turned_down_after_the_end(Match(playing.game(), seed="forged end"))
