"""The units of a movement phase that still await the planner's orders: where each can go, and what is full."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.bots import muster
from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.movement import allowance as moving
from ...rules.movement.reach import DASH, MARCH, MOVE, Ways
from ..aims.shared import Aims
from ..sight import Sight


class Muster(muster.Muster[Sight, Ways]):
    """Who is free to be ordered about, and who is to be where."""

    def __init__(self, sight: Sight, aims: Aims) -> None:
        super().__init__(sight, members(sight.movable()))
        self.aims = aims
        self._strikes: dict[int, tuple[HexSet, HexSet]] = {}
        self._enemy = sight.held
        self._coming: set[int] = set()  # hexes to which somebody has been ordered
        self._load: dict[int, tuple[int, int]] = {}  # hex -> stacking points and armour, as planned
        for node in sight.board.nodes(sight.look.occupied(sight.side)):
            self._load[node] = sight.look.load(node)

    def update(self, sight: Sight) -> None:
        """Go on with the question that is open now; when enemies have been turned up, other ways are open."""
        self.sight = sight
        if sight.held != self._enemy:
            self._enemy = sight.held
            self.forget_ways()
            self._strikes.clear()

    def find_ways(self, unit: int) -> Ways:
        """The ways of a unit, as the rules tell them."""
        return self.sight.ways(unit)

    def goals(self, unit: int) -> HexSet:
        """Where a unit can go without risk, and should."""
        ways = self.ways(unit)
        return (ways.near | ways.far) & ~self.aims.closed(unit)

    def strikes(self, unit: int) -> tuple[HexSet, HexSet]:
        """Hexes from which a unit could attack this phase, and those from which it could do so over a river (RIV.4)."""
        found = self._strikes.get(unit)
        if found is None:
            found = self._strikes[unit] = self._reckon(unit)
        return found

    def _reckon(self, unit: int) -> tuple[HexSet, HexSet]:
        sight = self.sight
        here = 1 << sight.at(unit)
        left = moving.budget_of(sight.look, unit)
        dry = here if left >= 0 else 0
        wet = here if left > 0 else 0
        if unit in self.free:
            ways = self.ways(unit)
            if ways.safe:
                walk = ways.walk.but(costs=sight.game.attack_costs, allowance=ways.safe)
                flood = walk.reach()
                dry |= flood.all
                wet |= flood.within(ways.safe - 1) if ways.safe > 1 else 0
            shut = self.aims.closed(unit) & ~here
            dry, wet = dry & ~shut, wet & ~shut
        return dry, wet

    def room(self, unit: int, node: int, coming: Sequence[int] = ()) -> bool:
        """Would a unit find room in a hex, given who is to be there and who else may come?"""
        at = self.sight.at(unit)
        if node == at:
            return True
        counters = self.sight.game.counters
        counter = counters[unit]
        points, armour = self._load.get(node, (0, 0))
        for other in coming:
            points += counters[other].stacking
            armour += counters[other].stacking if counters[other].armour else 0
        most, most_armour = self.sight.game.stacking_limits[node]
        return points + counter.stacking <= most and (not counter.armour or armour + counter.stacking <= most_armour)

    def shift(self, unit: int, node: int) -> None:
        """A unit is to stand in another hex from now on."""
        counter = self.sight.game.counters[unit]
        heavy = counter.stacking if counter.armour else 0
        at = self.sight.at(unit)
        points, armour = self._load.get(at, (0, 0))
        self._load[at] = (points - counter.stacking, armour - heavy)
        points, armour = self._load.get(node, (0, 0))
        self._load[node] = (points + counter.stacking, armour + heavy)
        self._coming.add(node)

    def overfull(self, node: int) -> bool:
        """Is more to be in a hex than it holds?"""
        points, armour = self._load.get(node, (0, 0))
        most, most_armour = self.sight.game.stacking_limits[node]
        return points > most or armour > most_armour

    def planned(self, node: int) -> bool:
        """Is somebody on his way to a hex?"""
        return node in self._coming

    def posted(self, unit: int) -> bool:
        """Is a unit alone in a hex that must be guarded?"""
        at = self.sight.at(unit)
        return at in self.aims.guards and len(self.sight.fighters(at)) == 1

    def go(self, unit: int, node: int) -> Order:
        """Settle a unit in a hex: the order that takes it there, empty if it is to stay."""
        if node != self.sight.at(unit):
            self.shift(unit, node)
        return self.order(unit, node)

    def order(self, unit: int, node: int) -> Order:
        """The same for a unit that is expected in that hex already."""
        self.free.discard(unit)
        if node == self.sight.at(unit):
            return []
        ways, bit = self.ways(unit), 1 << node
        verb = MOVE if ways.near & bit else MARCH if ways.far & bit else DASH
        return [("pick", unit), (verb, node)]
