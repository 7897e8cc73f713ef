"""The Replacement Phase (4.3.B1, 4.3.C1, 27): points come, and their owner fills, raises and builds with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.questions import Acting, Handling, InHand
from bocage.rules import (
    HEXES,
    PLAIN,
    UNITS,
    Automatic,
    Conditions,
    OfSide,
    Units,
    event,
    going_on,
    met,
    offer,
    provided,
    pure,
)

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import AFRICA, ALLIED, ENGLAND, GERMAN, GONE
from . import eligible, funnies, points
from .arrivals import ground
from .panzer_reserve import choosing, comes_as

if TYPE_CHECKING:
    from ...game import Fortress

filled = event("filled", "27.7", "{unit} takes a replacement.", unit=UNITS)
raised = event("raised", "27.8", "{unit} is rebuilt in {place}.", sort="arrival", unit=UNITS, place="word")
strengthened = event("strengthened", "27.12", "{unit} becomes an overstrength division.", unit=UNITS)
revived = event(
    "revived", "27.13", "{troops} are broken up for {unit}, which appears at {node}.", sort="arrival", troops=UNITS,
    unit=UNITS, node=HEXES,
)  # fmt: skip


class ReplacementPhase(Automatic[OfSide]):
    """The Panzer Reserve's choice comes first, then this turn's points, then they are spent (19.4 of the facts)."""

    name, rule = "replacements", "27.1"

    def run(self, play: Play, frame: OfSide) -> None:
        for step in ("spending", "income"):
            play.start(step, frame.side)
        if frame.side == GERMAN and choosing(play.look):
            play.start("reserve choice", GERMAN)


class Income(Automatic[OfSide]):
    """This turn's points join those in store (27.1, 27.3)."""

    name, rule = "income", "27.1"

    def run(self, play: Play, frame: OfSide) -> None:
        points.receive(play, frame.side)


class Spending(InHand, frozen=True):
    """Replacements are spent. In hand is a unit that is being rebuilt, or HQ troops that make way for one."""

    acted: bool = False
    reformed: bool = False  # has the 79th been broken down or put together in this phase?


def _idle(look: FortressLook, frame: Spending) -> bool:
    return frame.hand < 0


def _troops(look: FortressLook, frame: Spending) -> bool:
    return frame.hand >= 0 and bool(look.game.hq_troops >> frame.hand & 1)


def _rebuilding(side: str) -> Callable[[FortressLook, Spending], bool]:
    """Is a destroyed unit of a side in hand?"""
    return lambda look, frame: frame.hand >= 0 and frame.side == side and not _troops(look, frame)


class Replacements(Acting[Spending], Handling[Spending]):
    """Units are filled, the destroyed raised, and what else points buy is done, in any order (27)."""

    name, rule = "spending", "27.7"

    def text(self, look: FortressLook, frame: Spending) -> str:
        if frame.hand < 0:
            return f"Replacements: {points.told(look, frame.side)} in store."
        name = look.counter(frame.hand).name
        if _troops(look, frame):
            return f"Choose the destroyed unit that takes the place of {name}."
        return f"Where is {name} rebuilt: {'England or Africa' if frame.side == ALLIED else 'in which German city'}?"

    @offer("fill", UNITS, "27.7", "Fill up a step", when=_idle)
    def fill(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from eligible.replaceable(look, frame.side)
        yield from eligible.receiving(look, frame.side)
        yield eligible.reduced(look), "27.8", "{it} is at full strength"
        yield from eligible.paid(look, frame.side, look.game.rules.numbers["step_cost"])

    @fill.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        points.spend(play, unit, play.game.rules.numbers["step_cost"])
        play.set_steps(unit, play.position.units[unit].steps + 1)
        play.position.resting |= 1 << unit
        covered = play.position.decoys >> unit & 1  # under a marker it is turned over unseen (31.6)
        filled(play, unit, eyes=(GERMAN,) if covered else None)

    @offer("raise", UNITS, "27.8", "Rebuild it", when=_idle)
    def raise_(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from eligible.raisable(look, frame.side)
        yield from eligible.housed(look, frame.side)
        yield from eligible.paid(look, frame.side, raising_cost(look))

    @raise_.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        play.swap(replace(frame, hand=unit))

    @offer("england", PLAIN, "27.8", "In England", when=_rebuilding(ALLIED))
    def england(self, look: FortressLook, frame: Spending) -> Conditions:
        return iter(())

    @england.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        play.put(rebuild(play, frame.hand, "England"), ENGLAND)
        play.swap(replace(frame, hand=-1, acted=True))

    @offer("africa", PLAIN, "27.8", "In Africa", when=_rebuilding(ALLIED))
    def africa(self, look: FortressLook, frame: Spending) -> Conditions:
        return iter(())

    @africa.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        play.put(rebuild(play, frame.hand, "Africa"), AFRICA)
        play.swap(replace(frame, hand=-1, acted=True))

    @offer("place", HEXES, "27.8", when=_rebuilding(GERMAN))
    def place(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from ground(look)

    @place.does
    def _(self, play: Play, frame: Spending, node: int) -> None:
        enter(play, rebuild(play, frame.hand, play.game.hex_name(node)), node)
        play.swap(replace(frame, hand=-1, acted=True))

    @offer("strengthen", UNITS, "27.12", "Make it an overstrength division", when=_idle)
    def strengthen(self, look: FortressLook, frame: Spending) -> Conditions:
        numbers = look.game.rules.numbers
        yield provided(frame.side == ALLIED), "27.12", "only the Americans build overstrength divisions"
        yield overstrength_kind(look.game), "27.12", "only American 6-4 infantry divisions become overstrength"
        yield ~eligible.reduced(look), "27.12", "{it} is not at full strength"
        yield ~overstrength(look), "27.12", "{it} is overstrength already"
        yield provided(look.position.overstrength_left > 0), "27.12", "every overstrength counter has been used"
        yield from eligible.receiving(look, ALLIED)
        yield from eligible.paid(look, ALLIED, numbers["overstrength_cost"])

    @strengthen.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        points.spend(play, unit, play.game.rules.numbers["overstrength_cost"])
        play.position.overstrength_left -= 1
        play.set_steps(unit, play.position.units[unit].steps + 1)
        play.position.resting |= 1 << unit
        strengthened(play, unit)

    @offer("troops", UNITS, "27.13", "Break up HQ troops", when=_idle)
    def troops(self, look: FortressLook, frame: Spending) -> Conditions:
        yield provided(frame.side == GERMAN), "27.13", "only the Germans have HQ troops"
        yield from eligible.troops(look)
        nobody = "there is no destroyed unit that could take its place, or no point for it"
        yield provided(bool(met(revivable(look)))), "27.13", nobody

    @troops.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        play.swap(replace(frame, hand=unit))

    @offer("revive", UNITS, "27.13", "Takes their place", when=_troops)
    def revive(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from revivable(look)

    @revive.does
    def _(self, play: Play, frame: Spending, unit: int) -> None:
        position = play.position
        node, frozen = position.units[frame.hand].at, position.frozen >> frame.hand & 1
        points.spend(play, unit, play.game.rules.numbers["hq_troops_cost"])
        play.take_off(frame.hand, GONE)
        unit = comes_as(play, unit)
        play.set_steps(unit, play.game.counters[unit].steps)
        play.put(unit, node)
        _new(play, unit)
        position.frozen |= frozen << unit  # 136 HQ Troops are frozen in the 15th district
        revived(play, frame.hand, unit, node)
        play.swap(replace(frame, hand=-1, acted=True))

    @offer("split", PLAIN, "27.11", "Break down the 79th", when=_idle)
    def split(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from funnies.may_split(look, frame)

    @split.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        funnies.split(play)
        play.swap(replace(frame, acted=True, reformed=True))

    @offer("rejoin", PLAIN, "27.11", "Put the 79th together", when=_idle)
    def rejoin(self, look: FortressLook, frame: Spending) -> Conditions:
        yield from funnies.may_rejoin(look, frame)

    @rejoin.does
    def _(self, play: Play, frame: Spending, _: int) -> None:
        funnies.rejoin(play)
        play.swap(replace(frame, acted=True, reformed=True))

    end = going_on("27.3", "Keep the rest", "the Replacement Phase is over", when=_idle)


def raising_cost(look: FortressLook) -> int:
    """What it costs to bring back a destroyed unit with one step (27.8)."""
    numbers = look.game.rules.numbers
    return numbers["dead_cost"] + numbers["step_cost"]


@pure(8)
def overstrength_kind(game: Fortress) -> Units:
    """American 6-4 infantry divisions (27.12)."""
    numbers = game.rules.numbers
    printed = numbers["overstrength_combat"], numbers["overstrength_movement"]
    return game.americans & sum(
        1 << unit
        for unit, counter in enumerate(game.counters)
        if counter.type == "infantry" and counter.division and (counter.combat[0], counter.movement[0]) == printed
    )


def overstrength(look: FortressLook) -> Units:
    """Divisions that have a step more than is printed on them (27.12)."""
    units, counters = look.position.units, look.game.counters
    kind = overstrength_kind(look.game)
    return sum(1 << unit for unit in members(kind) if units[unit].steps > counters[unit].steps)


def revivable(look: FortressLook) -> Conditions:
    """Destroyed units that may take the place of HQ troops: whoever can be replaced at all (27.13, ruling R107)."""
    yield from eligible.raisable(look, GERMAN)
    yield from eligible.paid(look, GERMAN, look.game.rules.numbers["hq_troops_cost"])


def rebuild(play: Play, unit: int, place: str) -> int:
    """A destroyed unit comes back with one step and does not move this turn (27.8); the unit that comes."""
    points.spend(play, unit, raising_cost(play.look))
    unit = comes_as(play, unit)
    play.set_steps(unit, 1)
    _new(play, unit)
    raised(play, unit, place)
    return unit


def _new(play: Play, unit: int) -> None:
    """A unit back from the dead does not move this turn; German paratroopers never drop again (27.8, 27.9)."""
    play.position.resting |= 1 << unit
    if play.game.counters[unit].para and play.game.counters[unit].side == GERMAN:
        play.position.rebuilt |= 1 << unit
