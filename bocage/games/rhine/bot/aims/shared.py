"""What a side of D-Day to the Rhine wants on the map, in the planner's eyes: the part that both sides share."""

from __future__ import annotations

from collections.abc import Sequence

from bocage.bots import aims
from bocage.hexes import HexSet

from ..sight import Sight


class Aims(aims.Aims[Sight]):
    """Prizes to take, hexes to guard, a line to hold, and for each unit the way it should go."""

    def field_to(self, hexes: HexSet, unit: int) -> Sequence[int]:
        """Node -> how far it is to some hexes."""
        found = self._fields.get(hexes)
        if found is None:
            found = self._fields[hexes] = self.sight.field(hexes)
        return found

    def errand(self, unit: int) -> bool:
        """Has a unit something to do that nobody else can do, so that it fights for nothing but its way there?"""
        return False

    def reserve(self, unit: int) -> bool:
        """Does a unit belong behind the line rather than into it?"""
        return False
