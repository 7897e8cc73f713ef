"""Where the planner's units stand when there is nothing to attack: a line, guards, and some on their way."""

from __future__ import annotations

from math import log2

from bocage.hexes import HexSet

from ...rules.air import missions
from ...rules.look import members
from ...rules.position import ALLIED
from ..aims.goals import Goals, enough, long_war
from ..aims.tasks import Task
from ..aims.winter import offensive
from ..sight import Sight

CUT_OFF = 5.0
BACK, FURTHEST = 0.4, 8  # each hex to where one would be fed again, and how many of them count
STRAFED = 3  # hexes that a German moves without being strafed (17.10.1)
PULL = {True: 0.55, False: 0.5}
COVER = {True: 0.3, False: 0.9}
ZONE = {True: 0.15, False: 0.45}
DANGER = {True: 0.8, False: 0.9}
CONTACT = 30.0  # ending in an enemy zone without a planned attack: it would have to be made
DEAR, FACED = 9.0, 8.0  # what must not be given up is held though that means an attack
KEPT = 2.0  # how much more danger counts when all that is wanted is held
RESTLESS = 0.05
MEND, MEND_HARBOUR = 1.5, 6.0  # infantry in a damaged port repairs it (18.7.8, 29.5)
HOME, TETHER, LONG = 6.0, 0.8, 2  # a beachhead keeps together
ALARM = 8.0  # waking the Germans of other districts
WALLED = 3.0  # coastal units that leave their guns never get them back (22.2)
CROWDED = 50.0  # somebody would have to be eliminated


class Line:
    """Places units one after the other, those nearest to the enemy first."""

    def __init__(
        self, sight: Sight, goals: Goals, free: set[int], settled: dict[int, float], tasks: dict[int, Task]
    ) -> None:
        self.goals = goals
        self.tasks = tasks
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
        self.leash: bytes | None = None
        if allied and sight.beachhead:
            harbours = sight.look.hexes_of(members(sight.game.mulberries & sight.position.on_board))
            home = (
                harbours or sum(1 << node for node, value in goals.guards.items() if value >= HOME) or sight.own_hexes
            )
            self.leash = sight.ground.distances(home)
            self.pull *= 0.5
            self.danger *= 1.5
        if allied and enough(sight):
            self.danger *= KEPT
        self.way_back = sight.ground.distances(sight.fed) if allied and long_war(sight) and sight.fed else b""
        self.fence = sight.fence
        self.seized = offensive(sight)  # who goes into the goals of the Ardennes was settled before, in one party
        self.mend = _damaged(sight) if allied else {}
        self.strafing = 0 if allied else missions.on(sight.look, missions.STRAFING)
        self.watched: HexSet = missions.tac(sight.look, ALLIED) if self.strafing else 0

    def place(self, sight: Sight, unit: int, reach: HexSet, room: dict[int, int]) -> int:
        """The best hex for a unit, its own included."""
        at, board, goals = sight.at(unit), sight.board, self.goals
        choices = (reach | 1 << at) & ~sight.game.dyke
        zone, guards = sight.enemy_zone, goals.guards
        pull = self.tasks[unit].way if unit in self.tasks else goals.pull
        pinned = zone & ~sight.unbound
        free = bool(sight.game.free_stackers >> unit & 1)
        watch = goals.watch & ~self.covered
        best, best_score = at, -1e9
        fed = sight.fed
        armored = sight.game.data.cities if sight.game.armored_units >> unit & 1 else 0
        mine = sight.look.controls(sight.side)
        walled = sight.game.coastal_units >> unit & 1 and not sight.look.is_flipped(unit)
        for node in board.nodes(choices):
            if not free and room.get(node, 1) <= 0 and node != at:
                continue
            score = -self.pull * pull[node]
            if score < best_score - 8 and node not in guards:
                continue
            others = self.settled.get(node, 0.0)
            strike = sight.strike(node)
            danger = strike - log2(max(1.0, sight.holding(unit, node) + others))
            if danger > 0:
                score -= self.danger * danger
            score += self.cover * sight.shelter(node)
            if watch:
                score += self.zone * min(4, (board.around[node] & watch).bit_count())
            if pinned >> node & 1:
                score -= CONTACT if guards.get(node, 0.0) < DEAR or self.seized else FACED
            if node in self.mend and sight.game.counters[unit].repairs:
                score += self.mend[node]
            if self.leash is not None:
                score -= TETHER * max(0, self.leash[node] - LONG)
            if not self.fence >> node & 1:
                score -= ALARM
            if not fed >> node & 1:
                score -= CUT_OFF
                score -= BACK * min(self.way_back[node], FURTHEST) if self.way_back else 0.0
            if node in guards:
                need = strike - log2(1 + others)
                if not others or need > 0:
                    wanted = 1.0 if not others else min(1.0, 0.35 * need)
                    score += guards[node] * wanted * (0.8 if armored >> node & 1 else 1.0)
            if node in goals.prizes and not others and not (zone | mine) >> node & 1:
                score += goals.prizes[node]
            if self.strafing and board.distance(at, node) > STRAFED and self.watched >> node & 1:
                score -= self.strafing / 6 * 2.5
            if node == at and walled:
                score += WALLED + goals.stakes.get(node, 0.0)
            if node == at:
                score += RESTLESS if room.get(node, 1) > 0 or free else -CROWDED
            if score > best_score:
                best, best_score = node, score
        self.settle(sight, unit, best)
        return best

    def settle(self, sight: Sight, unit: int, node: int) -> None:
        """A unit will stay in a hex."""
        if sight.game.counters[unit].repairs:
            self.mend.pop(node, None)
        self.settled[node] = self.settled.get(node, 0.0) + sight.holding(unit, node)
        self.covered |= sight.board.around[node] | 1 << node


def _damaged(sight: Sight) -> dict[int, float]:
    """Allied ports and mulberries that infantry could mend."""
    found: dict[int, float] = {}
    position, game = sight.position, sight.game
    for name, damage in position.port_damage.items():
        unit = game.unit_numbers.get(name)
        node = game.board.index[name] if unit is None else position.units[unit].at
        if damage and node >= 0 and position.allied_control >> node & 1:
            found[node] = MEND if unit is None else MEND_HARBOUR
    return found
