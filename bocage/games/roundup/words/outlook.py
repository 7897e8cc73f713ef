"""What lies before the units in hand: what hexes cost them, and on which way they would be led."""

from __future__ import annotations

from typing import NamedTuple

from bocage.rules import HexSet

from ..rules.look import RoundupLook
from ..rules.movement.reach import Moving, harmless, ways


class Way(NamedTuple):
    """How units in hand get to a hex: points, the points they have, by column or not, and the path."""

    points: int
    left: int
    column: bool
    path: tuple[int, ...]


def way(look: RoundupLook, frame: Moving, node: int) -> Way | None:
    """The way of the units in hand to a hex, or None if they cannot get there."""
    found = ways(look, frame)
    column = bool(found.far >> node & 1)
    if not column and not found.near >> node & 1:
        return None
    flood = found.column_flood if column else found.flood
    spent = flood.cost(node)
    assert spent is not None  # it is among the hexes offered
    points = frame.column if column else frame.allowance
    return Way(spent - frame.spent, points - frame.spent, column, flood.path(node, harmless(look, frame.side)))


def costs(look: RoundupLook, frame: Moving) -> list[tuple[int, bool, HexSet]]:
    """What the hexes in reach cost the units in hand: points, whether by column, and the hexes at that price."""
    found = ways(look, frame)
    near = [(points - frame.spent, False, hexes & found.near) for points, hexes in enumerate(found.flood.by_cost)]
    far = [(points - frame.spent, True, hexes & found.far) for points, hexes in enumerate(found.column_flood.by_cost)]
    return [row for row in (*near, *far) if row[2]]
