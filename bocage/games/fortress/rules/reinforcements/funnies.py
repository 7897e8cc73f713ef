"""The British 79th Armoured Division: broken down into three units, and put together again (27.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.rules import UNITS, Conditions, Units, event, provided, pure

from ..look import FortressLook, Play, members
from ..position import ALLIED, BASES, STOCK
from ..supply.capacity import capacity
from ..supply.tracing import supplied

if TYPE_CHECKING:
    from ...game import Fortress

broken_down = event("broken down", "27.11", "{unit} breaks down into {parts}.", unit=UNITS, parts=UNITS)
rejoined = event("rejoined", "27.11", "{parts} form {unit} again.", unit=UNITS, parts=UNITS)


@pure(8)
def division(game: Fortress) -> int:
    """The 79th."""
    return next(unit for unit, counter in enumerate(game.counters) if "79th" in counter.traits)


@pure(8)
def parts(game: Fortress) -> Units:
    """The units into which it breaks down."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if counter.entry == "parts")


def may_split(look: FortressLook, frame: Any) -> Conditions:
    """It is at full strength, and there is capacity for three units in the place of one (27.11)."""
    unit, position = division(look.game), look.position
    at = position.units[unit].at
    yield provided(frame.side == ALLIED), "27.11", "only the British 79th breaks down"
    yield provided(at >= 0 or at in BASES), "27.11", "the 79th is not in play"
    yield provided(look.full_strength(unit)), "27.11", "the 79th is not at full strength"
    again = "the 79th has been put together in this phase"
    yield provided(not frame.reformed), "27.11", again
    more = parts(look.game).bit_count() - 1
    room = at < 0 or capacity(look) >= more
    yield provided(room), "27.11", f"the supply capacity has no room for {more} more units"


def split(play: Play) -> None:
    """The parts stand where it stood; if it took replacements, they do not move either (27.7)."""
    position, unit = play.position, division(play.game)
    at, resting = position.units[unit].at, position.resting >> unit & 1
    play.take_off(unit, STOCK)
    for part in members(parts(play.game)):
        play.put(part, at)
        position.resting |= resting << part
    broken_down(play, unit, tuple(members(parts(play.game))))


def may_rejoin(look: FortressLook, frame: Any) -> Conditions:
    """All three stand together as the turn begins, supplied and in no enemy zone (27.11)."""
    units, found = look.position.units, members(parts(look.game))
    yield provided(frame.side == ALLIED), "27.11", "only the British 79th is put together"
    places = {units[part].at for part in found}
    at = min(places)
    together = len(places) == 1 and (at >= 0 or at in BASES)
    yield provided(together), "27.11", "the three parts of the 79th do not stand in one hex"
    yield provided(not frame.reformed), "27.11", "the 79th has broken down in this phase"
    yield provided(at < 0 or not look.enemy_zone(ALLIED) >> at & 1), "27.11", "they are in an enemy zone of control"
    fed = at < 0 or not parts(look.game) & ~supplied(look, ALLIED)
    yield provided(fed), "27.11", "they are out of supply"


def rejoin(play: Play) -> None:
    """The 79th is back at full strength, and does not move this turn (27.11)."""
    position, unit, found = play.position, division(play.game), members(parts(play.game))
    at = position.units[found[0]].at
    for part in found:
        play.take_off(part, STOCK)
    play.set_steps(unit, play.game.counters[unit].steps)
    play.put(unit, at)
    position.resting |= 1 << unit
    rejoined(play, unit, tuple(found))
