"""Step losses of a battle (15.3): the owner's choice who pays."""

from __future__ import annotations

from bocage.parts.combat import losses
from bocage.rules import Conditions, Frame, Units

from ..elimination import lose_step
from ..look import FortressLook


class Owing(Frame, frozen=True):
    """A side must take steps from those of these units that are left."""

    side: str
    units: Units
    steps: int
    rule: str


class Giving(Owing, frozen=True):
    """The owner chooses the unit that loses the next step."""


class LossesDue(losses.LossesDue[Owing]):
    """Asks the owner if there is anything to choose; whoever cannot pay in full loses everything."""

    name, rule, asks, lose_step = "losses due", "15.3", Giving, lose_step


class Losses(losses.Losses[Giving]):
    """Losses are of the owner's choice (15.3); a coastal defense unit has no second step (22.3)."""

    name, due, lose_step = "losses", Owing, lose_step

    def payers(self, look: FortressLook, frame: Giving) -> Conditions:
        yield look.position.on_board, frame.rule, "{it} is not on the map"
        yield frame.units, frame.rule, "{it} takes no part in this battle, and only who does loses steps"
