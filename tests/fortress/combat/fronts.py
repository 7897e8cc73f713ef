"""Fronts for the tests of mandatory attacks: random ones on the map, and a twin of the rules that tries everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bocage import Match
from bocage.games.fortress.rules.combat import attackers as who
from bocage.games.fortress.rules.combat.odds import legal
from bocage.games.fortress.rules.look import FortressLook, members
from bocage.parts.combat.duties import Battle
from tests.fortress.combat.battles import combat
from tests.fortress.playing import game
from tests.parts.fronts import subsets

ALLIED_UNITS = (
    "US-1-Inf", "US-2-Inf", "US-4-Inf", "US-2-Arm", "US-3-Arm", "US-Bradley", "BR-3-Inf", "BR-43-Inf", "BR-7-Arm",
    "CA-2-Inf", "CA-3-Inf", "FR-2-Arm",
)  # fmt: skip
WEAK_ALLIES = ("US-Bradley", "BR-Montgomery", "CA-Crerar", "US-Rangers", "BR-1-Cdo")
GERMAN_UNITS = (
    "GE-84-Inf", "GE-85-Inf", "GE-91-Inf", "GE-2-Pz", "GE-12SS-Pz", "GE-1SS-Pz", "GE-3-FJ", "GE-5-FJ", "GE-325-Sec",
    "GE-Rommel", "GE-Salmuth", "GE-7-Wrf", "GE-352-Inf", "GE-353-Inf", "GE-9SS-Pz", "GE-10SS-Pz",
)  # fmt: skip


def known(names: tuple[str, ...]) -> list[str]:
    """Those of the names that are units of the game."""
    return [name for name in names if name in game().unit_numbers]


def some_contact(rng: random.Random, side: str, most: int, hexes: int) -> Match:
    """A few units of both sides close together somewhere on the map."""
    made = game()
    board = made.board
    while True:
        centre = board.node(rng.choice(("DD12", "M7", "GG12", "K4", "V9", "Q8", "FF15", "R11", "CC5", "P6", "HH18")))
        ground = board.nodes(board.within(centre, 2) & made.data.land & ~made.data.terrain["alpine"])
        rng.shuffle(ground)
        enemy_hexes, own_hexes = ground[:hexes], ground[hexes : hexes + 1 + most // 2]
        enemies, own = (known(GERMAN_UNITS), known((*ALLIED_UNITS, *WEAK_ALLIES)))
        if side == "german":
            enemies, own = own, enemies
        rng.shuffle(enemies)
        rng.shuffle(own)
        items = []
        for node in enemy_hexes:
            for _ in range(rng.choice((1, 1, 2, 3))):
                frozen = " frozen" if side == "allied" and rng.random() < 0.12 else ""
                if enemies:
                    items.append(f"{enemies.pop()} {board.labels[node]}{frozen}")
        for _ in range(most):
            weak = " reduced" if rng.random() < 0.4 else ""
            items.append(f"{own.pop()} {board.labels[rng.choice(own_hexes)]}{weak}")
        if side == "allied" and rng.random() < 0.3:
            sea = board.nodes(board.within(centre, 3) & made.data.sea)
            items += [f"US-Naval-1 {board.labels[node]}" for node in sea[:1]]
        return combat("; ".join(items), side=side, released=False, invaded_districts=("7",))


@dataclass
class Twin:
    """The rules of 14.6 to 14.13 by trying everything; for small fronts only."""

    look: FortressLook
    side: str

    @cached_property
    def reach(self) -> dict[int, int]:
        ready = members(who.ready(self.look, self.side))
        return {unit: who.reach(self.look, self.side, unit) for unit in ready if who.reach(self.look, self.side, unit)}

    @cached_property
    def garrison(self) -> dict[int, int]:
        """Unit in a fortress that stands -> its hex."""
        intact = self.look.intact() if self.side == "german" else 0
        at = {unit: self.look.position.units[unit].at for unit in self.reach}
        return {unit: node for unit, node in at.items() if intact >> node & 1 and not self._landed(unit)}

    def _landed(self, unit: int) -> bool:
        return bool(
            self.look.occupied("allied") & self.look.occupied("german") >> self.look.position.units[unit].at & 1
        )

    def obliged(self, unit: int) -> int:
        return who.obliged(self.look, self.side, unit)

    def due(self, gone: int) -> int:
        found = 0
        for unit in self.reach:
            if not gone >> unit & 1:
                found |= self.obliged(unit)
        return found

    def bound(self, gone: int = 0) -> int:
        return sum(1 << unit for unit in self.reach if self.obliged(unit) and not gone >> unit & 1)

    def groups(self, hexes: int, free: int) -> Iterator[int]:
        """All who may attack some hexes together, ships included."""
        common = sum(1 << unit for unit, near in self.reach.items() if free >> unit & 1 and not hexes & ~near)
        guns = who.in_range(self.look, hexes) & free if self.side == "allied" else 0
        parties = who.parties(self.look, self.side)
        for units in subsets(common):
            if not units or all(units & ~party for party in parties):
                continue
            for ships in subsets(guns):
                if legal(self.look, hexes, units | ships):
                    yield units | ships

    def plans(self, due: int, opened: int, free: int) -> Iterator[tuple[Battle, ...]]:
        """Every set of battles in which all that is due is attacked; nobody need attack."""
        if not opened:
            yield ()
            return
        first = opened & -opened
        if not due & first:
            yield from self.plans(due, opened & ~first, free)
        for others in subsets(opened & ~first):
            for units in self.groups(first | others, free):
                for rest in self.plans(due, opened & ~first & ~others, free & ~units):
                    yield (Battle(first | others, units), *rest)

    def brave(self, plan: tuple[Battle, ...]) -> bool:
        """Is every sortie against all neighbours of its fortress (14.13)?"""
        for fortress in set(self.garrison.values()):
            inside = sum(1 << unit for unit, node in self.garrison.items() if node == fortress)
            if not any(battle.attackers & inside for battle in plan):
                continue
            hit = 0
            for battle in plan:
                if battle.attackers & inside:
                    hit |= battle.targets
            if who.fortress_neighbours(self.look, fortress) & ~hit:
                return False
        return True

    def strict(self, gone: int) -> list[tuple[Battle, ...]]:
        """Plans without sorties and without attacks on those who need not be attacked."""
        due = self.due(gone)
        free = -1 & ~gone & ~sum(1 << unit for unit in self.garrison)
        return list(self.plans(due, due, free))

    def may_stand_by(self, unit: int, gone: int) -> bool:
        if self.side != "allied":
            return False
        parties = who.parties(self.look, self.side)
        hexes = members(self.reach[unit] & self.due(gone))

        def stranger(other: int) -> bool:
            return not any(party >> unit & 1 and party >> other & 1 for party in parties)

        return bool(hexes) and all(
            any(near >> node & 1 and not gone >> other & 1 and stranger(other) for other, near in self.reach.items())
            for node in hexes
        )

    def standing(self, gone: int) -> set[int]:
        """The smallest sets of units that stand by."""
        bound = self.bound(gone)
        found = set()
        for plan in self.strict(gone):
            idle = bound
            for battle in plan:
                idle &= ~battle.attackers
            if all(self.may_stand_by(unit, gone) for unit in members(idle)):
                found.add(idle)
        return smallest(found)

    def removals(self) -> set[int]:
        """The smallest sets of units that have to go."""
        return smallest({gone for gone in subsets(self.bound()) if self.standing(gone)})

    def wholes(self, standing: set[int], due: int, bound: int) -> list[tuple[Battle, ...]]:
        """Every way to do what is owed, whatever else is attacked too."""
        found = []
        for plan in self.plans(due, who.targets(self.look, self.side), -1):
            idle = bound
            for battle in plan:
                idle &= ~battle.attackers
            if self.brave(plan) and any(not idle & ~by for by in standing):
                found.append(plan)
        return found


def smallest(sets: set[int]) -> set[int]:
    return {one for one in sets if not any(other != one and not other & ~one for other in sets)}
