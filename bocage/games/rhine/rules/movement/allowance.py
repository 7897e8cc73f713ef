"""How far a unit may move: allowances, speed limits, bonus hexes, and what is left of them for an attack (MOV, EXP)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import Frame, UnitNumber, once

from ..look import RhineLook, members
from ..position import ALLIED, EXPLOITATION, FULL, GERMAN, SHORT, VERY_BAD
from ..supply import ways


class Moving(Frame, frozen=True):
    """A side moves; `hand` is the unit being moved.

    The frame holds nothing of the unit but what everybody can see: the hexes it has entered and the supply of the hex
    it came from. Its allowance would betray which piece moves face down.
    """

    side: str
    hand: UnitNumber = -1
    supply: str = ""  # when it was taken up (SUP.17)
    hexes: int = 0  # entered within the allowance, the hex of arrival included (REIN.2)
    bonus: int = 0  # bonus hexes entered (MOV.7)
    rivers: int = 0  # river hexsides crossed (RIV.4)
    acted: bool = False  # somebody has moved: the end of the phase is asked for, so that undo stays open


class Pace(NamedTuple):
    """How many hexes a unit may enter in a phase."""

    allowance: int  # and still attack
    limit: int  # without the risk of Strafing (MOV.4)
    bonus: int  # beyond the allowance (MOV.7)


STILL = Pace(0, 0, 0)


def slowed(look: RhineLook, side: str) -> bool:
    """Does the weather halve a side's allowances outright (MOV.5)? For the Germans players differ (ruling R4)."""
    if look.position.weather != VERY_BAD:
        return False
    return side == ALLIED or look.game.rules.very_bad_halves_germans


def pace(look: RhineLook, unit: int, supply: str) -> Pace:
    """The allowances of a unit in a supply state, in this phase and weather (MOV, EXP.2, rulings R4, R6, R7)."""
    position, counter, numbers = look.position, look.game.counters[unit], look.game.rules.numbers
    exploiting = position.stage == EXPLOITATION
    least = numbers["least_halved_move"]
    if supply in (FULL, SHORT):
        allowance, bonus = counter.move, counter.bonus
        if supply == SHORT:
            allowance = max(allowance // numbers["short_divisor"], least)
        if slowed(look, counter.side):
            allowance = max(allowance // numbers["very_bad_divisor"], least)
    elif exploiting or not counter.foot:
        return STILL
    else:
        allowance, bonus = numbers["unsupplied_move"], numbers["unsupplied_bonus"]
    if exploiting:
        allowance, bonus = max(allowance - numbers["exploitation_loss"], 0), 0
    if counter.side == ALLIED or not allowance:
        return Pace(allowance, allowance, bonus)
    # The limit is half of what the unit may move in this very phase (ruling R49).
    return Pace(allowance, max(allowance // numbers["speed_limit_divisor"], least), bonus)


def hexes_of_entry(look: RhineLook, unit: int) -> int:
    """What an Allied unit that arrived this turn has spent before it moves: the hex of entry (REIN.2, ruling R74)."""
    return look.position.arrived >> unit & 1 if look.game.counters[unit].side == ALLIED else 0


def left_to_attack(look: RhineLook, found: Pace, hexes: int, bonus: int, rivers: int) -> int:
    """What a move leaves for an attack: 1 is enough over a river, 0 elsewhere, less for none (RIV.4, ruling R5)."""
    if not look.game.rules.bonus_bars_attack:
        return max(found.allowance + found.bonus - hexes - bonus - rivers, -1)
    return -1 if bonus else max(found.allowance - hexes - rivers, -1)


def budget_of(look: RhineLook, unit: int) -> int:
    """How many hexes a unit may still pay for an attack in this phase: 1 for one over a river, 0 for any other (RIV.4).

    Below 0 it may not attack: it has used bonus hexes, or crossed too many rivers for a unit that is to attack.
    """
    moved = look.position.budget.get(look.game.unit_ids[unit])
    if moved is not None:
        return moved
    # Whoever has not stirred may always attack what lies next to it (ruling R75).
    found = pace(look, unit, look.supply(unit))
    return max(left_to_attack(look, found, hexes_of_entry(look, unit), 0, 0), 0)


@once
def unsupplied(look: RhineLook, side: str) -> int:
    """The units of a side on the map that are Unsupplied or Isolated (SUP.1)."""
    game, occupied = look.game, look.occupied(side)
    if side == GERMAN:
        outside = occupied & ~ways.german_supply(look)
        return look.units_in(outside, side) if outside else 0
    found = 0
    for nation in ways.NATIONS:
        outside = occupied & ~ways.supplied(look, nation)
        if outside:
            found |= look.units_in(outside, side) & game.nation_units[nation]
    return found


@once
def able(look: RhineLook, side: str) -> int:
    """The units that have any hexes to move in this phase, as a set to intersect with (MOV.9, EXP.2)."""
    game, position = look.game, look.position
    out = unsupplied(look, side)
    if position.stage != EXPLOITATION:
        return ~(out & ~game.foot_units)  # everyone else has at least the bonus
    halved = slowed(look, side)
    if side == ALLIED or halved:
        # Only these can be so short of hexes that the two of exploitation, or the hex of entry, leave none.
        fresh = position.on_board & game.side_units[side] & ~(game.dumps | position.spent | position.moved | out)
        for unit in members(fresh if halved else fresh & position.arrived):
            if pace(look, unit, look.supply(unit)).allowance <= hexes_of_entry(look, unit):
                out |= 1 << unit
    return ~out
