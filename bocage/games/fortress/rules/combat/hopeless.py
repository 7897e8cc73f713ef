"""Those who cannot attack at legal odds (14.10, R67), and those who stand by because of their nationality (14.11).

Before the first battle it is settled who is in the way of everybody else's duties. Each reason why not everything can
be done is narrowed down to a few hexes that must be attacked and units that must attack; one of these has to go, so the
search tries each in turn and finds every smallest way out. Attacks that nobody has to make count for nothing here:
sorties out of fortresses (14.13), and attacks on those who have no zone (14.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bocage.parts.combat.duties import Owed
from bocage.parts.stacks import union
from bocage.rules import HexSet, Units, once

from ..look import FortressLook, members
from ..position import ALLIED
from .attackers import List, able, garrisons, listed, obliged, parties, raiding_in_disguise, ready, ships
from .duties import Task, can, front

Knots = tuple[tuple[Units, ...], ...]


# Can it be done by those who must?


@once
def _can(look: FortressLook, side: str, due: HexSet, bound: Units, gone: Units) -> bool:
    """Can all these hexes be attacked and all these units attack, without those who are gone?"""
    free = (ready(look, side) | ships(look)) & ~gone & ~union(garrisons(look, side).values())
    fleets = (False, True) if side == ALLIED and ships(look) else (False,)
    opened = _opened(look, side, gone)
    return any(front(look, side, 0, guns).can(Owed(due, bound, free, opened)) for guns in fleets)


@once
def _opened(look: FortressLook, side: str, gone: Units) -> HexSet:
    """All hexes in whose zones somebody is; whoever must attack finds one there, or nowhere."""
    return union(obliged(look, side, unit) for unit in members(listed(look, side).bound & ~gone))


@once
def _list(look: FortressLook, side: str, gone: Units) -> List:
    """The list without those who are gone: hexes whose zones held them alone need not be attacked any more."""
    due, bound = listed(look, side)
    left = bound & ~gone
    if not gone:
        return List(due, bound)
    leading = left & ~raiding_in_disguise(look, side)
    return List(union(obliged(look, side, unit) for unit in members(leading)), left)


def _alike(look: FortressLook, side: str, units: Units) -> list[Units]:
    """Units in groups that can attack the same hexes with the same partners: they attack or do not, all together."""
    groups: dict[tuple[object, ...], Units] = {}
    near, nations = able(look, side), parties(look, side)
    for unit in members(units):
        reach = sum(1 << node for node, those in near.items() if those >> unit & 1)
        key = (reach, *(party >> unit & 1 for party in nations))
        groups[key] = groups.get(key, 0) | 1 << unit
    return list(groups.values())


def _core(parts: Sequence[int], fails: Callable[[Iterable[int]], bool]) -> list[int]:
    """A smallest selection of some parts that still fails, found by leaving out large pieces, then small ones."""
    kept, size = list(parts), max(len(parts) // 2, 1)
    while size:
        place = 0
        while place < len(kept):
            rest = kept[:place] + kept[place + size :]
            if fails(rest):
                kept = rest
            else:
                place += size
        size //= 2
    return kept


def _smallest(found: Iterable[Units]) -> tuple[Units, ...]:
    """The sets that contain no other."""
    sets = sorted(set(found), key=lambda one: (one.bit_count(), one))
    kept: list[Units] = []
    for one in sets:
        if not any(not small & ~one for small in kept):
            kept.append(one)
    return tuple(kept)


# Standing by (14.11)


def _may_stand_by(look: FortressLook, side: str, gone: Units) -> Units:
    """Units before no enemy but such as other nationalities could attack in their place."""
    due, bound = _list(look, side, gone)
    if side != ALLIED:
        return 0
    near, nations, found = able(look, side), parties(look, side), 0
    for group in _alike(look, side, bound):
        mates = union(party for party in nations if group & party)
        reach = [node for node, those in near.items() if those & group and due >> node & 1]
        if reach and all(near[node] & ~gone & ~mates for node in reach):
            found |= group
    return found


@once
def bystanders(look: FortressLook, side: str, gone: Units) -> tuple[Units, ...]:
    """The smallest sets of units that must stand by so that all else can be done; none: somebody must go (14.10)."""
    due, bound = _list(look, side, gone)
    if _can(look, side, due, bound, gone):
        return (0,)
    waivable = _may_stand_by(look, side, gone)
    firm = bound & ~waivable
    if not waivable or not _can(look, side, due, firm, gone):
        return ()
    groups = _alike(look, side, waivable)
    found: list[Units] = []
    seen: set[Units] = set()
    waiting = [0]
    while waiting:
        by = waiting.pop(0)
        if by in seen or any(not small & ~by for small in found):
            continue
        seen.add(by)
        left = [group for group in groups if not group & by]
        if _can(look, side, due, firm | union(left), gone):
            found.append(by)
        else:
            core = _core(left, lambda kept: not _can(look, side, due, firm | union(kept), gone))
            waiting += [by | group for group in core]
    return _smallest(found)


def knots(choices: tuple[Units, ...]) -> Knots:
    """The ways to stand by, taken apart: what is chosen in one knot of nationalities matters not to another.

    >>> knots((0b0101, 0b1001, 0b0110, 0b1010))
    ((1, 2), (4, 8))
    """
    parts = [1 << unit for unit in members(union(choices))]
    while True:
        pair = next(
            (
                (one, other)
                for place, one in enumerate(parts)
                for other in parts[place + 1 :]
                if len({choice & (one | other) for choice in choices})
                < len({choice & one for choice in choices}) * len({choice & other for choice in choices})
            ),
            None,
        )
        if pair is None:
            break
        parts = [part for part in parts if part not in pair] + [pair[0] | pair[1]]
    ways = [tuple(sorted({choice & part for choice in choices})) for part in sorted(parts)]
    count = 1
    for way in ways:
        count *= len(way)
    return tuple(ways) if count == len(choices) else (choices,)


# Going (14.10)


@once
def removals(look: FortressLook, side: str) -> tuple[Units, ...]:
    """The smallest sets of units that have to go so that all others can attack at legal odds; (0,): nobody has to."""
    found: list[Units] = []
    seen: set[Units] = set()
    waiting = [0]
    while waiting:
        gone = _plainly(look, side, waiting.pop(0))
        if gone in seen or any(not small & ~gone for small in found):
            continue
        seen.add(gone)
        if bystanders(look, side, gone):
            found.append(gone)
        else:
            waiting += _ways_out(look, side, gone)
            waiting.sort(key=lambda those: those.bit_count())
    return _smallest(found)


def _plainly(look: FortressLook, side: str, gone: Units) -> Units:
    """With those who go because of a hex that all who are left together could not attack."""
    near = able(look, side)
    garrisoned = union(garrisons(look, side).values())
    line = front(look, side, 0, bool(ships(look)) and side == ALLIED)
    while True:
        due = _list(look, side, gone).due
        free = (ready(look, side) | ships(look)) & ~gone & ~garrisoned
        lost = [
            node for node in look.game.board.nodes(due)
            if not line.can(Owed(1 << node, 0, free, 1 << node))
        ]  # fmt: skip
        more = union(_owing(look, side, node, gone) for node in lost if near.get(node))
        if not more:
            return gone
        gone |= more


def _owing(look: FortressLook, side: str, node: int, gone: Units) -> Units:
    """All because of whom a hex must be attacked."""
    bound = _list(look, side, gone).bound & ~raiding_in_disguise(look, side)
    return sum(1 << unit for unit in members(bound) if obliged(look, side, unit) >> node & 1)


def _ways_out(look: FortressLook, side: str, gone: Units) -> list[Units]:
    """Further units one group of which must go, since not all that they owe can be done together."""
    due, bound = _list(look, side, gone)
    firm = bound & ~_may_stand_by(look, side, gone)
    hexes, groups = look.game.board.nodes(due), _alike(look, side, firm)
    tasks = [*range(len(hexes) + len(groups))]

    def fails(kept: Iterable[int]) -> bool:
        chosen = list(kept)
        wanted = sum(1 << hexes[task] for task in chosen if task < len(hexes))
        must = union(groups[task - len(hexes)] for task in chosen if task >= len(hexes))
        return not _can(look, side, wanted, must, gone)

    core = _core(tasks, fails)
    return [
        gone | (_owing(look, side, hexes[task], gone) if task < len(hexes) else groups[task - len(hexes)])
        for task in core
    ]


# The task


def task(look: FortressLook, side: str) -> Task:
    """What is owed in this impulse, by those who are on the map now."""
    due, bound = listed(look, side)
    return Task(side, due, bound, knots(bystanders(look, side, 0)) if bystanders(look, side, 0) else ())


def helped(look: FortressLook, side: str) -> bool:
    """Could everything be done with attacks that nobody has to make: sorties, or attacks on those without a zone?"""
    return can(look, wide_task(look, side))


def lapsed(look: FortressLook, owed: Task) -> Task:
    """What is left of a task that chance has made impossible: what stands in the way is owed no more."""
    hexes, size = look.game.board.nodes(owed.due), look.game.board.size
    tasks = [*hexes, *(size + unit for unit in members(owed.bound))]

    def chosen(kept: Iterable[int]) -> Task:
        kept = list(kept)
        due = sum(1 << task for task in kept if task < size)
        return owed._replace(due=due, bound=sum(1 << task - size for task in kept if task >= size))

    while not can(look, chosen(tasks)):
        core = _core(tasks, lambda kept: not can(look, chosen(kept)))
        tasks = [task for task in tasks if task not in core]
    return chosen(tasks)


def wide_task(look: FortressLook, side: str) -> Task:
    """The task of somebody who counts on attacks that nobody has to make."""
    due, bound = listed(look, side)
    return Task(side, due, bound, ((_may_stand_by(look, side, 0),),))
