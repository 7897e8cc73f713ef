"""Why the units in hand cannot go to a hex: the limits of movement in the book's order."""

from __future__ import annotations

from bocage.parts.walk import Limit, Walk, opened, too_far, why_unreachable, zones
from bocage.rules import Conditions, Units, provided

from ..look import FortressLook, open_sides
from ..position import ALLIED, GERMAN, OTHER
from . import districts, reach
from .reach import Moving

_ZONES = (
    "nobody moves from one enemy zone of control straight into another",
    "units stop as soon as they enter an enemy zone of control, and one lies on every way that is short enough",
    "whoever begins in an enemy zone of control leaves it first for a hex outside all of them",
)


def ground(look: FortressLook, frame: Moving) -> Conditions:
    """What can be said of a hex without looking at ways."""
    game, position, side, hand = look.game, look.position, frame.side, frame.hand
    yield provided(bool(hand)), "5.1", "choose the unit that moves first"
    at = position.units[hand.bit_length() - 1].at
    if at < 0:
        yield 0, "5.1", "the unit is not on the map yet: say how it comes"
        return
    yield provided(not hand & position.mired), "8.2", "having walked into a flooded area it may only sail on"
    yield ~(1 << at), "5.2", "the unit is there already"
    yield game.land, "8.6", "land units enter no sea, and nothing outside the map"
    yield ~game.dyke, "8.7", "the dyke is crossed, nobody ends a move on it"
    yield ~look.occupied(OTHER[side]), "7.2", "enemy units hold {it}: they are attacked, not walked over"
    if not reach.mountaineers(look, hand):
        yield ~game.data.terrain["alpine"], "8.4", "only mountain units enter alpine terrain"
    if position.start_stacks:
        full = position.start_stacks & ~(1 << at)
        yield ~full, "R106", "{it} has been over-full since the start: nobody joins that stack"
    if game.rules.jersey and side == GERMAN:
        yield _isle(look, frame, at), "31.5", lambda node: _no_ferry(look, frame, at, node)


def _isle(look: FortressLook, frame: Moving, at: int) -> int:
    """All hexes that have nothing to do with Jersey, and those to which a boat goes."""
    jersey = look.game.data.jersey
    boats = reach.to_jersey(look, frame.side, frame.hand, at)
    return boats if at == jersey else ~(1 << jersey) | boats


def _no_ferry(look: FortressLook, frame: Moving, at: int, node: int) -> tuple[str, str]:
    if look.position.allied_control >> look.game.data.jersey & 1:
        return "31.5", "the Allies have held Jersey: no German unit goes there any more"
    if look.position.moved & frame.hand:
        return "31.5", "whoever goes to Jersey or comes from there makes no other move in that impulse"
    return "31.5", "boats go between Jersey and H5, J3 and J4 only, and nobody moves before or after"


def cannot_reach(look: FortressLook, frame: Moving, node: int) -> tuple[str, str]:
    """The rule that keeps the units in hand from a hex; the number of hexes comes last."""
    game, position, side, hand = look.game, look.position, frame.side, frame.hand
    found = reach.ways(look, frame)
    walk, slow = found.walk, found.slow_walk
    bit, terrain = 1 << node, game.data.terrain
    zone = reach.enemy_zone(look, side, hand)
    if slow is not walk and slow.but(allowance=walk.allowance).reach().all & bit:
        return "8.1", "rough ground halves the move of armour, or ends it after half of the move"
    limits = [
        *zones(zone, "7.2", lambda _: ("8.10", _ZONES[0]), _ZONES[1], lambda _: ("8.10", _ZONES[2])),
        _ground("8.2", "whoever enters a flooded area stops there", look.flooded_hexes() & ~zone),
        _ground("8.3", "all but mountain units stop in mountains", terrain["mountain"] & ~zone),
        _ground("8.4", "whoever enters alpine terrain stops there", terrain["alpine"] & ~zone),
        *_closed(look, frame),
        *_bridges(look, frame),
        opened("7.2", "enemy units bar every way there", look.occupied(OTHER[side])),
        opened("8.4", "every way there leads through alpine terrain", terrain["alpine"]),
        *_water(look, walk),
        too_far(walk, "5.4", "no way leads there", "{it} is {cost} hexes away and {left} are left", _pace(look, hand)),
    ]
    if side == GERMAN and reach.partisan_hexes(look):
        limits.insert(1, _ground("24.3", "units stop where partisans are", reach.partisan_hexes(look) & ~zone))
    if position.start_stacks & bit:
        return "R106", "{it} is over-full since the start"
    return why_unreachable(walk, limits, node)


def _ground(rule: str, why: str, hexes: int) -> Limit:
    return Limit(rule, why, lambda walk: walk.but(stops=walk.stops & ~hexes))


def _closed(look: FortressLook, frame: Moving) -> list[Limit]:
    """Hexes that are closed to some units alone."""
    position, game, hand = look.position, look.game, frame.hand
    found = []
    if frame.side == GERMAN and ~districts.bounds(look, hand):
        abroad = game.land & ~look.occupied(ALLIED) & ~game.data.terrain["alpine"]
        found.append(opened("9.3", districts.ITALIANS, abroad))
    if frame.side == ALLIED and position.strays:
        why = "having been sent into that frozen district before, it does not go back by choice"
        found.append(opened("R105", why, districts.forbidden_to(look, hand)))
    if game.rules.winter and hand & reach.nation(game, "FR"):
        found.append(opened("33.3.8", "French units do not move north of Nancy", reach.north_of_nancy(game)))
    if reach.kept_from_meuse(look, hand):
        closed = position.bombed if hand & game.armored_units or position.impulse == 1 else ()
        free = reach.costs(game, closed, False, 0, 0)
        why = "British and Allied Minor units do not cross the Meuse"
        found.append(Limit("33.3.7", why, lambda walk: walk.but(costs=free)))
    if not look.game.dyke & reach.open_hexes(look, frame.side, hand):
        found.append(opened("R100", "the dyke is closed while enemy units stand at one of its ends", game.dyke))
    return found


def _bridges(look: FortressLook, frame: Moving) -> list[Limit]:
    """Rivers whose bridges are down (17.10.4)."""
    if not look.position.bombed:
        return []
    free = reach.costs(look.game, (), reach.kept_from_meuse(look, frame.hand), 0, 0)
    why = "units stop on the first hex across a river whose bridges are down"
    if frame.hand & look.game.armored_units:
        why = "the bridges there are down: armour stops before the river and tries to cross it"
    return [Limit("17.10.4", why, lambda walk: walk.but(costs=free))]


def _water(look: FortressLook, walk: Walk) -> list[Limit]:
    """Estuaries and arrows, which no land unit crosses (8.8, ruling R65)."""
    game = look.game
    dry = reach.costs(game, (), False, 0, 0)
    estuaries = game.data.estuaries & game.board.every.between(game.land, game.land)
    wet = type(dry)(game.board, {1: game.land}, shut=game.board.every - (open_sides(game, ()) | estuaries))
    return [Limit("8.8", "no unit crosses an estuary", lambda walk: walk.but(costs=wet))]


def _pace(look: FortressLook, hand: Units) -> str:
    """The case that sets the number of hexes."""
    position = look.position
    if position.ashore_now & hand:
        return "11.3"
    if look.position.weather != "Clear":
        return "8.11"
    return "5.4"
