"""What the planner knows about D-Day to the Rhine: it plays every question of both sides, with a purpose."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.bots.sight import STEADY
from bocage.engine.matches.match import Match
from bocage.games.rhine.rules.options import EDITS
from tests.bot_games import choice, finish, play_phase
from tests.rhine.asking import at, judgement_of, marked, where
from tests.rhine.concealment.test_secrets import twin_of

BEACHES = "1717 1817 1915 2015"
ASHORE: dict[str, Any] = {
    "first_beaches": BEACHES, "naval": BEACHES, "allied_control": BEACHES, "second_landing_turn": 3, "weather": "good",
}  # fmt: skip
# Behind the front: Le Havre, Boulogne and the ground between them, so that supply reaches Belgium.
NORTH: dict[str, Any] = {"allied_control": "2316 3120 3119 3219", "second_landing_turn": 3, "weather": "good"}

# The ports of the Channel, Paris and Brussels are taken, and the way to the Rhine is open.
SOUTH: dict[str, Any] = {
    **ASHORE, "allied_control": f"{BEACHES} 1619 2316 2909 3120 3221 3520 4217 4219",
    "paris_passed": True, "paris_entered": True, "brussels_passed": True,
}  # fmt: skip


def play_until(match: Match, row: str) -> list[str]:
    """Both sides' answers until a row of the sequence of play comes."""
    players = {side: bots.make("planner", 1) for side in match.game.sides}
    answers = []
    while match.prompts and match.game.phase(match.position) != row:
        answers.append(str(bots.answer(match, players[match.prompt.side]).action))
        assert len(answers) < 2_000, "the bots go in circles"
    return answers


def verbs_of(answers: list[str]) -> set[str]:
    return {answer.split()[0] for answer in answers}


def hex_of(match: Match, unit: str) -> int:
    return int(match.position.units[match.game.unit_numbers[unit]].at)


def to_the_rhine(match: Match, unit: str) -> int:
    """How far a unit is from German ground beyond the Rhine."""
    return judgement_of(match).ground.to_rhine[hex_of(match, unit)]


# Whole games


def test_a_campaign_between_two_planners_comes_to_its_end() -> None:
    match = bocage.new_match("rhine", seed="a campaign")
    answers = finish(match, "planner", "planner")
    assert match.outcome is not None
    assert len(answers) > 500
    # Bombers fly once at most: the second time would cost a turn (SB.5).
    assert match.position.bombings <= 1
    assert {"beach", "drop", "attack", "commit", "fight", "deploy", "march", "advance", "retreat"} <= verbs_of(answers)


@pytest.mark.parametrize("game", [1, 2, 3])
def test_the_planner_beats_random_as_the_allies(game: int) -> None:
    match = bocage.new_match("rhine", seed=f"for the allies {game}")
    finish(match, "planner", "random")
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


@pytest.mark.parametrize("game", [1, 2, 3])
def test_the_planner_beats_random_as_the_germans(game: int) -> None:
    match = bocage.new_match("rhine", seed=f"for the germans {game}")
    finish(match, "random", "planner")
    assert match.outcome is not None
    assert match.outcome.winner == "german"


@pytest.mark.long
@pytest.mark.parametrize(("sides", "winner"), [(("planner", "random"), "allied"), (("random", "planner"), "german")])
def test_the_planner_wins_every_game_against_random(sides: tuple[str, str], winner: str) -> None:
    from bocage.lab.running import simulate

    report = simulate.run("rhine", 50, sides, seed="soak", processes=2)
    assert report["errors"] == report["dead_ends"] == 0
    assert all(outcome.startswith(winner) for outcome in report["outcomes"])


@pytest.mark.long
def test_both_sides_win_some_games_between_planners() -> None:
    from bocage.lab.running import simulate

    report = simulate.run("rhine", 40, ("planner", "planner"), seed="soak", processes=2)
    assert report["errors"] == report["dead_ends"] == 0
    allied = sum(count for outcome, count in report["outcomes"].items() if outcome.startswith("allied"))
    assert 8 <= allied <= 32


@pytest.mark.parametrize("option", sorted(EDITS))
def test_games_with_options_go_on_too(option: str) -> None:
    match = bocage.new_match("rhine", options={option: True}, seed=f"option {option}")
    finish(match, "planner", "planner", until=4)
    assert match.position.turn == 4


def test_the_same_seed_plays_the_same_game() -> None:
    records = []
    for _ in range(2):
        match = bocage.new_match("rhine", seed="again")
        finish(match, "planner", "planner", until=4)
        records.append(match.text())
    assert records[0] == records[1]


def test_an_answer_takes_a_few_milliseconds_at_most() -> None:
    match = bocage.new_match("rhine", seed="clock")
    players = {side: bots.make("planner", side) for side in match.game.sides}
    spent, answers = 0.0, 0
    while match.prompts and match.position.turn < 6:
        side = match.prompt.side
        start = time.process_time()
        action = players[side].choose(take(match, side))
        spent += time.process_time() - start
        answers += 1
        match.play(action)
    assert spent / answers < 0.004


# What it may not know, and what it remembers


@pytest.mark.parametrize("seed", ["bluff", "screen"])
def test_positions_that_look_the_same_to_the_allies_get_the_same_answers(seed: str) -> None:
    match = bocage.new_match("rhine", seed=seed)
    rng = random.Random(seed)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    compared = different = 0
    while match.prompts and match.position.turn < 3:
        side = match.prompt.side
        if side == "allied" and match.position.face_down and rng.random() < 0.5:
            twin = twin_of(match, rng)
            different += twin.position.units != match.position.units
            assert choice(twin) == choice(match)
            compared += 1
        bots.answer(match, players[side])
    assert compared > 40
    assert different > 20


def test_orders_are_thought_out_anew_when_moves_are_taken_back() -> None:
    units = "US-5C 1816; US-2AD 1817; BR-1C 1914; BR-7AD 1915; DE-84K 1614 deployed; DE-21Pz 2112; DE-12SS 2211"
    match = at("allied movement", 3, units, stage="operational", **ASHORE)
    bot = bots.make("planner", 1)
    first = [str(bots.answer(match, bot).action) for _ in range(4)]
    match.undo_to(0)
    assert [str(bots.answer(match, bot).action) for _ in range(4)] == first


def test_a_new_bot_can_take_over_in_the_middle_of_a_move_and_of_an_attack() -> None:
    units = "US-5C 1816; US-7C 1816; US-2AD 1817; DE-84K 1715; DE-21Pz 2112"
    match = at("allied movement", 3, units, stage="operational", **ASHORE)
    match.play("pick US-2AD")
    play_phase(match)
    match = at("allied allocation", 3, units, stage="operational", **ASHORE)
    match.play("attack 1715")
    match.play("join US-5C")
    play_until(match, "declarations")
    assert match.prompt.side == "german"


# The Allies


def test_d_day_is_in_normandy_with_half_the_force_british() -> None:
    match = bocage.new_match("rhine", seed="overlord")
    players = {side: bots.make("planner", 1) for side in match.game.sides}
    while match.prompt.step != "landing force" or choice(match) != "end":
        bots.answer(match, players[match.prompt.side])
    position, game = match.position, match.game
    assert set(game.board.names(position.first_beaches)) == set(BEACHES.split())
    landing = [game.counters[game.unit_numbers[name]] for name in position.landing_at]
    assert len(landing) == 8
    assert sum(counter.nation == "british" for counter in landing) == 4
    assert not any(counter.dump or counter.airborne for counter in landing)
    beaches = game.board.nodes(position.first_beaches)
    for unit in ("US-82AB", "US-101AB", "BR-6AB"):
        assert min(game.board.distance(hex_of(match, unit), beach) for beach in beaches) <= 2


def test_beaches_full_of_germans_are_left_alone() -> None:
    panzers = "; ".join(f"{unit} {label}" for unit, label in zip(
        ("DE-1SS", "DE-12SS", "DE-2SSK", "DE-LehrPz"), BEACHES.split(), strict=True))  # fmt: skip
    match = at("beaches", 1, panzers, weather="good")
    play_phase(match)
    assert not match.position.first_beaches & match.game.board.set(BEACHES)


def test_a_second_landing_goes_where_an_empty_coast_is_ahead_of_the_front() -> None:
    front = "US-5C 1816; US-7C 1816; BR-1C 1914; BR-2CC 1914; DE-84K 1715 deployed; DE-21Pz 2013; DE-12SS 2112"
    pool = "US-8C pool; US-19C pool; US-15C pool; US-2AD pool; BR-8C pool; BR-12C pool; BR-30C pool; BR-7AD pool"
    more = {**ASHORE, "second_landing_turn": 0}
    match = at("beaches", 4, f"{front}; {pool}", **more)
    play_phase(match)
    assert match.position.second_landing_turn == 4
    assert min(match.game.board.names(match.position.second_beaches)) > "2300"
    coast = (
        "; DE-67K 2917 deployed; DE-82K 3320 deployed; DE-89K 3621 deployed; DE-88K 3821 deployed; DE-81K 3019 deployed"
    )
    match = at("beaches", 4, f"{front}; {pool}{coast}; DE-25K 0511 deployed; DE-74K 4523 deployed", **more)
    play_phase(match)
    assert not match.position.second_landing_turn


@pytest.mark.parametrize("rung", ["planner", "greedy"])
def test_a_landing_is_pressed_at_fair_odds_though_nobody_is_obliged_to(rung: str) -> None:
    def landing(defender: str, **more: Any) -> str:
        beach = {"landing_at": "US-5C 1817", "first_beaches": "1817", "naval": "1817", "weather": "good"}
        match = at("allied allocation", 1, defender, stage="operational", **beach, **more)
        return str(bots.make(rung, 1).choose(take(match, "allied")))

    assert landing("DE-84K 1817") == landing("DE-2Pz 1817") == "attack 1817"
    hopeless = "DE-2SSK 1817; DE-1SS 1817"
    assert landing(hopeless) == "end"
    assert landing("DE-84K 1817; DE-1SS 1817", stalled="US-5C") == "attack 1817", "now it must"


def test_an_empty_fortress_next_to_enough_corps_is_stormed() -> None:
    match = at(
        "allied allocation", 2, "US-5C 1718; US-7C 1718; US-8C 1618; DE-84K 1913", stage="operational",
        **{**ASHORE, "second_landing_turn": 0}, dice="6 " * 20,
    )  # fmt: skip
    play_until(match, "declarations")
    assert match.position.allied_control & match.game.board.set("1619")


def test_hopeless_attacks_are_left_alone_and_good_ones_are_made() -> None:
    hopeless = at(
        "allied allocation", 4, "US-2AD 1816; DE-2SSK 1815; DE-84K 1815 deployed", stage="operational", **ASHORE
    )
    assert choice(hopeless) == "end"
    good = at("allied allocation", 4, "US-5C 1816; US-7C 1816; DE-21Pz 1815", stage="operational", **ASHORE)
    assert choice(good) == "attack 1815"
    assert {"commit"} <= verbs_of(play_phase(good))


@pytest.mark.parametrize(
    ("units", "target", "answer"),
    [
        ("US-5C 1816; DE-1SS 1815", "1815", "steady"),  # even odds: worse numbers would cost more than better ones gain
        ("US-5C 1718; US-2AD 1718", "1619", "press"),  # walls fall by a rout or not at all (CITY.2)
    ],
)
def test_an_attack_is_pressed_where_better_numbers_gain_more_than_worse_ones_lose(
    units: str, target: str, answer: str
) -> None:
    match = at("allied allocation", 4, units, stage="operational", **{**ASHORE, "weather": "very bad"})
    match.play(f"attack {target}")
    for unit in units.split("; "):
        if unit.startswith("US"):
            match.play(f"join {unit.split()[0]}")
    for action in ("commit", "end", "fight"):
        match.play(action)
    assert match.prompt.step == "pressed attack"
    assert choice(match) == answer


def test_dumps_are_fetched_when_the_front_leaves_the_ports_behind() -> None:
    pool = "US-SUP pool; BR-SUP pool; US-8C pool; BR-8C pool"
    port = {**ASHORE, "allied_control": f"{BEACHES} 1619"}
    near = at("allied arrivals", 2, f"US-5C 1717; DE-84K 1815; {pool}", **port)
    assert not {"pick US-SUP", "pick BR-SUP"} & set(play_phase(near))
    far = at("allied arrivals", 4, f"US-5C 2612; DE-84K 2810; {pool}", **port)
    assert {"pick US-SUP", "pick BR-SUP"} <= set(play_phase(far))


def test_a_dump_follows_the_front_within_reach_of_a_port() -> None:
    units = "US-SUP 2316; US-5C 2712; US-8C 2813; BR-1C 2814; DE-84K 3212; DE-21Pz 3310"
    match = at("dump movement", 6, units, **{**ASHORE, "allied_control": f"{BEACHES} 2316"})
    play_phase(match)
    board, port = match.game.board, match.game.board.index["2316"]
    assert board.distance(hex_of(match, "US-SUP"), board.index["2813"]) < board.distance(port, board.index["2813"])
    assert board.distance(hex_of(match, "US-SUP"), port) <= 12


def test_those_at_the_front_are_supplied_first() -> None:
    rear = ["US-3C", "US-13C", "US-16C", "US-12C", "US-20C", "US-15C", "US-19C", "US-8C", "US-2AD", "US-3AD", "US-5AD"]
    behind = "; ".join(
        f"{unit} {label}" for unit, label in zip(rear, ("1717", "1718", "1618", "1616") * 3, strict=False)
    )
    match = at("rationing", 6, f"US-9AD 1914; US-10AD 1914; {behind}; DE-84K 2012", **ASHORE)
    play_phase(match)
    assert marked(match, "favoured") >= {"US-9AD", "US-10AD"}
    assert "US-3C" not in marked(match, "favoured")


def test_the_french_enter_paris_first_and_the_americans_only_if_there_are_none() -> None:
    south = {"allied_control": "2316 2614 2812 2912", "weather": "good", "second_landing_turn": 3}
    units = "US-5C 2810; US-2AD 2810; DE-84K 3606; DE-21Pz 3506"
    match = at("allied movement", 6, f"{units}; FR-2AD 2711", stage="operational", **south)
    play_phase(match)
    assert where(match, "FR-2AD") == "2909"
    assert match.position.paris_passed
    match = at("allied movement", 6, units, stage="operational", **south)
    play_phase(match)
    assert match.position.paris_passed


def test_a_british_corps_walks_into_open_brussels() -> None:
    units = "BR-8C 4016; BR-7AD 4015; US-5C 3915; DE-84K 4513; DE-21Pz 4614"
    match = at("allied movement", 8, units, stage="operational", **NORTH)
    play_until(match, "declarations")
    assert match.position.brussels_passed


def test_nobody_leaves_the_last_beach_to_a_panzer_division() -> None:
    units = "US-5C 1717; US-7C 1816; BR-1C 1915; BR-2CC 2015; DE-21Pz 2113; DE-12SS 2113; DE-84K 1615"
    match = at("allied movement", 2, units, stage="operational", **{**ASHORE, "second_landing_turn": 0})
    play_until(match, "declarations")
    board = match.game.board
    troops = match.game.look(match.position).troops("allied")
    assert board.set("1915 2015") & troops


def test_four_airborne_divisions_take_a_city_that_nobody_guards_and_win() -> None:
    units = (
        "US-82AB pool; US-101AB pool; US-17AB pool; BR-1AB pool; BR-8C 5015; BR-12C 5014; US-5C 4914; US-SUP 4217; "
        "BR-SUP 4217; DE-84K 5702 deployed; DE-21Pz 5703"
    )
    match = at(
        "air operations", 12, units, weather="good", second_landing_turn=3, paris_passed=True, paris_entered=True,
        brussels_passed=True, allied_control="4219 4217 2909 4218 3520 3620",
    )  # fmt: skip
    play_phase(match)
    cities = match.game.data.major_cities & match.game.data.across_rhine
    dropped = [hex_of(match, unit) for unit in ("US-82AB", "US-101AB", "US-17AB", "BR-1AB")]
    assert any(cities >> node & 1 for node in dropped)
    play_until(match, "air operations")
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


def test_nobody_drops_beyond_the_rhine_while_the_army_is_in_france() -> None:
    units = "US-82AB pool; US-101AB pool; US-5C 2612; BR-8C 2712; DE-84K 3010 deployed"
    match = at("air operations", 7, units, weather="good", second_landing_turn=3, allied_control="2316")
    assert "drop" not in verbs_of(play_phase(match))


def test_bombers_fly_against_a_stack_of_panzers_and_not_a_second_time() -> None:
    units = "US-5C 1816; BR-1C 1914; DE-2SSK 1814; DE-84K 2112"
    first = at("air operations", 4, units, **ASHORE)
    assert choice(first) == "bomb 1814"
    again = at("air operations", 4, units, **ASHORE, bombings=1)
    assert not choice(again).startswith("bomb")


# The Germans


def test_korps_in_the_line_dig_in_and_those_far_from_it_do_not() -> None:
    units = "DE-84K 1615; DE-64K 3008; US-5C 1816; US-7C 1816; BR-1C 1914; BR-2CC 1914"
    match = at("german deployment", 2, units, **ASHORE)
    play_phase(match)
    assert marked(match, "deployed") == {"DE-84K"}


def test_korps_on_the_coast_of_calais_stay_until_the_second_landing_has_come() -> None:
    units = "DE-82K 3220 deployed; DE-84K 1615; US-5C 1816; US-7C 1816; BR-1C 1914; DE-21Pz 2012"
    feared = at("german movement", 3, units, stage="operational", **{**ASHORE, "second_landing_turn": 0})
    play_phase(feared)
    assert where(feared, "DE-82K") in ("3220", "2917", "3019", "3320", "3621")
    come = at("german movement", 4, units, stage="operational", **ASHORE)
    play_phase(come)
    assert where(come, "DE-82K") not in ("3220", "2917", "3019", "3320", "3621")


def test_the_beaches_of_flanders_are_guarded_while_a_second_landing_is_feared() -> None:
    units = "DE-89K 3820; DE-84K 1615; DE-21Pz 2012; US-5C 1816; US-7C 1816; BR-1C 1914"
    feared = at("german movement", 2, units, stage="operational", **{**ASHORE, "second_landing_turn": 0})
    play_phase(feared)
    assert where(feared, "DE-89K") in ("3821", "3621")
    come = at("german movement", 4, units, stage="operational", **ASHORE)
    play_phase(come)
    assert where(come, "DE-89K") not in ("3821", "3621")


def test_whoever_is_to_pass_through_brussels_does_not_turn_aside_to_fight() -> None:
    units = "BR-8C 3816; BR-1C 3816; US-5C 3815; US-7C 3815; DE-84K 3615; DE-74K 4513; DE-21Pz 4614"
    match = at("allied movement", 8, units, stage="operational", **NORTH)
    play_until(match, "declarations")
    assert match.position.brussels_passed


def test_an_army_on_its_way_to_the_rhine_does_not_turn_round_for_a_korps_that_it_has_passed() -> None:
    units = "US-5C 3614; US-7C 3614; US-8C 3613; DE-2FJK 3214; DE-84K 4911; DE-74K 4913"
    match = at("allied movement", 9, units, stage="operational", **SOUTH)
    before = {unit: to_the_rhine(match, unit) for unit in ("US-5C", "US-7C", "US-8C")}
    play_phase(match)
    for unit, away in before.items():
        assert to_the_rhine(match, unit) < away


def test_whoever_stands_a_few_hexes_from_a_beach_is_driven_away_until_there_is_a_port() -> None:
    units = "US-5C 1816; US-7C 1816; US-8C 1717; BR-1C 1915; DE-84K 1615"
    for control, wanted in ((BEACHES, True), (f"{BEACHES} 1619", False)):
        match = at("allied movement", 5, units, stage="operational", **{**ASHORE, "allied_control": control})
        planner = judgement_of(match).planner(STEADY, random.Random(0))
        seat = take(match, "allied")
        aims = planner.aims(seat, planner.sight(seat))
        tasks = {aims.task(match.game.unit_numbers[unit]).split()[0] for unit in ("US-5C", "US-7C", "US-8C")}
        assert ("clear" in tasks) is wanted


def test_fresh_units_wait_for_a_gap_ahead_of_them_and_not_for_a_battle_behind_them() -> None:
    battle = "US-5C 3714; US-7C 3714; US-8C 3713; DE-2FJK 3614"
    match = at("allied movement", 9, f"{battle}; US-4AD 3912; DE-74K 4913", stage="operational", **SOUTH)
    away = to_the_rhine(match, "US-4AD")
    play_phase(match)
    assert to_the_rhine(match, "US-4AD") < away


def test_panzers_crush_a_weak_unit_in_the_open() -> None:
    units = "US-2AD 2212; US-5C 1816; DE-12SS 2410; DE-LehrPz 2411; DE-s503 2410; DE-84K 1614"
    match = at("german movement", 3, units, stage="operational", **ASHORE, dice="6 " * 20)
    play_until(match, "air operations")
    assert where(match, "US-2AD") == "dead"


def test_nobody_dashes_under_the_eyes_of_the_air_forces_without_need() -> None:
    units = "DE-12SS 2811; DE-1SS 2812; DE-84K 1614; US-5C 1816; US-7C 1816; BR-1C 1914"
    match = at("german movement", 3, units, stage="operational", **ASHORE)
    assert "dash" not in verbs_of(play_phase(match))


def test_tigers_go_with_others_and_never_alone() -> None:
    units = "DE-s503 2510; DE-12SS 2510; DE-84K 1614; DE-21Pz 2012; US-5C 1816; US-7C 1816; BR-1C 1914"
    match = at("german movement", 3, units, stage="operational", **ASHORE)
    play_phase(match)
    others = {hex_of(match, unit) for unit in ("DE-12SS", "DE-84K", "DE-21Pz")}
    assert hex_of(match, "DE-s503") in others


def test_the_counterblow_comes_when_it_pays_and_with_everything() -> None:
    strong = (
        "US-2AD 1913; BR-7AD 2013; BR-1C 2014; DE-2SSK 2112; DE-12SS 1911; DE-1SS 2012; DE-LehrPz 2113; DE-s503 2112"
    )
    match = at("declarations", 3, strong, **ASHORE)
    assert play_phase(match) == ["blitz", "ruthless", "end"]
    weak = at("declarations", 3, "US-5C 1816; US-7C 1816; DE-84K 1614; DE-12SS 2010", **ASHORE)
    assert play_phase(weak) == ["end"]


def test_the_reserve_stays_out_only_if_the_rhine_is_far_and_the_time_has_come() -> None:
    far, near = "US-5C 2816; US-7C 2816; BR-1C 2914; BR-2CC 2914", "US-5C 4816; US-7C 4816; BR-1C 4814; BR-2CC 4814"
    panzers = "DE-1SS 5310; DE-2SS 5310; DE-12SS 5312; DE-s502 5312"
    answers = [
        choice(at("strategic reserve", turn, f"{front}; {panzers}", **ASHORE))
        for turn, front in ((6, far), (7, far), (7, near))
    ]
    assert answers == ["wait", "withdraw-to-stay", "wait"]


def test_a_city_beyond_the_rhine_gets_a_garrison_when_the_allies_come() -> None:
    units = "US-5C 4914; US-7C 4915; BR-8C 4917; DE-84K 5416; DE-21Pz 5518; DE-74K 5412; DE-25K 5419"
    match = at("german movement", 11, units, stage="operational", allied_control="4219", weather="bad")
    play_phase(match)
    held = match.game.look(match.position).troops("german")
    assert match.game.board.set("5216 5317 5516") & held


def test_a_replaced_korps_recovers_out_of_reach_of_the_enemy() -> None:
    match = at(
        "german replacements", 11, "DE-84K calendar; US-5C 4815; US-7C 4813; DE-21Pz 5114", lost_turn={"DE-84K": 10},
        weather="bad", second_landing_turn=3,
    )  # fmt: skip
    play_phase(match)
    board = match.game.board
    assert min(board.distance(hex_of(match, "DE-84K"), board.index[label]) for label in ("4815", "4813")) >= 3


# In battle


def battle(units: str, dice: str, attackers: str, target: str = "1815", **more: Any) -> Match:
    """An Allied attack that has been declared, on its way to the die."""
    match = at(
        "allied allocation", 4, units, stage="operational", **{**ASHORE, "weather": "very bad"}, dice=dice, **more
    )
    match.play(f"attack {target}")
    for unit in attackers.split():
        match.play(f"join {unit}")
    for action in ("commit", "end"):
        match.play(action)
    return match


def answer_until(match: Match, step: str) -> None:
    """Let the bots answer until a question comes."""
    players = {side: bots.make("planner", 1) for side in match.game.sides}
    for _ in range(50):
        if match.prompt.step == step:
            return
        bots.answer(match, players[match.prompt.side])
    raise AssertionError(f"the question {step} never came")


def test_a_disrupted_korps_would_rather_fall_back_one_hex_in_good_order() -> None:
    units = "US-5C 1816; US-8C 1816; DE-84K 1815; DE-21Pz 1813"
    match = battle(units, "2", "US-5C US-8C")
    answer_until(match, "retreat")
    assert choice(match).startswith("retreat")
    answer_until(match, "advance")
    assert "DE-84K" not in marked(match, "disrupted")


def test_the_cheapest_attackers_are_lost() -> None:
    match = battle("BR-1C 1816; BR-7AD 1816; BR-11AD 1816; DE-2SSK 1815; DE-1SS 1815", "1", "BR-1C BR-7AD BR-11AD")
    answer_until(match, "attackers lost")
    assert choice(match) in ("lose BR-7AD", "lose BR-11AD")
