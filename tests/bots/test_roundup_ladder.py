"""The four opponents of Operation Roundup: they keep to the list, to their time and to what they may know."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

import bocage
from bocage import bots
from bocage.bots.judgement import Style, judge
from bocage.bots.seat import take
from bocage.engine.matches.match import Match
from bocage.games.roundup.bot.judgement import (
    ALLIED_LATE,
    ALLIED_STYLES,
    BULWARK,
    DESPERATE,
    EAGER,
    FIRM,
    GERMAN_LATE,
    GERMAN_STYLES,
    SHUT,
    RoundupJudgement,
)
from bocage.games.roundup.bot.sight import Sight
from bocage.games.roundup.rules.look import RoundupLook

RUNGS = ("random", "greedy", "planner", "search:0.05")
HOME: dict[str, Any] = {"us_beachheads": "1516 1619", "uk_beachheads": "1515 1719"}
PORTS = "1305 1306 1307 1617 1618 2523 2623"


def taught(match: Match) -> RoundupJudgement:
    found = judge(match.game)
    assert isinstance(found, RoundupJudgement)
    return found


def play(match: Match, allied: str, german: str, turns: int = 10) -> list[str]:
    """Play on and return every answer; each must be on the list."""
    players = {"allied": bots.make(allied, "a"), "german": bots.make(german, "g")}
    answers = []
    while match.prompts and match.position.turn <= turns:
        side = match.prompt.side
        action = players[side].choose(take(match, side))
        assert match.prompt.has(action)
        match.play(action, side=side)
        answers.append(str(action))
        assert len(answers) < 5000, "the bots go in circles"
    return answers


def winner(match: Match) -> str:
    assert match.outcome is not None
    return match.outcome.winner


def choice(match: Match, name: str) -> str:
    action = bots.make(name, 1).choose(take(match, match.prompt.side))
    assert match.prompt.has(action)
    return str(action)


# Whole games


@pytest.mark.parametrize(("allied", "german"), [("greedy", "planner"), ("search:0.05", "greedy")])
def test_every_answer_is_on_the_list_in_the_first_turns(allied: str, german: str) -> None:
    assert len(play(bocage.new_match("roundup", seed="list"), allied, german, turns=2)) > 50


@pytest.mark.long
@pytest.mark.parametrize("allied", RUNGS)
@pytest.mark.parametrize("german", RUNGS)
def test_every_pair_of_rungs_plays_a_whole_game(allied: str, german: str) -> None:
    match = bocage.new_match("roundup", seed=f"{allied} {german}")
    play(match, allied, german)
    assert match.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_all_rungs_play_with_any_options(seed: int) -> None:
    from tests.roundup.soak import some_options

    rng = Random(seed)
    match = bocage.new_match("roundup", seed=f"options {seed}", options=some_options(rng))
    play(match, rng.choice(RUNGS[1:]), rng.choice(RUNGS[1:]))
    assert match.outcome is not None


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (play(bocage.new_match("roundup", seed="twice"), "search:0.1", "greedy", turns=2) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("side", "seed"), [("allied", "one"), ("german", "two")])
def test_greedy_beats_random(side: str, seed: str) -> None:
    match = bocage.new_match("roundup", seed=seed)
    names = {"allied": "random", "german": "random", side: "greedy"}
    play(match, names["allied"], names["german"])
    assert winner(match) == side


@pytest.mark.long
@pytest.mark.parametrize(("side", "seed"), [("allied", "three"), ("german", "four")])
def test_the_planner_beats_greedy(side: str, seed: str) -> None:
    match = bocage.new_match("roundup", seed=seed)
    names = {"allied": "greedy", "german": "greedy", side: "planner"}
    play(match, names["allied"], names["german"])
    assert winner(match) == side


# Time


def test_search_keeps_to_its_time_on_a_slow_machine() -> None:
    """Every look at this clock costs a tenth of a second: the search must stop asking soon after its time is up."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.1
        return now[0]

    match = bocage.position(
        "roundup", turn=4, at="allied order", units="US-1 2010; US-2 2012; US-1A 2013; DE-712 2210", **HOME,
        allied_control=PORTS, us_ports=PORTS,
    )  # fmt: skip
    bot = bots.make("search:2", 1, clock=clock)
    action = bot.choose(take(match, "allied"))
    assert match.prompt.has(action)
    assert now[0] < 4.0


def test_search_spends_no_more_answers_than_its_time_allows() -> None:
    match = bocage.position(
        "roundup", turn=4, at="allied order", units="US-1 2010; US-2 2012; US-1A 2013; DE-712 2210", **HOME,
        allied_control=PORTS, us_ports=PORTS,
    )  # fmt: skip
    bot: Any = bots.make("search:0.5", 1)
    bot.choose(take(match, "allied"))
    longest = 900  # the sample during which the budget runs out is played to its end for every candidate
    assert 0 < bot._found.answers <= 0.5 * taught(match).pace + longest


# Reasons


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_every_attack_is_explained_with_target_odds_and_risk(name: str) -> None:
    match = bocage.position(
        "roundup",
        turn=2,
        at="allied combat",
        units="US-1 1619; US-1A 1717; UK-1 1617; DE-156R 1618",
        **HOME,
        dice="6 6",
    )
    bot = bots.make(name, 1)
    for _ in range(4):
        assert len(match.prompt.actions) > 1  # of a single action there is nothing to explain
        action = bots.answer(match, bot).action
        reason = bots.reason(bot)
        assert str(action).split()[0] in ("attack", "join")
        assert "156 Reserve Division in Calais (1618)" in reason
        assert "US 1 Armored Division" in reason
        assert " on 6:1: 83% that it is driven out" in reason  # cut off, it counts half
        assert reason.count("%") == 3
        assert reason.endswith(".")
        assert "{" not in reason


def test_every_reason_of_a_turn_is_one_sentence() -> None:
    match = bocage.new_match("roundup", seed="why")
    players = {"allied": bots.make("planner", 1), "german": bots.make("search:0.1", 2)}
    said = set()
    while match.position.turn <= 2:
        side = match.prompt.side
        bots.answer(match, players[side])
        reason = bots.reason(players[side])
        if reason:
            said.add(reason)
            assert reason[0].isupper() or reason[0].isdigit()
            assert reason.endswith(".")
            assert "{" not in reason
            assert "None" not in reason
    assert len(said) > 20


def test_search_tells_what_it_compared() -> None:
    match = bocage.new_match("roundup", seed="compare")
    players = {"allied": bots.make("planner", 1), "german": bots.make("search:0.3", 2)}
    while match.position.turn == 1 or match.prompt.step != "phase order" or match.prompt.side != "german":
        bots.answer(match, players[match.prompt.side])
    bots.answer(match, players["german"])
    assert "games in my head: " in bots.reason(players["german"])


# Judgement


def test_a_german_victory_in_sight_stands_well_for_the_germans() -> None:
    units = "US-1 1516; UK-1 1515; DE-16P 2020; DE-712 1617; DE-GD 2023"
    lost = bocage.position("roundup", turn=10, at="allied order", units=units, **HOME, beachheads_lost=2)
    units = "US-1 1516; UK-1 1515; US-2 1617; US-3 1619; UK-3 1719; DE-712 4201"
    held = bocage.position("roundup", turn=10, at="allied order", units=units, **HOME, allied_control=PORTS)
    for match, expected in ((lost, "german"), (held, "allied")):
        judgement = taught(match)
        shares = {
            side: judgement.standing(cast(RoundupLook, match.game.look(match.position)), side)
            for side in match.game.sides
        }
        assert shares[expected] > 0.75
        assert shares["allied"] + shares["german"] == pytest.approx(1, abs=0.02)


def test_the_two_parts_of_a_turn_are_player_turns() -> None:
    match = bocage.new_match("roundup", seed="parts")
    judgement = taught(match)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    seen: list[object] = []
    while match.position.turn < 3:
        now = judgement.player_turn(match.position)
        if not seen or seen[-1] != now:
            seen.append(now)
        bots.answer(match, players[match.prompt.side])
    assert seen == [(1, "allied"), (1, "german"), (2, "allied"), (2, "german")]


def test_candidates_differ_and_begin_with_the_plan() -> None:
    match = bocage.new_match("roundup", seed="candidates")
    judgement = taught(match)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    asked = {}
    while match.position.turn < 3:
        seat = take(match, match.prompt.side)
        found = judgement.candidates(seat, judgement.styles[0])
        if found:
            asked[seat.side] = found
            assert found[0].action == players[seat.side].choose(seat)
            assert found[0].style is judgement.styles[0]
            assert len({candidate.name for candidate in found}) == len(found)
            assert all(candidate.action is None or match.prompt.has(candidate.action) for candidate in found)
        bots.answer(match, players[match.prompt.side])
    assert set(asked) == {"allied", "german"}


@pytest.mark.parametrize(
    "style",
    {
        style.name: style
        for style in (*ALLIED_STYLES, *ALLIED_LATE, *GERMAN_STYLES, *GERMAN_LATE, FIRM, DESPERATE, SHUT)
    }.values(),
)
def test_every_style_plays_from_the_list(style: Any) -> None:
    match = bocage.new_match("roundup", seed="styles")
    judgement = taught(match)
    planners = {side: judgement.planner(style, Random(1)) for side in match.game.sides}
    while match.position.turn < 3:
        side, actions = match.prompt.side, match.prompt.actions
        action = actions[0] if len(actions) == 1 else planners[side].choose(take(match, side))
        assert action is not None
        match.play(action, side=side)


@pytest.mark.parametrize(
    ("strategy", "lost", "allied", "german"),
    [(1, 0, FIRM, BULWARK), (3, 0, FIRM, EAGER), (1, 1, DESPERATE, SHUT), (4, 2, DESPERATE, SHUT)],
)
def test_the_search_begins_with_a_style_that_fits_the_strategy_and_the_beaches(
    strategy: int, lost: int, allied: Style, german: Style
) -> None:
    match = bocage.position("roundup", turn=4, at="german order", **HOME, strategy=strategy, beachheads_lost=lost)
    judgement = taught(match)
    position: Any = match.position
    assert judgement.opening(position, "allied") is allied
    assert judgement.opening(position, "german") is german


def test_without_knowing_the_strategy_the_search_has_a_style_too() -> None:
    match = bocage.position("roundup", turn=4, at="german order", **HOME)
    position: Any = match.position.copy()
    position.strategy = 0
    assert taught(match).opening(position, "german") is BULWARK


def test_late_in_the_game_every_beachhead_is_a_target_of_its_own() -> None:
    units = "US-1 1516; UK-1 1515; DE-16P 2020; DE-712 1717; DE-711 1817"
    match = bocage.position("roundup", turn=10, at="german order", units=units, **HOME)
    judgement = taught(match)
    found = {candidate.name: candidate for candidate in judgement.candidates(take(match, "german"), EAGER)}
    assert {"plan", "storm", "1516", "1619", "1515", "1719"} <= set(found)
    style = found["1619"].style
    assert style is not None
    assert style.get("vanguard", 0.0) == EAGER.numbers["vanguard"]  # the rest is as in the style of the turn
    sight = Sight(cast(RoundupLook, match.game.look(match.position)), "german", judgement.ground, style=style)
    target = match.game.board.index["1619"]
    assert sight.aims.pull[target] == 0
    assert max(sight.aims.prizes, key=lambda node: sight.aims.prizes[node]) == target


def german_sight(match: Match, **numbers: float) -> Sight:
    look = cast(RoundupLook, match.game.look(match.position))
    return Sight(look, "german", taught(match).ground, style=Style("tried", "try", numbers))


@pytest.mark.parametrize(("strategy", "control", "decides"), [(3, "1617 1618", True), (1, "1617 1618", False)])
def test_late_in_the_game_a_port_whose_loss_decides_counts_like_a_beachhead(
    strategy: int, control: str, decides: bool
) -> None:
    """With Russia's divisions one port makes the Allied victory, without them it takes two (14.1, 14.2)."""
    match = bocage.position(
        "roundup", turn=9, at="german movement", units="US-1 1516; DE-16P 2020", **HOME, allied_control=control,
        strategy=strategy,
    )  # fmt: skip
    calais, beach = (match.game.board.index[label] for label in ("1618", "1516"))
    usual, late = german_sight(match), german_sight(match, deciding_from=9)
    assert usual.aims.prizes[calais] < usual.aims.prizes[beach]
    assert (late.aims.prizes[calais] == late.aims.prizes[beach]) is decides


def test_a_bulwark_is_the_german_port_nearest_to_the_beaches() -> None:
    match = bocage.position(
        "roundup", turn=3, at="german movement", units="US-1 1516; DE-16P 1505", us_beachheads="1516 1514",
        uk_beachheads="1515 1414", allied_control="1617 1618",
    )  # fmt: skip
    dunkirk, boulogne = (match.game.board.index[label] for label in ("1305", "2523"))
    usual, firm = german_sight(match), german_sight(match, bulwark=1)
    assert usual.aims.pull[dunkirk] > 0
    assert firm.aims.pull[dunkirk] == 0
    assert firm.aims.pull[boulogne] > 0


@pytest.mark.parametrize("name", ["greedy", "planner"])
def test_an_open_beachhead_is_walked_into(name: str) -> None:
    match = bocage.position(
        "roundup", turn=4, at="german movement", units="US-1 1516; UK-1 1515; DE-16P 2020; DE-712 3010", **HOME
    )
    bot = bots.make(name, 1)
    while match.prompt.step == "movement" and match.prompt.side == "german":
        bots.answer(match, bot)
    assert match.position.beachheads_lost >= 1


def test_greedy_leaves_a_hopeless_attack_alone() -> None:
    match = bocage.position("roundup", turn=4, at="allied combat", units="US-Rgr 2010; DE-GD 2109", **HOME)
    assert choice(match, "greedy") == "end"


def test_greedy_gives_up_the_step_that_costs_least() -> None:
    match = bocage.position(
        "roundup", turn=4, at="allied combat", units="US-1 2010; US-2 2009 reduced; DE-712 2109", **HOME, dice="1"
    )
    for action in ("attack 2109", "join US-1", "join US-2", "roll"):
        match.play(action)
    assert choice(match, "greedy") == "lose US-1"
