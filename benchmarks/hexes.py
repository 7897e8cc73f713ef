"""How much faster hex sets are than dictionaries and queues, on a 60 x 60 board with 400 units.

Run with ``python -m benchmarks.hexes``.
"""

from __future__ import annotations

import importlib.util
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType

from bocage.hexes import Board, Costs, ccrr, reach, rectangle

ALLOWANCE = 12


def _twin() -> ModuleType:
    """The dictionary twin of the tests, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("twin_of_hexes", Path(__file__).parents[1] / "tests/hexes/twin.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


def _microseconds(question: Callable[[], object], count: int) -> float:
    return min(timeit.repeat(question, number=count, repeat=5)) / count * 1e6


def run() -> dict[str, dict[str, float]]:
    """Microseconds per question for bit sets and twin, and the factor between them; the answers are compared too."""
    twin = _twin()
    dice = Random(1944)
    hexes = rectangle(range(60), range(60), ccrr)
    labels = list(hexes)
    board, slow = Board(hexes, shifted="odd"), twin.Twin(hexes, shifted="odd")
    units = dice.sample(labels, 400)
    own, enemy = set(units[:200]), set(units[200:])
    enter = {label: dice.choice((1, 1, 1, 2, 3)) for label in labels}
    rivers = [(a, b) for a in labels for b in slow.neighbours[a] if a < b and dice.random() < 0.1]
    base = set(labels[:60])
    start = "3030"

    own_set, enemy_set, base_set = board.set(own), board.set(enemy), board.set(base)
    prices = {cost: board.set(label for label in labels if enter[label] == cost) for cost in (1, 2, 3)}
    costs = Costs(board, prices, [(board.edges(rivers), 1)])
    sides = {*rivers, *((b, a) for a, b in rivers)}
    zone, zone_set = slow.step(enemy), board.step(enemy_set)
    supplied = set(labels) - enemy - (zone - own)
    supplied_set = board.all & ~enemy_set & ~(zone_set & ~own_set)
    free, free_set = set(labels) - enemy, board.all & ~enemy_set
    walk = twin.Walk(slow, enter, start, ALLOWANCE, free, [(sides, 1)], stops=zone)
    node = board.index[start]

    questions: dict[str, tuple[Callable[[], int], Callable[[], set[str]]]] = {
        "zones of control": (lambda: board.step(enemy_set), lambda: slow.step(enemy)),
        "supply": (lambda: board.flood(base_set, supplied_set), lambda: slow.flood(base, supplied)),
        "reach": (
            lambda: reach(costs, node, ALLOWANCE, free_set, stops=zone_set).all,
            lambda: set(walk.costs()) - {start},
        ),
    }
    results = {}
    for name, (fast, plain) in questions.items():
        if set(board.names(fast())) != plain():
            raise AssertionError(f"{name}: the two answers differ")
        bits, dictionaries = _microseconds(fast, 200), _microseconds(plain, 5)
        results[name] = {"bits": bits, "dictionaries": dictionaries, "factor": dictionaries / bits}
    return results


def main() -> None:
    print(f"{'60 x 60 hexes, 400 units':26}{'bit sets':>12}{'dictionaries':>15}{'factor':>9}")
    for name, times in run().items():
        print(f"{name:26}{times['bits']:9.1f} us{times['dictionaries']:12.1f} us{times['factor']:9.1f}")


if __name__ == "__main__":
    main()
