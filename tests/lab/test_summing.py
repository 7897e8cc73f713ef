"""The arithmetic of a report, on games whose numbers are known beforehand."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from bocage import coverage
from bocage.lab.measuring import casebook, summing
from bocage.lab.measuring.intervals import wilson
from bocage.lab.running.records import Dice, Job, Record, Turn
from bocage.lab.running.study import Cell

SIDES = ("allied", "german")


def game(number: int, winner: str = "", level: str = "draw", cell: int = 0, **more: Any) -> Record:
    job = Job(cell, number, "roundup", "campaign", {}, dict.fromkeys(SIDES, "random"), f"x/{number}")
    usual: dict[str, Any] = {"rule": "14.1", "turns": 10, "decisions": 100, "answers": 200, "position": "0"}
    return Record(job=job, winner=winner, level=level, **{**usual, **more})


def games(allied: int, german: int, draws: int = 0, cell: int = 0) -> list[Record]:
    found = [("allied", "tactical")] * allied + [("german", "strategic")] * german + [("", "draw")] * draws
    return [game(number, winner, level, cell) for number, (winner, level) in enumerate(found)]


def test_who_won_how_often_with_its_interval() -> None:
    found = summing.wins(games(63, 30, 7), SIDES)
    assert (found.games, found.by_side, found.draws) == (100, {"allied": 63, "german": 30}, 7)
    # Wilson's interval of 63 in 100, from the formula by hand.
    assert [round(number, 4) for number in found.rate("allied")] == [0.63, 0.5322, 0.7182]
    assert found.balance("allied").share == pytest.approx(63 / 93)


def test_games_that_broke_down_do_not_count() -> None:
    assert len(summing.finished([*games(2, 1), game(9, trouble="RuntimeError: oh")])) == 3


def test_endings_come_most_frequent_first() -> None:
    told = [(winner, count.name, count.times) for winner, count in summing.endings(games(2, 5, 1))]
    assert told == [("german", "strategic", 5), ("allied", "tactical", 2), ("", "draw", 1)]


def test_the_course_is_told_while_enough_games_go_on() -> None:
    def with_turns(number: int, *values: float) -> Record:
        return game(number, history=[Turn(turn, {"ports": value}, {}, {}) for turn, value in enumerate(values, 1)])

    short = [with_turns(number, number) for number in range(8)]
    long = [with_turns(number, number, 2.0) for number in (8, 9)]
    bands = summing.course([*short, *long], "ports")
    assert [(band.turn, band.games) for band in bands] == [(1, 10)], "two games of ten are too few to go on with"
    assert (bands[0].low, bands[0].mean, bands[0].high) == (0, 4.5, 8)
    assert [band.turn for band in summing.course(long, "ports")] == [1, 2], "but not where there are no others"


def test_key_moments_in_their_order() -> None:
    records = [game(number, key_moments={"second": 4 + number % 3, "first": 2}) for number in range(9)]
    records.append(game(9))
    first, second = summing.moments(records, ["second", "first", "never"])
    assert (first.name, first.middle, first.seen.times, first.seen.games) == ("first", 2, 9, 10)
    assert (second.name, second.low, second.middle, second.high) == ("second", 4, 5, 6)


def test_how_often_each_hex_was_held() -> None:
    held = [0b011, 0b001, 0b101]
    records = [game(i, history=[Turn(1, {}, {"allied": f"{mask:x}"}, {})]) for i, mask in enumerate(held)]
    assert summing.control(records, "allied", 4) == {1: ([3, 1, 1, 0], 3)}


def test_losses_of_games_without_any_count_as_nothing() -> None:
    records = [game(0, losses={"german": {"DE": {"panzer": 6, "infantry": 2}}}), game(1), game(2), game(3)]
    panzers, infantry = summing.losses(records)
    assert (panzers.kind, panzers.mean, panzers.high) == ("panzer", 1.5, 6)
    assert (infantry.kind, infantry.mean) == ("infantry", 0.5)
    assert summing.lost_in_all(records, "german") == [8, 0, 0, 0]
    assert summing.lost_in_all(records, "allied") == [0, 0, 0, 0]


def test_luck_is_told_in_standard_deviations_and_cut_in_thirds() -> None:
    def lucky(number: int, allied: float, german: float, winner: str) -> Record:
        dice = {"allied": Dice(10, 40, allied, 2.0), "german": Dice(5, 10, german, 2.0)}
        return game(number, winner, "tactical", dice=dice)

    records = [
        lucky(0, 3.0, -1.0, "allied"), lucky(1, 2.0, 0.0, "allied"), lucky(2, 0.5, 0.5, "allied"),
        lucky(3, 0.0, 0.5, "german"), lucky(4, -2.0, 0.0, "german"), lucky(5, 0.0, 4.0, "allied"),
    ]  # fmt: skip
    found = summing.luck([*records, game(6)], SIDES)
    assert found is not None
    assert [net for net, _ in found.nets] == pytest.approx([2, 1, 0, -0.25, -1, -2])
    assert [(count.times, count.games) for count in found.thirds] == [(1, 2), (1, 2), (2, 2)]
    assert (found.luckier_won.times, found.luckier_won.games) == (4, 5)
    assert found.means == {"allied": (4.0, 60), "german": (2.0, 30)}
    assert summing.luck([game(0)], SIDES) is None


def cell(bots: str = "planner", **options: Any) -> Cell:
    return Cell("", "campaign", options, {"allied": bots, "german": "planner"})


def test_the_effect_of_an_option_is_the_difference_of_its_cells() -> None:
    cells = [cell(), cell(towns=True)]
    rates = {0: wilson(56, 70), 1: wilson(48, 80)}
    (found,) = summing.effects(cells, rates, {"towns": False})
    assert (found.factor, found.before, found.after) == ("towns", False, True)
    # Newcombe (1998), method 10: 56/70 - 48/80 is 0.2 (0.0524 to 0.3339); here the other way round.
    assert [round(number, 4) for number in found.change] == [-0.2, -0.3339, -0.0524]
    assert found.change.clear


def test_an_effect_is_averaged_over_all_pairs_that_differ_in_it_alone() -> None:
    cells = [cell(), cell(towns=True), cell("greedy"), cell("greedy", towns=True)]
    rates = {0: wilson(50, 100), 1: wilson(60, 100), 2: wilson(20, 100), 3: wilson(50, 100)}
    towns, bots = summing.effects(cells, rates, {"towns": False})
    assert (towns.factor, [(pair.before, pair.after) for pair in towns.pairs]) == ("towns", [(0, 1), (2, 3)])
    assert towns.change.points == pytest.approx(0.2)
    one, other = (pair.change for pair in towns.pairs)
    reach = sqrt((one.points - one.low) ** 2 + (other.points - other.low) ** 2) / 2
    assert towns.change.low == pytest.approx(0.2 - reach)
    assert (bots.factor, bots.before, bots.after) == ("allied", "planner", "greedy")
    assert [pair.change.points for pair in bots.pairs] == pytest.approx([-0.3, -0.1])


def test_an_effect_is_read_from_what_is_printed() -> None:
    cells = [cell(towns=True), cell()]
    (found,) = summing.effects(cells, {0: wilson(6, 10), 1: wilson(4, 10)}, {"towns": False})
    assert (found.before, found.after, round(found.change.points, 3)) == (False, True, 0.2)
    assert not found.change.clear


def test_scenarios_are_not_compared() -> None:
    other = Cell("", "final", {}, dict.fromkeys(SIDES, "planner"))
    assert summing.effects([cell(), other], {0: wilson(6, 10), 1: wilson(4, 10)}, {}) == []


def test_cases_that_fired_and_cases_that_did_not() -> None:
    records = [game(0, rules={"10.6": 3, "4.4": 1}), game(1, rules={"10.6": 1})]
    fired = summing.fired(records)
    assert (fired["10.6"].times, fired["10.6"].games) == (4, 2)
    assert fired["14.1"].times == 2, "the victory is a case at work"
    ledger = coverage.read("roundup")
    book = casebook.read("roundup", ledger, fired, {"15.4"}, ["15.4", "15.10"])
    at_work = {case.case for case, _ in book.fired}
    assert at_work == {"10.6", "4.4", "14.1"}, "lettered rows (4.4a) belong to their case"
    idle = {case.case for case in book.idle}
    assert {"10.7", "11.14", "15.4"} <= idle
    assert {case.case for case in book.switched_off} == {"15.10"}
    silent = {case.case for case in book.silent}
    assert {"3.1.2", "3.2"} <= silent, "what only forbids leaves no trace"
    testable = {case.case for case in ledger.cases if case.testable and case.status in casebook.TESTED}
    told = at_work | idle | silent | {case.case for case in book.switched_off}
    assert told <= testable
    assert {case.rstrip("abcdefgh") for case in testable} <= told, "no case is left out"
