"""The Supply Phase (4.3.B7, 4.3.C7): repairs, too many units in Europe, and who is out of supply loses a step."""

from __future__ import annotations

from bocage.parts import rations
from bocage.rules import UNITS, Automatic, Conditions, Frame, OfSide, Question, Units, event, offer

from ..elimination import lose_step
from ..look import FortressLook, Play, members
from ..position import ALLIED, EXITED
from . import ports
from .capacity import capacity, counted
from .tracing import room, supplied, wants

hungry = event("out of supply", "18.1", "Out of supply: {units}.", sort="loss", units=UNITS)
overflowing = event(
    "too many units", "18.7.5", "The supply capacity is {level}: as many steps are lost.", side=ALLIED, level="number"
)


class SupplyPhase(Automatic[OfSide]):
    """Ports are repaired, units beyond the capacity lose steps, and then all who have no supply (18.1, 18.3)."""

    name, rule = "supply", "18.1"

    def run(self, play: Play, frame: OfSide) -> None:
        play.start("supply check", frame.side)
        if frame.side == ALLIED:
            ports.repair(play)
            short = -capacity(play.look)
            # Whoever could not be moved away in time since the capacity fell pays for it (18.7.5, ruling R22).
            if short > 0 and play.position.start_capacity < 0:
                overflowing(play, -short)
                play.push(Overflowing(ALLIED, short))


class Overflowing(Frame, frozen=True):
    """So many Allied units lose a step each."""

    side: str
    steps: int
    paid: Units = 0


class Overflow(Question[Overflowing]):
    """The Allied player chooses the units that are reduced, one step each (18.7.5)."""

    name, rule = "overflow", "18.7.5"

    def text(self, look: FortressLook, frame: Overflowing) -> str:
        return f"Too many units in Europe: choose a unit that loses a step ({frame.steps} more)."

    @offer("lose", UNITS, "18.7.5")
    def lose(self, look: FortressLook, frame: Overflowing) -> Conditions:
        yield counted(look), "18.7.5", "{it} does not count against the supply capacity"
        yield ~frame.paid, "18.7.5", "{it} has lost its step"

    @lose.does
    def _(self, play: Play, frame: Overflowing, unit: int) -> None:
        play.pop()
        for _ in range(play.game.rules.numbers["overflow_loss"]):
            lose_step(play, unit, "18.7.5")
        paid = frame.paid | 1 << unit
        if frame.steps > 1:  # so many are there: each unit counts for one
            play.push(Overflowing(ALLIED, frame.steps - 1, paid))


class SupplyCheck(Automatic[OfSide]):
    """Whoever finds no supply is out of it; where ports serve too few, the owner chooses who goes without (18.2)."""

    name, rule = "supply check", "18.2"

    def run(self, play: Play, frame: OfSide) -> None:
        look = play.look
        if frame.side == ALLIED:
            asked = wants(look)
            hopeless = sum(1 << unit for unit, ways in asked.items() if not ways)
            short = len(asked) - hopeless.bit_count() - len(rations.served(asked, room(look)))
            if short:
                play.push(Rationing(frame.side, hopeless, short))
                return
        mine = play.position.on_board & play.game.side_units[frame.side] & play.game.land_units
        starve(play, frame.side, (mine | look.in_place(EXITED, frame.side)) & ~supplied(look, frame.side))


class Rationing(Frame, frozen=True):
    """So many more units must go without, besides those chosen or without any line."""

    side: str
    without: Units
    short: int


class Rationed(Question[Rationing]):
    """The Allied player chooses who goes without supply, so that all others have theirs (18.2, ruling R20)."""

    name, rule = "rationing", "18.2"

    def text(self, look: FortressLook, frame: Rationing) -> str:
        return f"Ports serve too few: choose a unit that goes without supply ({frame.short} more)."

    @offer("starve", UNITS, "18.2", "Goes without")
    def starve(self, look: FortressLook, frame: Rationing) -> Conditions:
        asked = wants(look)
        yield sum(1 << unit for unit in asked), "18.4", "{it} needs no supply from a port"
        yield ~frame.without, "18.2", "{it} goes without already"
        left = {unit: ways for unit, ways in asked.items() if not frame.without >> unit & 1}
        yield rations.spare(left, room(look)), "18.2", "without {it} no other unit would be supplied in its place"

    @starve.does
    def _(self, play: Play, frame: Rationing, unit: int) -> None:
        without = frame.without | 1 << unit
        if frame.short > 1:
            play.swap(Rationing(frame.side, without, frame.short - 1))
            return
        play.pop()
        look = play.look
        asked = sum(1 << other for other in wants(look))
        starve(play, frame.side, without | look.ashore() & ~asked & ~supplied(look, frame.side))


def starve(play: Play, side: str, units: Units) -> None:
    """These units are out of supply: each loses a step (18.1, 18.3)."""
    position, rule = play.position, "18.1" if side == ALLIED else "18.3"
    position.unsupplied = position.unsupplied & ~play.game.side_units[side] | units
    if units:
        hungry(play, tuple(members(units)), rule=rule)
    for unit in members(units):
        for _ in range(play.game.rules.numbers["unsupplied_loss"]):
            lose_step(play, unit, rule)
