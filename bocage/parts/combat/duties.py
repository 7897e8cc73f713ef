"""Duties: what must be attacked, who must attack, and whether all of it can still be done.

A question that lets a player make battles one after the other offers only choices after which every duty can be met:
no legal choice is refused, and none leads into a dead end. The game says who can attack what and which battles are
lawful; the search in `contacts` is exact. A front keeps the plans it has made: a choice that fits one of them needs no
search.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from .contacts import Contacts, Draft, Law, Left, Plan, bits, remember


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
    that both can be in; without it all are different. `aides` (ships, guns) take part only along with others: the law
    must know no battle that they fight alone.

    Duties are met by battles against due targets, alone or together, and by battles against one other target where
    somebody is bound who finds no due one. If anybody is bound, the law must be one by which more attackers of a party
    and fewer targets never make a lawful battle unlawful; otherwise it may be any.

    >>> single = more_is_better(lambda targets, attackers: targets.bit_count() == 1)
    >>> front = Front({0: 0b011, 1: 0b001}, single)
    >>> front.can(Owed(due=0b11)), front.can(Owed(due=0b11, free=0b001))
    (True, False)
    >>> bin(front.spare(Owed(due=0b11, free=0b111)))
    '0b100'
    """

    def __init__(
        self,
        able: Mapping[int, int],
        law: Law,
        parties: Sequence[int] = (-1,),
        kind: Callable[[int], Hashable] | None = None,
        aides: int = 0,
    ) -> None:
        self._contacts = Contacts(able, law, parties, kind, aides)
        self.attackers, self.targets = self._contacts.attackers, self._contacts.targets
        self._planned: dict[Owed, Plan | None] = {}
        self._latest: dict[int, tuple[Owed, Plan]] = {}
        self._spared: dict[Owed, int] = {}
        self._made: dict[tuple[Owed, Battle, int], tuple[Draft, Plan] | None] = {}

    # Can it be done?

    def can(self, owed: Owed) -> bool:
        """Can every duty still be met?"""
        return self._plan(owed) is not None

    def plan(self, owed: Owed) -> list[Battle] | None:
        """One way to meet every duty, with those whom its battles need and all who must attack; None: there is none."""
        found = self._plan(owed)
        return None if found is None else _battles(found, owed.bound)

    def spare(self, owed: Owed) -> int:
        """Those of the free without whom every duty can still be met, so that they may do something else."""
        if owed not in self._spared:
            plan, spared = self._plan(owed), 0
            if plan is not None:
                needed = (_needed(plan) | owed.bound) & owed.free
                spared = owed.free & ~needed
                for unit in bits(needed):
                    if self.can(owed._replace(bound=owed.bound & ~unit, free=owed.free & ~unit)):
                        spared |= unit
            remember(self._spared, owed, spared)
        return self._spared[owed]

    # What a player may choose

    def declarable(self, owed: Owed) -> int:
        """The targets that may be attacked next, alone or with others, by those who are not needed elsewhere."""
        found = self._plan(owed)
        if found is None:
            return 0
        choices = owed.due
        for draft in found:
            choices |= draft.targets
        idle, contacts = owed.free & ~_needed(found), self._contacts
        for target in bits(owed.open & self.targets & ~choices):
            at_hand = contacts.able[target] & idle
            if any(contacts.lawful(target, 0, at_hand & party) for party in contacts.parties) or self._make(
                owed, Battle(target, 0), -1
            ):
                choices |= target
        return choices

    def addable(self, owed: Owed, battle: Battle, further: int = -1) -> int:
        """The targets that may be attacked together with those of a battle that is being made.

        `further` are those that the rules of the game allow to be added now, before duties come in.
        """
        made = self._make(owed, battle, further)
        if made is None:
            return 0
        found = made[0].targets & ~battle.targets
        for target in bits(owed.open & further & self.targets & ~battle.targets & ~found):
            if self._make(owed, Battle(battle.targets | target, battle.attackers), further):
                found |= target
        return found

    def joinable(self, owed: Owed, battle: Battle, further: int = -1) -> int:
        """Those who may join a battle that is being made; `further` as in `addable`."""
        made, contacts = self._make(owed, battle, further), self._contacts
        mates = 0
        for party in contacts.parties:
            if not battle.attackers & ~party:
                mates |= party
        candidates = contacts.common(battle.targets, owed.free & mates) & ~battle.attackers
        found = 0
        while made is not None:
            # All whom this way of going on needs nowhere else may join.
            draft, others = made
            welcome = draft.crew & ~_needed(others)
            for unit in bits(welcome & candidates):
                if contacts.lawful(draft.targets, battle.attackers | unit, welcome):
                    found |= unit
            candidates &= ~found
            made = None
            while candidates and made is None:
                unit = candidates & -candidates
                candidates ^= unit
                made = self._make(owed, Battle(battle.targets, battle.attackers | unit), further)
                if made is not None:
                    found |= unit
        return found

    def closable(self, owed: Owed, battle: Battle) -> bool:
        """Is a battle lawful as it stands, and can every other duty be met without those who are in it?"""
        if not self._contacts.lawful(battle.targets, battle.attackers):
            return False
        return self.can(owed.after(battle))

    def completed(self, owed: Owed, battle: Battle, further: int = -1) -> list[Battle] | None:
        """One way to go on with a battle that is being made, and to meet every other duty after it; `further` as in
        `addable`. That battle comes first. None: there is none."""
        made = self._make(owed, battle, further)
        return None if made is None else _battles((made[0], *made[1]), owed.bound)

    # Plans

    def _left(self, owed: Owed) -> Left:
        return Left(owed.due, owed.bound, owed.free & self.attackers, owed.open & self.targets & ~owed.due)

    def _plan(self, owed: Owed) -> Plan | None:
        if owed in self._planned:
            return self._planned[owed]
        if owed.due & ~(owed.open & self.targets) or owed.bound & ~(owed.free & self.attackers):
            return None
        plan = self._fitting(owed)
        if plan is None:
            plan = self._contacts.solve(self._left(owed))
            if plan is not None:
                remember(self._latest, owed.due, (owed, plan))
        remember(self._planned, owed, plan)
        return plan

    def _fitting(self, owed: Owed) -> Plan | None:
        """The plan that was found last for the same targets, if it needs nobody who is gone."""
        then, plan = self._latest.get(owed.due, (owed, None))
        if plan is None or owed.bound & ~then.bound or then.open & ~owed.open or _needed(plan) & ~owed.free:
            return None
        return plan

    def _make(self, owed: Owed, battle: Battle, further: int) -> tuple[Draft, Plan] | None:
        """A way to go on with a battle that is being made, and a plan for everything else after it."""
        key = (owed, battle, further)
        if key not in self._made:
            remember(self._made, key, self._completed(owed, battle, further))
        return self._made[key]

    def _completed(self, owed: Owed, battle: Battle, further: int) -> tuple[Draft, Plan] | None:
        left = self._left(owed)
        if battle.attackers & ~left.free or (battle.targets | owed.due) & ~(owed.open & self.targets):
            return None
        if owed.bound & ~left.free:
            return None
        growing = owed.due & further & ~battle.targets
        for draft in self._contacts.drafts(battle.targets, battle.attackers, growing, left):
            plan = self._contacts.solve(left.after(draft))
            if plan is not None:
                return draft, plan
        return None


def _battles(plan: Plan, bound: int) -> list[Battle]:
    """The battles of a plan, with those whom they need and all who must attack."""
    waiting = bound & ~_needed(plan)
    battles = []
    for draft in plan:
        joining = waiting & draft.crew
        waiting &= ~joining
        battles.append(Battle(draft.targets, draft.core | joining))
    return battles


def _needed(plan: Plan) -> int:
    """All whom the battles of a plan need."""
    found = 0
    for draft in plan:
        found |= draft.core
    return found
