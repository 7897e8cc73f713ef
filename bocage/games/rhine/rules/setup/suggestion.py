"""The suggested German set-up: `suggested_setup.csv`, fitted to what the player has placed already."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bocage.rules import pure

from ...data import rows

if TYPE_CHECKING:
    from ...game import Rhine
    from ..look import RhineLook

DEPLOYED, FACE_DOWN = "deployed", "face down"


class Slot(NamedTuple):
    """A row: a unit, its hex, and how it lies there."""

    unit: str
    where: str
    state: str


@pure(1)
def slots(game: Rhine) -> tuple[Slot, ...]:
    """The rows of the suggestion, in order."""
    return tuple(Slot(row["unit"], row["hex"], row["state"]) for row in rows("suggested_setup.csv"))


def spot(look: RhineLook, unit: int, wanted: int) -> int:
    """The hex suggested for a unit, or the nearest one with room if the player has filled it otherwise (STK.1)."""
    game = look.game
    ring = seen = 1 << wanted
    while ring:
        for node in game.board.nodes(ring):
            if look.has_room(unit, node):
                return node
        ring = game.board.step(ring) & ~seen
        seen |= ring
    raise AssertionError("the map is never full")
