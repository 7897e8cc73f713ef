"""Stacking (7.1): what a hex cannot hold when movement is over is eliminated, as its owner chooses."""

from __future__ import annotations

from bocage.parts import crowds
from bocage.parts.crowds import Crowded
from bocage.rules import HEXES, event

from .elimination import eliminate
from .look import FestungLook, Play

overstacked = event("overstacked", "7.13", "{node} is overstacked.", sort="loss", node=HEXES)


def settle(play: Play, side: str) -> None:
    """Ask a side about its over-full hexes, one after the other (7.13)."""
    for node in reversed(play.look.overstacked(side)):
        overstacked(play, node)
        play.push(CrowdedHex.frame(side, node))


class CrowdedHex(crowds.CrowdedHex[Crowded]):
    """The owner says which units are eliminated, one after the other (7.13)."""

    name, rule = "crowded hex", "7.13"

    def load(self, look: FestungLook, frame: Crowded) -> tuple[int, int]:
        return len(look.stack(frame.node)), look.limit(frame.node, frame.side)

    def too_full(self, look: FestungLook, frame: Crowded) -> bool:
        return look.overfull(frame.node)

    def lost(self, play: Play, frame: Crowded, unit: int) -> None:
        eliminate(play, (unit,), "7.13")


__all__ = ["settle"]
