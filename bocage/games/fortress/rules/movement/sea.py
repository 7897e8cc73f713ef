"""Sea movement (11): between England, Africa, ports and mulberries, and from beaches; part of the movement question.

The unit in hand stands in a port, on a beach where it landed, or in a base. Sea movement halves its allowance (11.3).
"""

from __future__ import annotations

from typing import Any

from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, once, provided

from ..look import FortressLook, Play
from ..position import AFRICA, ALLIED, BASES, CLEAR, ENGLAND, STORM
from ..supply import ports
from ..supply.capacity import landing
from ..supply.tracing import would_be_supplied
from .allowance import allowance, entered
from .entering import enter

NAMES = {ENGLAND: "England", AFRICA: "Africa"}

sailed = event("sails", "11.4", "{unit} sails to {node}.", sort="move", unit=UNITS, node=HEXES)
sailed_home = event("sails home", "11.4", "{unit} sails to {base}.", sort="move", unit=UNITS, base="word")


def quota(look: FortressLook) -> int:
    """How many units may move by sea this turn (11.5 to 11.7)."""
    numbers, position = look.game.rules.numbers, look.position
    if position.ten_turn == position.turn:
        return numbers["sea_units_after_invasion"]
    bases = look.game.data.u_boat_bases & ~position.sites_taken
    return numbers["sea_units" if bases else "sea_units_after_bases"]


def open_quota(play: Play) -> None:
    """The Allied turn begins: is it the first Clear one after an invasion (11.6)?"""
    position = play.position
    after = position.turn > position.invasion_turn and position.ten_used < position.invasions
    if after and position.weather == CLEAR:
        position.ten_used, position.ten_turn = position.invasions, position.turn


@once
def embarking(look: FortressLook) -> HexSet:
    """Hexes from which Allied units may sail: usable ports and mulberries, and beaches where they landed (11.4)."""
    return ports.usable(look) | beaches(look)


def beaches(look: FortressLook) -> HexSet:
    """Friendly beaches, from which units are evacuated (11.4.B)."""
    return look.position.landed_beaches


def evacuated(look: FortressLook, at: int) -> bool:
    """Does a unit that sails from here leave a beach, not a port (11.4.B)?"""
    return at >= 0 and not ports.usable(look) >> at & 1


def southern(look: FortressLook, at: int) -> bool:
    """Does a place lie on the Mediterranean (11.4.A)?"""
    return at == AFRICA if at in BASES else bool(ports.southern(look) >> at & 1)


def afloat(look: FortressLook, frame: Any) -> Conditions:
    """What must be true of whoever sails, wherever that leads (11.1 to 11.9)."""
    position = look.position
    yield provided(frame.side == ALLIED), "11.2", "only the Allies move by sea"
    yield provided(frame.hand.bit_count() == 1), "11.1", "choose one unit that sails"
    unit = frame.hand.bit_length() - 1
    at = position.units[unit].at
    yield provided(position.weather != STORM), "11.9", "no sea movement on Storm turns"
    yield provided(not look.invading()), "12.3", "no sea movement on the turn of an invasion"
    again = look.game.rules.sea_units_once and position.sea_moved >> unit & 1
    yield (
        provided(again or position.sea_moves < quota(look)),
        "11.5",
        "as many units as may have moved by sea this turn",
    )
    yield provided(at in BASES or embarking(look) >> at & 1), "11.4", "units sail from a friendly port or landing beach"
    if evacuated(look, at):
        most = look.game.rules.numbers["evacuations"]
        yield provided(position.evacuations < most), "11.4.B", "no more units are evacuated from beaches this turn"
    yield provided(not position.ashore_now >> unit & 1), "11.1", "the unit has sailed in this impulse"
    half = allowance(look, unit) // look.game.rules.numbers["sea_move_divisor"]
    spent = len(entered(look, unit))
    yield provided(spent <= half), "11.3", "the unit has spent more than half of its allowance"


def sailors(look: FortressLook) -> Units:
    """Allied units that could sail now as far as their place and this impulse allow it; the flooded may too (8.2)."""
    position, game = look.position, look.game
    left = position.sea_moves < quota(look) or game.rules.sea_units_once
    if position.weather == STORM or look.invading() or not left:
        return 0
    found = look.units_in(embarking(look), ALLIED)
    if position.impulse == 2:
        found &= ~look.units_in(look.enemy_zone(ALLIED), ALLIED)  # they cannot move at all (8.9, 11.1)
    for base in BASES:
        found |= look.in_place(base, ALLIED)
    if position.impulse == 1:
        found &= ~game.headquarters & ~position.dropped  # 13.1, 20.7
    armour = game.armored_units & game.side_units[ALLIED]
    if 0 <= position.fuel <= (armour & position.moved).bit_count():
        found &= ~armour  # no fuel is left for them (31.14)
    tied = position.resting | position.airlifted | position.raiders | position.ashore_now | position.stopped
    return found & game.land_units & ~(tied & ~position.mired)


def sailing(look: FortressLook, frame: Any) -> Conditions:
    """The ports and mulberries to which the unit in hand may sail."""
    yield from afloat(look, frame)
    unit = frame.hand.bit_length() - 1
    at = look.position.units[unit].at
    yield ~ports.shut(look), "11.4.C", "Germans block the passage to {it}"
    harbours = ports.usable(look) & ~(1 << at if at >= 0 else 0)
    yield harbours, "11.8", "{it} is no friendly port or mulberry that can be used"
    south = ports.southern(look)
    basin = "England and Africa serve coasts of their own, and no unit sails from one sea to the other at once"
    yield south if southern(look, at) else ~south, "11.4.A", basin
    zone = look.enemy_zone(ALLIED)
    if at >= 0 and zone >> at & 1:
        yield ~zone, "8.10", "no unit goes from one enemy zone straight into another"
    counted = not (look.game.raiders >> unit & 1)
    if at in BASES and counted:
        yield from landing(look)
    position = look.position
    if at in BASES and 0 < position.second_invasion_turn < position.turn:
        fed = sum(1 << node for node in look.game.board.nodes(harbours) if would_be_supplied(look, unit, node))
        yield fed, "18.7.13", "the unit would be out of supply the instant it lands at {it}"


def sail(play: Play, frame: Any, node: int) -> None:
    """The unit in hand lands at a port; it pays nothing for the hex (11.3)."""
    unit = frame.hand.bit_length() - 1
    _spend(play, unit)
    sailed(play, unit, node)
    enter(play, unit, node)


def to_base(base: int) -> Any:
    """The conditions under which the unit in hand may sail to England, or to Africa."""

    def conditions(look: FortressLook, frame: Any) -> Conditions:
        yield from afloat(look, frame)
        at = look.position.units[frame.hand.bit_length() - 1].at
        yield provided(at != base), "11.4.A", f"the unit is in {NAMES[base]}"
        # Between the bases ships sail round; all else keeps to its own coast.
        same = at in BASES or southern(look, at) == (base == AFRICA)
        yield provided(same), "11.4.A", f"units of that coast do not sail to {NAMES[base]}"

    return conditions


def go_home(base: int) -> Any:
    """What is done when the unit in hand sails to England, or to Africa."""

    def done(play: Play, frame: Any, _: int) -> None:
        unit = frame.hand.bit_length() - 1
        _spend(play, unit)
        play.take_off(unit, base)
        _note(play, unit)
        sailed_home(play, unit, NAMES[base])

    return done


def _spend(play: Play, unit: Units) -> None:
    position, look = play.position, play.look
    again = play.game.rules.sea_units_once and position.sea_moved >> unit & 1
    position.sea_moves += not again
    position.evacuations += evacuated(look, position.units[unit].at)
    _note(play, unit)


def _note(play: Play, unit: Units) -> None:
    position, bit = play.position, 1 << unit
    position.sea_moved |= bit
    position.ashore_now |= bit
    position.moved |= bit
    position.walked |= bit
