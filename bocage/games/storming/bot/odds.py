"""What an attack is worth to the planner: the exact chances of both sides' fire against steps, ground and prizes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..rules.combat import attackers
from ..rules.combat.odds import beaches_and_coast
from ..rules.look import members
from ..rules.position import ALLIED, GERMAN
from .sight import Sight

GROUND = 1.0  # driving the enemy out of a hex, whatever it is worth
OWED = 0.3  # a further hex that a combined attack obliges to attack, besides what that attack is worth
PRESS = {ALLIED: 0.75, GERMAN: 1.3}  # how much a side minds its own losses


class Verdict(NamedTuple):
    """An attack as the bot sees it."""

    worth: float
    clear: float  # the chance that the hex is emptied


HOPELESS = Verdict(-9.0, 0.0)


class Odds:
    """Reckons attacks as they would be if units stood in certain hexes."""

    def __init__(self, sight: Sight, prizes: Mapping[int, float]) -> None:
        self.sight = sight
        self._prizes = prizes
        self._ground_worth = GROUND * sight.style.get("ground", 1.0)
        self._terrain: dict[tuple[int, int], int] = {}
        self._defence: dict[int, tuple[int, int, list[float]]] = {}

    def worth(self, target: int, party: Mapping[int, int], assault: bool = False, bonus: int = 0) -> Verdict:
        """What an attack by units (unit -> hex) on a hex may bring: their losses against ours, and the ground."""
        sight = self.sight
        strength = self._strength(party)
        if not strength:
            return HOPELESS
        defence, points, theirs = self._defenders(target)
        modifier = self._modifier(target, party) + bonus
        ours = sight.ladder(party)
        back = sight.ground.hits(defence, points)
        if self._first_fire(target, party):
            lost = sum(back) / 6
            strength = max(1, round(strength * (1 - lost / max(1, len(ours) - 1))))
        steps = len(theirs) - 1
        mind = PRESS[sight.side] * sight.style.get("losses", 1.0)
        gain = clear = 0.0
        ignored = self._ignored(target)
        for hits in sight.ground.hits(strength, modifier):
            if hits <= ignored:
                continue
            gain += theirs[min(hits, steps)]
            clear += hits >= steps
        loss = sum(ours[min(hits, len(ours) - 1)] for hits in back)
        clear /= 6
        worth = (gain - mind * loss) / 6 + clear * (self._ground_worth + self._prizes.get(target, 0.0))
        if assault:
            worth -= (1 - clear) * mind * (ours[min(2, len(ours) - 1)] - ours[1])
        return Verdict(worth, clear)

    def hope(self, target: int) -> float:
        """What an attack on a hex may be worth if all goes well: good enough to know where to look first."""
        _, _, theirs = self._defenders(target)
        return theirs[min(2, len(theirs) - 1)] + GROUND + self._prizes.get(target, 0.0) - 0.5 * len(theirs)

    def steps(self, target: int) -> int:
        """How many steps hold a hex."""
        return len(self._defenders(target)[2]) - 1

    def _ignored(self, target: int) -> int:
        """The loss that a lone Airborne unit ignores on turn 1 (3.2.E.4)."""
        sight = self.sight
        stack = sight.stack(target)
        lone = sight.turn == 1 and sight.side == GERMAN and len(stack) == 1
        if not lone or not sight.game.airborne_units >> stack[0] & 1:
            return 0
        return sight.game.rules.numbers["turn_one_airborne_ignores"]

    def _strength(self, party: Collection[int]) -> int:
        sight = self.sight
        hungry = sight.position.oos
        whole = sum(sight.attack(unit) for unit in party if not hungry >> unit & 1)
        return whole + sum(sight.attack(unit) for unit in party if hungry >> unit & 1) // 2

    def _defenders(self, target: int) -> tuple[int, int, list[float]]:
        """The strength and modifier with which a hex fires back, and what its steps are worth."""
        found = self._defence.get(target)
        if found is None:
            sight = self.sight
            position = sight.position
            weak = position.oos | position.disrupted
            stack = sight.stack(target)
            whole = sum(sight.defence(unit) for unit in stack if not weak >> unit & 1)
            whole += sum(sight.defence(unit) for unit in stack if weak >> unit & 1) // 2
            shaken = any(position.disrupted >> unit & 1 for unit in stack)
            points = -1 if shaken else 0
            if sight.side == GERMAN and position.air_support:
                points += 1
            found = self._defence[target] = (whole, points, sight.ladder(stack))
        return found

    def _modifier(self, target: int, party: Mapping[int, int]) -> int:
        sight = self.sight
        hexes = 0
        for node in party.values():
            hexes |= 1 << node
        points = self._terrain.get((target, hexes))
        if points is None:
            points = self._terrain[target, hexes] = self._ground(target, hexes)
        look = sight.look
        if sight.side == ALLIED:
            if sight.position.limited and any(look.limited(look.command_of(unit)) for unit in party):
                points -= 1
        elif look.offensive_now() and sight.position.offensive_attacks < 2:
            points += 1
        return points

    def _ground(self, target: int, hexes: int) -> int:
        """The terrain modifier (13.9.A.1): the best for the defender of terrain, settlement, fort and rivers."""
        sight = self.sight
        game, numbers = sight.game, sight.game.rules.numbers
        points = -sight.ground.cover[target]
        if sight.side == ALLIED:
            if game.data.terrain["bocage"] >> target & 1 and sight.turn <= numbers["bocage_german_last_turn"]:
                points = min(points, numbers["bocage_german_drm"])
            if sight.look.forts() >> target & 1:
                points = min(points, game.data.tec["fort"].drm)
        data = game.data
        for kind, rivers in data.rivers.items():
            if hexes and not hexes & ~rivers.step(1 << target):
                points = min(points, data.tec[kind].drm)
        return points

    def _first_fire(self, target: int, party: Mapping[int, int]) -> bool:
        sight = self.sight
        if sight.side == GERMAN and beaches_and_coast(sight.game) >> target & 1:
            return True
        rhine = sight.game.data.rivers["rhine"]
        return bool(rhine.sources >> target & 1) and all(rhine.has(node, target) for node in party.values())

    # Attacks by units that stand beside their target

    def best(self, target: int, candidates: Sequence[int], combine: bool = True) -> tuple[Verdict, dict[int, int]]:
        """The best attack on a hex by units beside it: out of one hex, or combined if that pays its duties (6.6)."""
        by_hex = self._by_hex(candidates)
        best, chosen = self._out_of_one(target, by_hex)
        if combine and len(by_hex) > 1:
            verdict, party = self._combined(target, by_hex)
            if verdict.worth > best.worth:
                best, chosen = verdict, party
        return best, chosen

    def _by_hex(self, units: Sequence[int]) -> dict[int, list[int]]:
        """Units by their hex, the strongest first."""
        sight = self.sight
        found: dict[int, list[int]] = {}
        for unit in sorted(units, key=lambda unit: (-sight.attack(unit), unit)):
            found.setdefault(sight.at(unit), []).append(unit)
        return found

    def _out_of_one(self, target: int, by_hex: Mapping[int, list[int]]) -> tuple[Verdict, dict[int, int]]:
        best: Verdict = HOPELESS
        chosen: dict[int, int] = {}
        for node, units in by_hex.items():
            party: dict[int, int] = {}
            for unit in units:
                party = {**party, unit: node}
                verdict = self.worth(target, party)
                if verdict.worth > best.worth + 1e-9:
                    best, chosen = verdict, party
        return best, chosen

    def _combined(self, target: int, by_hex: Mapping[int, list[int]]) -> tuple[Verdict, dict[int, int]]:
        sight = self.sight
        stacks = sorted(by_hex.items(), key=lambda item: (-sum(sight.attack(unit) for unit in item[1]), item[0]))
        party: dict[int, int] = {}
        best: tuple[Verdict, dict[int, int]] = (HOPELESS, {})
        for number, (node, units) in enumerate(stacks):
            party = {**party, **dict.fromkeys(units, node)}
            if not number:
                continue
            price = self._duties(target, sum(1 << unit for unit in party))
            if price is None:
                break
            verdict = self.worth(target, party)
            verdict = Verdict(verdict.worth - price, verdict.clear)
            if verdict.worth > best[0].worth:
                best = (verdict, party)
        return best

    def _duties(self, target: int, party: int) -> float | None:
        """What it costs to attack everyone else in the zones of units that combine (6.6); None if nobody could."""
        sight = self.sight
        owed = attackers.duties_of(sight.look, sight.side, target, party)
        price = 0.0
        for node in sight.board.nodes(owed):
            left = attackers.able(sight.look, sight.side, node) & ~party
            if not left:
                return None
            verdict, used = self._out_of_one(node, self._by_hex(members(left)))
            price += OWED - min(0.0, verdict.worth)
            party |= sum(1 << unit for unit in used)
        return price
