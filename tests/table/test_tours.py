"""The tours of the games: each is played to its own attack, with what its cards ask for on the list."""

from __future__ import annotations

import pytest

import bocage
from bocage import coverage
from bocage.shelf import room
from bocage.table import showing
from tests.table.tours import Newcomer

GUIDED = [slug for slug in bocage.slugs() if room(slug, "table.tour")]


def test_every_game_of_ours_has_a_tour() -> None:
    assert bocage.slugs() == GUIDED


@pytest.mark.parametrize("slug", GUIDED)
@pytest.mark.parametrize("seed", ["ann", "bob"])
def test_whoever_does_what_the_tour_says_ends_with_an_attack_of_his_own(slug: str, seed: str) -> None:
    newcomer = Newcomer(slug, seed).play()
    sheet = showing.sheet(newcomer.match, newcomer.side)
    assert newcomer.sees("fought", sheet)
    steps = newcomer.tour.steps
    pointing = {number for number, step in enumerate(steps) if step.light and not step.tells}
    missed = {steps[number].title for number in pointing - set(newcomer.lit) if "fought" not in steps[number].signs}
    assert len(missed) <= 1, f"these cards never pointed at anything: {missed}"
    assert any(action.startswith("attack ") for lit in newcomer.lit.values() for action in lit)
    assert newcomer.entries < 150, "a tour is short"


@pytest.mark.parametrize("slug", GUIDED)
def test_a_tour_speaks_of_questions_verbs_and_cases_that_the_game_has(slug: str) -> None:
    tour, box = showing.tour(slug), showing.box(slug, showing.tour(slug).scenario)
    assert box.tour == tour
    assert tour.side in {side.id for side in box.sides}
    known = {case.case for case in coverage.read(slug).cases} | {one.ruling for one in coverage.read(slug).rulings}
    verbs = {verb.verb for verb in box.verbs}
    hexes = {hex_.label for hex_ in box.layout.hexes}
    for step in tour.steps:
        assert set(step.cases) <= known, step.title
        assert set(step.asked) <= set(tour.order), step.title
        assert {action.partition(" ")[0] for entry in step.light for action in entry.split("|")} <= verbs, step.title
        assert {label for row in step.among for label in row} <= hexes, step.title
        assert len(step.task) > 40, step.title
        assert len(step.why) > 40, step.title
        assert len(step.task) < 330, f"{step.title}: one thing, shortly"


@pytest.mark.parametrize("slug", GUIDED)
def test_the_start_page_knows_where_a_tour_begins(slug: str) -> None:
    (mine,) = [game for game in showing.games().games if game.slug == slug]
    assert mine.guide is not None
    assert mine.guide.scenario in bocage.game_class(slug).scenarios


def test_a_match_of_another_scenario_says_which_one_has_the_tour() -> None:
    box = showing.box("fortress", "campaign")
    assert box.tour is None
    assert box.no_tour == "Fortress Europa has a tour of another scenario: bulge."
