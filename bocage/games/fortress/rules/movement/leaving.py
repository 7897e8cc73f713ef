"""Allied armour leaves the map over its east edge (31.15, ruling R121)."""

from __future__ import annotations

from bocage.rules import Conditions, provided

from ..look import FortressLook, Play
from ..position import ALLIED
from ..reinforcements import exits
from ..supply.tracing import supplied
from .allowance import left
from .reach import Moving


def may_leave(look: FortressLook, frame: Moving) -> Conditions:
    """May the unit in hand leave? It costs one hex of movement."""
    game, position, hand = look.game, look.position, frame.hand
    yield provided(frame.side == ALLIED), "31.15", "only Allied units leave the map"
    yield provided(hand.bit_count() == 1), "31.15", "choose the unit that leaves"
    yield provided(bool(hand & game.armored_units)), "31.15", "only armoured units leave the map"
    unit = hand.bit_length() - 1
    at = position.units[unit].at
    yield provided(at >= 0 and game.data.east_edge >> at & 1 == 1), "31.15", "units leave from the east edge only"
    yield provided(not look.enemy_zone(ALLIED) >> at & 1), "31.15", "nobody leaves out of an enemy zone of control"
    yield provided(left(look, unit)[0] > 0), "31.15", "the unit has no hex of movement left"
    yield provided(supplied(look, ALLIED) >> unit & 1 == 1), "31.15", "only units in supply leave the map"


def leave(play: Play, frame: Moving, _: int) -> None:
    """The unit in hand leaves."""
    exits.leave(play, frame.hand.bit_length() - 1)
    play.swap(Moving(frame.side, acted=True))
