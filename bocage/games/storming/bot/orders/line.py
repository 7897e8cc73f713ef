"""Where the planner's units go when they neither attack nor storm a prize: forward, into a line, or back."""

from __future__ import annotations

from bocage.hexes import HexSet

from ...rules.position import ALLIED
from ..aims.shared import Aims
from ..sight import Sight

PULL = {True: 1.0, False: 0.8}  # a hex nearer to the goal, for Allies and Germans
COVER = {True: 0.3, False: 1.1}  # a point of terrain
DANGER = {True: 0.7, False: 1.1}  # being struck at double strength
POST = 1.4  # a hex of the line over which a unit's zone falls
CONTACT = {True: 0.4, False: 0.5}  # standing beside the enemy
CUT_OFF = 7.0
SUPPORT = 0.6  # joining a stack that needs help
LONELY = 1.8  # nobody of ours within two hexes, with the enemy near


class Line:
    """Places units one after the other."""

    def __init__(self, sight: Sight, aims: Aims, settled: HexSet) -> None:
        self._aims = aims
        self._allied = sight.side == ALLIED
        self._covered = settled | sight.game.zone_sides.step(settled)
        self._guarded = settled

    def place(self, sight: Sight, unit: int, reach: HexSet) -> int:
        """The best hex for a unit, its own included."""
        at, board, aims, game = sight.at(unit), sight.board, self._aims, sight.game
        here = 1 << at
        field = aims.field(unit)
        choices = reach & ~sight.own_hexes & ~aims.closed(unit)
        beside: dict[int, float] = {}
        for node in board.nodes((reach | here) & sight.own_hexes):
            if node == at or sight.fits(unit, node):
                choices |= 1 << node
                beside[node] = float(sum(sight.defence(other) for other in sight.stack(node) if other != unit))
        if game.mute_hexes >> at & 1 and choices != here:
            choices &= ~here  # nobody may stay in an Entrance Hex (7.1.2)
        allied = self._allied
        style = sight.style
        pull, cover_worth = PULL[allied] * style.get("pull", 1.0), COVER[allied] * style.get("cover", 1.0)
        danger_worth, touch = DANGER[allied] * style.get("danger", 1.0), CONTACT[allied] + style.get("contact", 0.0)
        post, lonely = POST * style.get("post", 1.0), LONELY * style.get("company", 1.0)
        contact = sight.look.beside_enemy(sight.side)
        supplied = sight.supply_for(unit)
        occupied = aims.occupied and aims.task(unit) == "line"
        posts = aims.posts_for(unit) & ~(self._guarded if occupied else self._covered)
        friends = self._guarded | (sight.own_hexes if len(sight.stack(at)) > 1 else sight.own_hexes & ~here)
        defence = max(1.0, sight.defence(unit))
        around, prizes, guards = board.around, aims.prizes, aims.guards
        cover, from_enemy = sight.cover, sight.from_enemy
        best, best_score = at, -1e9
        for node in board.nodes(choices):
            score = cover_worth * cover[node] - pull * field[node]
            if not supplied >> node & 1:
                score -= CUT_OFF
            if score < best_score - 9 and node not in guards and node not in prizes:
                continue
            if posts:
                if occupied:
                    score += 2 * post * (posts >> node & 1)
                else:
                    score += post * min(3, ((around[node] | 1 << node) & posts).bit_count())
            company = beside.get(node, 0.0)
            danger = sight.danger(node, defence + company)
            score -= danger_worth * danger
            if company and danger < 2.0:
                score += SUPPORT * min(1.5, sight.danger(node, company) - danger)
            if contact >> node & 1:
                score += touch
            if from_enemy[node] <= 4 and not board.within(node, 2) & friends:
                score -= lonely
            if node in prizes and not self._guarded >> node & 1 and not sight.controls(node):
                near = board.within(node, 3) & friends
                score += prizes[node] if near or from_enemy[node] > 6 else 0.3 * prizes[node]
            if node in guards and not self._guarded >> node & 1:
                score += guards[node]
            if node == at:
                score += aims.stay + style.get("stay", 0.0)
            if score > best_score:
                best, best_score = node, score
        self._settle(sight, best)
        return best

    def _settle(self, sight: Sight, node: int) -> None:
        self._guarded |= 1 << node
        self._covered |= 1 << node | sight.game.zone_sides.step(1 << node)
