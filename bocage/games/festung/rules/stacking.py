"""Stacking (7.1): what a hex cannot hold when movement is over is eliminated, as its owner chooses."""

from __future__ import annotations

from bocage.rules import HEXES, UNITS, Conditions, Frame, Node, Question, event, offer

from .elimination import eliminate
from .look import FestungLook, Play

overstacked = event("overstacked", "7.13", "{node} is overstacked.", sort="loss", node=HEXES)


def settle(play: Play, side: str) -> None:
    """Ask a side about its over-full hexes, one after the other (7.13)."""
    for node in reversed(play.look.overstacked(side)):
        overstacked(play, node)
        play.push(Crowded(side, node))


class Crowded(Frame, frozen=True):
    """A hex of a side holds more than it may."""

    side: str
    node: Node


class CrowdedHex(Question[Crowded]):
    """The owner says which units are eliminated, one after the other (7.13)."""

    name, rule, points_at = "crowded hex", "7.13", "node"

    def text(self, look: FestungLook, frame: Crowded) -> str:
        count, limit = len(look.stack(frame.node)), look.limit(frame.node, frame.side)
        where = look.game.hex_name(frame.node)
        return f"{where} is overstacked ({count} units, limit {limit}): choose a unit to eliminate."

    @offer("eliminate", UNITS, "7.13")
    def eliminate(self, look: FestungLook, frame: Crowded) -> Conditions:
        where = look.game.hex_name(frame.node)
        yield look.in_place(frame.node), "7.13", f"the overstacked hex is {where}, and {{it}} is not there"

    @eliminate.does
    def _(self, play: Play, frame: Crowded, unit: int) -> None:
        eliminate(play, (unit,), "7.13")
        if not play.look.overfull(frame.node):
            play.pop()


__all__ = ["settle"]
