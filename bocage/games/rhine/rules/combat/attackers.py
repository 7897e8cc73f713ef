"""Who may attack what: the conditions of an attacker, before odds and duties come in (ATT, NAT, RIV.4, DD.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.parts.stacks import union
from bocage.rules import HexSet, once, pure

from ..look import RhineLook, members
from ..movement import allowance
from ..position import ALLIED, AMERICAN, BRITISH, EXPLOITATION, GERMAN, OTHER, SEA, Battle
from ..supply import ways

if TYPE_CHECKING:
    from ...game import Rhine

NATIONS = {ALLIED: (BRITISH, AMERICAN), GERMAN: (GERMAN,)}


@once
def targets(look: RhineLook, side: str) -> HexSet:
    """Enemy hexes that can be attacked: combat units, or a fortress that defends without any (ruling R16)."""
    return look.troops(OTHER[side]) | look.strongholds(OTHER[side])


def given(battles: Sequence[Battle]) -> int:
    """The units that battles have been given."""
    return union(battle.attackers for battle in battles)


def engaged(look: RhineLook) -> int:
    """Units that a battle of this phase has been given already."""
    return given(look.position.battles)


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


@once
def ready(look: RhineLook, side: str) -> int:
    """The units next to a target that may attack at all; what a river adds is left to `reach`."""
    front = look.game.land.step(targets(look, side)) & look.occupied(side)
    units = supplied(look, side, front) & unused(look, side) if front else 0
    return units | at_sea(look, side)


def supplied(look: RhineLook, side: str, hexes: HexSet) -> int:
    """The side's units in these hexes that supply lets attack (SUP.21)."""
    found = 0
    for nation in NATIONS[side]:
        found |= look.units_in(hexes & ways.supplied(look, nation), side) & look.game.nation_units[nation]
    return found


@pure(1)
def _beside(game: Rhine) -> tuple[tuple[HexSet, ...], tuple[HexSet, ...]]:
    """For each hex its neighbours by land (ruling R97), and those of them across a river."""
    near = tuple(game.land.step(1 << node) for node in range(game.board.size))
    return near, tuple(game.data.rivers.step(1 << node) & near[node] for node in range(game.board.size))


@once
def reach(look: RhineLook, unit: int) -> HexSet:
    """Hexes that a unit may attack from where it is: not over an estuary, and over a river only with a hex of its
    movement left for it (RIV.4, rulings R5, R75)."""
    position, game = look.position, look.game
    at = position.units[unit].at
    if at == SEA:
        return 1 << position.landing_at[game.unit_ids[unit]]
    if at < 0:
        return 0
    around, across = _beside(game)
    near, over = around[at], across[at]
    held = targets(look, game.counters[unit].side)
    if game.unit_ids[unit] not in position.budget and not over & held:
        return near  # it has not moved, and no river is in question
    left = allowance.budget_of(look, unit)
    if left < 0:
        return 0
    return near if left >= game.rules.numbers["river_cost"] else near & ~over


def moved_too_far(name: str, left: int) -> tuple[str, str]:
    """Why a unit has moved too far to attack, `left` being its budget."""
    if left < 0:
        return "MOV.7", f"{name} used its movement bonus or crossed too many rivers on its way, so it may not attack"
    return "RIV.4", f"an attack over a river costs a hex of movement, and {name} has none left"


def beside(look: RhineLook, side: str, hexes: HexSet) -> int:
    """The side's pieces next to every one of these hexes by land, or at sea off the only one."""
    game, position = look.game, look.position
    around = -1
    for node in game.board.nodes(hexes):
        around &= game.land.step(1 << node)
    found = look.units_in(around & game.board.all, side)
    for name, node in position.landing_at.items():
        if hexes == 1 << node:
            found |= 1 << game.unit_numbers[name]
    return found & game.side_units[side]


def factored(look: RhineLook, units: int) -> int:
    """Those of the units that have an attack factor, without which there is no attack (ATT.3)."""
    return sum(1 << unit for unit in members(units) if look.attack(unit))


def able(look: RhineLook, side: str, hexes: HexSet) -> int:
    """The ready units, not yet given to a battle, that can attack every one of these hexes."""
    free = members(ready(look, side) & ~engaged(look))
    return sum(1 << unit for unit in free if not hexes & ~reach(look, unit))


@once
def attackable(look: RhineLook, side: str) -> HexSet:
    """Every enemy hex that somebody with an attack factor could still attack."""
    free = members(factored(look, ready(look, side) & ~engaged(look)))
    return union(reach(look, unit) for unit in free) & targets(look, side)


def hexes_off(look: RhineLook, units: int) -> HexSet:
    """The landing hexes off which these units lie."""
    landing, numbers = look.position.landing_at, look.game.unit_numbers
    return union(1 << node for name, node in landing.items() if units >> numbers[name] & 1)
