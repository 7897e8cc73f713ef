"""The planner against sparring partners that each do one odd thing well."""

from __future__ import annotations

import pytest

from bocage import Match, bots
from bocage.bots.seat import take
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from tests.bot_games import paired, play_out
from tests.fortress.bot.sparring import PARTNERS, WINTER, LandsElsewhere, LaysBait, SitsTight
from tests.fortress.playing import game

BEATEN_IN_WINTER = ("sits tight", "cuts supply")  # docs/opponents.md says how the others fare
AT_LEAST = 0.6  # of the points, with the same seeds on both sides


def new_match(seed: int) -> Match:
    return Match(game("invasion"), seed=f"sparring {seed}")


def winter_match(seed: int) -> Match:
    return Match(game("bulge"), seed=f"sparring {seed}")


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
@pytest.mark.parametrize("name", PARTNERS)
def test_the_planner_beats_its_partners(name: str) -> None:
    """Twelve pairs of games with the same seeds on both sides."""
    found = paired(new_match, lambda seed: bots.make("planner", seed), PARTNERS[name], 12)
    assert sum(found.values()) / 2 >= AT_LEAST, found


@pytest.mark.long
@pytest.mark.parametrize("name", BEATEN_IN_WINTER)
def test_the_planner_beats_its_partners_in_the_bulge(name: str) -> None:
    """Six pairs of games with the same seeds on both sides."""
    found = paired(winter_match, lambda seed: bots.make("planner", seed), PARTNERS[name], 6)
    assert sum(found.values()) / 2 >= AT_LEAST, found
