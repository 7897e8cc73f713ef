"""Stacking at the end of a Movement Segment (5.1, 5.3): what is too much is eliminated, of the owner's choice."""

from __future__ import annotations

from bocage.rules import HEXES, PLAIN, UNITS, Conditions, OfSide, Question, Units, event, offer, provided

from .elimination import eliminate
from .look import Play, StormingLook

overstacked = event("overstacked", "5.3", "{place} is overstacked.", sort="loss", place=HEXES)


class Stacking(Question[OfSide]):
    """The owner eliminates units of his choice, hex by hex, until every hex is within the limits (5.3; ruling R122)."""

    name, rule = "stacking", "5.3"

    def text(self, look: StormingLook, frame: OfSide) -> str:
        crowded = look.overstacked(frame.side)
        if not crowded:
            return "All hexes are within stacking limits."
        rule, why = look.stacking_rule(crowded[0])
        return f"{look.game.hex_name(crowded[0])} is overstacked ({why}, {rule}): choose a unit to eliminate."

    @offer("eliminate", UNITS, "5.3")
    def eliminate(self, look: StormingLook, frame: OfSide) -> Conditions:
        crowded = look.overstacked(frame.side)
        node = crowded[0] if crowded else -1
        yield provided(bool(crowded)), "5.3", "no hex is overstacked"
        there = sum(1 << unit for unit in look.stack(node))
        elsewhere = f"the overstacked hex is {look.game.board.labels[node]}, and {{it}} is not there"
        yield there, "5.3", elsewhere
        yield surplus(look, node), "5.3", "{it} stacks freely: its loss would not bring the hex within the limits"

    @eliminate.does
    def _(self, play: Play, frame: OfSide, unit: int) -> None:
        overstacked(play, play.position.units[unit].at)
        eliminate(play, unit, "5.3")

    @offer("end", PLAIN, "5.1", "Go on", "nobody else")
    def end(self, look: StormingLook, frame: OfSide) -> Conditions:
        yield not look.overstacked(frame.side), "5.3", "a hex is still overstacked: eliminate units there"


def surplus(look: StormingLook, node: int) -> Units:
    """The units of a hex whose loss brings it nearer to the limits."""
    stack = look.stack(node)
    if not look.friendly(stack):
        return sum(1 << unit for unit in stack if look.counter(unit).nation in ("CW", "US", "FR"))
    count = look.counted(stack)
    return sum(1 << unit for unit in stack if look.counted([other for other in stack if other != unit]) < count)
