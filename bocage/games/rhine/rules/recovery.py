"""Recovery from Disruption: of those whom no attack is aimed at, and of airborne, parachute and SS units (SEQ)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Offer

from .combat.duties import attacked_hexes
from .elimination import recover
from .look import Play, RhineLook, members
from .position import ALLIED
from .stacking import settle_all


class Recovering(Frame, frozen=True):
    """The units of a side recover that the enemy's operational phase leaves in peace."""

    step: ClassVar[str] = "recovery"
    side: str


class Recovery(Automatic[Recovering]):
    """Every Disrupted unit that is in no target hex recovers, before the first battle (SEQ.4, SEQ.11)."""

    name = "recovery"
    rule = "SEQ.4"

    def begin(self, play: Play, side: str) -> Recovering:
        return Recovering(side)

    def run(self, play: Play, frame: Recovering) -> None:
        position, game = play.position, play.game
        look: RhineLook = game.look(position)
        resting = position.disrupted & position.on_board & game.side_units[frame.side]
        resting &= ~look.units_in(attacked_hexes(position.battles), frame.side)
        for unit in members(resting):
            recover(play, unit, "SEQ.11" if frame.side == ALLIED else "SEQ.4")
        settle_all(play, frame.side)


class Steadying(Frame, frozen=True):
    """The best units of a side recover at the end of its own phases."""

    step: ClassVar[str] = "elite recovery"
    side: str


class EliteRecovery(Automatic[Steadying]):
    """Allied airborne units, German parachute and SS units recover in their own turn too (SEQ.7, SEQ.13)."""

    name = "elite recovery"
    rule = "SEQ.7"

    def begin(self, play: Play, side: str) -> Steadying:
        return Steadying(side)

    def run(self, play: Play, frame: Steadying) -> None:
        position, game = play.position, play.game
        units = position.disrupted & position.on_board & game.side_units[frame.side] & game.steadfast_units
        for unit in members(units):
            recover(play, unit, "SEQ.7" if frame.side == ALLIED else "SEQ.13")
        settle_all(play, frame.side)


FRAMES: tuple[type[Frame], ...] = (Recovering, Steadying)
STEPS: tuple[Any, ...] = (Recovery(), EliteRecovery())
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {}
