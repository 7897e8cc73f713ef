"""Marching orders of the planner: prizes that lie open, attacks put together from afar, a line, ships and trains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bocage.bots import muster
from bocage.bots.best_first import most_promising
from bocage.bots.muster import Order
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ...rules.air import missions
from ...rules.combat.making import given_before
from ...rules.look import members
from ...rules.position import ALLIED, GERMAN
from ..aims import harbour, tasks
from ..aims.goals import Goals
from ..aims.goals import enough as won
from ..aims.winter import theatre
from ..odds import HOPELESS, Odds, in_party
from ..sight import Sight
from . import raids, transport
from .contact import obliged, seize, stuck
from .crowded import make_room
from .line import Line
from .screen import Attack, screen

DECISIVE = 10.0  # a prize for which all aircraft fly that may
BIG_PRIZE = 1.5  # a prize for which a unit is sent
GOOD = {ALLIED: 0.9, GERMAN: 1.0}  # what an attack must promise
KEEPING = 2.5  # and how much more when nothing is missing but the end of the game
LARGEST_PARTY = 9
TOP = 9  # the column beyond which further attackers are wasted
CROWD = 0.06
A_PLANE = 0.5  # what an aircraft could do elsewhere
CONTACT_RANGE = 9
GUNS = 2  # hexes from the sea within which ships can help
SENTRY = 4.0
LEFT_ALONE = 0.4  # danger to what others guard, beyond which nobody of them leaves
ALONE = 0.5  # the risk that a unit is lost for each doubling by which the enemy may outmatch it
HUNGRY = 0.5  # of a step, for whoever ends his turn out of supply
EXPOSED = 0.3  # attackers who may be struck at double strength where they stand


class Muster(muster.Muster[Sight, HexSet]):
    """Who is free to be ordered about, and where he can go."""

    def __init__(self, sight: Sight) -> None:
        movers = sight.movable() & ~sight.position.moved & sight.position.on_board & ~sight.game.headquarters
        super().__init__(sight, members(movers))
        self.goals: dict[int, int] = {}  # unit -> the hex in which it is to stay

    def find_ways(self, unit: int) -> HexSet:
        """Where a unit can go, as the rules tell."""
        return self.sight.ways(unit)

    def go(self, unit: int, node: int) -> Order:
        """Settle a unit in a hex: the order that takes it there, empty if it is to stay."""
        self.free.discard(unit)
        self.goals[unit] = node
        return [] if node == self.sight.at(unit) else [("pick", unit), ("move", node)]

    def room(self, node: int) -> int:
        """How many more units a hex takes, those who are to come counted and those who are to leave not."""
        look, sight = self.sight.look, self.sight
        # Whoever was strafed on his way stays where he is, wherever he was to go (17.10.1).
        gone = sight.position.moved | sight.position.stopped
        there = {unit for unit in sight.fighters(node) if gone >> unit & 1 or self.goals.get(unit, node) == node}
        there |= {unit for unit, goal in self.goals.items() if goal == node and not gone >> unit & 1}
        return look.limit(node) - look.weight(tuple(there))


class March(muster.March[Muster]):
    """The orders of one move impulse. Every unit is settled once, so the bot never goes in circles."""

    walks = ("move", "rail", "sail", "enter", "england", "africa", "raid")

    def __init__(self, key: object, seat: Seat, sight: Sight, goals: Goals) -> None:
        self.goals = goals
        self.tasks: dict[int, tasks.Task] = {}
        self.targets: HexSet = 0  # enemy hexes for which an attack is planned
        look, side = sight.look, sight.side
        fly = look.position.impulse == 1 and not given_before(look, side)
        self.planes = missions.support_left(look, side) if fly else 0
        self.in_range = missions.tac(look, side) if self.planes else 0
        self.guns = 0
        if side == ALLIED and look.position.weather != "Storm":
            ships = look.game.ships & ~look.position.naval_used & look.position.on_board
            self.guns = sum(look.strength(ship) for ship in members(ships))
        self.from_sea: HexSet = 0
        if self.guns:
            for node in look.game.board.nodes(look.game.data.sea):
                self.from_sea |= look.game.board.around[node]
        super().__init__(key, Muster(sight))

    def gone(self, position: Any) -> int:
        """The units that have moved in this impulse."""
        units: int = position.moved | position.stopped
        return units

    def stale(self, position: Any) -> bool:
        """Has the match gone back behind what was ordered? Strafed units and lost ones are no sign of it."""
        return bool(self.walked & ~self.gone(position) & position.on_board)

    def choose(self, seat: Seat, sight: Sight) -> Action | None:
        """The next action of the orders."""
        frame: Any = seat.prompt.frame
        self.muster.sight = sight
        return self.follow(seat, frame.hand) or seat.offered("end") or seat.prompt.actions[0]

    def think(self) -> Iterator[Order]:
        """Prizes that lie open before attacks, then everybody else, those nearest to the enemy first."""
        yield from raids.raids(self.muster, self.goals)
        yield from make_room(self.muster)
        yield from harbour.guard(self.muster)
        self.tasks = tasks.share_out(self.muster.sight, self.goals, self.muster.free)
        yield from self._walk_in()
        sight = self.muster.sight
        yield from seize(self.muster, self.goals, Odds(sight, self.goals.prizes))
        yield from self._attacks()
        muster = self.muster
        settled: dict[int, float] = {}
        for unit in muster.sight.troops(muster.sight.side):
            if unit not in muster.free:
                node = muster.goals.get(unit, muster.sight.at(unit))
                settled[node] = settled.get(node, 0.0) + muster.sight.holding(unit, node)
        line = Line(muster.sight, self.goals, muster.free, settled, self.tasks)
        if muster.sight.side == GERMAN:
            yield from transport.trains(muster, self.goals, line)
        else:
            yield from transport.home(muster, self.goals)
        for unit in line.queue:
            if unit in muster.free:
                yield self._stand(line, unit)
        if muster.sight.side == ALLIED:
            for unit, order in transport.ships(muster, self.goals):
                yield order
                if muster.sight.at(unit) >= 0 and muster.sight.movable() >> unit & 1:
                    yield self._stand(line, unit)
        yield from self._untangle(line)
        yield from transport.staffs(muster, self.goals)

    def _untangle(self, line: Line) -> Iterator[Order]:
        """Strafing, rivers and ships may have left more units in a hex than it holds: some walk on."""
        sight = self.muster.sight
        for node in sight.look.overstacked(sight.side):
            for unit in sight.fighters(node):
                sight = self.muster.sight
                if node in sight.look.overstacked(sight.side) and sight.movable() >> unit & 1 and sight.ways(unit):
                    yield self._stand(line, unit)

    def _stand(self, line: Line, unit: int) -> Order:
        muster, sight = self.muster, self.muster.sight
        ways = sight.ways(unit)
        hexes = ways | 1 << sight.at(unit)
        at, mine = sight.at(unit), sight.look.weight((unit,))
        muster.goals.pop(unit, None)
        wanted = sum({1 << node for node in muster.goals.values()})
        room = {node: muster.room(node) for node in sight.board.nodes(hexes & (sight.own_hexes | wanted))}
        room[at] = room.get(at, 1) + mine
        return muster.go(unit, line.place(sight, unit, ways, room))

    # Prizes that lie open

    def _walk_in(self) -> Iterator[Order]:
        """Send somebody into each prize that nobody bars, the best first."""
        muster, goals = self.muster, self.goals
        sight = muster.sight
        mine = sight.look.controls(sight.side)
        shut = sight.enemy_hexes | sight.own_hexes | sight.enemy_zone | mine
        prizes = sorted(
            (-value, node) for node, value in goals.prizes.items() if value >= BIG_PRIZE and not shut >> node & 1
        )
        for loss, node in prizes:
            sight = muster.sight
            walkers = [
                unit
                for unit in muster.free
                if sight.board.distance(sight.at(unit), node) <= sight.pace(unit) + 1
                and muster.ways(unit) >> node & 1
                and goals.guards.get(sight.at(unit), 0.0) < -loss
            ]
            walkers = [unit for unit in walkers if self.price(sight, unit, node) < -loss]
            if walkers:
                unit = min(walkers, key=lambda unit: (sight.game.armored_units >> unit & 1, sight.attack(unit), unit))
                yield muster.go(unit, node)

    def price(self, sight: Sight, unit: int, node: int) -> float:
        """What it may cost to have a unit alone in a hex: it is struck there, or starves.

        Where only what is held on the last day counts, or what is held for ever after, few places are worth a division.
        """
        if sight.side != ALLIED or sight.game.rules.ending == "districts":
            return 0.0
        risk = min(1.0, ALONE * max(0.0, sight.danger(node, sight.holding(unit, node))))
        hungry = 0.0 if sight.fed >> node & 1 else sight.step_cost(unit)
        return risk * sight.whole_cost(unit) + hungry

    # Attacks

    def _attacks(self) -> Iterator[Order]:
        muster = self.muster
        sight = muster.sight
        if sight.look.landing_goes_on() and sight.position.invasions == 1:
            return
        odds = Odds(sight, self.goals.prizes)
        near = sight.from_own
        pinned = self._pinned(sight)
        base = self._base(sight, odds, pinned)
        open_to = sight.fence & (theatre(sight) | sum(1 << node for node in base))
        hopes = {
            node: hope
            for node in sight.board.nodes(sight.enemy_hexes & open_to)
            if near[node] <= CONTACT_RANGE and (hope := odds.hope(node)) > 0
        }

        def closely(target: int) -> tuple[Attack, dict[int, int]]:
            usual = base.get(target, 0.0)
            attack, party = self._party(odds, target, pinned, usual)
            return attack._replace(worth=attack.worth - usual), party

        enough = GOOD[sight.side] + sight.style.get("attack", 0.0)
        if sight.side == ALLIED and won(sight):
            enough += KEEPING
        for target, attack, party in most_promising(hopes, closely, enough):
            self.targets |= 1 << target | attack.dues
            self.planes -= attack.support
            self.guns -= attack.guns
            for node in sight.board.nodes(attack.dues):
                hopes.pop(node, None)
            for unit, node in party.items():
                if unit in muster.free:
                    yield muster.go(unit, node)
                pinned.discard(unit)

    def _pinned(self, sight: Sight) -> set[int]:
        """Units in enemy zones that cannot get away: they attack whatever they stand before."""
        fast = sight.look.units_in(sight.enemy_zone, sight.side) & sight.game.land_units
        return {unit for unit in members(fast) if unit not in self.muster.free} | stuck(self.muster, members(fast))

    def _base(self, sight: Sight, odds: Odds, pinned: set[int]) -> dict[int, float]:
        """What the attacks that must be made anyway would cost without help."""
        beside: dict[int, dict[int, int]] = {}
        for unit in sorted(pinned):
            for node in obliged(sight, sight.at(unit)):
                beside.setdefault(node, {})[unit] = sight.at(unit)
        found = {}
        for node, party in beside.items():
            worth = odds.verdict((node,), party).worth
            found[node] = max(worth, -8.0) if worth < 0 else 0.0
        return found

    def _party(self, odds: Odds, target: int, pinned: set[int], usual: float) -> tuple[Attack, dict[int, int]]:
        """The best attack on a hex by free units, each with the hex from which it attacks.

        It has to be better than what is usual: nothing, or what those bring about who must attack anyway.
        """
        muster, sight = self.muster, self.muster.sight
        ground = sight.game.land & ~sight.enemy_hexes & ~sight.game.dyke & sight.fence
        ring = sight.look.sides().step(1 << target) & ground
        able: dict[int, HexSet] = {}
        for unit in muster.free | pinned:
            at = sight.at(unit)
            if sight.board.distance(at, target) > sight.pace(unit) + 2:
                continue
            hexes = (muster.ways(unit) | 1 << at if unit in muster.free else 1 << at) & ring
            if hexes and unit in muster.free and (self._sentry(sight, unit) or self._elsewhere(unit, at, target)):
                hexes &= 1 << at
            if hexes:
                able[unit] = hexes
        best: tuple[Attack, dict[int, int]] = (Attack(usual), {})
        most = sight.game.rules.numbers["support_per_battle"] if self.goals.prizes.get(target, 0.0) >= DECISIVE else 2
        support = min(most, self.planes) if self.in_range >> target & 1 else 0
        guns = self.guns if self.from_sea >> target & 1 else 0
        weakest = odds.defence((target,), 0)
        for group in in_party(sight, sum(1 << unit for unit in able)):
            if sum(sight.attack(unit) for unit in group) + guns < weakest * (0.5 if support else 1.0):
                continue
            found = self._gather(odds, target, {unit: able[unit] for unit in group}, support, guns, usual)
            if found[0].worth > best[0].worth:
                best = found
        return best

    def _gather(
        self, odds: Odds, target: int, able: Mapping[int, HexSet], support: int, guns: int, usual: float
    ) -> tuple[Attack, dict[int, int]]:
        """Attackers of one party, the strongest first, as long as one more gains something."""
        sight = self.muster.sight
        free: dict[int, int] = {}
        party: dict[int, int] = {}
        best: tuple[Attack, dict[int, int]] = (Attack(usual), {})
        counts = {unit: odds.strength((target,), {unit: 0}) for unit in able}  # armour is halved in many places
        order = sorted(able, key=lambda unit: (unit in self.muster.free, -counts[unit], sight.attack(unit), unit))
        tried = None
        shut: HexSet = 0
        for unit in order:
            node = self._spot(odds, target, unit, able[unit] & ~shut, party, free)
            if node < 0:
                continue
            attack = self._weigh(odds, target, {**party, unit: node}, support, guns)
            while attack.worth <= HOPELESS.worth and node >= 0 and party:
                shut |= 1 << node  # from there more enemies must be attacked than can be
                node = self._spot(odds, target, unit, able[unit] & ~shut, party, free)
                if node >= 0:
                    attack = self._weigh(odds, target, {**party, unit: node}, support, guns)
            if node < 0:
                continue
            party = {**party, unit: node}
            if attack.worth - CROWD * len(party) > best[0].worth:
                best = (attack._replace(worth=attack.worth - CROWD * len(party)), party)
            column = odds.verdict((target,), party, support, guns).column
            if (column >= TOP and tried == column) or len(party) >= LARGEST_PARTY:
                break
            tried = column
        attack, party = best
        if party and support:
            plain = self._weigh(odds, target, party, 0, guns)
            if plain.worth + A_PLANE * support > attack.worth:
                best = (plain._replace(worth=plain.worth - CROWD * len(party)), party)
        return best

    def _weigh(self, odds: Odds, target: int, party: dict[int, int], support: int, guns: int) -> Attack:
        """An attack with all that it obliges to: other enemies beside the attackers are kept busy (14.6, 14.8)."""
        sight = self.muster.sight
        dues: dict[int, list[int]] = {}
        for unit, node in party.items():
            for other in obliged(sight, node):
                if other != target and not self.targets >> other & 1:
                    dues.setdefault(other, []).append(unit)
        main, price = dict(party), 0.0
        joined: tuple[int, ...] = (target,)
        for other in sorted(dues):
            busy = [unit for unit in dues[other] if unit in main]
            busied = screen(odds, other, {unit: party[unit] for unit in busy}, len(main) - 1)
            if busied is not None:
                price += busied[0]
                for unit in busied[1]:
                    del main[unit]
            elif len(busy) == len(main):
                joined = (*joined, other)
            else:
                return Attack(HOPELESS.worth)
        verdict = odds.verdict(joined, main, support, guns)
        worth = verdict.worth + price - A_PLANE * support - self._exposure(sight, party)
        return Attack(worth, support, sum(1 << node for node in dues), guns)

    def _exposure(self, sight: Sight, party: Mapping[int, int]) -> float:
        """What may happen to the attackers where they stand afterwards."""
        stacks: dict[int, float] = {}
        for unit, node in party.items():
            stacks[node] = stacks.get(node, 0.0) + sight.defence(unit)
        weight = EXPOSED * (2.0 if sight.beachhead and sight.side == ALLIED else 1.0) * sight.style.get("danger", 1.0)
        hungry = sum(HUNGRY * sight.step_cost(unit) for unit, node in party.items() if not sight.fed >> node & 1)
        return hungry + sum(weight * sight.danger(node, strength) for node, strength in stacks.items())

    def _spot(
        self, odds: Odds, target: int, unit: int, hexes: HexSet, party: Mapping[int, int], known: dict[int, int]
    ) -> int:
        """The best hex from which a unit joins an attack, -1 if there is no room for it."""
        muster, sight = self.muster, self.muster.sight
        at, best, best_score = sight.at(unit), -1, -1e9
        weighs = sight.look.weight((unit,))
        for node in sight.board.nodes(hexes):
            if node != at and weighs:
                if node not in known:
                    known[node] = muster.room(node)
                taken = sum(goal == node and sight.at(other) != node for other, goal in party.items())
                if known[node] - taken <= 0:
                    continue
            others = [one for one in obliged(sight, node) if one != target and not self.targets >> one & 1]
            fresh = node not in party.values()
            score = -2.0 * len(others) * fresh + 0.4 * sight.cover[node] + 0.3 * (node == at)
            score += 0.0 if sight.game.data.rivers.has(node, target) else 1.2
            score += 0.2 * fresh - 0.15 * sight.danger(node, sight.defence(unit))
            score -= 0.0 if sight.fed >> node & 1 else 2.0
            if score > best_score:
                best, best_score = node, score
        return best

    def _elsewhere(self, unit: int, at: int, target: int) -> bool:
        """Does an attack lead a unit away from what it is to take?"""
        task = self.tasks.get(unit)
        return task is not None and task.way[target] > task.way[at]

    def _sentry(self, sight: Sight, unit: int) -> bool:
        """Does the unit guard its hex, so that it fights only from there?"""
        at = sight.at(unit)
        if sight.game.coastal_units >> unit & 1 and not sight.look.is_flipped(unit) and sight.game.data.ports.get(at):
            return True
        if self.goals.guards.get(at, 0.0) < SENTRY:
            return False
        others = [unit_ for unit_ in sight.fighters(at) if unit_ != unit and self.muster.goals.get(unit_, at) == at]
        return not others or sight.danger(at, sum(sight.holding(other, at) for other in others)) > LEFT_ALONE
