"""Marching orders of the planner: prizes to walk into, attacks put together from afar, then a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bocage.bots import muster
from bocage.bots.best_first import most_promising
from bocage.bots.ground import FAR
from bocage.bots.muster import Order
from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.hexes import HexSet
from bocage.parts.combat.odds import ratio

from ..rules.position import ALLIED
from .aims import Goals
from .line import Line
from .odds import Odds
from .sight import CONTACT, Sight

BIG_PRIZE = 4.0  # a prize for which a unit is sent
LARGEST_PARTY = 8
SURE_ODDS = 6  # beyond 6:1 further attackers are wasted


class Attack(NamedTuple):
    """An attack that is to be brought about."""

    worth: float


class Muster(muster.Muster[Sight, tuple[HexSet, HexSet]]):
    """Who is free to be ordered about, and where he can go: within his ordinary allowance, and beyond it in column."""

    def __init__(self, sight: Sight) -> None:
        position = sight.position
        bound = position.moved | position.dropped | position.replaced
        super().__init__(sight, (unit for unit in sight.units_of(sight.side) if not bound >> unit & 1))

    def find_ways(self, unit: int) -> tuple[HexSet, HexSet]:
        """The ways of a unit, as the rules tell them."""
        return self.sight.reach(unit)

    def go(self, unit: int, node: int) -> Order:
        """Settle a unit in a hex: the order that takes it there, empty if it is to stay."""
        self.free.discard(unit)
        if node == self.sight.at(unit):
            return []
        return [("pick", unit), ("move" if self.ways(unit)[0] >> node & 1 else "column", node)]


class March(muster.March[Muster]):
    """The orders of one movement phase. Every unit is settled once, so the bot never goes in circles."""

    walks = ("move", "column")

    def __init__(self, key: object, sight: Sight, fights_after: bool) -> None:
        super().__init__(key, Muster(sight))
        self._fights_after = fights_after
        self._fighters: list[int] | None = None

    def choose(self, seat: Seat, sight: Sight) -> Action | None:
        """The next action of the orders."""
        frame: Any = seat.prompt.frame
        self.muster.sight = sight
        return self.follow(seat, frame.hand) or seat.offered("end")

    def think(self) -> Iterator[Order]:
        """Prizes that lie open before attacks, and then everybody else, those nearest to the enemy first."""
        muster, attacks = self.muster, self._attacks()
        while True:
            orders = self._walk_in()
            while not orders and (found := next(attacks, None)) is not None:
                orders = found[1]
            if not orders:
                break
            yield from orders
        line = Line(muster.sight, muster.free, muster.settled(), _raiders(muster.sight, muster.free))
        for unit in line.queue:
            near, column = muster.ways(unit)
            yield muster.go(unit, line.place(muster.sight, unit, near | column))

    def promises(self, enough: float) -> bool:
        """Are the attacks that can be brought together worth so much in all?"""
        total = 0.0
        for worth, orders in self._attacks() if enough > 0 else ():
            total += worth
            if orders and total >= enough:
                break
        return total >= enough

    # Prizes that lie open

    def _walk_in(self) -> list[Order]:
        """Send somebody into the best prize that nobody bars."""
        muster, sight = self.muster, self.muster.sight
        aims = sight.aims
        shut = sight.enemy_hexes | sight.own_hexes | muster.taken
        prizes = [
            (-value, sight.danger(node, 6), node)
            for node, value in aims.prizes.items()
            if value >= BIG_PRIZE and not shut >> node & 1
        ]
        counters, distance = sight.game.counters, sight.board.distance
        for loss, _, node in sorted(prizes):
            walkers = [
                unit
                for unit in muster.free
                if distance(sight.at(unit), node) < 2 * CONTACT[counters[unit].mobility]
                and any(hexes >> node & 1 for hexes in muster.ways(unit))
            ]
            if not walkers:
                continue
            # One who is not needed where he stands, and who can hold the place.
            unit = max(walkers, key=lambda unit: (_spare(sight, aims, unit, node), -unit))
            if aims.guards.get(sight.at(unit), 0.0) >= -loss and sight.strikes_next:
                continue
            muster.taken |= 1 << node
            if sight.side == ALLIED and sight.rim >> node & 1:
                muster.taken |= sight.board.within(node, 5) & sight.rim  # one at a time is enough at the edge
            return [muster.go(unit, node)]
        return []

    # Attacks

    def _attacks(self) -> Iterator[tuple[float, list[Order]]]:
        """The most promising attacks, one after the other: what each is worth, and the orders that bring it about."""
        sight = self.muster.sight
        odds = Odds(sight, sight.aims.prizes)
        hopes = {node: odds.hope(node) for node in sight.board.nodes(sight.enemy_hexes)} if self._fights_after else {}

        def closely(target: int) -> tuple[Attack, dict[int, int]]:
            return self._party(odds, target)

        for _, attack, party in most_promising(hopes, closely, sight.number("good_attack")):
            orders = [order for unit, node in party.items() if (order := self.muster.go(unit, node))]
            yield attack.worth, orders
            if orders:
                odds = Odds(self.muster.sight, self.muster.sight.aims.prizes)

    def _party(self, odds: Odds, target: int) -> tuple[Attack, dict[int, int]]:
        """The best attack on a hex by free units, each with the hex from which it attacks."""
        muster, sight = self.muster, self.muster.sight
        board, aims = sight.board, sight.aims
        ground = board.around[target] & ~sight.enemy_hexes
        barred = sight.game.heavies if sight.game.no_heavy >> target & 1 else 0
        able: list[tuple[int, HexSet]] = []
        for unit in self._near():
            if unit not in muster.free or barred >> unit & 1:
                continue
            at = sight.at(unit)
            hexes = (muster.ways(unit)[0] | 1 << at) & ground
            if hexes and _sentry(sight, aims, unit):
                hexes &= 1 << at
            if hexes:
                able.append((unit, hexes))
        defence = sum(sight.defence(unit) for unit in sight.position.stacks[target])
        # Hopeless ones are not looked at closely.
        if sum(sight.attack(unit) for unit, _ in able) < defence * (1 if aims.prizes.get(target) else 2):
            return Attack(0.0), {}
        able.sort(key=lambda item: (-sight.attack(item[0]), item[0]))
        party: dict[int, int] = {}
        best: tuple[Attack, dict[int, int]] = (Attack(0.0), {})
        strength, tried = 0, -FAR
        crowd = sight.number("crowd")
        for unit, hexes in able:
            at = sight.at(unit)
            spots = [node for node in board.nodes(hexes) if node == at or sight.fits(unit, node, party)]
            if not spots:
                continue
            party = {**party, unit: max(spots, key=lambda node: _spot(sight, target, node, party, unit))}
            strength += sight.attack(unit)
            odds_before_shifts = ratio(strength, defence)
            if odds_before_shifts < 0 or (odds_before_shifts == tried and len(party) > 3):
                continue  # one more who changes nothing
            tried = odds_before_shifts
            place = odds.place(target, party)
            worth = odds.worth(target, place, party) - crowd * len(party)
            if worth > best[0].worth:
                best = (Attack(worth), party)
            if place >= SURE_ODDS or len(party) >= LARGEST_PARTY:
                break
        return best

    def _near(self) -> list[int]:
        """Units that can get next to an enemy this turn."""
        if self._fighters is None:
            sight, free = self.muster.sight, sorted(self.muster.free)
            counters, steps = sight.game.counters, sight.from_enemy
            self._fighters = [unit for unit in free if steps[sight.at(unit)] <= CONTACT[counters[unit].mobility]]
        return self._fighters


def _sentry(sight: Sight, aims: Goals, unit: int) -> bool:
    """Does the unit guard its hex, so that it fights only from there? Of two the brigade stays."""
    at = sight.at(unit)
    if aims.guards.get(at, 0.0) < BIG_PRIZE:
        return False
    return len(sight.position.stacks[at]) == 1 or not sight.game.counters[unit].divisional


def _spare(sight: Sight, aims: Goals, unit: int, node: int) -> float:
    defence = sight.defence(unit)
    return defence - 2 * aims.guards.get(sight.at(unit), 0.0) - 3 * sight.danger(node, defence)


def _spot(sight: Sight, target: int, node: int, party: dict[int, int], unit: int) -> float:
    """How good a hex is to attack from: dry, across from others, defensible, supplied."""
    used = set(party.values())
    score = 0.4 * sight.cover[node]
    if not sight.game.data.water.has(node, target):
        score += 1.0
    if sight.board.opposite(target, node) in used:
        score += 1.5
    if node not in used:
        score += 0.3
    if node == sight.at(unit):
        score += 0.2
    if sight.supply_hexes(unit) >> node & 1:
        score += 0.5
    return score - 0.3 * sight.danger(node, sight.defence(unit))


def _raiders(sight: Sight, free: set[int]) -> set[int]:
    """Late in the game the Allied units nearest to the edge try to get there."""
    if sight.side != ALLIED or sight.position.turn < sight.number("raid_turn"):
        return set()
    strong = [unit for unit in free if sight.attack(unit) >= 4]
    count = int(sight.number("raiders"))
    return set(sorted(strong, key=lambda unit: (sight.from_rim[sight.at(unit)], unit))[:count])
