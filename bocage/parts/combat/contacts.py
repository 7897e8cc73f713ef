"""The search behind `duties`: a plan for everything that is owed, contact by contact.

What is owed falls into contacts, pieces of the front that share neither targets nor attackers. For each contact the
search takes the target that is hardest to serve, tries the battles against it that are worth trying, and goes on with
what is left, which often falls apart again. Plans of contacts are kept by value, failures too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from bocage.parts.stacks import members

Law = Callable[[int, int, int], int]
"""`law(targets, must, may)`: a group with all who must and some who may, which may attack these targets in one battle;
0 if there is none."""

KEPT = 20_000  # answers of one kind that are remembered before the book is begun anew


class Draft(NamedTuple):
    """A battle of a plan: those whom it needs, and all who could be in it."""

    targets: int
    core: int
    crew: int


class Left(NamedTuple):
    """What is left to do, and by whom."""

    due: int  # targets that must be attacked
    bound: int  # attackers that must attack
    free: int  # attackers that have not attacked
    other: int  # targets that may be attacked by those who are bound

    def after(self, draft: Draft) -> Left:
        """What is left after a battle; whoever is bound and could be in it has found his place."""
        targets = ~draft.targets
        return Left(self.due & targets, self.bound & ~draft.crew, self.free & ~draft.core, self.other & targets)


Plan = tuple[Draft, ...]


class Contacts:
    """Who can attack what and which battles are lawful, with all plans that were made for it."""

    def __init__(
        self,
        able: Mapping[int, int],
        law: Law,
        parties: Sequence[int],
        kind: Callable[[int], Hashable] | None,
        aides: int = 0,
    ) -> None:
        anybody = 0
        for party in parties:
            anybody |= party
        self.able = {1 << target: units & anybody for target, units in able.items() if units & anybody}
        self.targets = self.attackers = 0
        alike: list[tuple[int, int]] = []  # those who can attack the same targets, and these
        for target, units in self.able.items():
            parted = []
            for mates, reach in alike:
                if mates & units:
                    parted.append((mates & units, reach | target))
                    mates &= ~units
                if mates:
                    parted.append((mates, reach))
            fresh = units & ~self.attackers
            alike = [*parted, (fresh, target)] if fresh else parted
            self.targets |= target
            self.attackers |= units
        self._near = {target: [group for group in alike if group[1] & target] for target in self.able}
        # Aides attack only along with others, so what they alone can reach together is never attacked together.
        self._leading = {
            target: [group for group in groups if group[0] & ~aides] for target, groups in self._near.items()
        }
        self.parties = tuple({party & self.attackers: None for party in parties})
        self._law, self._kind = law, kind
        self._asked: dict[tuple[int, int, int], int] = {}
        self._plans: dict[Left, Plan | None] = {}
        self._single: dict[int, bool] = {}
        self._trouble: dict[int, int] = {}

    @cached_property
    def reach(self) -> dict[int, int]:
        """What each attacker can attack."""
        groups = {group for groups in self._near.values() for group in groups}
        return {unit: reach for mates, reach in groups for unit in members(mates)}

    @cached_property
    def _kinds(self) -> dict[int, tuple[Hashable, ...]]:
        """What each attacker is worth, and with whom it attacks."""
        kind = self._kind or (lambda unit: unit)
        return {unit: (kind(unit), *(party >> unit & 1 for party in self.parties)) for unit in self.reach}

    def lawful(self, targets: int, must: int, may: int = 0) -> int:
        """The group that the law finds, asked once."""
        if not must and not may:
            return 0
        key = (targets, must, may & ~must)
        found = self._asked.get(key)
        if found is None:
            found = self._law(*key)
            remember(self._asked, key, found)
        return found

    def common(self, targets: int, units: int) -> int:
        """Those of some units who can attack every one of some targets."""
        for target in bits(targets):
            units &= self.able.get(target, 0)
        return units

    # Plans

    def solve(self, left: Left) -> Plan | None:
        """A plan that leaves nothing owed; None if there is none."""
        targets = [*bits(left.due)]
        able = [self.able[target] & left.free for target in targets]
        if not all(able):
            return None
        if not left.bound:  # the simple case, in which each target is attacked by somebody of its own
            attackers = matched(able)
            if attackers is None:
                if all(map(self._alone, targets)):
                    return None
            elif all(map(self.lawful, targets, attackers)):
                return tuple(map(Draft, targets, attackers, attackers))
        contacts = self._apart(left)
        if contacts is None:
            return None
        found: list[Draft] = []
        for contact in sorted(contacts, key=lambda contact: contact.due.bit_count()):
            if contact in self._plans:
                plan = self._plans[contact]
            else:
                plan = self._search(contact)
                remember(self._plans, contact, plan)
            if plan is None:
                return None
            found += plan
        return tuple(found)

    def _apart(self, left: Left) -> list[Left] | None:
        """What is left in pieces that share neither targets nor attackers; None if somebody bound finds no target."""
        due, bound, free, other = left
        if other:
            wanted = 0
            for unit in members(bound):
                wanted |= self.reach[unit]
            other &= wanted
        near, open_targets = self._near, due | other
        found = []
        while open_targets:
            fresh, targets, units = open_targets & -open_targets, 0, 0
            while fresh:
                targets |= fresh
                reached = 0
                for target in bits(fresh):
                    for mates, reach in near[target]:
                        if mates & free:
                            units |= mates
                            reached |= reach
                fresh = reached & open_targets & ~targets
            open_targets &= ~targets
            piece = Left(due & targets, bound & units, units & free, other & targets)
            bound &= ~units
            if piece.due or piece.bound:
                found.append(piece)
        return None if bound else found

    def _search(self, left: Left) -> Plan | None:
        """A plan for one contact."""
        if left.due:
            starts = [(self._hardest(left), 0)]
            if self._trouble and not self._enough(left):
                return None
        else:
            unit = min(members(left.bound), key=lambda unit: (self.reach[unit] & left.other).bit_count())
            starts = [(target, 1 << unit) for target in bits(self.reach[unit] & left.other)]
        for target, must in starts:
            for draft in self.drafts(target, must, left.due & ~target, left):
                rest = self.solve(left.after(draft))
                if rest is not None:
                    return (draft, *rest)
            self._trouble[target] = self._trouble.get(target, 1) + 1
        return None

    def _hardest(self, left: Left) -> int:
        """The due target with the fewest attackers; those that led into dead ends before are taken sooner.

        Without that a search would go through all that can be done on one wing, again and again, before it finds that
        nothing can be done on the other.
        """
        free, trouble = left.free, self._trouble
        return min(bits(left.due), key=lambda target: (self.able[target] & free).bit_count() / trouble.get(target, 1))

    def _enough(self, left: Left) -> bool:
        """Is there an attacker for each of the targets that are never attacked together with others?

        Only asked once a search has run into a dead end: an ordinary front gets along without.
        """
        single = [target for target in bits(left.due) if self._alone(target)]
        return matched([self.able[target] & left.free for target in single]) is not None

    def _alone(self, target: int) -> bool:
        """Does the law let nobody at all attack this target together with another?"""
        if target not in self._single:
            self._single[target] = not any(
                targets != target and self.lawful(targets, 0, self.common(targets, party))
                for targets in self._joint(target, 0, self.targets & ~target, self.attackers)
                for party in self.parties
            )
        return self._single[target]

    # Battles

    def drafts(self, targets: int, must: int, growing: int, left: Left) -> Iterator[Draft]:
        """The ways to make a battle with some targets and attackers that are worth trying, the cheapest first.

        `growing` are targets that may be added.
        """
        for together in self._joint(targets, must, growing, left.free):
            common = self.common(together, left.free)
            rest = (left.due | left.other) & ~together
            crews: list[int] = []
            for party in self.parties:
                crew = common & party
                if not crew or must & ~crew or any(not crew & ~larger for larger in crews):
                    continue
                crews.append(crew)
                if not self._strands(together, left.bound & ~crew, rest):
                    for core in self._cores(together, must, crew, rest):
                        yield Draft(together, core, crew)

    def _joint(self, targets: int, must: int, growing: int, free: int) -> list[int]:
        """Some targets, alone and with others that somebody could attack together with them."""
        for unit in members(must):
            growing &= self.reach[unit]
        found = {targets}
        for mates, reach in self._leading[targets & -targets]:
            if mates & free and not targets & ~reach:
                whole, choice = reach & growing, 0
                while choice != whole:
                    choice = choice - whole & whole
                    found.add(targets | choice)
        return sorted(found, key=lambda together: (together.bit_count(), together))

    def _strands(self, targets: int, bound: int, rest: int) -> bool:
        """Does a battle leave anybody who is bound, and not in it, without a target?"""
        near = self._near
        return any(mates & bound and not reach & rest for target in bits(targets) for mates, reach in near[target])

    def _cores(self, targets: int, must: int, crew: int, rest: int) -> Iterator[int]:
        """The smallest groups that make a battle lawful.

        Whoever could attack nothing of the rest is taken along at no cost, so only the others count. Of two who are
        worth the same the one goes first who could attack less of the rest.
        """
        if not self.lawful(targets, must, crew):
            return
        idle = 0
        for mates, reach in self._near[targets & -targets]:
            if not reach & rest:
                idle |= mates
        idle &= crew & ~must
        group = self.lawful(targets, must, idle)
        if group:
            yield group
            return
        uses = {unit: self.reach[unit] & rest for unit in members(crew & ~must & ~idle)}
        helpers = sorted(uses, key=lambda unit: (uses[unit].bit_count(), unit))
        kinds = self._kinds
        sooner = [
            sum(1 << mate for mate in helpers[:place] if kinds[mate] == kinds[unit] and not uses[mate] & ~uses[unit])
            for place, unit in enumerate(helpers)
        ]
        found: list[int] = []
        layer = [(must, 0)]
        while layer:
            larger = []
            for units, start in layer:
                for place in range(start, len(helpers)):
                    grown = units | 1 << helpers[place]
                    if sooner[place] & ~units or any(not small & ~grown for small in found):
                        continue
                    group = self.lawful(targets, grown, idle)
                    if group:
                        found.append(grown)
                        yield group
                    else:
                        larger.append((grown, place + 1))
            layer = larger


def matched(duties: Sequence[int]) -> list[int] | None:
    """Somebody of its own for every duty, `duties[n]` being those who can do the n-th; None if they are too few.

    >>> matched([0b011, 0b001]), matched([0b001, 0b001])
    ([2, 1], None)
    """
    doers: list[int] = []
    taken = 0
    for able in duties:
        fresh = able & ~taken
        if not fresh:
            return _rearranged(duties, doers, taken)
        doers.append(fresh & -fresh)
        taken |= fresh & -fresh
    return doers


def _rearranged(duties: Sequence[int], doers: list[int], taken: int) -> list[int] | None:
    """The same where somebody has to change places: `doers` do the first duties, but all for the next are taken."""
    task_of = {doer: task for task, doer in enumerate(doers)}

    def assign(task: int, tried: int) -> int:
        """Finds somebody for a task while others change places: -1, or those who have been tried in vain."""
        nonlocal taken
        fresh = duties[task] & ~taken
        if fresh:
            doer = fresh & -fresh
            taken |= doer
            task_of[doer] = task
            return -1
        while left := duties[task] & ~tried:
            doer = left & -left
            tried = assign(task_of[doer], tried | doer)
            if tried == -1:
                task_of[doer] = task
                return -1
        return tried

    for task in range(len(doers), len(duties)):
        if assign(task, 0) != -1:
            return None
    return sorted(task_of, key=task_of.__getitem__)


def bits(whole: int) -> Iterator[int]:
    """The members of a set, each as a set of one."""
    while whole:
        bit = whole & -whole
        whole ^= bit
        yield bit


def remember(book: dict[Any, Any], key: Hashable, answer: object) -> None:
    """Keeps an answer in a book that does not grow for ever."""
    if len(book) >= KEPT:
        book.clear()
    book[key] = answer
