"""Supply determination: what becomes of units to which no supply line leads (SUP.15, SUP.16; SEQ.8, SEQ.14)."""

from __future__ import annotations

from bocage.rules import automatic

from ..elimination import disrupt, eliminate
from ..look import Play, RhineLook, members
from ..movement import allowance


@automatic("supply", "SUP.15")
def supply(play: Play, side: str) -> None:
    """All units are judged at one moment: who is Disrupted already is lost, the others become Disrupted.

    Lack of supply is no combat result, so a deployed corps stays deployed (DEP.3). A face-down piece without supply is
    turned up by that, and a dummy leaves the game (rulings R44, R100).
    """
    position, look = play.position, play.look
    cut_off = allowance.unsupplied(look, side) & ~play.game.dumps
    lost = [unit for unit in members(cut_off & position.disrupted) if not accompanied(look, unit)]
    shaken = members(cut_off & ~position.disrupted)
    for unit in lost:
        eliminate(play, unit, "SUP.15")
    for unit in shaken:
        disrupt(play, unit, "SUP.16", by_combat=False)


def accompanied(look: RhineLook, unit: int) -> bool:
    """Is a unit stacked with a combat unit of its side that is not Disrupted (SUP.15, ruling R101)?"""
    game, position = look.game, look.position
    friends = look.in_place(position.units[unit].at, game.counters[unit].side) & game.troop_units
    return bool(friends & ~position.disrupted)
