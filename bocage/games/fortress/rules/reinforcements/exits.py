"""Exited Allied armour (31.15, ruling R121): what the Germans pay for it, and who comes back when it starves.

Allied units leave in their movement (`leave`). Steps that the box has lost since they were paid for may come back.
"""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import UNITS, Conditions, OfSide, Question, event, going_on, offer

from ..elimination import lose_step
from ..look import FortressLook, Play, members
from ..position import EXITED, GERMAN, PAID, WAITING
from ..supply.tracing import supplied

exited = event("exited", "31.15", "{unit} leaves the map to the east.", sort="move")
paid = event("paid", "31.15", "{unit} is taken off the map for exited Allied armour.", sort="loss")
recalled = event("recalled", "31.15", "{unit} comes back, for exited Allied armour was lost.", sort="arrival")


def leave(play: Play, unit: int) -> None:
    """An Allied unit leaves by the east edge; the Germans owe its steps."""
    play.take_off(unit, EXITED)
    play.position.exit_owed += play.position.units[unit].steps * play.game.rules.numbers["exit_loss"]
    exited(play, unit)


def exited_steps(look: FortressLook) -> int:
    """Steps of Allied armour beyond the east edge."""
    return sum(look.position.units[unit].steps for unit in members(look.in_place(EXITED)))


def credit(look: FortressLook) -> int:
    """Steps that have been paid for, and that the box has lost since."""
    return max(look.position.exit_paid - exited_steps(look), 0)


class Paying(OfSide, frozen=True):
    """So many German steps are still to be removed."""

    steps: int


def _due(look: FortressLook, frame: Paying) -> bool:
    """Is anything due still, and anybody left who could be removed?"""
    return frame.steps > 0 and bool(supplied(look, GERMAN) & ~look.game.headquarters)


class Pay(Question[Paying], name="paying", rule="31.15"):
    """What left the map in the Allied turn before is paid for: units or steps in supply, but no headquarters."""

    def begin(self, play: Play, side: str) -> Paying:
        position = play.position
        owed, position.exit_owed = position.exit_owed, 0
        position.exit_paid += owed
        return Paying(side, owed)

    def text(self, look: FortressLook, frame: Paying) -> str:
        return f"Allied armour has left the map: remove units or steps of yours ({frame.steps} still due)."

    @offer("remove", UNITS, "31.15", "Take it off the map", when=_due)
    def remove(self, look: FortressLook, frame: Paying) -> Conditions:
        game = look.game
        yield game.side_units[GERMAN], "31.15", "{it} is not a German unit"
        yield look.position.on_board, "31.15", "{it} is not in play"
        yield ~game.headquarters, "31.15", "headquarters are not removed"
        yield supplied(look, GERMAN), "31.15", "{it} is out of supply"

    @remove.does
    def _(self, play: Play, frame: Paying, unit: int) -> None:
        steps = play.position.units[unit].steps
        play.take_off(unit, PAID)
        paid(play, unit)
        play.swap(Paying(frame.side, max(frame.steps - steps, 0)))

    @offer("lose", UNITS, "31.15", "Take a step from it", when=_due)
    def lose(self, look: FortressLook, frame: Paying) -> Conditions:
        yield from self.remove.conditions(self, look, frame)
        several = sum(1 << unit for unit in members(look.position.on_board) if look.position.units[unit].steps > 1)
        yield several, "31.15", "{it} has a single step: it is removed whole"

    @lose.does
    def _(self, play: Play, frame: Paying, unit: int) -> None:
        lose_step(play, unit, "31.15")
        play.swap(Paying(frame.side, frame.steps - 1))

    end = going_on("31.15", "Nobody is left", "no unit can be removed", lambda look, frame: not _due(look, frame))


class Recall(Acting[Acted], name="recall", rule="31.15"):
    """The German player chooses who comes back, as a reinforcement, for as many steps as the box has lost."""

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Exited Allied armour has lost steps: {credit(look)} of yours may come back."

    @offer("recall", UNITS, "31.15", "Comes back")
    def recall(self, look: FortressLook, frame: Acted) -> Conditions:
        there, most = look.in_place(PAID), credit(look)
        yield there, "31.15", "{it} was not taken off the map for exited armour"
        small = sum(1 << unit for unit in members(there) if look.position.units[unit].steps <= most)
        yield small, "31.15", f"{{it}} has more steps than may come back ({most})"

    @recall.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.position.exit_paid -= play.position.units[unit].steps
        play.put(unit, WAITING)
        recalled(play, unit)

    end = going_on("31.15", "No more", "nobody else comes back")
