"""Where a unit can walk, and the reason why it cannot walk elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from bocage.hexes import Costs, HexSet, Reach, reach


class Walk(NamedTuple):
    """Everything that decides how far a unit gets."""

    costs: Costs
    start: int
    allowance: int
    open: HexSet
    stops: HexSet = 0
    first: HexSet | None = None
    surcharge: HexSet = 0
    extra: int = 1
    spent: int = 0

    def reach(self) -> Reach:
        """The hexes that it can reach."""
        return reach(
            self.costs,
            self.start,
            self.allowance,
            self.open,
            stops=self.stops,
            first=self.first,
            surcharge=self.surcharge,
            extra=self.extra,
            spent=self.spent,
        )

    def price(self, path: Sequence[int]) -> int | None:
        """What a path costs in all (with what was spent before), or None if it may not be walked."""
        if not path or path[0] != self.start:
            return None
        spent = self.spent
        for number, (here, there) in enumerate(pairwise(path)):
            cost = self.costs.of(here, there)
            bit = 1 << there
            if cost is None or not self.open & bit or (number and self.stops >> here & 1):
                return None
            if number == 0 and self.first is not None and not self.first & bit:
                return None
            spent += cost + (self.extra if self.surcharge & bit else 0)
        return spent if spent <= self.allowance else None


class Limit(NamedTuple):
    """One rule that keeps a unit from a hex: its case, its set, the two sentences, and the walk without it.

    `here` is said when the hex asked for is in `hexes`, `on_the_way` otherwise.
    """

    rule: str
    hexes: HexSet
    here: str
    on_the_way: str
    lift: Callable[[Walk], Walk]


def why_unreachable(walk: Walk, limits: Sequence[Limit], node: int) -> tuple[str, str]:
    """The first limit, in the book's order, without which the hex could be reached.

    If no single limit is to blame, limits are lifted one after the other and the one that opens the way is named.
    """

    def said(limit: Limit) -> tuple[str, str]:
        return limit.rule, limit.here if limit.hexes >> node & 1 else limit.on_the_way

    for limit in limits:
        if limit.lift(walk).reach().all >> node & 1:
            return said(limit)
    opened = walk
    for limit in limits:
        opened = limit.lift(opened)
        if opened.reach().all >> node & 1:
            return said(limit)
    return said(limits[-1])
