"""Small fronts, and a twin of the part for duties that tries everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from bocage.parts.combat.duties import Battle, Front, Owed, more_is_better
from bocage.parts.stacks import members


def subsets(whole: int) -> Iterator[int]:
    """Every set within one, the empty one first."""
    choice = 0
    while True:
        yield choice
        if choice == whole:
            return
        choice = choice - whole & whole


@dataclass(frozen=True)
class Ground:
    """Units of some strength, each with the targets that it can attack, those of them across a river, and nations."""

    reach: tuple[int, ...]
    river: tuple[int, ...]
    strength: tuple[int, ...]
    defence: tuple[int, ...]
    parties: tuple[int, ...]
    least: int  # an attack needs at least one factor against so many

    @cached_property
    def able(self) -> dict[int, int]:
        return {
            target: sum(1 << unit for unit, reach in enumerate(self.reach) if reach >> target & 1)
            for target in range(len(self.defence))
        }

    def lawful(self, targets: int, units: int) -> bool:
        """Odds good enough; a target is doubled if every attacker has a river before it."""
        attack = sum(self.strength[unit] for unit in members(units))
        defence = 0
        for target in members(targets):
            behind = all(self.river[unit] >> target & 1 for unit in members(units))
            defence += self.defence[target] * (2 if behind else 1)
        return attack * self.least >= defence

    def kind(self, unit: int) -> tuple[int, int]:
        return self.strength[unit], self.river[unit]

    def meets(self, plan: list[Battle], owed: Owed) -> bool:
        """Is every battle of a plan lawful, nothing done twice, and nothing left undone?"""
        for targets, units in plan:
            common = owed.free
            for target in members(targets):
                common &= self.able[target]
            if targets & ~owed.open or not units or units & ~common or not self.lawful(targets, units):
                return False
            if all(units & ~party for party in self.parties):
                return False
            owed = owed.after(Battle(targets, units))
        return not owed.due and not owed.bound

    def front(self) -> Front:
        return Front(self.able, more_is_better(self.lawful), self.parties, self.kind)


def some_ground(rng: random.Random, targets: int, units: int) -> Ground:
    """A front of no particular shape."""
    reach = tuple(rng.randrange(1, 1 << targets) for _ in range(units))
    river = tuple(r & rng.getrandbits(targets) & rng.getrandbits(targets) for r in reach)
    nations = [rng.choice((0, 1, 1, 1, 1, 2, 2, 3)) for _ in range(units)]  # one, the other, both, or nobody at all
    parties = tuple(sum(1 << unit for unit in range(units) if nations[unit] & nation) for nation in (1, 2))
    return Ground(
        reach,
        river if rng.random() < 0.5 else (0,) * units,
        tuple(rng.randint(1, 4) for _ in range(units)),
        tuple(rng.randint(1, 9) for _ in range(targets)),
        parties if rng.random() < 0.7 else ((1 << units) - 1,),
        rng.choice((1, 2, 6)),
    )


def some_line(rng: random.Random, targets: int, units: int) -> Ground:
    """A long front: each unit touches a few targets that lie side by side."""
    reach = []
    for unit in range(units):
        first = max(0, min(unit * targets // units + rng.randint(-1, 0), targets - 1))
        reach.append(((1 << rng.randint(1, 3)) - 1 << first) & (1 << targets) - 1)
    parties = [0, 0]
    for unit in range(units):
        nation = unit * 2 // units if rng.random() < 0.9 else rng.randint(0, 2)
        for number in (0, 1):
            parties[number] |= (nation in (number, 2)) << unit
    return Ground(
        tuple(reach),
        tuple(each & rng.getrandbits(targets) & rng.getrandbits(targets) for each in reach),
        tuple(rng.randint(2, 6) for _ in range(units)),
        tuple(rng.randint(3, 14) for _ in range(targets)),
        tuple(parties),
        rng.choice((3, 6)),
    )


@dataclass
class Twin:
    """Goes through every way of attacking there is."""

    able: dict[int, int]
    lawful: Callable[[int, int], bool]
    parties: tuple[int, ...] = (-1,)
    dutiful: bool = False  # battles attack due targets only
    _groups: dict[int, list[int]] = field(default_factory=dict)

    def groups(self, targets: int) -> list[int]:
        """All who may attack some targets together."""
        if targets not in self._groups:
            common = -1
            for target in members(targets):
                common &= self.able[target]
            self._groups[targets] = [
                units
                for units in subsets(common)
                if units and any(not units & ~party for party in self.parties) and self.lawful(targets, units)
            ]
        return self._groups[targets]

    def plans(self, owed: Owed) -> list[tuple[Battle, ...]]:
        """Every way to meet all duties, with whatever else may be attacked."""
        targets = sum(1 << target for target in self.able) & owed.open
        if self.dutiful:
            targets &= owed.due
        return list(self._plans(owed, targets, owed.free))

    def _plans(self, owed: Owed, targets: int, free: int) -> Iterator[tuple[Battle, ...]]:
        if not targets:
            if not owed.bound & free:
                yield ()
            return
        first = targets & -targets
        if not owed.due & first:
            yield from self._plans(owed, targets & ~first, free)
        for others in subsets(targets & ~first):
            for units in self.groups(first | others):
                if not units & ~free:
                    for rest in self._plans(owed, targets & ~first & ~others, free & ~units):
                        yield (Battle(first | others, units), *rest)


def holds(battle: Battle, made: Battle) -> bool:
    """Can a battle that is being made become this one?"""
    return not made.targets & ~battle.targets and not made.attackers & ~battle.attackers
