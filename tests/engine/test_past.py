"""A long match needs little memory, and can still go back to every moment of it."""

from __future__ import annotations

import random
import tracemalloc

import pytest

import bocage
from bocage.engine.matches.match import Match


def pondering(slug: str, entries: int) -> Match:
    """A match whose players change their minds all the time and end nothing, as somebody who wants to fill a memory."""
    match = bocage.new_match(slug, seed="for ever")
    dice = random.Random(slug)
    while match.moment < entries:
        actions = match.prompt.actions
        kept = [action for action in actions if action.verb not in ("end", "done", "suggested")]
        match.play(dice.choice(kept or actions))
    return match


def kilobytes(entries: int, slug: str) -> float:
    tracemalloc.start()
    try:
        match = pondering(slug, entries)
        match.game.forget()
        assert match.moment == entries
        return tracemalloc.get_traced_memory()[0] / 1024
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("slug", ["roundup", "rhine"])
def test_a_set_up_without_end_does_not_fill_the_memory(slug: str) -> None:
    pondering(slug, 300)
    short, long = kilobytes(300, slug), kilobytes(1_800, slug)
    assert (long - short) / 1_500 < 1.5  # for each further entry; a position alone takes more than 3 kB


def test_taking_back_again_and_again_does_not_fill_the_memory() -> None:
    match = bocage.new_match("roundup", seed="to and fro")
    first = match.prompt.actions[0]
    match.play(first)
    match.undo()
    tracemalloc.start()
    try:
        for _ in range(1_000):
            match.play(first)
            match.undo()
        assert tracemalloc.get_traced_memory()[0] / 2_000 < 1_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("slug", "seed"), [("roundup", "one"), ("rhine", "two"), ("storming", "three")])
def test_every_moment_of_a_match_with_many_ways_back_is_found_again(slug: str, seed: str) -> None:
    match = bocage.new_match(slug, seed=seed)
    dice = random.Random(seed)
    hashes = [match.position_hash]
    while match.moment < 400 and match.outcome is None:
        way = dice.random()
        if way < 0.12 and match.undoable:
            match.undo_to(dice.choice(match.undoable))
        elif way < 0.14 and match.moment > 5:
            asking, answering = dice.sample(match.game.sides, 2)
            match.ask_rollback(asking, dice.randrange(match.moment))
            hashes.append(match.position_hash)
            match.answer_rollback(answering, dice.random() < 0.7)
        else:
            match.play(dice.choice(match.prompt.actions), side=match.prompt.side)
        hashes.append(match.position_hash)
    game, digest = match.game, bocage.engine.plain.digest
    assert [digest(game, position) for _, position in match.stages(0, match.moment)] == hashes
    for moment in dice.sample(range(match.moment + 1), 40):
        assert digest(game, match.at(moment)) == hashes[moment]
    again = bocage.load(match.text(), strict=True)
    assert again.position_hash == match.position_hash
    assert again.undoable == match.undoable


def test_an_action_of_long_ago_is_taken_back_if_nothing_stands_between() -> None:
    match = bocage.new_match("rhine", seed="far back")
    dice = random.Random(1)
    hashes = [match.position_hash]
    while match.moment < 700:
        actions = match.prompt.actions
        match.play(dice.choice([action for action in actions if action.verb not in ("end", "suggested")] or actions))
        hashes.append(match.position_hash)
    assert match.undoable[0] == 0
    for moment in (655, 640, 333, 101, 3):
        match.undo_to(moment)
        assert match.position_hash == hashes[moment]
        assert len(match.prompt.actions) > 0
    assert bocage.load(match.text(), strict=True).position_hash == hashes[3]


def test_many_ways_back_over_the_end_of_a_turn_are_written_and_read_again() -> None:
    match = bocage.new_match("roundup", seed="turns")
    dice = random.Random(7)
    while match.position.turn < 2:
        match.play(dice.choice(match.prompt.actions), side=match.prompt.side)
    moment = match.moment
    for number in range(90):
        match.ask_rollback("allied", moment - 1 - number % 3)
        match.answer_rollback("german", True)
        while match.position.turn < 2:
            match.play(dice.choice(match.prompt.actions), side=match.prompt.side)
    text = match.text()
    assert text.count("\nturn ") > 150
    assert bocage.load(text, strict=True).text() == text
