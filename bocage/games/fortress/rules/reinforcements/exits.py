"""Exited Allied armour (31.15, ruling R121): what the Germans pay for it, and who comes back when it starves.

Allied units leave in their movement (`leave`). Steps that the box has lost since they were paid for may come back.
"""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import UNITS, Automatic, Conditions, Frame, OfSide, Question, event, going_on, offer

from ..elimination import lose_step
from ..look import FortressLook, Play, members
from ..position import EXITED, GERMAN, PAID, WAITING
from ..supply.tracing import supplied

exited = event("exited", "31.15", "{unit} leaves the map to the east.", sort="move", unit=UNITS)
paid = event("paid", "31.15", "{unit} is taken off the map for exited Allied armour.", sort="loss", unit=UNITS)
recalled = event(
    "recalled", "31.15", "{unit} comes back, for exited Allied armour was lost.", sort="arrival", unit=UNITS
)


def leave(play: Play, unit: int) -> None:
    """An Allied unit leaves by the east edge; the Germans owe its steps."""
    play.take_off(unit, EXITED)
    play.position.exit_owed += play.position.units[unit].steps * play.game.rules.numbers["exit_loss"]
    exited(play, unit)


def box_steps(look: FortressLook) -> int:
    """Steps of Allied armour beyond the east edge."""
    return sum(look.position.units[unit].steps for unit in members(look.in_place(EXITED)))


def credit(look: FortressLook) -> int:
    """Steps that have been paid for, and that the box has lost since."""
    return max(look.position.exit_paid - box_steps(look), 0)


class Payment(Automatic[OfSide]):
    """The German turn begins: what left the map in the Allied turn before is paid for."""

    name, rule = "exit payment", "31.15"

    def run(self, play: Play, frame: OfSide) -> None:
        position = play.position
        owed, position.exit_owed = position.exit_owed, 0
        position.exit_paid += owed
        if owed:
            play.push(Paying(frame.side, owed))


class Paying(Frame, frozen=True):
    """So many German steps are still to be removed."""

    side: str
    steps: int


class Pay(Question[Paying]):
    """The German player removes steps of units in supply, no headquarters; one step for each that left at least."""

    name, rule = "paying", "31.15"

    def text(self, look: FortressLook, frame: Paying) -> str:
        return f"Allied armour has left the map: remove units or steps of yours ({frame.steps} still due)."

    @offer("remove", UNITS, "31.15", "Take it off the map")
    def remove(self, look: FortressLook, frame: Paying) -> Conditions:
        yield from self._payers(look)

    @remove.does
    def _(self, play: Play, frame: Paying, unit: int) -> None:
        steps = play.position.units[unit].steps
        play.take_off(unit, PAID)
        paid(play, unit)
        self._go_on(play, frame, steps)

    @offer("lose", UNITS, "31.15", "Take a step from it")
    def lose(self, look: FortressLook, frame: Paying) -> Conditions:
        yield from self._payers(look)
        several = sum(1 << unit for unit in members(look.position.on_board) if look.position.units[unit].steps > 1)
        yield several, "31.15", "{it} has a single step: it is removed whole"

    @lose.does
    def _(self, play: Play, frame: Paying, unit: int) -> None:
        lose_step(play, unit, "31.15")
        self._go_on(play, frame, 1)

    end = going_on("31.15", "Nobody is left", "no unit can be removed", lambda look, frame: not payers_left(look))

    def _payers(self, look: FortressLook) -> Conditions:
        game = look.game
        yield game.side_units[GERMAN], "31.15", "{it} is not a German unit"
        yield look.position.on_board, "31.15", "{it} is not in play"
        yield ~game.headquarters, "31.15", "headquarters are not removed"
        yield supplied(look, GERMAN), "31.15", "{it} is out of supply"

    def _go_on(self, play: Play, frame: Paying, steps: int) -> None:
        if steps < frame.steps:
            play.swap(Paying(frame.side, frame.steps - steps))
        else:
            play.pop()


def payers_left(look: FortressLook) -> bool:
    """Is there a German unit that can be removed?"""
    return bool(supplied(look, GERMAN) & ~look.game.headquarters)


class Recall(Acting[Acted]):
    """The German player chooses who comes back, as a reinforcement, for as many steps as the box has lost."""

    name, rule = "recall", "31.15"

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
