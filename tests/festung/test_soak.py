"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from bocage.engine.looks import doubt
from bocage.engine.matches.match import Entry
from bocage.engine.play import Play
from bocage.games.festung.rules.events.politics import Clearing
from bocage.games.festung.rules.position import ALLIED
from tests import soaking
from tests.cases import rule
from tests.festung import playing, soak


def run(scenario: str, seed: int, **options: Any) -> None:
    match = soak.soak(seed, scenario, **options)
    assert match.outcome is not None
    assert match.outcome.winner in ("allied", "axis"), "a side wins (16.2)"
    assert match.position.turn <= 10


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_random_games_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed)


@pytest.mark.parametrize("seed", range(20, 32))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_random_games_with_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, **soak.some_options(random.Random(seed)))


@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_a_brawl_with_every_option_ends_by_rule(scenario: str) -> None:
    run(scenario, 40, style="eager", **soak.all_options())


@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_planners_play_under_the_eyes_of_the_referee(scenario: str) -> None:
    assert soak.planned(1, scenario, 60).moment >= 60


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1500))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_many_games_with_any_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, **soak.some_options(random.Random(seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2050))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_many_brawls_with_any_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, style="eager", **soak.some_options(random.Random(seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_whole_games_of_planners_end_by_rule(scenario: str, seed: int) -> None:
    assert soak.planned(seed, scenario, **soak.some_options(random.Random(seed))).outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_whole_games_of_greedy_bots_end_by_rule(scenario: str, seed: int) -> None:
    options = soak.some_options(random.Random(seed))
    assert soak.planned(seed, scenario, bot="greedy", **options).outcome is not None


@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_kept_answers_are_the_answers_of_a_cold_look(scenario: str) -> None:
    """Random play in doubt: every answer that a look or a game has kept is found out again and compared."""
    assert in_doubt(scenario, 1, 150) > 100


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("scenario", soak.SCENARIOS)
def test_kept_answers_of_whole_games_are_those_of_a_cold_look(scenario: str, seed: int) -> None:
    in_doubt(scenario, seed, 5000, **soak.some_options(random.Random(seed)))


def in_doubt(scenario: str, seed: int, entries: int, **options: Any) -> int:
    """Play a match in doubt, and ask about what is not offered; how long it has become."""
    match = Match(playing.game(scenario, **options), seed=f"doubt {seed}")
    rng = random.Random(f"doubt {seed}")
    with doubt():
        while match.outcome is None and match.moment < entries:
            side, prompt = next(iter(match.prompts.items()))
            for verb in prompt.offered:
                match.why_not(str(rng.choice(match.game.actions.whole[verb])), side=side)
            match.play(soak.choose(prompt, rng, "eager"), side=side)
    return match.moment


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = "US-II 1821; BR-8A 1821; GE-XIVPZ 1921; GE-10A 1415; FORT-Brest 0212; US-1A UK"


def watched(**more: Any) -> tuple[Match, soak.Referee, Play[Any, Any, Any]]:
    match = playing.position("allied action", UNITS, vp=15, infrastructure=12, hitler="1307", **more)
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)


@pytest.mark.parametrize(
    ("unit", "place", "case"),
    [
        ("GE-XIVPZ", "1821", "8.31"),
        ("US-II", "0410", "R44"),
        ("US-1A", "OKW", "8.32"),
        ("US-1A", "0512", "20"),
        ("FORT-Brest", "0313", "2.21"),
        ("GE-10A", "1617", "13.1"),
    ],
)
def test_the_referee_sees_a_unit_where_none_may_be(unit: str, place: str, case: str) -> None:
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers[unit], match.game.board.index[place])
    soaking.broken(case, referee)


@pytest.mark.parametrize(
    ("field", "value", "case"),
    [
        ("vp", -1, "R39"),
        ("infrastructure", 21, "15.1"),
        ("infrastructure", 0, "15.2"),
        ("vp", 14, "16.1"),
        ("infrastructure", 11, "15.1"),
        ("carpets_spent", ("UK BC",), "14.22"),
        ("air_used", ("UK BC", "US 8th AF"), "14.22"),
        ("bombers", dict.fromkeys(("UK BC", "US 8th AF", "US 15th AF"), "oil"), "14.21"),
        ("stationed", {"US-A": "Airbase UK"}, "14.32"),
        ("airfields", (), "14.4"),
        ("turn", 11, "16.2"),
        ("round", 7, "5.1"),
        ("surrendered", True, ""),
    ],
)
def test_the_referee_sees_what_goes_beyond_a_limit(field: str, value: Any, case: str) -> None:
    match, referee, _ = watched()
    setattr(match.position, field, value)
    if case:
        soaking.broken(case, referee)
    else:
        referee.check(Entry("start", ""))


@pytest.mark.parametrize(
    ("move", "attack", "case"),
    [("1821", "1821", "6.23"), ("", "UK", "6.24"), ("", "OKW", "6.24"), ("1921", "", "6.24")],
)
def test_the_referee_sees_markers_where_none_may_lie(move: str, attack: str, case: str) -> None:
    match, referee, _ = watched(allied_hand="allied-26")
    playing.play(match, "ops allied-26")
    referee.remember()
    index = match.game.board.index
    match.position.move_marks = 1 << index[move] if move else 0
    match.position.attack_marks = 1 << index[attack] if attack else 0
    soaking.broken(case, referee)


@rule("8.38")
def test_the_referee_sees_who_stays_in_a_closed_hex_while_others_are_asked_to_leave() -> None:
    units = "US-II 1206; BR-8A 1207; GE-10A 1415; FORT-Brest 0212"
    match = playing.position("allied action", units, vp=15, hitler="1307", allied_hand="allied-26")
    referee, numbers = soak.Referee(match), match.game.unit_numbers
    match.position.closed = "both"
    both = 1 << numbers["US-II"] | 1 << numbers["BR-8A"]
    match.position.frames.append(Clearing(ALLIED, both))
    referee.ground()
    match.position.frames[-1] = Clearing(ALLIED, 1 << numbers["US-II"])
    soaking.broken("8.38", referee)


def test_the_referee_sees_a_hand_that_was_not_filled() -> None:
    _, referee, _ = watched()
    referee.before.round = 0
    soaking.broken("4.21", referee)


def test_the_referee_sees_supply_that_is_reckoned_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    _, referee, _ = watched()
    monkeypatch.setattr(soak, "grade_at", lambda look, kind, node: "out")
    soaking.broken("11.5", referee)


@pytest.mark.parametrize(
    ("changes", "case"),
    [
        ({}, ""),
        ({"fought": "US-II"}, "9.14"),
        ({"US-II": "1721"}, "9.12"),
        ({"marks": 0}, "9.1"),
        ({"BR-8A": "1820"}, "9.17"),
    ],
)
def test_the_referee_sees_who_may_not_attack(changes: dict[str, Any], case: str) -> None:
    match = playing.position("allied action", UNITS, vp=15, hitler="1307", allied_hand="allied-26 allied-36")
    playing.play(match, "ops allied-26", "mark-attack 1821", "end", "attack 1921", "join US-II", "join BR-8A")
    referee = soak.Referee(match)
    position, game = referee.before, match.game
    for name, place in changes.items():
        if name == "fought":
            referee.when = (position.turn, position.round, position.active)
            referee.fought = 1 << game.unit_numbers[place]
        elif name == "marks":
            position.attack_marks = 0
        else:
            Play(game, position, match.dice).put(game.unit_numbers[name], game.board.index[place])
            position.attack_marks |= 1 << game.board.index[place]
    fought = match.play("fight")
    if case:
        soaking.broken(case, referee, fought)
    else:
        referee.check(fought)


def test_the_referee_sees_a_card_in_two_places() -> None:
    match, referee, _ = watched(axis_hand="axis-3")
    deck = match.position.decks["axis"]
    match.position.decks = {**match.position.decks, "axis": type(deck)(hand=deck.hand, pile=deck.pile | deck.hand)}
    soaking.broken("6.12", referee)


def test_the_referee_sees_a_position_that_could_not_be_stored() -> None:
    match, referee, _ = watched()
    match.position.win_test = "axis-99"
    soaking.broken("4", referee)


def test_the_referee_sees_undo_over_a_card() -> None:
    _, referee, _ = watched()
    referee.match._undo.append((0, "allied", None))
    soaking.broken("R81", referee, Entry("play", "allied", referee.game.actions.find("ops allied-3")))
