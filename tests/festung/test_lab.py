"""Festung Europa in the laboratory: key figures, luck, and attacks whose odds are compared with dice."""

from __future__ import annotations

from random import Random

import pytest

import bocage
from bocage.engine.events import Event
from bocage.games.festung.lab.attacks import ATTACKS
from bocage.games.festung.lab.crowd import crowd
from bocage.games.festung.lab.notes import FestungNotes
from bocage.games.festung.rules.look import FestungLook
from bocage.games.festung.rules.position import ALLIED, AXIS
from bocage.lab.attacks import DECLARED, POSSIBLE, Request, at
from tests.cases import rule
from tests.festung.combat import fighting
from tests.festung.playing import look, position


@rule("9.27")
def test_results_of_the_dice_are_those_of_the_forecast() -> None:
    chance, kinds, sides = Random(5), set(), set()
    for _ in range(40):
        case = ATTACKS.find(ATTACKS.arranged(chance, {}), chance)
        if case is None:
            continue  # two nationalities, and nobody who links them
        kinds.add(case.asked)
        sides.add(case.side)
        assert sum(case.exact["result"].values()) == 1
        for seed in range(4):
            found = ATTACKS.roll(at(fighting_match(case), case, str(seed)), case)
            assert case.exact["result"][found["result"]] > 0
    assert kinds == {DECLARED, POSSIBLE}
    assert sides == {ALLIED, AXIS}


def fighting_match(case: object) -> bocage.Match:
    """A match of the game in which the cases above were found."""
    return ATTACKS.arranged(Random(1), {})


@rule("9.25")
def test_hands_pass_while_odds_are_compared() -> None:
    """A forecast tells the odds before any Combat Card: both sides let the combat go on."""
    match = fighting.fighting(
        "allied", "US-V 0611; US-VII 0611; GE-LXXXI 0711", axis_hand="axis-12", allied_hand="allied-7"
    )
    case = ATTACKS.find(match, Random(2))
    assert case is not None
    found = ATTACKS.roll(at(match, case, "pass"), case)
    assert case.exact["result"][found["result"]] > 0


@rule("14.31", "R70")
def test_an_attack_can_be_asked_about_before_its_time() -> None:
    """Supply counts as it would be if an operation began now."""
    match = position(
        "allied action", "US-1A 0512; US-V 0512; GE-LXXV 0513", fighters={"US-A": "ground support"},
        airfields="0512 0512", allied_control="0410 0411 0512", marked="0410", invasions={"allied-23": 5},
    )  # fmt: skip
    plain = ATTACKS.named(match, Request(ALLIED, "0513", ["US-1A"], False, False))
    assert not [shift for shift in plain.told.shifts if shift.rule == "9.245"]
    helped = ATTACKS.named(match, Request(ALLIED, "0513", ["US-1A"], True, False))
    assert "ground support by US-A +1" in helped.words
    for case in (plain, helped):
        assert ATTACKS.roll(at(match, case, "x"), case)["result"] in case.told.chances


@rule("9.245")
def test_who_is_cut_off_is_told_so_before_he_marks_anything() -> None:
    match = position("allied action", "US-1A 0713; GE-LXXV 0712")
    told = bocage.forecast(match, "0712", ["US-1A"])
    assert [shift.rule for shift in told.shifts if shift.columns == -1 and shift.rule == "9.245"]


def test_key_figures_of_a_position() -> None:
    match = position(
        "allied action", "US-II 1821; GE-XIVPZ 1920 reduced; IT-6A 1617", allied_control="1922 1821", vp=19,
        invasions={"allied-1": 5}, allied_hand="allied-3 allied-7", infrastructure=12,
    )  # fmt: skip
    notes = FestungNotes(match.game)
    found = notes.figures(look(match))
    assert (found["vp"], found["infrastructure"]) == (19, 12)
    assert (found["allied_steps"], found["axis_steps"]) == (2, 3)
    assert (found["allied_hand"], found["axis_hand"]) == (2, 0)
    assert found["ground"] == 1, "a Beach Head is no ground"
    assert list(notes.standing_moments(look(match))) == ["allied-1"]
    assert "Rome" in {place.name for place in notes.places() if place.main}
    assert notes.rivers()
    assert {figure for chart in notes.charts for figure in chart.lines} == set(found) == set(notes.figure_words)


@rule("9.27", "9.26")
def test_luck_is_measured_on_the_column_with_what_is_added() -> None:
    match = fighting.fighting("allied", "US-7A 0611; US-V 0611; GE-LXXXI 0711", dice="6")
    notes = FestungNotes(match.game)
    fighting.attack(match, "0711", "US-7A", "US-V")
    events = [event for entry in match.entries for event in entry.events]
    (roll,) = [roll for event in events for roll in notes.rolls(event)]
    assert (roll.side, roll.pips) == (ALLIED, 6)
    assert roll.luck > 0
    (battle,) = [event for event in events if event.kind == "battle"]
    assert "9.261" in notes.cases(battle)


@rule("11.71")
def test_units_that_are_lost_together_count_each() -> None:
    notes = FestungNotes(position().game)
    assert notes.losses(Event("eliminated", "11.71", ((3, 5),))) == [(3, True), (5, True)]
    assert notes.losses(Event("reduced", "9.31", (4,))) == [(4, False)]
    assert not notes.losses(Event("moves", "8.21", (0, ())))


@pytest.mark.parametrize("units", [25, 100])
def test_a_crowded_map_is_ready_to_move(units: int) -> None:
    match = crowd(units)
    assert match.prompt.step == "movement"
    seen: FestungLook = match.game.look(match.position)  # type: ignore[assignment]
    assert (seen.on_map(ALLIED) | seen.on_map(AXIS)).bit_count() == units
    assert len(match.prompt.verbs()["pick"]) > 5
