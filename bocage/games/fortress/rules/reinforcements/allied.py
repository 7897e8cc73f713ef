"""Allied arrivals: England or Africa, the garrison of Paris, and the divisions of Operation Varsity (26.3 to 26.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.placing import Arriving, Placing, all_placed, picking
from bocage.rules import HEXES, PLAIN, UNITS, Conditions, Units, event, offer, provided, pure

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import AFRICA, ALLIED, ENGLAND, SCHEDULE
from ..supply.capacity import landing
from .arrivals import coming

if TYPE_CHECKING:
    from ...game import Fortress

NAMES = {ENGLAND: "England", AFRICA: "Africa"}
PARIS = "Paris"  # the group of the garrison in the Arrival Schedule

arrived = event(
    "arrived in a base", "26.3", "{units} {units:arrives|arrive} in {base}.", sort="arrival", units=UNITS, base="word"
)
garrisoned = event("garrisoned", "26.5", "{unit} appears in {node}.", sort="arrival", unit=UNITS, node=HEXES)
readied = event(
    "varsity", "31.18.1", "{units} {units:stands|stand} ready in England at full strength.", sort="arrival", units=UNITS
)


class AlliedArrivals(Placing[Arriving]):
    """Who is due goes to England unless the owner says Africa; French units may garrison Paris (26.3, 26.5, 26.6)."""

    name, rule = "allied arrivals", "26.3"
    still = "to arrive"

    def begin(self, play: Play, side: str) -> Arriving:
        if play.game.rules.varsity and play.position.turn == play.game.rules.numbers["varsity_turn"]:
            ready(play)
        return self.next_hand(play, self.frame(side))  # type: ignore[arg-type]

    def keep(self, look: FortressLook, frame: Arriving) -> bool:
        return frame.acted

    def waiting(self, look: FortressLook, frame: Arriving) -> Units:
        return coming(look, ALLIED)

    def must(self, look: FortressLook, frame: Arriving) -> Units:
        return 0  # whoever is not sent elsewhere goes to England

    def why_must(self, look: FortressLook, units: Units) -> str:
        return "reinforcements go to England or Africa"

    def where(self, look: FortressLook, frame: Arriving) -> str:
        return "in England or Africa"

    def idle(self, look: FortressLook, frame: Arriving) -> str:
        return "Arrivals: garrison Paris, or go on." if garrison(look) else "Arrivals: go on."

    @offer("england", PLAIN, "26.3", "To England")
    def england(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield provided(frame.hand >= 0), "26.3", "nobody is in hand"

    @england.does
    def _(self, play: Play, frame: Arriving, _: int) -> None:
        self._come(play, frame, ENGLAND)

    @offer("africa", PLAIN, "26.3", "To Africa")
    def africa(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield provided(frame.hand >= 0), "26.3", "nobody is in hand"

    @africa.does
    def _(self, play: Play, frame: Arriving, _: int) -> None:
        self._come(play, frame, AFRICA)

    @picking("pick", "26.3", "", "{it} is in hand already: say where it goes")
    def pick(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield coming(look, ALLIED), "26.1", "{it} is not due on this turn"

    @offer("garrison", UNITS, "26.5", "Garrison Paris")
    def garrison(self, look: FortressLook, frame: Arriving) -> Conditions:
        game = look.game
        yield garrison_units(look.game), "26.5", "{it} does not belong to the garrison of Paris"
        yield look.in_place(SCHEDULE), "26.5", "{it} has come already"
        early = "the garrison of Paris does not come before August I"
        yield provided(look.position.turn >= game.rules.numbers["paris_garrison_turn"]), "26.5", early
        # Allied units have not moved yet on this turn: who holds Paris now took it on an earlier one (R87).
        paris = game.data.zones["paris"]
        yield provided(bool(look.cities(ALLIED) & paris)), "26.5", "the Allies do not hold Paris"
        yield from landing(look)
        node = paris.bit_length() - 1
        room = sum(1 << unit for unit in members(garrison(look)) if look.has_room(unit, node))
        yield room, "6.1", "there is no room in Paris"

    @garrison.does
    def _(self, play: Play, frame: Arriving, unit: int) -> None:
        node = play.game.data.zones["paris"].bit_length() - 1
        garrisoned(play, unit, node)
        enter(play, unit, node)
        play.swap(replace(frame, acted=True))

    end = all_placed("Go on", "whoever is left arrives in England")

    def over(self, play: Play, frame: Arriving) -> None:
        units = tuple(members(coming(play.look, ALLIED)))
        for unit in units:
            play.put(unit, ENGLAND)
        if units:
            arrived(play, units, NAMES[ENGLAND])

    def _come(self, play: Play, frame: Arriving, base: int) -> None:
        play.put(frame.hand, base)
        arrived(play, (frame.hand,), NAMES[base])
        play.swap(self.next_hand(play, replace(frame, acted=True)))


@pure(8)
def garrison_units(game: Fortress) -> Units:
    """The French divisions of the garrison of Paris (26.5)."""
    return sum(1 << game.unit_numbers[line.unit] for line in game.data.schedule if line.group == PARIS)


def garrison(look: FortressLook) -> Units:
    """Those of them that have not come yet."""
    return garrison_units(look.game) & look.in_place(SCHEDULE)


def ready(play: Play) -> None:
    """The British airborne divisions stand in England at full strength, wherever they were (31.18.1, R123)."""
    units = tuple(number for number, counter in enumerate(play.game.counters) if "varsity" in counter.traits)
    for unit in units:
        play.take_off(unit, ENGLAND)
        play.set_steps(unit, play.game.counters[unit].steps)
    readied(play, units)
