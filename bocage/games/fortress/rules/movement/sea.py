"""Sea movement (11): between England, Africa, ports and mulberries, and from beaches; part of the movement question.

The unit in hand stands in a port, on a beach where it landed, or in a base. Sea movement halves its allowance (11.3).
"""

from __future__ import annotations

from bocage.parts.questions import of_hand
from bocage.rules import Conditions, HexSet, Units, event, met, once, provided

from ..look import FortressLook, Play
from ..position import AFRICA, ALLIED, BASES, CLEAR, STORM
from ..supply import ports
from ..supply.capacity import landing
from ..supply.tracing import would_be_supplied
from .allowance import able, allowance, entered
from .entering import enter
from .reach import Moving
from .walking import come_ashore, go_on

SAILED = ("sea_moved", "ashore_now", "moved", "walked")  # what is noted of whoever has sailed

sailed = event("sails", "11.4", "{unit} sails to {node}.", sort="move")
sailed_home = event("sails home", "11.4", "{unit} sails to {base}.", sort="move")


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
def harbours(look: FortressLook) -> HexSet:
    """Where units embark as in a friendly port: usable ports and mulberries (11.4.A, 11.8), and Jersey (31.5)."""
    return ports.usable(look) | look.game.isle & look.position.allied_control


@once
def beaches(look: FortressLook) -> HexSet:
    """Friendly beaches, from which units are evacuated; inland ports are none (11.4.B, 11.4.C)."""
    return look.position.landed_beaches & ~look.game.data.inland_ports & ~harbours(look)


def southern(look: FortressLook, at: int) -> bool:
    """Does a place lie on the Mediterranean (11.4.A)?"""
    return at == AFRICA if at in BASES else bool(look.game.data.mediterranean_coast >> at & 1)


def may_sail(look: FortressLook) -> Conditions:
    """Allied units that could sail now, wherever that leads (11.1 to 11.9); the flooded may too (8.2)."""
    position, game = look.position, look.game
    yield game.side_units[ALLIED] & game.land_units, "11.2", "only the Allies move by sea"
    yield provided(position.weather != STORM), "11.9", "no sea movement on Storm turns"
    yield provided(not look.invading()), "12.3", "no sea movement on the turn of an invasion"
    again = position.sea_moved if game.rules.sea_units_once else 0  # ruling R60
    yield -1 if position.sea_moves < quota(look) else again, "11.5", "as many units as may have moved by sea this turn"
    evacuated = look.units_in(beaches(look), ALLIED)
    ready = evacuated | look.units_in(harbours(look), ALLIED) | look.in_bases()
    shut = look.units_in(ports.shut(look), ALLIED)
    yield ~shut | ready, "11.4.C", "Germans block the way of {it} to the sea"
    yield ready, "11.4", "units sail from a friendly port or landing beach"
    if position.evacuations >= game.rules.numbers["evacuations"]:
        yield ~evacuated, "11.4.B", "no more units are evacuated from beaches this turn"
    yield ~position.ashore_now, "11.1", "{it} has sailed in this impulse"
    dry = position.mired and position.mired & ~look.units_in(look.flooded_hexes(), ALLIED)
    yield ~dry, "8.2", "{it} has walked into a flooded area and sails out of that hex, from nowhere else"
    fresh = position.moved & look.units_in(look.enemy_zone(ALLIED), ALLIED)
    yield ~fresh, "7.2", "{it} has entered an enemy zone of control and stops there"
    yield from able(look, ALLIED)


@once
def sailors(look: FortressLook) -> Units:
    """The same as a set."""
    return met(may_sail(look))


def crews(look: FortressLook, side: str) -> Units:
    """The same of a side: the Germans do not move by sea (11.2)."""
    return sailors(look) if side == ALLIED else 0


def afloat(look: FortressLook, frame: Moving) -> Conditions:
    """What must be true of the unit in hand, wherever it sails."""
    yield provided(frame.side == ALLIED), "11.2", "only the Allies move by sea"
    yield provided(frame.hand.bit_count() == 1), "11.1", "choose one unit that sails"
    if not sailors(look) & frame.hand:
        yield from of_hand(may_sail(look), frame.hand)
    spent, half = len(entered(look, frame.unit)), allowance(look, frame.unit, sailing=True)
    yield provided(spent <= half), "11.3", "the unit has spent more than half of its allowance"


def sailing(look: FortressLook, frame: Moving) -> Conditions:
    """The ports and mulberries to which the unit in hand may sail."""
    yield from afloat(look, frame)
    position, unit = look.position, frame.unit
    at = position.units[unit].at
    yield ~ports.shut(look), "11.4.C", "Germans block the passage to {it}"
    open_ports = ports.usable(look) & ~(1 << at if at >= 0 else 0)
    yield open_ports, "11.8", "{it} is no friendly port or mulberry that can be used"
    basin = "England and Africa serve coasts of their own, and no unit sails from one sea to the other at once"
    south = look.game.data.mediterranean_coast
    yield south if southern(look, at) else ~south, "11.4.A", basin
    zone = look.enemy_zone(ALLIED)
    if at >= 0 and zone >> at & 1:
        yield ~zone, "8.10", "no unit goes from one enemy zone straight into another"
    if at in BASES and not look.game.raiders >> unit & 1:
        yield from landing(look)
    if at in BASES and 0 < position.second_invasion_turn < position.turn:
        fed = sum(1 << node for node in look.game.board.nodes(open_ports) if would_be_supplied(look, unit, node))
        yield fed, "18.7.13", "the unit would be out of supply the instant it lands at {it}"


def sail(play: Play, frame: Moving, node: int) -> None:
    """The unit in hand lands at a port; it pays nothing for the hex (11.3)."""
    _count(play, frame.unit)
    sailed(play, frame.unit, node)
    enter(play, frame.unit, node)
    play.position.note(frame.hand, *SAILED)
    come_ashore(play, frame.side, frame.unit)
    go_on(play, frame)


def to_base(look: FortressLook, frame: Moving, base: int) -> Conditions:
    """May the unit in hand sail to England, or to Africa?"""
    yield from afloat(look, frame)
    at = look.position.units[frame.unit].at
    yield provided(at != base), "11.4.A", f"the unit is in {BASES[base]}"
    # Between the bases ships sail round; all else keeps to its own coast.
    same = at in BASES or southern(look, at) == (base == AFRICA)
    yield provided(same), "11.4.A", f"units of that coast do not sail to {BASES[base]}"


def go_home(play: Play, frame: Moving, base: int) -> None:
    """The unit in hand sails to England, or to Africa."""
    _count(play, frame.unit)
    play.take_off(frame.unit, base)
    play.position.note(frame.hand, *SAILED)
    sailed_home(play, frame.unit, BASES[base])


def _count(play: Play, unit: int) -> None:
    """A unit is about to sail: what may sail this turn, and leave beaches, is less by one."""
    position, at = play.position, play.position.units[unit].at
    position.sea_moves += not (play.game.rules.sea_units_once and position.sea_moved >> unit & 1)
    position.evacuations += at >= 0 and beaches(play.look) >> at & 1
