"""The ladder in Storming the Reich: every rung plays every scenario, says why, and keeps to its time."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.judgement import judge
from bocage.bots.seat import take
from bocage.bots.sight import STEADY
from bocage.games.storming.bot.aims.allied import AlliedAims
from bocage.games.storming.bot.aims.german import GermanAims
from bocage.games.storming.bot.features import landing
from bocage.games.storming.bot.judgement import BOLD, CAREFUL, PRESS, RETAKE, StormingJudgement
from bocage.games.storming.bot.sight import Sight
from tests.storming.movement.marching import at

BEACHES = "0619 0820 1020 1121"


def finish(match: Any, allied: str, german: str, until: int = 99) -> list[str]:
    """Play on to the end, or until a turn; every answer must be on the list. The reasons that the bots gave."""
    players = {"allied": bots.make(allied, "a"), "german": bots.make(german, "g")}
    said: list[str] = []
    for _ in range(20_000):
        if not match.prompts or match.position.turn >= until:
            return said
        side = match.prompt.side
        action = players[side].choose(take(match, side))
        assert action in match.prompt.actions
        if action.verb in ("attack", "assault", "roll") and len(match.prompt.actions) > 1:
            said.append(bots.reason(players[side]))
        match.play(action)
    raise AssertionError("the bots go in circles")


def judgement_of(match: Any) -> StormingJudgement:
    found = judge(match.game)
    assert isinstance(found, StormingJudgement)
    return found


# Whole games


@pytest.mark.parametrize("scenario", ["breakout", "campaign", "final"])
def test_two_greedy_bots_play_every_scenario_to_its_end(scenario: str) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed=f"greedy {scenario}")
    finish(match, "greedy", "greedy")
    assert match.outcome is not None


def test_two_searching_bots_play_a_scenario_to_its_end() -> None:
    match = bocage.new_match("storming", scenario="breakout", seed="search breakout")
    finish(match, "search:0.3", "search:0.3")
    assert match.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["campaign", "final"])
def test_two_searching_bots_play_the_long_scenarios_too(scenario: str) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed=f"search {scenario}")
    finish(match, "search:0.3", "search:0.3")
    assert match.outcome is not None


@pytest.mark.parametrize(
    ("allied", "german", "winner"), [("greedy", "random", "allied"), ("random", "greedy", "german")]
)
def test_greedy_beats_random(allied: str, german: str, winner: str) -> None:
    winners = []
    for seed in range(3):
        match = bocage.new_match("storming", seed=f"beginner {seed}")
        finish(match, allied, german)
        assert match.outcome is not None
        winners.append(match.outcome.winner)
    assert winners.count(winner) >= 2


@pytest.mark.parametrize("rung", ["greedy", "search:0.3"])
def test_the_same_seed_plays_the_same_game(rung: str) -> None:
    records = []
    for _ in range(2):
        match = bocage.new_match("storming", scenario="breakout", seed="again")
        finish(match, rung, rung, until=3)
        records.append(match.text())
    assert records[0] == records[1]


# Reasons


@pytest.mark.parametrize("rung", ["greedy", "planner"])
def test_every_attack_is_explained_with_its_odds_in_one_sentence(rung: str) -> None:
    match = bocage.new_match("storming", scenario="breakout", seed="why")
    said = finish(match, rung, rung, until=4)
    assert len(said) > 4
    for words in said:
        assert words.startswith("I ")
        assert words.endswith(".")
        assert words.count(". ") == 0
        assert " factors against " in words
        assert not set(words) & set("{}[]<>")


# Time


def test_the_search_stops_when_its_time_is_up() -> None:
    match = bocage.new_match("storming", scenario="breakout", seed="clock")
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    players = {side: bots.make("search:1", side, clock=clock) for side in match.game.sides}
    turn, since, longest = None, 0.0, 0.0
    while match.prompts and match.position.turn < 3:
        side = match.prompt.side
        key = (side, judgement_of(match).player_turn(match.position))
        if key != turn:
            turn, since = key, now[0]
        before = now[0]
        match.play(players[side].choose(take(match, side)))
        if now[0] - before > 0.5:
            longest = max(longest, now[0] - since)
    assert longest <= 2.0


# Judgement


def test_a_phase_is_a_player_turn_and_arrivals_belong_to_the_phases_around_them() -> None:
    match = bocage.new_match("storming", seed="phases")
    judgement = judgement_of(match)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    turns: list[Any] = []
    while match.prompts and match.position.turn < 3:
        now = judgement.player_turn(match.position)
        if not turns or turns[-1] != now:
            turns.append(now)
        bots.answer(match, players[match.prompt.side])
    assert turns.pop(0) == (1, "set-up")
    assert turns[:3] == [(1, "german assault"), (1, "allied exploitation"), (1, "german exploitation")]
    assert turns[3:7] == [
        (2, "allied assault"), (2, "german assault"), (2, "allied exploitation"), (2, "german exploitation"),
    ]  # fmt: skip


def test_ways_to_play_are_weighed_where_a_phase_begins_and_nowhere_else() -> None:
    match = at("german exploitation", "GE-1SS-Pz 0925; GE-2-Pz 0926; US-1-Inf 0822", allied_control=BEACHES)
    judgement = judgement_of(match)
    usual = judgement.styles[0]
    offered = judgement.candidates(take(match, "german"), usual)
    assert len(offered) > 2
    assert offered[0].style is usual
    match.play("pick GE-2-Pz")
    assert not judgement.candidates(take(match, "german"), usual)


def test_whether_to_launch_the_counteroffensive_is_weighed() -> None:
    match = bocage.position(
        "storming",
        turn=10,
        at="counteroffensive",
        units="GE-1SS-Pz watch; GE-77-Inf 4820; US-1-Inf 4618",
        breakout=True,
    )
    actions = [str(one.action) for one in judgement_of(match).candidates(take(match, "german"), BOLD)]
    assert actions == ["decline", "launch"]


def test_the_shares_of_both_sides_lie_between_nought_and_one_and_make_up_a_whole() -> None:
    match = bocage.new_match("storming", seed="shares")
    judgement = judgement_of(match)
    players = {side: bots.make("greedy", side) for side in match.game.sides}
    while match.prompts and match.position.turn < 5:
        bots.answer(match, players[match.prompt.side])
        look = match.game.look(match.position)
        shares = [judgement.standing(look, side) for side in match.game.sides]
        assert all(0.0 <= share <= 1.0 for share in shares)
        assert abs(sum(shares) - 1.0) < 0.05


def test_a_bold_player_attacks_where_a_careful_one_does_not() -> None:
    answers = {}
    for style in (BOLD, CAREFUL):
        match = at(
            "allied combat", "US-1-Inf 0721; US-29-Inf 0721 reduced; GE-77-Inf 0722; GE-352-Inf 0722", duration=1,
            points={"12AG": 4}, allied_control=BEACHES,
        )  # fmt: skip
        seat = take(match, "allied")
        planner = judgement_of(match).planner(style, Random(1))
        answers[style.name] = str(planner.choose(seat))
    assert answers == {"bold": "attack 0722", "careful": "end"}


# The landing

RACING = "US-1-Inf 0828; US-29-Inf 0228; GE-77-Inf 0830; GE-352-Inf 0926"


def numbers_of(match: Any) -> dict[str, float]:
    return landing.features(match.game.look(match.position), judgement_of(match).ground)


def test_towns_beyond_the_line_and_the_way_into_brittany_are_what_a_landing_is_judged_by() -> None:
    behind = numbers_of(at("allied exploitation", "US-1-Inf 0820; GE-77-Inf 0822", allied_control=BEACHES))
    ahead = numbers_of(at("allied exploitation", RACING, allied_control=f"{BEACHES} 0828 0228"))
    assert ahead["to brittany"] < behind["to brittany"]
    assert behind["in time"] == ahead["in time"] == 1.0


def test_the_breakout_is_in_time_until_the_last_movement_of_turn_4() -> None:
    before = numbers_of(at("allied exploitation", RACING, allied_control=BEACHES, turn=4))
    after = numbers_of(at("german exploitation", RACING, allied_control=BEACHES, turn=4))
    assert (before["in time"], after["in time"]) == (1.0, 0.0)
    assert before["left in time"] == 1 / 8
    assert after["left"] == 4 / 12


def test_a_beach_is_in_danger_where_no_zone_keeps_the_panzers_away() -> None:
    panzers = "GE-1SS-Pz 0822; GE-2-Pz 0822"
    bare = numbers_of(at("german assault movement", f"US-1-Inf 0820; {panzers}", allied_control=BEACHES))
    calm = numbers_of(at("german assault movement", "US-1-Inf 0820; GE-1SS-Pz 1528", allied_control=BEACHES))
    assert bare["beach exposed now"] > calm["beach exposed now"]


def test_some_ways_to_play_hold_or_retake_the_towns_of_the_breakout() -> None:
    match = at("allied exploitation", RACING, allied_control=f"{BEACHES} 0828")
    ground, look = judgement_of(match).ground, match.game.look(match.position)
    town = match.game.board.index["0828"]
    kept = {style.name: AlliedAims(Sight(look, "allied", ground, style)).guards for style in (STEADY, PRESS)}
    wanted = {style.name: GermanAims(Sight(look, "german", ground, style)).prizes[town] for style in (STEADY, RETAKE)}
    assert town in kept["press"]
    assert town not in kept["steady"]
    assert wanted["retake"] > wanted["steady"]


def test_the_allies_press_on_in_the_landing_and_inland_keep_to_the_plan() -> None:
    for breakout, name in ((False, "press"), (True, "steady")):
        match = at("allied exploitation", RACING, allied_control=BEACHES, breakout=breakout)
        judgement = judgement_of(match)
        seat = take(match, "allied")
        ways = judgement.candidates(seat, judgement.styles[0])
        assert ways[0].name == name
        assert judgement.effort(seat).in_step
