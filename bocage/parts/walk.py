"""Where a unit can walk, on which way it is taken there, and the rule that keeps it from a hex, here or on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bocage.engine.conditions import Reason
from bocage.engine.offers import Question
from bocage.engine.play import Play
from bocage.engine.position import Units
from bocage.engine.steps import FrameType
from bocage.hexes import Costs, HexSet, Reach, reach

ENDLESS = 600
"""More movement points than any way across a board costs."""


class Walk(Struct, frozen=True):
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

    def but(self, **changes: Any) -> Walk:
        """The same walk, some things changed."""
        return replace(self, **changes)

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


class Marching(Question[FrameType]):
    """A question that takes units in hand to move together; the frame has the set of them.

    Whoever takes up a unit that cannot go anywhere is not pushed out of his phase by that.
    """

    def keep(self, look: Any, frame: Any) -> bool:
        return bool(frame.acted or frame.hand)

    def hand(self, look: Any, frame: Any) -> Units:
        units: Units = frame.hand
        return units


def leg(
    play: Play[Any, Any, Any],
    goal: int,
    path_to: Callable[[int], tuple[int, ...]],
    cost_of: Callable[[int], int | None],
    price: Callable[[tuple[int, ...]], int | None],
) -> tuple[tuple[int, ...], int]:
    """The path of a leg, and what has been spent at its end.

    It is the recorded one if that may be walked (`price` says so), else the one on which the engine leads (`path_to`,
    and `cost_of` for what it costs).
    """
    path = play.hint
    spent = price(path) if path is not None and path[-1] == goal else None
    if path is None or spent is None:
        path, spent = path_to(goal), cost_of(goal)
    assert spent is not None, "nobody is led where he may not walk"
    play.via = path
    return path, spent


class Bar(NamedTuple):
    """A ban: its case, the referee's sentence, and the hexes that it closes."""

    rule: str
    why: str
    hexes: HexSet


def closed_by(bars: Iterable[Bar]) -> HexSet:
    """All hexes that bans close.

    >>> bin(closed_by([Bar("3.1", "no heavy guns there", 0b1), Bar("3.2", "a swamp", 0b100)]))
    '0b101'
    """
    hexes = 0
    for bar in bars:
        hexes |= bar.hexes
    return hexes


def first_bar(bars: Iterable[Bar], node: int) -> tuple[str, str] | None:
    """The case and the sentence of the first ban that closes a hex, or None.

    >>> first_bar([Bar("3.1", "no heavy guns there", 0b1), Bar("3.2", "a swamp", 0b11)], 1)
    ('3.2', 'a swamp')
    """
    return next(((bar.rule, bar.why) for bar in bars if bar.hexes >> node & 1), None)


class Limit(NamedTuple):
    """One rule that keeps a unit from hexes: its case, the referee's sentence, and the walk without it."""

    rule: str
    why: Reason
    lift: Callable[[Walk], Walk]


def opened(rule: str, why: Reason, hexes: HexSet) -> Limit:
    """Hexes that are closed: without that they are open."""
    return Limit(rule, why, lambda walk: walk.but(open=walk.open | hexes))


def crossed(rule: str, why: Reason, costs: Costs) -> Limit:
    """Hexsides that are closed, or cost more: without that walking costs this."""
    return Limit(rule, why, lambda walk: walk.but(costs=costs))


def zones(zone: HexSet, rule: str, straight: Reason, stop: Reason, leave: Reason) -> list[Limit]:
    """Enemy zones of control, with a sentence for each way in which they hinder.

    Nobody goes from one straight into another, whoever enters one stops, and whoever begins in one leaves it first.
    """
    return [
        Limit(rule, straight, lambda walk: walk.but(first=None)),
        Limit(rule, stop, lambda walk: walk.but(stops=walk.stops & ~zone)),
        Limit(rule, leave, lambda walk: walk.but(stops=walk.stops & ~zone, first=None)),
    ]


def too_far(walk: Walk, rule: str, why: str, priced: str, closer: str = "") -> Limit:
    """Too few points, the last of all limits.

    Where a way leads there at all, `priced` says what {it} would cost and what is left, under a `closer` case perhaps.
    """

    def said(node: int) -> tuple[str, str]:
        price = walk.but(allowance=ENDLESS).reach().cost(node)
        if price is None:
            return rule, why
        return closer or rule, priced.format(it="{it}", cost=price - walk.spent, left=walk.allowance - walk.spent)

    return Limit(rule, said, lambda walk: walk.but(allowance=ENDLESS))


def why_unreachable(walk: Walk, limits: Sequence[Limit], node: int) -> tuple[str, str]:
    """The first limit, in the book's order, without which the hex could be reached.

    If no single limit is to blame, limits are lifted one after the other and the one that opens the way is named.
    """
    return _said(_to_blame(walk, limits, node), node)


def _to_blame(walk: Walk, limits: Sequence[Limit], node: int) -> Limit:
    for limit in limits:
        if limit.lift(walk).reach().all >> node & 1:
            return limit
    for limit in limits:
        walk = limit.lift(walk)
        if walk.reach().all >> node & 1:
            return limit
    return limits[-1]


def _said(limit: Limit, node: int) -> tuple[str, str]:
    why = limit.why if isinstance(limit.why, str) else limit.why(node)
    return (limit.rule, why) if isinstance(why, str) else why
