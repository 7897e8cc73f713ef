"""Stacking at the end of a move impulse (6.3): what a hex cannot hold is eliminated, of its owner's choice."""

from __future__ import annotations

from bocage.parts import crowds
from bocage.parts.crowds import Crowded
from bocage.rules import Conditions, HexSet, automatic, event, met

from .. import volkssturm
from ..elimination import eliminate
from ..look import FortressLook, Play
from . import reach
from .moves import may_go

overstacked = event("overstacked", "6.3", "{node} is overstacked.", sort="loss")


@automatic("stacking", "6.3")
def check_stacking(play: Play, side: str) -> None:
    """Units may pile up while they move, but not at the end of it (6.3, ruling R53)."""
    volkssturm.check(play)
    settle(play, side)


def settle(play: Play, side: str, hexes: HexSet = -1) -> None:
    """Ask a side about its over-full hexes, one after the other: about all, or about some of them."""
    look = play.look
    for node in reversed(look.overstacked(side)):
        if hexes >> node & 1 and excess(look, side, node) > 0:
            play.push(CrowdedHex.frame(side, node))


def excess(look: FortressLook, side: str, node: int) -> int:
    """How many units of a side are too many in a hex.

    A stack of the winter set-up may be too large by those who had no legal first step in the impulse (ruling R106).
    """
    stack = look.of_side(node, side)
    over = look.weight(stack) - look.limit(node)
    if over > 0 and look.position.start_stacks >> node & 1:
        able = met(may_go(look, side))
        free = [unit for unit in stack if able >> unit & 1 and reach.ways_of(look, side, 1 << unit).goals]
        over -= look.weight([unit for unit in stack if unit not in free])
    return over


class CrowdedHex(crowds.CrowdedHex[Crowded], name="crowded hex", rule="6.3"):
    """The owner says which units are eliminated, one after the other (6.3); each side counts its own (6.6)."""

    def load(self, look: FortressLook, frame: Crowded) -> tuple[int, int]:
        return look.weight(look.of_side(frame.node, frame.side)), look.limit(frame.node)

    def too_full(self, look: FortressLook, frame: Crowded) -> bool:
        return excess(look, frame.side, frame.node) > 0

    def payers(self, look: FortressLook, frame: Crowded) -> Conditions:
        yield look.game.side_units[frame.side], "6.6", "each side counts its own units only"
        counted = sum(1 << unit for unit in look.of_side(frame.node, frame.side) if look.weight((unit,)))
        yield counted, "6.5", "{it} has no stacking value: its loss would not help"

    def lost(self, play: Play, frame: Crowded, unit: int) -> None:
        overstacked(play, frame.node)
        eliminate(play, unit, "6.3")
