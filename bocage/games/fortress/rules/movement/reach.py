"""Where the units in hand can go in this impulse, and on which path (5, 7.2, 8, 17.10.4, 31.5, 33.3.7, 33.3.8)."""

from __future__ import annotations

from typing import NamedTuple

from bocage.hexes import Costs, Edges, HexSet, Reach
from bocage.parts.walk import Walk
from bocage.rules import OfSide, Units, once, pure

from .. import volkssturm, winter
from ..look import Fortress, FortressLook, bombed_sides, members, open_sides
from ..position import ALLIED, GERMAN, OTHER
from . import districts
from .allowance import left


class Moving(OfSide, frozen=True):
    """A side moves; `hand` are the units that move together, all in one hex."""

    hand: Units = 0
    acted: bool = False

    @property
    def unit(self) -> int:
        """The unit in hand, where one is taken alone."""
        return self.hand.bit_length() - 1


class Ways(NamedTuple):
    """Where the units in hand can go."""

    walk: Walk  # as far as they get without leaving rough ground
    flood: Reach
    slow_walk: Walk  # within half the allowance, through whatever armour finds (8.1)
    slow: Reach
    ferry: HexSet  # beyond a river whose bridges are down: they stop there (17.10.4)
    isle: HexSet  # to and from Jersey (31.5)
    goals: HexSet


def ways(look: FortressLook, frame: Moving, bold: bool = False) -> Ways:
    """Where the units in hand can go now."""
    return ways_of(look, frame.side, frame.hand, True) if bold else ways_of(look, frame.side, frame.hand)


@once
def ways_of(look: FortressLook, side: str, hand: Units, bold: bool = False) -> Ways:
    """Where some units of one hex can go together; 8.10 does not bind the `bold`, who disregard a zone (31.13)."""
    position, game, rough = look.position, look.game, look.game.data.terrain["rough"]
    units = members(hand)
    at, lefts = position.units[units[0]].at, [left(look, unit) for unit in units]
    whole, half = min(far for far, _ in lefts), min(near for _, near in lefts)
    zone = enemy_zone(look, side, hand)
    bold = bold or (position.greif_now and not hand & ~game.trait("skorzeny"))
    walk = slow_walk = Walk(
        costs_of(look, side, hand),
        at,
        whole,
        open_hexes(look, side, hand),
        stops=zone | stopping_ground(look, side, hand),
        first=~zone if zone >> at & 1 and not bold else None,
    )
    if half < whole:
        walk, slow_walk = walk.but(stops=walk.stops | rough), walk.but(allowance=half)
    flood = slow = _flood(game, walk)
    if 0 < half < whole and flood.all & rough:
        slow = _flood(game, slow_walk)
    goals, across, isle = (flood.all | slow.all) & ~game.dyke, 0, to_jersey(look, side, hand, at)
    if position.bombed and position.impulse == 1 and whole > 0 and not hand & game.armored_units:
        across = _across(look, hand, walk, flood) & ~goals
    return Ways(walk, flood, slow_walk, slow, across, isle, goals | across | isle)


@pure(256)
def _flood(game: Fortress, walk: Walk) -> Reach:
    """The reach of a walk; the list and the answer ask for the same one."""
    return walk.reach()


# Hexes


def enemy_zone(look: FortressLook, side: str, hand: Units) -> HexSet:
    """Enemy zones as far as the units heed them; on the dyke nobody does (ruling R100)."""
    if not hand & ~winter.ignoring_zones(look, side):
        return 0
    return look.enemy_zone(side) & ~look.game.dyke


def stopping_ground(look: FortressLook, side: str, hand: Units) -> HexSet:
    """Hexes where units stop because of what is there: mountains, water, partisans (8.2 to 8.4, 24.3)."""
    terrain = look.game.data.terrain
    hexes = terrain["alpine"] | look.flooded_hexes() | (0 if look.climb(hand) else terrain["mountain"])
    return hexes | look.partisan_hexes() if side == GERMAN else hexes


def open_hexes(look: FortressLook, side: str, hand: Units) -> HexSet:
    """Hexes that some units may enter at all."""
    position, game = look.position, look.game
    enemies = look.occupied(OTHER[side])
    hexes = game.land & ~enemies & ~look.steep(hand)
    if enemies & game.board.around[game.data.dyke]:
        hexes &= ~game.dyke
    if side == GERMAN:
        return hexes & districts.bounds(look, hand)
    if position.strays:
        hexes &= ~districts.forbidden_to(look, hand)
    if game.rules.winter and hand & game.nations["FR"]:
        hexes &= ~north_of_nancy(game)
    return hexes


@pure(1)
def north_of_nancy(game: Fortress) -> HexSet:
    """Hexes whose latitude is above Nancy's (33.3.8, ruling R74)."""
    latitude = game.data.latitude
    limit = latitude[game.data.zones["nancy"].bit_length() - 1]
    return sum(1 << node for node in game.board.nodes(game.board.all) if latitude[node] > limit)


def to_jersey(look: FortressLook, side: str, hand: Units, at: int) -> HexSet:
    """Where units get over the water: a move of its own, with nothing before or after it (31.5, rulings R30, R117)."""
    doors, isle, position = look.game.data.zones["jersey_doors"], look.game.isle, look.position
    if side != GERMAN or not isle or position.moved & hand:
        return 0
    if isle >> at & 1:
        return doors & ~look.occupied(OTHER[side])
    lost = position.allied_control & isle  # for good: no German moves there again
    return isle if doors >> at & 1 and not lost else 0


# Hexsides


def costs_of(look: FortressLook, side: str, hand: Units) -> Costs:
    """The hexsides over which units walk: bombed rivers are closed to armour, and stop others in the first impulse."""
    position, game, bridged = look.position, look.game, 0
    closed = position.bombed if hand & game.armored_units or position.impulse == 1 else ()
    if closed and game.rules.funnies and side == ALLIED:
        # Parts of the 79th, not in hand themselves, make up for bridges where they stand (31.16, ruling R122).
        bridged = look.hexes_of(members(game.parts_of_79th & position.on_board & ~hand))
    return costs(game, closed, kept_from_meuse(look, hand), bridged, look.enemy_zone(side) if bridged else 0)


def kept_from_meuse(look: FortressLook, hand: Units) -> bool:
    """Is one of them British or of an Allied Minor, in winter (33.3.7)?"""
    nations = look.game.nations
    return look.game.rules.winter and bool(hand & (nations["BR"] | nations["MI"]))


def ferries(look: FortressLook, hand: Units) -> Edges:
    """Sides of rivers without bridges that units may cross at all."""
    sides = bombed_sides(look.game, look.position.bombed)
    return sides - look.game.data.river["Meuse"] if kept_from_meuse(look, hand) else sides


@pure(64)
def costs(
    game: Fortress, closed: tuple[str, ...] = (), meuse: bool = False, bridged: HexSet = 0, zone: HexSet = 0
) -> Costs:
    """What walking costs: one for each hex; some sections are closed, perhaps the whole Meuse (33.3.7)."""
    sides = open_sides(game, closed)
    if bridged:
        # Over the engineers' bridges nobody steps into an enemy zone (31.16).
        engineers = bombed_sides(game, closed)
        beside = engineers.between(bridged, ~zone) | engineers.between(~bridged, bridged & ~zone)
        sides = sides | beside & game.land_sides
    if meuse:
        sides = sides - game.data.river["Meuse"]
    return Costs(game.board, {1: game.land}, shut=game.board.every - sides)


def _across(look: FortressLook, hand: Units, walk: Walk, flood: Reach) -> HexSet:
    """Hexes on the other bank of rivers without bridges, where a non-armoured unit stops in the first impulse."""
    sides, start = ferries(look, hand), 1 << walk.start
    banks = flood.within(walk.allowance - 1) & ~walk.stops
    from_start = sides.step(start) & (-1 if walk.first is None else walk.first)
    return (sides.step(banks) | from_start) & walk.open & ~start & ~look.game.dyke


# Paths


def path_to(look: FortressLook, frame: Moving, goal: int, bold: bool = False) -> tuple[int, ...]:
    """The path of a leg: the one after which most movement is left, then the shortest, then the most harmless."""
    found, bit = ways(look, frame, bold), 1 << goal
    start, safe = found.walk.start, harmless(look, frame.side)
    if found.isle & bit:
        return start, goal
    if found.ferry & bit:
        bank = _bank(look, frame, found, goal)
        return (*(found.flood.path(bank, safe) if bank != start else (start,)), goal)
    options: list[tuple[int, int, int, Reach]] = []
    for walk, flood in ((found.slow_walk, found.slow), (found.walk, found.flood)):
        cost = flood.cost(goal) if flood.all & bit else None
        if cost is not None:
            options.append((cost - walk.allowance, cost, len(options), flood))
    return min(options)[3].path(goal, safe)


def _bank(look: FortressLook, frame: Moving, found: Ways, goal: int) -> int:
    """The nearest hex from which the river before a hex is crossed."""
    walk, banks = found.walk, ferries(look, frame.hand).step(1 << goal)
    near = [walk.start] if banks >> walk.start & 1 and (walk.first is None or walk.first >> goal & 1) else []
    near += look.game.board.nodes(banks & found.flood.all & ~walk.stops)
    return min(near, key=lambda node: (found.flood.cost(node) or 0, node))


def may_walk(look: FortressLook, frame: Moving, path: tuple[int, ...], goal: int, bold: bool = False) -> bool:
    """May the units in hand take this path of a record to a hex? Over rivers and to Jersey it is found again."""
    found = ways(look, frame, bold)
    if path[-1] != goal:
        return False
    return found.walk.price(path) is not None or found.slow_walk.price(path) is not None


def harmless(look: FortressLook, side: str) -> HexSet:
    """Hexes through which a way leads if it may: they free no frozen units and call up no Volkssturm."""
    if side != ALLIED:
        return 0
    invaded = districts.ground_of(look.game, look.position.invaded_districts)
    return ~volkssturm.calling(look) & (-1 if look.position.released else invaded)
