"""Attrition (4.4, 11.7): whoever is out of supply is lost, and so are empty hexes that no line reaches."""

from __future__ import annotations

from bocage.rules import HexSet, Units, automatic

from .. import control, elimination
from ..look import GERMAN, WESTERN, FestungLook, Play, members
from ..position import ALLIED, OTHER
from .tracing import grades, supplied


def doomed(look: FestungLook, side: str) -> Units:
    """Units that an attrition phase of their side would eliminate: a fortress spares its whole hex (11.71)."""
    hungry = look.on_map(side) & ~supplied(look, side)
    if not hungry:
        return 0
    shelters = look.hexes_of(members(look.game.fortresses & look.on_map(side))) & look.controls(side)
    return hungry & ~look.units_in(shelters, side)


def forsaken(look: FestungLook, side: str) -> HexSet:
    """Empty hexes of a side from which a corps of its own could not trace (11.72).

    Red hexes closed to both sides are out of play (ruling R57).
    """
    kind = WESTERN if side == ALLIED else GERMAN
    dead = look.game.data.red if look.position.closed == "both" else 0
    vacant = look.controls(side) & ~look.occupied(side) & ~dead
    full, limited = grades(look, kind, True, 0)
    return vacant & ~full & ~limited


@automatic("attrition", "11.7")
def attrition(play: Play, side: str) -> None:
    """All are marked before anybody is removed, and all hexes judged before any changes hands (11.7)."""
    elimination.eliminate(play, tuple(members(doomed(play.look, side))), "11.71")
    lost = forsaken(play.game.look(play.position), side)
    control.give(play, lost, OTHER[side], "11.72")
