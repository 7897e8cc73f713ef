"""The Panzer Reserve (28): it leaves the map on November I, is rebuilt in one way or the other, and comes back."""

from __future__ import annotations

from bocage.parts.placing import Arriving, OneByOne, all_placed, picking, placing
from bocage.rules import UNITS, Conditions, HexSet, OfSide, Question, Units, automatic, event, going_on, once

from ..look import FortressLook, Play, members
from ..movement.entering import enter
from ..position import DEAD, GERMAN, GONE, RESERVE
from .arrivals import ground
from .schedule import TO_RESERVE, call_away

OUT = "out"  # of a counter that the Panzer Reserve takes out of play (28.5)

swapped = event("re-equipped", "28.5", "{unit} is now {other}.", other=UNITS)
retired = event("retired", "28.5", "{unit} is withdrawn from play for good.")
rebuilt = event(
    "reserve rebuilt", "28.3.A",
    "The Panzer Reserve is brought up to full strength; the Germans forfeit all armour replacements.", side=GERMAN,
)  # fmt: skip
went_on = event("reserve kept", "28.3.B", "The Panzer Reserve stays as it is.", side=GERMAN)
back = event("reserve back", "28.4", "{unit} comes back from the Panzer Reserve at {node}.", sort="arrival")


@automatic("panzer reserve", "28.1")
def panzer_reserve(play: Play, side: str) -> None:
    """It leaves at the start of the first move impulse of November I, and may come back in the winter (28.1, 28.4).

    The named units go as they are, in contact or not; for the destroyed and unsupplied others are sought.
    """
    position, numbers = play.position, play.game.rules.numbers
    if position.turn == numbers["reserve_turn"] and position.impulse == 1:
        play.start("reserve equipment", GERMAN)
        call_away(play, GERMAN, TO_RESERVE, "28.1")
    if numbers["reserve_first_return"] <= position.turn <= numbers["reserve_last_return"]:
        play.start("reserve return", GERMAN)


@automatic("reserve equipment", "28.5")
def reserve_equipment(play: Play, side: str) -> None:
    """1 SS and Lehr change their counters, and 101 SS leaves play (28.5)."""
    for unit in members(play.look.in_place(RESERVE)):
        if play.game.counters[unit].swap == OUT:
            play.put(unit, GONE)
            retired(play, unit)
        else:
            re_equip(play, unit)


def re_equip(play: Play, unit: int) -> int:
    """The unit, or the counter that takes its place with as many steps (28.5)."""
    other = play.game.unit_numbers.get(play.game.counters[unit].swap)
    if other is None:
        return unit
    now = play.position.units[unit]
    play.set_steps(other, now.steps)
    play.put(other, now.at)
    play.put(unit, GONE)
    swapped(play, unit, other)
    return other


def comes_as(play: Play, unit: int) -> int:
    """The counter as which a destroyed unit returns to play: after November I its new one (28.5)."""
    return re_equip(play, unit) if play.position.turn > play.game.rules.numbers["reserve_turn"] else unit


class ReserveChoice(Question[OfSide], name="reserve choice", rule="28.3"):
    """All of it at once, and no armour points ever again; or points as before (28.3)."""

    asks = "Panzer Reserve: rebuild it at once and forfeit all armour replacements (A), or go on as before (B)?"

    at_once = "the reserve is rebuilt for all armour replacements to come"
    rebuild = going_on("28.3.A", "Option A", at_once, verb="rebuild", then=lambda play: rebuild_all(play))
    go_on = going_on("28.3.B", "Option B", "replacements as before", verb="continue", then=went_on)


def rebuild_all(play: Play) -> None:
    """The reserve is filled, and destroyed armoured divisions and SS armour join it whole (28.3.A, R40, R70)."""
    game, position, look = play.game, play.position, play.look
    dead = look.in_place(DEAD) & game.side_units[GERMAN] & game.armored_units & game.replaceable
    for unit in members(dead):
        counter = game.counters[unit]
        if (counter.division or counter.ss) and counter.swap != OUT:
            play.put(comes_as(play, unit), RESERVE)
    for unit in members(play.look.in_place(RESERVE)):
        play.set_steps(unit, game.counters[unit].steps)
    stored, armour = position.stores.get("german", (0, 0))
    position.stores = {**position.stores, "german": (stored - armour, 0)}
    position.armour_forfeited = True
    rebuilt(play)


@once
def return_cities(look: FortressLook) -> HexSet:
    """Hexes from which a line out of enemy zones leads to the east edge (28.4)."""
    open_hexes = look.game.land & ~look.enemy_zone(GERMAN)
    return look.game.land_sides.flood(look.game.data.east_edge & open_hexes, open_hexes)


class ReserveReturn(OneByOne[Arriving], name="reserve return", rule="28.4"):
    """All of it comes back together, in an impulse of the owner's choice (28.4, ruling R41)."""

    def waiting(self, look: FortressLook, frame: Arriving) -> Units:
        return look.in_place(RESERVE)

    def must(self, look: FortressLook, frame: Arriving) -> Units:
        return look.in_place(RESERVE) if frame.acted else 0  # once one is back

    def where(self, look: FortressLook, frame: Arriving) -> str:
        return "in Germany" if frame.acted else "in Germany, and all others too, or hold the Panzer Reserve back"

    asks, owing = "The Panzer Reserve is back.", "the Panzer Reserve comes back all together"

    @placing("place", "28.4")
    def place(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield from ground(look)
        yield return_cities(look), "28.4", "no line free of enemy zones leads from {it} to the east edge of the map"

    @place.does
    def _(self, play: Play, frame: Arriving, node: int) -> None:
        back(play, frame.hand, node)
        enter(play, frame.hand, node)
        play.position.reserve_back = True
        play.swap(self.next_hand(play, frame.but(acted=True)))

    @picking("pick", "28.4")
    def pick(self, look: FortressLook, frame: Arriving) -> Conditions:
        yield look.in_place(RESERVE), "28.4", "{it} is not in the Panzer Reserve"

    end = all_placed("Go on", "the Panzer Reserve is held back, or all of it is placed")
