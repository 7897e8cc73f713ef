"""What each side of Operation Roundup wants on the map, in the simple bot's eyes."""

from __future__ import annotations

from typing import NamedTuple

from bocage.bots.roundup_sight import Sight, distances
from bocage.games.roundup.position import ALLIED
from bocage.hexes import HexSet

ALERT = 12  # an enemy at this distance may be at the door next turn
AT_THE_DOOR = 2
RING = 2  # how far in front of home the Allies want their line
RAID_TURN = 6  # from here on a few Allied units look for a gap towards the edge


class Goals(NamedTuple):
    """Prizes to take, hexes to guard, where to march, and what a line should cover."""

    prizes: dict[int, float]  # hex -> what entering it is worth
    guards: dict[int, float]  # hex -> what it is worth that a unit stays there
    doors: dict[int, str]  # hexes to be left free for the nation that lands there next turn
    pull: list[int]  # node -> distance from what the side marches on
    leash: list[int]  # node -> distance from what the side must not leave alone
    watch: HexSet  # hexes over which the side likes to have zones


def goals(sight: Sight) -> Goals:
    """The goals of the side that looks."""
    return _allied(sight) if sight.side == ALLIED else _german(sight)


def _allied(sight: Sight) -> Goals:
    """Ports first, home kept safe, and at the end somebody at the edge (14.1, 14.2)."""
    look, board, position = sight.look, sight.board, sight.position
    prizes: dict[int, float] = {}
    guards: dict[int, float] = {}
    beachheads = look.beachheads()
    home = beachheads | sight.game.port_hexes & position.allied_control
    from_home = distances(board, home)
    wanted: list[tuple[float, HexSet]] = []
    for hexes in sight.game.data.ports.values():
        missing = hexes & ~position.allied_control
        if missing:
            value = 10.0 + (8.0 if missing.bit_count() == 1 else 0.0)
            nodes = board.nodes(missing)
            prizes.update(dict.fromkeys(nodes, value))
            wanted.append((min(from_home[node] + 0.1 * sight.threat[node] for node in nodes), missing))
    for node in board.nodes(home):
        if sight.from_enemy[node] <= ALERT and (sight.open_to_enemy | sight.own_hexes) >> node & 1:
            guards[node] = 14.0 if beachheads >> node & 1 else 4.0
    if position.turn >= RAID_TURN:
        for node in board.nodes(sight.rim):
            prizes[node] = max(prizes.get(node, 0.0), 30.0 if sight.last_turn else 1.0)
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
    target = min(wanted)[1] if wanted else sight.rim
    return Goals(prizes, guards, doors, distances(board, target), from_home, watch)


def _german(sight: Sight) -> Goals:
    """Beachheads first: without all four the Allies cannot win. Ports and edges are to be kept (14.2)."""
    look, board, position = sight.look, sight.board, sight.position
    prizes: dict[int, float] = {}
    guards: dict[int, float] = {}
    beachheads = look.beachheads()
    for node in board.nodes(beachheads):
        prizes[node] = 45.0 if position.beachheads_lost == 0 else 15.0
    for hexes in sight.game.data.ports.values():
        lost = hexes & position.allied_control
        for node in board.nodes(lost):
            prizes[node] = 8.0 if lost == hexes else 4.0
        held = hexes & ~position.allied_control
        for node in board.nodes(held):
            if sight.from_enemy[node] <= ALERT:
                guards[node] = 6.0 if held.bit_count() == 1 or sight.own_hexes >> node & 1 else 2.0
    intruders = sight.enemy_hexes & (sight.rim | board.step(sight.rim))
    for node in board.nodes(intruders):
        worth = 40.0 if sight.last_turn else 3.0 + position.turn
        prizes[node] = prizes.get(node, 0.0) + worth
    march = beachheads | sight.game.port_hexes & position.allied_control | intruders
    # A ring around the Allies, just out of their zones.
    near = sight.enemy_hexes | board.step(sight.enemy_hexes)
    ring = board.step(near)
    watch = (ring | board.step(ring)) & ~near
    pull = distances(board, march or sight.enemy_hexes)
    return Goals(prizes, guards, {}, pull, [0] * board.size, watch)
