"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage import Match
from bocage.engine.looks import doubt
from bocage.engine.matches.match import Entry
from bocage.engine.play import Play
from tests import soaking
from tests.fortress import playing, soak

LAST_TURN = {"campaign": 37, "invasion": 7, "west_wall": 12, "bulge": 30, "berlin": 37}


def run(scenario: str, seed: int, **options: Any) -> None:
    match = soak.soak(seed, scenario, **options)
    assert match.outcome is not None
    assert match.outcome.winner in ("allied", "german", ""), "a side wins, or it is a draw (30.1)"
    assert match.position.turn <= LAST_TURN[scenario] + options.get("31.17", 0)


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed)


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_random_games_with_options_end_by_rule(scenario: str) -> None:
    run(scenario, 7, **soak.all_options(scenario))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1060))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_many_games_with_any_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, **soak.some_options(scenario, random.Random(seed)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2010))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_brawls_with_any_options_end_by_rule(scenario: str, seed: int) -> None:
    run(scenario, seed, style="eager", **soak.some_options(scenario, random.Random(seed)))


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_planners_play_under_the_eyes_of_the_referee(scenario: str) -> None:
    assert soak.planned(1, scenario, 60).moment >= 60


@pytest.mark.long
@pytest.mark.parametrize("bot", ["planner", "greedy"])
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_whole_games_of_bots_end_by_rule(scenario: str, bot: str) -> None:
    options = soak.some_options(scenario, random.Random(bot))
    assert soak.planned(1, scenario, bot=bot, **options).outcome is not None


@pytest.mark.parametrize("scenario", LAST_TURN)
def test_kept_answers_are_the_answers_of_a_cold_look(scenario: str) -> None:
    """Random play in doubt: every answer that a look or a game has kept is found out again and compared."""
    assert in_doubt(scenario, 1, 150) > 100


@pytest.mark.parametrize(
    ("row", "turn", "units"),
    [
        ("panzer reserve", 21, "GE-2SS-Pz II10; GE-9SS-Pz II10; GE-12SS-Pz JJ8; US-1-Inf L5"),
        ("german withdrawals", 33, "GE-2SS-Pz II10; GE-9SS-Pz II10; GE-12SS-Pz JJ8; GE-10SS-Pz JJ8; US-1-Inf L5"),
    ],
)
def test_those_who_are_called_away_are_all_seen_before_the_first_leaves(row: str, turn: int, units: str) -> None:
    with doubt():
        match = playing.position(row, units, turn=turn, impulse=1)
    assert any(event.kind in ("into reserve", "withdrawn", "substituted") for event in match.opening.events)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("scenario", LAST_TURN)
def test_kept_answers_of_whole_games_are_those_of_a_cold_look(scenario: str, seed: int) -> None:
    in_doubt(scenario, seed, 5000, **soak.some_options(scenario, random.Random(seed)))


def in_doubt(scenario: str, seed: int, entries: int, **options: Any) -> int:
    """Play a match in doubt, and ask about what is not offered; how long it has become."""
    match = Match(playing.game(scenario, **options), seed=f"doubt {seed}")
    rng = random.Random(f"doubt {seed}")
    with doubt():
        while match.outcome is None and match.moment < entries:
            side, prompt = next(iter(match.prompts.items()))
            for verb in prompt.offered:
                match.why_not(str(rng.choice(match.game.actions.whole[verb])), side=side)
            match.play(soak.choose(prompt, rng, "eager"))
    return match.moment


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = (
    "US-1-Inf L5; US-4-Inf L5; US-2-Arm M5; BR-3-Inf N5; GE-91-Inf K7 frozen; GE-21-Pz Q8; GE-12SS-Pz Q8; "
    "GE-Lehr-Pz Q8; GE-2-Pz R12; US-Naval-1 @2; GE-352-Inf dead; GE-85-Inf gone; US-9-Inf england"
)


def watched(at: str = "allied first movement", more: str = "") -> tuple[Match, soak.Referee, Play[Any, Any, Any]]:
    match = playing.position(at, UNITS + more, invasions=1, invasion_turn=1, allied_control="L5 M5 N5", impulse=1)
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)


def unit(match: Match, name: str) -> int:
    return match.game.unit_numbers[name]


@pytest.mark.parametrize(
    ("name", "place", "case"),
    [
        ("GE-91-Inf", "L5", "6.6"),
        ("GE-2-Pz", "II2", "16.7"),
        ("US-1-Inf", "@2", "19.3"),
        ("US-Naval-1", "L5", "19.3"),
        ("GE-2-Pz", "T27", "8.4"),
        ("GE-85-Inf", "R13", "26.8"),
    ],
)
def test_the_referee_sees_a_unit_where_none_may_be(name: str, place: str, case: str) -> None:
    match, referee, hand = watched("partisan placed")
    hand.put(unit(match, name), match.game.board.index[place])
    soaking.broken(case, referee)


def test_the_referee_sees_allies_on_german_ground() -> None:
    match, referee, hand = watched("partisan placed")
    hand.put(unit(match, "US-1-Inf"), match.game.board.index["P12"])
    soaking.broken("30.2", referee)


def test_the_referee_sees_too_many_in_a_hex_when_combat_begins() -> None:
    match, referee, hand = watched("german first combat", "; GE-84-Inf L6")
    referee.phase = "german first stacking"
    hand.put(unit(match, "GE-2-Pz"), match.game.board.index["Q8"])
    soaking.broken("6.1", referee)


@pytest.mark.parametrize(
    ("field", "value", "case"),
    [
        ("invasions", 3, "12.2"),
        ("raids", 3, "21.2"),
        ("airlifts", 3, "20.11"),
        ("sea_moves", 7, "11.5"),
        ("evacuations", 3, "11.4.B"),
        ("rail_moves", 7, "10.1"),
        ("drops", {"allied": 6}, "20.4"),
        ("drops", {"german": 3}, "20.5"),
        ("missions", {"strafing": (0, 8)}, "17.6"),
        ("missions", {"railways": (5, 0)}, "17.6"),
        ("port_damage", {"K2": 99}, "18.7.8"),
        ("stores", {"german": (1, 2)}, "27.3"),
        ("second_invasion_turn", 20, "12.2"),
        ("hidden", 1 << 3, "3.3"),
        ("turn", 99, "30.1"),
    ],
)
def test_the_referee_sees_what_goes_beyond_a_limit(field: str, value: Any, case: str) -> None:
    match, referee, _ = watched()
    setattr(match.position, field, value)
    soaking.broken(case, referee)


def test_the_referee_sees_a_step_too_many() -> None:
    match, referee, hand = watched()
    hand.set_steps(unit(match, "GE-2-Pz"), 3)
    soaking.broken("27.12", referee)


def test_the_referee_sees_who_is_hidden_after_the_landing() -> None:
    match, referee, _ = watched()
    match.position.hidden = 1 << unit(match, "GE-2-Pz")
    soaking.broken("3.7", referee)


def test_the_referee_sees_a_frozen_unit_that_moves() -> None:
    match, referee, hand = watched("german first movement")
    hand.put(unit(match, "GE-91-Inf"), match.game.board.index["K8"])
    soaking.broken("9.1", referee, Entry("play", "german", match.game.actions.find("move K8")))


def test_the_referee_sees_a_capacity_that_is_reckoned_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    _, referee, _ = watched()
    referee.phase = ""
    monkeypatch.setattr(soak, "capacity", lambda look: 77)
    soaking.broken("18.7.3", referee)


def test_the_referee_sees_who_attacks_twice() -> None:
    match = playing.position(
        "allied first combat", "US-1-Inf V11; US-2-Inf V11; GE-331-Inf U12", impulse=1, dice="1 1 1"
    )
    referee = soak.Referee(match)
    playing.play(match, "join US-1-Inf", "join US-2-Inf")
    referee.remember()
    referee.before.fought = 1 << unit(match, "US-1-Inf")
    soaking.broken("14.9", referee, match.play("roll"))


def test_the_referee_sees_undo_over_dice() -> None:
    _, referee, _ = watched()
    referee.match._undo.append((0, "allied", None))
    soaking.broken("15.2", referee, Entry("play", "allied", None, 0, (6,)))
