"""Supply determination: what becomes of units to which no supply line leads (SUP.15, SUP.16; SEQ.8, SEQ.14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.position import Frame
from bocage.engine.steps import Automatic, Offer

from ..elimination import disrupt, eliminate
from ..look import Play, RhineLook, members
from ..movement import allowance


class Judging(Frame, frozen=True):
    """The supply of a side's units is determined."""

    step: ClassVar[str] = "supply"
    side: str


class Supply(Automatic[Judging]):
    """All units are judged at one moment: who is Disrupted already is lost, the others become Disrupted.

    Lack of supply is no combat result, so a deployed corps stays deployed (DEP.3). A face-down piece without supply is
    turned up by that, and a dummy leaves the game (ruling R44).
    """

    name = "supply"
    rule = "SUP.15"

    def begin(self, play: Play, side: str) -> Judging:
        return Judging(side)

    def run(self, play: Play, frame: Judging) -> None:
        position = play.position
        look: RhineLook = play.game.look(position)
        cut_off = allowance.unsupplied(look, frame.side) & ~play.game.dumps
        lost = sum(1 << unit for unit in members(cut_off & position.disrupted) if not accompanied(look, unit))
        shaken = cut_off & ~position.disrupted
        for unit in members(lost):
            eliminate(play, unit, "SUP.15")
        for unit in members(shaken):
            disrupt(play, unit, "SUP.16", by_combat=False)


def accompanied(look: RhineLook, unit: int) -> bool:
    """Is a unit stacked with a combat unit of its side that is not Disrupted (SUP.15)?"""
    game, position = look.game, look.position
    friends = look.units_at(position.units[unit].at, game.counters[unit].side) & game.troop_units
    return bool(friends & ~position.disrupted)


FRAMES: tuple[type[Frame], ...] = (Judging,)
STEPS: tuple[Any, ...] = (Supply(),)
OFFERS: dict[str, Offer] = {}
VERBS: Mapping[str, tuple[str, ...]] = {}
SENTENCES: Mapping[str, Callable[..., str]] = {}
