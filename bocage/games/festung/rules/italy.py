"""The surrender of Italy (13.2)."""

from __future__ import annotations

from bocage.rules import UNITS, event

from .look import Play, members
from .position import ALLIED, POOL

surrender = event("italian surrender", "13.2", "Italy surrenders.", side="axis")
disarmed = event(
    "italians removed", "13.2", "{units} {units:leaves|leave} the map.", sort="loss", side="axis", units=UNITS
)


def test(play: Play) -> None:
    """At the end of an Allied action: do the Allies hold so many hexes of Italy and Sicily (13.2, ruling R29)?"""
    position, game = play.position, play.game
    held = play.look.controls(ALLIED) & game.surrender_hexes
    if position.surrendered or held.bit_count() < game.rules.numbers["surrender_hexes"]:
        return
    position.surrendered = True
    surrender(play)
    units = tuple(members(position.on_board & game.italians))
    for unit in units:
        play.set_steps(unit, 1)
        play.take_off(unit, POOL)
    if units:
        disarmed(play, units)
