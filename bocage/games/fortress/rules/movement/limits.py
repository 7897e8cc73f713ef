"""Why the units in hand cannot go to a hex: the limits of movement in the book's order."""

from __future__ import annotations

from bocage.hexes import Costs
from bocage.parts.walk import Limit, crossed, opened, too_far, why_unreachable, zones
from bocage.rules import Conditions, HexSet, provided

from ..look import FortressLook, open_sides
from ..position import ALLIED, CLEAR, GERMAN, OTHER
from . import districts, nationalities, reach
from .reach import Moving

STRAIGHT = "nobody moves from one enemy zone of control straight into another"
ENTERING = "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough"
LEAVING = "whoever begins in an enemy zone of control leaves it first for a hex outside all of them"


def ground(look: FortressLook, frame: Moving) -> Conditions:
    """What can be said of a hex without looking at ways."""
    game, position, side, hand = look.game, look.position, frame.side, frame.hand
    yield provided(bool(hand)), "5.1", "choose the unit that moves first"
    at = position.units[frame.unit].at
    yield provided(at >= 0), "5.1", "the unit is not on the map yet: say how it comes"
    yield provided(not hand & position.mired), "8.2", "having walked into a flooded area it may only sail on"
    # Who stays in hand to take a frozen unit's place (9.1.C) may have come by rail (10.4).
    yield provided(not hand & position.stopped), "5.1", "the unit has ended its move in this impulse"
    yield ~(1 << at), "5.2", "the unit is there already"
    yield game.land, "8.6", "land units enter no sea, and nothing outside the map"
    yield ~game.dyke, "8.7", "the dyke is crossed, nobody ends a move on it"
    yield ~look.occupied(OTHER[side]), "7.2", "enemy units hold {it}: they are attacked, not walked over"
    yield ~look.steep(hand), "8.4", "only mountain units enter alpine terrain"
    full = position.start_stacks & ~(1 << at)
    yield ~full, "R106", "{it} has been over-full since the start: nobody joins that stack"
    if game.isle and side == GERMAN:
        isle, boats = game.isle, reach.to_jersey(look, side, hand, at)
        why = "boats go between Jersey and H5, J3 and J4 only, and nobody moves before or after"
        if position.allied_control & isle:
            why = "the Allies have held Jersey: no German unit goes there any more"
        elif position.moved & hand:
            why = "whoever goes to Jersey or comes from there makes no other move in that impulse"
        yield boats if isle >> at & 1 else ~isle | boats, "31.5", why


def allied_duties(look: FortressLook, frame: Moving, goals: HexSet) -> Conditions:
    """Where Allied units may not end a move that they could make: nationalities, and the way out of 15.10."""
    if frame.side == ALLIED:
        alone = "there its nationality would have no enemy of its own to attack"
        yield nationalities.fair(look, frame.hand, goals), "14.11", alone
        if districts.must_leave(look) & frame.hand:
            at = look.position.units[frame.unit].at
            leaving = "it was sent into a frozen district and has to leave it, or at least come nearer to its own"
            yield districts.ways_out(look, at, goals), "15.10", leaving


def cannot_reach(look: FortressLook, frame: Moving, node: int) -> tuple[str, str]:
    """The rule that keeps the units in hand from a hex; the number of hexes comes last."""
    game, position, side, hand = look.game, look.position, frame.side, frame.hand
    found = reach.ways(look, frame)
    walk, slow, terrain = found.walk, found.slow_walk, game.data.terrain
    zone, alpine = reach.enemy_zone(look, side, hand), terrain["alpine"]
    if slow is not walk and slow.but(allowance=walk.allowance).reach().all >> node & 1:
        return "8.1", "rough ground halves the move of armour, or ends it after half of the move"

    def stopping(rule: str, why: str, hexes: HexSet) -> Limit:
        return Limit(rule, why, lambda walk: walk.but(stops=walk.stops & ~(hexes & ~zone)))

    pace = "11.3" if position.ashore_now & hand else "8.11" if position.weather != CLEAR else "5.4"
    partisans = look.partisan_hexes() if side == GERMAN else 0
    limits = [
        *zones(zone, "7.2", lambda _: ("8.10", STRAIGHT), ENTERING, lambda _: ("8.10", LEAVING)),
        *([stopping("24.3", "units stop where partisans are", partisans)] if partisans else []),
        stopping("8.2", "whoever enters a flooded area stops there", look.flooded_hexes()),
        stopping("8.3", "all but mountain units stop in mountains", terrain["mountain"]),
        stopping("8.4", "whoever enters alpine terrain stops there", alpine),
        *_closed(look, frame),
        opened("7.2", "enemy units bar every way there", look.occupied(OTHER[side])),
        opened("8.4", "every way there leads through alpine terrain", alpine),
        crossed("8.8", "no unit crosses an estuary", _wet(look)),
        too_far(walk, "5.4", "no way leads there", "{it} is {cost} hexes away and {left} are left", pace),
    ]
    return why_unreachable(walk, limits, node)


def _closed(look: FortressLook, frame: Moving) -> list[Limit]:
    """Hexes and rivers that are closed to some units, or just now."""
    position, game, side, hand, found = look.position, look.game, frame.side, frame.hand, []
    if side == GERMAN and ~districts.bounds(look, hand):
        abroad = game.land & ~look.occupied(ALLIED) & ~game.data.terrain["alpine"]
        found.append(opened("9.3", districts.ITALIANS, abroad))
    if side == ALLIED and position.strays:
        why = "having been sent into that frozen district before, it does not go back by choice"
        found.append(opened("R105", why, districts.forbidden_to(look, hand)))
    if game.rules.winter and hand & game.nations["FR"]:
        found.append(opened("33.3.8", "French units do not move north of Nancy", reach.north_of_nancy(game)))
    armour, meuse = hand & game.armored_units, reach.kept_from_meuse(look, hand)
    if meuse:
        closed = position.bombed if armour or position.impulse == 1 else ()
        why = "British and Allied Minor units do not cross the Meuse"
        found.append(crossed("33.3.7", why, reach.costs(game, closed)))
    if not game.dyke & reach.open_hexes(look, side, hand):
        found.append(opened("R100", "the dyke is closed while enemy units stand at one of its ends", game.dyke))
    if position.bombed:
        why = "units stop on the first hex across a river whose bridges are down"
        if armour:
            why = "the bridges there are down: armour stops before the river and tries to cross it"
        found.append(crossed("17.10.4", why, reach.costs(game, (), meuse)))
    return found


def _wet(look: FortressLook) -> Costs:
    """What walking would cost if estuaries were no hindrance (8.8, ruling R65)."""
    game = look.game
    estuaries = game.data.estuaries & game.board.every.between(game.land, game.land)
    return Costs(game.board, {1: game.land}, shut=game.board.every - (open_sides(game, ()) | estuaries))
