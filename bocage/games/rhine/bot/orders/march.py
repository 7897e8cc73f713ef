"""Marching orders of the planner: attacks, guards, prizes that lie open, and then everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.bots import muster
from bocage.bots.muster import Order
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ...rules.look import members
from ...rules.movement.reach import DASH, MARCH, MOVE
from ...rules.position import ALLIED, OPERATIONAL
from ..aims.shared import Aims
from ..sight import Sight
from .gather import Gathering, gather, good_attack
from .line import Line
from .muster import Muster

BIG_PRIZE = 1.5  # a prize for which a unit is sent
NEAR = 12  # from how many hexes away somebody is sent to a prize or a guard
FRESH = {True: 6, False: 4}  # from how far away armour, and others, may exploit a battle (EXP.2)
FIRM = 4.0  # a guard that stays whatever else there is to do
VITAL = 8.0  # a guard for which a unit runs the risk of being strafed


class March(muster.March[Muster]):
    """The orders of one movement phase; the attacks that it is to bring about are thought out first."""

    walks = (MOVE, MARCH, DASH)

    def __init__(self, key: object, sight: Sight, aims: Aims) -> None:
        super().__init__(key, Muster(sight, aims))
        self._stood: list[Order] = list(self._stand_guard())
        gathering = Gathering(self.muster)
        self.plans = list(gathering.plans(good_attack(sight)))
        self.busy, self.targets = gathering.busy, gathering.targets

    def target(self, unit: int) -> int | None:
        """The hex that a unit moves up to attack, if it does."""
        return next((plan.target for plan in self.plans if unit in plan.party), None)

    def choose(self, seat: Seat, sight: Sight) -> Action | None:
        """The next action of the orders; None when there is nothing more to do."""
        frame: Any = seat.prompt.frame
        self.muster.update(sight)
        return self.follow(seat, 1 << frame.hand if frame.hand >= 0 else 0) or seat.offered("end")

    # The order of business

    def think(self) -> Iterator[Order]:
        """Attacks, guards, prizes that lie open, and then everybody else."""
        muster = self.muster
        # Corps that have dug in since the attacks were thought out stay where they are.
        muster.free.difference_update(members(muster.sight.position.dug_in))
        yield from self._stood
        yield from gather(muster, self.plans)
        yield from self._man()
        yield from self._walk_in()
        sight = muster.sight
        if sight.side == ALLIED and sight.position.stage == OPERATIONAL and sight.style.get("hold_back", 1.0):
            self._hold_back()
        yield from self._advance()

    def _stand_guard(self) -> Iterator[Order]:
        """Whoever is the only guard of an important hex stays there and does not join an attack elsewhere."""
        muster = self.muster
        sight = muster.sight
        for node, worth in muster.aims.guards.items():
            here = [unit for unit in sight.fighters(node) if unit in muster.free]
            if worth >= FIRM and here and len(here) == len(sight.fighters(node)):
                yield muster.go(max(here, key=lambda unit: (sight.defence(unit), -unit)), node)

    def _man(self) -> Iterator[Order]:
        """Somebody stays in, or goes to, each hex that must be guarded."""
        muster = self.muster
        guards = muster.aims.guards
        for node in sorted(guards, key=lambda node: (-guards[node], node)):
            sight = muster.sight
            if any(unit not in muster.free for unit in sight.fighters(node)) or muster.planned(node):
                continue
            unit = self._guard(node)
            if unit is not None:
                yield muster.go(unit, node)

    def _guard(self, node: int) -> int | None:
        """The unit that can best be spared for a hex: few attack factors, and better there already."""
        muster, sight = self.muster, self.muster.sight
        bit = 1 << node
        risky = muster.aims.guards[node] >= VITAL

        def can(unit: int) -> bool:
            at = sight.at(unit)
            if at == node:
                return True
            if sight.game.dummies >> unit & 1 or not sight.defence(unit) or muster.posted(unit):
                return False
            if sight.board.distance(at, node) > NEAR or not muster.room(unit, node):
                return False
            return bool(muster.goals(unit) & bit or (risky and muster.ways(unit).risky & bit))

        def price(unit: int) -> tuple[float, int]:
            away = sight.at(unit) != node
            in_line = away and sight.from_enemy[sight.at(unit)] <= 1
            risk = away and not muster.goals(unit) & bit
            dear = sight.value(unit) - sight.attack(unit) - sight.defence(unit) if away else 0.0
            return sight.attack(unit) - 0.5 * sight.defence(unit) + 2 * in_line + 3 * risk + away + dear, unit

        return min((unit for unit in sorted(muster.free) if can(unit)), key=price, default=None)

    def _walk_in(self) -> Iterator[Order]:
        """Prizes that lie open are entered."""
        muster = self.muster
        aims = muster.aims
        worthy = [node for node, value in aims.prizes.items() if value >= BIG_PRIZE]
        for node in sorted(worthy, key=lambda node: (-aims.prizes[node], node)):
            sight = muster.sight
            if (sight.held | sight.own_hexes | muster.taken) >> node & 1 or sight.controls(node):
                continue
            walkers = [
                unit
                for unit in sorted(muster.free)
                if sight.board.distance(sight.at(unit), node) <= NEAR
                and muster.goals(unit) >> node & 1
                and sight.short(sight.nation(unit)) >> node & 1
                and muster.room(unit, node)
                and not sight.game.dummies >> unit & 1
                and not muster.posted(unit)
            ]
            if walkers:
                muster.taken |= 1 << node
                chosen = max(walkers, key=lambda unit: (self._sent(unit, node), self._spare(unit, node), -unit))
                yield muster.go(chosen, node)

    def _sent(self, unit: int, node: int) -> bool:
        """Is it the task of a unit to go to a hex? In Paris and Brussels not everybody counts (WIN.3, WIN.4)."""
        return bool(self.muster.aims.target(unit) >> node & 1)

    def _spare(self, unit: int, node: int) -> float:
        sight = self.muster.sight
        defence = sight.defence(unit)
        return defence - 2 * sight.danger(node, defence) - 0.4 * sight.board.distance(sight.at(unit), node)

    def _hold_back(self) -> None:
        """Fresh units near a battle on their way wait for the Exploitation Phase, and go on through the gap (EXP.1)."""
        muster = self.muster
        sight = muster.sight
        for unit in sorted(muster.free):
            if sight.position.arrived >> unit & 1 or sight.supply_of(unit) != "full":
                continue
            at = sight.at(unit)
            near = sight.board.within(at, FRESH[bool(sight.game.armour_units >> unit & 1)])
            field = muster.aims.field(unit)
            ahead = any(field[node] < field[at] for node in sight.board.nodes(self.targets & near))
            if ahead and not muster.overfull(at):
                muster.free.discard(unit)

    def _advance(self) -> Iterator[Order]:
        muster = self.muster
        sight, aims = muster.sight, muster.aims
        line = Line(muster, muster.settled())
        dummies = sight.game.dummies
        queue = sorted(
            (unit for unit in muster.free if not dummies >> unit & 1),
            key=lambda unit: (
                bool(sight.game.tigers >> unit & 1),
                aims.reserve(unit),
                aims.field(unit)[sight.at(unit)],
                -sight.defence(unit),
                unit,
            ),
        )
        for unit in queue:
            if muster.sight.at(unit) < 0:
                continue  # others have been in Paris before the French (FR2.1)
            yield muster.go(unit, line.place(muster.sight, unit))
        for unit in sorted(muster.free):
            if dummies >> unit & 1:
                yield muster.go(unit, line.bluff(muster.sight, unit))
