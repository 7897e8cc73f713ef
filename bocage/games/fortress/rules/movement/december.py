"""Movement on the first turns of the Ardennes offensive (33.3.9.4, 33.3.9.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Units, pure

from ..look import FortressLook
from ..position import GERMAN

if TYPE_CHECKING:
    from ...game import Fortress


def turn_of_offensive(look: FortressLook) -> int:
    """Which turn of the offensive it is: 1 for December III, 2 for December IV, ...; 0 outside the winter scenarios."""
    game = look.game
    return look.position.turn - game.data.scenarios[game.scenario].first_turn + 1 if game.rules.winter else 0


@pure(1)
def peiper(game: Fortress) -> Units:
    """1st SS, on either of its counters, and 150th SS (33.3.9.4)."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if "peiper" in counter.traits)


def ignoring_zones(look: FortressLook, side: str) -> Units:
    """Units whom enemy zones neither stop nor pin: 1st and 150th SS in the second move of December III (R96)."""
    if side != GERMAN or look.position.impulse != 2 or turn_of_offensive(look) != 1:
        return 0
    return peiper(look.game)


def slow_americans(look: FortressLook) -> Units:
    """Americans who move one hex an impulse on December IV (33.3.9.5)."""
    return look.game.americans & ~look.position.reacting if turn_of_offensive(look) == 2 else 0
