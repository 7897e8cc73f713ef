"""What each side of Operation Roundup wants on the map, in the eyes of the planner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bocage.hexes import HexSet

from ..rules.position import ALLIED
from .sight import Sight

ALERT = 12  # an enemy at this distance may be at the door next turn
AT_THE_DOOR = 2
GATHERED, GUARDED = 7, 2  # how near attackers and defenders of a beachhead are counted
RING = 2  # how far in front of home the Allies want their line


class Goals(NamedTuple):
    """Prizes to take, hexes to guard, where to march, and what a line should cover."""

    prizes: dict[int, float]  # hex -> what entering it is worth
    guards: dict[int, float]  # hex -> what it is worth that a unit stays there
    doors: dict[int, str]  # hexes to be left free for the nation that lands there next turn
    pull: Sequence[int]  # node -> distance from what the side marches on
    leash: Sequence[int]  # node -> distance from what the side must not leave alone
    watch: HexSet  # hexes over which the side likes to have zones


def goals(sight: Sight) -> Goals:
    """The goals of the side that looks."""
    return _allied(sight) if sight.side == ALLIED else _german(sight)


def _allied(sight: Sight) -> Goals:
    """Ports first, home kept safe, and at the end somebody at the edge (14.1, 14.2)."""
    look, board, position, number = sight.look, sight.board, sight.position, sight.number
    prizes: dict[int, float] = {}
    guards: dict[int, float] = {}
    beachheads = look.beachheads()
    home = beachheads | sight.game.port_hexes & position.allied_control
    from_home = sight.ground.distances(home)
    wanted: list[tuple[float, HexSet]] = []
    port_value = number("ports")
    for hexes in sight.game.data.ports.values():
        missing = hexes & ~position.allied_control
        if missing:
            value = port_value + (0.8 * port_value if missing.bit_count() == 1 else 0.0)
            nodes = board.nodes(missing)
            prizes.update(dict.fromkeys(nodes, value))
            wanted.append((min(from_home[node] + 0.1 * sight.threat[node] for node in nodes), missing))
    sentry = number("guard")
    for node in board.nodes(home):
        if sight.from_enemy[node] <= ALERT and (sight.open_to_enemy | sight.own_hexes) >> node & 1:
            guards[node] = sentry * (14.0 if beachheads >> node & 1 else number("port_guard"))
    if position.turn >= number("raid_turn"):
        edge = number("edge_at_last" if sight.last_turn else "edge")
        for node in board.nodes(sight.rim):
            prizes[node] = max(prizes.get(node, 0.0), edge)
    doors = {
        node: nation
        for nation, hexes in (("US", position.us_beachheads), ("UK", position.uk_beachheads))
        for node in board.nodes(hexes)
        if sight.from_enemy[node] > AT_THE_DOOR
    }
    # A line in front of the beachheads and the port between them, where the enemy may come near.
    core = home & sum(board.layers(beachheads, board.all, RING))
    near_enemy = sum(board.layers(sight.enemy_hexes, board.all, ALERT))
    watch = sum(board.layers(core, board.all, RING)[RING:]) & near_enemy
    wanted.sort()
    # Another axis: not the nearest port but the next one.
    target = wanted[min(int(number("axis")), len(wanted) - 1)][1] if wanted else sight.rim
    return Goals(prizes, guards, doors, sight.ground.distances(target), from_home, watch)


def _german(sight: Sight) -> Goals:
    """Beachheads first: without all four the Allies cannot win. Ports and edges are to be kept (14.2)."""
    look, board, position, number = sight.look, sight.board, sight.position, sight.number
    prizes: dict[int, float] = {}
    guards: dict[int, float] = {}
    beachheads = look.beachheads()
    first = number("beachhead")
    for node in board.nodes(beachheads):
        prizes[node] = first if position.beachheads_lost == 0 else first / 3
    port_value, hold = number("ports"), number("hold")
    lost_ports = 0
    deciding = _deciding_ports(sight)
    for hexes in sight.game.data.ports.values():
        lost = hexes & position.allied_control
        for node in board.nodes(lost):
            prizes[node] = port_value if lost == hexes else port_value / 2
            if deciding >> node & 1:
                prizes[node] = max(prizes[node], first)
        if lost == hexes:
            lost_ports |= hexes
        held = hexes & ~position.allied_control
        for node in board.nodes(held):
            if sight.from_enemy[node] <= ALERT:
                guards[node] = hold * (6.0 if held.bit_count() == 1 or sight.own_hexes >> node & 1 else 2.0)
    intruders = sight.enemy_hexes & (sight.rim | board.step(sight.rim))
    for node in board.nodes(intruders):
        worth = number("edge_at_last" if sight.last_turn else "edge")
        prizes[node] = prizes.get(node, 0.0) + worth
    march = beachheads | sight.game.port_hexes & position.allied_control | intruders
    axis = number("axis")
    if axis == 1 and lost_ports:
        march = lost_ports | intruders
    elif axis == 2 and beachheads:
        march = beachheads | intruders
    elif axis == 3 and beachheads:
        march = 1 << _weakest(sight, beachheads) | intruders
    march |= deciding
    if number("bulwark"):
        march |= threatened_port(sight)
    target = int(number("target"))
    if prizes.get(target):
        # All on one place: the others are only taken where they lie open.
        prizes = {node: worth if node == target else worth / 4 for node, worth in prizes.items()}
        march = 1 << target | intruders
    # A ring around the Allies, just out of their zones.
    near = sight.enemy_hexes | board.step(sight.enemy_hexes)
    ring = board.step(near)
    watch = (ring | board.step(ring)) & ~near
    if position.turn >= number("edge_watch"):
        # Late in the game a second ring, where the Allies could slip through to the edge.
        second = sum(board.layers(ring, board.all, 3))
        watch |= second & sight.open_to_enemy & ~near
    pull = sight.ground.distances(march or sight.enemy_hexes)
    return Goals(prizes, guards, {}, pull, [0] * board.size, watch)


def _deciding_ports(sight: Sight) -> HexSet:
    """Late in the game: ports whose loss takes the victory from the Allies (14.1, 14.2)."""
    position = sight.position
    if position.turn < sight.number("deciding_from"):
        return 0
    complete = [hexes for hexes in sight.game.data.ports.values() if not hexes & ~position.allied_control]
    enough = 1 if sight.game.data.strategies[position.strategy].russia else 2
    return sum(complete) if len(complete) == enough else 0


def threatened_port(sight: Sight) -> HexSet:
    """Of the ports that the Germans still hold the one nearest to the beaches, if there is any."""
    home = sight.look.beachheads()
    held = [hexes for hexes in sight.game.data.ports.values() if hexes & ~sight.position.allied_control]
    if not home or not held:
        return 0
    away = sight.ground.distances(home)
    return min(held, key=lambda hexes: min(away[node] for node in sight.board.nodes(hexes)))


def _weakest(sight: Sight, hexes: HexSet) -> int:
    """The hex where we are strongest against what stands around it."""
    around: dict[int, float] = {}
    for node in sight.board.nodes(hexes):
        away = sight.ground.distances(1 << node)
        ours = sum(sight.attack(unit) for unit in sight.units_of(sight.side) if away[sight.at(unit)] <= GATHERED)
        theirs = sum(sight.defence(unit) for unit in sight.units_of(sight.enemy) if away[sight.at(unit)] <= GUARDED)
        around[node] = (ours + 10.0) / (theirs + 5.0)
    return max(around, key=lambda node: (around[node], -node))
