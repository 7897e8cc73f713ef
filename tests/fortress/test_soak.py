"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from bocage.engine.looks import doubt
from bocage.engine.play import Play
from tests import soaking
from tests.fortress import playing, soak

LAST_TURN = {"campaign": 37, "invasion": 7, "west_wall": 12, "bulge": 30, "berlin": 37}
EVERY = "every option"


def run(scenario: str, seed: int, **options: Any) -> None:
    match = soak.soak(seed, scenario, **options)
    assert match.outcome is not None
    assert match.outcome.winner in ("allied", "german", ""), "a side wins, or it is a draw (30.1)"
    assert match.position.turn <= LAST_TURN[scenario] + options.get("31.17", 0)


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed)


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_with_options_end_by_rule(scenario: str) -> None:
    run(scenario, 7, **soak.all_options(scenario))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1060))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_many_games_with_any_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, **soak.some_options(scenario, random.Random(seed)))


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_kept_answers_are_the_answers_of_a_cold_look(scenario: str) -> None:
    """Random play in doubt: every answer that a look or a game has kept is found out again and compared."""
    assert in_doubt(scenario, 1, 150) > 100


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_kept_answers_of_whole_games_are_those_of_a_cold_look(scenario: str, seed: int) -> None:
    in_doubt(scenario, seed, 5000, **soak.some_options(scenario, random.Random(seed)))


def in_doubt(scenario: str, seed: int, entries: int, **options: Any) -> int:
    """Play a match in doubt, and ask about what is not offered; how long it has become."""
    match = Match(playing.game(scenario, **options), seed=f"doubt {seed}")
    rng = random.Random(f"doubt {seed}")
    with doubt():
        while match.outcome is None and match.moment < entries:
            side, prompt = next(iter(match.prompts.items()))
            for verb in prompt.offered:
                match.why_not(str(rng.choice(match.game.actions.whole[verb])), side=side)
            match.play(soak.choose(prompt, rng, "eager"))
    return match.moment


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = (
    "US-1-Inf L5; US-4-Inf L5; US-2-Arm M5; BR-3-Inf N5; GE-91-Inf K4 frozen; GE-21-Pz Q8; GE-12SS-Pz Q8; GE-Lehr-Pz Q8; "
    "GE-2-Pz R12; Utah england; GE-352-Inf dead; GE-6-Para gone"
)


def watched() -> tuple[Match, soak.Referee, Play[Any, Any, Any]]:
    match = playing.position("allied first movement", UNITS, invasions=1, invasion_turn=1)
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)
