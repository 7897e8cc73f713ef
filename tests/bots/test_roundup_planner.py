"""What the planner knows about Operation Roundup."""

from __future__ import annotations

from typing import Any

import pytest

import bocage
from bocage import bots
from bocage.bots.seat import take
from bocage.engine.matches.match import Match

PORTS = "1305 1306 1307 1617 1618 2523 2623"
HOME: dict[str, Any] = {"us_beachheads": "1516 1619", "uk_beachheads": "1515 1719"}


def choice(match: Match, seed: int = 1) -> str:
    """What the planner answers to the open question."""
    side = match.prompt.side
    action = bots.make("planner", seed).choose(take(match, side))
    assert action in match.prompt.actions
    return str(action)


def play_phase(match: Match, bot: bots.Bot) -> list[str]:
    """The bot's answers until another side or phase comes."""
    phase, side = match.game.phase(match.position), match.prompt.side
    answers = []
    while match.prompts and match.prompt.side == side and match.game.phase(match.position) == phase:
        answers.append(str(bots.answer(match, bot).action))
    return answers


def test_the_beachheads_lie_near_a_port_and_near_each_other() -> None:
    match = bocage.new_match("roundup", seed="landing")
    bot = bots.make("planner", 1)
    while match.prompt.step == "beachheads":
        bots.answer(match, bot)
    board, ports = match.game.board, match.game.data.ports
    chosen = board.nodes(match.position.us_beachheads | match.position.uk_beachheads)
    assert len(chosen) == 4
    port = ports["Calais"]
    assert all(min(board.distance(node, hex_) for hex_ in board.nodes(port)) <= 4 for node in chosen)
    assert all(any(board.distance(node, other) <= 2 for other in chosen if other != node) for node in chosen)


def test_a_division_and_a_brigade_land_on_every_beachhead() -> None:
    match = bocage.new_match("roundup", seed="stacks")
    bot = bots.make("planner", 1)
    while match.prompt.step != "movement":
        bots.answer(match, bot)
    beachheads = match.game.board.nodes(match.position.us_beachheads | match.position.uk_beachheads)
    for node in beachheads:
        sizes = [match.game.counters[unit].divisional for unit in match.position.stacks[node]]
        assert sorted(sizes) == [False, True]


def test_air_support_goes_over_the_defenders_of_the_port() -> None:
    match = bocage.position(
        "roundup", turn=2, at="air support", units="US-1 1516; UK-1 1619; DE-156R 1618; DE-712 3010", **HOME,
        superiority="allied", tas_left=1,
    )  # fmt: skip
    marker = choice(match)
    assert marker.startswith("tas ")
    node = match.game.board.index[marker.split()[1]]
    assert match.game.board.distance(node, match.game.board.index["1618"]) <= 1


@pytest.mark.parametrize(("lost", "wanted"), [("UK", "us-port Calais"), ("US", "uk-port Calais")])
def test_a_port_goes_to_the_nation_with_more_units_waiting(lost: str, wanted: str) -> None:
    game = bocage.game_class("roundup")()
    gone = "; ".join(f"{counter.id} dead" for counter in game.counters if counter.nation == lost and counter.divisional)
    match = bocage.position(
        "roundup", turn=3, at="port designation", units=f"{gone}; DE-712 3010", **HOME, allied_control="1617 1618"
    )
    assert choice(match) == wanted


def test_a_panzer_division_walks_onto_an_open_beachhead() -> None:
    match = bocage.position(
        "roundup", turn=4, at="german movement", units="US-1 1516; UK-1 1515; DE-16P 2020; DE-712 3010", **HOME
    )
    answers = play_phase(match, bots.make("planner", 1))
    assert "pick DE-16P" in answers
    assert match.position.beachheads_lost >= 1


def test_units_gather_for_an_attack_at_good_odds_and_carry_it_out() -> None:
    match = bocage.position(
        "roundup", turn=4, at="allied movement", units="US-1 2010; US-2 2012; US-1A 2013; DE-712 2210", **HOME,
        allied_control=PORTS, us_ports=PORTS,
    )  # fmt: skip
    bot = bots.make("planner", 1)
    play_phase(match, bot)
    target = match.game.board.index["2210"]
    beside = match.game.board.around[target] & match.position.masks[0]
    assert beside.bit_count() >= 2
    assert match.game.phase(match.position) == "allied combat"
    assert choice(match) == "attack 2210"


def test_hopeless_attacks_are_left_alone() -> None:
    match = bocage.position("roundup", turn=4, at="allied combat", units="US-Rgr 2010; DE-GD 2109", **HOME)
    assert choice(match) == "end"


def test_all_attackers_who_help_join_before_the_die_is_rolled() -> None:
    match = bocage.position(
        "roundup",
        turn=2,
        at="allied combat",
        units="US-1 1619; US-1A 1717; UK-1 1617; DE-156R 1618",
        **HOME,
        dice="6 6",
    )
    bot = bots.make("planner", 1)
    answers = [str(bots.answer(match, bot).action) for _ in range(5)]
    assert answers[0] == "attack 1618"
    assert set(answers[1:4]) == {"join US-1", "join US-1A", "join UK-1"}
    assert answers[4] == "roll"


def test_the_victors_advance_into_the_port() -> None:
    match = bocage.position(
        "roundup", turn=2, at="allied combat", units="US-1A 1717; UK-1 1617; DE-156R 1618 reduced", **HOME, dice="6"
    )
    bot = bots.make("planner", 1)
    while match.prompt.step != "advance":
        bots.answer(match, bot)
    assert choice(match).startswith("advance ")


def test_a_full_division_loses_its_step_before_a_reduced_one_dies() -> None:
    match = bocage.position(
        "roundup", turn=4, at="allied combat", units="US-1 2010; US-2 2009 reduced; DE-712 2109", **HOME, dice="1"
    )
    for action in ("attack 2109", "join US-1", "join US-2", "roll"):
        match.play(action)
    assert match.prompt.step == "losses"
    assert choice(match) == "lose US-1"


def test_a_beaten_unit_retreats_into_the_town_rather_than_the_open() -> None:
    match = bocage.position(
        "roundup", turn=4, at="allied combat", units="US-1A 1806; US-2A 1706; DE-712 1705", **HOME, dice="3"
    )
    for action in ("attack 1705", "join US-1A", "join US-2A", "roll"):
        match.play(action)
    assert [str(action) for action in match.prompt.actions] == ["retreat 1605", "retreat 1704"]
    assert choice(match) == "retreat 1605"  # Bergues


def test_german_reinforcements_come_where_they_are_nearest_to_the_beachheads() -> None:
    match = bocage.position(
        "roundup", turn=1, at="first cup", units="DE-712 first_cup; US-1 1516; UK-1 1719", **HOME, dice="1 1"
    )
    assert match.prompt.step == "german reinforcements"
    node = match.game.board.index[choice(match).split()[1]]
    board = match.game.board
    beachheads = board.nodes(match.position.us_beachheads | match.position.uk_beachheads)

    def away(there: int) -> int:
        return min(board.distance(there, beachhead) for beachhead in beachheads)

    offered = [action.index for action in match.prompt.actions if action.verb == "place"]
    assert len(offered) > 10
    assert away(node) <= min(away(there) for there in offered) + 2


@pytest.mark.parametrize("seed", ["round and round", "in circles"])
def test_no_unit_is_taken_in_hand_twice_and_no_hex_is_ever_overfull(seed: str) -> None:
    match = bocage.new_match("roundup", seed=seed)
    players = {side: bots.make("planner", side) for side in match.game.sides}
    phase: tuple[int, str] = (0, "")
    picked: set[str] = set()
    while match.prompts and match.position.turn < 8:
        prompt = match.prompt
        assert prompt.step != "overstacked"
        now = (match.position.turn, match.game.phase(match.position))
        if now != phase:
            phase, picked = now, set()
        action = str(bots.answer(match, players[prompt.side]).action)
        if prompt.step == "movement" and action.startswith("pick"):
            assert action not in picked
            picked.add(action)


def test_orders_are_thought_out_anew_when_moves_are_taken_back() -> None:
    match = bocage.position(
        "roundup", turn=4, at="german movement", units="US-1 1516; UK-1 1515; DE-16P 2020; DE-712 3010", **HOME
    )
    bot = bots.make("planner", 1)
    first = [str(bots.answer(match, bot).action) for _ in range(2)]
    match.undo_to(0)
    assert [str(bots.answer(match, bot).action) for _ in range(2)] == first


def test_a_new_bot_can_take_over_in_the_middle_of_a_move() -> None:
    match = bocage.position(
        "roundup", turn=4, at="german movement", units="US-1 1516; UK-1 1515; DE-16P 2020; DE-712 3010", **HOME
    )
    match.play("pick DE-712")
    play_phase(match, bots.make("planner", 1))
    assert match.position.beachheads_lost >= 1
    assert match.game.phase(match.position) != "german movement"
