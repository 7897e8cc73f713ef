"""Stacking at the end of a Movement Segment (5.1, 5.3): what is too much is eliminated, of the owner's choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import Clause, Offer, Question

from .elimination import eliminate
from .look import Play, StormingLook
from .telling import hex_name


class Thinning(Frame, frozen=True):
    """A side's hexes are brought within stacking limits."""

    step: ClassVar[str] = "stacking"
    side: str


class Stacking(Question[Thinning]):
    """The owner eliminates units of his choice, hex by hex, until every hex is within the limits (5.3)."""

    name = "stacking"
    rule = "5.3"
    offers = ("eliminate surplus", "end stacking")

    def begin(self, play: Play, side: str) -> Thinning:
        return Thinning(side)

    def text(self, look: StormingLook, frame: Thinning) -> str:
        crowded = look.overstacked(frame.side)
        if not crowded:
            return "All hexes are within stacking limits."
        rule, why = look.stacking_rule(look.stack(crowded[0]))
        return f"{hex_name(look.game, crowded[0])} is overstacked ({why}, {rule}): choose a unit to eliminate."

    def answer(self, play: Play, frame: Thinning, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        node = play.position.units[action.index].at
        play.tell("overstacked", "5.3", node)
        eliminate(play, action.index, "5.3")


def surplus(look: StormingLook, node: int) -> int:
    """The units of a hex whose loss brings it nearer to the limits."""
    stack = look.stack(node)
    if not look.friendly(stack):
        return sum(1 << unit for unit in stack if look.counter(unit).nation in ("CW", "US", "FR"))
    count = look.counted(stack)
    return sum(1 << unit for unit in stack if look.counted([other for other in stack if other != unit]) < count)


def _surplus(look: StormingLook, frame: Thinning) -> int:
    crowded = look.overstacked(frame.side)
    return surplus(look, crowded[0]) if crowded else 0


def _explain_surplus(look: StormingLook, frame: Thinning, unit: int) -> tuple[str, str]:
    crowded = look.overstacked(frame.side)
    if not crowded:
        return "5.3", "no hex is overstacked"
    if unit not in look.stack(crowded[0]):
        return "5.3", f"the overstacked hex is {look.game.board.labels[crowded[0]]}, and {{it}} is not there"
    return "5.3", "{it} stacks freely: its loss would not bring the hex within the limits"


def _all_within(look: StormingLook, frame: Thinning) -> int:
    return 0 if look.overstacked(frame.side) else 1


FRAMES = (Thinning,)
STEPS = (Stacking(),)
OFFERS = {
    "eliminate surplus": Offer("eliminate", "5.3", (Clause("surplus", "5.3", "", _surplus, _explain_surplus),)),
    "end stacking": Offer(
        "end", "5.1", (Clause("within", "5.3", "a hex is still overstacked: eliminate units there", _all_within),)
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("eliminate",)}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "overstacked": lambda game, node: f"{hex_name(game, node)} is overstacked.",
}
