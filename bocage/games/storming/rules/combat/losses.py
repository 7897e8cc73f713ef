"""Step losses of a fight (13.7.4): how many a side owes, and its own choice who pays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question

from ..elimination import eliminate, lose_step
from ..look import Play, StormingLook, members


def demand(play: Play, side: str, units: int, steps: int, rule: str = "13.7.4") -> None:
    """Make a side give so many steps from these units; the question comes when what is pushed later is done."""
    if steps > 0 and units:
        play.push(Owing(side, units, steps, rule))


class Owing(Frame, frozen=True):
    """A side must take steps from those of these units that are left."""

    step: ClassVar[str] = "losses due"
    side: str
    units: Units
    steps: int
    rule: str


class LossesDue(Automatic[Owing]):
    """Asks the owner if there is anything to choose; whoever cannot pay in full loses everything."""

    name = "losses due"
    rule = "13.7.4"

    def run(self, play: Play, frame: Owing) -> None:
        units = frame.units & play.position.on_board
        left = sum(play.position.units[unit].steps for unit in members(units))
        if frame.steps < left:
            play.push(Giving(frame.side, units, frame.steps, frame.rule))
            return
        for unit in members(units):
            eliminate(play, unit, frame.rule)


class Giving(Owing, frozen=True):
    """The owner chooses the unit that loses the next step."""

    step: ClassVar[str] = "losses"


class Losses(Question[Giving]):
    """The owner distributes the losses; nobody is eliminated while a two-step unit is at full strength (13.7.4)."""

    name = "losses"
    offers = ("lose a step",)

    def case(self, look: StormingLook, frame: Giving) -> str:
        return frame.rule

    def offer_of(self, look: StormingLook, frame: Giving, verb: str) -> Offer:
        return super().offer_of(look, frame, verb)._replace(rule=frame.rule)

    def text(self, look: StormingLook, frame: Giving) -> str:
        more = f"; {frame.steps} steps are still to be lost" if frame.steps > 1 else ""
        return f"Choose the unit that loses a step{more}."

    def answer(self, play: Play, frame: Giving, action: Action) -> None:
        play.pop()
        demand(play, frame.side, frame.units, frame.steps - 1, frame.rule)
        lose_step(play, action.index, frame.rule)


def _in_this_fight(look: StormingLook, frame: Giving) -> int:
    return frame.units & look.position.on_board


def _explain_fight(look: StormingLook, frame: Giving, unit: int) -> tuple[str, str]:
    if look.counter(unit).side != frame.side:
        return frame.rule, "this step is lost by the other side; {it} is not one of its units"
    return frame.rule, "{it} does not take part in this fight"


def _full_ones_first(look: StormingLook, frame: Giving) -> int:
    """While a unit with two steps is left, only such units can pay (13.7.4, ruling R23)."""
    units = look.position.units
    strong = 0
    for unit in members(frame.units & look.position.on_board):
        if units[unit].steps > 1:
            strong |= 1 << unit
    return strong or -1


FRAMES = (Owing, Giving)
STEPS = (LossesDue(), Losses())
OFFERS = {
    "lose a step": Offer(
        "lose",
        "13.7.4",
        (
            Clause("fight", "13.7.4", "", _in_this_fight, _explain_fight),
            Clause(
                "two steps",
                "13.7.4",
                "nobody is eliminated while a two-step unit is at full strength: reduce that one first",
                _full_ones_first,
            ),
        ),
    ),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("lose",)}
SENTENCES: Mapping[str, Callable[..., str]] = {}
