"""Where the planner's units go when they neither attack nor seize anything: forward, into a line, or back."""

from __future__ import annotations

from bocage.hexes import HexSet

from ...rules.position import ALLIED
from ..aims.shared import Aims
from ..sight import Sight
from .muster import Muster

PULL = {True: 1.0, False: 0.8}  # a hex nearer to the goal, for Allies and Germans
COVER = {True: 0.25, False: 0.9}  # a point of cover
DANGER = {True: 0.9, False: 0.9}  # being struck at double strength
CONTACT = {True: 0.5, False: -0.4}  # standing beside the enemy
POST = 1.4  # a hex of the line over which a unit's zone falls
SHORT, HUNGRY, CUT_OFF = 1.8, 4.5, 9.0  # Short supply, the same before there is a port, and none at all
EXPOSED = {True: 4.0, False: 1.5}  # where the enemy may cut the unit off
SUPPORT = 0.6  # joining a stack that needs help
LONELY = 1.6  # nobody of ours within two hexes, with the enemy near
BEHIND = 3  # how far from the enemy a reserve stands best
ON_WATCH = 9.0  # on a coast where a landing is feared
CROWDED = 6.0  # staying in a hex where somebody will be Disrupted (STK.6)
UNGUARDED = 8.0  # Tigers alone are overrun (TIG.3)
STAY, DUG_IN = 0.4, 1.6  # not moving about without need; being deployed


class Line:
    """Places units one after the other."""

    def __init__(self, muster: Muster, settled: HexSet) -> None:
        self._muster = muster
        self._aims: Aims = muster.aims
        sight = muster.sight
        self._allied = sight.side == ALLIED
        self._covered = settled | sight.game.land.step(settled)
        self._guarded = settled
        self._short = SHORT if not self._allied or sight.look.open_ports() else HUNGRY

    def place(self, sight: Sight, unit: int) -> int:
        """The best hex for a unit, its own included."""
        muster, aims, board, allied = self._muster, self._aims, sight.board, self._allied
        at = sight.at(unit)
        here = 1 << at
        field = aims.field(unit)
        nation = sight.nation(unit)
        full, short, secure = sight.full(nation), sight.short(nation), sight.secure
        style = sight.style
        pull, cover_worth = PULL[allied] * style.get("pull", 1.0), COVER[allied] * style.get("cover", 1.0)
        danger_worth, exposed = DANGER[allied] * style.get("danger", 1.0), EXPOSED[allied] * style.get("exposed", 1.0)
        contact, behind = CONTACT[allied] + style.get("contact", 0.0), int(style.get("behind", BEHIND))
        zone, from_enemy = sight.enemy_zone, sight.from_enemy
        reserve, tiger = aims.reserve(unit), bool(sight.game.tigers >> unit & 1)
        posts = aims.posts & ~self._covered
        friends = self._guarded | (sight.own_hexes if len(sight.fighters(at)) > 1 else sight.own_hexes & ~here)
        defence = max(1.0, sight.defence(unit))
        prizes, guards = aims.prizes, aims.guards
        deployed, crowded = sight.look.is_deployed(unit), muster.overfull(at)
        best, best_score = at, -1e9
        for node in board.nodes(muster.goals(unit) | here):
            score = cover_worth * sight.cover(node) - pull * field[node]
            if not full >> node & 1:
                score -= self._short if short >> node & 1 else CUT_OFF
            if not secure >> node & 1:
                score -= exposed
            if score < best_score - 8 and node not in guards and node not in prizes:
                continue
            if node != at and not muster.room(unit, node):
                continue
            if posts:
                score += POST * min(3, ((board.around[node] | 1 << node) & posts).bit_count())
            if reserve and not posts:
                score -= 0.5 * abs(min(8, from_enemy[node]) - behind)
            if tiger and not any(sight.game.exerting_units >> other & 1 for other in sight.fighters(node)):
                score -= UNGUARDED
            company = float(sum(sight.defence(other) for other in sight.fighters(node) if other != unit))
            danger = sight.danger(node, defence + company)
            score -= danger_worth * danger
            if company and danger < 2.0:
                score += SUPPORT * min(1.5, sight.danger(node, company) - danger)
            if zone >> node & 1:
                score += contact - (0.6 if reserve else 0.0)
            if from_enemy[node] <= 4 and not board.within(node, 2) & friends:
                score -= LONELY
            if node in prizes and not self._guarded >> node & 1 and not sight.controls(node):
                score += prizes[node] if board.within(node, 3) & friends else 0.4 * prizes[node]
            if node in guards and not self._guarded >> node & 1:
                score += guards[node]
            if node == at and crowded:
                score -= CROWDED
            elif node == at:
                score += (DUG_IN if deployed else STAY) + (ON_WATCH if aims.task(unit) == "watch" else 0.0)
            if score > best_score:
                best, best_score = node, score
        self._settle(sight, best)
        return best

    def bluff(self, sight: Sight, unit: int) -> int:
        """Where a dummy goes: behind the line like a division in reserve, or it stays on a coast that is watched."""
        at = sight.at(unit)
        if sight.game.landing_hexes >> at & 1 and not sight.position.second_landing_turn:
            return at
        field = self._aims.field(unit)

        def worth(node: int) -> float:
            crowd = 0.5 * len(sight.stack(node)) if node != at else 0.0
            return -0.8 * field[node] - abs(min(8, sight.from_enemy[node]) - BEHIND) - crowd

        return max(sight.board.nodes(self._muster.goals(unit) | 1 << at), key=lambda node: (worth(node), -node))

    def _settle(self, sight: Sight, node: int) -> None:
        self._guarded |= 1 << node
        self._covered |= 1 << node | sight.game.land.step(1 << node)
