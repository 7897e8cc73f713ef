"""The boxes of the German Initial Game Set-up Display: districts, cities, and free units (3.3, 31.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HexSet, Units, pure

from ..look import FortressLook, members
from ..position import GERMAN

if TYPE_CHECKING:
    from ...game import Fortress

FREE = "free"


@pure(1)
def starters(game: Fortress) -> Units:
    """The German units that are set up before the game."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if counter.side == GERMAN and counter.start)


@pure(1)
def sizes(game: Fortress) -> dict[str, int]:
    """How many boxes there are of each kind: district, hex of a city, or free."""
    found: dict[str, int] = {}
    for unit in members(starters(game)):
        start = game.counters[unit].start
        found[start] = found.get(start, 0) + 1
    return found


@pure(1)
def city_boxes(game: Fortress) -> HexSet:
    """The cities that have a box of their own."""
    return game.board.set(box for box in sizes(game) if box in game.board.index)


def district_at(game: Fortress, node: int) -> str:
    """The Military District of a hex, or nothing; Jersey is of the 7th (ruling R117)."""
    return next((name for name in game.data.districts if ground(game, name) >> node & 1), "")


@pure(16)
def ground(game: Fortress, box: str) -> HexSet:
    """Where the units of a box are set up."""
    if box in game.board.index:
        return 1 << game.board.index[box]
    stand = game.land & ~game.dyke
    if box == FREE:
        return stand
    isle = 1 << game.data.jersey if box == "7" and game.rules.jersey else 0
    return game.data.districts[box] & stand | isle


def taken(look: FortressLook, without: Units = 0) -> dict[str, int]:
    """How many boxes of each kind are filled: the frozen fill those of districts, one other that of a city.

    Everybody else is a free unit.
    """
    game, position = look.game, look.position
    found = dict.fromkeys(sizes(game), 0)
    for unit in members(starters(game) & position.on_board & ~without):
        at, label = position.units[unit].at, game.board.labels[position.units[unit].at]
        if position.frozen >> unit & 1:
            found[district_at(game, at)] += 1
        elif not found.get(label, 1):
            found[label] = 1
        else:
            found[FREE] += 1
    return found


def open_boxes(look: FortressLook, without: Units = 0) -> HexSet:
    """Hexes of districts and cities in which a box is still empty (31.8)."""
    game, used = look.game, taken(look, without)
    hexes = 0
    for box, size in sizes(game).items():
        if box != FREE and used[box] < size:
            hexes |= ground(game, box)
    return hexes
