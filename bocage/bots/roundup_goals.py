"""What each side of Operation Roundup wants on the map, in the simple bot's eyes."""

from __future__ import annotations

from typing import NamedTuple

from bocage.bots.roundup_sight import Sight, distances
from bocage.games.roundup.position import ALLIED, GERMAN
from bocage.hexes import HexSet

RAID_TURN = 6  # from here on a few fast units look for a gap towards the edge


class Goals(NamedTuple):
    """Prizes to take, hexes to guard, where to march, and what a line should cover."""

    prizes: dict[int, float]  # hex -> what entering it is worth
    guards: dict[int, float]  # hex -> what it is worth that a unit stays there
    pull: list[int]  # node -> distance from what the side marches on
    watch: HexSet  # hexes over which the side likes to have zones


def goals(sight: Sight) -> Goals:
    """The goals of the side that looks."""
    return _allied(sight) if sight.side == ALLIED else _german(sight)


def _allied(sight: Sight) -> Goals:
    """Ports first, home kept safe, and at the end somebody at the edge (14.1, 14.2)."""
    look, board, position = sight.look, sight.board, sight.position
    prizes: dict[int, float] = {}
    guards: dict[int, float] = {}
    home = look.beachheads() | sight.game.port_hexes & position.allied_control
    from_home = distances(board, home)
    wanted: list[tuple[int, HexSet]] = []
    for hexes in sight.game.data.ports.values():
        missing = hexes & ~position.allied_control
        if missing:
            value = 10.0 + (8.0 if missing.bit_count() == 1 else 0.0)
            prizes.update(dict.fromkeys(board.nodes(missing), value))
            wanted.append((min(from_home[node] for node in board.nodes(missing)), missing))
    for node in board.nodes(home & sight.open_to_enemy | home & sight.own_hexes):
        exposed = sight.from_enemy[node] <= 12
        key = look.beachheads() >> node & 1
        if exposed:
            guards[node] = 14.0 if key else 5.0
    if sight.last_turn or position.turn >= RAID_TURN:
        reward = 30.0 if sight.last_turn else 1.0
        for node in board.nodes(sight.rim & ~sight.enemy_hexes):
            prizes[node] = max(prizes.get(node, 0.0), reward)
    target = min(wanted)[1] if wanted else sight.rim
    watch = 0
    for node in board.nodes(home):
        watch |= board.within(node, 5) & ~board.within(node, 2)
    return Goals(prizes, guards, distances(board, target), watch)


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
            if sight.from_enemy[node] <= 12:
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
    return Goals(prizes, guards, distances(board, march or sight.enemy_hexes), watch)


__all__ = ["ALLIED", "GERMAN", "RAID_TURN", "Goals", "goals"]
