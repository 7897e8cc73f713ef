"""What an attack is worth to the bots: the exact chances of its column against steps, retreats and prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bocage.hexes import HexSet

from ..rules.combat import odds as rules
from ..rules.look import members
from ..rules.position import ALLIED
from .aims.ways import caution
from .sight import Sight

PRIZE = {True: 1.0, False: 0.5}  # of what a hex is worth, for driving its defenders out
GROUND = 0.8  # driving the enemy out of a hex, whatever it holds
REPULSE = 0.7  # being thrown back
SCATTERED = 0.3  # each enemy that is thrown back two hexes
MIND = {True: 0.75, False: 0.9}  # how much a side minds its own losses: the Allies have England full of divisions
DESPERATE = 0.5  # prizes count at most so much more when all else is lost anyway
TRAPPED = 0.7  # of a stack without a way out, what is lost when it must retreat (zones change as battles go)


class Verdict(NamedTuple):
    """An attack as the bot sees it."""

    worth: float
    clear: float  # the chance that the hex is emptied
    column: int = -1


HOPELESS = Verdict(-99.0, 0.0)


class Odds:
    """Reckons attacks as they would be if units stood in certain hexes."""

    def __init__(self, sight: Sight, prizes: Mapping[int, float], keep: HexSet = 0) -> None:
        self.sight = sight
        self.keep = keep  # hexes that must not fall, out of which whoever stands there strikes with all he has
        careful = caution(sight.look, sight.side)
        share = PRIZE[sight.side == ALLIED] * sight.style.get("prize", 1.0) / max(careful, DESPERATE)
        self.prizes = {node: share * value for node, value in prizes.items()}
        self.mind = MIND[sight.side == ALLIED] * sight.style.get("losses", 1.0) * careful
        self._halving = rules.ground(sight.game).halving
        self._holding = rules.ground(sight.game).holding
        self._known: dict[object, Verdict] = {}
        self._theirs: dict[tuple[int, ...], list[float]] = {}
        self._outs: dict[tuple[int, HexSet], bool] = {}

    def strength(self, targets: Sequence[int], units: Mapping[int, int]) -> int:
        """The factors of attackers; armour is halved against rough ground and cities (16.5)."""
        halved = any(self._halving >> node & 1 for node in targets)
        return sum(rules.attacking(self.sight.look, unit, halved).factor for unit in units)

    def defence(self, targets: Sequence[int], origins: HexSet) -> int:
        """The factors of the defenders of some hexes."""
        look = self.sight.look
        return sum(rules.defence(look, node, origins) for node in targets)

    def verdict(
        self, targets: Sequence[int], party: Mapping[int, int], support: int = 0, guns: int = 0, bonus: int = 0,
        doomed: bool = False,
    ) -> Verdict:  # fmt: skip
        """What an attack by units (unit -> hex) may bring; doomed are those who may not retreat."""
        key = (tuple(targets), frozenset(party.items()), support, guns, bonus, doomed)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._weigh(targets, party, support, guns, bonus, doomed)
        return found

    def _weigh(
        self, targets: Sequence[int], party: Mapping[int, int], support: int, guns: int, bonus: int, doomed: bool
    ) -> Verdict:
        game = self.sight.game
        origins = 0
        for node in party.values():
            origins |= 1 << node
        defence = self.defence(targets, origins)
        if not party or defence <= 0:
            return HOPELESS
        name = rules.odds(game, self.strength(targets, party) + guns, defence)
        if not name:
            return HOPELESS
        first, last = name.split("-")
        columns = game.data.odds
        column = min(columns.index(game.data.column_of[int(first), int(last)]) + support, len(columns) - 1)
        return self._column(targets, party, column, bonus, doomed, origins)

    def _column(
        self, targets: Sequence[int], party: Mapping[int, int], column: int, bonus: int, doomed: bool, origins: HexSet
    ) -> Verdict:
        sight, game, look = self.sight, self.sight.game, self.sight.look
        ours, theirs = sight.ladder(party), self._losses(tuple(targets))
        all_ours, all_theirs = sum(sight.whole_cost(unit) for unit in party), theirs[-1]
        wall = look.intact() if sight.enemy != ALLIED else 0
        holds = all((self._holding | wall) >> node & 1 for node in targets)
        prize = GROUND + sum(self.prizes.get(node, 0.0) for node in targets)
        trapped = not holds and not any(self._way_out(node, origins) for node in targets)
        stands = not origins & ~(self._holding | (0 if sight.side == ALLIED else look.intact()))
        back = all_ours if doomed else 0.0 if stands else REPULSE
        count = sum(len(sight.fighters(node, sight.enemy)) for node in targets)
        driven = 0.0 if holds else TRAPPED * all_theirs + prize if trapped else prize + SCATTERED * count
        gone = 0.0 if holds else 1.0

        def lost(ladder: list[float], steps: int) -> float:
            return ladder[min(steps, len(ladder) - 1)]

        mind, single = self.mind, len(theirs) == 2
        total = clear = 0.0
        for die in range(1, 7):
            result = game.data.results[game.data.odds[column]][min(die + bonus, 6) - 1]
            if result == "AE":
                total -= mind * all_ours
            elif result in ("A1", "A2"):
                total -= mind * (all_ours if doomed else lost(ours, int(result[1])) + back)
            elif result == "AR":
                total -= mind * back
            elif result in ("EX", "E2", "D1"):
                ended = single or gone > 0
                price = 0 if result == "D1" else 1 if result == "EX" else 2
                worth = lost(theirs, 1) + (prize if single else driven)
                if doomed and not ended:
                    total -= mind * all_ours - lost(theirs, 1)
                else:
                    total += worth - mind * lost(ours, price)
                    clear += ended
            elif result == "DR":
                total += driven - (mind * all_ours if doomed and holds else 0.0)
                clear += gone
            else:
                total += all_theirs + prize
                clear += 1
        return Verdict(total / 6, clear / 6, column)

    def _losses(self, targets: tuple[int, ...]) -> list[float]:
        found = self._theirs.get(targets)
        if found is None:
            sight = self.sight
            units = [unit for node in targets for unit in sight.fighters(node, sight.enemy)]
            found = self._theirs[targets] = sight.ladder(units)
        return found

    def _way_out(self, target: int, origins: HexSet) -> bool:
        """Is there a hex to which defenders could retreat, as things stand?"""
        found = self._outs.get((target, origins))
        if found is None:
            look = self.sight.look
            zone = look.zone(self.sight.side) | look.zone_of(origins) | origins
            free = look.sides().step(1 << target) & self.sight.game.land & ~zone
            found = self._outs[target, origins] = bool(free & ~self.sight.game.data.terrain["alpine"])
        return found

    def hope(self, target: int) -> float:
        """What an attack on a hex may be worth if all goes well."""
        return self._losses((target,))[-1] + GROUND + self.prizes.get(target, 0.0)

    def soak(self, target: int, unit: int, node: int) -> Verdict:
        """An attack by a single unit that only keeps a hex busy."""
        return self.verdict((target,), {unit: node})


def in_party(sight: Sight, units: int) -> list[list[int]]:
    """Units by those who may attack together (6.2); raiders go with anybody."""
    game = sight.game
    if sight.side != ALLIED:
        return [members(units)]
    return [members(units & (party | game.raiders)) for party in game.parties if units & party]
