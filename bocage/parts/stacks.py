"""Sets of units and hexes; over-full hexes and what their owner may give up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_


def may_go(stack: Sequence[int], fits: Callable[[Sequence[int]], bool]) -> list[int]:
    """The units of an over-full stack that its owner may remove: those missing from some largest legal rest.

    >>> may_go([1, 2, 30], lambda units: len(units) <= 2 and sum(unit < 10 for unit in units) <= 1)
    [1, 2]
    """
    for size in range(len(stack), -1, -1):
        rests = [rest for rest in combinations(stack, size) if fits(rest)]
        if rests:
            return [unit for unit in stack if any(unit not in rest for rest in rests)]
    return list(stack)


def members(units: int) -> list[int]:
    """The unit numbers in a set, in order.

    >>> members(0b1010)
    [1, 3]
    """
    found = []
    while units:  # from the highest down, which is the quicker way
        number = units.bit_length() - 1
        found.append(number)
        units ^= 1 << number
    found.reverse()
    return found


def first_of(items: int) -> int:
    """The first unit or hex of a set, such as the one at which a question points; -1 if there is none.

    >>> first_of(0b1010), first_of(0)
    (1, -1)
    """
    return (items & -items).bit_length() - 1


def union(sets: Iterable[int]) -> int:
    """All that is in one of some sets.

    >>> union([0b1010, 0b0011]), union([])
    (11, 0)
    """
    return reduce(or_, sets, 0)
