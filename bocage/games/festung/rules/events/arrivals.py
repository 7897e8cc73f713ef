"""Reinforcements and fortresses that a card brings (6.53-6.55)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from bocage.rules import HEXES, UNITS, Conditions, Frame, HexSet, Question, UnitNumber, Units, event, going_on, offer

from ...data import effects
from ..look import FestungLook, Play, members
from ..position import ALLIED, AXIS, UNUSED
from . import places
from .happening import Happening, effects_at

arrives = event("reinforcement", "6.53", "{unit} arrives at {node}.", sort="arrival", unit=UNITS, node=HEXES)
manned = event("fortress", "6.53", "{unit} is manned.", sort="arrival", side=AXIS, unit=UNITS)


class Reinforcing(Frame, frozen=True):
    """Units that a card brings are placed; the verb of the card is the one before `of.at`."""

    step: ClassVar[str] = "reinforcements"
    side: str
    of: Happening
    units: Units
    hand: UnitNumber = -1


def reinforce(play: Play, frame: Happening, effect: effects.Reinforce) -> None:
    """New units come at full strength; one that has come before does not come again."""
    numbers = play.game.unit_numbers
    wanted = sum(1 << numbers[name] for name in (*effect.units, *effect.introduce_if_absent))
    units = wanted & play.look.in_place(UNUSED)
    if units:
        play.push(Reinforcing(frame.side, frame, units))


def sites(look: FestungLook, frame: Reinforcing, unit: int) -> HexSet:
    """Where one of them may be placed: where the card says, or where it says otherwise if that is nowhere."""
    effect = effects_at(look.game, frame.of)[frame.of.at]
    assert isinstance(effect, effects.Reinforce)
    kind = look.kind(unit)
    found = places.open_to(look, unit, places.named(look, effect.where, frame.side, kind))
    return found or places.open_to(look, unit, places.named(look, effect.otherwise, frame.side, kind))


class Reinforcements(Question[Reinforcing]):
    """All of them are placed, each where its owner likes (6.53)."""

    name, rule = "reinforcements", "6.53"

    def hand(self, look: FestungLook, frame: Reinforcing) -> Units:
        return 1 << frame.hand if frame.hand >= 0 else 0

    def text(self, look: FestungLook, frame: Reinforcing) -> str:
        if frame.hand >= 0:
            return f"Where does {look.counter(frame.hand).name} arrive?"
        return f"Reinforcements: {look.unit_names(frame.units)}."

    @offer("pick", UNITS, "6.53", "Place it", when=lambda look, frame: frame.hand < 0)
    def pick(self, look: FestungLook, frame: Reinforcing) -> Conditions:
        yield frame.units, "6.53", "the card does not bring {it}"
        homeless = sum(1 << unit for unit in members(frame.units) if not sites(look, frame, unit))
        yield ~homeless, "7.11", "there is no room for {it}"

    @offer("place", HEXES, lambda look, frame: "6.54" if frame.side == ALLIED else "6.55", "Place it here",
           when=lambda look, frame: frame.hand >= 0)  # fmt: skip
    def place(self, look: FestungLook, frame: Reinforcing) -> Conditions:
        yield sites(look, frame, frame.hand), "6.53", "the unit cannot arrive at {it}"

    @place.does
    def _(self, play: Play, frame: Reinforcing, node: int) -> None:
        unit = frame.hand
        play.set_steps(unit, play.game.counters[unit].steps)
        play.put(unit, node)
        arrives(play, unit, node)
        rest = frame.units & ~(1 << unit)
        if rest:
            play.swap(replace(frame, units=rest, hand=-1))
        else:
            play.pop()

    @offer("end", "plain", "6.53", "The others have no place", when=lambda look, frame: frame.hand < 0)
    def end(self, look: FestungLook, frame: Reinforcing) -> Conditions:
        placed = any(sites(look, frame, unit) for unit in members(frame.units))
        yield not placed, "6.53", "all units must be placed that have a place to go"


# Fortresses


class Manning(Frame, frozen=True):
    """Fortresses come into their own hexes: how many more, and with how many steps."""

    step: ClassVar[str] = "fortresses"
    side: str
    left: int
    steps: int


def fortress(play: Play, frame: Happening, effect: effects.Fortress) -> None:
    """Up to so many fortresses that were never used come into their own hexes."""
    if can_be_manned(play.look):
        play.push(Manning(frame.side, effect.count, 2 if effect.step == "full" else 1))


def can_be_manned(look: FestungLook) -> Units:
    """Unused fortresses whose hex is Axis, has room, and no Allied unit beside it."""
    game = look.game
    beside = game.board.step(look.occupied(ALLIED) & game.board.hexes)
    found = 0
    for unit in members(game.fortresses & look.in_place(UNUSED)):
        home = 1 << game.fortress_homes[unit]
        if home & look.controls(AXIS) & ~beside and look.has_room(unit, game.fortress_homes[unit]):
            found |= 1 << unit
    return found


class Fortresses(Question[Manning]):
    """Each goes where its name says (2.21)."""

    name, rule = "fortresses", "6.53"

    def text(self, look: FestungLook, frame: Manning) -> str:
        return f"Man up to {frame.left} fortress{'es' * (frame.left > 1)} that have not been used."

    @offer("pick", UNITS, "6.53", "Man it")
    def pick(self, look: FestungLook, frame: Manning) -> Conditions:
        yield look.game.fortresses, "2.21", "{it} is no fortress"
        yield look.in_place(UNUSED), "6.53", "{it} has been used"
        yield can_be_manned(look), "6.53", "the hex of {it} is not Axis, is full, or has an Allied unit beside it"

    @pick.does
    def _(self, play: Play, frame: Manning, unit: int) -> None:
        play.set_steps(unit, frame.steps)
        play.put(unit, play.game.fortress_homes[unit])
        manned(play, unit)
        if frame.left > 1:
            play.swap(replace(frame, left=frame.left - 1))
        else:
            play.pop()

    end = going_on("6.53", "Man no more")
