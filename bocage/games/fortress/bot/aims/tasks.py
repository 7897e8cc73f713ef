"""Who marches on what: each place that is still missing gets as many factors as it takes, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bocage.hexes import HexSet

from ...rules.combat.odds import defence
from ...rules.combat.odds import ground as chart
from ...rules.position import ALLIED, CLEAR
from ..odds import in_party
from ..sight import Sight
from .goals import Goals

MISSING = 11.0  # what a place must be worth for an army to be sent there
ODDS, FLYING = 3.2, 2.2  # times the defence that an army should bring, and where aircraft help
OPEN = 8.0  # factors for a place that lies open
HOPEFUL = 0.9  # times the defence, below which nobody is sent
A_TURN, DELAY = 4.5, 2  # hexes of a turn's advance on foot, and what bars the way
AT_ONCE = 3  # places for which armies are gathered at the same time
A_HEX = 0.6  # of a place's worth, for each hex that it is further away


class Task(NamedTuple):
    """A place that an army is to take: what the way there costs from each hex."""

    node: int
    way: Sequence[int]


def share_out(sight: Sight, goals: Goals, free: Iterable[int]) -> dict[int, Task]:
    """Units with what they march on: the dearest and nearest places first, the nearest units to each."""
    if not _asked_for(sight):
        return {}
    found: dict[int, Task] = {}
    left = {unit for unit in free if sight.attack(unit) > 0}
    places = [node for node, value in goals.prizes.items() if value >= MISSING]
    tasks = {node: Task(node, _way(sight, node)) for node in places}

    def rank(node: int) -> tuple[float, int]:
        way = tasks[node].way
        nearest = min((way[sight.at(unit)] for unit in left), default=0)
        return A_HEX * nearest - goals.prizes[node], node

    for node in sorted(places, key=rank)[:AT_ONCE]:
        army = _army(sight, tasks[node], left)
        found |= dict.fromkeys(army, tasks[node])
        left -= set(army)
    return found


def _asked_for(sight: Sight) -> bool:
    """The Allies in Invasion, where a few places decide within weeks."""
    return sight.side == ALLIED and sight.game.rules.ending == "districts"


def _way(sight: Sight, node: int) -> Sequence[int]:
    barred = sight.enemy_hexes & ~(1 << node)
    return sight.ground.field(1 << node, barred, (sight.enemy_zone | sight.ground.slow) & ~barred)


def _army(sight: Sight, task: Task, left: set[int]) -> list[int]:
    """Those who can be there in time, of one party: as many as are needed and find room around the place."""
    rules, node = sight.game.rules, task.node
    turns = max(1, rules.last_turn - sight.turn + 1)
    held = sight.enemy_hexes >> node & 1
    against = defence(sight.look, node, 0) if held else 0
    flying = sight.position.weather == CLEAR and sight.position.impulse == 1
    need = (FLYING if flying else ODDS) * against if held else OPEN
    ring = sight.look.sides().step(1 << node) & sight.game.land & ~sight.game.dyke
    room = sum(sight.look.limit(near) for near in sight.board.nodes(ring)) if held else sight.look.limit(node)
    halved = chart(sight.game).halving >> node & 1
    best: list[int] = []
    strongest = 0.0
    near = [unit for unit in left if task.way[sight.at(unit)] <= turns * A_TURN * _speed(sight, unit) + DELAY]
    for group in in_party(sight, sum(1 << unit for unit in near)):
        army: list[int] = []
        total = 0.0
        group.sort(key=lambda unit: (task.way[sight.at(unit)] // 2, -_factor(sight, unit, halved), unit))
        for unit in group:
            if total >= need or len(army) >= room:
                break
            army.append(unit)
            total += _factor(sight, unit, halved)
        if min(total, need) > strongest:
            best, strongest = army, min(total, need)
    return best if strongest >= HOPEFUL * against else []


def _speed(sight: Sight, unit: int) -> float:
    return 1.5 if sight.game.armored_units >> unit & 1 else 1.0


def _factor(sight: Sight, unit: int, halved: HexSet) -> float:
    strength = float(sight.attack(unit))
    return strength / 2 if halved and sight.game.armored_units >> unit & 1 else strength
