"""Inquiries on a position: what rules, faces and bots ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage import rules
from bocage.hexes import Reach
from bocage.parts.standing import Standing
from bocage.parts.walk import Walk
from bocage.rules import HexSet, Units, once

from ..data.tables import Unit
from .position import OTHER, BrookPosition

if TYPE_CHECKING:
    from ..game import Brook  # noqa: F401  # in quotes below


class BrookLook(Standing["Brook", BrookPosition]):
    """What lies under the eyes of a side, how strong a unit is, and how far it gets."""

    def counter(self, unit: int) -> Unit:
        """What is printed on a unit."""
        return self.game.data.counters[unit]

    @once
    def zone(self, side: str) -> HexSet:
        """The zone of control of a side: the hexes beside its units (2.4)."""
        return self.game.board.step(self.occupied(side))

    def walk(self, unit: int) -> Walk:
        """How a unit walks: friends are passed, enemies are not, and their zone ends the way (2.1 to 2.4)."""
        counter, enemy = self.counter(unit), OTHER[self.counter(unit).side]
        free = self.game.board.hexes & ~self.occupied(enemy)
        return Walk(self.game.data.costs, self.position.units[unit].at, counter.movement, free, stops=self.zone(enemy))

    @once
    def reach(self, unit: int) -> Reach:
        """How far it gets."""
        return self.walk(unit).reach()

    def attack(self, unit: int) -> int:
        """The strength of a unit as it is now."""
        counter = self.counter(unit)
        return counter.reduced if self.position.units[unit].steps < counter.steps else counter.strength

    def defence(self, unit: int) -> int:
        """The same where the unit stands, with the cover of the ground (3.3)."""
        return self.attack(unit) + (self.game.data.cover >> self.position.units[unit].at & 1)

    def able(self, side: str, node: int) -> Units:
        """The units of a side that can attack a hex: beside it, and not in battle yet (3.0, 3.1)."""
        return self.units_in(self.game.board.around[node], side) & ~self.position.fought

    @once
    def targets(self, side: str) -> HexSet:
        """The enemy's hexes that somebody of a side can attack (3.0)."""
        enemies = self.game.board.nodes(self.occupied(OTHER[side]))
        return sum(1 << node for node in enemies if self.able(side, node))


Play = rules.Play["Brook", BrookPosition, BrookLook]
