"""Inquiries on a position: what rules, faces and bots ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine import play
from bocage.engine.looks import Look
from bocage.hexes import HexSet

from ..data import Counter
from .position import BLUE, BLUE_HEXES, GREY_HEXES, OTHER, BrookPosition

if TYPE_CHECKING:
    from ..game import Brook  # noqa: F401  # in quotes below


class BrookLook(Look["Brook", BrookPosition]):
    """Where the sides are, what lies under their eyes, how strong a unit is."""

    __slots__ = ()

    def counter(self, unit: int) -> Counter:
        """What is printed on a unit."""
        return self.game.counters[unit]

    def occupied(self, side: str) -> HexSet:
        """The hexes with units of a side."""
        return self.position.masks[BLUE_HEXES if side == BLUE else GREY_HEXES]

    def zone(self, side: str) -> HexSet:
        """The zone of control of a side: the hexes beside its units (2.4)."""
        return self.game.board.step(self.occupied(side))

    def attack(self, unit: int) -> int:
        """The strength of a unit as it is now."""
        return self.counter(unit).strength[self.position.units[unit].steps]

    def defence(self, unit: int) -> int:
        """The same where the unit stands, with the cover of the ground (3.3)."""
        at = self.position.units[unit].at
        return self.attack(unit) + (self.game.data.cover >> at & 1)

    def able(self, side: str, node: int) -> int:
        """The units of a side that can join an attack on a hex: beside it, and not in battle yet (3.0, 3.1)."""
        near = self.game.board.around[node]
        free = self.position.on_board & self.game.side_units[side] & ~self.position.fought
        units = self.position.units
        return sum(1 << unit for unit in range(len(units)) if free >> unit & 1 and near >> units[unit].at & 1)

    def enemies_near(self, side: str) -> HexSet:
        """The enemy's hexes that somebody of a side could attack (3.0)."""
        board, enemy = self.game.board, self.occupied(OTHER[side])
        return sum(1 << node for node in board.nodes(enemy) if self.able(side, node))


Play = play.Play["Brook", BrookPosition, BrookLook]
