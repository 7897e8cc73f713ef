"""The planner's combat impulse: everybody in contact gets a battle so that what is owed costs least and most is won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bocage.bots.planning import Verbs
from bocage.bots.seat import Seat
from bocage.engine.actions import Action

from ...rules.air import missions
from ...rules.combat import attackers as who
from ...rules.combat.making import Fighting, given_before, reckoned
from ...rules.combat.odds import dice_modifiers
from ...rules.look import members
from ...rules.position import ALLIED
from ..odds import HOPELESS, Odds, Verdict
from ..sight import Sight

ENOUGH = 0.4  # what an attack that nobody must make has to promise
OWED, IDLE = 40.0, 6.0  # a hex that must be attacked and is not; a unit that must attack and does not
PASSES = 3
CARPET_GAIN = 2.0
TOGETHER = 3.0  # what it is worth that those in a hex that must not fall attack as one: some of them survive


@dataclass
class Fight:
    """A battle that is planned."""

    targets: tuple[int, ...]
    units: list[int] = field(default_factory=list)
    support: int = 0
    ships: list[int] = field(default_factory=list)
    carpet: bool = False
    worth: float = 0.0


class Battles:
    """A plan for a combat impulse: who attacks what."""

    def __init__(self, sight: Sight, odds: Odds, frame: Fighting) -> None:
        self.sight = sight
        self.odds = odds
        self.frame = frame
        look, side = sight.look, sight.side
        self.able = who.able(look, side)
        self.reach: dict[int, list[int]] = {}
        for node in sorted(self.able):
            for unit in members(self.able[node]):
                self.reach.setdefault(unit, []).append(node)
        self.due = frame.due & who.targets(look, side)
        self.bound = frame.bound & who.ready(look, side)
        self.invaders = sight.position.invaders | (sight.position.dropped | sight.position.raiders) & who.on_enemies(
            look, side
        )
        self.given: dict[int, int | None] = dict.fromkeys(self.reach)
        self.support: dict[int, int] = {}
        self.guns: dict[int, list[int]] = {}
        self.planes = (
            missions.support_left(look, side) if look.position.impulse == 1 and not given_before(look, side) else 0
        )
        self.in_range = missions.tac(look, side) if self.planes else 0
        self.fights = self._plan()

    # Values

    def _units(self, node: int) -> list[int]:
        return [unit for unit, target in self.given.items() if target == node]

    def verdict(self, node: int, units: Sequence[int], support: int = -1) -> Verdict:
        """What an attack on a hex by units beside it, or in it, is worth."""
        if not units:
            return HOPELESS
        sight = self.sight
        party = {unit: sight.at(unit) for unit in units}
        mask = sum(1 << unit for unit in units)
        bonus = sum(shift.columns for shift in dice_modifiers(sight.look, sight.side, 1 << node, mask, False))
        if support < 0:
            support = self.support.get(node, 0) + self._advance_support(node)
        guns = sum(sight.attack(ship) for ship in self.guns.get(node, ()))
        return self.odds.verdict((node,), party, support, guns, bonus, bool(mask & self.invaders))

    def _advance_support(self, node: int) -> int:
        """Aircraft that were given to a hex on an invasion turn."""
        if not given_before(self.sight.look, self.sight.side):
            return 0
        label = self.sight.board.labels[node]
        return min(self.sight.position.support.get(label, 0), self.sight.game.rules.numbers["support_per_battle"])

    def _value(self, node: int | None, units: Sequence[int]) -> float:
        """What a target with these attackers adds to the plan."""
        if node is None:
            return -IDLE * sum(self.bound >> unit & 1 for unit in units)
        if not units:
            return -OWED if self.due >> node & 1 else 0.0
        companions = who.companions(self.sight.look, self.sight.side, sum(1 << unit for unit in units))
        if any(not companions >> unit & 1 for unit in units):
            return -3 * OWED
        worth = self.verdict(node, units).worth
        return -2 * OWED if worth <= HOPELESS.worth else worth - 0.02 * len(units)

    # The plan

    def _plan(self) -> list[Fight]:
        self._begin()
        for _ in range(2):
            self._climb()
            self._share_planes()
        self._share_guns()
        found = []
        for node in self.able:
            units = self._units(node)
            if units:
                worth = self.verdict(node, units).worth
                found.append(Fight((node,), units, self.support.get(node, 0), self.guns.get(node, []), worth=worth))
        self._lay_carpet(found)
        found = self._merge(found)
        found = [fight for fight in found if fight.worth >= ENOUGH or self._needed(fight)]
        return sorted(found, key=lambda fight: (-fight.worth, fight.targets))

    def _needed(self, fight: Fight) -> bool:
        """Is it a battle that must be fought, or in which somebody must attack?"""
        due = any(self.due >> node & 1 for node in fight.targets)
        return due or any(self.bound >> unit & 1 for unit in fight.units)

    def _begin(self) -> None:
        """The best attacks first, each with those who are still free."""
        free = set(self.reach)
        hopes = sorted(self.able, key=lambda node: (-self.odds.hope(node), node))
        for node in hopes:
            best, chosen = (0.0 if not self.due >> node & 1 else -OWED), []
            for party in who.parties(self.sight.look, self.sight.side):
                units = [unit for unit in members(self.able[node] & party) if unit in free]
                units.sort(key=lambda unit: (-self.sight.attack(unit), unit))
                for count in range(1, len(units) + 1):
                    worth = self.verdict(node, units[:count], 2 if self.planes else -1).worth
                    if worth > best + 1e-9:
                        best, chosen = worth, units[:count]
            for unit in chosen:
                self.given[unit] = node
                free.discard(unit)

    def _climb(self) -> None:
        """Move single units from battle to battle as long as that gains something."""
        for _ in range(PASSES):
            moved = False
            for unit in self.reach:
                moved |= self._shift(unit)
            if not moved:
                break

    def _shift(self, unit: int) -> bool:
        now = self.given[unit]
        with_us = self._units(now) if now is not None else [unit]
        without = [other for other in with_us if other != unit]
        base = self._value(now, with_us) - self._value(now, without)
        best, goal = 0.0, now
        options: list[int | None] = [*self.reach[unit], None]
        for node in options:
            if node == now:
                continue
            there = self._units(node) if node is not None else []
            gain = self._value(node, [*there, unit]) - self._value(node, there) - base
            if gain > best + 1e-6:
                best, goal = gain, node
        if goal == now:
            return False
        self.given[unit] = goal
        return True

    def _share_planes(self) -> None:
        """Each aircraft goes where it gains most."""
        self.support = {}
        most = self.sight.game.rules.numbers["support_per_battle"]
        battles = {node: units for node in self.able if self.in_range >> node & 1 and (units := self._units(node))}
        for _ in range(self.planes):
            best, goal = 0.05, -1
            for node, units in battles.items():
                had = self.support.get(node, 0)
                if had < most:
                    gain = self.verdict(node, units, had + 1).worth - self.verdict(node, units, had).worth
                    if gain > best:
                        best, goal = gain, node
            if goal < 0:
                break
            self.support[goal] = self.support.get(goal, 0) + 1

    def _share_guns(self) -> None:
        if self.sight.side != ALLIED:
            return
        for ship in members(who.ships(self.sight.look)):
            best, goal = 0.05, -1
            for node in self.able:
                units = self._units(node)
                if units and who.covered(self.sight.look, ship) >> node & 1:
                    before = self.verdict(node, units).worth
                    old = self.guns.get(node, [])
                    self.guns[node] = [*old, ship]
                    gain = self.verdict(node, units).worth - before
                    self.guns[node] = old
                    if gain > best:
                        best, goal = gain, node
            if goal >= 0:
                self.guns[goal] = [*self.guns.get(goal, []), ship]

    def _lay_carpet(self, fights: list[Fight]) -> None:
        """Carpet bombing adds two to the die of the battle to which that means most, at low odds only (17.10.9)."""
        look, sight = self.sight.look, self.sight
        if sight.side != ALLIED or look.position.impulse != 1:
            return
        if not all(bool(condition[0]) for condition in missions.carpet_over(look)):
            return
        best, chosen = CARPET_GAIN, None
        low = sight.game.data.odds.index("2-1")
        for fight in fights:
            party = {unit: sight.at(unit) for unit in fight.units}
            guns = sum(sight.attack(ship) for ship in fight.ships)
            plain = self.odds.verdict(fight.targets, party, 0, guns)
            if 0 <= plain.column <= low:
                gain = self.odds.verdict(fight.targets, party, 0, guns, 2).worth - fight.worth
                if gain > best:
                    best, chosen = gain, fight
        if chosen is not None:
            chosen.carpet, chosen.support, chosen.worth = True, 0, chosen.worth + best

    def _merge(self, fights: list[Fight]) -> list[Fight]:
        """Two hexes attacked as one, where all attackers are next to both and that costs less than a soak-off."""
        sight = self.sight
        for bad in [fight for fight in fights if fight.worth < 0]:
            best, chosen = 0.5, None
            for other in fights:
                if other is bad or len(other.targets) > 1 or other.carpet:
                    continue
                units = [*bad.units, *other.units]
                targets = (*other.targets, *bad.targets)
                if any(node not in self.reach[unit] for unit in units for node in targets):
                    continue
                companions = who.companions(sight.look, sight.side, sum(1 << unit for unit in units))
                if any(not companions >> unit & 1 for unit in units):
                    continue
                party = {unit: sight.at(unit) for unit in units}
                stay = all(self.odds.keep >> at & 1 for at in party.values())
                together = self.odds.verdict(targets, party, other.support).worth
                gain = together - bad.worth - other.worth + (TOGETHER if stay else 0.0)
                if gain > best:
                    best, chosen = gain, other
            if chosen is not None:
                chosen.targets = (*chosen.targets, *bad.targets)
                chosen.units += bad.units
                chosen.worth += bad.worth + best
                chosen.ships = []
                fights = [fight for fight in fights if fight is not bad]
        return fights


class Combat:
    """Answers the combat question by a plan that is made anew when it no longer fits."""

    def __init__(self) -> None:
        self.key: object = None
        self.fights: list[Fight] = []

    def choose(self, seat: Seat, sight: Sight, odds: Odds, verbs: Verbs) -> Action:
        """The next action of the combat impulse."""
        frame: Any = seat.prompt.frame
        position = sight.position
        key = (seat.side, position.turn, position.impulse)
        if self.key != key:
            self.key, self.fights = key, []
        if frame.targets:
            return self._build(seat, sight, odds, frame, verbs)
        fresh = False
        while True:
            while self.fights:
                fight = self.fights[0]
                action = seat.offered("attack", fight.targets[0])
                if action is not None and self._stands(sight, fight):
                    return action
                self.fights.pop(0)
            if fresh:
                break
            self.fights, fresh = Battles(sight, odds, frame).fights, True
        if verbs.get("end"):
            return verbs["end"][0]
        return self._forced(seat, sight, odds, verbs)

    def _stands(self, sight: Sight, fight: Fight) -> bool:
        able = who.able(sight.look, sight.side)
        return all(able.get(fight.targets[0], 0) >> unit & 1 for unit in fight.units)

    def _forced(self, seat: Seat, sight: Sight, odds: Odds, verbs: Verbs) -> Action:
        """Something is owed that no plan has met: the attack that costs least."""
        able = who.able(sight.look, sight.side)

        def worth(action: Action) -> tuple[float, int]:
            party = {unit: sight.at(unit) for unit in members(able.get(action.index, 0))}
            return odds.verdict((action.index,), party).worth, -action.index

        attacks = verbs.get("attack")
        return max(attacks, key=worth) if attacks else seat.prompt.actions[0]

    def _build(self, seat: Seat, sight: Sight, odds: Odds, frame: Fighting, verbs: Verbs) -> Action:
        """The battle is put together as planned: hexes, units, ships, aircraft, and then the die."""
        fight = next((fight for fight in self.fights if frame.targets >> fight.targets[0] & 1), None)
        if fight is not None:
            wanted = [("add", node) for node in fight.targets[1:]]
            wanted += [("join", unit) for unit in fight.units] + [("ship", unit) for unit in fight.ships]
            for verb, index in wanted:
                action = seat.offered(verb, index)
                if action is not None:
                    return action
            if fight.carpet and frame.attackers and verbs.get("carpet"):
                return verbs["carpet"][0]
            if verbs.get("support") and frame.support < fight.support and frame.attackers:
                return verbs["support"][0]
        if verbs.get("roll") and (fight is not None or not self._more_helps(sight, odds, frame, verbs)):
            return verbs["roll"][0]
        if verbs.get("join"):
            return max(verbs["join"], key=lambda action: (sight.attack(action.index), -action.index))
        if verbs.get("roll"):
            return verbs["roll"][0]
        for verb in ("ship", "add", "support"):
            if verbs.get(verb):
                return verbs[verb][0]
        return seat.prompt.actions[0]

    def _more_helps(self, sight: Sight, odds: Odds, frame: Fighting, verbs: Verbs) -> bool:
        """Would another attacker better the odds of a battle that was not planned?"""
        if not verbs.get("join") or not frame.attackers:
            return bool(verbs.get("join"))
        party = {unit: sight.at(unit) for unit in members(frame.attackers)}
        targets = sight.board.nodes(frame.targets)
        best = max(verbs["join"], key=lambda action: (sight.attack(action.index), -action.index)).index
        return odds.verdict(targets, {**party, best: sight.at(best)}).worth > odds.verdict(targets, party).worth


def told(seat: Seat, sight: Sight) -> str:
    """The odds of the battle that is being put together."""
    frame: Any = seat.prompt.frame
    battle = reckoned(sight.look, frame)
    return battle.column or battle.odds
