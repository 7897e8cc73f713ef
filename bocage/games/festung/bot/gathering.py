"""Why to stand beside an enemy: for the attack that can be made on him, and to leave him no way for supply."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..rules.look import GERMAN, WESTERN, members
from ..rules.position import ALLIED, AXIS
from ..rules.supply import tracing

if TYPE_CHECKING:
    from .sight import Sight

STRONG = 6.0  # attack factors that make a stack worth joining
AIR = 1.5  # columns that aircraft are worth to an Allied attack on the average
MOST_WAYS = 4  # ways to supply beyond which nobody can be surrounded soon
SIDES = 6  # of the die; on each column as many of them win as its odds, and at 1:2 none


class Prey(NamedTuple):
    """An enemy hex that could be attacked."""

    stake: float  # what the ground and the defenders are worth
    defence: float
    shift: float
    attack: float  # of all who stand beside it


def pressing(sight: Sight, attack: int, node: int, here: bool) -> float:
    """What so much attack in a hex adds to the best attack out of it; who is `here` counts among the others so far."""
    enemies = sight.data.open_sides.step(1 << node) & sight.look.occupied(sight.enemy) & sight.board.hexes
    if not attack or not enemies:
        return 0.0
    best = 0.0
    beside = sum(sight.look.attack(one) for one in sight.look.of_side(node, sight.side)) - (attack if here else 0)
    for target in sight.board.nodes(enemies):
        prey = prey_at(sight, target)
        others = prey.attack - attack if here else prey.attack
        best = max(best, prey.stake * (_hope(prey, others + attack) - _hope(prey, others)))
    # One marker pays for all who attack out of a hex.
    return best * sight.number("press") * (1.0 + sight.number("together") * min(1.0, beside / STRONG))


def _hope(prey: Prey, attack: float) -> float:
    """About the chance to win with so much attack."""
    if attack <= 0:
        return 0.0
    return max(0.0, min(1.0, (attack / prey.defence - 0.5 + prey.shift) / SIDES))


def prey_at(sight: Sight, target: int) -> Prey:
    """An enemy hex as prey, kept with the sight."""
    if target not in sight.preys:
        look = sight.look
        beside = sight.data.open_sides.step(1 << target) & look.occupied(sight.side) & sight.board.hexes
        attack = sum(look.attack(one) for one in members(look.units_in(beside, sight.side)))
        there = look.of_side(target, sight.enemy)
        defence = sum(look.defence(one) for one in there)
        stake = sight.worth(target) + 0.3 * sight.number("pull") * sight.pulls[target]
        stake += defence * sight.number("factor")
        shift = sight.data.tec[sight.data.terrain_at[target]].shift + (AIR if sight.side == ALLIED else 0.0)
        sight.preys[target] = Prey(stake, max(1.0, float(defence)), shift, attack)
    found: Prey = sight.preys[target]
    return found


def nooses(sight: Sight) -> dict[int, float]:
    """Hex -> what it is worth to take it from enemies who draw supply through it.

    Who is surrounded by hexes that the enemy controls starves (11.42, 11.71); the last way out is worth most.
    """
    look, found = sight.look, dict[int, float]()
    held = look.controls(sight.enemy) & sight.board.hexes
    fed = tracing.sources(look, GERMAN if sight.enemy == AXIS else WESTERN) | tracing.ports(look, sight.enemy)
    kept = look.hexes_of(members(sight.game.fortresses & look.on_map(sight.enemy)))
    for target in sight.board.nodes(look.occupied(sight.enemy) & sight.board.hexes & ~fed & ~kept):
        ways = sight.data.open_sides.step(1 << target) & held
        count = ways.bit_count()
        if not 0 < count <= MOST_WAYS:
            continue
        units = sum(sight.strength(unit) for unit in look.of_side(target, sight.enemy))
        stake = sight.number("noose") * (units + 0.5 * sight.worth(target))
        for node in sight.board.nodes(ways):
            found[node] = found.get(node, 0.0) + stake * (count**-2 - (count + 1) ** -2)
    return found
