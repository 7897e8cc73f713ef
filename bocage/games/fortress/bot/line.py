"""Where the planner's units stand when there is nothing to attack: a line, guards, and some on their way."""

from __future__ import annotations

from math import log2

from bocage.hexes import HexSet

from ..rules.air import missions, ranges
from ..rules.position import ALLIED
from .aims import Goals
from .sight import Sight

CUT_OFF = 5.0
STRAFED = 3  # hexes that a German moves without being strafed (17.10.1)
PULL = {True: 0.55, False: 0.5}
COVER = {True: 0.3, False: 0.9}
ZONE = {True: 0.15, False: 0.45}
DANGER = {True: 0.8, False: 0.9}
CONTACT = 30.0  # ending in an enemy zone without a planned attack: it would have to be made
RESTLESS = 0.05


class Line:
    """Places units one after the other, those nearest to the enemy first."""

    def __init__(self, sight: Sight, goals: Goals, free: set[int], settled: dict[int, float]) -> None:
        self.goals = goals
        self.queue = sorted(free, key=lambda unit: (sight.from_enemy[sight.at(unit)], -sight.defence(unit), unit))
        self.settled = settled  # hex -> factors that stay there
        hexes = sum(1 << node for node in settled)
        self.covered = sight.board.step(hexes) | hexes
        allied = sight.side == ALLIED
        style = sight.style
        self.pull = PULL[allied] * style.get("pull", 1.0)
        self.cover = COVER[allied]
        self.zone = ZONE[allied] * style.get("zone", 1.0)
        self.danger = DANGER[allied] * style.get("danger", 1.0)
        self.strafing = 0 if allied else missions.on(sight.look, missions.STRAFING)
        self.watched: HexSet = ranges.tac(sight.look, ALLIED) if self.strafing else 0

    def place(self, sight: Sight, unit: int, reach: HexSet, room: dict[int, int]) -> int:
        """The best hex for a unit, its own included."""
        at, board, goals = sight.at(unit), sight.board, self.goals
        choices = (reach | 1 << at) & ~sight.game.dyke
        zone, pull, guards = sight.enemy_zone, goals.pull, goals.guards
        pinned = zone & ~(sight.look.intact() if sight.side != ALLIED else 0)
        strength = max(1.0, float(sight.defence(unit)))
        free = bool(sight.game.free_stackers >> unit & 1)
        watch = goals.watch & ~self.covered
        best, best_score = at, -1e9
        fed = sight.fed
        for node in board.nodes(choices):
            if node != at and not free and room.get(node, 1) <= 0:
                continue
            score = -self.pull * pull[node]
            if score < best_score - 8 and node not in guards:
                continue
            others = self.settled.get(node, 0.0)
            danger = sight.strike(node) - log2(strength + others)
            if danger > 0:
                score -= self.danger * danger
            score += self.cover * sight.shelter(node)
            if watch:
                score += self.zone * min(4, (board.around[node] & watch).bit_count())
            if pinned >> node & 1:
                score -= CONTACT
            if not fed >> node & 1:
                score -= CUT_OFF
            if node in guards:
                need = sight.strike(node) - log2(1 + others)
                if not others or need > 0:
                    score += guards[node] * (1.0 if not others else min(1.0, 0.3 * need))
            if node in goals.prizes and not zone >> node & 1 and not others:
                score += goals.prizes[node] if sight.position.allied_control >> node & 1 != (sight.side == ALLIED) else 0
            if self.strafing and board.distance(at, node) > STRAFED and self.watched >> node & 1:
                score -= self.strafing / 6 * 2.5
            if node == at:
                score += RESTLESS
            if score > best_score:
                best, best_score = node, score
        self.settle(sight, unit, best)
        return best

    def settle(self, sight: Sight, unit: int, node: int) -> None:
        """A unit will stay in a hex."""
        self.settled[node] = self.settled.get(node, 0.0) + sight.defence(unit)
        self.covered |= sight.board.around[node] | 1 << node
