"""Mobile Assaults of the planner: which armour storms what, and from where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...rules.assault.ground import may_assault
from ...rules.look import members
from ...rules.movement.hand import Moving
from ..odds import Odds, Verdict
from ..sight import Sight

GOOD_ASSAULT = 0.8
SURE = 0.6  # the least chance to empty the hex with which a Mobile Assault is made
LARGEST = 3  # a stack of more steps is not assaulted


class Assault(NamedTuple):
    """A Mobile Assault that might be made."""

    worth: float
    target: int
    units: int
    at: int
    goes: int  # the hex from which it is made


def legal(sight: Sight, frame: Moving) -> int:
    """The hexes that the units in hand may assault, asked of the rules themselves."""
    found = -1
    for hexes, _, _ in may_assault(sight.look, frame):
        found &= hexes
        if not found:
            break
    return found


def candidates(sight: Sight, odds: Odds, free: Iterable[int]) -> list[Assault]:
    """The assaults worth making, best first; whether the rules allow each is looked at later."""
    stacks: dict[int, int] = {}
    position, game = sight.position, sight.game
    able = game.red_units & ~position.oos & ~position.assaulted
    for unit in free:
        if able >> unit & 1 and sight.attack(unit):
            at = sight.at(unit)
            stacks[at] = stacks.get(at, 0) | 1 << unit
    found = []
    for at, units in sorted(stacks.items()):
        for hand in _hands(sight, units):
            found += _of_hand(sight, odds, at, hand)
    found.sort(key=lambda assault: (-assault.worth, assault.target, assault.units, assault.goes))
    return found


def _hands(sight: Sight, units: int) -> Iterator[int]:
    """The strongest alone, the two strongest, everybody."""
    ranked = sorted(members(units), key=lambda unit: (-sight.attack(unit), unit))
    for number in sorted({1, 2, len(ranked)}):
        if number <= len(ranked):
            yield sum(1 << unit for unit in ranked[:number])


def _of_hand(sight: Sight, odds: Odds, at: int, hand: int) -> list[Assault]:
    board, enemies = sight.board, sight.enemy_hexes
    leader = sight.game.patton
    if leader in sight.stack(at) and not sight.position.moved >> leader & 1:
        hand |= 1 << leader
    ways = sight.ways(hand)
    reach = ways.goals | 1 << at
    targets = board.step(reach) & enemies
    found = []
    units = [unit for unit in members(hand) if unit != leader]
    style = sight.style
    good, sure = GOOD_ASSAULT + style.get("assault", 0.0), SURE + style.get("sure", 0.0)
    for target in board.nodes(targets):
        if odds.steps(target) > LARGEST:
            continue
        spots = board.around[target] & reach
        # The cover of a river depends on the side from which they come.
        verdicts: dict[int, Verdict] = {}
        for node in board.nodes(spots):
            verdict = odds.worth(target, dict.fromkeys(units, node), assault=True)
            if verdict.worth >= good and verdict.clear >= sure:
                verdicts[node] = verdict
        for node, verdict in verdicts.items():
            worth = verdict.worth - 0.1 * len(units) - 0.05 * board.distance(at, node)
            found.append(Assault(worth, target, hand, at, node))
    return found


def allowed(sight: Sight, assault: Assault) -> bool:
    """Would the rules allow an assault once the units have come to its hex?"""
    if not sight.may_leave(assault.units, assault.at):
        return False
    frame = sight.frame(assault.units, assault.at)
    if assault.goes != assault.at:
        ways = sight.ways(assault.units)
        if not ways.goals >> assault.goes & 1:
            return False
        path = ways.path(assault.goes)
        spent = ways.price(path)
        if spent is None or assault.goes in ways.crossings:
            return False
        frame = msgspec.structs.replace(frame, at=assault.goes, spent=spent, hexes=len(path) - 1)
    return bool(legal(sight, frame) >> assault.target & 1)
