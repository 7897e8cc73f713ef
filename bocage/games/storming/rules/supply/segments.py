"""The Supply Segments (8.0): who is found out of supply keeps the marker until supply is next checked."""

from __future__ import annotations

from bocage.rules import UNITS, Automatic, OfSide, Units, event

from ..elimination import check_breakout
from ..look import Play, members
from ..reinforcements.refit import stop_refit

hungry = event("out of supply", "8.0", "Out of supply: {units}.", units=UNITS)
fed = event("back in supply", "8.0", "Back in supply: {units}.", units=UNITS)


class SupplySegment(Automatic[OfSide]):
    """Each unit is marked, or freed of its marker (8.0)."""

    name, rule = "supply", "8.0"

    def run(self, play: Play, frame: OfSide) -> None:
        check_supply(play, frame.side)


def check_supply(play: Play, side: str) -> Units:
    """Mark the units of a side that are out of supply and free the others; the set of those marked."""
    position, own, look = play.position, play.game.side_units[side], play.look
    found = sum(1 << unit for unit in members(position.on_board & own) if not look.supplied(unit))
    before, position.oos = position.oos & own, position.oos & ~own | found
    for told, units in ((hungry, found & ~before), (fed, before & ~found)):
        if units:
            told(play, tuple(members(units)))
    for unit in members(position.refit & found):
        stop_refit(play, unit)
    # Germans out of supply lose their zones, so both checks may open a Supply Line.
    check_breakout(play)
    return found
