"""How far hexes are from each other, and how much prizes draw whoever can get there."""

from __future__ import annotations

from bocage.rules import HexSet, pure

from ..game import Festung
from ..rules.look import members

FAR = 99


@pure(6000)
def steps_from(game: Festung, start: HexSet, ways: HexSet) -> bytes:
    """Node -> steps from the nearest of some hexes over hexes that are open."""
    sides, found = game.data.open_sides, bytearray([FAR]) * (game.board.all.bit_length() + 1)
    near, seen, steps = start, start, 0
    while near and steps < FAR:
        for node in members(near):
            found[node] = steps
        near = sides.step(near) & ways & ~seen
        seen |= near
        steps += 1
    return bytes(found)


@pure(6000)
def ridden(game: Festung, at: int, pace: int, ways: HexSet) -> HexSet:
    """Hexes from which it is more than one step to somebody, but not more than he goes, over open hexes."""
    sides = game.data.open_sides
    near = seen = 1 << at
    found = 0
    for steps in range(1, pace + 1 if ways >> at & 1 else 0):
        fresh = sides.step(near) & ~seen
        seen |= fresh
        near = fresh & ways
        found |= fresh if steps > 1 else 0
    return found


@pure(300)
def pull_to(game: Festung, prizes: tuple[tuple[int, float], ...], ways: HexSet, fade: float) -> tuple[float, ...]:
    """Node -> the dearest prize by its distance, and a little for each of the others."""
    fading = [fade**steps for steps in range(FAR)] + [0.0]
    nodes = game.board.nodes(ways | sum(1 << prize for prize, _ in prizes))  # nothing leads elsewhere
    best = [0.0] * len(nodes)
    by_worth: dict[float, tuple[list[float], list[float]]] = {}
    for prize, worth in prizes:
        if worth not in by_worth:
            by_worth[worth] = [worth * share for share in fading], [0.02 * (worth * share) for share in fading]
        near, little = by_worth[worth]
        steps = map(steps_from(game, 1 << prize, ways).__getitem__, nodes)
        best = [
            (there if (there := near[far]) > now else now) + little[far] for now, far in zip(best, steps, strict=True)
        ]
    found = [0.0] * (game.board.all.bit_length() + 1)
    for node, value in zip(nodes, best, strict=True):
        found[node] = value
    return tuple(found)
