"""Win rates and ratings: against figures worked out by hand, and how often the intervals hold what they promise."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from bocage.lab.measuring.intervals import PER_POINT, Pairing, paired, percentile, ratings, wilson, worth


def test_wilson_s_interval_agrees_with_published_figures() -> None:
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = wilson(wins, games)
        assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    assert wilson(1, 29).high == pytest.approx(0.1718, abs=5e-5)


def pairs_of(chances: tuple[float, float], count: int, dice: Random) -> list[tuple[float, float]]:
    """Pairs of games of a bot that wins with one chance on one side and with another on the other."""
    return [(float(dice.random() < chances[0]), float(dice.random() < chances[1])) for _ in range(count)]


@pytest.mark.parametrize("chances", [(0.5, 0.5), (0.9, 0.2), (0.97, 0.9), (0.05, 0.7)])
def test_the_interval_of_pairs_holds_the_truth_nineteen_times_of_twenty(chances: tuple[float, float]) -> None:
    dice, truth, held = Random(7), sum(chances) / 2, 0
    for _ in range(1000):
        found = paired(pairs_of(chances, 50, dice))
        held += found.low <= truth <= found.high
    assert 930 <= held <= 985


def test_pairs_are_worth_more_games_where_a_side_is_favoured() -> None:
    dice = Random(3)
    assert worth(pairs_of((0.95, 0.05), 200, dice)) > 3 * 400
    assert worth(pairs_of((0.5, 0.5), 200, dice)) == pytest.approx(400, rel=0.25)


def test_draws_are_half_a_win_each() -> None:
    drawn = paired([(0.5, 0.5)] * 50)
    assert drawn.share == 0.5
    assert drawn.low < 0.5 < drawn.high
    assert drawn.high - drawn.low < wilson(50, 100).high - wilson(50, 100).low


def test_ratings_of_two_bots_are_the_odds_of_their_games() -> None:
    strong, weak = ratings([Pairing("weak", "strong", 99.5, 399, 399)], "weak")
    assert (strong.bot, weak.bot) == ("strong", "weak")
    assert exp((strong.points - weak.points) * PER_POINT) == pytest.approx(3.0)  # 300 to 100, with the virtual draw
    assert strong.low < strong.points < strong.high
    assert (weak.low, weak.high) == (weak.points, weak.points)


def test_ratings_fit_a_ring_of_pairings_together() -> None:
    strength = {"a": 0.0, "b": 0.7, "c": 1.9, "d": 2.0}

    def result(first: str, second: str) -> Pairing:
        games = 10_000_000  # so many that the virtual draw does not show
        return Pairing(first, second, games / (1 + exp(strength[second] - strength[first])), games, games)

    ring = [result("b", "a"), result("c", "b"), result("d", "c"), result("d", "a")]
    found = {rating.bot: (rating.points - 1500) * PER_POINT for rating in ratings(ring, "a")}
    assert found == pytest.approx(strength, abs=1e-4)


def test_a_bot_that_always_wins_is_rated_all_the_same() -> None:
    best, worst = ratings([Pairing("a", "b", 40, 40, 40)], "b")
    assert best.bot == "a"
    assert 500 < best.points - worst.points < 1000
    few = ratings([Pairing("a", "b", 4, 4, 4)], "b")[0]
    assert few.points < best.points
    assert few.low < best.low


def test_the_ninety_fifth_percentile() -> None:
    assert percentile(range(1, 101), 0.95) == 95
    assert percentile([3.0], 0.95) == 3.0
