"""Random boards and movements, each as bit sets and as its twin."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from hypothesis import settings
from hypothesis import strategies as st

from bocage.hexes import Board, Costs, Reach, reach
from tests.hexes.twin import Side, Twin, Walk

few = settings(derandomize=True, max_examples=300, deadline=None, database=None)
many = settings(derandomize=True, max_examples=1200, deadline=None, database=None)


@dataclass
class Sample:
    """A random board with its twin, and the dice to draw more from."""

    dice: Random
    board: Board
    twin: Twin

    def labels(self, share: float) -> set[str]:
        return {label for label in self.twin.neighbours if self.dice.random() < share}

    def sides(self, share: float) -> set[Side]:
        return {
            (a, b) for a, found in self.twin.neighbours.items() for b in found if a < b and self.dice.random() < share
        }

    def names(self, mask: int) -> set[str]:
        return set(self.board.names(mask))


@st.composite
def samples(draw: st.DrawFn) -> Sample:
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    first_column, first_row = draw(st.integers(-3, 4)), draw(st.integers(-3, 4))
    shifted: Literal["odd", "even"] = draw(st.sampled_from(["odd", "even"]))
    full = draw(st.sampled_from([1.0, 0.9, 0.6]))
    boxes = [f"box{number}" for number in range(draw(st.sampled_from([0, 0, 1, 4])))]
    dice = Random(draw(st.integers(0, 2**32)))
    hexes = {
        f"{column}.{row}": (column, row)
        for column in range(first_column, first_column + columns)
        for row in range(first_row, first_row + rows)
        if dice.random() < full
    } or {"only": (0, 0)}
    ends = [*hexes, *boxes * 4]
    count = draw(st.sampled_from([0, 0, 3, 10])) if boxes or columns > 4 else 0
    links = [(a, b) for a, b in ((dice.choice(ends), dice.choice(ends)) for _ in range(count)) if a != b]
    return Sample(
        dice,
        Board(hexes, shifted=shifted, links=links, boxes=boxes),
        Twin(hexes, shifted=shifted, links=links, boxes=boxes),
    )


@dataclass
class Move:
    """A random movement with its twin."""

    sample: Sample
    costs: Costs
    found: Reach
    walk: Walk


@st.composite
def moves(draw: st.DrawFn) -> Move:
    sample = draw(samples())
    board, twin, dice = sample.board, sample.twin, sample.dice
    dearest = draw(st.integers(1, 4))
    enter = {label: dice.randint(1, dearest) for label in twin.neighbours if dice.random() < 0.95}
    classes = draw(st.integers(0, 3))
    cross: list[tuple[set[Side], int]] = []
    compiled = []
    for extra in [1, 2, 1][:classes]:
        sides = sample.sides(0.25)
        one_way = dice.random() < 0.3
        compiled.append((board.edges(sides, one_way=one_way), extra))
        cross.append((sides if one_way else sides | {(b, a) for a, b in sides}, extra))
    if draw(st.booleans()):
        road = {(a, b) for a, b in sample.sides(0.4) if enter.get(a, 0) > 1 and enter.get(b, 0) > 1}
        compiled.append((board.edges(road), -1))
        cross.append((road | {(b, a) for a, b in road}, -1))
    shut = sample.sides(0.1) if draw(st.booleans()) else set()
    walk = Walk(
        twin,
        enter,
        start=dice.choice(list(twin.neighbours)),
        allowance=draw(st.integers(0, 12)),
        open=sample.labels(0.85),
        cross=cross,
        shut=shut | {(b, a) for a, b in shut},
        stops=sample.labels(0.2) if draw(st.booleans()) else set(),
        first=sample.labels(0.7) if draw(st.booleans()) else None,
        surcharge=sample.labels(0.3) if draw(st.booleans()) else set(),
        extra=draw(st.integers(0, 3)),
        spent=draw(st.sampled_from([0, 0, 1, 3, 13])),
    )
    prices: dict[int, int] = {}
    for label, cost in enter.items():
        prices[cost] = prices.get(cost, 0) | board.set([label])
    costs = Costs(board, prices, compiled, board.edges(shut) if shut else None)
    found = reach(
        costs,
        board.index[walk.start],
        walk.allowance,
        board.set(walk.open),
        stops=board.set(walk.stops),
        first=None if walk.first is None else board.set(walk.first),
        surcharge=board.set(walk.surcharge),
        extra=walk.extra,
        spent=walk.spent,
    )
    return Move(sample, costs, found, walk)
