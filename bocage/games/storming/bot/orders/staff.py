"""Where the planner's headquarters and leaders go: behind the front, near enough to bring units forward."""

from __future__ import annotations

from bocage.hexes import HexSet

from ...rules.position import ALLIED, ENGLAND
from ..aims.shared import Aims
from ..sight import Sight

BEHIND = 3  # hexes from the enemy at which a headquarters is best placed
EXPOSED = 3.0  # standing beside the enemy, where nobody can join it (7.1.3)
ESCORT = 1.5  # having troops in the hex
ROOM, BEACH = 0.8, 1.5  # a place for an arrival beside a headquarters; a beach, where they can come ashore without it
LANDING_TURN = 8  # until then arrivals crowd the beaches
CUT_OFF, SHUT_OUT = 6.0, 20.0  # out of supply, or in an Entrance Hex


def staff_hex(sight: Sight, aims: Aims, unit: int, reach: HexSet) -> int:
    """The best hex for a headquarters or leader, its own included."""
    at = sight.at(unit)
    game = sight.game
    choices = (reach | 1 << at) & ~aims.closed(unit)
    supplied = sight.supply_for(unit)
    leader = unit == game.patton
    landing = (game.hq_21, game.hq_12) if sight.look.in_place(ENGLAND, ALLIED) or sight.turn < LANDING_TURN else ()
    limit = game.rules.numbers["stacking_limit"]
    best, best_score = at, -1e9
    for node in sight.board.nodes(choices):
        others = [other for other in sight.stack(node) if other != unit]
        if node != at and not sight.fits(unit, node):
            continue
        away = min(12, sight.from_enemy[node])
        troops = [other for other in others if not game.staff_units >> other & 1]
        # Patton stands with his armour, wherever that is.
        score = -abs(away - BEHIND) * (0.2 if leader else 1.0)
        if away <= 1 and not leader:
            score -= EXPOSED
        if unit in landing:
            score += ROOM * (limit - sight.look.counted(troops)) - (BEACH if game.beach_hexes >> node & 1 else 0.0)
        elif troops:
            score += ESCORT
        if leader:
            score += 0.5 * sum(sight.attack(other) for other in troops if game.red_units >> other & 1)
        if not supplied >> node & 1:
            score -= CUT_OFF
        if game.mute_hexes >> node & 1:
            score -= SHUT_OUT
        if score > best_score:
            best, best_score = node, score
    return best
