"""Forged actions: whatever is not on the list is refused, and nothing changes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bocage.engine.matches.match import Match
from tests import forging
from tests.festung import playing, soak


def forge(seed: int, attempts: int) -> Counter[str]:
    """Forged actions in random games of both scenarios."""
    rng = random.Random(seed)
    game = playing.game(soak.SCENARIOS[seed % 2], **soak.some_options(rng))
    return forging.forge(rng, attempts, lambda number: Match(game.another(), seed=f"forged {seed} {number}"))


@pytest.mark.parametrize("seed", range(10))
def test_five_thousand_forged_actions_are_turned_down(seed: int) -> None:
    forging.of_both_kinds(forge(seed, 500), 500)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_a_hundred_thousand_forged_actions_are_turned_down(seed: int) -> None:
    assert forge(seed, 1000).total() >= 1000


def test_after_the_end_everything_is_turned_down() -> None:
    forging.all_turned_down_after_the_end(Match(playing.game(), seed="forged end"))
