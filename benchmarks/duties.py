"""How long questions about duties take on long fronts: one contact of 42 attackers against 51 defenders.

Every attacker must attack, every defending hex must be attacked; three nations that do not attack together stand side
by side, mixed here and there; armour is halved in rough ground, defenders are doubled behind rivers and in cities, and
1:6 are the least odds. Battles are made by random choices until nothing is owed. Each question is asked of a front that
has been kept (`kept`) and of one made afresh for it (`afresh`).

Run with ``python -m benchmarks.duties``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import NamedTuple, TypeVar

from bocage.hexes import Board, ccrr, rectangle
from bocage.parts.combat.duties import Battle, Front, Owed, more_is_better
from bocage.parts.stacks import members

Answer = TypeVar("Answer")
ATTACKERS, DEFENDERS, LEAST = 42, 51, 6
BOARD = Board(rectangle(range(1, 30), range(1, 40), ccrr), shifted="odd")
US, BRITISH, FRENCH, ANYBODY = 1, 2, 4, 7


@dataclass(frozen=True)
class Unit:
    """An attacker: where it stands, its factors, and those with whom it attacks."""

    at: int
    factor: int
    armour: bool
    nations: int


@dataclass(frozen=True)
class Line:
    """Two lines that face each other."""

    units: tuple[Unit, ...]
    defence: dict[int, int]  # hex -> factors, with the doubling of a city
    rough: int
    rivers: frozenset[tuple[int, int]]  # attacking hex, defending hex

    def able(self) -> dict[int, int]:
        found = dict.fromkeys(self.defence, 0)
        for number, unit in enumerate(self.units):
            for node in BOARD.neighbours[unit.at]:
                if node in found:
                    found[node] |= 1 << number
        return found

    def lawful(self, targets: int, attackers: int) -> bool:
        """1:6 or better."""
        units = [self.units[number] for number in members(attackers)]
        rough = targets & self.rough
        attack = sum(-(-unit.factor // 2) if rough and unit.armour else unit.factor for unit in units)
        defence = 0
        for node in members(targets):
            behind = all((unit.at, node) in self.rivers for unit in units)
            defence += self.defence[node] * (2 if behind else 1)
        return attack * LEAST >= defence

    def front(self) -> Front:
        nations = [
            sum(1 << number for number, unit in enumerate(self.units) if unit.nations & nation)
            for nation in (US, BRITISH, FRENCH)
        ]
        # Rivers make a difference between hexes, so only units of one hex are alike.
        return Front(self.able(), more_is_better(self.lawful), nations, lambda number: self.units[number])

    def owed(self) -> Owed:
        everyone = (1 << len(self.units)) - 1
        targets = sum(1 << node for node in self.defence)
        return Owed(targets, everyone, everyone, targets)


class Sort(NamedTuple):
    """What a line is like."""

    stacks: tuple[int, ...]  # attackers in a hex
    factors: tuple[int, int]  # of an attacker, armour having two more
    strangers: float  # share of attackers that do not belong to the nation of their sector
    winding: float  # how often the line takes a step back, so that hexes face four or five others
    defence: tuple[int, int]  # of one defender


SORTS = {
    "ordinary": Sort((2, 2, 3, 3, 4, 5), (3, 6), 0.03, 0.1, (2, 6)),
    "thin": Sort((1, 1, 2, 2, 3), (3, 6), 0.03, 0.1, (2, 6)),
    "weak": Sort((1, 2, 2, 3), (2, 4), 0.03, 0.1, (3, 7)),
    "winding": Sort((1, 2, 2, 3, 3), (2, 5), 0.03, 0.5, (2, 6)),
    "mixed": Sort((2, 2, 3, 3), (3, 6), 0.15, 0.3, (2, 6)),
}


def some_line(dice: Random, sort: Sort) -> Line:
    """A winding line of one sort: the attackers stand in the lower rows."""
    row, held, faced = 20, [], []
    for column in range(1, 30):
        row = min(max(row + dice.choice((-1, 0, 0, 1)), 5), 33)
        held.append(BOARD.index[ccrr(column, row)])
        faced.append(BOARD.index[ccrr(column, row + 1)])
        if dice.random() < sort.winding:
            row += dice.choice((-3, -2, 2, 3))
            held.append(BOARD.index[ccrr(column, row)])
            faced.append(BOARD.index[ccrr(column, row + 1)])
    units: list[Unit] = []
    borders = (dice.uniform(0.2, 0.5), dice.uniform(0.5, 0.9))
    for place, node in enumerate(held):
        nation = (BRITISH, US, FRENCH)[sum(place / 22 > border for border in borders)]
        for _ in range(min(dice.choice(sort.stacks), ATTACKERS - len(units))):
            armour = dice.random() < 0.3
            strange = dice.random() / sort.strangers
            nations = ANYBODY if strange < 0.3 else dice.choice((US, BRITISH)) if strange < 1 else nation
            units.append(Unit(node, dice.randint(*sort.factors) + 2 * armour, armour, nations))
    near = sum(1 << node for node in {unit.at for unit in units})
    contact = list({node for node in faced if BOARD.around[node] & near and not near >> node & 1})
    defence = {node: dice.randint(*sort.defence) for node in contact}
    for node in dice.choices(contact, k=max(DEFENDERS - len(contact), 0)):
        defence[node] += dice.randint(*sort.defence)
    for node in contact:
        if dice.random() < 0.15:
            defence[node] *= 2
    rivers = frozenset(
        (unit.at, node) for unit in units for node in BOARD.neighbours[unit.at] if unit.at * 7 % 4 == node % 4
    )
    rough = sum(1 << node for node in contact if dice.random() < 0.3)
    facing = sum(1 << node for node in contact)
    line = Line(tuple(unit for unit in units if BOARD.around[unit.at] & facing), defence, rough, rivers)
    return line if one_contact(line) else some_line(dice, sort)


def one_contact(line: Line) -> bool:
    """Does the line hang together, with nobody left out?"""
    able = line.able()
    targets = {next(iter(able))}
    while True:
        units = 0
        for target in targets:
            units |= able[target]
        wider = {target for target in able if able[target] & units}
        if wider == targets:
            return len(targets) == len(able) and units.bit_count() == ATTACKERS
        targets = wider


class Clock:
    """Processor time of every kind of question, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}

    def __call__(self, kind: str, question: Callable[..., Answer], *about: object) -> Answer:
        start = process_time()
        answer = question(*about)
        self.times.setdefault(kind, []).append((process_time() - start) * 1000)
        return answer

    def table(self) -> dict[str, tuple[int, float, float, float]]:
        """Kind of question -> how often it was asked, p50, p99 and the longest time."""
        found = {}
        for kind, times in sorted(self.times.items()):
            ordered, number = sorted(times), len(times)
            found[kind] = (number, ordered[number // 2], ordered[number * 99 // 100], ordered[-1])
        return found


def can(line: Line, owed: Owed) -> bool:
    """The first question of all, with everything that it takes to ask it."""
    return line.front().can(owed)


def play(line: Line, dice: Random, clock: Clock, *, afresh: bool) -> None:
    """Battles are made by random choices, each step asked for as a game would ask."""
    kept, owed = line.front(), line.owed()

    def ask(kind: str, name: str, *about: object) -> int:
        if afresh:
            return clock(f"{kind}, afresh", lambda: int(getattr(line.front(), name)(*about)))
        return clock(f"{kind}, kept", lambda: int(getattr(kept, name)(*about)))

    while owed.due or owed.bound:
        made = Battle(1 << dice.choice(members(ask("targets to declare", "declarable", owed))), 0)
        while True:
            choices = [Battle(1 << node, 0) for node in members(ask("targets to add", "addable", owed, made))]
            choices += [Battle(0, 1 << unit) for unit in members(ask("who may join", "joinable", owed, made))]
            if ask("may it be closed", "closable", owed, made):
                choices.append(Battle(0, 0))
            more = dice.choice(choices)
            if not any(more):
                break
            made = Battle(made.targets | more.targets, made.attackers | more.attackers)
        owed = owed.after(made)


def run(lines: int) -> dict[str, Clock]:
    """Plays on so many lines of every sort."""
    found = {}
    for name, sort in SORTS.items():
        dice, clock = Random(1944), Clock()
        for _ in range(lines):
            line = some_line(dice, sort)
            owed = line.owed()
            possible = line.front().can(owed)
            clock("can it be done: yes, afresh" if possible else "can it be done: no, afresh", can, line, owed)
            if possible:
                play(line, dice, clock, afresh=False)
                play(line, dice, clock, afresh=True)
        found[name] = clock
    return found


def main(lines: int = 60) -> None:
    """The tables."""
    for name, clock in run(lines).items():
        print(f"{name:38} {'asked':>7} {'p50 ms':>8} {'p99 ms':>8} {'most ms':>8}")
        for kind, (asked, middle, most, longest) in clock.table().items():
            print(f"  {kind:36} {asked:7} {middle:8.3f} {most:8.3f} {longest:8.3f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
