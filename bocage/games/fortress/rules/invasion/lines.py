"""Where the Allies can land: lines of beaches (12.5, 12.6, 12.15), inland ports (12.16), areas and bases (12.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import HexSet, pure

from ..look import FortressLook
from ..position import AFRICA, ENGLAND
from ..supply import ports

if TYPE_CHECKING:
    from ...game import Fortress

BASE = {"England": ENGLAND, "Africa": AFRICA}


@pure(1)
def coast(game: Fortress) -> HexSet:
    """Hexes that can be invaded at all (12.5); the Isle of Jersey if it is in play (31.5)."""
    return game.data.invadable | (1 << game.data.jersey if game.rules.jersey else 0)


def invadable(look: FortressLook) -> HexSet:
    """Hexes where units can come ashore now, as far as one sees (12.5, 21.2)."""
    return coast(look.game) & ~ports.shut(look)


@pure(256)
def beside(game: Fortress, line: HexSet) -> HexSet:
    """Hexes that continue a line: joined by land or an arrow, and inland ports by their mouth (12.15, R72)."""
    board, data = game.board, game.data
    inland = data.inland_ports
    water = data.estuaries - data.arrows
    joined = (board.every - water).step(line & ~inland) & coast(game) & ~inland
    for node, port in data.ports.items():
        if port.kind != "inland":
            continue
        if line >> node & 1:
            joined |= port.joins
        if port.joins & line:
            joined |= 1 << node
    return joined & ~line


def areas(game: Fortress, line: HexSet) -> tuple[str, ...]:
    """The invasion areas that a line touches (12.10)."""
    jersey = 1 << game.data.jersey
    touched = line | (game.board.step(jersey) & coast(game) if line & jersey else 0)
    return tuple(name for name, hexes in game.data.areas.items() if hexes & touched)


def capacity(game: Fortress, line: HexSet) -> tuple[int, int]:
    """Factors of the first impulse and units of the second; of two areas the lesser counts (12.10)."""
    found = [game.data.capacities[name] for name in areas(game, line)]
    return min(area.first_factors for area in found), min(area.second_units for area in found)


def base(game: Fortress, hexes: HexSet) -> int:
    """Where units that come ashore there start: Africa for the Mediterranean, England for all else (12.4, 21.8)."""
    return BASE[game.data.capacities[areas(game, hexes)[0]].base]


def southern(game: Fortress) -> HexSet:
    """The coast that is reached from Africa (12.4)."""
    return game.data.mediterranean_coast


def districts(game: Fortress, line: HexSet) -> tuple[str, ...]:
    """The Military Districts that a line touches (9.1.A, ruling R71)."""
    jersey = 1 << game.data.jersey
    return tuple(name for name, hexes in game.data.districts.items() if hexes & line or (name == "7" and line & jersey))
