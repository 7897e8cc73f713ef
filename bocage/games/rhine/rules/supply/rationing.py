"""Who is supplied first where beaches and ports cannot feed everybody (SUP.22, rulings R53, R110)."""

from __future__ import annotations

from bocage.parts.questions import Acted, Acting
from bocage.rules import UNITS, Conditions, Units, event, going_on, offer, provided

from ..look import Play, RhineLook, members
from ..telling import unit_names
from . import capacity

favoured = event("favoured", "SUP.22", "{unit} is to be supplied first.", unit=UNITS)
unfavoured = event("unfavoured", "SUP.22", "{unit} is no longer to be supplied first.", unit=UNITS)


class Rations(Acting[Acted]):
    """Asked only if more units stand within Full supply than the sources can feed (SUP.22)."""

    name, rule = "rationing", "SUP.22"

    def begin(self, play: Play, side: str) -> Acted:
        play.position.favoured &= play.position.on_board
        return super().begin(play, side)

    def text(self, look: RhineLook, frame: Acted) -> str:
        lacking = unfed(look).bit_count()
        units = "1 unit is" if lacking == 1 else f"{lacking} units are"
        return f"Ports and beaches cannot feed everybody: {units} Short. Name those to be supplied first, or go on."

    def warnings(self, look: RhineLook, frame: Acted) -> list[str]:
        lacking = unfed(look)
        return [f"Short for want of capacity: {unit_names(look.game, members(lacking))} (SUP.22)."] if lacking else []

    @offer("favour", UNITS, "SUP.22")
    def favour(self, look: RhineLook, frame: Acted) -> Conditions:
        yield look.game.charged_units, "SUP.22", "{it} is not an Allied combat unit"
        yield from _lack(look)
        yield capacity.wanting(look), "SUP.22", "{it} does not stand within Full supply"
        yield ~look.position.favoured, "R53", "{it} is among those to be supplied first"
        yield capacity.nameable(look), "SUP.22", lambda unit: _no_room(look, unit)

    favour.marks("favoured", favoured)

    @offer("unfavour", UNITS, "SUP.22")
    def unfavour(self, look: RhineLook, frame: Acted) -> Conditions:
        yield from _lack(look)
        yield look.position.favoured, "R53", "{it} is not among those to be supplied first"

    unfavour.unmarks("favoured", unfavoured)
    end = going_on("SUP.22", "Leave it at that", "leave it at that")


def unfed(look: RhineLook) -> Units:
    """The units within Full supply for which no capacity is left."""
    return capacity.wanting(look) & ~capacity.fed(look)


def _lack(look: RhineLook) -> Conditions:
    yield provided(unfed(look) != 0), "SUP.22", "there is capacity enough for every unit within Full supply"


def _no_room(look: RhineLook, unit: int) -> tuple[str, str]:
    if capacity.fed(look) >> unit & 1:
        return "SUP.23", "{it} is fed through Antwerp, whose capacity has no limit"
    return "SUP.22", "the units named already take all the capacity that {it} could draw on"
