"""Forged actions: whatever is not on the list is refused, and nothing changes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import bocage
from bocage.engine.matches.match import Match
from tests import forging
from tests.roundup.soak import some_options


def forge(seed: int, attempts: int) -> Counter[str]:
    """Forged actions in random games, half of them with options."""
    rng = random.Random(seed)

    def start(number: int) -> Match:
        options = some_options(rng) if rng.random() < 0.5 else {}
        return bocage.new_match("roundup", seed=f"forged {seed} {number}", options=options)

    return forging.forge(rng, attempts, start)


@pytest.mark.parametrize("seed", range(20))
def test_ten_thousand_forged_actions_are_turned_down(seed: int) -> None:
    forging.of_both_kinds(forge(seed, 500), 500)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1100))
def test_a_hundred_thousand_forged_actions_are_turned_down(seed: int) -> None:
    assert forge(seed, 1000).total() >= 1000


def test_after_the_end_everything_is_turned_down() -> None:
    forging.all_turned_down_after_the_end(bocage.new_match("roundup", seed="forged end"))
