"""Step losses of a fight (13.7.4): how many a side owes, and its own choice who pays."""

from __future__ import annotations

from bocage.rules import UNITS, Automatic, Conditions, Frame, Question, Units, offer

from ..elimination import eliminate, lose_step
from ..look import Play, StormingLook, members


def demand(play: Play, side: str, units: Units, steps: int, rule: str = "13.7.4") -> None:
    """Make a side give so many steps from these units; the question comes when what is pushed later is done."""
    if steps > 0 and units:
        play.push(Owing(side, units, steps, rule))


class Owing(Frame, frozen=True):
    """A side must take steps from those of these units that are left."""

    side: str
    units: Units
    steps: int
    rule: str


class LossesDue(Automatic[Owing]):
    """Asks the owner if there is anything to choose; whoever cannot pay in full loses everything."""

    name, rule = "losses due", "13.7.4"

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


class Losses(Question[Giving]):
    """The owner distributes the losses; nobody is eliminated while a two-step unit is at full strength (13.7.4)."""

    name = "losses"

    def case(self, look: StormingLook, frame: Giving) -> str:
        return frame.rule

    def text(self, look: StormingLook, frame: Giving) -> str:
        more = f"; {frame.steps} steps are still to be lost" if frame.steps > 1 else ""
        return f"Choose the unit that loses a step{more}."

    def focus(self, look: StormingLook, frame: Giving) -> int:
        places = look.hexes_of(members(frame.units))
        return places.bit_length() - 1 if places.bit_count() == 1 else -1

    @offer("lose", UNITS, lambda look, frame: frame.rule)
    def lose(self, look: StormingLook, frame: Giving) -> Conditions:
        position, rule = look.position, frame.rule
        own = look.game.side_units[frame.side]
        yield own, rule, "this step is lost by the other side; {it} is not one of its units"
        units = frame.units & position.on_board
        yield units, rule, "{it} does not take part in this fight"
        full = sum(1 << unit for unit in members(units) if position.units[unit].steps > 1)
        if full:
            # While a unit with two steps is left, only such units can pay (ruling R23).
            yield (
                full,
                "13.7.4",
                "nobody is eliminated while a two-step unit is at full strength: reduce that one first",
            )

    @lose.does
    def _(self, play: Play, frame: Giving, unit: int) -> None:
        play.pop()
        demand(play, frame.side, frame.units, frame.steps - 1, frame.rule)
        lose_step(play, unit, frame.rule)
