"""Ground Support: how many aircraft are left for battles of the first combat impulse (17.10.2)."""

from __future__ import annotations

from ..look import FortressLook, Play
from ..position import ALLIED
from .missions import SUPPORT, on


def left(look: FortressLook, side: str) -> int:
    """Aircraft of a side that may still support a battle now; none in a second impulse (4.3.B5)."""
    position = look.position
    if position.impulse != 1:
        return 0
    flown = on(look, SUPPORT) if side == ALLIED else position.german_support
    return flown - position.support_used.get(side, 0) - (sum(position.support.values()) if side == ALLIED else 0)


def spend(play: Play, side: str, count: int) -> None:
    """Aircraft have supported a battle: each does so once (17.10.2)."""
    used = play.position.support_used
    play.position.support_used = {**used, side: used.get(side, 0) + count}
