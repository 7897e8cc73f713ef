"""Step losses and eliminations (3.4, 8.4, 11.13.1), and the owner's choice of them; over-full hexes (3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from bocage.parts.combat import losses
from bocage.parts.stacks import may_go
from bocage.rules import DIE, UNITS, WORD, Automatic, Conditions, Frame, Node, OfSide, Question, Units, event, offer

from ..look import Play, RoundupLook
from ..position import ALLIED, DEAD, GERMAN, TRACK
from ..supply import overland, supplied

if TYPE_CHECKING:
    from ...game import Roundup


def whose(game: Roundup, unit: int, *rest: Any) -> str:
    """The unit for which a die was rolled."""
    return game.unit_ids[unit]


weakened = event("step lost", "3.4", "{unit} loses a step.", sort="loss", unit=UNITS)
eliminated = event("eliminated", "3.4", "{unit} is eliminated.", sort="loss", unit=UNITS)
returns = event(
    "returns", "8.4", "{unit} rolls {die} and returns on turn {turn}.",
    sort="dice", roll=whose, unit=UNITS, die=DIE, turn=WORD,
)  # fmt: skip
too_late = event(
    "returns too late", "8.4", "{unit} rolls {die} and will not be back in time.",
    sort="dice", roll=whose, unit=UNITS, die=DIE,
)  # fmt: skip
avenged = event("kampfgruppe point", "15.19", "The Germans have {points} Kampfgruppe points.", points=WORD)


def eliminate(play: Play, unit: int, rule: str) -> None:
    """Remove a unit. Allied non-divisional units roll for their return (8.4); others are gone."""
    position, game, rules, look = play.position, play.game, play.game.rules, play.look
    counter = game.counters[unit]
    if counter.side == ALLIED and not counter.divisional:
        # On turn 1 every unit is in supply; what counts is how it would be supplied (R21).
        coastal = game.data.coastal >> position.units[unit].at & 1
        sheltered = coastal or overland(look, unit)
        eliminated(play, unit, rule=rule)
        (die,) = play.roll()
        turn = position.turn + (rules.returns[die - 1] if sheltered else die)
        if turn <= rules.turns:
            position.returning = {**position.returning, counter.id: turn}
            play.take_off(unit, TRACK)
            returns(play, unit, die, turn)
        else:
            play.take_off(unit, DEAD)
            too_late(play, unit, die)
        return
    counts = rules.kampfgruppe_price and counter.side == GERMAN and counter.divisional and supplied(look, unit)
    play.take_off(unit, DEAD)
    eliminated(play, unit, rule=rule)
    if counts:
        position.kampfgruppe_points += 1
        avenged(play, position.kampfgruppe_points)


lose_step = losses.StepLoss(weakened, eliminate)


class Losing(Frame, frozen=True):
    """A side must take one step from those of these units that are left."""

    steps: ClassVar[int] = 1
    side: str
    units: Units
    rule: str
    divisions_first: bool = False  # 15.13


class Giving(Losing, frozen=True):
    """The owner chooses the unit."""


class LossDue(losses.LossesDue[Losing]):
    """Asks the owner, if anyone is left who can pay."""

    name, lose_step = "loss due", lose_step


class Losses(losses.Losses[Giving]):
    """The owner chooses which unit loses a step (11.13.1, 11.13.4, 11.13.6)."""

    name, due, lose_step = "losses", "loss due", lose_step

    def payers(self, look: RoundupLook, frame: Giving) -> Conditions:
        on_board = look.position.on_board
        yield on_board, frame.rule, "{it} is not on the map"
        yield frame.units, frame.rule, "{it} is not one of the units that this result hits"
        divisions = look.game.divisions & frame.units & on_board
        if frame.divisions_first and divisions:
            yield divisions, "15.13", "a division takes part, so a division pays for the exchange"


class StackingCheck(Automatic[OfSide]):
    """At the end of placement, movement and combat the limits must hold (3.1, R41)."""

    name, rule = "stacking check", "3.1"

    def run(self, play: Play, frame: OfSide) -> None:
        over = play.look.overstacked(frame.side)
        if over:
            play.push(frame)
            play.push(Thinning(frame.side, over[0]))


class Thinning(Frame, frozen=True):
    """A side must eliminate units from an over-full hex."""

    side: str
    at: Node


class Overstacked(Question[Thinning]):
    """The owner eliminates enough units of his choice from an over-full hex (3.1, R41)."""

    name, rule, points_at = "overstacked", "3.1", "at"

    def text(self, look: RoundupLook, frame: Thinning) -> str:
        rule, why = look.stacking_rule(frame.at)
        return f"Too many units in {look.game.board.labels[frame.at]}: {why} ({rule}). Eliminate one."

    @offer("eliminate", UNITS, "3.1")
    def eliminate(self, look: RoundupLook, frame: Thinning) -> Conditions:
        stack = look.stack(frame.at)
        yield sum(1 << unit for unit in stack), "3.1", "{it} is not in the over-full hex"
        enough = sum(1 << unit for unit in may_go(stack, look.fits))
        yield enough, "3.1", "eliminating {it} would not help: choose a unit without which the stack is legal"

    @eliminate.does
    def _(self, play: Play, frame: Thinning, unit: int) -> None:
        play.pop()
        eliminate(play, unit, "3.1")
