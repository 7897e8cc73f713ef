"""Where a card puts units (6.54, 6.55)."""

from __future__ import annotations

from collections.abc import Iterable

from bocage.rules import HexSet

from ...data import effects
from ..look import FestungLook
from ..position import ALLIED, AXIS
from ..supply.tracing import grades
from . import choosing

ALLIED_ARRIVALS, AXIS_ARRIVALS = "6.54", "6.55"


def arrivals(look: FestungLook, side: str) -> HexSet:
    """Where reinforcements of a side may be placed (6.54, 6.55); a capital need not be in supply (ruling R107)."""
    data, held = look.game.data, look.controls(side)
    if side == ALLIED:
        paris = data.sources["allied"] & data.countries["France"]
        return data.box_sides[ALLIED] | (look.position.marked | paris) & held
    urban = data.industrial & data.countries["Germany"]
    return (1 << data.boxes["OKW"]) | (data.capitals | urban) & held


def named(look: FestungLook, wanted: Iterable[effects.Place | effects.Hexes], side: str, kind: str) -> HexSet:
    """The hexes and boxes that a list of places means, for units of a class."""
    found = 0
    for place in wanted:
        if isinstance(place, effects.Hexes):
            found |= _filtered(look, place, kind)
        elif place in (ALLIED_ARRIVALS, AXIS_ARRIVALS):
            found |= arrivals(look, side)
        elif place == choosing.AXIS_SUPPLIED:
            found |= _fed(look, look.controls(AXIS), kind)
        else:
            found |= choosing.places(look, place, side)
    return found


def _filtered(look: FestungLook, wanted: effects.Hexes, kind: str) -> HexSet:
    data = look.game.data
    found = sum(data.countries[country] for country in wanted.country) if wanted.country else data.land
    if wanted.coastal is not None:
        found &= data.coastal if wanted.coastal else ~data.coastal
    if wanted.control is not None:
        found &= look.controls(wanted.control)
    return _fed(look, found, kind) if wanted.supplied else found


def _fed(look: FestungLook, hexes: HexSet, kind: str) -> HexSet:
    """Those of some hexes where a unit of a class would be in supply."""
    full, limited = grades(look, kind, True, 0)
    return hexes & (full | limited)


def open_to(look: FestungLook, unit: int, where: HexSet) -> HexSet:
    """Those of some places where a unit may be put: its own side's, open to its class (ruling R49), with room."""
    side = look.counter(unit).side
    own = look.controls(side) | look.game.data.box_sides[side]
    return look.room(unit, where & own & look.enterable(look.kind(unit)))
