"""How far TAC reach (17.4, 17.5, ruling R68), and over what their range is traced (ruling R80)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.supply import rings
from bocage.rules import HexSet, once, pure

from ..look import FortressLook, members
from ..position import ALLIED, GERMAN

if TYPE_CHECKING:
    from ...game import Fortress


@once
def tac(look: FortressLook, side: str) -> HexSet:
    """Hexes in TAC range of a side now: England's radius, the Mediterranean coast, and around headquarters."""
    game, numbers, coast = look.game, look.game.rules.numbers, look.game.data.mediterranean_coast
    where = look.hexes_of(members(game.headquarters & game.side_units[side] & look.position.on_board))
    if side != ALLIED:
        return game.data.germany | around(game, where, numbers["german_tac_range"])
    fixed = game.data.radius | coast | game.board.step(coast)
    if look.first_landing() and look.position.phasing != GERMAN:
        return fixed  # no headquarters serves aircraft in the Allied turn of the first invasion (17.4)
    return fixed | around(game, where, numbers["tac_range"])


@pure(256)
def around(game: Fortress, hexes: HexSet, distance: int) -> HexSet:
    """Hexes within so many of some others, over land and sea but not through Switzerland (17.4)."""
    sky = game.data.sky
    (found,) = rings(sky, hexes, sky.all, (distance,))
    return found & game.board.all
