"""Substitutes: who leaves in the place of a unit that is destroyed or out of supply (26.8, 28.1).

The schedule calls units away for good, or to the Panzer Reserve; whoever leaves instead is the closest in type and
combat value, and his owner breaks ties.
"""

from __future__ import annotations

from bocage.parts.placing import lowest
from bocage.rules import UNITS, Automatic, Conditions, Frame, Question, UnitNumber, Units, event, offer

from ..look import FortressLook, Play, members
from ..position import AFRICA, ENGLAND, GONE, RESERVE, WAITING, WITHDRAWN
from ..supply.tracing import supplied
from .schedule import nearest

HELD = (ENGLAND, AFRICA, RESERVE, WAITING)  # off the map, and in the game

stood_in = event("substituted", "26.8", "{unit} is withdrawn in the place of {missing}.", unit=UNITS, missing=UNITS)
joined = event(
    "into reserve instead", "28.1", "{unit} goes to the Panzer Reserve in the place of {missing}.", unit=UNITS,
    missing=UNITS,
)  # fmt: skip


class Seeking(Frame, frozen=True):
    """Units that are called away and cannot go; `rule` says whether for good (26.8) or to the reserve (28.1)."""

    side: str
    missing: Units
    rule: str


class Choosing(Frame, frozen=True):
    """Several are as good to leave in the place of one unit."""

    side: str
    missing: UnitNumber
    rule: str


class Substitution(Automatic[Seeking]):
    """A substitute leaves for each of them; if there is none, nobody does (26.8, 28.1)."""

    name, rule = "substitution", "26.8"

    def run(self, play: Play, frame: Seeking) -> None:
        unit = lowest(frame.missing)
        if frame.missing & ~(1 << unit):
            play.push(Seeking(frame.side, frame.missing & ~(1 << unit), frame.rule))
        found = fitting(play.look, frame.side, unit, frame.rule)
        if found.bit_count() > 1:
            play.push(Choosing(frame.side, unit, frame.rule))
        elif found:
            stand_in(play, unit, found.bit_length() - 1, frame.rule)


class Substitutes(Question[Choosing]):
    """The owner chooses among those who are equally close (26.8, 28.1)."""

    name = "substitutes"

    def text(self, look: FortressLook, frame: Choosing) -> str:
        where = "be withdrawn" if frame.rule == "26.8" else "go to the Panzer Reserve"
        return f"{look.counter(frame.missing).name} cannot {where}: choose the unit that leaves in its place."

    @offer("substitute", UNITS, "", "Leaves in its place")
    def substitute(self, look: FortressLook, frame: Choosing) -> Conditions:
        rule = frame.rule
        yield look.game.side_units[frame.side], rule, "{it} is not yours"
        if rule == "28.1":
            yield look.game.armored_units, rule, "only armoured units go to the Panzer Reserve"
        yield available(look, frame.side, rule), rule, "{it} is not there, or is out of supply"
        closer = "others are closer than {it} in type and combat value"
        yield fitting(look, frame.side, frame.missing, rule), rule, closer

    @substitute.does
    def _(self, play: Play, frame: Choosing, unit: int) -> None:
        play.pop()
        stand_in(play, frame.missing, unit, frame.rule)


def available(look: FortressLook, side: str, rule: str) -> Units:
    """Units of a side that can leave: supplied on the map; for good also from a base, the reserve, or waiting."""
    held = sum(look.in_place(place, side) for place in HELD) if rule == "26.8" else 0
    return (supplied(look, side) | held) & look.game.land_units


def fitting(look: FortressLook, side: str, missing: int, rule: str) -> Units:
    """Who may stand in for a unit: armour for the reserve; else its type before others, and staffs for staffs alone."""
    game = look.game
    there = available(look, side, rule) & ~(1 << missing)
    if rule == "28.1":
        return nearest(look, missing, members(there & game.armored_units))
    staffs = game.headquarters if game.headquarters >> missing & 1 else ~game.headquarters
    units, kind = members(there & staffs), look.kind(missing)
    return nearest(look, missing, [unit for unit in units if look.kind(unit) == kind] or units)


def stand_in(play: Play, missing: int, unit: int, rule: str) -> None:
    """A unit leaves for another. Of the destroyed neither is ever rebuilt; else both change their roles (26.8)."""
    position, ids = play.position, play.game.unit_ids
    if rule == "28.1":
        play.take_off(unit, RESERVE)
        joined(play, unit, missing)
        return
    roles = {number: position.substitutes.get(ids[number], ids[number]) for number in (missing, unit)}
    changed = {ids[unit]: roles[missing]}
    if position.units[missing].at >= 0:
        changed[ids[missing]] = roles[unit]
    else:
        play.put(missing, GONE)
    position.substitutes = {**position.substitutes, **changed}
    play.take_off(unit, WITHDRAWN)
    stood_in(play, unit, missing)
