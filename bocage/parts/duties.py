"""Duties: what must be attacked, who must attack, and whether all of it can still be done.

A question that lets a player make battles one after the other offers only choices after which every duty can be met:
no legal choice is refused, and none leads into a dead end. The game says who can attack what and which battles are
lawful; the search here is exact. It splits what is owed into contacts that have nothing to do with each other, keeps
one way to meet each (a plan) as long as the front lives, and looks for another only when a choice breaks that one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .stacks import members

Law = Callable[[int, int, int], int]
"""`law(targets, must, may)`: a group with all who must and some who may, which may attack these targets in one battle;
0 if there is none."""

KEPT = 20_000  # plans that a front remembers before it begins anew


class Battle(NamedTuple):
    """Targets that are attacked together, and those who attack them."""

    targets: int
    attackers: int


class Owed(NamedTuple):
    """What is still owed, and who and what is left."""

    due: int  # targets that must be attacked
    bound: int = 0  # attackers that must attack
    free: int = -1  # attackers that have not attacked yet
    open: int = -1  # targets that have not been attacked yet

    def after(self, battle: Battle) -> Owed:
        """What is left after a battle: nobody attacks twice, and nothing is attacked twice."""
        targets, attackers = ~battle.targets, ~battle.attackers
        return Owed(self.due & targets, self.bound & attackers, self.free & attackers, self.open & targets)


class _Draft(NamedTuple):
    """A battle of a plan: those that it takes from others, and all who can be in it."""

    targets: int
    core: int
    crew: int


Plan = tuple[_Draft, ...]


def more_is_better(lawful: Callable[[int, int], bool]) -> Law:
    """The law of a game in which a further attacker never makes a battle unlawful.

    >>> law = more_is_better(lambda targets, attackers: attackers.bit_count() >= 2 * targets.bit_count())
    >>> law(0b1, 0b1, 0b110), law(0b11, 0b1, 0b110)
    (7, 0)
    """

    def law(targets: int, must: int, may: int) -> int:
        units = must | may
        return units if lawful(targets, units) else 0

    return law


class Front:
    """Who can attack what, and which battles are lawful; it holds as long as none of that changes.

    `able` tells for each target who can attack it; all who fight a battle must be able to attack each of its targets.
    A battle is fought by members of one of the `parties`. Attackers of one `kind` are worth the same in every battle
    that both can be in; without it all are different.

    Duties are met by battles against due targets, alone or together, and by such against a single other target where
    somebody is bound who finds no due one. If anybody is bound, `law` must be one by which more attackers of a party
    and fewer targets never make a lawful battle unlawful.

    >>> lone = more_is_better(lambda targets, attackers: targets.bit_count() == 1)
    >>> front = Front({0: 0b011, 1: 0b001}, lone)
    >>> front.can(Owed(due=0b11)), front.can(Owed(due=0b11, free=0b001)), bin(front.spare(Owed(due=0b01)))
    (True, False, '0b11')
    """

    def __init__(
        self,
        able: Mapping[int, int],
        law: Law,
        parties: Sequence[int] = (-1,),
        kind: Callable[[int], Hashable] | None = None,
    ) -> None:
        self._able = {1 << target: units for target, units in able.items() if units}
        self.targets = sum(self._able)
        self.attackers = 0
        self._reach: dict[int, int] = {}
        for bit, units in self._able.items():
            self.attackers |= units
            for unit in members(units):
                self._reach[unit] = self._reach.get(unit, 0) | bit
        self._parties = tuple(dict.fromkeys(party & self.attackers for party in parties))
        self._kinds = {
            unit: (kind(unit) if kind else unit, *(party >> unit & 1 for party in self._parties))
            for unit in self._reach
        }
        together: dict[int, int] = {}  # reach -> those who have it
        for unit, reach in self._reach.items():
            together[reach] = together.get(reach, 0) | 1 << unit
        self._near = {
            bit: tuple((units, reach) for reach, units in together.items() if reach & bit) for bit in self._able
        }
        self._law = law
        self._asked: dict[tuple[int, int, int], int] = {}
        self._plans: dict[tuple[int, int, int, int], Plan | None] = {}
        self._finished: dict[tuple[Owed, Battle, int], tuple[_Draft, Plan] | None] = {}

    # Can it be done?

    def can(self, owed: Owed) -> bool:
        """Can every duty still be met?"""
        return self._plan(owed) is not None

    def plan(self, owed: Owed) -> list[Battle] | None:
        """One way to meet every duty, with those whom its battles need and all who must attack; None: there is none."""
        found = self._plan(owed)
        if found is None:
            return None
        waiting = owed.bound & ~sum(draft.core for draft in found)
        battles = []
        for draft in found:
            joining = waiting & draft.crew
            waiting &= ~joining
            battles.append(Battle(draft.targets, draft.core | joining))
        return battles

    def spare(self, owed: Owed) -> int:
        """Those of the free without whom every duty can still be met, so that they may do something else."""
        found = self._plan(owed)
        if found is None:
            return 0
        needed = sum(draft.core for draft in found) | owed.bound
        spared = owed.free & self.attackers & ~needed
        for unit in members(needed & owed.free):
            if self.can(owed._replace(bound=owed.bound & ~(1 << unit), free=owed.free & ~(1 << unit))):
                spared |= 1 << unit
        return spared

    # What a player may choose

    def declarable(self, owed: Owed) -> int:
        """The targets that may be attacked next, alone or with others, by somebody who is not needed elsewhere."""
        found = self._plan(owed)
        if found is None:
            return 0
        choices = sum(draft.targets for draft in found) | owed.due
        idle = owed.free & ~sum(draft.core for draft in found)
        for target in self._bits(owed.open & self.targets & ~choices):
            alone = any(self._lawful(target, 0, self._able[target] & idle & party) for party in self._parties)
            if alone or self._finish(owed, Battle(target, 0), -1) is not None:
                choices |= target
        return choices

    def addable(self, owed: Owed, battle: Battle, further: int = -1) -> int:
        """The targets that may be attacked together with those of a battle that is being made.

        `further` are those that the rules allow to be added, before duties come in.
        """
        best = self._finish(owed, battle, further)
        if best is None:
            return 0
        sure = best[0].targets & ~battle.targets
        candidates = owed.open & further & self.targets & ~battle.targets & ~sure
        for target in self._bits(candidates):
            if self._finish(owed, Battle(battle.targets | target, battle.attackers), further) is not None:
                sure |= target
        return sure

    def joinable(self, owed: Owed, battle: Battle, further: int = -1) -> int:
        """Those who may join a battle that is being made; `further` as for `addable`."""
        best = self._finish(owed, battle, further)
        if best is None:
            return 0
        sure = 0
        candidates = self._common(battle.targets, owed.free) & ~battle.attackers
        party = 0
        for mates in self._parties:
            if not battle.attackers & ~mates:
                party |= mates
        candidates &= party
        while True:
            draft, others = best
            welcome = draft.crew & ~sum(other.core for other in others)
            for unit in members(welcome & candidates):
                if self._lawful(draft.targets, battle.attackers | 1 << unit, welcome):
                    sure |= 1 << unit
            candidates &= ~sure
            for unit in members(candidates):
                candidates &= ~(1 << unit)
                found = self._finish(owed, Battle(battle.targets, battle.attackers | 1 << unit), further)
                if found is not None:
                    sure |= 1 << unit
                    best = found
                    break
            else:
                return sure

    def closable(self, owed: Owed, battle: Battle) -> bool:
        """Is a battle lawful as it stands, and can every other duty be met without those who are in it?"""
        if not battle.attackers or not self._lawful(battle.targets, battle.attackers, 0):
            return False
        return self.can(owed.after(battle))

    # The search

    def _plan(self, owed: Owed) -> Plan | None:
        free = owed.free & self.attackers
        if owed.due & ~(owed.open & self.targets) or owed.bound & ~free:
            return None
        return self._solve(owed.due, owed.bound, free, owed.open & self.targets & ~owed.due)

    def _finish(self, owed: Owed, battle: Battle, further: int) -> tuple[_Draft, Plan] | None:
        """A way to make a whole of a battle and to meet every other duty after it."""
        key = (owed, battle, further)
        if key not in self._finished:
            if len(self._finished) > KEPT:
                self._finished.clear()
            self._finished[key] = self._finished_battle(owed, battle, further)
        return self._finished[key]

    def _finished_battle(self, owed: Owed, battle: Battle, further: int) -> tuple[_Draft, Plan] | None:
        free = owed.free & self.attackers
        if battle.attackers & ~free or battle.targets & ~(owed.open & self.targets):
            return None
        due, other = owed.due, owed.open & self.targets & ~owed.due
        growing = due & further & ~battle.targets
        for draft in self._drafts(battle, growing, (due, owed.bound, free, other)):
            rest = self._solve(
                due & ~draft.targets, owed.bound & ~draft.crew, free & ~draft.core, other & ~draft.targets
            )
            if rest is not None:
                return draft, rest
        return None

    def _solve(self, due: int, bound: int, free: int, other: int) -> Plan | None:
        """A plan for everything owed, contact by contact."""
        if not due and not bound:
            return ()
        contacts = self._contacts(due, bound, free, other)
        if contacts is None:
            return None
        plans = self._plans
        found: list[_Draft] = []
        for contact in sorted(contacts, key=lambda contact: contact[0].bit_count()):
            if contact not in plans:
                if len(plans) > KEPT:
                    plans.clear()
                plans[contact] = self._search(*contact)
            plan = plans[contact]
            if plan is None:
                return None
            found += plan
        return tuple(found)

    def _contacts(self, due: int, bound: int, free: int, other: int) -> list[tuple[int, int, int, int]] | None:
        """What is owed in pieces that share neither targets nor attackers; None if somebody bound has nobody left."""
        if other:
            wanted = 0
            for unit in members(bound):
                wanted |= self._reach[unit]
            other &= wanted
        left, near = due | other, self._near
        found = []
        while left:
            fresh, targets, units = left & -left, 0, 0
            while fresh:
                targets |= fresh
                reached = 0
                while fresh:
                    bit = fresh & -fresh
                    fresh ^= bit
                    for mates, reach in near.get(bit, ()):
                        mates &= free
                        if mates:
                            units |= mates
                            reached |= reach
                fresh = reached & left & ~targets
            left &= ~targets
            bound_here = bound & units
            bound ^= bound_here
            if due & targets or bound_here:
                found.append((due & targets, bound_here, units, other & targets))
        return None if bound else found

    def _search(self, due: int, bound: int, free: int, other: int) -> Plan | None:
        """A plan for one contact: the target with the fewest attackers first, then the rest."""
        if due:
            fewest, first = -1, 0
            for target in self._bits(due):
                units = self._able[target] & free if target in self._able else 0
                number = units.bit_count()
                if fewest < 0 or number < fewest:
                    fewest, first = number, target
            if not fewest:
                return None
            start = [Battle(first, 0)]
        else:
            unit = min(members(bound), key=lambda unit: (self._reach[unit] & other).bit_count())
            start = [Battle(target, 1 << unit) for target in self._bits(self._reach[unit] & other)]
        for battle in start:
            for draft in self._drafts(battle, due & ~battle.targets, (due, bound, free, other)):
                rest = self._solve(
                    due & ~draft.targets, bound & ~draft.crew, free & ~draft.core, other & ~draft.targets
                )
                if rest is not None:
                    return (draft, *rest)
        return None

    def _drafts(self, battle: Battle, growing: int, left: tuple[int, int, int, int]) -> Iterator[_Draft]:
        """The ways to make a whole of a battle that are worth trying: first few targets, and those who are missed less.

        Whoever can attack nothing else that matters is taken along at no cost, so only the others are counted.
        """
        due, bound, free, other = left
        for targets in self._joint(battle, growing, free):
            common = self._common(targets, free)
            rest = (due | other) & ~targets
            crews: list[int] = []
            for party in self._parties:
                crew = common & party
                if not crew or battle.attackers & ~crew or any(not crew & ~larger for larger in crews):
                    continue
                crews.append(crew)
                if self._stranded(bound & ~crew, targets, rest):
                    continue
                for core in self._cores(targets, battle.attackers, crew, rest):
                    yield _Draft(targets, core, crew)

    def _joint(self, battle: Battle, growing: int, free: int) -> list[int]:
        """The sets of targets, with those of a battle, that somebody could attack together."""
        shared = -1
        for unit in members(battle.attackers):
            shared &= self._reach[unit]
        start = battle.targets
        found = {start}
        first = start & -start
        for mates, reach in self._near.get(first, ()):
            if not mates & free or start & ~reach:
                continue
            whole = reach & growing & shared
            choice = 0
            while choice != whole:
                choice = choice - whole & whole
                found.add(start | choice)
        return sorted(found, key=lambda targets: (targets.bit_count(), targets))

    def _common(self, targets: int, free: int) -> int:
        """Those of the free who can attack every one of some targets."""
        for target in self._bits(targets):
            free &= self._able.get(target, 0)
        return free

    def _stranded(self, bound: int, targets: int, rest: int) -> bool:
        """Is anybody bound, and not in a battle, left without a target once the battle is made?"""
        for target in self._bits(targets):
            for mates, reach in self._near[target]:
                if mates & bound and not reach & rest:
                    return True
        return False

    def _cores(self, targets: int, must: int, crew: int, rest: int) -> Iterator[int]:
        """The smallest groups that a battle needs of those who could do something else, with all who could not."""
        if not self._lawful(targets, must, crew):
            return
        idle = 0
        for mates, reach in self._near[targets & -targets]:
            if not reach & rest:
                idle |= mates
        idle &= crew & ~must
        group = self._lawful(targets, must, idle)
        if group:
            yield group
            return
        reaches, kinds = self._reach, self._kinds
        helpers = sorted(members(crew & ~must & ~idle), key=lambda unit: ((reaches[unit] & rest).bit_count(), unit))
        # One who is worth as much and could do less elsewhere goes first.
        sooner = [
            sum(
                1 << mate
                for mate in helpers[:place]
                if kinds[mate] == kinds[unit] and not reaches[mate] & rest & ~reaches[unit]
            )
            for place, unit in enumerate(helpers)
        ]
        found: list[int] = []
        layer = [(must, 0)]
        while layer:
            larger = []
            for units, start in layer:
                for place in range(start, len(helpers)):
                    if sooner[place] & ~units:
                        continue
                    grown = units | 1 << helpers[place]
                    if any(not small & ~grown for small in found):
                        continue
                    group = self._lawful(targets, grown, idle)
                    if group:
                        found.append(grown)
                        yield group
                    else:
                        larger.append((grown, place + 1))
            layer = larger

    def _lawful(self, targets: int, must: int, may: int) -> int:
        if not must and not may:
            return 0
        key = (targets, must, may & ~must)
        found = self._asked.get(key)
        if found is None:
            if len(self._asked) > KEPT:
                self._asked.clear()
            found = self._asked[key] = self._law(*key)
        return found

    @staticmethod
    def _bits(targets: int) -> Iterator[int]:
        while targets:
            bit = targets & -targets
            targets ^= bit
            yield bit
