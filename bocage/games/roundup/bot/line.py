"""Where the planner's units stand when there is nothing to attack: a line, guards, and some on their way."""

from __future__ import annotations

from math import log2

from bocage.hexes import HexSet

from ..rules.position import ALLIED
from .sight import Sight

CUT_OFF = 4.0
STRONG = 6  # attack factors
DOOR = 5.0  # a division that stays where the next one should land


class Line:
    """Places units one after the other, those nearest to the enemy first."""

    def __init__(self, sight: Sight, free: set[int], settled: HexSet, raiders: set[int]) -> None:
        self._aims = aims = sight.aims
        self._raiders = raiders
        allied = sight.side == ALLIED
        counters = sight.game.counters
        # Allied brigades first: they can guard a beachhead and leave room for the division that lands there.
        self.queue = sorted(
            free,
            key=lambda unit: (
                counters[unit].divisional or not allied, sight.from_enemy[sight.at(unit)], -sight.defence(unit), unit,
            ),
        )  # fmt: skip
        self._guarded = settled
        self._covered = sight.board.step(settled)
        number = sight.number
        weight, shelter = number("pull"), number("cover")
        leash = aims.leash
        far = number("leash") if allied else 0.0
        self._base = [
            shelter * cover - weight * pull - (max(0.0, tether - far) * 0.4 if allied else 0.0)
            for cover, pull, tether in zip(sight.cover, aims.pull, leash, strict=True)
        ]
        self._zone = number("zone")
        if not allied and sight.position.turn >= number("edge_watch"):
            self._zone = number("late_zone")
        self._danger, self._contact = number("danger"), number("contact")
        self._vanguard = number("vanguard")
        self._brigades_cover = not allied
        self._raid = [shelter * cover - 0.6 * steps for cover, steps in zip(sight.cover, sight.from_rim, strict=True)]

    def place(self, sight: Sight, unit: int, reach: HexSet) -> int:
        """The best hex for a unit, its own included."""
        at, board, aims = sight.at(unit), sight.board, self._aims
        here = 1 << at
        choices = reach & ~sight.own_hexes
        beside: dict[int, int] = {}
        for node in board.nodes((reach | here) & sight.own_hexes):
            others = [other for other in sight.position.stacks[node] if other != unit]
            if others and sight.look.fits((*others, unit)):
                choices |= 1 << node
                beside[node] = max(1, sum(sight.defence(other) for other in others))
        choices |= here
        counter = sight.game.counters[unit]
        base = self._raid if unit in self._raiders else self._base
        watch = aims.watch & ~self._covered if counter.divisional or self._brigades_cover else 0
        around, zone, strike = board.around, sight.enemy_zone, sight.strikes
        defence = max(1, sight.defence(unit))
        strength = log2(defence)
        weight = self._zone
        contact = self._contact + self._vanguard * max(0, STRONG - sight.attack(unit))
        calm = not sight.strikes_next
        supplied = choices & sight.supply_hexes(unit)
        best, best_score = at, -1e9
        for group, penalty in ((supplied, 0.0), (choices & ~supplied, CUT_OFF)):
            for node in board.nodes(group):
                score = base[node] - penalty
                if score <= best_score - 4 * weight and node not in aims.guards:
                    continue
                if watch:
                    score += weight * min(4, (around[node] & watch).bit_count())
                if not calm:
                    danger = strike[node] - strength
                    if node in beside:
                        # Two in a hex help each other.
                        alone = log2(beside[node])
                        danger = strike[node] - log2(beside[node] + defence)
                        need = min(2.0, max(0.0, strike[node] - alone))
                        score += need * (0.5 + 0.15 * aims.guards.get(node, 0.0))
                    if danger > 0:
                        score -= self._danger * danger
                    if zone >> node & 1:
                        score -= contact
                if node in aims.guards and not self._guarded >> node & 1:
                    score += aims.guards[node]
                if node in aims.doors and (counter.divisional or counter.nation != aims.doors[node]):
                    score -= DOOR
                if score > best_score:
                    best, best_score = node, score
        if counter.divisional or self._brigades_cover:
            self._covered |= around[best]
        self._guarded |= 1 << best
        return best
