"""Those who cannot attack at legal odds (14.10, R67), and those who stand by because of their nationality (14.11).

Before the first battle it is settled who is in the way of everybody else's duties. Each reason why not everything can
be done is narrowed down to a few hexes that must be attacked and units that must attack; one of these has to go, so the
search tries each in turn and finds every smallest way out. Attacks that nobody has to make count for nothing here:
sorties out of fortresses (14.13), and attacks on those who have no zone (14.1).
"""

from __future__ import annotations

from collections.abc import Iterable

from bocage.parts.combat.cores import core, knots, smallest
from bocage.parts.combat.duties import Owed
from bocage.rules import HexSet, Units, once

from ..look import FortressLook, members, union
from ..position import ALLIED
from .attackers import List, able, garrisons, listed, obliged, parties, raiding_in_disguise, reach, ready, ships
from .duties import Task, can, front, with_guns

# Can it be done by those who must?


def _free(look: FortressLook, side: str, gone: Units) -> Units:
    return (ready(look, side) | ships(look)) & ~gone & ~union(garrisons(look, side).values())


@once
def _can(look: FortressLook, side: str, due: HexSet, bound: Units, gone: Units) -> bool:
    """Can all these hexes be attacked and all these units attack, without those who are gone?"""
    owed = Owed(due, bound, _free(look, side, gone), _opened(look, side, gone))
    return any(front(look, side, 0, guns).can(owed) for guns in with_guns(look, side))


@once
def _opened(look: FortressLook, side: str, gone: Units) -> HexSet:
    """All hexes in whose zones somebody is; whoever must attack finds one there, or nowhere."""
    return union(obliged(look, side, unit) for unit in members(listed(look, side).bound & ~gone))


@once
def _list(look: FortressLook, side: str, gone: Units) -> List:
    """The list without those who are gone: hexes whose zones held them alone need not be attacked any more."""
    left = listed(look, side).bound & ~gone
    leading = members(left & ~raiding_in_disguise(look, side))
    return List(union(obliged(look, side, unit) for unit in leading), left) if gone else listed(look, side)


def _alike(look: FortressLook, side: str, units: Units) -> list[Units]:
    """Units in groups, from west to east, that can attack the same hexes with the same partners: all or none does."""
    groups: dict[tuple[object, ...], Units] = {}
    for unit in members(units):
        key = (reach(look, side, unit), *(party >> unit & 1 for party in parties(look, side)))
        groups[key] = groups.get(key, 0) | 1 << unit
    return sorted(groups.values(), key=lambda group: look.position.units[group.bit_length() - 1].at)


# Standing by (14.11)


def _may_stand_by(look: FortressLook, side: str, gone: Units) -> Units:
    """Units before no enemy but such as other nationalities could attack in their place."""
    due, bound = _list(look, side, gone)
    near, found = able(look, side), 0
    for group in _alike(look, side, bound) if side == ALLIED else ():
        mates = union(party for party in parties(look, side) if group & party)
        hexes = members(reach(look, side, group.bit_length() - 1) & due)
        if hexes and all(near[node] & ~gone & ~mates for node in hexes):
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
    groups, cores = _alike(look, side, waivable), list[list[Units]]()  # of each core somebody stands by

    def fails(kept: Iterable[Units]) -> bool:
        return not _can(look, side, due, firm | union(kept), gone)

    def larger(by: Units) -> list[Units]:
        found = next((known for known in cores if not by & union(known)), None)
        if found is None:
            left = [group for group in groups if not group & by]
            found = core(left, fails) if fails(left) else []
            cores.extend([found] if found else [])
        return [by | group for group in found]

    return smallest(larger)


# Going (14.10)


@once
def removals(look: FortressLook, side: str) -> tuple[Units, ...]:
    """The smallest sets of units that have to go so that all others can attack at legal odds; (0,): nobody has to."""

    def larger(gone: Units) -> list[Units]:
        return [] if bystanders(look, side, gone) else _ways_out(look, side, gone)

    return smallest(larger, lambda gone: _plainly(look, side, gone))


def _plainly(look: FortressLook, side: str, gone: Units) -> Units:
    """With those who go because of a hex that all who are left together could not attack."""
    line, near = front(look, side, 0, with_guns(look, side)[-1]), able(look, side)
    while True:
        free, due = _free(look, side, gone), look.game.board.nodes(_list(look, side, gone).due)
        lost = [node for node in due if node in near and not line.can(Owed(1 << node, 0, free, 1 << node))]
        more = union(_owing(look, side, node, gone) for node in lost)
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
    groups, size = _alike(look, side, bound & ~_may_stand_by(look, side, gone)), look.game.board.size

    def fails(tasks: Iterable[int]) -> bool:
        hexes, numbers = _parted(tasks, size)
        return not _can(look, side, sum(1 << node for node in hexes), union(groups[n] for n in numbers), gone)

    hexes, numbers = _parted(core([*look.game.board.nodes(due), *range(size, size + len(groups))], fails), size)
    return [gone | _owing(look, side, node, gone) for node in hexes] + [gone | groups[number] for number in numbers]


def _parted(tasks: Iterable[int], size: int) -> tuple[list[int], list[int]]:
    """Hexes that must be attacked, and the numbers of those who must attack, which come after them in a row."""
    tasks = list(tasks)
    return [task for task in tasks if task < size], [task - size for task in tasks if task >= size]


# The task


def task(look: FortressLook, side: str) -> Task:
    """What is owed in this impulse, by those who are on the map now."""
    by = bystanders(look, side, 0)
    return Task(side, *listed(look, side), knots(by) if by else ())


def wide_task(look: FortressLook, side: str) -> Task:
    """The task of somebody who counts on attacks that nobody has to make: sorties, or on those without a zone."""
    return Task(side, *listed(look, side), ((_may_stand_by(look, side, 0),),))


def lapsed(look: FortressLook, owed: Task) -> Task:
    """What is left of a task that chance has made impossible: what stands in the way is owed no more."""
    size = look.game.board.size
    tasks = [*look.game.board.nodes(owed.due), *(size + unit for unit in members(owed.bound))]

    def chosen(kept: Iterable[int]) -> Task:
        hexes, units = _parted(kept, size)
        return owed._replace(due=sum(1 << node for node in hexes), bound=sum(1 << unit for unit in units))

    while not can(look, chosen(tasks)):
        bar = core(tasks, lambda kept: not can(look, chosen(kept)))
        tasks = [task for task in tasks if task not in bar]
    return chosen(tasks)
