"""Which attacks the planner declares once its units stand where they stand, and with whom (SEQ.3, MAND)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from bocage.bots.muster import Order
from bocage.bots.planning import Verbs
from bocage.engine.actions import Action
from bocage.hexes import HexSet

from ...rules.combat import attackers, attacks, duties
from ...rules.combat.attacks import Allocating
from ...rules.look import members
from ...rules.position import ALLIED, GERMAN
from ..aims.shared import Aims
from ..odds import Odds, Verdict
from ..sight import Sight

GOOD_ENOUGH = {ALLIED: 0.25, GERMAN: 0.9}  # what an attack must be worth once the units stand there
BUSY = 0.03  # what a factor costs that another attack might use
OWED = 0.3  # a further hex that an attack obliges to attack, besides what that attack is worth
MANY = 3  # hexes of attackers of which every choice is looked at


class Attack(NamedTuple):
    """An attack that could be declared."""

    worth: float
    targets: HexSet
    units: int


class Allocation:
    """Thinks about the attacks of a phase, one at a time."""

    def __init__(self, sight: Sight, aims: Aims) -> None:
        self._sight = sight
        self._odds = Odds(sight, aims.prizes)
        self._look = sight.look
        self._enough = sight.style.get("good_enough", 1.0) * GOOD_ENOUGH[sight.side]
        self._battles = sight.position.battles

    def next(self, verbs: Verbs) -> Order:
        """The orders for the next attack; none if there is none worth making."""
        sight, look = self._sight, self._look
        due = duties.owed(look, sight.side, self._battles)
        forced = not verbs.get("end")
        hexes = [action.index for action in verbs.get("attack", ())]
        if due:
            hexes = [node for node in hexes if due >> node & 1] or hexes
        elif forced:
            off = attackers.hexes_off(look, duties.overdue(look, sight.side, self._battles))
            hexes = [node for node in hexes if off >> node & 1] or hexes
        found = [attack for node in hexes for attack in self._options(node, bool(due))]
        found.sort(key=lambda attack: (-attack.worth, attack.targets, attack.units))
        for attack in found:
            if attack.worth < self._enough and not forced:
                break
            if self._may_commit(attack.targets, attack.units):
                return self._orders(self._trimmed(attack))
        if not forced:
            return []
        return self._orders(self._anything(hexes))

    def complete(self, frame: Any, verbs: Verbs) -> Action:
        """An attack is being made that this bot has not thought out: go on with it as well as possible."""
        joining = verbs.get("join", ())
        if verbs.get("commit"):
            found = self._odds.judged(self._look, frame.targets, frame.attackers)
            if found.worth >= self._enough or not joining:
                return verbs["commit"][0]
        if joining:
            return max(joining, key=lambda action: (self._sight.attack(action.index), -action.index))
        return verbs["cancel"][0]

    # What could be attacked by whom

    def _options(self, target: int, duty: bool) -> Iterator[Attack]:
        sight, look, bit = self._sight, self._look, 1 << target
        able = attackers.able(look, sight.side, bit)
        for nation in attackers.NATIONS[sight.side]:
            by_hex: dict[int, int] = {}
            for unit in members(able & sight.game.nation_units[nation]):
                by_hex[sight.at(unit)] = by_hex.get(sight.at(unit), 0) | 1 << unit
            for choice in _choices(list(by_hex.values())):
                units = sum(choice)
                if not attackers.factored(look, units):
                    continue
                yield from self._valued(bit, units, duty)

    def _valued(self, bit: HexSet, units: int, duty: bool) -> Iterator[Attack]:
        """An attack with what it obliges to, by others or by the same units together."""
        sight, look = self._sight, self._look
        found = self._judged(bit, units)
        strength = sum(sight.attack(unit) for unit in members(units))
        due = 0
        if not duty:
            due = duties.demanded(look, sight.side, bit, units) & ~duties.attacked_hexes(self._battles)
        if found.column >= 0:
            price = self._price(due, units)
            if price is not None:
                yield Attack(found.worth - BUSY * strength - price, bit, units)
        if due:
            both = bit | due
            together = attackers.able(look, sight.side, both) & sight.game.nation_units[self._nation(units)]
            if attackers.factored(look, together):
                verdict = self._odds.judged(look, both, together)
                more = duties.demanded(look, sight.side, both, together) & ~duties.attacked_hexes(self._battles)
                price = self._price(more, together)
                if verdict.column >= 0 and price is not None:
                    yield Attack(verdict.worth - BUSY * strength - price, both, together)

    def _judged(self, bit: HexSet, units: int) -> Verdict:
        """What an attack by units that stand where they stand may bring."""
        return self._odds.verdict(bit, {unit: self._sight.at(unit) for unit in members(units)})

    def _nation(self, units: int) -> str:
        return self._sight.nation(units.bit_length() - 1)

    def _price(self, due: HexSet, used: int) -> float | None:
        """What it costs to attack everything that is owed with those who are left; None if that cannot be done."""
        sight, look = self._sight, self._look
        price = 0.0
        for node in sight.board.nodes(due):
            left = attackers.able(look, sight.side, 1 << node) & ~used
            best: tuple[float, int] | None = None
            for nation in attackers.NATIONS[sight.side]:
                units = left & sight.game.nation_units[nation]
                if attackers.factored(look, units):
                    found = self._judged(1 << node, units)
                    if found.column >= 0 and (best is None or found.worth > best[0]):
                        best = (found.worth, units)
            if best is None:
                return None
            price += OWED - min(best[0], 0.5 * max(0.0, best[0]))
            used |= best[1]
        return price

    # Making it

    def _may_commit(self, targets: HexSet, units: int) -> bool:
        """Would the referee let the attack stand?"""
        frame = Allocating(self._sight.side, targets, units)
        return bool(attacks.Allocation.commit.allowed(attacks.Allocation, self._look, frame))

    def _trimmed(self, attack: Attack) -> Attack:
        """The attack without those who add nothing to it and may be needed elsewhere."""
        sight, look, side = self._sight, self._look, self._sight.side
        column = duties.reckoned(look, side, attack.targets, attack.units).column
        units = attack.units
        others = attackers.attackable(look, side) & ~attack.targets
        for unit in sorted(members(units), key=lambda unit: (sight.attack(unit), unit)):
            less = units & ~(1 << unit)
            if not attackers.factored(look, less) or not attackers.reach(look, unit) & others:
                continue
            same = duties.reckoned(look, side, attack.targets, less).column == column
            if same and sight.attack(unit) and self._may_commit(attack.targets, less):
                units = less
        return attack._replace(units=units)

    def _anything(self, hexes: list[int]) -> Attack | None:
        """Some attack that the referee accepts, where one has to be made."""
        sight, look = self._sight, self._look
        free = attackers.ready(look, sight.side) & ~attackers.engaged(look)
        waiting = attackers.at_sea(look, sight.side) & free
        for node in hexes:
            here = sum(1 << unit for unit in members(waiting) if attackers.reach(look, unit) >> node & 1)
            for must in (*(1 << unit for unit in members(here)), 0):
                for units in duties.groups(look, sight.side, 1 << node, free, must):
                    if self._may_commit(1 << node, units):
                        return Attack(0.0, 1 << node, units)
        return None

    def _orders(self, attack: Attack | None) -> Order:
        if attack is None:
            return []
        first, *others = self._sight.board.nodes(attack.targets)
        joins = [("join", unit) for unit in members(attack.units)]
        return [("attack", first), *(("also", node) for node in others), *joins, ("commit", 0)]


def _choices(groups: list[int]) -> Iterator[tuple[int, ...]]:
    """Choices of hexes from which units attack: every one if they are few, else all, all but one, and single ones."""
    if len(groups) <= MANY:
        for number in range(len(groups), 0, -1):
            yield from combinations(groups, number)
        return
    yield tuple(groups)
    yield from combinations(groups, len(groups) - 1)
    for group in groups:
        yield (group,)
