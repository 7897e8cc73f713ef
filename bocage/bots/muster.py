"""The units that await their orders, and the orders of a movement, thought out one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from bocage.bots.seat import Seat
from bocage.bots.sight import Sight
from bocage.engine.actions import Action
from bocage.hexes import HexSet

Order = list[tuple[str, int]]  # actions to be taken one after the other: verb and operand

SightType = TypeVar("SightType", bound=Sight[Any, Any])
WaysType = TypeVar("WaysType")


class Muster(Generic[SightType, WaysType]):
    """Who is free to be ordered about. Every unit is settled once, by an order or by staying."""

    def __init__(self, sight: SightType, free: Iterable[int]) -> None:
        self.sight = sight  # of the question that is open
        self.free = set(free)
        self.taken: HexSet = 0  # prizes for which somebody is on his way
        self._ways: dict[int, WaysType] = {}

    def ways(self, unit: int) -> WaysType:
        """The ways of a unit. Enemy zones do not change as we move; after a fight they are forgotten."""
        found = self._ways.get(unit)
        if found is None:
            found = self._ways[unit] = self.find_ways(unit)
        return found

    def find_ways(self, unit: int) -> WaysType:
        """The ways of a unit, as the rules tell them."""
        raise NotImplementedError

    def forget_ways(self) -> None:
        """The enemy has changed, and other ways are open."""
        self._ways.clear()

    def settled(self) -> HexSet:
        """Where those stand who are not free."""
        sight = self.sight
        return sum({1 << sight.at(unit) for unit in sight.troops(sight.side) if unit not in self.free})


MusterType = TypeVar("MusterType", bound=Muster[Any, Any])


class March(Generic[MusterType]):
    """The orders of one movement, thought out one at a time so that no answer takes long."""

    walks: ClassVar[tuple[str, ...]] = ("move",)  # the verbs by which an order has been carried out

    def __init__(self, key: object, muster: MusterType) -> None:
        self.key = key
        self.muster = muster
        self.walked = 0  # units that have carried out an order
        self._order: Order = []
        self._picked = -1  # the unit that was to be taken in hand last
        self._ideas = self.think()

    def stale(self, position: Any) -> bool:
        """Has the match gone back behind what was ordered?"""
        return bool(self.walked & ~self.gone(position) & position.on_board)

    def gone(self, position: Any) -> int:
        """The units that have moved in this movement."""
        units: int = position.moved
        return units

    def think(self) -> Iterator[Order]:
        """One order after the other; empty ones are for those who stay."""
        raise NotImplementedError

    def follow(self, seat: Seat, hand: int, fresh: bool = True) -> Action | None:
        """The next action of the orders, None when there are no more; `fresh` is a hand that has not moved yet.

        Whoever was to be taken in hand and is not, because that was taken back or advised in vain, is not forgotten.
        """
        if self._picked >= 0 and not hand >> self._picked & 1:
            again = seat.offered("pick", self._picked)
            if again is not None:
                return again
        self._picked = -1
        while True:
            while self._order:
                verb, index = self._order.pop(0)
                if verb == "pick" and hand == 1 << index and fresh:
                    continue
                action = seat.offered(verb, index)
                if action is not None:
                    if verb in self.walks:
                        self.walked |= hand
                    self._picked = index if verb == "pick" else -1
                    return action
                self._order = []  # it no longer fits
            order = next(self._ideas, None)
            if order is None:
                return None
            self._order = order

    def destination(self) -> int:
        """Where the unit of the order that is being carried out is to go, or -1."""
        return next((index for verb, index in self._order if verb == "move"), -1)
