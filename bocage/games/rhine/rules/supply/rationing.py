"""Who is supplied first where beaches and ports cannot feed everybody (SUP.22, ruling R53)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.engine.actions import Action
from bocage.engine.position import Frame
from bocage.engine.steps import EVERYTHING, Clause, Offer, Question

from ..look import Play, RhineLook, members
from ..telling import unit_names
from . import ways


class Rationing(Frame, frozen=True):
    """The Allies say who is supplied first."""

    step: ClassVar[str] = "rationing"
    side: str
    acted: bool = False


class Rations(Question[Rationing]):
    """Asked only if more units stand within Full supply than the sources can feed (SUP.22)."""

    name = "rationing"
    rule = "SUP.22"
    offers = ("favour", "unfavour", "end rationing")

    def begin(self, play: Play, side: str) -> Rationing:
        position = play.position
        position.favoured &= position.on_board
        return Rationing(side)

    def keep(self, look: RhineLook, frame: Rationing) -> bool:
        return frame.acted

    def text(self, look: RhineLook, frame: Rationing) -> str:
        lacking = unfed(look).bit_count()
        units = "1 unit is" if lacking == 1 else f"{lacking} units are"
        return f"Ports and beaches cannot feed everybody: {units} Short. Name those to be supplied first, or go on."

    def warnings(self, look: RhineLook, frame: Rationing) -> list[str]:
        lacking = unfed(look)
        return [f"Short for want of capacity: {unit_names(look.game, members(lacking))} (SUP.22)."] if lacking else []

    def answer(self, play: Play, frame: Rationing, action: Action) -> None:
        if action.verb == "end":
            play.pop()
            return
        position = play.position
        if action.verb == "favour":
            position.favoured |= 1 << action.index
        else:
            position.favoured &= ~(1 << action.index)
        play.tell("favoured" if action.verb == "favour" else "unfavoured", "SUP.22", action.index)
        play.swap(Rationing(frame.side, True))


def unfed(look: RhineLook) -> int:
    """The units within Full supply for which no capacity is left."""
    found = ways.reaches(look)
    return ways.wanting(look, found) & ~ways.fed(look, found)


def _allied(look: RhineLook, frame: Rationing) -> int:
    return look.game.charged_units


def _lack(look: RhineLook, frame: Rationing) -> int:
    if look.memo is None:
        look.memo = unfed(look)
    return EVERYTHING if look.memo else 0


def _near(look: RhineLook, frame: Rationing) -> int:
    return ways.wanting(look)


def _unnamed(look: RhineLook, frame: Rationing) -> int:
    return ~look.position.favoured


def _named(look: RhineLook, frame: Rationing) -> int:
    return look.position.favoured


def _room(look: RhineLook, frame: Rationing) -> int:
    return ways.nameable(look, ways.reaches(look))


def _explain_room(look: RhineLook, frame: Rationing, unit: int) -> tuple[str, str]:
    if ways.fed(look, ways.reaches(look)) >> unit & 1:
        return "SUP.23", "{it} is fed through Antwerp, whose capacity has no limit"
    return "SUP.22", "the units named already take all the capacity that {it} could draw on"


def _always(look: RhineLook, frame: Rationing) -> int:
    return 1


_LACK = Clause("lack", "SUP.22", "there is capacity enough for every unit within Full supply", _lack)
FRAMES: tuple[type[Frame], ...] = (Rationing,)
STEPS: tuple[Any, ...] = (Rations(),)
OFFERS: dict[str, Offer] = {
    "favour": Offer(
        "favour",
        "SUP.22",
        (
            Clause("allied", "SUP.22", "{it} is not an Allied combat unit", _allied),
            _LACK,
            Clause("near", "SUP.22", "{it} does not stand within Full supply", _near),
            Clause("unnamed", "R53", "{it} is among those to be supplied first", _unnamed),
            Clause("room", "SUP.22", "", _room, _explain_room),
        ),
    ),
    "unfavour": Offer(
        "unfavour",
        "SUP.22",
        (_LACK, Clause("named", "R53", "{it} is not among those to be supplied first", _named)),
    ),
    "end rationing": Offer("end", "SUP.22", (Clause("any", "SUP.22", "", _always),)),
}
VERBS: Mapping[str, tuple[str, ...]] = {"units": ("favour", "unfavour")}
SENTENCES: Mapping[str, Callable[..., str]] = {
    "favoured": lambda game, unit: f"{game.counters[unit].name} is to be supplied first.",
    "unfavoured": lambda game, unit: f"{game.counters[unit].name} is no longer to be supplied first.",
}
