"""Looking for leaks: what is asked of two matches that differ only in what a side may not know."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

import bocage
from bocage.engine.actions import Action
from bocage.engine.dice import key_from_seed
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.branching import dealt
from bocage.engine.matches.match import Match
from bocage.engine.play import Play
from bocage.lab.measuring.course import course_of
from bocage.lab.notes import notes_of
from bocage.table import showing

KEY = key_from_seed("a branch")  # of the dice of what is tried out beside a match


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


def answers(match: Match, eyes: str | None, outsiders: Iterable[str | None], asked: list[str], page: bool) -> bytes:
    """All that a side and others who know no more than it can get out of a match."""
    got: list[object] = []
    for side in outsiders:
        got += [match.view(side), match.log(side)]
        got.append(msgspec.to_builtins(match.inquire(side).position, str_keys=True))
        if page:
            got += [msgspec.to_builtins(showing.sheet(match, side)), msgspec.to_builtins(showing.lines(match, side))]
        got += [match.moment_of(side), notes_of(match.game).figures(match.inquire(side))]
    if page:
        got.append(match.text(eyes))
    prompt = None if eyes is None else match.prompts.get(eyes)
    if prompt is not None:
        got += [prompt.rule, prompt.text, prompt.warnings, prompt.step, [str(action) for action in prompt.actions]]
        got += refusals(match, asked, eyes)
        got += [_odds(match, action) for action in asked]
    if eyes is not None and match.outcome is None:
        branch = Match(match.game.another(), key=KEY, start=dealt(match.game, match.position, eyes, KEY))
        got.append(branch.text())
    got += [sorted(match.prompts), match.game.phase(match.inquire(eyes).position)]
    return msgspec.json.encode(got, order="sorted")


def _odds(match: Match, action: str) -> object:
    """The forecast for the hex of an action, or why there is none."""
    target = action.split()[-1]
    if target not in match.game.board.index:
        return None
    try:
        return msgspec.to_builtins(bocage.forecast(match, target), str_keys=True, builtin_types=())
    except (Refusal, BadInput) as error:
        return str(error)
    except TypeError:
        return repr(bocage.forecast(match, target))


def beside(match: Match, position: Any) -> Match:
    """The same match with another position, which its past does not know of."""
    match.moment_of(None)  # what was noticed so far is common to both
    twin = Match.__new__(Match)
    twin.__dict__.update(match.__dict__)
    twin._noticing = copy.deepcopy(match._noticing)
    twin.position = position
    twin.entries = match.entries[:]
    twin._undo, twin._turns = match._undo[:], match._turns[:]
    twin._request = None
    twin._prompts = Play(match.game, position, match.dice).drive()
    return twin


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
        got.append(course_of(match, side))
        if side is not None:
            got += [match.text(side), match.log(side, since=now.moment // 2)]
    return msgspec.json.encode(got, order="sorted")
