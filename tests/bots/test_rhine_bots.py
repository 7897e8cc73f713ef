"""The ladder in D-Day to the Rhine: every rung answers every question, keeps to its time, its secrets and its seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.games.rhine.bot.judgement import BOLD, CAREFUL, ELASTIC, FIRM, FLANDERS, LANDINGS, NARROW, SWIFT
from tests.bot_games import finish
from tests.rhine.asking import at, judgement_of
from tests.rhine.concealment.test_secrets import twin_of

QUICK = "search:0.05"  # a search that has hardly any time
RUNGS = ("greedy", "planner", QUICK)
FRONT = "US-5C 1816; US-7C 1816; BR-1C 1914; BR-2CC 1914; DE-84K 1715 deployed; DE-21Pz 2013; DE-12SS 2112"
ASHORE: dict[str, Any] = {
    "first_beaches": "1717 1817 1915 2015", "naval": "1717 1817 1915 2015",
    "allied_control": "1717 1817 1915 2015", "second_landing_turn": 3, "weather": "good",
}  # fmt: skip


# Whole games


@pytest.mark.parametrize(("allied", "german"), [("greedy", QUICK), (QUICK, "greedy"), ("planner", "random")])
def test_every_rung_answers_every_question_of_the_first_turns(allied: str, german: str) -> None:
    match = bocage.new_match("rhine", seed=f"{allied} {german}")
    assert len(finish(match, allied, german, until=3)) > 60


@pytest.mark.long
@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("other", [*RUNGS, "random"])
def test_every_rung_answers_every_question_of_whole_games(rung: str, other: str) -> None:
    match = bocage.new_match("rhine", seed=f"whole {rung} {other}")
    finish(match, rung, other)
    assert match.outcome is not None


@pytest.mark.parametrize("sides", [("greedy", "random"), ("random", "greedy")])
def test_greedy_beats_random(sides: tuple[str, str]) -> None:
    match = bocage.new_match("rhine", seed="greed")
    finish(match, *sides)
    assert match.outcome is not None
    assert match.outcome.winner == ("allied" if sides[0] == "greedy" else "german")


@pytest.mark.parametrize("rung", RUNGS)
def test_the_same_seed_plays_the_same_game(rung: str) -> None:
    games = [finish(bocage.new_match("rhine", seed="again"), rung, rung, until=2) for _ in range(2)]
    assert games[0] == games[1]


# Secrets


@pytest.mark.parametrize("rung", RUNGS)
def test_positions_that_look_the_same_to_the_allies_get_the_same_answers(rung: str) -> None:
    match = bocage.new_match("rhine", seed="bluff")
    rng = random.Random(rung)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    often = 0.05 if rung == QUICK else 0.4
    compared = different = 0
    while match.prompts and match.position.turn < 3:
        side = match.prompt.side
        if side == "allied" and match.position.face_down and rng.random() < often:
            twin = twin_of(match, rng)
            different += twin.position.units != match.position.units
            chosen = [bots.make(rung, 1).choose(take(one, side)) for one in (match, twin)]
            assert chosen[0] == chosen[1]
            compared += 1
        bots.answer(match, players[side])
    assert compared >= 5
    assert different >= 2


# Reasons


@pytest.mark.parametrize("rung", RUNGS)
def test_every_attack_is_explained_in_a_sentence_with_its_odds(rung: str) -> None:
    match = at("allied allocation", 4, "US-5C 1816; US-7C 1816; DE-21Pz 1815", stage="operational", **ASHORE)
    players = {side: bots.make(rung, side) for side in match.game.sides}
    attacks = 0
    while match.game.phase(match.position) not in ("declarations", "german movement"):
        side = match.prompt.side
        entry = bots.answer(match, players[side])
        words = bots.reason(players[side])
        assert not set("{}<>") & set(words)
        assert "None" not in words
        assert entry.action is not None
        if entry.action.verb in ("attack", "commit", "fight", "press"):
            attacks += 1
            assert words.endswith(".")
            assert ":" in words
            assert "%" in words
    assert attacks


def test_a_search_tells_what_it_compared() -> None:
    match = at("allied movement", 4, FRONT, stage="operational", **ASHORE)
    bot = bots.make("search:0.2", 1)
    bots.answer(match, bot, "allied")
    words = bots.reason(bot)
    assert "plan" in words
    assert "swift" in words


# Time


class Ticking:
    """A clock that goes on by so many seconds whenever somebody looks at it."""

    def __init__(self, seconds: float) -> None:
        self.now = 0.0
        self._seconds = seconds

    def __call__(self) -> float:
        self.now += self._seconds
        return self.now


def test_a_search_stops_when_its_time_is_up() -> None:
    match = at("allied movement", 4, FRONT, stage="operational", **ASHORE)
    patient, hurried = bots.make("search:0.5", 1), bots.make("search:0.5", 1, Ticking(0.2))
    for bot in (patient, hurried):
        assert bot.choose(take(match, "allied")) in match.prompt.actions
    assert "games in my head" in bots.reason(patient)
    counts = []
    for bot in (patient, hurried):
        words = bots.reason(bot)
        counts.append(int(words.split(" games in my head")[0].rsplit(" ", 1)[1]) if "games in my head" in words else 0)
    assert counts[1] < counts[0]


def test_a_planner_without_time_takes_what_looks_best_at_once() -> None:
    match = at("allied movement", 4, FRONT, stage="operational", **ASHORE)
    clock = Ticking(0.3)
    bot = bots.make("planner", 1, clock)
    for _ in range(12):
        if "allied" not in match.prompts:
            break
        before = clock.now
        action = bot.choose(take(match, "allied"))
        assert action in match.prompt.actions
        assert clock.now - before < 1.5
        match.play(action)


# What it knows


def test_a_position_stands_better_for_whoever_is_nearer_to_his_aim() -> None:
    landed = at("allied movement", 9, FRONT, stage="operational", **ASHORE)
    units = "US-5C 5116; US-7C 5116; BR-1C 5018; BR-2CC 5018; US-2AD 5017; DE-84K 5415; DE-21Pz 5516; DE-12SS 5513"
    near = at(
        "allied movement", 9, units, stage="operational", weather="good", second_landing_turn=3, paris_passed=True,
        brussels_passed=True, allied_control="4219 4217 2909 4218 3520 3620 3120",
    )  # fmt: skip
    judgement = judgement_of(landed)
    for side, better in (("allied", near), ("german", landed)):
        shares = {
            id(match): judgement.standing(match.game.look(match.game.shown(match.position, side)), side)
            for match in (landed, near)
        }
        assert all(0 < share < 1 for share in shares.values())
        assert max(shares, key=lambda match: shares[match]) == id(better)


def test_what_is_examined_is_few_and_starts_with_the_plan() -> None:
    match = bocage.new_match("rhine", seed="turning points")
    judgement = judgement_of(match)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    asked: dict[tuple[int, str], int] = {}
    while match.prompts and match.position.turn < 4:
        side = match.prompt.side
        seat = take(match, side)
        found = judgement.candidates(seat, judgement.styles[0])
        if found:
            turn = judgement.player_turn(match.position)
            assert turn[1] == side
            assert 2 <= len(found) <= 6
            assert found[0].style is judgement.styles[0] or found[0].action in match.prompt.actions
            asked[turn] = asked.get(turn, 0) + 1
        bots.answer(match, players[side])
    assert set(asked) >= {(1, "allied"), (1, "german"), (2, "allied"), (2, "german")}
    assert max(asked.values()) <= 2


def test_a_style_lands_where_it_says() -> None:
    match = bocage.new_match("rhine", seed="coasts")
    judgement = judgement_of(match)
    match.play("suggested")
    match.play("end")
    beaches = {}
    for style in (judgement.styles[0], *LANDINGS):
        dream = take(match, "allied").imagine(random.Random(1))
        position: Any = dream.position
        planner = judgement.planner(style, random.Random(1))
        while not position.first_beaches:
            seat = dream.seat()
            action = planner.choose(seat)
            assert action is not None
            assert action in seat.prompt.actions
            dream.play(action)
        beaches[style.name] = set(match.game.board.names(position.first_beaches))
    assert beaches["steady"] == {"1717", "1817", "1915", "2015"}
    assert "3821" in beaches[FLANDERS.name]
    assert not beaches["steady"] & (beaches["Flanders"] | beaches["Somme"])


def test_ways_to_play_differ_in_what_they_do() -> None:
    match = bocage.new_match("rhine", seed="ways")
    match.play("suggested")
    match.play("end")
    judgement = judgement_of(match)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    wanted = {
        "allied": ("allied movement", 6, (CAREFUL, SWIFT, NARROW)),
        "german": ("german movement", 6, (BOLD, FIRM, ELASTIC)),
    }
    for side, (phase, turn, styles) in wanted.items():
        while match.game.phase(match.position) != phase or match.position.turn < turn:
            bots.answer(match, players[match.prompt.side])
        games = set()
        for style in (judgement.styles[0], *styles):
            dream = take(match, side).imagine(random.Random(1))
            planner = judgement.planner(style, random.Random(1))
            answers: list[str] = []
            while match.game.phase(dream.position) == phase and len(answers) < 300:
                action = planner.choose(dream.seat())
                assert action is not None
                dream.play(action)
                answers.append(str(action))
            games.add(tuple(answers))
        assert len(games) > 1, f"all ways of the {side} side are one"
