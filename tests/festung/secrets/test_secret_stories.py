"""Whole matches that differ only in what a side may not know tell it the same story from beginning to end.

Two matches begin with other cards in the hands, piles and unseen discards of the other side, or of both for whoever
watches, and go on by the same answers. Sealed choices and cards that are being thrown away differ as well. At every
step the question, the refusals, odds, views, logs, records, pages, the terminal and bots in the side's seat are
compared; in the end the whole past, films and every earlier page.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bocage.engine.matches.match import Match
from bocage.games.festung.rules.cards import decks
from bocage.games.festung.rules.position import ALLIED, AXIS, OTHER
from tests import spying
from tests.cases import rule
from tests.festung import playing, soak
from tests.festung.secrets.telling import everything, outsiders
from tests.spying import series

SEALED = ("opening choice", "year picks")
EYES = (ALLIED, AXIS, None)


def hidden(eyes: str | None) -> tuple[str, ...]:
    """The sides whose cards somebody may not know."""
    return (ALLIED, AXIS) if eyes is None else (OTHER[eyes],)


def begun(seed: int, **options: Any) -> Match:
    """A random match that has gone on to a question in which secrets matter, or for a while."""
    rng = random.Random(f"story {seed}")
    match = Match(playing.game(soak.SCENARIOS[seed % 2], **options), seed=f"story {seed}")
    wanted = rng.choice((*SEALED, "discards", "combat cards", "combat cards", "fight", "late overlord", ""))
    least = rng.choice((0, 3, 30, 120, 300, 600))
    for step in range(2500):
        frame = match.position.frames[-1]
        there = frame.step == wanted or (wanted == "fight" and getattr(frame, "attackers", 0))
        if match.outcome is not None or (step >= least and (there or not wanted)):
            break
        before = match.position.copy()
        side, prompt = rng.choice(list(match.prompts.items()))
        match.play(soak.choose(prompt, rng, "eager"), side=side)
        if match.outcome is not None:  # the end shows everything
            match.position = before
            break
    return match


def pair(match: Match, eyes: str | None, rng: random.Random) -> tuple[Match, Match]:
    """Two matches that begin where this one is; in the second one the hidden cards are dealt anew."""
    one, other = match.position.copy(), match.position.copy()
    for side in hidden(eyes):
        deck = decks.dealt(decks.shown(other.decks[side]), rng)
        other.decks = {**other.decks, side: deck}
    for position in (one, other):  # nobody has answered a sealed question, or chosen what to throw away
        frame = position.frames[-1]
        if frame.step in SEALED:
            position.frames[-1] = msgspec.structs.replace(frame, answers={})
        elif frame.step == "discards":
            position.frames[-1] = msgspec.structs.replace(frame, chosen=0)
    return Match(match.game, seed=match.seed, start=one), Match(match.game, seed=match.seed, start=other)


def answered(one: Match, other: Match, eyes: str | None, rng: random.Random) -> tuple[str, str, str] | None:
    """Who answers next, and what in each match: what differs is hidden, all else is the same. None: no more."""
    side = rng.choice(sorted(one.prompts))
    here, there = one.prompts[side], other.prompts[side]
    secret = side in hidden(eyes)
    if secret and here.step in (*SEALED, "discards"):
        verb = rng.choice(sorted(set(here.verbs()) & set(there.verbs())))
        return side, *(str(rng.choice(prompt.verbs()[verb])) for prompt in (here, there))
    common = sorted({str(action) for action in here.actions} & {str(action) for action in there.actions})
    if not common:
        return None
    weights = [soak.EAGER.get(action.split()[0], 1) for action in common]
    (action,) = rng.choices(common, weights)
    return side, action, action


def compare(seed: int, pairs: int, **options: Any) -> int:
    """One match, a pair for each who may look, some dozens of steps."""
    rng = random.Random(f"{seed}")
    match, compared = begun(seed, **options), 0
    for eyes in EYES:
        one, other = pair(match, eyes, rng)
        what = f"seed {seed}, {eyes} looks at moment {match.moment}"
        steps = rng.randrange(6, max(7, pairs))
        for step in range(steps):
            asked = spying.questions(one, rng) if eyes in one.prompts else []
            dear = step in (0, steps - 1) or rng.random() < 0.1
            told = [everything(each, eyes, asked, f"{seed}/{step}", dear) for each in (one, other)]
            assert told[0] == told[1], f"{what} + {step}: {eyes} sees a difference"
            compared += 1
            chosen = answered(one, other, eyes, rng)
            if chosen is None:
                break
            side, action, twin = chosen
            told_now = [{event.kind for event in one.play(action, side=side).events},
                        {event.kind for event in other.play(twin, side=side).events}]  # fmt: skip
            if one.outcome is not None or other.outcome is not None or "card lost" in told_now[0] | told_now[1]:
                break  # the end shows everything
            assert one.undoable_by(eyes) == other.undoable_by(eyes), f"{what} + {step}"
            if rng.random() < 0.15 and one.undoable_by(side) and other.undoable_by(side):
                for each in (one, other):
                    each.undo(side=side)
        if one.outcome is None and other.outcome is None:
            past = [spying.whole_story(each, outsiders(eyes)) for each in (one, other)]
            assert past[0] == past[1], f"{what}: the past differs"
    return compared


@rule("3.31", "4.5", "6.61", "18.3", "19.1", "19.2", "R66", "R67", "R68", "R69")
@pytest.mark.parametrize("seed", range(6))
def test_matches_that_differ_in_what_is_hidden_tell_the_same_story(seed: int) -> None:
    assert series(compare, 10 * seed, 30, 20) > 0


@rule("6.61", "R67", "R114")
def test_they_do_so_with_options() -> None:
    rng = random.Random(7)
    assert sum(compare(seed, 15, **soak.some_options(rng)) for seed in range(400, 403)) > 20


@rule("4.5", "R69")
def test_second_thoughts_about_what_to_throw_away_leave_no_trace() -> None:
    """One player throws away what he picked first, the other picks, takes back and picks anew; two cards in the end."""
    hand = "axis-3 axis-12 axis-18 axis-30"
    quick, restless = (
        playing.position("axis discards", axis_hand=hand, allied_hand="allied-3", turn=4, vp=12) for _ in range(2)
    )

    def alike(what: str) -> None:
        for eyes in (ALLIED, None):
            told = [everything(match, eyes, [], what, dear=True) for match in (quick, restless)]
            assert told[0] == told[1], f"{what}: {eyes} sees it"
            past = [spying.whole_story(match, outsiders(eyes)) for match in (quick, restless)]
            assert past[0] == past[1], f"{what}: {eyes} finds it in the past"

    restless.play("discard axis-18")
    alike("one has begun to pick")
    restless.play("discard axis-12")
    restless.undo()
    restless.undo()
    alike("he has taken it back")
    for match, cards in ((quick, ("axis-3", "axis-12")), (restless, ("axis-30", "axis-3"))):
        for card in cards:
            match.play(f"discard {card}")
    alike("both have picked two")
    for match in (quick, restless):
        match.play("end")
    alike("they are thrown away")
    assert quick.position.decks[AXIS] != restless.position.decks[AXIS]
    for match in (quick, restless):
        while match.prompt.step != "action":
            match.play("end" if match.why_not("end") is None else str(match.prompt.actions[0]))
    for eyes in (ALLIED, None):
        told = [everything(match, eyes, [], "later", dear=True) for match in (quick, restless)]
        assert told[0] == told[1], "after the next draw nothing tells either"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
def test_twenty_thousand_pairs_tell_the_same_story(seed: int) -> None:
    rng = random.Random(seed)
    options = soak.some_options(rng) if seed % 2 else {}
    series(lambda one, pairs: compare(one, pairs, **options), 1000 + 100 * seed, 200, 40)
