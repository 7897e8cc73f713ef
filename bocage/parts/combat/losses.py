"""Step losses: so many steps are due from some units, and their owner chooses who pays, a step at a time.

It takes two steps: when a loss falls due some of the units may be gone (`LossesDue`), and only then is their owner
asked (`Losses`). Their frames have the same fields: `Owing`, or a kind of the game's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from bocage.engine.conditions import Conditions
from bocage.engine.events import UNITS, Telling
from bocage.engine.offers import Question, offer
from bocage.engine.position import OfSide, Units
from bocage.engine.steps import Automatic, FrameType
from bocage.parts.stacks import members


class StepLoss(NamedTuple):
    """How a unit loses a step: it is reduced, which is told, or with its last step eliminated, which the game does."""

    reduced: Telling
    eliminate: Callable[[Any, int, str], None]

    def __call__(self, play: Any, unit: int, rule: str, times: int = 1) -> None:
        """Take a step from a unit, or several."""
        for _ in range(times):
            steps = play.position.units[unit].steps
            if steps > 1:
                play.set_steps(unit, steps - 1)
                self.reduced(play, unit, rule=rule)
            else:
                self.eliminate(play, unit, rule)


class Owing(OfSide, frozen=True):
    """A side must take steps from those of these units that are left, because of a case."""

    general: ClassVar[bool] = True
    units: Units
    steps: int
    rule: str


class LossesDue(Automatic[FrameType]):
    """Asks the owner; whoever cannot pay more than what is due loses everything, and nobody is asked."""

    asks: ClassVar[str] = "losses"  # the step that asks the owner
    lose_step: ClassVar[StepLoss]

    def run(self, play: Any, frame: Any) -> None:
        units = frame.units & play.position.on_board
        if frame.steps < sum(play.position.units[unit].steps for unit in members(units)):
            play.push(frame.turned(play.game.steps[self.asks].frame, units=units))
            return
        for unit in members(units):
            self.lose_step.eliminate(play, unit, frame.rule)


class Losses(Question[FrameType]):
    """The owner chooses the unit that loses the next step. The game says who may pay."""

    due: ClassVar[str] = "losses due"  # the step by which the rest falls due
    lose_step: ClassVar[StepLoss]

    def payers(self, look: Any, frame: Any) -> Conditions:
        """What a unit of the side must be to pay."""
        raise NotImplementedError(self.name)

    def text(self, look: Any, frame: Any) -> str:
        """How many are still to be lost."""
        more = f"; {frame.steps} steps are still to be lost" if frame.steps > 1 else ""
        return f"Choose the unit that loses a step{more}."

    @offer("lose", UNITS, "")
    def lose(self, look: Any, frame: Any) -> Conditions:
        """Units of the side that pays, and what the game asks of them."""
        own = look.game.side_units[frame.side]
        yield own, frame.rule, "this step is lost by the other side; {it} is not one of its units"
        yield from self.payers(look, frame)

    @lose.does
    def _(self, play: Any, frame: Any, unit: int) -> None:
        play.pop()
        if frame.steps > 1:
            play.push(frame.turned(play.game.steps[self.due].frame, steps=frame.steps - 1))
        self.lose_step(play, unit, frame.rule)
