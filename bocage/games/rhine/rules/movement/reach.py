"""Where the unit in hand can go, and on which path (ZOC, MIN, rulings R4, R5, R36)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bocage.hexes import Board, HexSet, Reach
from bocage.parts.walk import Walk
from bocage.rules import once, pure

from ..look import RhineLook
from ..position import ALLIED, DEAD, GERMAN, OTHER
from .allowance import Moving, Pace, pace

if TYPE_CHECKING:
    from ...game import Rhine

MOVE, DASH, MARCH = "move", "dash", "march"


class Ways(NamedTuple):
    """What is behind the three verbs: the walk as far as any of them leads, and the hexes that each offers."""

    walk: Walk
    pace: Pace
    near: HexSet  # within the allowance and the speed limit
    risky: HexSet  # beyond the speed limit
    far: HexSet  # with bonus hexes
    bonus: HexSet  # the same, wherever the enemy stands
    most: dict[str, int]  # verb -> how many hexes a leg can have
    safe: int  # hexes left before the first risk or bonus hex

    def legal(self, verb: str, path: tuple[int, ...]) -> bool:
        """May a recorded path be walked?"""
        return len(path) - 1 <= self.most[verb] and self.walk.price(path) is not None


def ways(look: RhineLook, frame: Moving) -> Ways:
    """Where the unit in hand can go now."""
    return _ways(look, frame.side, frame.hand, frame.supply, frame.hexes, frame.bonus)


@once
def _ways(look: RhineLook, side: str, unit: int, supply: str, hexes: int, used: int) -> Ways:
    rate = pace(look, unit, supply)
    safe = max(rate.limit - hexes, 0)
    # Bonus hexes are walked last: whoever has begun with them has nothing else left (ruling R4).
    fast = 0 if used else max(rate.allowance - hexes, 0)
    left = rate.bonus - used
    most = {MOVE: safe, DASH: fast, MARCH: safe + left if left else 0}
    walk = walk_of(look, side, unit, max(most.values()))
    flood = flooded(look.game, walk)
    near = flood.within(safe)
    far = bonus = flood.within(most[MARCH]) & ~near
    if far and look.game.rules.bonus_bars_attack:
        far &= ~look.beside_undisrupted(side)  # ruling R5
    return Ways(walk, rate, near, flood.within(fast) & ~near, far, bonus, most, safe)


@pure(64)
def flooded(game: Rhine, walk: Walk) -> Reach:
    """The reach of a walk; the list and the answer ask for the same one."""
    return walk.reach()


def walk_of(look: RhineLook, side: str, unit: int, hexes: int) -> Walk:
    """Everything that decides where a unit gets in a number of hexes."""
    start = look.position.units[unit].at
    zone = look.zone(OTHER[side])
    first = None
    if zone >> start & 1:
        # Of zones only the direct step within that of the same enemy is barred, and not onto the hex of a friendly
        # combat unit (MIN.1, MIN.2, rulings R48, R76, R77).
        first = ~same_controllers(look, side, start) | look.troops(side)
    return Walk(look.game.costs, start, hexes, open_hexes(look, side, unit), stops=zone, first=first)


def open_hexes(look: RhineLook, side: str, unit: int) -> HexSet:
    """Hexes that a unit may enter at all."""
    hexes = look.game.board.all & ~look.barred(side)
    if look.game.dummies >> unit & 1:
        hexes &= ~look.occupied(ALLIED)  # only a real unit overruns a dump (ruling R79)
    return hexes


def same_controllers(look: RhineLook, side: str, start: int) -> HexSet:
    """The zone of those enemies who control a hex: whoever leaves it may not enter that at once (MIN.2, ruling R36)."""
    enemy = OTHER[side]
    return look.zone_of(look.exerting(enemy) & look.game.land.step(1 << start), enemy)


def path_to(look: RhineLook, frame: Moving, verb: str, goal: int) -> tuple[int, ...]:
    """The path of a leg.

    Within the safe hexes it is the one that leaves most for an attack: fewest hexes and rivers together. Where each hex
    is a risk, or counts against the bonus, it is the one with fewest hexes, then with fewest rivers. Hexes that would
    cost something which the player has not asked for are avoided.
    """
    found = ways(look, frame)
    hurry = verb != MOVE
    avoided = shunned(look, frame) & ~(1 << goal)
    most = found.most[verb]
    if hurry:
        path = best_path(look.game, found.walk, goal, most, hurry)
        if path is None or not any(avoided >> node & 1 for node in path[1:]):
            assert path is not None
            return path
        around = best_path(look.game, found.walk.but(open=found.walk.open & ~avoided), goal, len(path) - 1, hurry)
        return around or path
    if avoided:
        around = best_path(look.game, found.walk.but(open=found.walk.open & ~avoided), goal, most, hurry)
        if around is not None:
            return around
    path = best_path(look.game, found.walk, goal, most, hurry)
    assert path is not None
    return path


def shunned(look: RhineLook, frame: Moving) -> HexSet:
    """Hexes to walk round: Paris before the French are there (FR2.1); where a face-down piece would be turned up."""
    game, position = look.game, look.position
    if frame.side == GERMAN:
        if not position.face_down >> frame.hand & 1:
            return 0
        return position.allied_control | game.land.step(look.troops(ALLIED))
    french = game.french_second_armored
    if position.paris_entered or frame.hand == french or position.units[french].at == DEAD:
        return 0
    return game.paris


def best_path(
    game: Rhine, walk: Walk, goal: int, most: int, hurry: bool, shelter: HexSet = 0
) -> tuple[int, ...] | None:
    """The path to a hex with fewest hexes and rivers together, then fewest hexes; in a hurry the other way round.

    Of paths alike, the one that, seen from the goal, keeps to `shelter`, then to the straight line. None if it takes
    more than `most` hexes.
    """
    dry, wet = game.dry_sides.step, game.wet_sides.step
    go_on = ~walk.stops
    # layers[h][r]: hexes first reached with r rivers by h hexes, and by no fewer of both.
    layers: list[list[HexSet]] = [[1 << walk.start]]
    known: list[HexSet] = [1 << walk.start]  # rivers -> all hexes of the layers so far
    best: tuple[int, int, int] | None = None
    for hexes in range(1, most + 1):
        before = layers[-1]
        layer: list[HexSet] = []
        settled = 0
        gate = walk.open if hexes > 1 or walk.first is None else walk.open & walk.first
        for rivers in range(len(before) + 1):
            if rivers < len(known):
                settled |= known[rivers]
            found = dry(before[rivers]) if rivers < len(before) and before[rivers] else 0
            if rivers and before[rivers - 1]:
                found |= wet(before[rivers - 1])
            found &= gate & ~settled
            settled |= found
            layer.append(found)
            if found >> goal & 1 and (best is None or hexes + rivers < best[0]):
                best = (hexes + rivers, hexes, rivers)
        for rivers, found in enumerate(layer):
            if rivers < len(known):
                known[rivers] |= found
            else:
                known.append(found)
        layers.append([found & go_on for found in layer])
        if best is not None and (hurry or best[0] <= hexes + 1):
            break
    if best is None:
        return None
    _, hexes, rivers = best
    path = [goal]
    while hexes:
        hexes -= 1
        layer = layers[hexes]
        near = dry(1 << path[-1]) & layer[rivers] if rivers < len(layer) else 0
        if not near:
            rivers -= 1
            near = wet(1 << path[-1]) & layer[rivers]
        path.append(_straightest(game.board, walk.start, goal, near & shelter or near))
    path.reverse()
    return tuple(path)


def _straightest(board: Board, start: int, goal: int, hexes: HexSet) -> int:
    """Of some hexes the one nearest to the line from start to goal, then the lowest."""
    if not hexes & (hexes - 1):
        return hexes.bit_length() - 1
    # A step in any direction adds the same to a node wherever it is made, so nodes are coordinates.
    stride = board.shifts[2]
    column, row = divmod(start, stride)
    far, up = goal // stride - column, goal % stride - row

    def off(node: int) -> int:
        return abs(far * (node % stride - row) - up * (node // stride - column))

    return min(board.nodes(hexes), key=off)


def rivers_crossed(game: Rhine, path: tuple[int, ...]) -> int:
    """How many river hexsides a path crosses (RIV.4)."""
    has = game.data.rivers.has
    return sum(has(here, there) for here, there in pairwise(path))
