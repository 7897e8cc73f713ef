"""Marching orders of the planner: prizes to walk into, attacks put together from afar, then a line."""

from __future__ import annotations

from bocage.bots.ground import FAR
from bocage.hexes import HexSet
from bocage.parts.odds import ratio

from ..rules.position import ALLIED, RoundupPosition
from .aims import Goals
from .line import Line
from .odds import Odds
from .sight import CONTACT, Sight

BIG_PRIZE = 4.0  # a prize for which a unit is sent
LARGEST_PARTY = 8
SURE_ODDS = 6  # beyond 6:1 further attackers are wasted


class March:
    """The orders of one movement phase, thought out a few at a time so that no answer takes long.

    Every unit is settled once, by an order or by staying, so the bot never goes in circles.
    """

    def __init__(self, key: object, sight: Sight, fights_after: bool) -> None:
        self.key = key
        self._walked = 0  # units that have carried out an order
        position = sight.position
        bound = position.moved | position.dropped | position.replaced
        self._free = {unit for unit in sight.units_of(sight.side) if not bound >> unit & 1}
        self._reach: dict[int, tuple[HexSet, HexSet]] = {}
        self._pending: list[tuple[int, int]] = []
        self._taken: HexSet = 0  # prizes for which somebody is on the way
        # Enemy stacks that may be attacked, with what that seems worth: a hopeful guess until it is looked at.
        self._targets: dict[int, float] = {}
        self._fights_after = fights_after
        self._fighters: list[int] | None = None
        self._worth = 0.0  # of the attacks ordered so far
        self._line: Line | None = None

    @property
    def ordered(self) -> tuple[int, int] | None:
        """The order that is being carried out, if there is one."""
        return self._pending[0] if self._pending else None

    def next(self, sight: Sight) -> tuple[int, int] | None:
        """The next order (unit, hex), or None when everyone is settled."""
        if not self._pending:
            self._think(sight)
        return self._pending[0] if self._pending else None

    def done(self, walked: bool) -> None:
        """The first order has been carried out, or it no longer fits."""
        unit, _ = self._pending.pop(0)
        if walked:
            self._walked |= 1 << unit

    def stale(self, position: RoundupPosition) -> bool:
        """Has the match gone back behind what was ordered?"""
        return bool(self._walked & ~position.moved)

    def promises(self, sight: Sight, enough: float) -> bool:
        """Are the attacks that can be brought together worth so much in all? The orders are forgotten."""
        aims = sight.aims
        while self._worth < enough and self._attack(sight, aims):
            self._pending.clear()
        return self._worth >= enough

    def _think(self, sight: Sight) -> None:
        if self._line is None:
            aims = sight.aims
            if self._walk_in(sight, aims) or self._attack(sight, aims):
                return
            self._line = Line(sight, aims, self._free, _raiders(sight, self._free))
        while not self._pending and (unit := self._line.next()) is not None:
            self._free.discard(unit)
            self._order(sight, unit, self._line.place(sight, unit, self._reaches(sight, unit)[0]))

    def _reaches(self, sight: Sight, unit: int) -> tuple[HexSet, HexSet]:
        """Where a unit can go: at all, and within its ordinary allowance. Enemy zones do not change as we move."""
        found = self._reach.get(unit)
        if found is None:
            near, column = sight.reach(unit)
            found = self._reach[unit] = (near | column, near)
        return found

    def _order(self, sight: Sight, unit: int, node: int) -> None:
        self._free.discard(unit)
        if node != sight.at(unit):
            self._pending.append((unit, node))

    # Prizes that lie open

    def _walk_in(self, sight: Sight, aims: Goals) -> bool:
        """Send somebody into the best prize that nobody bars."""
        shut = sight.enemy_hexes | sight.own_hexes | self._taken
        prizes = [
            (-value, sight.danger(node, 6), node)
            for node, value in aims.prizes.items()
            if value >= BIG_PRIZE and not shut >> node & 1
        ]
        counters, distance = sight.game.counters, sight.board.distance
        for loss, _, node in sorted(prizes):
            walkers = [
                unit
                for unit in self._free
                if distance(sight.at(unit), node) < 2 * CONTACT[counters[unit].mobility]
                and self._reaches(sight, unit)[0] >> node & 1
            ]
            if not walkers:
                continue
            # One who is not needed where he stands, and who can hold the place.
            unit = max(walkers, key=lambda unit: (_spare(sight, aims, unit, node), -unit))
            if aims.guards.get(sight.at(unit), 0.0) >= -loss and sight.strikes_next:
                continue
            self._taken |= 1 << node
            if sight.side == ALLIED and sight.rim >> node & 1:
                self._taken |= sight.board.within(node, 5) & sight.rim  # one at a time is enough at the edge
            self._order(sight, unit, node)
            return True
        return False

    # Attacks

    def _attack(self, sight: Sight, aims: Goals) -> bool:
        """Bring together the most promising attack that is left."""
        odds = Odds(sight, aims.prizes)
        if self._fights_after:
            self._fights_after = False
            self._targets = {node: odds.hope(node) for node in sight.board.nodes(sight.enemy_hexes)}
        good_attack = sight.number("good_attack")
        while self._targets:
            target = max(self._targets, key=lambda node: (self._targets[node], -node))
            worth, party = self._party(sight, aims, odds, target)
            if worth < good_attack:
                del self._targets[target]
                continue
            self._targets[target] = worth
            if worth < max(self._targets.values()):
                continue  # others have used up the best attackers: look at the next best first
            del self._targets[target]
            self._worth += worth
            for unit, node in party.items():
                self._order(sight, unit, node)
            if self._pending:
                return True
        return False

    def _party(self, sight: Sight, aims: Goals, odds: Odds, target: int) -> tuple[float, dict[int, int]]:
        """The best attack on a hex by free units, each with the hex from which it attacks."""
        board = sight.board
        ground = board.around[target] & ~sight.enemy_hexes
        barred = sight.game.heavies if sight.game.no_heavy >> target & 1 else 0
        able: list[tuple[int, HexSet]] = []
        for unit in self._near(sight):
            if unit not in self._free or barred >> unit & 1:
                continue
            at = sight.at(unit)
            hexes = (self._reaches(sight, unit)[1] | 1 << at) & ground
            if hexes and _sentry(sight, aims, unit):
                hexes &= 1 << at
            if hexes:
                able.append((unit, hexes))
        defence = sum(sight.defence(unit) for unit in sight.position.stacks[target])
        # Hopeless ones are not looked at closely.
        if sum(sight.attack(unit) for unit, _ in able) < defence * (1 if aims.prizes.get(target) else 2):
            return 0.0, {}
        able.sort(key=lambda item: (-sight.attack(item[0]), item[0]))
        party: dict[int, int] = {}
        best: tuple[float, dict[int, int]] = (0.0, {})
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
            if worth > best[0]:
                best = (worth, party)
            if place >= SURE_ODDS or len(party) >= LARGEST_PARTY:
                break
        return best

    def _near(self, sight: Sight) -> list[int]:
        """Units that can get next to an enemy this turn."""
        if self._fighters is None:
            counters, steps = sight.game.counters, sight.from_enemy
            self._fighters = [
                unit for unit in sorted(self._free) if steps[sight.at(unit)] <= CONTACT[counters[unit].mobility]
            ]
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
