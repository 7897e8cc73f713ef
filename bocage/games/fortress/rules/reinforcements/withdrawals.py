"""Withdrawals (26.7 to 26.10): units leave as their owner's turn begins, or others leave in their place."""

from __future__ import annotations

from bocage.parts.placing import lowest
from bocage.rules import UNITS, Automatic, Conditions, Frame, OfSide, Question, UnitNumber, Units, event, offer

from ..look import FortressLook, Play, members
from ..position import AFRICA, ENGLAND, GONE, RESERVE, WAITING, WITHDRAWN
from ..supply.tracing import supplied
from .schedule import DESTROYED, WITHDRAW, due, nearest

HELD = (ENGLAND, AFRICA, RESERVE, WAITING)  # off the map, and in the game

withdrawn = event("withdrawn", "26.7", "{unit} is withdrawn from the game.", unit=UNITS)
stood_in = event("substituted", "26.8", "{unit} is withdrawn in the place of {missing}.", unit=UNITS, missing=UNITS)


class Seeking(Frame, frozen=True):
    """Units that should leave and cannot: for each a substitute is sought."""

    side: str
    missing: Units


class Choosing(Frame, frozen=True):
    """Several are as good to leave in the place of one unit."""

    side: str
    missing: UnitNumber


class Withdrawals(Automatic[OfSide]):
    """Who is due leaves as he is, in contact with the enemy or not, but not out of supply (26.7, 26.8, R39, R112)."""

    name, rule = "withdrawals", "26.7"

    def run(self, play: Play, frame: OfSide) -> None:
        look, missing = play.look, 0
        for unit in due(look, frame.side, WITHDRAW):
            if available(look, frame.side) >> unit & 1:
                play.take_off(unit, WITHDRAWN)
                withdrawn(play, unit)
            elif (at := look.position.units[unit].at) >= 0 or at in DESTROYED:
                missing |= 1 << unit
        if missing:
            play.push(Seeking(frame.side, missing))


class Substitution(Automatic[Seeking]):
    """A substitute leaves for each who is destroyed or out of supply; if there is none, nobody does (26.8)."""

    name, rule = "substitution", "26.8"

    def run(self, play: Play, frame: Seeking) -> None:
        unit = lowest(frame.missing)
        if frame.missing & ~(1 << unit):
            play.push(Seeking(frame.side, frame.missing & ~(1 << unit)))
        found = fitting(play.look, frame.side, unit)
        if found.bit_count() > 1:
            play.push(Choosing(frame.side, unit))
        elif found:
            stand_in(play, unit, found.bit_length() - 1)


class Substitutes(Question[Choosing]):
    """The owner chooses among those who are equally close (26.8)."""

    name, rule = "substitutes", "26.8"

    def text(self, look: FortressLook, frame: Choosing) -> str:
        return f"{look.counter(frame.missing).name} cannot be withdrawn: choose the unit that leaves in its place."

    @offer("substitute", UNITS, "26.8", "Leaves in its place")
    def substitute(self, look: FortressLook, frame: Choosing) -> Conditions:
        yield look.game.side_units[frame.side], "26.8", "{it} is not yours"
        yield available(look, frame.side), "26.8", "{it} is not there, or is out of supply"
        yield (
            fitting(look, frame.side, frame.missing),
            "26.8",
            "others are closer than {it} in type and combat value",
        )

    @substitute.does
    def _(self, play: Play, frame: Choosing, unit: int) -> None:
        play.pop()
        stand_in(play, frame.missing, unit)


def available(look: FortressLook, side: str) -> Units:
    """Units of a side that can leave: supplied on the map, in a base, in the Panzer Reserve or waiting (26.10)."""
    held = sum(look.in_place(place, side) for place in HELD)
    return (supplied(look, side) | held) & look.game.side_units[side] & look.game.land_units


def fitting(look: FortressLook, side: str, missing: int) -> Units:
    """Who may stand in for a unit: of its type with its value, then of its type, then of any, the closest first."""
    game = look.game
    staffs = game.headquarters if game.headquarters >> missing & 1 else ~game.headquarters
    there = members(available(look, side) & staffs & ~(1 << missing))
    kind = look.kind(missing)
    return nearest(look, missing, [unit for unit in there if look.kind(unit) == kind] or there)


def stand_in(play: Play, missing: int, unit: int) -> None:
    """A unit leaves for another. Of the destroyed neither is ever rebuilt; else both change their roles (26.8)."""
    position, ids = play.position, play.game.unit_ids
    roles = {number: position.substitutes.get(ids[number], ids[number]) for number in (missing, unit)}
    changed = {ids[unit]: roles[missing]}
    if position.units[missing].at >= 0:
        changed[ids[missing]] = roles[unit]
    else:
        play.put(missing, GONE)
    position.substitutes = {**position.substitutes, **changed}
    play.take_off(unit, WITHDRAWN)
    stood_in(play, unit, missing)
