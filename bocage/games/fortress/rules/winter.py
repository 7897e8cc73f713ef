"""The winter scenarios (33.3, 33.4): what is different on the first turns of the Ardennes offensive."""

from __future__ import annotations

from bocage.rules import HexSet, Units, once

from .look import FortressLook, Play, members
from .position import ALLIED, GERMAN


def turn_of_offensive(look: FortressLook) -> int:
    """Which turn of the offensive it is: 1 for December III, 2 for December IV, ...; 0 outside the winter scenarios."""
    game = look.game
    return look.position.turn - game.data.scenarios[game.scenario].first_turn + 1 if game.rules.winter else 0


def ignoring_zones(look: FortressLook, side: str) -> Units:
    """Units whom enemy zones neither stop nor pin: 1st and 150th SS in the second move of December III (R96)."""
    return look.game.trait("peiper") if side == GERMAN and look.position.impulse == 2 and opening(look) else 0


def slow_americans(look: FortressLook) -> Units:
    """Americans who move one hex an impulse on December IV (33.3.9.5)."""
    return look.game.americans & ~look.position.reacting if turn_of_offensive(look) == 2 else 0


def react(play: Play) -> None:
    """The Allied turn of December IV begins: who is next to the Germans of the sector, or was called, moves (R97)."""
    look = play.look
    if turn_of_offensive(look) == 2:
        beside = look.game.board.step(look.occupied(GERMAN) & look.game.data.zones["sector"])
        near = look.units_in(beside, ALLIED) & look.game.americans
        play.position.reacting = near | look.game.trait("relief")


def opening(look: FortressLook) -> bool:
    """Is it December III, the turn on which the offensive begins (33.3.9)?"""
    return turn_of_offensive(look) == 1


def opening_blow(look: FortressLook) -> bool:
    """Is it the first combat impulse of that turn (33.3.9.3, 33.3.9.4, 33.4.1)?"""
    return opening(look) and look.position.impulse == 1


@once
def attackers(look: FortressLook) -> Units:
    """German units that may attack on December III (33.3.9.2, ruling R94)."""
    position, zones = look.position, look.game.data.zones
    line = look.units_in(zones["attack_line"], GERMAN)
    if position.impulse == 1 or look.game.rules.strict_start_line:
        return line
    return (line | look.units_in(zones["between_rivers"], GERMAN)) & position.start_line


@once
def targets(look: FortressLook) -> HexSet:
    """Hexes that may be attacked on December III: Americans between the Moselle and the Meuse (33.3.9.2)."""
    between = look.game.data.zones["between_rivers"]
    return look.hexes_of(members(look.units_in(between, ALLIED) & look.game.americans))


def past_the_line(look: FortressLook, node: int) -> bool:
    """Does a hex lie west of the nearest German start hex of the sector (33.3.9.4, rulings R48, R74)?"""
    board, data = look.game.board, look.game.data
    starts = board.nodes(data.zones["sector"] & data.zones["attack_line"])
    return data.longitude[node] < data.longitude[min(starts, key=lambda start: (board.distance(start, node), start))]
