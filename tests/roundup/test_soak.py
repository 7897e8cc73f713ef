"""Random games to the end, with the rulebook's invariants checked after every action."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bocage
from bocage.engine.matches.match import Entry
from bocage.engine.play import Play
from bocage.engine.position import Unit
from tests import soaking
from tests.roundup import soak


def options_of(kind: str, seed: int) -> dict[str, Any]:
    return {
        "standard": {},
        "some": soak.some_options(random.Random(seed)),
        "every": soak.every_option(),
    }[kind]


def run(first: int, count: int, kind: str) -> None:
    for seed in range(first, first + count):
        match = soak.soak(seed, options_of(kind, seed))
        assert match.outcome is not None
        assert match.position.turn == 10
        assert match.outcome.rule in ("14.0", "14.1", "14.2.1", "14.2.2")


@pytest.mark.parametrize("chunk", range(10))
def test_standard_games_end_by_rule(chunk: int) -> None:
    run(chunk * 8, 8, "standard")


@pytest.mark.parametrize("chunk", range(4))
def test_games_with_some_options_end_by_rule(chunk: int) -> None:
    run(10_000 + chunk * 5, 5, "some")


@pytest.mark.parametrize("chunk", range(4))
def test_games_with_every_option_end_by_rule(chunk: int) -> None:
    run(20_000 + chunk * 5, 5, "every")


@pytest.mark.parametrize("kind", ["standard", "some", "every"])
@pytest.mark.parametrize("chunk", range(2))
def test_armies_thrown_together_fight_by_the_rules(chunk: int, kind: str) -> None:
    battles = 0
    for seed in range(chunk * 20, chunk * 20 + 20):
        match = soak.brawl(seed, options_of(kind, seed))
        battles += sum(event.kind == "battle" for entry in match.entries for event in entry.events)
    assert battles > 100


@pytest.mark.long
@pytest.mark.parametrize("kind", ["standard", "some", "every"])
@pytest.mark.parametrize("chunk", range(10))
def test_three_thousand_brawls_are_fought_by_the_rules(chunk: int, kind: str) -> None:
    for seed in range(1000 + chunk * 100, 1100 + chunk * 100):
        soak.brawl(seed, options_of(kind, seed))


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(100))
def test_two_thousand_standard_games_end_by_rule(chunk: int) -> None:
    run(100_000 + chunk * 20, 20, "standard")


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(50))
def test_five_hundred_games_with_every_option_end_by_rule(chunk: int) -> None:
    run(200_000 + chunk * 10, 10, "every")


def test_every_option_is_every_option() -> None:
    assert len(soak.every_option()) == len(soak.catalogue()) - 2
    assert bocage.new_match("roundup", seed="x", options=soak.every_option()).game.options == soak.every_option()


# The referee himself: each rule that he watches must be one that he would see broken.

UNITS = "US-1 2010; UK-1 2212; DE-712 2011; DE-21P 3110; DE-s508 3210; DE-711 4205"


def watched() -> tuple[bocage.Match, soak.Referee, Play]:
    match = bocage.position(
        "roundup", turn=3, at="allied combat", units=UNITS, us_beachheads="1204 1205", uk_beachheads="2123 2223"
    )
    referee = soak.Referee(match)
    return match, referee, soaking.watched(referee)


@pytest.mark.parametrize(
    ("unit", "place", "case"),
    [
        ("DE-712", "2010", "3.1b"),
        ("US-2", "2010", "3.1"),
        ("UK-1SSF", "2010", "3.1.2"),
        ("DE-712", "1204", "4.4b"),
        ("DE-s508", "1405", "10.9"),
        ("US-1", "2510", "3.5"),
    ],
)
def test_the_referee_sees_a_unit_where_none_may_be(unit: str, place: str, case: str) -> None:
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers[unit], match.game.board.index[place])
    if unit.startswith("U") and case != "3.5":
        match.position.allied_control |= 1 << match.game.board.index[place]
    elif unit.startswith("D") and case != "3.1b":
        match.position.allied_control &= ~(1 << match.game.board.index[place])
    soaking.broken(case, referee)


@pytest.mark.parametrize(
    ("field", "value", "case"),
    [
        ("tas", (5,), "7.2"),
        ("turn", 5, "5.0"),
        ("strategy", 3, "13.3"),
        ("weather", "Snow", "6.0"),
        ("us_aerial", 1 << 40, "4.5"),
        ("attacked", 1 << 9, "11.0a"),
        ("returning", {"US-Rgr": 4}, "8.4"),
        ("us_beachheads", 0, "13.4"),
        ("uk_ports", 1, "4.4"),
    ],
)
def test_the_referee_sees_markers_that_cannot_be(field: str, value: object, case: str) -> None:
    match, referee, _ = watched()
    setattr(match.position, field, value)
    soaking.broken(case, referee)


def test_the_referee_sees_wrong_steps_and_a_wrong_index() -> None:
    match, referee, hand = watched()
    number = match.game.unit_numbers["US-1"]
    hand.set_steps(number, 3)
    soaking.broken("3.4", referee)
    match, referee, _ = watched()
    match.position.units[number] = Unit(match.game.board.index["2011"], 2)
    soaking.broken("1.4", referee)
    match, referee, _ = watched()
    match.position.masks[1] ^= 1
    soaking.broken("1.4", referee)


def test_the_referee_sees_the_dead_rise_and_pools_grow() -> None:
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers["DE-156R"], match.game.board.index["2510"])
    soaking.broken("11.13.1", referee)
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers["US-1"], soak.DEAD)
    hand.put(match.game.unit_numbers["DE-712"], soak.DEAD)
    referee.check(Entry("start", ""))
    hand.put(match.game.unit_numbers["US-1"], soak.POOL)
    soaking.broken("11.13.1", referee)
    match, referee, hand = watched()
    hand.put(match.game.unit_numbers["DE-712"], soak.ITALY_CUP)
    soaking.broken("8.5", referee)


def test_the_referee_reads_the_log() -> None:
    match, referee, hand = watched()
    board, numbers = match.game.board.index, match.game.unit_numbers
    lies = [
        (("moves", "10.0", (numbers["US-1"],), (board["2010"], board["2011"]), 1), "10.0"),
        (("moves", "10.0", (numbers["US-1"],), (board["2010"], board["2110"]), 1), "3.2.1"),
        (("battle", "11.13", "german", board["2010"], (), (), "", (), "", 1, ""), "11.0"),
        (("battle", "11.13", "allied", board["3010"], ((numbers["US-1"], 5),), (), "", (), "", 1, ""), "11.0"),
        (("battle", "11.13", "allied", board["2011"], (), (), "", (), "", 1, ""), "11.1"),
        (("retreats", "11.13.3", numbers["US-1"], (board["2010"], board["3009"])), "11.13.3"),
        (("retreats", "11.13.3", numbers["DE-712"], (board["2011"], board["2110"])), "3.2.4"),
        (("advances", "11.14", numbers["US-1"], board["3010"]), "11.14"),
        (("drops", "10.7", numbers["US-82AB"], board["1204"]), "10.7"),
        (("lands", "8.1", numbers["US-1"], board["2123"]), "8.1"),
        (("enters", "8.5", numbers["DE-711"], board["2010"]), "3.5"),
        (("enters", "8.5", numbers["DE-711"], board["2510"]), "8.5"),
    ]
    for (kind, rule, *data), case in lies:
        hand.events.clear()
        hand.tell(kind, rule, *data)
        soaking.broken(case, referee, Entry("play", "allied", events=hand.events))
