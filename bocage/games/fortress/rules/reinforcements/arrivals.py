"""Arrivals: the schedules of a turn, headquarters that come back, and where units enter (13.2, 23, 26.1 to 26.6).

Germans wait off the map, for as long as the owner likes, and enter in a first move impulse: in a city of Germany, which
is offered here and asked within the movement, or by rail from an east exit (10.2). Headquarters enter in cities alone
(ruling R115). Allies go to England or Africa; some garrison Paris.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bocage.engine.offers import Choice
from bocage.hexes import HexSet
from bocage.parts.placing import Arriving, OneByOne, all_placed, picking
from bocage.rules import UNITS, Conditions, Units, automatic, event, going_on, offer, once, provided

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import ALLIED, BASES, ENGLAND, GERMAN, SCHEDULE, WAITING, WITHDRAWN
from ..supply.capacity import landing
from .schedule import ARRIVE, CONVERT, FLIP, due

arrived = event("arrived", "26.1", "{units} {units:arrives|arrive}.", sort="arrival")
in_base = event("arrived in a base", "26.3", "{units} {units:arrives|arrive} in {base}.", sort="arrival")
entered = event("entered", "26.3", "{unit} enters at {node}.", sort="arrival")
garrisoned = event("garrisoned", "26.5", "{unit} appears in {node}.", sort="arrival")
returned = event("headquarters returned", "13.2", "{unit} is set up anew.", sort="arrival")
flipped = event("headquarters flipped", "13.2", "{unit} has a new commander.")
converted = event("converted", "23", "{units} {units:becomes a regular division|become regular divisions}.")
readied = event("varsity", "31.18.1", "{units} {units:stands|stand} ready in England at full strength.", sort="arrival")


def coming(look: FortressLook, side: str) -> Units:
    """Units of a side that are due this turn, for the first time or again, as they were withdrawn (26.1, 26.9)."""
    places = look.in_place(SCHEDULE) | look.in_place(WITHDRAWN)
    return sum(1 << unit for unit in due(look, side, ARRIVE)) & places


# The Germans


@automatic("german schedule", "26.1")
def german_schedule(play: Play, side: str) -> None:
    """Training divisions are converted, headquarters turned over, and reinforcements come (13.2, 23, 26.1)."""
    position, numbers = play.position, play.game.unit_numbers
    # Destroyed training divisions too: these may be rebuilt from now on (23).
    if units := [unit for unit in due(play.look, GERMAN, CONVERT) if play.game.training_units >> unit & 1]:
        position.flipped |= sum(1 << unit for unit in units)
        converted(play, tuple(units))
    for unit in due(play.look, GERMAN, FLIP):
        if not position.flipped >> unit & 1:  # its first side was not lost before (13.2)
            position.flipped |= 1 << unit
            flipped(play, unit)
    # Second sides of headquarters that were lost on an earlier game turn (13.2, ruling R35).
    for unit in [numbers[name] for name, turn in position.hq_due.items() if turn <= position.turn]:
        play.put(unit, WAITING)
        returned(play, unit)
    position.hq_due = {name: turn for name, turn in position.hq_due.items() if turn > position.turn}
    if coming_now := tuple(members(coming(play.look, GERMAN))):
        for unit in coming_now:
            play.put(unit, WAITING)
        arrived(play, coming_now)
    play.start("recall", GERMAN)


@once
def safe_cities(look: FortressLook) -> HexSet:
    """German cities in Germany out of enemy zones; without one whoever is due waits (26.3, R91)."""
    return look.cities(GERMAN) & look.game.data.germany & ~look.enemy_zone(GERMAN)


def waiting(look: FortressLook, side: str) -> Units:
    """German units off the map that may enter now (26.2, 26.6)."""
    return look.in_place(WAITING, side) if look.position.impulse == 1 else 0


def entering(look: FortressLook, frame: Any) -> Conditions:
    """The cities where the unit in hand may enter, within the movement (26.2, 26.3)."""
    yield provided(frame.hand.bit_count() == 1), "26.2", "choose one unit that waits to enter"
    yield provided(bool(frame.hand & look.in_place(WAITING))), "26.3", "the unit in hand is on the map already"
    first = "reinforcements enter in the first move impulse only"
    yield provided(bool(frame.hand & waiting(look, frame.side))), "26.2", first
    yield from ground(look)


def ground(look: FortressLook) -> Conditions:
    """What a city must be for German units to appear there."""
    yield look.game.german_cities, "26.3", "{it} is no city in Germany"
    yield look.last_cities(GERMAN), "26.3", "{it} is not under German control"
    yield safe_cities(look), "26.3", "{it} is in an enemy zone of control"


def enter_city(play: Play, frame: Any, node: int) -> None:
    """The unit in hand appears in a city, which costs it nothing (26.3)."""
    entered(play, frame.unit, node)
    enter(play, frame.unit, node)


# The Allies


def to_base(base: int, rule: str, when: Callable[[FortressLook, Any], bool]) -> Choice:
    """The unit in hand goes to England, or to Africa; what that brings with it the step says (`come`)."""
    made = going_on(rule, f"To {BASES[base]}", verb=BASES[base].lower(), when=when)
    made.does(lambda step, play, frame, _: step.come(play, frame, base))
    return made


class AlliedArrivals(OneByOne[Arriving], name="allied arrivals", rule="26.3"):
    """Who is due goes to England unless the owner says Africa; French units may garrison Paris (26.3, 26.5, 26.6)."""

    still = "to arrive"

    def begin(self, play: Play, side: str) -> Arriving:
        if play.game.rules.varsity and play.position.turn == play.game.rules.numbers["varsity_turn"]:
            ready(play)
        return super().begin(play, side)

    def waiting(self, look: FortressLook, frame: Arriving) -> Units:
        return coming(look, ALLIED)

    def must(self, look: FortressLook, frame: Arriving) -> Units:
        return 0  # whoever is not sent elsewhere goes to England

    def where(self, look: FortressLook, frame: Arriving) -> str:
        return "in England or Africa"

    def idle(self, look: FortressLook, frame: Arriving) -> str:
        left = look.game.paris_garrison & look.in_place(SCHEDULE)
        return "Arrivals: garrison Paris, or go on." if left else "Arrivals: go on."

    england, africa = (to_base(base, "26.3", lambda look, frame: frame.hand >= 0) for base in BASES)

    def come(self, play: Play, frame: Arriving, base: int) -> None:
        play.put(frame.hand, base)
        in_base(play, (frame.hand,), BASES[base])
        play.swap(self.next_hand(play, frame.but(acted=True)))

    @picking("pick", "26.3", "", "{it} is in hand already: say where it goes")
    def pick(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield coming(look, ALLIED), "26.1", "{it} is not due on this turn"

    @offer("garrison", UNITS, "26.5", "Garrison Paris")
    def garrison(self, look: FortressLook, frame: Arriving) -> Conditions:
        game = look.game
        yield game.paris_garrison, "26.5", "{it} does not belong to the garrison of Paris"
        yield look.in_place(SCHEDULE), "26.5", "{it} has come already"
        early = "the garrison of Paris does not come before August I"
        yield provided(look.position.turn >= game.rules.numbers["paris_garrison_turn"]), "26.5", early
        # Allied units have not moved yet on this turn: who holds Paris now took it on an earlier one (R87).
        paris = game.data.zones["paris"]
        yield provided(bool(look.cities(ALLIED) & paris)), "26.5", "the Allies do not hold Paris"
        yield from landing(look)
        node = paris.bit_length() - 1
        room = sum(1 << unit for unit in members(game.paris_garrison) if look.has_room(unit, node))
        yield room, "6.1", "there is no room in Paris"

    @garrison.does
    def _(self, play: Play, frame: Arriving, unit: int) -> None:
        node = play.game.data.zones["paris"].bit_length() - 1
        garrisoned(play, unit, node)
        enter(play, unit, node)
        play.swap(frame.but(acted=True))

    end = all_placed("Go on", "whoever is left arrives in England")

    def over(self, play: Play, frame: Arriving) -> None:
        if units := tuple(members(coming(play.look, ALLIED))):
            for unit in units:
                play.put(unit, ENGLAND)
            in_base(play, units, BASES[ENGLAND])


def ready(play: Play) -> None:
    """The British airborne divisions stand in England at full strength, wherever they were (31.18.1, R123)."""
    units = tuple(members(play.game.trait("varsity")))
    for unit in units:
        play.take_off(unit, ENGLAND)
        play.set_steps(unit, play.game.counters[unit].steps)
    readied(play, units)
