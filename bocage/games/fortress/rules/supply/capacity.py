"""The supply capacity (18.7): what ports and mulberries carry, less the units in Europe."""

from __future__ import annotations

from bocage.rules import Conditions, Units, once, provided

from ..look import FortressLook
from ..position import EXITED
from . import ports


@once
def counted(look: FortressLook) -> Units:
    """Allied units that count against the capacity: no raiders, and nobody who came by drop (20.15, 21.1)."""
    units = look.ashore() & ~look.game.raiders & ~look.position.by_air
    return units | look.in_place(EXITED)


@once
def capacity(look: FortressLook) -> int:
    """The supply capacity now; a port counts at its present value though its passage is shut (18.7.3, R102)."""
    hexes = ports.friendly(look) | ports.mulberries(look)
    carried = sum(ports.value(look, node) for node in look.game.board.nodes(hexes))
    return carried - counted(look).bit_count()


def landing(look: FortressLook, units: int = 1) -> Conditions:
    """What must be true of the capacity if so many counted units land in Europe now (18.7.4 to 18.7.7).

    An invasion that finds nobody ashore asks for none: the capacity is set when it is over (18.7.1, 12.18).
    """
    if look.invading() and not counted(look) & ~look.position.landed:
        return
    below = "the supply capacity was below zero as the turn began: nobody lands this turn"
    yield provided(look.position.start_capacity >= 0), "18.7.7", below
    case, full = "18.7.4" if look.position.start_capacity else "18.7.6", "the supply capacity would fall below zero"
    yield provided(capacity(look) >= units), case, f"{full}: remove a unit from Europe first"
