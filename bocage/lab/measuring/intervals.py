"""How sure a result is: 95 % intervals for win rates, and ratings with theirs.

A draw counts as half a win. Wilson's interval takes a game for won or lost; draws spread less than that, so with draws
it is a little wider than it need be, never narrower.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

SURE = 1.959964  # standard errors to either side in which 95 % lie
PER_POINT = log(10) / 400  # a rating of 400 points more means ten wins to one loss
MIDDLE = 1500.0  # the rating of the bot that the others are measured by
VIRTUAL_DRAWS = 1.0  # in each pairing, so that a bot which always wins has a rating at all


class Interval(NamedTuple):
    """A share and the interval around it."""

    share: float
    low: float
    high: float


def wilson(score: float, games: float) -> Interval:
    """Wilson's interval for a share: `score` is the wins and half the draws.

    >>> [round(number, 3) for number in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    >>> [round(number, 3) for number in wilson(10, 10)]
    [1.0, 0.722, 1.0]
    >>> wilson(0, 0)
    Interval(share=0.5, low=0.0, high=1.0)
    """
    if games <= 0:
        return Interval(0.5, 0.0, 1.0)
    share = score / games
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    reach = sqrt(max(0.0, share * (1 - share) * square + square * square / 4)) / (1 + square)
    return Interval(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))


def worth(pairs: Sequence[tuple[float, float]]) -> float:
    """How many independent games the games of pairs (one seed, sides swapped) are worth.

    Where one side of the board is favoured, a pair mostly ends with a win for each, and says more about the bots than
    two games with other seeds would. The spread of the pairs' means is compared with that of independent games; one
    more pair with just their spread is added, so that a few pairs which happen to agree do not look like certainty.

    >>> round(worth([(1, 0), (0, 1), (1, 0), (1, 1)]), 1)  # mostly one win each
    12.3
    >>> worth([(1, 1), (1, 1)])  # always won: nothing is known about the spread
    4.0
    """
    games = 2.0 * len(pairs)
    if not pairs:
        return 0.0
    means = [(one + other) / 2 for one, other in pairs]
    share = sum(means) / len(means)
    independent = share * (1 - share) / 2
    if independent <= 0:
        return games
    spread = (sum((mean - share) ** 2 for mean in means) + independent) / len(means)
    return games * independent / spread


def paired(pairs: Sequence[tuple[float, float]]) -> Interval:
    """The share of one bot in pairs of games (its score in each), with Wilson's interval for what the pairs are worth.

    >>> narrow, wide = paired([(1, 0)] * 40), wilson(40, 80)
    >>> narrow.share == wide.share, narrow.low > wide.low
    (True, True)
    """
    games = worth(pairs)
    if not games:
        return wilson(0, 0)
    share = sum(one + other for one, other in pairs) / (2 * len(pairs))
    return wilson(share * games, games)


class Pairing(NamedTuple):
    """What came out between two bots: the first one's score in so many games, and what those are worth."""

    first: str
    second: str
    score: float
    games: float
    worth: float


class Rating(NamedTuple):
    """A rating in Elo's points, and its interval against the bot that is in the middle."""

    bot: str
    points: float
    low: float
    high: float


def ratings(pairings: Sequence[Pairing], middle: str) -> list[Rating]:
    """Ratings that make all results together most likely (Bradley and Terry), strongest first.

    `middle` has 1500 points; each interval says how well the distance to it is known.

    >>> [(r.bot, round(r.points)) for r in ratings([Pairing("b", "a", 3, 4, 4), Pairing("c", "b", 5, 10, 10)], "b")]
    [('b', 1500), ('c', 1500), ('a', 1353)]
    """
    names = list(dict.fromkeys(name for pairing in pairings for name in pairing[:2]))
    free = [name for name in names if name != middle]
    place = {name: number for number, name in enumerate(free)}
    strength = [0.0] * len(free)

    def gap(pairing: Pairing) -> float:
        first, second = (strength[place[name]] if name in place else 0.0 for name in pairing[:2])
        return 1 / (1 + exp(second - first))

    def curvature(weights: Sequence[float]) -> list[list[float]]:
        matrix = [[0.0] * len(free) for _ in free]
        for pairing, weight in zip(pairings, weights, strict=True):
            share = gap(pairing)
            here = [place[name] for name in pairing[:2] if name in place]
            for one in here:
                for other in here:
                    matrix[one][other] += (1 if one == other else -1) * weight * share * (1 - share)
        return matrix

    played = [pairing.games + VIRTUAL_DRAWS for pairing in pairings]
    for _ in range(100):
        slope = [0.0] * len(free)
        for pairing, games in zip(pairings, played, strict=True):
            surplus = pairing.score + VIRTUAL_DRAWS / 2 - games * gap(pairing)
            for name, sign in zip(pairing[:2], (1, -1), strict=True):
                if name in place:
                    slope[place[name]] += sign * surplus
        step = _solve(curvature(played), slope)
        strength = [old + max(-1.0, min(1.0, more)) for old, more in zip(strength, step, strict=True)]
        if all(abs(more) < 1e-9 for more in step):
            break
    known = curvature([pairing.worth + VIRTUAL_DRAWS for pairing in pairings])
    found = [Rating(middle, MIDDLE, MIDDLE, MIDDLE)] if middle in names else []
    for name, number in place.items():
        unit = [float(number == other) for other in range(len(free))]
        reach = SURE * sqrt(max(0.0, _solve(known, unit)[number]))
        low, points, high = (MIDDLE + (strength[number] + off) / PER_POINT for off in (-reach, 0.0, reach))
        found.append(Rating(name, points, low, high))
    return sorted(found, key=lambda rating: (-rating.points, rating.bot))


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a small system of linear equations by elimination.

    >>> _solve([[2.0, 0.0], [1.0, 1.0]], [4.0, 5.0])
    [2.0, 3.0]
    """
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for number in range(size):
        best = max(range(number, size), key=lambda row: abs(rows[row][number]))
        rows[number], rows[best] = rows[best], rows[number]
        for other in range(size):
            if other != number:
                factor = rows[other][number] / rows[number][number]
                rows[other] = [ours - factor * theirs for ours, theirs in zip(rows[other], rows[number], strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


def percentile(values: Sequence[float], part: float) -> float:
    """The value that so large a part of the values does not exceed.

    >>> percentile([5, 1, 3, 2, 4], 0.8), percentile([], 0.5)
    (4, 0.0)
    """
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[max(0, min(len(ordered) - 1, -int(-part * len(ordered) // 1) - 1))]
