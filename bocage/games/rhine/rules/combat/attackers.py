"""Who may attack what: the conditions of an attacker, before odds and duties come in (ATT, NAT, RIV.4, DD.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bocage.hexes import HexSet

from ... import data
from ..look import RhineLook, members
from ..movement import allowance
from ..position import ALLIED, AMERICAN, BRITISH, EXPLOITATION, GERMAN, OTHER, SEA
from ..supply import ways

NATIONS = {ALLIED: (BRITISH, AMERICAN), GERMAN: (GERMAN,)}


def kept(look: RhineLook) -> dict[Any, Any]:
    """What several clauses of one question need is worked out once; a look lives for one question."""
    if look.memo is None:
        look.memo = {}
    found: dict[Any, Any] = look.memo
    return found


@lru_cache(maxsize=4)
def sides(printed: data.Data) -> tuple[tuple[HexSet, ...], tuple[HexSet, ...]]:
    """For each hex its neighbours by land, and those of them across a river."""
    land, board = printed.board.every - printed.estuary, printed.board
    near = tuple(land.step(1 << node) for node in range(board.size))
    return near, tuple(printed.rivers.step(1 << node) & near[node] for node in range(board.size))


def targets(look: RhineLook, side: str) -> HexSet:
    """Enemy hexes that can be attacked: combat units, or a fortress that defends without any (ruling R16)."""
    memo = kept(look)
    key = ("targets", side)
    if key not in memo:
        enemy = OTHER[side]
        memo[key] = look.troops(enemy) | look.strongholds(enemy)
    return int(memo[key])


def engaged(look: RhineLook) -> int:
    """Units that a battle of this phase has been given already."""
    found = 0
    for battle in look.position.battles:
        found |= battle.attackers
    return found


def at_sea(look: RhineLook, side: str) -> int:
    """Landing units off a hex that the enemy holds, whose wave has come: they attack it and nothing else (DD.7)."""
    position = look.position
    if side != ALLIED or not position.landing_at:
        return 0
    game = look.game
    held, found = targets(look, side), 0
    for name, node in position.landing_at.items():
        if held >> node & 1:
            found |= 1 << game.unit_numbers[name]
    return found & look.in_place(SEA) & game.troop_units & ~position.second_wave


def unused(look: RhineLook, side: str) -> int:
    """A side's combat units that may still attack in this player-turn, as far as they themselves are concerned."""
    position, game = look.position, look.game
    units = game.side_units[side] & game.troop_units & position.on_board
    units &= ~(position.disrupted | position.attacked | position.dug_in)
    if position.stage == EXPLOITATION:
        units &= ~position.spent
    return units


def ready(look: RhineLook, side: str) -> int:
    """The units next to a target that may attack at all; what a river adds is left to `reach`."""
    memo = kept(look)
    key = ("ready", side)
    if key not in memo:
        game = look.game
        front = game.land.step(targets(look, side)) & look.occupied(side)
        units = 0
        if front:
            for nation in NATIONS[side]:
                supplied = front & ways.supplied(look, nation)
                units |= look.units_in(supplied, side) & game.nation_units[nation]
            units &= unused(look, side)
        memo[key] = units | at_sea(look, side)
    return int(memo[key])


def reach(look: RhineLook, unit: int) -> HexSet:
    """Hexes that a unit may attack from where it is: not over an estuary, and over a river only with a hex of its
    movement left for it (RIV.4, ruling R5)."""
    memo = kept(look)
    key = ("reach", unit)
    if key not in memo:
        memo[key] = _reach(look, unit)
    return int(memo[key])


def _reach(look: RhineLook, unit: int) -> HexSet:
    position, game = look.position, look.game
    at = position.units[unit].at
    if at == SEA:
        return 1 << position.landing_at[game.unit_ids[unit]]
    if at < 0:
        return 0
    around, across = sides(look.game.data)
    near, over = around[at], across[at]
    held = targets(look, game.counters[unit].side)
    if game.unit_ids[unit] not in position.budget and not over & held:
        return near  # it has not moved, and no river is in question
    left = allowance.budget_of(look, unit)
    if left < 0:
        return 0
    return near if left >= game.rules.numbers["river_cost"] else near & ~over


def factored(look: RhineLook, units: int) -> int:
    """Those of the units that have an attack factor, without which there is no attack (ATT.3)."""
    found = units
    for unit in members(units):
        if not look.attack(unit):
            found ^= 1 << unit
    return found


def able(look: RhineLook, side: str, hexes: HexSet) -> int:
    """The ready units, not yet given to a battle, that can attack every one of these hexes."""
    found = 0
    for unit in members(ready(look, side) & ~engaged(look)):
        if not hexes & ~reach(look, unit):
            found |= 1 << unit
    return found


def attackable(look: RhineLook, side: str) -> HexSet:
    """Every enemy hex that somebody with an attack factor could still attack."""
    found = 0
    for unit in members(factored(look, ready(look, side) & ~engaged(look))):
        found |= reach(look, unit)
    return found & targets(look, side)


def hexes_off(look: RhineLook, units: int) -> HexSet:
    """The landing hexes off which these units lie."""
    found = 0
    for name, node in look.position.landing_at.items():
        if units >> look.game.unit_numbers[name] & 1:
            found |= 1 << node
    return found
