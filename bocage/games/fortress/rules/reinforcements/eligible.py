"""Who may take replacements (27.7 to 27.14): sets of units with the reasons against all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.rules import Conditions, HexSet, Units, met, once, provided, pure

from ...data.counters import FRENCH, MINOR
from ..look import FortressLook, members
from ..position import AFRICA, ALLIED, DEAD, ENGLAND, GERMAN, GONE, OTHER, RESERVE, WITHDRAWN
from ..supply.lines import homeward
from . import points
from .arrivals import safe_cities

if TYPE_CHECKING:
    from ...game import Fortress

OUT = "out"  # of a counter that the Panzer Reserve takes out of play (28.5)


def replaceable(look: FortressLook, side: str) -> Conditions:
    """Units of a side that can be replaced at all (26.7, 27.10, 27.14, 22.2, 23)."""
    game, flipped = look.game, look.position.flipped
    yield game.side_units[side], "27.1", "{it} is not yours"
    yield ~look.in_place(WITHDRAWN), "26.7", "{it} was withdrawn and takes no replacements"
    yield ~bereft(game), "27.14", "French and Allied Minor units are never replaced"
    yield game.replaceable, "27.10", "units like {it} are never replaced"
    yield (
        flipped | ~game.coastal_units,
        "27.10",
        "a coastal defense unit is replaced only if its infantry side was lost",
    )
    yield (
        flipped | ~game.training_units,
        "23",
        "training divisions are replaced only after the turn of their conversion",
    )


@pure(8)
def bereft(game: Fortress) -> Units:
    """French and Allied Minor units (27.14)."""
    return sum(1 << unit for unit, counter in enumerate(game.counters) if counter.nation in (FRENCH, MINOR))


def receiving(look: FortressLook, side: str) -> Conditions:
    """Units that can take replacements where they are (27.7, 28.2)."""
    position = look.position
    yield ~(look.in_place(DEAD) | look.in_place(GONE)), "27.8", "{it} is destroyed"
    off = look.in_place(ENGLAND) | look.in_place(AFRICA) if side == ALLIED else look.in_place(RESERVE)
    yield position.on_board | off, "27.7", "{it} is not in play"
    held = look.occupied(side)
    zone = held & look.enemy_zone(side)
    yield ~look.units_in(zone, side), "27.7.A", "{it} is in an enemy zone of control"
    yield ~look.units_in(beset(look, side), side), "27.7.A", "{it} is in a fortress next to an enemy"
    home = "a port or mulberry" if side == ALLIED else "a German city in Germany or Italy"
    yield off | look.units_in(homeward(look, side), side), "27.7.B", f"no supply line leads from {{it}} to {home}"


def beset(look: FortressLook, side: str) -> HexSet:
    """Fortresses next to an enemy (27.7)."""
    return look.intact() & look.game.board.step(look.occupied(OTHER[side]))


@once
def reduced(look: FortressLook) -> Units:
    """Units that have lost a step."""
    return sum(1 << unit for unit in range(len(look.position.units)) if not look.full_strength(unit))


def raisable(look: FortressLook, side: str) -> Conditions:
    """Destroyed units that can be rebuilt (27.8)."""
    yield from replaceable(look, side)
    dead, gone = look.in_place(DEAD), look.in_place(GONE)
    yield ~gone, "26.8", "{it} is out of the game for good"
    yield dead, "27.8", "{it} is not destroyed"
    if look.position.turn > look.game.rules.numbers["reserve_turn"]:
        out = sum(1 << unit for unit in members(dead) if look.counter(unit).swap == OUT)
        yield ~out, "28.5", "{it} has been withdrawn from play for good"


def paid(look: FortressLook, side: str, cost: int) -> Conditions:
    """Units for which there are points; SS armour comes first where players want it so (27.5, 31.2)."""
    if side == GERMAN and look.game.rules.ss_first:
        yield favoured(look), "31.2", "destroyed SS armour must be rebuilt before any other armour takes points"
    yield points.payable(look, cost), "27.5", f"{{it}} costs more than there is in store: {points.told(look, side)}"


def favoured(look: FortressLook) -> Units:
    """While points suffice to raise a destroyed SS armoured unit, these and whoever is no German armour (R116)."""
    game, numbers = look.game, look.game.rules.numbers
    cost = numbers["dead_cost"] + numbers["step_cost"]
    armour = game.armored_units & game.side_units[GERMAN]
    dead = met(raisable(look, GERMAN)) & game.ss_units & armour
    possible = dead and points.funds(look, "german", points.ARMOR) >= cost and safe_cities(look)
    return dead | ~armour if possible else -1


def housed(look: FortressLook, side: str) -> Conditions:
    """Is there a place where a rebuilt unit enters (26.3, 27.8)?"""
    yield provided(side == ALLIED or bool(safe_cities(look))), "26.3", "no city in Germany is safe for it to enter"


def troops(look: FortressLook) -> Conditions:
    """HQ troops that can make way for a destroyed unit (27.13)."""
    game = look.game
    yield game.hq_troops, "27.13", "{it} is no HQ troops unit"
    yield look.position.on_board, "27.13", "{it} is not on the map"
    zone = look.occupied(GERMAN) & look.enemy_zone(GERMAN)
    yield ~look.units_in(zone, GERMAN), "27.13.A", "{it} is in an enemy zone of control"
    yield ~look.units_in(beset(look, GERMAN), GERMAN), "27.13.A", "{it} is in a fortress next to an enemy"
    line = "no supply line leads from {it} to a German city in Germany or Italy"
    yield look.units_in(homeward(look, GERMAN), GERMAN), "27.13.B", line
