"""Tracing supply over a board: which hexes a line may pass, and which it reaches."""

from __future__ import annotations

from bocage.hexes import Board, Edges, HexSet


def passable(everywhere: HexSet, friends: HexSet, enemies: HexSet, enemy_zone: HexSet) -> HexSet:
    """Hexes through which a side may trace: no enemy in them, and no enemy zone unless a friend stands there.

    >>> bin(passable(0b1111, friends=0b0010, enemies=0b1000, enemy_zone=0b0110))
    '0b11'
    """
    return everywhere & ~enemies & (~enemy_zone | friends)


def supplied_hexes(board: Board, sources: HexSet, through: HexSet) -> HexSet:
    """Every hex from which a line of any length reaches a source."""
    return board.flood(sources & through, through)


def line(board: Board, start: int, sources: HexSet, through: HexSet, sides: Edges | None = None) -> list[int]:
    """A shortest line from a hex to a source, both ends included; empty if there is none.

    The first hex need not be passable: a unit traces out of the hex where it stands. `sides` are the hexsides that a
    line may cross, if not all.
    """
    step = board.step if sides is None else sides.step
    rings = [1 << start]
    seen = rings[0]
    while not rings[-1] & sources:
        ring = step(rings[-1]) & through & ~seen
        if not ring:
            return []
        seen |= ring
        rings.append(ring)
    here = board.nodes(rings.pop() & sources)[0]
    path = [here]
    while rings:
        here = board.nodes(step(1 << here) & rings.pop())[0]
        path.append(here)
    return path[::-1]
