"""Duties: what the part finds, against a twin that tries everything."""

from __future__ import annotations

import random
from itertools import permutations

from bocage.parts.duties import Front, Owed, more_is_better

# One doer for each duty, and a help that exists only once

HELP = 1 << 6


def helped_front(duties: list[int], helped: list[int]) -> Front:
    """Duties that each need a doer of their own; those of `helped` can do theirs along with the help."""

    def lawful(targets: int, doers: int) -> bool:
        number = targets.bit_length() - 1
        if targets != 1 << number:
            return False
        return bool(doers & duties[number] or (doers & HELP and doers & helped[number]))

    able = {number: duties[number] | helped[number] | (HELP if helped[number] else 0) for number in range(len(duties))}
    return Front(able, more_is_better(lawful))


def by_trying(duties: list[int], helped: list[int]) -> bool:
    """Is there a different doer for each duty, at most one of them with help? By trying all."""
    for order in permutations(range(6), len(duties)):
        weak = [number for number, doer in enumerate(order) if not duties[number] >> doer & 1]
        if not weak or (len(weak) == 1 and helped[weak[0]] >> order[weak[0]] & 1):
            return True
    return False


def sets(rng: random.Random, count: int) -> list[int]:
    return [rng.getrandbits(6) & rng.getrandbits(6) for _ in range(count)]


def test_duties_are_matched_as_well_as_by_trying_everything() -> None:
    rng = random.Random(66)
    for _ in range(2000):
        count = rng.randint(0, 4)
        duties = sets(rng, count)
        helped = sets(rng, count) if rng.random() < 0.5 else [0] * count
        assert helped_front(duties, helped).can(Owed((1 << count) - 1)) is by_trying(duties, helped)


def test_those_who_can_be_spared_are_exactly_those_without_whom_it_still_works() -> None:
    rng = random.Random(67)
    for _ in range(500):
        count = rng.randint(1, 3)
        duties, helped = sets(rng, count), sets(rng, count)
        front = helped_front(duties, helped)
        wanted = sum(
            1 << doer
            for doer in range(6)
            if front.attackers >> doer & 1
            and by_trying([doers & ~(1 << doer) for doers in duties], [doers & ~(1 << doer) for doers in helped])
        )
        assert front.spare(Owed((1 << count) - 1)) & ~HELP == wanted
