"""What the planner knows about Storming the Reich: it plays every question of both sides, with a purpose."""

from __future__ import annotations

import time
from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.games.storming.rules.look import members
from bocage.games.storming.rules.options import EDITS
from tests.bot_games import choice, finish, play_phase
from tests.storming.movement.marching import at, where

BEACHES = "0619 0820 1020 1121"


def log(match: Any) -> str:
    return "\n".join(line[2] for line in match.log())


def stands(match: Any, label: str) -> set[str]:
    """Who is in a hex."""
    node = match.game.board.index[label]
    return {match.game.unit_ids[unit] for unit in match.position.stacks.get(node, ())}


# Whole games


@pytest.mark.parametrize("scenario", ["breakout", "final"])
def test_two_planners_play_a_scenario_to_its_end(scenario: str) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed=f"bots {scenario}")
    assert len(finish(match, "planner", "planner")) > 200
    assert match.outcome is not None


@pytest.mark.parametrize("scenario", ["breakout", "campaign"])
def test_the_allies_break_out_of_normandy_against_random_germans(scenario: str) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed=f"overlord {scenario}")
    finish(match, "planner", "random")
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


@pytest.mark.parametrize("scenario", ["breakout", "campaign", "final"])
def test_the_germans_beat_random_allies(scenario: str) -> None:
    match = bocage.new_match("storming", scenario=scenario, seed=f"wacht {scenario}")
    finish(match, "random", "planner")
    assert match.outcome is not None
    assert match.outcome.winner == "german"


def test_the_allies_win_the_final_battles_against_random_germans() -> None:
    match = bocage.new_match("storming", scenario="final", seed="varsity")
    finish(match, "planner", "random")
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


def test_a_campaign_with_every_option_that_can_be_switched_on_is_played_too() -> None:
    match = bocage.new_match("storming", options=dict.fromkeys(EDITS, True), seed="options")
    finish(match, "planner", "planner", until=4)
    assert match.position.turn == 4 or match.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["breakout", "campaign", "final"])
@pytest.mark.parametrize("sides", [("planner", "random"), ("random", "planner")])
def test_the_planner_wins_nine_games_of_ten(scenario: str, sides: tuple[str, str]) -> None:
    from bocage.lab.running import simulate

    report = simulate.run("storming", 40, sides, seed="soak", scenario=scenario, processes=2)
    assert report["errors"] == report["dead_ends"] == 0
    own = "allied" if sides[0] == "planner" else "german"
    assert sum(count for outcome, count in report["outcomes"].items() if outcome.startswith(own)) >= 36


@pytest.mark.long
def test_two_planners_play_whole_campaigns() -> None:
    turns = []
    for seed in range(6):
        match = bocage.new_match("storming", seed=f"long {seed}")
        finish(match, "planner", "planner")
        assert match.outcome is not None
        turns.append(match.position.turn)
    assert max(turns) >= 10


def test_the_same_seed_plays_the_same_game() -> None:
    records = []
    for _ in range(2):
        match = bocage.new_match("storming", scenario="breakout", seed="again")
        finish(match, "planner", "planner", until=3)
        records.append(match.text())
    assert records[0] == records[1]


def test_an_answer_takes_a_few_milliseconds_at_most() -> None:
    match = bocage.new_match("storming", scenario="breakout", seed="clock")
    players = {side: bots.make("planner", side) for side in match.game.sides}
    spent, answers = 0.0, 0
    while match.prompts and match.position.turn < 5:
        side = match.prompt.side
        start = time.process_time()
        action = players[side].choose(take(match, side))
        spent += time.process_time() - start
        answers += 1
        match.play(action)
    assert spent / answers < 0.004


@pytest.mark.parametrize("seed", ["one hex", "room enough"])
def test_no_hex_is_ever_overfull_and_nobody_is_lost_in_an_entrance_hex(seed: str) -> None:
    match = bocage.new_match("storming", scenario="breakout", seed=seed)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    while match.prompts:
        assert match.prompt.step != "stacking"
        bots.answer(match, players[match.prompt.side])
    assert not [line for line in match.log() if line[1] == "7.1.2.C"]


def test_orders_are_thought_out_anew_when_moves_are_taken_back() -> None:
    match = at(
        "german exploitation", "GE-1SS-Pz 1631; GE-2-Pz 1632; US-1-Inf 0822; CW-50-Inf 1020", allied_control=BEACHES
    )
    bot = bots.make("planner", 1)
    first = [str(bots.answer(match, bot).action) for _ in range(2)]
    match.undo_to(0)
    assert [str(bots.answer(match, bot).action) for _ in range(2)] == first


def test_a_new_bot_can_take_over_in_the_middle_of_a_move() -> None:
    match = at(
        "german exploitation", "GE-1SS-Pz 0925; GE-2-Pz 0926; US-1-Inf 0822; CW-50-Inf 1020", allied_control=BEACHES
    )
    match.play("pick GE-2-Pz")
    play_phase(match)
    assert match.outcome is not None or match.game.phase(match.position) != "german exploitation"


# The Germans


def test_a_panzer_division_drives_onto_a_beach_that_lies_open() -> None:
    match = at("german exploitation", "GE-1SS-Pz 0925; US-1-Inf 0420; CW-50-Inf 1020", allied_control=BEACHES)
    play_phase(match)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.rule) == ("german", "3.2.C.2")


def test_reserves_from_the_east_come_by_strategic_movement() -> None:
    match = at("german assault movement", "GE-1SS-Pz 4209; GE-77-Inf 0722; US-1-Inf 0721", turn=2, dice="5")
    answers = play_phase(match)
    assert "strategic GE-1SS-Pz" in answers
    assert where(match, "GE-1SS-Pz") in match.game.board.names(match.game.data.west)


def test_arrivals_march_out_of_their_entrance_hexes() -> None:
    match = at("german assault movement", "GE-272-Inf 0434; GE-276-Inf 0434; GE-2SS-Pz 0634; US-1-Inf 0721")
    play_phase(match)
    entrances = set(match.game.board.names(match.game.mute_hexes))
    assert {where(match, unit) for unit in ("GE-272-Inf", "GE-276-Inf", "GE-2SS-Pz")}.isdisjoint(entrances | {"dead"})


def test_the_germans_do_not_run_out_of_a_line_in_the_bocage() -> None:
    line = {"0622": "GE-77-Inf", "0722": "GE-352-Inf", "0822": "GE-91-Inf", "0922": "GE-353-Inf"}
    units = "; ".join(f"{unit} {label}" for label, unit in line.items())
    match = at(
        "german assault movement", f"{units}; US-1-Inf 0720; US-29-Inf 0820; CW-50-Inf 1020", allied_control=BEACHES
    )
    play_phase(match)
    board, front = match.game.board, {board_hex(match, unit) for unit in line.values()}
    assert all(any(board.distance(there, board.index[label]) <= 2 for there in front) for label in line)


def board_hex(match: Any, unit: str) -> int:
    return int(match.position.units[match.game.unit_numbers[unit]].at)


def test_a_division_stays_in_each_of_the_three_cities_of_holland() -> None:
    match = at(
        "german exploitation",
        "GE-719-Co 4005; GE-347-Co 4302; GE-16-LW 4404; GE-1SS-Pz 4811; US-1-Inf 4509; CW-50-Inf 3910",
        turn=9, breakout=True, seine_crossed=True, antwerpen_taken=True, monty_sees=True,
    )  # fmt: skip
    play_phase(match)
    assert match.game.look(match.position).holland_held()


def test_reduced_panzers_behind_the_front_are_refitted() -> None:
    match = bocage.position(
        "storming", turn=5, at="german refit", units="GE-1SS-Pz 1530 reduced; GE-2-Pz 1126 reduced; US-1-Inf 1125"
    )
    assert choice(match) == "refit GE-1SS-Pz"


def test_there_is_no_offensive_while_metz_holds_out() -> None:
    panzers = "GE-1SS-Pz watch; GE-2SS-Pz watch; GE-12SS-Pz watch; GE-Lehr-Pz watch; GE-2-Pz watch; GE-116-Pz watch"
    front = "US-1-Inf 4720; US-2-Inf 4719; US-4-Inf 4721; GE-77-Inf 4820; GE-91-Inf 4821"
    more = "; GE-9SS-Pz watch; GE-10SS-Pz watch"
    held = bocage.position(
        "storming", turn=11, at="counteroffensive", units=f"{panzers}{more}; {front}; GE-Metz-1 4727", breakout=True
    )
    fallen = bocage.position(
        "storming", turn=11, at="counteroffensive", units=f"{panzers}{more}; {front}", breakout=True
    )
    assert choice(held) == "decline"
    assert choice(fallen) == "launch"


def test_an_offensive_without_panzers_is_declined() -> None:
    match = bocage.position(
        "storming", turn=11, at="counteroffensive", units="GE-77-Inf 4820; GE-1SS-Pz 5310; US-1-Inf 4618", breakout=True
    )
    assert choice(match) == "decline"


def test_panzers_of_the_offensive_gather_before_a_city_that_can_be_taken() -> None:
    match = bocage.position(
        "storming", turn=11, at="watch on the rhine", offensive_turn=11, breakout=True, offensive_cities="4723",
        allied_control="4723 4822 4823", seed="watch",
        units="GE-1SS-Pz watch; GE-2SS-Pz watch; GE-77-Inf 4922; GE-91-Inf 5310; US-1-Inf 4822; US-4-Inf 4723",
    )  # fmt: skip
    play_phase(match)
    goal = match.game.board.index["4723"]
    for unit in ("GE-1SS-Pz", "GE-2SS-Pz"):
        assert match.game.board.distance(board_hex(match, unit), goal) <= 3


def test_enough_points_are_declared_to_bring_arrivals_out_of_the_east_edge() -> None:
    match = bocage.position(
        "storming", turn=11, at="offensive declaration", offensive_turn=11, breakout=True,
        points={"infantry": 4, "mechanized": 8}, units="GE-26-VG 5826; GE-77-Inf 4820; US-1-Inf 4720",
    )  # fmt: skip
    assert int(choice(match).split()[1]) >= 1


def test_a_garrison_stays_in_the_ruhr_when_the_rhine_is_the_front() -> None:
    germans = ("GE-77-Inf 5310", "GE-91-Inf 5209", "GE-352-VG 5309", "GE-26-VG 5409", "GE-18-VG 5409", "GE-62-VG 5310")
    allies = ("US-1-Inf 5110", "US-4-Inf 5111", "US-2-Inf 5010", "US-9-Inf 5011", "US-8-Inf 4913", "US-90-Inf 4914")
    match = at(
        "german exploitation", "; ".join((*germans, *allies, "US-29-Inf 4814")), turn=13, breakout=True,
        full_for_good=True, seine_crossed=True,
    )  # fmt: skip
    play_phase(match)
    ruhr = match.game.ruhr
    assert sum(ruhr >> board_hex(match, unit.split()[0]) & 1 for unit in germans) >= 4


def test_hopeless_attacks_are_left_alone() -> None:
    match = at("german combat", "GE-30-Bde 0723; US-1-Inf 0722; US-29-Inf 0722; US-2-Arm 0722", points={})
    assert choice(match) == "end"


def test_rebuilt_panzers_go_to_the_front_early_and_wait_for_the_offensive_later() -> None:
    answers = []
    for turn in (3, 8):
        match = bocage.position(
            "storming", turn=turn, at="allied combat", units="GE-21-Pz 0722; US-1-Inf 0721; US-29-Inf 0721", duration=1,
            points={"12AG": 4, "21AG": 4}, dice="6 1",
        )  # fmt: skip
        for action in ("attack 0722", "join US-1-Inf", "join US-29-Inf", "roll"):
            match.play(action)
        while match.prompt.step != "rebuilding":
            match.play(match.prompt.actions[0])
        answers.append(choice(match))
    assert answers == ["rebuild-on-track", "rebuild-in-box"]


# The Allies


def test_a_beach_with_panzers_near_it_keeps_a_garrison() -> None:
    match = at(
        "allied exploitation",
        "US-1-Inf 0820; US-29-Inf 0820; US-2-Inf 0820; CW-50-Inf 1020; CW-8-Bde 1020; CW-3-Inf 1121; CW-27-Bde 1121; "
        "US-4-Inf 0619; US-90-Inf 0619; GE-1SS-Pz 0823; GE-2SS-Pz 0823; GE-77-Inf 0521",
        allied_control=BEACHES,
    )  # fmt: skip
    play_phase(match)
    for label in BEACHES.split():
        steps = sum(match.position.units[match.game.unit_numbers[unit]].steps for unit in stands(match, label))
        assert steps >= 2, label


def test_cherbourg_is_stormed_once_it_is_cut_off() -> None:
    match = at(
        "allied exploitation",
        "US-4-Inf 0519; US-90-Inf 0519; US-2-Arm 0519; US-9-Inf 0419; GE-709-Co 0518; GE-77-Inf 0724; US-1-Inf 0619; "
        "US-29-Inf 0619; US-2-Inf 0820; US-30-Inf 0820; CW-50-Inf 1020; CW-3-Inf 1020; CW-51-Inf 1121; CW-15-Inf 1121",
        allied_control=BEACHES, turn=2, dice="4 4 4 4 4 4 4 4 4 4 4 4",
    )  # fmt: skip
    bot = bots.make("planner", 1)
    while match.prompts and match.prompt.side == "allied":
        bots.answer(match, bot)
    assert match.position.allied_control & match.game.cherbourg


def test_an_isolated_division_is_attacked_by_all_who_help_and_its_hex_taken() -> None:
    match = at(
        "allied assault movement", "US-1-Inf 0721; US-29-Inf 0721; US-2-Arm 0720; GE-77-Inf 0722",
        allied_control=BEACHES, declared=2, points={"12AG": 6}, dice="1 3 4 3 4",
    )  # fmt: skip
    bot = bots.make("planner", 1)
    while match.prompts and match.game.phase(match.position) in (
        "allied assault movement", "combat duration", "allied combat", "allied assault stacking",
    ):  # fmt: skip
        bots.answer(match, bot)
    assert match.position.allied_control >> match.game.board.index["0722"] & 1


def test_armour_overruns_a_lone_division_in_the_exploitation() -> None:
    match = at(
        "allied exploitation", "US-2-Arm 0927; US-3-Arm 0927; GE-77-Inf 0930; GE-91-Inf 1633", allied_control=BEACHES,
        breakout=True, dice="4 3 4 3 4 3",
    )  # fmt: skip
    answers = play_phase(match)
    assert "assault 0930" in answers
    assert "dead" in where(match, "GE-77-Inf") or where(match, "GE-77-Inf") == "cup"


def test_four_divisions_at_the_gates_of_brittany_exit_and_the_three_strongest_come_back() -> None:
    units = "US-1-Inf 0225; US-29-Inf 0225; US-2-Inf 0326; US-4-Inf 0326 reduced; US-9-Inf 0619; GE-77-Inf 1630"
    match = at("allied breakthrough", units, allied_control=f"{BEACHES} 0225 0326", duration=1, turn=5)
    bot = bots.make("planner", 1)
    play_phase(match, bot)
    assert match.position.brittany_closed
    while match.game.phase(match.position) != "allied exploitation":
        bots.answer(match, bots.make("planner", 2) if match.prompt.side == "german" else bot)
    play_phase(match, bot)
    back = [unit for unit in ("US-1-Inf", "US-29-Inf", "US-2-Inf") if board_hex(match, unit) >= 0]
    assert len(back) == 3
    assert where(match, "US-4-Inf") == "dead"


def test_only_the_french_2nd_armored_goes_into_paris_first() -> None:
    units = "US-1-Inf 2426; US-2-Arm 2427; US-3-Arm 2427; GE-77-Inf 3120"
    match = at("allied exploitation", units, turn=5, breakout=True, allied_control=f"{BEACHES} 2426 2427")
    play_phase(match)
    assert not match.position.paris_entered
    match = at(
        "allied exploitation",
        f"{units}; FR-2-Arm 2327",
        turn=5,
        breakout=True,
        allied_control=f"{BEACHES} 2426 2427 2327",
    )
    play_phase(match)
    assert match.position.paris_entered
    assert not match.position.civil_war


def test_the_seine_is_crossed_as_soon_as_the_breakout_allows_it() -> None:
    match = at(
        "allied exploitation", "CW-7-Arm 1822; CW-11-Arm 1822; US-2-Arm 2125; GE-77-Inf 2618; GE-91-Inf 1431", turn=6,
        breakout=True, allied_control=f"{BEACHES} 1822 2125",
    )  # fmt: skip
    play_phase(match)
    assert match.position.seine_crossed


def test_weak_divisions_in_the_rear_are_grounded() -> None:
    match = bocage.position(
        "storming", turn=6, at="logistics", breakout=True, seine_crossed=True,
        allied_control=f"{BEACHES} 2123 1822 1322",
        units="US-1-Inf 2123; US-2-Inf 1228 reduced; US-4-Inf 1228 reduced; US-9-Inf 1229 reduced; US-2-Arm 2024; "
        "US-3-Arm 2024; CW-50-Inf 1121 reduced; CW-3-Inf 1121 reduced; CW-51-Inf 1020 reduced; CW-7-Arm 1822; "
        "CW-11-Arm 1822; GE-77-Inf 3120",
    )  # fmt: skip
    bot = bots.make("planner", 1)
    while match.prompt.step == "divisions to ground":
        bots.answer(match, bot)
    grounded = {match.game.unit_ids[unit] for unit in members(match.position.grounded)}
    assert grounded == {"US-2-Inf", "US-4-Inf", "US-9-Inf", "CW-50-Inf", "CW-3-Inf", "CW-51-Inf"}


def test_the_way_to_antwerpen_is_taken_when_it_lies_open() -> None:
    match = at(
        "allied exploitation", "CW-7-Arm 3613; CW-11-Arm 3613; GE-77-Inf 5010; GE-91-Inf 4811", turn=8, breakout=True,
        seine_crossed=True, cherbourg_turn=5, allied_control=f"{BEACHES} 0518 3613",
    )  # fmt: skip
    play_phase(match)
    assert match.position.antwerpen_taken


def test_ten_divisions_at_the_east_edge_leave_the_map_and_win() -> None:
    labels = ("5605", "5606", "5607", "5608")
    names = [
        counter.id
        for counter in bocage.make_game("storming", "campaign", {}).counters
        if counter.nation == "US" and counter.division
    ]
    units = "; ".join(f"{name} {labels[number // 3]}" for number, name in enumerate(names[:12]))
    match = at(
        "allied exploitation", f"{units}; GE-77-Inf 5209", turn=14, breakout=True, full_for_good=True, ike_sees=True,
        antwerpen_operational=True, seine_crossed=True, allied_control=f"3910 {' '.join(labels)}",
    )  # fmt: skip
    play_phase(match)
    assert match.outcome is not None
    assert match.outcome.winner == "allied"


def test_the_final_battles_are_set_up_as_suggested() -> None:
    match = bocage.new_match("storming", scenario="final", seed="set up")
    players = {side: bots.make("planner", side) for side in match.game.sides}
    answers = []
    while match.prompt.step in ("order of battle", "set-up"):
        answers.append(str(bots.answer(match, players[match.prompt.side]).action))
    assert len(answers) < 12
    assert set(answers) <= {"suggested", "suggested-all"}


def test_the_steps_that_cost_least_are_lost() -> None:
    match = bocage.position(
        "storming", turn=4, at="allied combat", units="US-1-Inf 0721; US-2-Inf 0721; GE-1SS-Pz 0722", duration=1,
        points={"12AG": 4, "21AG": 4}, dice="1 3",
    )  # fmt: skip
    for action in ("attack 0722", "join US-1-Inf", "join US-2-Inf", "roll"):
        match.play(action)
    assert match.prompt.step == "losses"
    assert choice(match) == "lose US-2-Inf"
