"""Pairs of random matches that differ only in the other side's cards look the same to a side.

Hand, pile and unseen discards are dealt anew from the heap that the side may know of (3.31, 4.5, rulings R66 to R69):
views, logs, questions, refusals, odds, pages and moments stay the same, now and after every further action that both
matches allow.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import slugs
from bocage.engine.matches.match import Match
from bocage.games.festung.rules.cards import decks
from bocage.games.festung.rules.position import ALLIED, AXIS, OTHER
from tests import spying
from tests.cases import rule
from tests.festung import playing, soak
from tests.spying import series

HAS_A_TABLE = "festung" in slugs()
OUTSIDERS: dict[str, tuple[str | None, ...]] = {ALLIED: (ALLIED, None), AXIS: (AXIS, None)}


def answers(match: Match, eyes: str, asked: list[str], page: bool) -> bytes:
    """All that a side and a spectator can get out of a match; of both nobody knows the other side's cards."""
    told = match.text(eyes).encode() if page else b""
    outsiders: tuple[str | None, ...] = (eyes,)
    return told + spying.answers(match, eyes, outsiders, asked, page and HAS_A_TABLE)


def twin_of(match: Match, eyes: str, rng: random.Random) -> Match:
    """The same match with other cards in the other side's hand, pile and unseen discards."""
    position: Any = match.position.copy()
    other = OTHER[eyes]
    deck = position.decks[other]
    dealt = decks.dealt(decks.shown(deck), rng)
    position.decks = {**position.decks, other: dealt}
    return spying.beside(match, position)


def compare(seed: int, pairs: int, **options: Any) -> int:
    """Walk through a random game; every now and then a twin is made and both go on side by side for a while."""
    rng = random.Random(f"pairs {seed}")
    match = Match(playing.game(soak.SCENARIOS[seed % 2], **options), seed=f"pairs {seed}")
    compared = 0
    while match.outcome is None and compared < pairs:
        for _ in range(rng.randrange(1, 30)):
            if match.outcome is None:
                side, prompt = rng.choice(list(match.prompts.items()))
                match.play(soak.choose(prompt, rng, "verbs"), side=side)
        if match.outcome is not None:
            break
        if any(frame.step in ("opening choice", "year picks", "discards") for frame in match.position.frames):
            continue  # what has been answered under seal belongs to the old hand
        eyes = rng.choice((ALLIED, AXIS))
        twin = twin_of(match, eyes, rng)
        compared += together(match, twin, eyes, rng)
    return compared


def together(match: Match, twin: Match, eyes: str, rng: random.Random) -> int:
    """Both matches go on by actions that both allow, until something that was hidden is laid open."""
    compared = 0
    mine = spying.beside(match, match.position.copy())
    for step in range(rng.randrange(2, 8)):
        asked = spying.questions(mine, rng) if eyes in mine.prompts else []
        assert answers(mine, eyes, asked, step == 0) == answers(twin, eyes, asked, step == 0), (
            f"seed {match.seed!r}, moment {match.moment} + {step}: {eyes} sees a difference"
        )
        compared += 1
        if not mine.prompts or mine.outcome is not None:
            break
        side, prompt = next(iter(mine.prompts.items()))
        other = twin.prompts.get(side)
        assert other is not None, f"seed {match.seed!r}, moment {match.moment}: asked in one match only"
        common = sorted({str(action) for action in prompt.actions} & {str(action) for action in other.actions})
        if not common:
            break
        action = rng.choice(common)
        entry = mine.play(action, side=side)
        again = twin.play(action, side=side)
        drawn = any(event.kind in ("cards drawn", "cards lost") for event in (*entry.events, *again.events))
        if drawn and any(event.kind == "reshuffle" for event in (*entry.events, *again.events)):
            break
        if mine.outcome is not None or twin.outcome is not None:
            break  # the end shows everything
    return compared


@rule("3.31", "4.5", "6.61", "R66", "R67", "R68", "R69")
@pytest.mark.parametrize("seed", range(8))
def test_pairs_that_differ_in_the_others_cards_look_the_same(seed: int) -> None:
    assert series(compare, 100 * seed, 40, 40) > 0


@rule("6.61")
def test_pairs_look_the_same_with_options() -> None:
    rng = random.Random(5)
    assert sum(compare(seed, 30, **soak.some_options(rng)) for seed in range(4)) > 30


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_twenty_thousand_pairs_look_the_same(seed: int) -> None:
    series(compare, 1000 + 100 * seed, 200, 50)
