"""Recovery from Disruption: of those whom no attack is aimed at, and of airborne, parachute and SS units (SEQ)."""

from __future__ import annotations

from bocage.rules import Automatic, OfSide

from .combat.duties import attacked_hexes
from .elimination import recover
from .look import Play, members
from .position import ALLIED
from .stacking import settle_all


class Recovery(Automatic[OfSide]):
    """Every Disrupted unit that is in no target hex recovers, before the first battle (SEQ.4, SEQ.11)."""

    name, rule = "recovery", "SEQ.4"

    def run(self, play: Play, frame: OfSide) -> None:
        position, side = play.position, frame.side
        resting = position.disrupted & position.on_board & play.game.side_units[side]
        resting &= ~play.look.units_in(attacked_hexes(position.battles), side)
        for unit in members(resting):
            recover(play, unit, "SEQ.11" if side == ALLIED else "SEQ.4")
        settle_all(play, side)


class EliteRecovery(Automatic[OfSide]):
    """Allied airborne units, German parachute and SS units recover in their own turn too (SEQ.7, SEQ.13)."""

    name, rule = "elite recovery", "SEQ.7"

    def run(self, play: Play, frame: OfSide) -> None:
        position, game, side = play.position, play.game, frame.side
        units = position.disrupted & position.on_board & game.side_units[side] & game.steadfast_units
        for unit in members(units):
            recover(play, unit, "SEQ.7" if side == ALLIED else "SEQ.13")
        settle_all(play, side)
