"""The planner against sparring partners that each do one odd thing well."""

from __future__ import annotations

from functools import partial

import pytest

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.bot_games import paired, play_out
from tests.fortress.bot.sparring import PARTNERS, WINTER, LandsElsewhere, LaysBait, SitsTight
from tests.fortress.playing import game

# Whom it beats in which start; docs/opponents.md says how the others fare.
BEATEN = {
    "invasion": ("sits tight", "races", "lands elsewhere", "cuts supply"),
    "west_wall": ("sits tight", "lands elsewhere", "lays bait"),
    "bulge": ("sits tight", "cuts supply"),
    "berlin": ("sits tight", "races", "cuts supply"),
}
PAIRS = {"invasion": 4, "west_wall": 3, "bulge": 3, "berlin": 3}
AT_LEAST = 0.6  # of the points, with the same seeds on both sides


def started(scenario: str, seed: int) -> Match:
    return Match(game(scenario), seed=f"sparring {seed}")


def new_match(seed: int) -> Match:
    return started("invasion", seed)


def winter_match(seed: int) -> Match:
    return started("bulge", seed)


@pytest.mark.parametrize("name", PARTNERS)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_partners_play_two_turns(name: str, side: str) -> None:
    match = new_match(1)
    other = GERMAN if side == ALLIED else ALLIED
    play_out(match, {side: PARTNERS[name](1), other: bots.make("planner", 1)}, until=3)
    assert match.position.turn == 3


@pytest.mark.parametrize("name", WINTER)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_partners_play_two_turns_of_winter(name: str, side: str) -> None:
    match = winter_match(1)
    other = GERMAN if side == ALLIED else ALLIED
    play_out(match, {side: PARTNERS[name](1), other: bots.make("planner", 1)}, until=29)
    assert match.position.turn == 29


def test_who_sits_tight_stays_where_he_is() -> None:
    match, verbs = new_match(2), set()
    players = {ALLIED: bots.make("planner", 2), GERMAN: SitsTight(2)}
    while match.position.turn < 2:
        side = next(iter(match.prompts))
        action = players[side].choose(take(match, side))
        if side == GERMAN and match.prompts[side].step == "movement":
            verbs.add(action.verb)
        match.play(action, side=side)
    assert "end" in verbs
    assert not verbs & {"move", "rail"}


def test_who_lands_elsewhere_avoids_the_best_beaches() -> None:
    areas = set()
    for seed in range(6):
        match, bot, german = new_match(3), LandsElsewhere(seed), bots.make("planner", 3)
        while not match.position.beaches:
            side = next(iter(match.prompts))
            match.play((bot if side == ALLIED else german).choose(take(match, side)), side=side)
        areas.add(match.position.beaches)
    assert len(areas) > 1


def test_bait_is_laid() -> None:
    """A weak unit ends the impulse nearer to the enemy than the planner would have left it."""
    match = new_match(4)
    bait = LaysBait(4)
    play_out(match, {ALLIED: bots.make("planner", 4), GERMAN: bait}, until=2)
    assert bait.done == (1, 2)


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "name"), [(start, name) for start in BEATEN for name in BEATEN[start]])
def test_the_planner_beats_its_partners(scenario: str, name: str) -> None:
    """Pairs of games with the same seeds on both sides, as many as were played in each start."""
    found = paired(partial(started, scenario), partial(bots.make, "planner"), PARTNERS[name], PAIRS[scenario])
    assert sum(found.values()) / 2 >= AT_LEAST, found
