"""The units of a Movement Step that still await the planner's orders, and where each of them can go."""

from __future__ import annotations

from bocage.bots import muster
from bocage.bots.ground import FAR
from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.movement.reach import Ways
from ...rules.position import ALLIED
from ..aims.shared import Aims
from ..sight import Sight

EAST_TURN = 14  # before it nobody thinks of the east edge: the Ruhr comes first


class Muster(muster.Muster[Sight, Ways]):
    """Who is free to be ordered about, and who is needed where he is."""

    def __init__(self, sight: Sight, aims: Aims) -> None:
        super().__init__(sight, members(sight.movable()))
        self.aims = aims
        # A style may leave those alone who are far from the enemy: what they do changes nothing soon, except where
        # they are on their way off the map.
        near = sight.style.get("near", FAR)
        leaving = sight.side == ALLIED and (not sight.position.breakout or sight.turn >= EAST_TURN)
        if near < FAR and not leaving:
            doors = sight.game.mute_hexes
            self.free = {u for u in self.free if sight.from_enemy[sight.at(u)] <= near or doors >> sight.at(u) & 1}

    def find_ways(self, unit: int) -> Ways:
        """The ways of a unit, as the rules tell them."""
        return self.sight.ways(1 << unit)

    def goals(self, unit: int) -> HexSet:
        """Where a unit can and should go."""
        return self.ways(unit).goals & ~self.aims.closed(unit)

    def go(self, unit: int, node: int) -> Order:
        """Settle a unit in a hex: the order that takes it there, empty if it is to stay."""
        self.free.discard(unit)
        at = self.sight.at(unit)
        if node == at or not self.sight.may_leave(1 << unit, at):
            return []
        shut = self.aims.closed(unit)
        if shut and any(shut >> step & 1 for step in self.ways(unit).path(node)):
            return []
        return [("pick", unit), ("move", node)]

    def troops(self) -> list[int]:
        """The free units that are not headquarters or leaders, in order."""
        staff = self.sight.game.staff_units
        return [unit for unit in sorted(self.free) if not staff >> unit & 1]

    def posted(self, unit: int) -> bool:
        """Is a unit the last one in a hex that must be guarded?"""
        at = self.sight.at(unit)
        return at in self.aims.guards and all(other == unit for other in self.sight.fighters(at))

    def in_company(self, unit: int, node: int, near: int) -> bool:
        """Is anybody else near a hex to which a unit would go, or no enemy?"""
        sight = self.sight
        at = sight.at(unit)
        others = sight.own_hexes if len(sight.stack(at)) > 1 else sight.own_hexes & ~(1 << at)
        return sight.from_enemy[node] > near or bool(sight.board.within(node, 3) & others)
