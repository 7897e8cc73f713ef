"""Moves of the planner that leave the map or cross it at a stroke: exits, returns, Strategic Movement, the box."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.bots.ground import FAR
from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.look import members
from ...rules.movement import strategic
from ...rules.movement.allowance import allowance
from ...rules.position import ALLIED, ASIDE, BRITTANY, GERMAN
from ..sight import Sight
from .muster import EAST_TURN, Muster

RAIL = 4  # who is so many hexes from the front or nearer does not entrain
REAR = 4  # how far from the enemy panzers go into the Watch on the Rhine Box


def come_back(muster: Muster) -> Iterator[Order]:
    """The strongest of the divisions that exited into Brittany return at once (7.1.2.K)."""
    sight = muster.sight
    away = members(sight.look.in_place(BRITTANY, ALLIED) & ~sight.position.leaving)
    if not sight.position.returning:
        return
    for unit in sorted(away, key=lambda unit: (-sight.attack(unit), unit)):
        sight = muster.sight
        doors = sight.board.nodes(sight.game.entrances["B"] & ~sight.enemy_hexes)
        if sight.position.returning <= 0 or not doors:
            return
        field = muster.aims.field(unit)
        yield [("return", unit), ("move", min(doors, key=lambda node: (field[node], node)))]


def leave_west(muster: Muster) -> Iterator[Order]:
    """Four US divisions exit into Brittany together, as soon as four can; the weakest, for one stays (7.1.2.J)."""
    sight = muster.sight
    game = sight.game
    if sight.position.brittany_closed or not game.entrances["B"] & game.in_play:
        return
    able = _who_can(muster, game.us_divisions, game.entrances["B"])
    needed = game.rules.numbers["brittany_divisions"]
    if len(able) >= needed:
        able.sort(key=lambda found: (sight.attack(found[1]), found))
        yield from _out(muster, able[:needed])


def leave_east(muster: Muster) -> Iterator[Order]:
    """Ten divisions off the east edge in one step win the game (7.1.2.L)."""
    sight = muster.sight
    game = sight.game
    if sight.turn < EAST_TURN or not game.allied_exits & game.in_play:
        return
    able = _who_can(muster, game.divisions, sight.ground.gates)
    if len(able) >= game.rules.numbers["exit_divisions"]:
        yield from _out(muster, sorted(able))


def _who_can(muster: Muster, units: int, gates: HexSet) -> list[tuple[int, int, int]]:
    """Who can come to a gate and still pay for the exit: points, unit, gate. Zones stop whoever enters them (6.5)."""
    sight = muster.sight
    price = sight.game.rules.numbers["exit_mp"]
    found = []
    for unit in sorted(muster.free):
        points = allowance(sight.look, unit)
        if not units >> unit & 1 or points < price:
            continue
        at = sight.at(unit)
        if gates >> at & 1:
            found.append((0, unit, at))
            continue
        spots = muster.goals(unit) & gates & ~sight.enemy_zone
        if spots:
            ways = muster.ways(unit)
            spent, node = min((ways.price(ways.path(node)) or FAR, node) for node in sight.board.nodes(spots))
            if spent + price <= points:
                found.append((spent, unit, node))
    return found


def _out(muster: Muster, leaving: list[tuple[int, int, int]]) -> Iterator[Order]:
    for _, unit, node in leaving:
        yield [*(muster.go(unit, node) or [("pick", unit)]), ("exit", 0)]


def entrain(muster: Muster, offered: HexSet) -> Iterator[Order]:
    """Strategic Movement of whoever is offered it and far from the front (10.7.11, 10.7.12)."""
    sight = muster.sight
    side = sight.side
    west = sight.game.data.west
    for unit in members(offered & ~sight.game.staff_units if side == GERMAN else offered):
        sight = muster.sight
        waits = sight.at(unit) == ASIDE
        if not waits and (unit not in muster.free or (side == GERMAN and not _far_off(muster, unit))):
            continue
        hexes = strategic.destinations(sight.look, unit) & ~muster.aims.closed(unit)
        if not hexes:
            continue
        field = muster.aims.field(unit)
        goal = min(sight.board.nodes(hexes), key=lambda node: (field[node], len(sight.stack(node)), node))
        if side == ALLIED and (not west >> sight.at(unit) & 1 or field[goal] >= field[sight.at(unit)]):
            continue
        muster.free.discard(unit)
        yield [("strategic", unit), ("move", goal)]


def _far_off(muster: Muster, unit: int) -> bool:
    """Is a German unit far from the fighting, and not needed where it is?"""
    sight = muster.sight
    at = sight.at(unit)
    if muster.aims.task(unit) not in ("line", ""):
        return False
    garrison = sight.game.counters[unit].type == "coastal" and sight.game.data.forts["coastal"] >> at & 1
    return sight.from_enemy[at] > RAIL and not garrison


def watch(muster: Muster, offered: int) -> Iterator[Order]:
    """On the eve of the offensive, panzers behind the front go into the Watch on the Rhine Box (17.7.2.A)."""
    sight = muster.sight
    numbers = sight.game.rules.numbers
    if not numbers["offensive_first_turn"] - 1 <= sight.turn < numbers["offensive_last_turn"]:
        return
    for unit in members(offered & sight.game.divisions):
        if unit in muster.free and sight.from_enemy[sight.at(unit)] >= REAR and not muster.posted(unit):
            muster.free.discard(unit)
            yield [("watch", unit)]


def flood(sight: Sight) -> Iterator[Order]:
    """The Roer Dams are blown when the Allies stand in the valley in strength (17.2.B)."""
    if (sight.enemy_hexes & sight.game.roer_valley).bit_count() >= 3:
        yield [("blow-dams", 0)]
