"""Where the simple bot's headquarters and leaders go: behind the front, near enough to bring units forward."""

from __future__ import annotations

from bocage.bots.storming_aims import Aims
from bocage.bots.storming_sight import Sight
from bocage.hexes import HexSet

SAFE = 3  # hexes from the enemy


def staff_hex(sight: Sight, aims: Aims, unit: int, reach: HexSet) -> int:
    """The best hex for a headquarters or leader, its own included."""
    at = sight.at(unit)
    game = sight.game
    choices = (reach | 1 << at) & ~aims.closed(unit)
    supplied = sight.supply_for(unit)
    leader = unit == game.patton
    best, best_score = at, -1e9
    for node in sight.board.nodes(choices):
        others = [other for other in sight.stack(node) if other != unit]
        if node != at and not sight.fits(unit, node):
            continue
        away = min(12, sight.from_enemy[node])
        troops = [other for other in others if not game.staff_units >> other & 1]
        score = -abs(away - SAFE - 1) * 1.0
        if away <= SAFE and not leader:
            score -= 3.0
        if troops:
            score += 1.0
        if leader:
            score += 0.5 * sum(sight.attack(other) for other in troops if game.red_units >> other & 1)
            score += 0.8 * abs(away - SAFE - 1)  # he may stand at the front
        if not supplied >> node & 1:
            score -= 6.0
        if game.mute_hexes >> node & 1:
            score -= 20.0
        if score > best_score:
            best, best_score = node, score
    return best
