"""Where beaten units can go (9.43 to 9.46): directions, ways, and which of them come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bocage.rules import HexSet, pure

from ..look import WESTERN, FestungLook
from ..position import ALLIED, AXIS, OTHER
from ..supply.tracing import OUT, grade_at, ports, sources

if TYPE_CHECKING:
    from ...game import Festung

NEVER = 1 << 20  # farther than anything on the map


def routes(look: FestungLook, unit: int, length: int) -> dict[int, tuple[int, ...]]:
    """Where a unit can end a retreat of so many hexes, and a way there, its start included; none: it is lost (9.47).

    What is banned goes first; then the best ways alone are left, as far as there is a choice: through friendly hexes
    before others, and to an end in supply before others (9.46).
    """
    board, start, side = look.game.board, look.position.units[unit].at, look.counter(unit).side
    friendly, kind = look.controls(side), look.kind(unit)
    beside = board.around[start] if length > 1 else 0
    found: dict[tuple[bool, bool], dict[int, tuple[int, ...]]] = {}
    for path in _ways(look, (start,), open_hexes(look, unit), first_hexes(look, unit), length):
        end = path[-1]
        if beside >> end & 1 or not look.has_room(unit, end):
            continue
        foreign = any(not friendly >> node & 1 for node in path[1:])
        hungry = grade_at(look, kind, end, left=1 << start) == OUT  # everybody leaves the hex
        found.setdefault((foreign, hungry), {}).setdefault(end, path)
    best = dict(sorted(found[min(found)].items())) if found else {}
    for box in board.nodes(havens(look, unit)):
        best[box] = (start, box)
    return best


def havens(look: FestungLook, unit: int) -> HexSet:
    """The Reserve box beside the Beach Head where an Allied unit is: it satisfies any length (9.45, ruling R96)."""
    data, at = look.game.data, 1 << look.position.units[unit].at
    if look.counter(unit).side != ALLIED or not at & data.beaches:
        return 0
    return data.open_sides.step(at) & data.box_sides[ALLIED]


def open_hexes(look: FestungLook, unit: int) -> HexSet:
    """Hexes that a retreating unit may enter, the last one included: without enemies or their zones (9.46, R109).

    Closed hexes (ruling R12), the south of the Arno (R28) and the limits of the Italians (R42) bar it as in movement.
    """
    side = look.counter(unit).side
    zone = look.enemy_zone(side) & ~look.occupied(side)
    found = look.enterable(look.kind(unit)) & look.game.board.hexes & ~look.occupied(OTHER[side]) & ~zone
    return found & ~(1 << look.position.units[unit].at)


def _ways(
    look: FestungLook, path: tuple[int, ...], free: HexSet, ahead: HexSet, length: int
) -> Iterator[tuple[int, ...]]:
    """All ways of so many hexes."""
    if not length:
        yield path
        return
    for node in look.game.board.nodes(ahead & free):
        rest = free & ~(1 << node)
        yield from _ways(look, (*path, node), rest, look.game.data.open_sides.step(1 << node), length - 1)


# Direction


def first_hexes(look: FestungLook, unit: int) -> HexSet:
    """The hexes to which a retreat may turn first: nearer to a source of its own (9.43, rulings R9, R83)."""
    start = look.position.units[unit].at
    beside = look.game.data.open_sides.step(1 << start) & look.game.board.hexes
    goals = _goals(look, unit)
    if not goals:
        return beside  # it has no source left
    everywhere = look.in_play()
    if look.game.rules.nearest_retreats:
        return _nearer_to_nearest(look, unit, goals, beside)
    found = 0
    for goal, _ in goals:
        here = _far(look.game, goal, everywhere, start)
        for node in look.game.board.nodes(beside):
            if _far(look.game, goal, everywhere, node) < here:
                found |= 1 << node
    return found


def _nearer_to_nearest(look: FestungLook, unit: int, goals: list[tuple[HexSet, int]], beside: HexSet) -> HexSet:
    """The other reading: nearer to the nearest source, or as near if nothing that can be entered is nearer (R9)."""
    game, everywhere = look.game, look.in_play()

    def far(node: int) -> int:
        return min(_far(game, goal, everywhere, node) + more for goal, more in goals)

    here = far(look.position.units[unit].at)
    nodes = game.board.nodes(beside & open_hexes(look, unit))
    nearer = sum(1 << node for node in nodes if far(node) < here)
    return nearer or sum(1 << node for node in nodes if far(node) == here)


def _goals(look: FestungLook, unit: int) -> list[tuple[HexSet, int]]:
    """The sources that a unit may turn to, and how many steps more there are behind each of them.

    The Allied boxes lie a step beyond every usable port and Beach Head (ruling R83); a port of the Axis counts only
    where no source can be reached by land.
    """
    kind, start = look.kind(unit), look.position.units[unit].at
    left = ~(1 << start)
    cities = [(1 << node, 0) for node in look.game.board.nodes(sources(look, kind) & left)]
    if kind == WESTERN:
        harbours = ports(look, ALLIED) & left
        return [*cities, (harbours, 1)] if harbours else cities
    everywhere = look.in_play()
    reachable = [goal for goal in cities if _far(look.game, goal[0], everywhere, start) < NEVER]
    if reachable or not cities:
        return reachable
    return [(1 << node, 0) for node in look.game.board.nodes(ports(look, AXIS) & left)]


def _far(game: Festung, goal: HexSet, everywhere: HexSet, node: int) -> int:
    """How many hexes it is from a hex to the nearest of some others, whoever holds what lies between."""
    for distance, ring in enumerate(_rings(game, goal, everywhere)):
        if ring >> node & 1:
            return distance
    return NEVER


@pure(256)
def _rings(game: Festung, goal: HexSet, everywhere: HexSet) -> tuple[HexSet, ...]:
    found = near = goal
    rings = []
    while near:
        rings.append(near)
        near = game.data.open_sides.step(near) & everywhere & ~found
        found |= near
    return tuple(rings)
