"""The Ardennes set-up: the Germans rearrange the units behind the front of December III (31.10, ruling R106)."""

from __future__ import annotations

from bocage.parts.placing import picking, placing
from bocage.parts.questions import Handling, InHand
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, HexSet, event, offer

from ..look import FortressLook, Play
from ..position import GERMAN
from .december import note_lines

rearranged = event("rearranged", "31.10", "{unit} is placed at {node}.", sort="arrival", unit=UNITS, node=HEXES)
over = event("ardennes set-up over", "31.10", "The Germans have rearranged their front.", side=GERMAN)


class Rearranging(InHand, frozen=True):
    """A unit behind the front is in hand, or none; has any been moved?"""

    acted: bool = False


class ArdennesSetUp(Handling[Rearranging]):
    """Up to three units a hex, whatever the ground; those who stack free besides (31.10)."""

    name, rule = "ardennes set-up", "31.10"

    def keep(self, look: FortressLook, frame: Rearranging) -> bool:
        return True

    def text(self, look: FortressLook, frame: Rearranging) -> str:
        if frame.hand < 0:
            return "Rearrange the units behind the Ardennes front, or keep them where they are."
        return f"Place {look.counter(frame.hand).name} in a hex of the Ardennes front."

    @placing("place", "31.10", "Place it here")
    def place(self, look: FortressLook, frame: Rearranging) -> Conditions:
        yield ground(look), "31.10", "{it} does not lie between HH10 and GG14 or up to two hex rows behind"
        free = look.game.free_stackers >> frame.hand & 1
        most = f"{{it}} holds {_most(look)} units at the set-up"
        yield -1 if free else ~crowded(look, _most(look) - 1, frame.hand), "31.10", most

    @place.does
    def _(self, play: Play, frame: Rearranging, node: int) -> None:
        play.put(frame.hand, node)
        rearranged(play, frame.hand, node)
        play.swap(Rearranging(frame.side, acted=True))

    @picking("pick", "31.10")
    def pick(self, look: FortressLook, frame: Rearranging) -> Conditions:
        yield look.game.side_units[GERMAN], "31.10", "only German units are rearranged"
        yield look.units_in(ground(look), GERMAN), "31.10", "{it} does not stand behind the Ardennes front"

    @pick.does
    def _(self, play: Play, frame: Rearranging, unit: int) -> None:
        play.swap(Rearranging(frame.side, unit, frame.acted))

    @offer("end", PLAIN, "31.10", "The set-up is complete", "the front stands")
    def end(self, look: FortressLook, frame: Rearranging) -> Conditions:
        full = crowded(look, _most(look)) if frame.acted else 0
        yield not full, "31.10", lambda _: f"{look.hex_names(full)}: {_most(look)} units may be in a hex"

    @end.does
    def _(self, play: Play, frame: Rearranging, _: int) -> None:
        play.pop()
        note_lines(play.game, play.position)
        over(play)


def ground(look: FortressLook) -> HexSet:
    """Between HH10 and GG14, and two hex rows behind."""
    return look.game.data.zones["rearrange"]


def _most(look: FortressLook) -> int:
    return look.game.rules.numbers["ardennes_stacking"]


def crowded(look: FortressLook, most: int, without: int = -1) -> HexSet:
    """Hexes of the front with more German units than so many that count, one of them set aside."""
    found = 0
    for node in look.game.board.nodes(ground(look) & look.occupied(GERMAN)):
        stack = [unit for unit in look.of_side(node, GERMAN) if unit != without]
        found |= (look.weight(stack) > most) << node
    return found
