"""The Supply Phase (4.3.B7, 4.3.C7): repairs, too many units in Europe, and who is out of supply loses a step."""

from __future__ import annotations

from bocage.parts import rations
from bocage.rules import UNITS, Conditions, OfSide, Question, Units, automatic, event, going_on, offer

from ..elimination import lose_step
from ..look import FortressLook, Play, members
from ..position import ALLIED, EXITED
from . import ports
from .capacity import capacity, counted
from .tracing import at_ease, by_drop, room, supplied, wants

hungry = event("out of supply", "18.1", "Out of supply: {units}.", sort="loss")
overflowing = event(
    "too many units", "18.7.5", "The supply capacity is {level}: as many steps are lost.", side=ALLIED, level="number"
)


@automatic("supply", "18.1")
def supply_phase(play: Play, side: str) -> None:
    """Ports are repaired, units beyond the capacity lose steps, and then all who have no supply (18.1, 18.3)."""
    if side != ALLIED:
        mine = play.position.on_board & play.game.side_units[side]
        starve(play, side, mine & ~supplied(play.look, side), "18.3")
        return
    ports.repair(play)
    play.push(Rationing(ALLIED))
    short = -capacity(play.look)
    # Whoever could not be moved away in time since the capacity fell pays for it (18.7.5, ruling R22).
    if short > 0 and play.position.start_capacity < 0:
        overflowing(play, -short)
        play.push(Overflowing(ALLIED, short))


class Overflowing(OfSide, frozen=True):
    """So many Allied units lose a step each."""

    steps: int
    paid: Units = 0


class Overflow(Question[Overflowing], name="overflow", rule="18.7.5"):
    """The Allied player chooses the units that are reduced, one step each (18.7.5)."""

    def text(self, look: FortressLook, frame: Overflowing) -> str:
        return f"Too many units in Europe: choose a unit that loses a step ({frame.steps} more)."

    @offer("lose", UNITS, "18.7.5")
    def lose(self, look: FortressLook, frame: Overflowing) -> Conditions:
        yield counted(look), "18.7.5", "{it} does not count against the supply capacity"
        yield ~frame.paid, "18.7.5", "{it} has lost its step"

    @lose.does
    def _(self, play: Play, frame: Overflowing, unit: int) -> None:
        play.pop()
        lose_step(play, unit, "18.7.5", play.rules.numbers["overflow_loss"])
        paid = frame.paid | 1 << unit
        if frame.steps > 1:  # so many are there: each unit counts for one
            play.push(Overflowing(ALLIED, frame.steps - 1, paid))


class Rationing(OfSide, frozen=True):
    """Some Allied units go without supply, so that all others have theirs."""

    without: Units = 0


def served(look: FortressLook, frame: Rationing) -> dict[int, int]:
    """Who draws a ration unless there are too many: unit -> the ports that can give it."""
    return {unit: ways for unit, ways in wants(look).items() if ways and not frame.without >> unit & 1}


def short(look: FortressLook, frame: Rationing) -> int:
    """How many more must go without."""
    asked = served(look, frame)
    return len(asked) - len(rations.served(asked, room(look)))


class Rationed(Question[Rationing], name="rationing", rule="18.2"):
    """Where ports serve too few the Allied player chooses who goes without, and all without starve (18.2, R20)."""

    def text(self, look: FortressLook, frame: Rationing) -> str:
        return f"Ports serve too few: choose a unit that goes without supply ({short(look, frame)} more)."

    @offer("starve", UNITS, "18.2", "Goes without", when=lambda look, frame: short(look, frame) > 0)
    def starve(self, look: FortressLook, frame: Rationing) -> Conditions:
        asked = served(look, frame)
        yield sum(1 << unit for unit in wants(look)), "18.4", "{it} needs no supply from a port"
        yield sum(1 << unit for unit in asked), "18.2", "{it} goes without already"
        yield rations.spare(asked, room(look)), "18.2", "without {it} no other unit would be supplied in its place"

    starve.adds("without")
    end = going_on("18.2", when=lambda look, frame: not short(look, frame))

    @end.does
    def _(self, play: Play, frame: Rationing, _: int) -> None:
        play.pop()
        look = play.look
        fed = sum(1 << unit for unit in served(look, frame)) | at_ease(look, ALLIED) | by_drop(look)
        starve(play, ALLIED, (look.ashore() | look.in_place(EXITED)) & ~fed, "18.1")


def starve(play: Play, side: str, units: Units, rule: str) -> None:
    """These units of a side are out of supply: each loses a step (18.1, 18.3)."""
    position, numbers = play.position, play.game.rules.numbers
    position.unsupplied = position.unsupplied & ~play.game.side_units[side] | units
    if units:
        hungry(play, tuple(members(units)), rule=rule)
    for unit in members(units):
        lose_step(play, unit, rule, numbers["unsupplied_loss"])
