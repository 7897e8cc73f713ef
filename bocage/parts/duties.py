"""Duties: things that must all still be done, each by somebody who can do only one.

A question that lets a player take on duties offers only choices after which all of them can be fulfilled. The search is
exact: a matching of duties and doers, both few.
"""

from __future__ import annotations

from collections.abc import Sequence


def fulfillable(duties: Sequence[int], helped: Sequence[int] = ()) -> bool:
    """Can every duty be done by a doer of its own?

    `duties[n]` is the set of those who can do duty n. `helped[n]` are those who could do it with a help that exists
    only once, so that it serves one duty at most.

    >>> fulfillable([0b011, 0b001]), fulfillable([0b001, 0b001])
    (True, False)
    >>> fulfillable([0b001, 0b001], helped=[0b000, 0b100]), fulfillable([0, 0], helped=[0b01, 0b10])
    (True, False)
    """
    if _matched(duties):
        return True
    for number, doers in enumerate(helped):
        if doers:
            others = [*duties[:number], doers, *duties[number + 1 :]]
            if _matched(others):
                return True
    return False


def spare(candidates: int, duties: Sequence[int], helped: Sequence[int] = ()) -> int:
    """Those of the candidates who can be spent on something else while all duties stay fulfillable.

    >>> bin(spare(0b1111, [0b0011, 0b0100]))
    '0b1011'
    """
    needed = 0
    for doers in (*duties, *helped):
        needed |= doers
    found = candidates & ~needed if fulfillable(duties, helped) else 0
    questionable = candidates & needed
    while questionable:
        one = questionable & -questionable
        questionable ^= one
        if fulfillable([doers & ~one for doers in duties], [doers & ~one for doers in helped]):
            found |= one
    return found


def _matched(duties: Sequence[int]) -> bool:
    """Is there a different doer for each duty? (Augmenting paths; a doer is a bit.)"""
    if not all(duties):
        return False
    task_of: dict[int, int] = {}

    def assign(task: int, tried: set[int]) -> bool:
        rest = duties[task]
        while rest:
            doer = rest & -rest
            rest ^= doer
            if doer in tried:
                continue
            tried.add(doer)
            if doer not in task_of or assign(task_of[doer], tried):
                task_of[doer] = task
                return True
        return False

    return all(assign(task, set()) for task in range(len(duties)))
