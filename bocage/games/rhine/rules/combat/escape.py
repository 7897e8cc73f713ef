"""Where a retreat may lead: what the attack bars, what enemies hold, whether a rout can be completed (RET, DR.4)."""

from __future__ import annotations

from bocage.parts.combat.retreat import onward
from bocage.rules import HexSet

from ..look import RhineLook
from ..position import OTHER, TROOPS
from .fight import Fighting

NO_DISTANCE = -1  # a withdrawal: nobody demands a length


def barred_hexes(look: RhineLook, side: str, origins: HexSet) -> HexSet:
    """Hexes that an attack from these hexes bars to a side's retreats (RET.1, RET.2). A landing bars none (ruling R11),
    nor an attack over an estuary (ruling R105).

    A friendly combat unit opens its hex, unless it is under attack itself. The battle that is being resolved counts as
    such an attack to its end, so nobody runs from one of its target hexes into another (ruling R80).
    """
    position = look.position
    attacked = 0
    for battle in position.battles:
        attacked |= battle.targets
    for frame in position.frames:
        if isinstance(frame, Fighting):
            attacked |= frame.targets
    safe = position.masks[TROOPS[side]] & ~attacked
    return look.game.land.step(origins) & ~safe


def enemy_held(look: RhineLook, side: str) -> HexSet:
    """Hexes with enemy combat units, even a lone Tiger battalion, and enemy fortresses: closed to retreats (R11)."""
    enemy = OTHER[side]
    return look.troops(enemy) | look.strongholds(enemy)


def zones(look: RhineLook, side: str) -> HexSet:
    """Enemy zones without a friendly unit, which bar retreats where players want it so (option R11)."""
    return look.zone(OTHER[side]) & ~look.position.masks[TROOPS[side]]


def ways(look: RhineLook, side: str, barred: HexSet, distance: int, path: tuple[int, ...]) -> HexSet:
    """The next hexes that a retreating unit may enter after this path (start included), in a rout of some distance.

    In a rout only hexes from which the distance can still be completed, or a friend be reached (DR.2, DR.4).
    """
    game = look.game
    free = game.board.all & ~(enemy_held(look, side) | barred)
    if not game.rules.retreat_through_zones:
        free &= ~zones(look, side)
    if distance == NO_DISTANCE:
        for node in path:
            free &= ~(1 << node)
        return game.land.step(1 << path[-1]) & free
    return onward(game.board, game.land, path, free, distance, look.position.masks[TROOPS[side]])
