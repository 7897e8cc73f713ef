"""How the planner brings units from afar: Allied ships, German trains and arrivals, and headquarters behind them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.air import missions
from ...rules.look import members
from ...rules.movement import railways as rails
from ...rules.movement import sea
from ...rules.position import AFRICA, ALLIED, BASES, ENGLAND, GERMAN, WAITING
from ...rules.reinforcements import arrivals
from ...rules.supply import lines, ports
from ...rules.supply.capacity import capacity, counted, landing
from ..aims.goals import Goals, long_war
from ..sight import Sight
from .landing import berths_kept
from .line import Line

if TYPE_CHECKING:
    from .march import Muster

FAR_OFF = 6  # from what a unit marches on, beyond which a train is worth it
UNITS_A_STAFF, IN_A_BEACHHEAD = 7, 9  # that a headquarters should have around it
BERTHS = 2  # sea moves that are kept for headquarters
STRAFED = 2.0
GUARDED, ALONE = 12, 14.0  # factors that keep a headquarters safe, and what it costs to be without them
IN_DANGER = 4.0  # each doubling by which a blow would outmatch its guard
BEHIND, REACH = 2, 5  # hexes between a headquarters and the enemy, and to its units
LEFT_OVER = (6, 6, 3)  # of the capacity, on the last turn of Invasion and the two before
COMRADES = 5.0  # in a small beachhead: that a unit can fight together with all others
KEPT_PARAS = 3
TO_THE_LONELY, FEW = 0.6, 3  # each hex to troops whom nobody feeds, and how many of them an army leaves behind


# Ships


def ships(muster: Muster, goals: Goals) -> Iterator[tuple[int, Order]]:
    """Units in England and Africa sail to the port that is nearest to the front."""
    tried: set[int] = set()
    while True:
        sight = muster.sight
        waiting = [unit for unit in members(sea.sailors(sight.look)) if sight.at(unit) in BASES and unit not in tried]
        if not waiting or sight.position.sea_moves >= sea.quota(sight.look) - _berths(sight):
            return
        allowed = all(bool(condition) for condition, *_ in landing(sight.look))
        if capacity(sight.look) <= _spare(sight) + _storm(sight) or not allowed:
            return  # the supply capacity is used up (18.7.4)
        unit = max(waiting, key=lambda unit: (_wanted(sight, unit), -unit))
        tried.add(unit)
        if _wanted(sight, unit) <= 0:
            return
        south = sight.game.data.mediterranean_coast
        open_ports = ports.usable(sight.look) & (south if sight.at(unit) == AFRICA else ~south)
        options = [node for node in sight.board.nodes(open_ports) if _has_room(muster, unit, node)]
        if not options:
            continue
        node = min(options, key=lambda node: (goals.pull[node] + 2 * sight.danger(node, 6), node))
        yield unit, [("pick", unit), ("sail", node)]


def _has_room(muster: Muster, unit: int, node: int) -> bool:
    sight = muster.sight
    if not sight.look.weight((unit,)):
        return True
    # One more than fits may come ashore if it can walk on.
    around = sight.game.land_sides.step(1 << node) & sight.game.land & ~sight.enemy_zone & ~sight.enemy_hexes
    open_ground = any(muster.room(near) > 0 for near in sight.board.nodes(around))
    return muster.room(node) > (-1 if open_ground and not sight.enemy_zone >> node & 1 else 0)


def _berths(sight: Sight) -> int:
    """Sea moves kept for headquarters, which sail in the second impulse only (13.1): without them armies starve."""
    if sight.position.impulse != 1:
        return 0
    staffs = sight.game.headquarters & (sight.look.in_place(ENGLAND, ALLIED) | sight.look.in_place(AFRICA, ALLIED))
    return min(BERTHS, staffs.bit_count(), _staffs_wanted(sight))


def _staffs_wanted(sight: Sight) -> int:
    """Headquarters that are missing for the units ashore."""
    ashore, span = sight.look.ashore().bit_count(), IN_A_BEACHHEAD if sight.beachhead else UNITS_A_STAFF
    return max(0, -(-ashore // span) - len(sight.staffs(ALLIED)))


def _wanted(sight: Sight, unit: int) -> float:
    """How much a unit is wanted in Europe."""
    game, look = sight.game, sight.look
    if game.headquarters >> unit & 1:
        return 20.0 + look.pace(unit) if _staffs_wanted(sight) else 0.0
    if game.raiders >> unit & 1:
        return 0.0
    worth = float(look.strength(unit)) + (1.0 if game.armored_units >> unit & 1 else 0.0)
    if game.airborne_units >> unit & 1 and _drops_left(sight):
        worth -= 5.5
    if sight.beachhead:
        worth += COMRADES * _comrades(sight, unit)
    return worth + (0.0 if look.full_strength(unit) else -2.0)


def _comrades(sight: Sight, unit: int) -> float:
    """The share of those ashore with whom a unit could attack together (6.2)."""
    ashore = sight.look.ashore() & sight.game.land_units
    mine = sum(party for party in sight.game.parties if party >> unit & 1)
    return (ashore & mine).bit_count() / max(1, ashore.bit_count())


def _drops_left(sight: Sight) -> bool:
    return sight.position.drops.get(ALLIED, 0) < sight.game.rules.most_drops.get(ALLIED, 0)


def home(muster: Muster, goals: Goals) -> Iterator[Order]:
    """When more are ashore than can be supplied, those in the ports who are missed least sail home (18.7.5)."""
    while True:
        sight = muster.sight
        most = _spare(sight) + (_storm(sight) if sight.turn >= sight.game.rules.last_turn - 1 else 0)
        if capacity(sight.look) >= most or sight.position.sea_moves >= sea.quota(sight.look):
            return
        able = [unit for unit in members(sea.sailors(sight.look)) if sight.at(unit) >= 0 and unit in muster.free]
        able = [unit for unit in able if not _needed(muster, goals, unit)]
        if not able:
            return
        unit = min(able, key=lambda unit: (_wanted(sight, unit), unit))
        muster.free.discard(unit)
        south = sea.southern(sight.look, sight.at(unit))
        yield [("pick", unit), ("africa" if south else "england", 0)]


def _needed(muster: Muster, goals: Goals, unit: int) -> bool:
    """Is the unit the last guard of its port, or does another count for nothing against the capacity?"""
    sight = muster.sight
    at = sight.at(unit)
    if not counted(sight.look) >> unit & 1:
        return True
    others = sum(sight.defence(other) for other in sight.fighters(at) if other != unit)
    return at in goals.guards and sight.danger(at, max(1, others)) > 0.0


def _spare(sight: Sight) -> int:
    """The supply capacity that must be left: at the end of Invasion there is no victory without it (33.1.3)."""
    rules = sight.game.rules
    return rules.numbers["invasion_capacity"] if rules.ending == "districts" else berths_kept(sight.look)


def _storm(sight: Sight) -> int:
    """What a storm or a lost port may take from the capacity of Invasion, where it decides the game (29.5, 33.1.3)."""
    rules = sight.game.rules
    left = rules.last_turn - sight.turn
    return LEFT_OVER[left] if rules.ending == "districts" and left < len(LEFT_OVER) else 0


# Trains and arrivals


def trains(muster: Muster, goals: Goals, line: Line) -> Iterator[Order]:
    """Those who are far from the front go by rail, and whoever waits comes into play."""
    sight = muster.sight
    if sight.position.impulse == 1:
        yield from _enter(muster, goals, line)
        yield from _ride(muster, goals, line)


def _spots(muster: Muster, goals: Goals, hexes: HexSet, unit: int) -> list[tuple[float, int]]:
    sight = muster.sight
    found = []
    for node in sight.board.nodes(hexes & ~sight.game.dyke):
        if sight.look.weight((unit,)) and muster.room(node) <= 0:
            continue
        need = 0.0 if sight.own_hexes >> node & 1 else goals.guards.get(node, 0.0)
        danger = sight.danger(node, sight.defence(unit) + sum(sight.defence(other) for other in sight.fighters(node)))
        found.append((goals.pull[node] + 1.5 * danger - sight.shelter(node) - need, node))
    return sorted(found)


def _enter(muster: Muster, goals: Goals, line: Line) -> Iterator[Order]:
    for unit in members(muster.sight.look.in_place(WAITING, GERMAN)):
        sight = muster.sight
        quota = rails.quota(sight.look) - sight.position.rail_moves
        staff = sight.game.headquarters >> unit & 1
        if quota > 0 and not staff:
            exits = sight.game.data.east_exits & rails.open_track(sight.look)
            tracks = rails.tracks(sight.game, sight.position.bombed).flood(exits, rails.open_track(sight.look))
            spots = _spots(muster, goals, tracks, unit)
            if spots:
                line.settle(sight, unit, spots[0][1])
                muster.goals[unit] = spots[0][1]
                yield [("pick", unit), ("rail", spots[0][1])]
                continue
        spots = _spots(muster, goals, arrivals.safe_cities(sight.look), unit)
        if spots:
            muster.goals[unit] = spots[0][1]
            yield [("pick", unit), ("enter", spots[0][1])]


def _ride(muster: Muster, goals: Goals, line: Line) -> Iterator[Order]:
    sight = muster.sight
    strafing = missions.on(sight.look, missions.STRAFING)
    riders = [
        unit
        for unit in muster.free
        if goals.pull[sight.at(unit)] > FAR_OFF
        and sight.game.data.rail_hexes >> sight.at(unit) & 1
        and not goals.guards.get(sight.at(unit))
        and not (sight.game.coastal_units >> unit & 1 and not sight.look.is_flipped(unit))
    ]
    riders.sort(key=lambda unit: (-sight.attack(unit), unit))
    for unit in riders:
        sight = muster.sight
        if rails.quota(sight.look) <= sight.position.rail_moves:
            return
        at = sight.at(unit)
        spots = _spots(muster, goals, rails.reachable(sight.look, at), unit)
        gain = goals.pull[at] - spots[0][0] if spots else 0.0
        if gain > FAR_OFF - 2 + STRAFED * strafing:
            line.settle(sight, unit, spots[0][1])
            muster.free.discard(unit)
            muster.goals[unit] = spots[0][1]
            yield [("pick", unit), ("rail", spots[0][1])]


# Headquarters


def staffs(muster: Muster, goals: Goals) -> Iterator[Order]:
    """Headquarters stand behind the front where most units are within five hexes and none of them is in danger."""
    sight = muster.sight
    if sight.position.impulse != 2:
        return
    fed: set[int] = set()
    queue = [unit for unit in sight.staffs(sight.side) if sight.movable() >> unit & 1]
    queue.sort(key=lambda unit: (sight.from_enemy[sight.at(unit)], unit))
    others = {unit: sight.at(unit) for unit in sight.staffs(sight.side)}
    for staff in queue:
        sight = muster.sight
        node = _post(sight, goals, staff, fed)
        fed |= set(_around(sight, node, REACH))
        others[staff] = node
        if node != sight.at(staff):
            yield [("pick", staff), ("move", node)]


def _around(sight: Sight, node: int, span: int) -> list[int]:
    """The units of a side that a headquarters in a hex would reach."""
    hexes = lines.reached(sight.game, 1 << node, lines.through(sight.look, sight.side), span)
    mine = sight.game.side_units[sight.side] & sight.game.land_units
    return members(sight.look.units_in(hexes, sight.side) & mine)


def _post(sight: Sight, goals: Goals, staff: int, fed: set[int]) -> int:
    """The best hex for a headquarters."""
    look, at = sight.look, sight.at(staff)
    open_hexes = lines.through(look, sight.side) & look.controls(sight.side)
    home = lines.reached(sight.game, lines.homes(look, sight.side), open_hexes)
    choices = (sight.ways(staff) | 1 << at) & ~sight.enemy_zone
    zone = look.zone(sight.side)
    coming = sight.ground.coming(sight.enemy_hexes, sight.own_hexes, zone, 5)
    front = [unit for unit in sight.troops(sight.side) if sight.from_enemy[sight.at(unit)] <= 4]
    away = dict.fromkeys(sight.board.nodes(choices), 0)
    lonely = _lonely(sight, staff, fed)
    best, best_score = at, -1e9
    for node in away:
        if not (home >> node & 1 or home & sight.board.around[node]):
            continue
        covered = _around(sight, node, REACH)
        score = sum(1.0 if unit not in fed else 0.15 for unit in covered if unit != staff)
        score += 0.4 * sum(unit in front for unit in covered if unit not in fed)
        guard = sum(sight.defence(unit) for unit in sight.fighters(node) if unit != staff)
        if coming >> node & 1 and guard < GUARDED:
            score -= ALONE
        score -= IN_DANGER * sight.danger(node, max(guard, 1))
        score -= 3.0 if sight.from_enemy[node] < BEHIND else 0.0
        score -= 0.25 * goals.pull[node] + (0.0 if node != at else -0.1)
        score -= TO_THE_LONELY * lonely[node] if lonely else 0.0
        if score > best_score:
            best, best_score = node, score
    return best


def _lonely(sight: Sight, staff: int, fed: set[int]) -> bytes:
    """Node -> hexes to the nearest troops that no headquarters reaches, where they are worth one."""
    if sight.side != ALLIED or not long_war(sight):
        return b""
    others = set[int]().union(*(_around(sight, sight.at(one), REACH) for one in sight.staffs(ALLIED) if one != staff))
    alone = [unit for unit in sight.troops(ALLIED) if unit not in fed and unit not in others]
    return sight.ground.distances(sum({1 << sight.at(unit) for unit in alone})) if len(alone) > FEW else b""
