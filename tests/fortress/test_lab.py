"""Fortress Europa in the laboratory: key figures, luck, and attacks whose odds are compared with dice."""

from __future__ import annotations

from random import Random

from bocage.engine.events import Event
from bocage.games.fortress.lab.attacks import ATTACKS
from bocage.games.fortress.lab.notes import FortressNotes
from bocage.lab.attacks import DECLARED, POSSIBLE, Request, at
from tests.fortress.playing import look, play, position

from ..cases import rule


@rule("15.1")
def test_results_of_the_dice_are_those_of_the_forecast() -> None:
    units = "US-1-Inf K7; US-4-Inf K7; US-2-Inf J8; GE-77-Inf K8; GE-91-Inf K9"
    match = position("allied first combat", units, impulse=1, missions={"ground_support": (0, 2)})
    chance, kinds = Random(5), set()
    cases = [case for _ in range(30) if (case := ATTACKS.find(match, chance))]  # some would leave duties undone
    assert len(cases) > 5
    for case in cases:
        kinds.add(case.asked)
        assert sum(case.exact["result"].values()) == 1
        for seed in range(4):
            found = ATTACKS.roll(at(match, case, str(seed)), case)
            assert case.exact["result"][found["result"]] > 0
    assert kinds == {DECLARED, POSSIBLE}


@rule("17.10.2")
def test_an_attack_can_be_asked_about_before_its_time() -> None:
    match = position("allied first movement", "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", impulse=1)
    case = ATTACKS.named(match, Request("allied", "K8", None, True, False))
    assert case.told.column == "4-1"
    assert "ground support +1" in case.words
    assert ATTACKS.roll(at(match, case, "x"), case)["result"] in case.told.chances


def test_key_figures_of_a_position() -> None:
    match = position(
        "allied first movement", "US-1-Inf K2; US-Bradley L4; Mulberry-12 M5; GE-91-Inf K5 frozen; GE-2-Pz N7 reduced"
    )
    notes = FortressNotes(match.game)
    found = notes.figures(look(match))
    assert found["capacity"] == 17
    assert (found["ashore"], found["frozen"]) == (2, 1)
    assert (found["allied_steps"], found["german_steps"]) == (3, 3)
    assert found["german_hungry"] == 1
    assert list(notes.standing_moments(look(match))) == ["port"]
    assert "Paris" in {place.name for place in notes.places() if place.main}
    assert len(notes.rivers()) > 100
    figures = {figure for chart in notes.charts for figure in chart.lines}
    assert figures == set(found) == set(notes.figure_words)


@rule("15.2")
def test_luck_is_measured_on_the_column_with_what_is_added() -> None:
    match = position("allied first combat", "US-1-Inf K7; US-4-Inf K7; GE-77-Inf K8", impulse=1, dice="6")
    notes = FortressNotes(match.game)
    play(match, "join US-1-Inf", "join US-4-Inf", "roll")
    events = [event for entry in match.entries for event in entry.events]
    (roll,) = [roll for event in events for roll in notes.rolls(event)]
    assert (roll.side, roll.pips) == ("allied", 6)
    assert roll.luck > 0
    losses = [found for event in events for found in notes.losses(event)]
    assert losses == [(match.game.unit_numbers["GE-77-Inf"], True)]
    assert not notes.losses(Event("moves", "5.2", (0,)))
