"""Marching orders of the planner: exits, Mobile Assaults, guards, prizes, attacks, and then everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.bots import muster
from bocage.bots.muster import Order
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ...rules.look import members
from ...rules.movement.hand import Moving
from ...rules.position import ALLIED, ASSAULT, EXPLOITATION, GERMAN, StormingPosition
from ..aims.shared import Aims
from ..odds import Odds
from ..sight import Sight
from . import assaults, travels
from .gather import FRONT, gather
from .line import Line
from .muster import Muster
from .staff import staff_hex

BIG_PRIZE = 2.0  # a prize for which a unit is sent
VITAL = 25.0  # a prize for which a unit may go alone
ROOM = 1.5  # what it costs to fill the room of an arrival in a guarded hex
NEAR = 12  # from how many hexes away somebody is sent to a prize or a guard


class March(muster.March[Muster]):
    """The orders of one Movement Step."""

    walks = ("move", "exit", "assault")

    def __init__(self, key: object, seat: Seat, sight: Sight, aims: Aims) -> None:
        super().__init__(key, Muster(sight, aims))
        self._seat = seat

    def gone(self, position: StormingPosition) -> int:
        """The units that have moved, or wait for their train."""
        return position.moved | position.entrained

    def choose(self, seat: Seat, sight: Sight) -> Action:
        """The next action of the orders."""
        frame: Any = seat.prompt.frame
        self.muster.sight = sight
        self._seat = seat
        if frame.storming >= 0 and (again := self._storm_on(frame)) is not None:
            return again
        return self.follow(seat, frame.hand, not frame.hexes) or self._end(frame)

    # The order of business

    def think(self) -> Iterator[Order]:
        """Exits, Mobile Assaults, guards, prizes, attacks, and then everybody else."""
        muster = self.muster
        side, stage = muster.sight.side, muster.sight.position.stage
        if side == ALLIED:
            yield from travels.come_back(muster)
            yield from travels.leave_west(muster)
            yield from travels.leave_east(muster)
        elif stage == ASSAULT:
            yield from travels.flood(muster.sight)
        if stage == EXPLOITATION:
            yield from self._storm()
        yield from self._man()
        if side == GERMAN and stage == EXPLOITATION:
            yield from travels.watch(muster, self._offered("watch"))
        yield from travels.entrain(muster, self._offered("strategic"))
        yield from self._walk_in()
        if side == ALLIED:
            yield from travels.leave_west(muster)
        if stage == ASSAULT:
            yield from gather(muster)
        yield from self._advance()
        yield from self._staff()

    def _offered(self, verb: str) -> int:
        return self._seat.prompt.sets.get(verb, 0)

    def _end(self, frame: Moving) -> Action:
        """End the step, or first bring out of their Entrance Hexes those who must leave them (7.1.2.E)."""
        verbs, sight = self._seat.prompt.verbs(), self.muster.sight
        if verbs.get("end"):
            return verbs["end"][0]
        doors = sight.game.entrances["A-D"]
        if verbs.get("move") and frame.hand and doors >> frame.at & 1:
            field = self.muster.aims.field(frame.hand.bit_length() - 1)
            return min(verbs["move"], key=lambda action: (field[action.index], action.index))
        late = [
            action
            for action in verbs["pick"]
            if doors >> sight.at(action.index) & 1 and sight.ways(1 << action.index).goals
        ]
        return (late or verbs["pick"])[0]

    # Mobile Assaults

    def _storm(self) -> Iterator[Order]:
        muster = self.muster
        while True:
            sight = muster.sight
            odds = Odds(sight, muster.aims.prizes)
            muster.free &= set(members(sight.movable()))
            ready = [
                unit
                for unit in muster.troops()
                if sight.from_enemy[sight.at(unit)] <= FRONT and not muster.posted(unit)
            ]
            found = next((one for one in assaults.candidates(sight, odds, ready) if assaults.allowed(sight, one)), None)
            if found is None:
                return
            units = members(found.units)
            muster.free -= set(units)
            order: Order = [("pick", units[0]), *(("join", unit) for unit in units[1:])]
            if found.goes != found.at:
                order.append(("move", found.goes))
            yield [*order, ("assault", found.target)]
            muster.forget_ways()

    def _storm_on(self, frame: Moving) -> Action | None:
        """Patton's stack has cleared a hex: is there another one to be had (17.4.A)?"""
        sight = self.muster.sight
        party = {unit: frame.at for unit in members(frame.hand) if sight.attack(unit)}
        if not party:
            return None
        odds = Odds(sight, self.muster.aims.prizes)
        best: tuple[float, Action | None] = (assaults.GOOD_ASSAULT, None)
        for action in self._seat.prompt.verbs().get("assault", ()):
            verdict = odds.worth(action.index, party, assault=True)
            if verdict.worth > best[0] and verdict.clear >= assaults.SURE:
                best = (verdict.worth, action)
        return best[1]

    # Hexes that must not be lost

    def _man(self) -> Iterator[Order]:
        """Somebody stays in, or goes to, each hex that must be guarded, and enough of them where it is in danger."""
        muster = self.muster
        guards, needs = muster.aims.guards, muster.aims.needs
        for node in sorted(guards, key=lambda node: (-guards[node], node)):
            while True:
                sight = muster.sight
                held = [unit for unit in sight.stack(node) if unit not in muster.free and sight.defence(unit)]
                if sum(sight.position.units[unit].steps for unit in held) >= needs.get(node, 1):
                    break
                unit = self._guard(node)
                if unit is None:
                    break
                yield muster.go(unit, node)

    def _guard(self, node: int) -> int | None:
        """The unit that can best be spared for a hex: few attack factors for its steps, and better there already."""
        muster = self.muster
        sight, units = muster.sight, muster.sight.position.units

        def can(unit: int) -> bool:
            if not muster.aims.may_guard(unit, node):
                return False
            if sight.at(unit) == node:
                return True
            near = sight.board.distance(sight.at(unit), node) <= NEAR and not muster.posted(unit)
            return near and bool(muster.goals(unit) >> node & 1) and sight.fits(unit, node)

        def price(unit: int) -> tuple[float, int]:
            away = sight.at(unit) != node
            in_line = sight.from_enemy[sight.at(unit)] <= 1
            room = 0 if sight.game.free_types[unit] else ROOM  # brigades and airborne leave room for arrivals (5.2.A)
            return sight.attack(unit) / units[unit].steps + (3 if away and in_line else away) + room, unit

        return min((unit for unit in muster.troops() if can(unit)), key=price, default=None)

    # Prizes that lie open

    def _walk_in(self) -> Iterator[Order]:
        muster = self.muster
        aims = muster.aims
        ranked = sorted((-value, node) for node, value in aims.prizes.items() if value >= BIG_PRIZE)
        for loss, node in ranked:
            sight = muster.sight
            shut = sight.enemy_hexes | sight.own_hexes | muster.taken
            if shut >> node & 1 or sight.controls(node):
                continue
            walkers = [
                unit
                for unit in muster.troops()
                if sight.board.distance(sight.at(unit), node) <= NEAR
                and muster.goals(unit) >> node & 1
                and sight.supply_for(unit) >> node & 1
                and (-loss >= VITAL or muster.in_company(unit, node, FRONT))
                and not (muster.posted(unit) and aims.guards[sight.at(unit)] >= -loss)
            ]
            if walkers:
                muster.taken |= 1 << node
                yield muster.go(max(walkers, key=lambda unit: (self._spare(unit, node), -unit)), node)

    def _spare(self, unit: int, node: int) -> float:
        sight = self.muster.sight
        defence = sight.defence(unit)
        return defence - 3 * sight.danger(node, defence) - 0.5 * sight.board.distance(sight.at(unit), node)

    # Everybody else

    def _advance(self) -> Iterator[Order]:
        muster = self.muster
        sight, aims = muster.sight, muster.aims
        doors = sight.game.mute_hexes
        # Whoever has failed to entrain may still march out of his Entrance Hex (10.7.12).
        muster.free |= set(members(sight.movable() & sight.look.units_in(doors, sight.side)))
        queue = muster.troops()
        line = Line(sight, aims, muster.settled())
        queue.sort(
            key=lambda unit: (
                not doors >> sight.at(unit) & 1,
                aims.field(unit)[sight.at(unit)],
                -sight.defence(unit),
                unit,
            )
        )
        for unit in queue:
            yield muster.go(unit, line.place(muster.sight, unit, muster.goals(unit)))

    def _staff(self) -> Iterator[Order]:
        """Headquarters and leaders follow their armies."""
        muster = self.muster
        for unit in sorted(muster.free):
            if muster.sight.game.staff_units >> unit & 1:
                yield muster.go(unit, staff_hex(muster.sight, muster.aims, unit, muster.goals(unit)))
