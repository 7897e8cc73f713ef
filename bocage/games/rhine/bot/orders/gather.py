"""How the planner brings attacks together before combat: who goes where to attack what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bocage.bots.best_first import most_promising
from bocage.bots.muster import Order
from bocage.hexes import HexSet

from ...rules.combat import duties
from ...rules.combat.attackers import NATIONS, unused
from ...rules.look import members
from ...rules.position import ALLIED, GERMAN, OTHER
from ...rules.supply import ways
from ..odds import HOPELESS, Odds, Verdict
from ..sight import Sight
from .muster import Muster

GOOD_ATTACK = {ALLIED: 0.7, GERMAN: 1.3}  # what a planned attack must be worth
BUSY = {ALLIED: 0.06, GERMAN: 0.1}  # what a factor costs that might do something else
DUTY = 0.9  # what a further hex costs that an attack obliges to attack (MAND.1)
ENOUGH = 9  # the column (7:1) beyond which nobody else is brought along
MOST = 10  # units looked at for one attack
LEAVING = 0.35  # what it costs a German unit to leave its place in the line
WAY_BACK = 0.5  # what it costs an Allied unit to go back, for each hex of its way


class Plan(NamedTuple):
    """An attack that is to be made: on which hex, by whom, from where."""

    target: int
    verdict: Verdict
    party: dict[int, int]  # unit -> hex


class Gathering:
    """Looks for the attacks of a phase."""

    def __init__(self, muster: Muster, blitz: bool = False, ruthless: bool = False) -> None:
        self.muster = muster
        self.blitz = blitz
        sight = muster.sight
        self.odds = Odds(sight, muster.aims.prizes, ruthless)
        self.busy: set[int] = set()
        self.targets: HexSet = 0  # of the attacks planned so far
        self._reach = {unit: self._strikes(unit) for unit in self._fighters()}
        self.hexes = self._attackable()
        self.weighty: HexSet = sum(
            1 << node
            for node in sight.board.nodes(sight.enemy_hexes)
            if duties.weighty(sight.look, node, OTHER[sight.side])
        )

    def _fighters(self) -> list[int]:
        """Units that may attack in this phase, whether they can still move or not."""
        sight = self.muster.sight
        units = unused(sight.look, sight.side)
        return [
            unit
            for unit in members(units)
            if sight.from_enemy[sight.at(unit)] <= 9
            and sight.attack(unit)
            and ways.supplied(sight.look, sight.nation(unit)) >> sight.at(unit) & 1
        ]

    def _strikes(self, unit: int) -> tuple[HexSet, HexSet]:
        """Hexes from which a unit can attack and will not be cut off."""
        sight = self.muster.sight
        dry, wet = self.muster.strikes(unit)
        supplied = sight.short(sight.nation(unit)) & sight.secure | 1 << sight.at(unit)
        return dry & supplied, wet & supplied

    def _attackable(self) -> HexSet:
        sight = self.muster.sight
        near = 0
        for dry, _ in self._reach.values():
            near |= dry
        return sight.game.land.step(near) & sight.held

    def plans(self, enough: float) -> Iterator[Plan]:
        """The most promising attacks, one after the other."""
        sight = self.muster.sight
        hopes = {node: self.odds.hope(node) for node in sight.board.nodes(self.hexes)}
        for target, verdict, party in most_promising(hopes, self.best, enough):
            self.take(target, party)
            yield Plan(target, verdict, party)
            for other in sight.board.nodes(self.odds.owed(1 << target, party) & ~self.targets):
                # What an attack obliges to comes at once, as well as it can be done.
                duty, helpers = self.best(other)
                if helpers and duty.column >= 0:
                    hopes.pop(other, None)
                    self.take(other, helpers)
                    yield Plan(other, duty, helpers)

    def take(self, target: int, party: dict[int, int]) -> None:
        """An attack will be made: its units are busy."""
        self.targets |= 1 << target
        self.busy |= set(party)
        for unit, node in party.items():
            if unit in self.muster.free and node != self.muster.sight.at(unit):
                self.muster.shift(unit, node)

    def best(self, target: int) -> tuple[Verdict, dict[int, int]]:
        """The best attack on a hex by the units that are left, each with the hex from which it attacks."""
        sight = self.muster.sight
        land, rivers = sight.game.land, sight.game.data.rivers
        around = land.step(1 << target) & ~sight.held
        wet_ground = around & rivers.step(1 << target)
        dry_ground = around & ~wet_ground
        able: dict[int, HexSet] = {}
        for unit, (dry, wet) in self._reach.items():
            if unit not in self.busy and not self._out_of_the_way(unit, target):
                hexes = dry & dry_ground | wet & wet_ground
                if hexes:
                    able[unit] = hexes
        best: tuple[Verdict, dict[int, int]] = (HOPELESS, {})
        for nation in NATIONS[sight.side]:
            ours = {unit: hexes for unit, hexes in able.items() if sight.nation(unit) == nation}
            if ours:
                found = self._party(target, ours, wet_ground)
                if found[0].worth > best[0].worth:
                    best = found
        return best

    def _out_of_the_way(self, unit: int, target: int) -> bool:
        """Would an attack on a hex keep a unit from an errand?"""
        muster = self.muster
        if not muster.aims.errand(unit):
            return False
        field = muster.aims.field(unit)
        return field[target] >= field[muster.sight.at(unit)]

    def _party(self, target: int, able: dict[int, HexSet], wet: HexSet) -> tuple[Verdict, dict[int, int]]:
        muster, odds = self.muster, self.odds
        sight = muster.sight
        ranked = sorted(able, key=lambda unit: (-self._rank(unit), unit))[:MOST]
        needed = 0.5 * odds.resistance(target)
        if sum(sight.attack(unit) for unit in ranked) < needed:
            return HOPELESS, {}
        best: tuple[Verdict, dict[int, int]] = (HOPELESS, {})
        party: dict[int, int] = {}
        coming: dict[int, list[int]] = {}
        owed: HexSet = 0
        strength = price = 0.0
        for unit in ranked:
            node = self._stand(unit, target, able[unit], wet, coming, owed)
            if node < 0:
                continue
            party[unit] = node
            if node != sight.at(unit):
                coming.setdefault(node, []).append(unit)
                price += LEAVING if sight.side == GERMAN else self._way_back(unit, node)
            owed |= self._owed_from(node, target)
            strength += sight.attack(unit)
            if strength < needed:
                continue
            verdict = odds.verdict(1 << target, party, self.blitz)
            worth = verdict.worth - BUSY[sight.side] * strength - price - DUTY * owed.bit_count()
            if worth > best[0].worth:
                best = (verdict._replace(worth=worth), dict(party))
            if verdict.column >= ENOUGH:
                break
        return best

    def _way_back(self, unit: int, node: int) -> float:
        """What it costs a unit to turn round for an attack: those who are left behind the front can wait."""
        aims, sight = self.muster.aims, self.muster.sight
        field = aims.field(unit)
        return sight.style.get("way_back", WAY_BACK) * max(0, field[node] - field[sight.at(unit)])

    def _rank(self, unit: int) -> float:
        """Who attacks first: the strong, and those with a column of their own (US7, RM)."""
        game = self.muster.sight.game
        special = unit in (game.seventh_corps, game.marines)
        return self.muster.sight.attack(unit) + (2.0 if special else 0.0)

    def _owed_from(self, node: int, target: int) -> HexSet:
        """Enemies whom an attack from a hex may oblige to attack as well, if none is planned on them yet."""
        land = self.muster.sight.game.land
        return land.step(1 << node) & land.step(1 << target) & self.weighty & ~self.targets & ~(1 << target)

    def _stand(
        self, unit: int, target: int, hexes: HexSet, wet: HexSet, coming: dict[int, list[int]], owed: HexSet
    ) -> int:
        """The hex from which a unit attacks best, or -1 if all are full."""
        muster, sight = self.muster, self.muster.sight
        at, counters = sight.at(unit), sight.game.counters
        wide = sight.game.data.wide
        best, best_score = -1, -1e9
        for node in sight.board.nodes(hexes):
            if not muster.room(unit, node, coming.get(node, ())):
                continue
            score = 0.2 * sight.cover(node) - 0.8 * (self._owed_from(node, target) & ~owed).bit_count()
            if wet >> node & 1:
                score -= 2.0 if wide.has(node, target) else 1.0
            if node == at and muster.overfull(at):
                score -= 3.0
            elif node == at:
                score += 2.5 if sight.look.is_deployed(unit) else 0.4
            if counters[unit].side == ALLIED and not sight.full(counters[unit].nation) >> node & 1:
                score -= 1.5  # Short-supplied attackers lose a column (SUP.19)
            if score > best_score:
                best, best_score = node, score
        return best


def good_attack(sight: Sight) -> float:
    """What a planned attack must be worth."""
    return sight.style.get("good_attack", 1.0) * GOOD_ATTACK[sight.side]


def gather(muster: Muster, plans: Sequence[Plan]) -> Iterator[Order]:
    """The orders that bring the attacks of a phase together."""
    for plan in plans:
        for unit, node in plan.party.items():
            if unit in muster.free:
                yield muster.order(unit, node)
