"""Marching orders of the simple bot: attacks put together from afar, prizes to walk into, then a line."""

from __future__ import annotations

from bocage.bots.roundup_goals import RAID_TURN, Goals, goals
from bocage.bots.roundup_odds import Odds
from bocage.bots.roundup_sight import Sight
from bocage.games.roundup.position import ALLIED, GERMAN
from bocage.hexes import HexSet

GOOD_ATTACK = 0.6  # what a planned attack must be worth
RAIDERS = 4


class March:
    """The orders of one movement phase, thought out a few at a time so that no answer takes long.

    Every unit is settled once, by an order or by staying, so the bot never goes in circles.
    """

    def __init__(self, key: object, sight: Sight, fights_after: bool) -> None:
        self.key = key
        self.walked = 0  # units that have carried out an order
        self._fights_after = fights_after
        position = sight.position
        bound = position.moved | position.dropped | position.replaced
        self._free = {unit for unit in sight.units_of(sight.side) if not bound >> unit & 1}
        self._reach: dict[int, tuple[HexSet, HexSet]] = {}
        self._pending: list[tuple[int, int]] = []
        self._taken: set[int] = set()  # prizes and guards that are cared for
        self._hopeless: set[int] = set()  # targets that nobody can attack well
        self._covered: HexSet = 0
        self._queue: list[int] | None = None

    # Orders

    def next(self, sight: Sight) -> tuple[int, int] | None:
        """The next order (unit, hex), or None when everyone is settled."""
        if not self._pending:
            self._think(sight)
        return self._pending[0] if self._pending else None

    def done(self, walked: bool) -> None:
        """The first order has been carried out, or it no longer fits."""
        unit, _ = self._pending.pop(0)
        if walked:
            self.walked |= 1 << unit

    def stale(self, sight: Sight) -> bool:
        """Has the match gone back behind what was ordered?"""
        return bool(self.walked & ~sight.position.moved)

    # Thinking

    def _think(self, sight: Sight) -> None:
        aims = goals(sight)
        if self._queue is None:
            if self._walk_in(sight, aims) or (self._fights_after and self._assemble(sight, aims)):
                return
            self._queue = sorted(self._free, key=lambda unit: (sight.from_enemy[sight.at(unit)], unit))
            self._covered = sight.board.step(
                sum(1 << node for node in {sight.at(unit) for unit in sight.units_of(sight.side)} - self._free_hexes(sight))
            )
        while self._queue:
            unit = self._queue.pop(0)
            if unit in self._free:
                self._free.discard(unit)
                self._line_up(sight, aims, unit)
                if self._pending:
                    return

    def _free_hexes(self, sight: Sight) -> set[int]:
        return {sight.at(unit) for unit in self._free}

    def _reaches(self, sight: Sight, unit: int) -> tuple[HexSet, HexSet]:
        """Where a unit can go: at all, and within its ordinary allowance. Enemy zones do not change as we move."""
        found = self._reach.get(unit)
        if found is None:
            near, column = sight.reach(unit)
            found = self._reach[unit] = (near | column, near)
        return found

    def _fits(self, sight: Sight, unit: int, node: int, planned: dict[int, int]) -> bool:
        """Would the unit find room in a hex, given who is there now and who is about to go there?"""
        there = [other for other in sight.position.stacks.get(node, ()) if other != unit and other not in planned]
        there += [other for other, goal in planned.items() if goal == node and other != unit]
        return sight.look.fits((*there, unit))

    def _order(self, sight: Sight, unit: int, node: int) -> None:
        self._free.discard(unit)
        if node != sight.at(unit):
            self._pending.append((unit, node))

    # Prizes that lie open

    def _walk_in(self, sight: Sight, aims: Goals) -> bool:
        """Send somebody into the best prize that nobody bars."""
        open_prizes = [
            (value, node)
            for node, value in aims.prizes.items()
            if value >= 4 and node not in self._taken and not (sight.enemy_hexes | sight.own_hexes) >> node & 1
        ]
        edge = 0
        for value, node in sorted(open_prizes, key=lambda prize: (-prize[0], prize[1])):
            on_rim = bool(sight.rim >> node & 1) and sight.side == ALLIED
            if on_rim and edge >= 40:
                continue
            edge += on_rim
            walkers = [unit for unit in self._free if self._reaches(sight, unit)[0] >> node & 1]
            if not walkers or not sight.game.board.all >> node & 1:
                continue
            # One who is not needed where he stands, and who can hold the place.
            unit = max(
                walkers,
                key=lambda unit: (
                    sight.defence(unit)
                    - aims.guards.get(sight.at(unit), 0.0) * 2
                    - 3 * sight.danger(node, sight.defence(unit)),
                    -unit,
                ),
            )
            if aims.guards.get(sight.at(unit), 0.0) >= value and sight.strikes_next:
                continue
            self._taken.add(node)
            if on_rim:
                self._taken.update(sight.board.nodes(sight.board.within(node, 6) & sight.rim))
            self._order(sight, unit, node)
            return True
        return False

    # Attacks

    def _assemble(self, sight: Sight, aims: Goals) -> bool:
        """Bring together the most promising attack that is left."""
        odds = Odds(sight, aims.prizes)
        best: tuple[float, int, dict[int, int]] = (GOOD_ATTACK, -1, {})
        for target in sight.board.nodes(sight.enemy_hexes):
            if target in self._hopeless:
                continue
            worth, party = self._party(sight, aims, odds, target)
            if worth < GOOD_ATTACK:
                self._hopeless.add(target)
            elif worth > best[0]:
                best = (worth, target, party)
        _, target, party = best
        if target < 0:
            return False
        self._hopeless.add(target)
        for unit, node in party.items():
            self._order(sight, unit, node)
        return bool(self._pending) or self._assemble(sight, aims)

    def _party(self, sight: Sight, aims: Goals, odds: Odds, target: int) -> tuple[float, dict[int, int]]:
        """The best attack on a hex by free units, each with the hex from which it attacks."""
        board, position = sight.board, sight.position
        ground = board.around[target] & ~sight.enemy_hexes
        heavy_ban = bool(sight.game.no_heavy >> target & 1)
        able: list[tuple[int, HexSet]] = []
        for unit in self._free:
            hexes = (self._reaches(sight, unit)[1] | 1 << sight.at(unit)) & ground
            if hexes and not (heavy_ban and sight.game.heavies >> unit & 1):
                if aims.guards.get(sight.at(unit), 0.0) >= 10:
                    hexes &= 1 << sight.at(unit)
                if hexes:
                    able.append((unit, hexes))
        if not able:
            return 0.0, {}
        able.sort(key=lambda item: (-sight.attack(item[0]), item[0]))
        party: dict[int, int] = {}
        best: tuple[float, dict[int, int]] = (0.0, {})
        for unit, hexes in able:
            at = sight.at(unit)
            spots = [node for node in board.nodes(hexes) if node == at or self._fits(sight, unit, node, party)]
            if not spots:
                continue
            node = max(spots, key=lambda node: self._spot(sight, target, node, party, unit))
            party = {**party, unit: node}
            place = odds.place(target, party)
            worth = odds.worth(target, place, party) - 0.12 * len(party)
            if worth > best[0]:
                best = (worth, party)
            if place >= 6 or len(party) >= 8:
                break
        return best

    def _spot(self, sight: Sight, target: int, node: int, party: dict[int, int], unit: int) -> float:
        """How good a hex is to attack from: dry, across from others, defensible, supplied."""
        board = sight.board
        used = set(party.values())
        score = 0.4 * sight.cover(node)
        if not sight.game.data.water.has(node, target):
            score += 1.0
        if board.opposite(target, node) in used:
            score += 1.5
        if node not in used:
            score += 0.3
        if node == sight.at(unit):
            score += 0.2
        if sight.supply_hexes(unit) >> node & 1:
            score += 0.5
        return score - 0.3 * sight.danger(node, sight.defence(unit))

    # The line

    def _line_up(self, sight: Sight, aims: Goals, unit: int) -> None:
        """Send a unit where it does most good short of an attack."""
        board, position = sight.board, sight.position
        at = sight.at(unit)
        defence = sight.defence(unit)
        supplied = sight.supply_hexes(unit)
        pull = self._pull(sight, aims, unit)
        weight = 0.45 if sight.side == ALLIED else 0.5
        watch = aims.watch & ~self._covered
        best, best_score = at, -1e9
        around = board.around
        for node in board.nodes(self._reaches(sight, unit)[0] | 1 << at):
            if node != at and position.stacks.get(node) and not self._fits(sight, unit, node, {}):
                continue
            score = -weight * pull[node] + 0.6 * sight.cover(node)
            if watch:
                score += 0.8 * min(3, (around[node] & watch).bit_count())
            if not supplied >> node & 1:
                score -= 4.0
            if sight.strikes_next:
                score -= 1.6 * sight.danger(node, defence)
                if sight.enemy_zone >> node & 1:
                    score -= 0.8
            if node in aims.guards and not self._guarded(sight, node, unit):
                score += aims.guards[node]
            if node == at:
                score += 0.1
            if score > best_score:
                best, best_score = node, score
        self._covered |= around[best]
        if best in aims.guards:
            self._taken.add(best)
        self._order(sight, unit, best)

    def _guarded(self, sight: Sight, node: int, unit: int) -> bool:
        return node in self._taken or any(
            other != unit and other not in self._free for other in sight.position.stacks.get(node, ())
        )

    def _pull(self, sight: Sight, aims: Goals, unit: int) -> list[int]:
        return aims.pull


__all__ = ["GERMAN", "RAIDERS", "RAID_TURN", "March"]
