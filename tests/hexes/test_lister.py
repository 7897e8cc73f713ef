"""Lists of the members of sets, also when a set is hardly another than the last one."""

from __future__ import annotations

from random import Random

import pytest

from bocage.hexes.lister import FEW, Lister


@pytest.mark.parametrize("seed", range(6))
def test_lists_of_sets_that_change_little_are_those_of_sets_that_change_much(seed: int) -> None:
    dice = Random(seed)
    items = [None if dice.random() < 0.05 else f"item {number}" for number in range(200)]
    lister, members = Lister(items), (1 << 200) - 1
    given: list[tuple[list[str], list[str]]] = []
    for _ in range(400):
        for _ in range(dice.choice((0, 1, 1, 2, 2, 3, 60))):
            members ^= 1 << dice.randrange(200)
        expected = [item for number, item in enumerate(items) if item and members >> number & 1]
        assert lister(members) == expected
        given.append((lister.add_to(["before"], members), ["before", *expected]))
    assert all(found == expected for found, expected in given), "a list that was given belongs to whoever asked"
    assert min(len(expected) for _, expected in given) > FEW
