"""The most promising things first, where a close look at each is dear and what is taken spoils the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar


class Judged(Protocol):
    """What a close look finds."""

    @property
    def worth(self) -> float: ...


VerdictType = TypeVar("VerdictType", bound=Judged)
PartyType = TypeVar("PartyType")


def most_promising(
    hopes: dict[int, float], look: Callable[[int], tuple[VerdictType, PartyType]], enough: float
) -> Iterator[tuple[int, VerdictType, PartyType]]:
    """Targets with verdict and party, best first, as long as they are worth enough.

    `hopes` maps each target to what it may be worth at best; whoever iterates may strike targets out of it, and must
    have taken what a target needs before he asks for the next.

    >>> from typing import NamedTuple
    >>> class Verdict(NamedTuple):
    ...     worth: float
    >>> found = {1: (Verdict(2.0), "A"), 2: (Verdict(5.0), "B"), 3: (Verdict(0.1), "C")}
    >>> [(target, party) for target, _, party in most_promising({1: 9.0, 2: 6.0, 3: 7.0}, found.__getitem__, 1.0)]
    [(2, 'B'), (1, 'A')]
    """
    while hopes:
        target = max(hopes, key=lambda node: (hopes[node], -node))
        verdict, party = look(target)
        if verdict.worth < enough:
            del hopes[target]
            continue
        hopes[target] = verdict.worth
        if verdict.worth < max(hopes.values()):
            continue  # others have used up the best attackers: look at the next best first
        del hopes[target]
        yield target, verdict, party
