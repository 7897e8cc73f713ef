"""Looking for leaks: what is asked of two matches that differ only in what a side may not know."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from bocage.engine.actions import Action
from bocage.engine.matches.match import Match
from bocage.table import showing


def any_action(match: Match, rng: random.Random) -> str:
    """Any action that the game knows, legal or not."""
    verbs = match.game.actions.verbs
    verb = rng.choice(list(verbs))
    items = [item for item in verbs[verb].items if item]
    return f"{verb} {rng.choice(items)}" if items else verb


def some(actions: list[Action], rng: random.Random) -> list[str]:
    """A few of a list of legal actions."""
    return [str(action) for action in rng.sample(actions, min(4, len(actions)))]


def questions(match: Match, rng: random.Random) -> list[str]:
    """Some actions to ask about: legal ones, and any others."""
    return [*some(match.prompt.actions, rng), *(any_action(match, rng) for _ in range(6))]


def refusals(match: Match, asked: list[str], side: str) -> list[Any]:
    """What a side is told about these actions: nothing, or a case and a sentence."""
    found = [match.why_not(action, side=side) for action in asked]
    return [None if refusal is None else [refusal.rule, refusal.why] for refusal in found]


def series(compare: Callable[[int, int], int], first: int, pairs: int, each: int) -> int:
    """Compare with one seed after the other until there were so many pairs; how many seeds that took."""
    compared, seed = 0, first
    while compared < pairs:
        compared += compare(seed, each)
        seed += 1
    return seed - first


def whole_story(match: Match, sides: Iterable[str | None]) -> bytes:
    """All that outsiders can ask of the past of a match: every sheet, the film, the log from any moment, the record."""
    got: list[object] = []
    for side in sides:
        now = showing.sheet(match, side)
        got += [now, showing.film(match, side, 0, now.moment)]
        got += [showing.lines(match, side, since) for since in (-1, 0, now.moment // 2, now.moment - 1)]
        got += [showing.sheet_at(match, side, moment) for moment in {0, now.moment // 2, now.moment}]
        if side is not None:
            got += [match.text(side), match.log(side, since=now.moment // 2)]
    return msgspec.json.encode(got, order="sorted")
