"""What many games say together: win rates, the course, losses, luck, rules and the effect of each choice.

Only games that were played to their end count. All of this is arithmetic on `Record`s; the pages draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from bocage.lab.measuring.intervals import Interval, percentile, wilson
from bocage.lab.running.records import Record
from bocage.lab.running.study import Cell

LOW, MIDDLE, HIGH = 0.1, 0.5, 0.9  # between the outer ones lie eight games of ten
THIRDS = 3
STILL_GOING = 0.1  # the course is told as long as this part of the games is still being played
LEAST_GAMES = 3  # and at least so many of them


class Count(NamedTuple):
    """How often something happened in so many games."""

    name: str
    times: int
    games: int

    @property
    def interval(self) -> Interval:
        """The share, with its 95 % interval."""
        return wilson(self.times, self.games)


class Wins(NamedTuple):
    """Who won how often."""

    games: int
    by_side: dict[str, int]
    draws: int

    def rate(self, side: str) -> Interval:
        """The share of all games that a side won."""
        return wilson(self.by_side[side], self.games)

    def balance(self, side: str) -> Interval:
        """The share of a side among the games that anybody won."""
        return wilson(self.by_side[side], sum(self.by_side.values()))


def finished(records: Iterable[Record]) -> list[Record]:
    """The games that were played to their end."""
    return [record for record in records if not record.trouble]


def wins(records: Sequence[Record], sides: Sequence[str]) -> Wins:
    """Who won how often."""
    by_side = {side: sum(record.winner == side for record in records) for side in sides}
    return Wins(len(records), by_side, len(records) - sum(by_side.values()))


def endings(records: Sequence[Record]) -> list[tuple[str, Count]]:
    """How games ended: (winner or "", level with its count), most frequent first."""
    found: dict[tuple[str, str], int] = {}
    for record in records:
        key = (record.winner, record.level)
        found[key] = found.get(key, 0) + 1
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [(winner, Count(level, times, len(records))) for (winner, level), times in ordered]


# The course


class Band(NamedTuple):
    """A figure at the end of a turn, over the games that were still going on."""

    turn: int
    low: float
    mean: float
    high: float
    games: int


def course(records: Sequence[Record], figure: str) -> list[Band]:
    """A key figure by turn: the average, and the band in which eight games of ten lie."""
    by_turn: dict[int, list[float]] = {}
    for record in records:
        for turn in record.history:
            if figure in turn.figures:
                by_turn.setdefault(turn.turn, []).append(turn.figures[figure])
    least = min(len(records), max(LEAST_GAMES, STILL_GOING * len(records)))
    return [
        Band(turn, percentile(values, LOW), fmean(values), percentile(values, HIGH), len(values))
        for turn, values in sorted(by_turn.items())
        if len(values) >= least
    ]


class Moment(NamedTuple):
    """In how many games something came to pass, and when it did for the first time."""

    name: str
    seen: Count
    low: int
    middle: int
    high: int


def moments(records: Sequence[Record], names: Iterable[str]) -> list[Moment]:
    """Key moments that came to pass, in the order in which they usually do; in the given order within a turn."""
    found = []
    for name in names:
        turns = [record.key_moments[name] for record in records if name in record.key_moments]
        if turns:
            seen = Count(name, len(turns), len(records))
            low, middle, high = (int(percentile(turns, part)) for part in (LOW, MIDDLE, HIGH))
            found.append(Moment(name, seen, low, middle, high))
    return sorted(found, key=lambda moment: moment.middle)


def control(records: Sequence[Record], side: str, size: int) -> dict[int, tuple[list[int], int]]:
    """Turn -> how many games saw each hex in a side's hands then, and how many games there were."""
    planes: dict[int, list[int]] = {}
    games: dict[int, int] = {}
    for record in records:
        for turn in record.history:
            if side in turn.control:
                _add(planes.setdefault(turn.turn, []), int(turn.control[side], 16))
                games[turn.turn] = games.get(turn.turn, 0) + 1
    least = min(len(records), max(LEAST_GAMES, STILL_GOING * len(records)))
    return {turn: (_counts(planes[turn], size), games[turn]) for turn in sorted(games) if games[turn] >= least}


def _add(planes: list[int], members: int) -> None:
    """Count a set: plane k holds the binary digit k of every member's number, so that all are raised at once.

    >>> planes = []
    >>> for members in (0b011, 0b001, 0b101):
    ...     _add(planes, members)
    >>> _counts(planes, 4)
    [3, 1, 1, 0]
    """
    for number, plane in enumerate(planes):
        planes[number] = plane ^ members
        members &= plane
        if not members:
            return
    if members:
        planes.append(members)


def _counts(planes: Sequence[int], size: int) -> list[int]:
    return [sum((plane >> node & 1) << number for number, plane in enumerate(planes)) for node in range(size)]


# Losses


class Loss(NamedTuple):
    """What a kind of unit lost in a game: the mean, and where eight games of ten lie."""

    side: str
    nation: str
    kind: str
    mean: float
    low: float
    high: float


def losses(records: Sequence[Record]) -> list[Loss]:
    """Steps lost by side, nation and kind; the costliest first within each nation."""
    kinds = {
        (side, nation, kind)
        for record in records
        for side, nations in record.losses.items()
        for nation, lost in nations.items()
        for kind in lost
    }
    found = []
    for side, nation, kind in kinds:
        values = [record.losses.get(side, {}).get(nation, {}).get(kind, 0) for record in records]
        found.append(Loss(side, nation, kind, fmean(values), percentile(values, LOW), percentile(values, HIGH)))
    return sorted(found, key=lambda loss: (loss.side, loss.nation, -loss.mean, loss.kind))


def lost_in_all(records: Sequence[Record], side: str) -> list[int]:
    """Game by game, all that a side lost."""
    return [sum(sum(kinds.values()) for kinds in record.losses.get(side, {}).values()) for record in records]


# Luck


class Luck(NamedTuple):
    """The dice of the games that were fought with any, from the point of view of the first side."""

    nets: list[tuple[float, str]]  # standardised luck of a game, and its winner
    thirds: list[Count]  # wins of the first side among games with bad, middling and good luck for it
    luckier_won: Count  # of the games that anybody won
    means: dict[str, tuple[float, int]]  # side -> its average die and how many it rolled


def luck(records: Sequence[Record], sides: Sequence[str]) -> Luck | None:
    """How the dice fell, and what came of it. None if no game told.

    The luck of a game is the first side's less the others', in standard deviations of fair dice: 0 is fair, and one
    game in twenty is beyond 2 either way.
    """
    first, *others = sides
    nets: list[tuple[float, str]] = []
    for record in records:
        variance = sum(dice.variance for dice in record.dice.values())
        if variance > 0:
            net = record.dice[first].luck - sum(record.dice[side].luck for side in others if side in record.dice)
            nets.append((net / sqrt(variance), record.winner))
    if not nets:
        return None
    ordered = sorted(nets)
    cuts = [round(part * len(ordered) / THIRDS) for part in range(THIRDS + 1)]
    parts = [ordered[start:end] for start, end in pairwise(cuts)]
    names = (f"bad luck for {first}", "middling luck", f"good luck for {first}")
    thirds = [
        Count(name, sum(winner == first for _, winner in part), len(part))
        for name, part in zip(names, parts, strict=True)
    ]
    decided = [(net, winner) for net, winner in nets if winner and net]
    agreed = sum((net > 0) == (winner == first) for net, winner in decided)
    means = {}
    for side in sides:
        rolls = sum(record.dice[side].rolls for record in records if side in record.dice)
        pips = sum(record.dice[side].pips for record in records if side in record.dice)
        if rolls:
            means[side] = (pips / rolls, rolls)
    return Luck(nets, thirds, Count("the luckier side won", agreed, len(decided)), means)


# Rules


class Fired(NamedTuple):
    """How often a case was at work."""

    case: str
    times: int
    games: int  # in how many games at all


def fired(records: Sequence[Record]) -> dict[str, Fired]:
    """Case -> how often the games cite it."""
    times: dict[str, int] = {}
    games: dict[str, int] = {}
    for record in records:
        cited = dict(record.rules)
        if record.rule:
            cited[record.rule] = cited.get(record.rule, 0) + 1  # the victory
        for case, count in cited.items():
            times[case] = times.get(case, 0) + count
            games[case] = games.get(case, 0) + 1
    return {case: Fired(case, times[case], games[case]) for case in times}


# Effects


class Difference(NamedTuple):
    """By how much a win rate differs, with a 95 % interval."""

    points: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Is it surely no accident?"""
        return self.low > 0 or self.high < 0


def difference(one: Interval, other: Interval) -> Difference:
    """Newcombe's interval for the difference of two shares (the first less the second) from Wilson's for each.

    >>> [round(number, 4) for number in difference(wilson(56, 70), wilson(48, 80))]
    [0.2, 0.0524, 0.3339]
    """
    points = one.share - other.share
    low = points - sqrt((one.share - one.low) ** 2 + (other.high - other.share) ** 2)
    high = points + sqrt((one.high - one.share) ** 2 + (other.share - other.low) ** 2)
    return Difference(points, low, high)


def mean_difference(found: Sequence[Difference]) -> Difference:
    """The mean of independent differences; their intervals shrink together."""
    count = len(found)
    points = fmean(one.points for one in found)
    low = points - sqrt(sum((one.points - one.low) ** 2 for one in found)) / count
    high = points + sqrt(sum((one.high - one.points) ** 2 for one in found)) / count
    return Difference(points, low, high)


class Pair(NamedTuple):
    """Two cells that differ in one thing only."""

    before: int
    after: int
    change: Difference


class Effect(NamedTuple):
    """What one choice changes in the first side's win rate, over all pairs of cells that differ in it alone."""

    factor: str  # an option, "scenario", or the side whose bot it is
    before: Any
    after: Any
    pairs: list[Pair]
    change: Difference


def effects(cells: Sequence[Cell], rates: Mapping[int, Interval], usual: Mapping[str, Any]) -> list[Effect]:
    """The effect of each option, and of each bot: `usual` tells what an option is that a cell does not name.

    A pair is read from the usual value to the other one; without a usual value in it, in the order of the study.
    """
    traits = [_traits(cell, usual) for cell in cells]
    names = list(dict.fromkeys(name for found in traits for name in found))
    pairs: dict[tuple[str, str, str], list[Pair]] = {}
    values: dict[tuple[str, str, str], tuple[Any, Any]] = {}
    for one, other in combinations([number for number in range(len(cells)) if number in rates], 2):
        different = [name for name in names if traits[one].get(name) != traits[other].get(name)]
        if len(different) != 1 or different[0] == SCENARIO:
            continue
        name = different[0]
        before, after = one, other
        if traits[after][name] == usual.get(name, object()):
            before, after = after, before
        key = (name, repr(traits[before][name]), repr(traits[after][name]))
        values[key] = traits[before][name], traits[after][name]
        pairs.setdefault(key, []).append(Pair(before, after, difference(rates[after], rates[before])))
    return [
        Effect(key[0], *values[key], pairs[key], mean_difference([pair.change for pair in pairs[key]]))
        for key in sorted(pairs, key=lambda key: names.index(key[0]))
    ]


SCENARIO = "scenario"  # scenarios are different games; nothing is gained from their difference


def _traits(cell: Cell, usual: Mapping[str, Any]) -> dict[str, Any]:
    return {**usual, **cell.options, SCENARIO: cell.scenario, **cell.bots}
