"""Do counts agree with chances? Tails and chi-squares, exact where it matters, without any package.

Three questions are asked of many tables of counts at once, each so that right chances fail it once in a thousand times:

- *Three sigma.* Some cells lie beyond three standard deviations even if every chance is right. The chance of that is
  worked out exactly for each cell (binomial); a position with several cells counts once, by at most the sum of their
  chances, so that it does not matter how the cells of a position hang together. Positions are independent, so the
  number of those with such a cell has an exactly known upper bound.
- *No cell too far out.* A deviation so large that it would not be expected once in a thousand such studies (the exact
  tail of the cell times the number of cells) is a disagreement by itself.
- *Chi-square.* Of each table (its tail times the number of tables), and of all tables of one kind together: many
  small deviations in the same direction show there first. Too small a sum is as bad as too large a one: such dice
  would not be independent.

What has no chance must never be seen; so what is certain is never missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import erfc, exp, lgamma, log, log1p, sqrt
from typing import NamedTuple

ALARM = 0.001  # how often right chances fail each question
SIGMAS = 3.0
LEAST_EXPECTED = 5.0  # cells with less are put together before a chi-square


class Cell(NamedTuple):
    """One result of one attack: its chance, how often it came, and how many standard deviations that is off."""

    result: str
    chance: Fraction
    seen: int
    rolls: int

    @property
    def sigmas(self) -> float:
        """The deviation in standard deviations; 0 for what is certain."""
        share = float(self.chance)
        spread = sqrt(self.rolls * share * (1 - share))
        return (self.seen - self.rolls * share) / spread if spread else 0.0

    @property
    def tail(self) -> float:
        """The exact chance of a deviation at least this large, to either side."""
        return beyond(self.rolls, self.chance, abs(self.sigmas))


def cells(exact: Mapping[str, Fraction], counts: Mapping[str, int]) -> list[Cell]:
    """The results that are possible, with their counts.

    >>> found = cells({"hit": Fraction(1, 6), "miss": Fraction(5, 6)}, {"hit": 70, "miss": 290})
    >>> [(cell.result, round(cell.sigmas, 2)) for cell in found]
    [('hit', 1.41), ('miss', -1.41)]
    """
    rolls = sum(counts.values())
    return [Cell(result, chance, counts.get(result, 0), rolls) for result, chance in exact.items()]


def impossible(exact: Mapping[str, Fraction], counts: Mapping[str, int]) -> list[str]:
    """Results that came although they have no chance.

    >>> impossible({"hit": Fraction(1)}, {"hit": 3, "miss": 1})
    ['miss']
    """
    return sorted(result for result, count in counts.items() if count and not exact.get(result))


@lru_cache(maxsize=20_000)
def _binomial(rolls: int, chance: Fraction) -> tuple[float, ...]:
    """The chance of each count."""
    share = float(chance)
    if share in (0.0, 1.0):
        sure = round(share * rolls)
        return tuple(float(count == sure) for count in range(rolls + 1))
    whole, yes, no = lgamma(rolls + 1), log(share), log1p(-share)
    return tuple(
        exp(whole - lgamma(count + 1) - lgamma(rolls - count + 1) + count * yes + (rolls - count) * no)
        for count in range(rolls + 1)
    )


@lru_cache(maxsize=20_000)
def beyond(rolls: int, chance: Fraction, sigmas: float = SIGMAS) -> float:
    """The exact chance that a count is at least so many standard deviations off.

    >>> round(beyond(400, Fraction(1, 2)), 4), round(beyond(400, Fraction(1, 36)), 4)
    (0.0031, 0.0048)
    """
    share = float(chance)
    far = sigmas * sqrt(rolls * share * (1 - share)) - 1e-9
    middle = rolls * share
    return min(1.0, sum(part for count, part in enumerate(_binomial(rolls, chance)) if abs(count - middle) >= far))


def most(chances: Sequence[float], alarm: float = ALARM) -> int:
    """How many of these independent things may happen before it is stranger than `alarm`.

    >>> most([0.003] * 1000), most([]), most([1.0, 1.0])
    (10, 0, 2)
    """
    spread = [1.0]  # number that happen -> chance
    for chance in chances:
        spread = [
            (spread[number] if number < len(spread) else 0.0) * (1 - chance)
            + (spread[number - 1] * chance if number else 0.0)
            for number in range(len(spread) + 1)
        ]
        while len(spread) > 1 and spread[-1] < alarm * 1e-6:
            spread.pop()
    left, number = sum(spread[1:]), 0
    while left > alarm:
        number += 1
        left -= spread[number]
    return number


class Fit(NamedTuple):
    """A chi-square with its degrees of freedom and its own variance."""

    square: float
    freedom: int
    variance: float

    @property
    def tail(self) -> float:
        """The chance of so large a chi-square or a larger one."""
        return gamma_tail(self.freedom / 2, self.square / 2) if self.freedom else 1.0


def fit(table: Iterable[Cell]) -> Fit:
    """Pearson's chi-square of a table; results that are hardly expected are put together.

    >>> fit(cells({"hit": Fraction(1, 6), "miss": Fraction(5, 6)}, {"hit": 70, "miss": 290})).freedom
    1
    """
    groups: list[list[float]] = []  # expected, count
    small = [0.0, 0.0]
    rolls = 0
    for cell in table:
        rolls = cell.rolls
        group = [rolls * float(cell.chance), float(cell.seen)]
        if group[0] < LEAST_EXPECTED:
            small = [small[0] + group[0], small[1] + group[1]]
        else:
            groups.append(group)
    if small[0] >= LEAST_EXPECTED or (small[0] and not groups):
        groups.append(small)
    elif small[0]:
        least = min(groups)
        least[0], least[1] = least[0] + small[0], least[1] + small[1]
    parts = len(groups)
    square = sum((count - expected) ** 2 / expected for expected, count in groups)
    # The exact variance of Pearson's statistic.
    variance = 2 * (parts - 1) + (sum(rolls / expected for expected, _ in groups) - parts**2 - 2 * parts + 2) / rolls
    return Fit(square, parts - 1, max(0.0, variance))


def together(fits: Sequence[Fit]) -> tuple[float, float]:
    """All chi-squares of one kind: how many standard deviations their sum is off, and the chance of that.

    >>> together([Fit(5.0, 5, 10.0)] * 100)
    (0.0, 1.0)
    """
    spread = sqrt(sum(found.variance for found in fits))
    if not spread:
        return 0.0, 1.0
    off = (sum(found.square for found in fits) - sum(found.freedom for found in fits)) / spread
    return off, erfc(abs(off) / sqrt(2))


def gamma_tail(shape: float, value: float) -> float:
    """The upper regularised gamma function, from which the tail of a chi-square comes.

    >>> round(gamma_tail(0.5, 3.841459 / 2), 4), round(gamma_tail(2.5, 11.0705 / 2), 4), gamma_tail(1.0, 0.0)
    (0.05, 0.05, 1.0)
    """
    if value <= 0:
        return 1.0
    front = exp(shape * log(value) - value - lgamma(shape))
    if value < shape + 1:  # a series for the lower part
        term = total = 1 / shape
        step = shape
        while term > total * 1e-15:
            step += 1
            term *= value / step
            total += term
        return max(0.0, 1 - front * total)
    # a continued fraction (Lentz) for the upper part
    tiny = 1e-300
    below = value + 1 - shape
    left, right = 1 / tiny, 1 / below
    total = right
    for step in range(1, 10_000):
        factor = step * (shape - step)
        below += 2
        right = 1 / ((factor * right + below) or tiny)
        left = (below + factor / left) or tiny
        change = left * right
        total *= change
        if abs(change - 1) < 1e-15:
            break
    return front * total
