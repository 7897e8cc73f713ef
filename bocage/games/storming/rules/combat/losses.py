"""Step losses of a fight (13.7.4): how many a side owes, and its own choice who pays."""

from __future__ import annotations

from bocage.parts.combat import losses
from bocage.rules import Conditions, Units

from ..elimination import lose_step
from ..look import Play, StormingLook, members


def demand(play: Play, side: str, units: Units, steps: int, rule: str = "13.7.4") -> None:
    """Make a side give so many steps from these units; the question comes when what is pushed later is done."""
    if steps > 0 and units:
        play.push(LossesDue.frame(side, units, steps, rule))


class LossesDue(losses.LossesDue[losses.Owing]):
    """Asks the owner if there is anything to choose; whoever cannot pay in full loses everything."""

    name, rule, lose_step = "losses due", "13.7.4", lose_step


class Losses(losses.Losses[losses.Owing]):
    """The owner distributes the losses; nobody is eliminated while a two-step unit is at full strength (13.7.4)."""

    name, lose_step = "losses", lose_step

    def focus(self, look: StormingLook, frame: losses.Owing) -> int:
        places = look.hexes_of(members(frame.units))
        return places.bit_length() - 1 if places.bit_count() == 1 else -1

    def payers(self, look: StormingLook, frame: losses.Owing) -> Conditions:
        position = look.position
        units = frame.units & position.on_board
        yield units, frame.rule, "{it} does not take part in this fight"
        full = sum(1 << unit for unit in members(units) if position.units[unit].steps > 1)
        if full:
            # While a unit with two steps is left, only such units can pay (ruling R23).
            first = "nobody is eliminated while a two-step unit is at full strength: reduce that one first"
            yield full, "13.7.4", first
