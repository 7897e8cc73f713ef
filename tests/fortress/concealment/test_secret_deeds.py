"""What is done unseen leaves no trace: neither in what others are shown nor in any number that they read.

Here the pairs differ in what was done, not in what came of it: units are set up one by one or as suggested, picked up
and put back, hidden and shown, covered with decoys, and objectives are written and struck out again.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from bocage.games.fortress.data import tables
from bocage.games.fortress.rules.position import ALLIED, GERMAN
from bocage.lab.measuring.course import course_of
from tests.cases import rule
from tests.fortress import playing, soak
from tests.fortress.concealment.test_secret_pairs import answers
from tests.spying import series


def begun(seed: int, scenario: str = "campaign", options: dict[str, Any] | None = None) -> tuple[Match, Match]:
    """The same match twice, before anything was done."""
    first, second = (Match(playing.game(scenario, **(options or {})), seed=f"deeds {seed}") for _ in range(2))
    return first, second


def same(one: Match, other: Match, eyes: str = ALLIED, what: str = "") -> None:
    """A side that sees nothing of it cannot tell these two matches apart, by how they stand or by their past."""
    prompt = one.prompts.get(eyes)
    asked = [] if prompt is None else [str(action) for action in prompt.actions[:4]]
    assert answers(one, eyes, asked, page=True) == answers(other, eyes, asked, page=True), what
    assert course_of(one, eyes) == course_of(other, eyes), what
    assert _undoable(one, eyes) == _undoable(other, eyes), what


def _undoable(match: Match, eyes: str) -> list[int]:
    """The moments to which a side may go back, as it counts them."""
    return [match.moment_of(eyes, moment) for moment in match.undoable_by(eyes)]


def dither(match: Match, side: str, rng: random.Random) -> None:
    """Do something that only one side sees, and take it back."""
    before = match.moment
    for _ in range(rng.randrange(1, 4)):
        actions = [action for action in match.prompts[side].actions if action.verb not in ("end", "suggested")]
        if actions:
            match.play(rng.choice(actions), side=side)
    if match.moment > before:
        match.undo_to(before)


def by_hand(match: Match, rng: random.Random) -> None:
    """The suggested set-up placed unit by unit in any order, with second thoughts on the way."""
    rows = list(match.game.data.tables[tables.SUGGESTED_SETUP])  # type: ignore[attr-defined]
    rng.shuffle(rows)
    for row in rows:
        if rng.random() < 0.2:
            dither(match, GERMAN, rng)
        if match.why_not(f"pick {row.unit}") is None:
            match.play(f"pick {row.unit}")
        if match.why_not(f"place {row.hex}") is None:
            match.play(f"place {row.hex}")
        if row.state == "hidden":
            match.play(f"hide {row.unit}")


@rule("3.3")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_can_tell_whether_the_germans_set_up_as_suggested_or_by_hand(seed: int) -> None:
    rng = random.Random(seed)
    quick, slow = begun(seed)
    same(quick, slow)
    quick.play("suggested")
    same(quick, slow, what="one has placed everything, the other nothing")
    by_hand(slow, rng)
    assert slow.moment > quick.moment + 25
    same(quick, slow, what="one has thought about it for longer")
    quick.play("end")
    slow.play("end")
    assert quick.position_hash == slow.position_hash, "the same set-up in the end"
    same(quick, slow, what="the screen has fallen")
    for _ in range(30):
        action = soak.choose(quick.prompt, rng, "verbs")
        quick.play(action)
        slow.play(action)
    same(quick, slow, what="thirty answers later")


@rule("31.6")
def test_decoys_are_laid_behind_the_screen() -> None:
    rng = random.Random(7)
    idle, busy = begun(7, options={"31.6": True})
    for match in (idle, busy):
        playing.play(match, "pick GE-12SS-Pz", "place JJ9", "pick GE-2SS-Pz", "place JJ9", "suggested")
    for _ in range(12):
        dither(busy, GERMAN, rng)
        same(idle, busy)
    for match in (idle, busy):
        match.play("end")
    assert idle.game.phase(idle.position) == "decoys at the set-up"
    for action in ("mask GE-12SS-Pz", "mask GE-2SS-Pz", "unmask GE-12SS-Pz"):
        busy.play(action)
        same(idle, busy, what="units are covered behind the screen")


@rule("32.1", "33.2.3")
@pytest.mark.parametrize("eyes", [ALLIED, GERMAN])
def test_nobody_sees_the_other_write_objectives(eyes: str) -> None:
    rng = random.Random(3)
    idle, busy = begun(3, "west_wall")
    writer = GERMAN if eyes == ALLIED else ALLIED
    for number in range(1, 8):
        dither(busy, writer, rng)
        busy.play(f"write {number}", side=writer)
        same(idle, busy, eyes, "objectives are being written")


def compare(seed: int, pairs: int) -> int:
    """Play the same match twice; once a side has second thoughts that the other cannot see."""
    rng = random.Random(seed)
    options = {name: True for name in ("31.6", "31.7", "31.8", "32") if rng.random() < 0.5}
    match, restless = begun(seed, options=options)
    doubter, other = (ALLIED, GERMAN) if "32" in options and seed % 2 else (GERMAN, ALLIED)
    compared = 0
    while compared < pairs and match.outcome is None and match.position.turn == 1:
        side = rng.choice(list(match.prompts))
        if side == doubter and match.game.acts_unseen(match.position, side) and rng.random() < 0.3:
            dither(restless, side, rng)
            same(match, restless, other, f"seed {seed}, moment {match.moment}")
            compared += 1
        action = soak.choose(match.prompts[side], rng, "eager")
        match.play(action, side=side)
        restless.play(action, side=side)
    same(match, restless, other, f"seed {seed}, at the end")
    return compared


@pytest.mark.parametrize("chunk", range(2))
def test_second_thoughts_that_nobody_sees_leave_no_trace(chunk: int) -> None:
    assert series(compare, 100 * chunk, 8, 8) < 30


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(10, 40))
def test_many_second_thoughts_leave_no_trace(chunk: int) -> None:
    series(compare, 100 * chunk, 60, 30)
