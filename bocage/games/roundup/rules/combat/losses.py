"""Step losses and eliminations (3.4, 8.4, 11.13.1), and the owner's choice of them."""

from __future__ import annotations

from typing import ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame, Node, Units
from bocage.engine.steps import Automatic, Clause, Offer, Question
from bocage.parts.stacks import may_go
from bocage.parts.stacks import members as members

from ..look import Play, RoundupLook
from ..position import ALLIED, DEAD, GERMAN, TRACK


def lose_step(play: Play, unit: int, rule: str) -> None:
    """Flip the unit, or remove it if this was its last step (3.4)."""
    if play.position.units[unit].steps > 1:
        play.set_steps(unit, play.position.units[unit].steps - 1)
        play.tell("step lost", rule, unit)
    else:
        eliminate(play, unit, rule)


def eliminate(play: Play, unit: int, rule: str) -> None:
    """Remove a unit. Allied non-divisional units roll for their return (8.4); others are gone."""
    position, game = play.position, play.game
    look = game.look(position)
    counter = game.counters[unit]
    supply = look.supply_of(unit)
    if counter.side == ALLIED and not counter.divisional:
        # On turn 1 every unit is in supply; what counts is how it would be supplied (R21).
        sheltered = look.overland(unit) or look.thin_supply_of(unit) == "coastal"
        play.tell("eliminated", rule, unit)
        (die,) = play.roll()
        turn = position.turn + (play.rules.returns[die - 1] if sheltered else die)
        if turn <= play.rules.turns:
            position.returning = {**position.returning, counter.id: turn}
            play.take_off(unit, TRACK)
            play.tell("returns", "8.4", unit, die, turn)
        else:
            play.take_off(unit, DEAD)
            play.tell("returns too late", "8.4", unit, die)
    else:
        play.take_off(unit, DEAD)
        play.tell("eliminated", rule, unit)
        if play.rules.kampfgruppe_price and counter.side == GERMAN and counter.divisional and supply:
            position.kampfgruppe_points += 1
            play.tell("kampfgruppe point", "15.19", position.kampfgruppe_points)


class Losing(Frame, frozen=True):
    """A side must take one step from those of these units that are left."""

    step: ClassVar[str] = "loss due"
    side: str
    units: Units
    rule: str
    divisions_first: bool = False  # 15.13


class LossDue(Automatic[Losing]):
    """Asks the owner, if anyone is left who can pay."""

    name = "loss due"

    def run(self, play: Play, frame: Losing) -> None:
        if frame.units & play.position.on_board:
            play.push(Giving(frame.side, frame.units & play.position.on_board, frame.rule, frame.divisions_first))


class Giving(Losing, frozen=True):
    """The owner chooses the unit."""

    step: ClassVar[str] = "losses"


class Losses(Question[Giving]):
    """The owner chooses which unit loses a step (11.13.1, 11.13.4, 11.13.6)."""

    name = "losses"
    offers = ("lose",)

    def case(self, look: RoundupLook, frame: Giving) -> str:
        return frame.rule

    def offer_of(self, look: RoundupLook, frame: Giving, verb: str) -> Offer:
        return super().offer_of(look, frame, verb)._replace(rule=frame.rule)

    def text(self, look: RoundupLook, frame: Giving) -> str:
        return "Choose the unit that loses a step."

    def answer(self, play: Play, frame: Giving, action: Action) -> None:
        play.pop()
        lose_step(play, action.index, frame.rule)


def _in_this_battle(look: RoundupLook, frame: Giving) -> int:
    return frame.units & look.position.on_board


def _explain_loss(look: RoundupLook, frame: Giving, unit: int) -> tuple[str, str]:
    if look.game.counters[unit].side != frame.side:
        return frame.rule, "this step is lost by the other side; {it} is not one of its units"
    if not look.position.on_board >> unit & 1:
        return frame.rule, "{it} is not on the map"
    return frame.rule, "{it} is not one of the units that this result hits"


def _divisions_if_any(look: RoundupLook, frame: Giving) -> int:
    divisions = look.game.divisions & frame.units & look.position.on_board
    return divisions if frame.divisions_first and divisions else -1


LOSE = Offer(
    "lose",
    "11.13.1",
    (
        Clause("battle", "11.13.1", "", _in_this_battle, _explain_loss),
        Clause("divisions", "15.13", "a division takes part, so a division pays for the exchange", _divisions_if_any),
    ),
)


class Checking(Frame, frozen=True):
    """A checkpoint of the stacking limits for one side."""

    step: ClassVar[str] = "stacking check"
    side: str


class StackingCheck(Automatic[Checking]):
    """At the end of placement, movement and combat the limits must hold (3.1)."""

    name = "stacking check"
    rule = "3.1"

    def begin(self, play: Play, side: str) -> Checking:
        return Checking(side)

    def run(self, play: Play, frame: Checking) -> None:
        look = play.game.look(play.position)
        over = look.overstacked(frame.side)
        if over:
            play.push(frame)
            play.push(Thinning(frame.side, over[0]))


class Thinning(Frame, frozen=True):
    """A side must eliminate units from an over-full hex."""

    step: ClassVar[str] = "overstacked"
    side: str
    at: Node


class Overstacked(Question[Thinning]):
    """The owner eliminates enough units of his choice from an over-full hex (3.1)."""

    name = "overstacked"
    rule = "3.1"
    offers = ("eliminate",)

    def text(self, look: RoundupLook, frame: Thinning) -> str:
        rule, why = look.stacking_rule(look.position.stacks[frame.at])
        return f"Too many units in {look.game.board.labels[frame.at]}: {why} ({rule}). Eliminate one."

    def answer(self, play: Play, frame: Thinning, action: Action) -> None:
        play.pop()
        eliminate(play, action.index, "3.1")


def _in_the_hex(look: RoundupLook, frame: Thinning) -> int:
    return sum(1 << unit for unit in look.position.stacks[frame.at])


def _enough(look: RoundupLook, frame: Thinning) -> int:
    return sum(1 << unit for unit in may_go(look.position.stacks[frame.at], look.fits))


ELIMINATE = Offer(
    "eliminate",
    "3.1",
    (
        Clause("hex", "3.1", "{it} is not in the over-full hex", _in_the_hex),
        Clause(
            "enough", "3.1", "eliminating {it} would not help: choose a unit without which the stack is legal", _enough
        ),
    ),
)

FRAMES = (Losing, Giving, Checking, Thinning)
STEPS = (LossDue(), Losses(), StackingCheck(), Overstacked())
OFFERS = {"lose": LOSE, "eliminate": ELIMINATE}
__all__ = ["FRAMES", "OFFERS", "STEPS", "Losing", "eliminate", "lose_step", "members"]
