"""The course of a match: what is counted of it, for whom, and that nothing of it tells a secret."""

from __future__ import annotations

import math

import msgspec
import pytest

import bocage
from bocage import bots
from bocage.engine.matches.match import Match
from bocage.lab.measuring.course import course_of
from bocage.lab.notes import notes_of
from bocage.lab.running.observing import Observer
from tests.engine import toy

GAMES = ("roundup", "storming", "rhine", "fortress", "festung")


def played(slug: str, entries: int, seed: str = "course") -> tuple[Match, dict[str, object]]:
    """A match between bots, and what an observer of the laboratory has counted of it."""
    match, bot = bocage.new_match(slug, seed=seed), bots.make("greedy", seed=seed)
    observer = Observer(match)
    while match.moment < entries and match.outcome is None:
        observer.after(bots.answer(match, bot))
    return match, observer.result()


@pytest.mark.parametrize("slug", GAMES)
def test_of_a_match_that_is_over_all_is_counted_as_the_laboratory_does(slug: str) -> None:
    match, seen = played(slug, 500)
    if match.outcome is None:
        match.concede(match.game.sides[0])
    course = course_of(match, match.game.sides[0])
    assert (course.over, course.of) == (True, "")
    dice = seen["dice"]
    assert isinstance(dice, dict)
    for fortune in course.luck:
        told = dice[fortune.side]
        assert fortune.dice == told.rolls
        assert fortune.got - fortune.expected == pytest.approx(told.luck, abs=0.01)
        assert fortune.spread == pytest.approx(math.sqrt(told.variance), abs=0.01)
    losses = seen["losses"]
    assert isinstance(losses, dict)
    steps = {side: sum(sum(kinds.values()) for kinds in nations.values()) for side, nations in losses.items()}
    counted = {side: sum(loss.number for loss in course.losses if loss.side == side) for side in steps}
    assert counted == steps
    assert course.losses or course.throws
    history = seen["history"]
    assert isinstance(history, list)
    first = history[0]
    for chart, figures in zip(notes_of(match.game).charts, course.plots, strict=False):
        for name, curve in zip(chart.lines, figures.curves, strict=True):
            assert dict(curve.points)[first.turn] == first.figures[name]


@pytest.mark.parametrize("slug", GAMES)
def test_a_running_match_is_counted_for_each_side_and_for_who_watches(slug: str) -> None:
    match, _ = played(slug, 250)
    assert match.outcome is None
    for side in (None, *match.game.sides):
        course = course_of(match, side)
        assert (course.over, course.of) == (False, side or "")
        assert all(throw.moment <= match.moment_of(side) for throw in course.throws)
        assert all(curve.points[-1][0] == match.position.turn for plot in course.plots for curve in plot.curves)


def test_dice_that_were_taken_back_have_not_fallen() -> None:
    match, _ = played("roundup", 970)
    course = course_of(match, None)
    assert len(course.throws) > 5
    until = course.throws[3].moment
    again = bocage.load(match.text()) if match.outcome is None else _without_end(match)
    side = again.prompt.side
    again.ask_rollback(side, until)
    again.answer_rollback(next(other for other in again.game.sides if other != side), True)
    assert [throw.moment for throw in course_of(again, None).throws] == [throw.moment for throw in course.throws[:4]]


def _without_end(match: Match) -> Match:
    """The match up to its last entry, which ended it."""
    rows = match.text().split("\n")
    last = max(number for number, row in enumerate(rows) if row[:1].isdigit())
    from bocage.engine.matches import record

    return record.read("\n".join(rows[:last]), bocage.shelf.make_game, ended=False)


def test_matches_that_differ_in_secrets_only_have_the_same_course() -> None:
    def secrets(where: str, plan: str) -> Match:
        match = toy.new("pair")
        match.play(f"hide {where}", side="blue")
        match.play(f"plan {plan}", side="blue")
        return match

    one, other = secrets("0303", "charge"), secrets("0202", "wait")
    assert one.position_hash != other.position_hash
    for side in ("red", None):
        assert msgspec.json.encode(course_of(one, side)) == msgspec.json.encode(course_of(other, side))
