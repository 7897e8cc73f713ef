"""Decoys in Germany (31.6, ruling R118): markers that cover single units until somebody comes near."""

from __future__ import annotations

from collections.abc import Callable

from bocage.parts.questions import Acted, Acting
from bocage.rules import HEXES, PATH, UNITS, Conditions, HexSet, Units, event, going_on, offer, once, provided

from ..look import FortressLook, Play, members
from ..position import ALLIED, GERMAN

covers = event("covered", "31.6", "{unit} is covered by a decoy.", unit=UNITS)
bared = event("decoy taken off", "31.6", "{unit} is under no decoy any more.", unit=UNITS)
uncovers = event("uncovered", "31.6", "The unit under the decoy at {node} is {unit}.", node=HEXES, unit=UNITS)
moves_covered = event(
    "moves under a decoy", "31.6", "A unit under a decoy moves {path}.", sort="move", side=GERMAN, path=PATH
)


@once
def watched(look: FortressLook) -> HexSet:
    """Hexes within five of an Allied unit."""
    board, hexes = look.game.board, look.occupied(ALLIED)
    for _ in range(look.game.rules.numbers["decoy_range"]):
        hexes |= board.step(hexes)
    return hexes


def uncovered(look: FortressLook) -> Units:
    """Units whose decoy comes off: out of Germany, or with an Allied unit within five hexes."""
    position = look.position
    safe = look.game.data.germany & ~watched(look)
    found = 0
    for unit in members(position.decoys):
        found |= (not safe >> position.units[unit].at & 1) << unit
    return found


def check(play: Play) -> None:
    """Somebody has come to another hex: decoys that have served come off."""
    if play.position.decoys:
        for unit in members(uncovered(play.look)):
            take_off(play, unit)


def take_off(play: Play, unit: int) -> None:
    """A decoy comes off, and is free for use again."""
    play.looked()
    play.position.decoys &= ~(1 << unit)
    uncovers(play, play.position.units[unit].at, unit)


def tell(
    play: Play, telling: Callable[..., None], covered: Units, units: tuple[int, ...], *data: object, rule: str = "",
    unseen: Callable[..., None] = moves_covered,
) -> None:  # fmt: skip
    """Tell of a move of units, or what befalls them: those under a decoy are named to the Germans alone."""
    secret = [unit for unit in units if covered >> unit & 1]
    if not secret:
        telling(play, units, *data, rule=rule)
        return
    telling(play, units, *data, rule=rule, eyes=(GERMAN,))
    others = (ALLIED,)
    known = tuple(unit for unit in units if unit not in secret)
    if known:
        telling(play, known, *data, rule=rule, eyes=others)
    for _ in secret:
        unseen(play, *data[:1], eyes=others)


def free_decoys(look: FortressLook) -> int:
    """Decoys that lie on nothing, neither here nor in the place of hidden units (31.7)."""
    position = look.position
    used = position.decoys.bit_count() + sum(position.markers.values())
    return look.game.rules.numbers["decoys"] - used


class Decoys(Acting[Acted]):
    """At the set-up and at the beginning of a German player turn decoys are put on or taken off (ruling R118)."""

    name, rule = "decoys", "31.6"

    def keep(self, look: FortressLook, frame: Acted) -> bool:
        return True  # whether there is anything to cover is for the Germans to know

    def text(self, look: FortressLook, frame: Acted) -> str:
        return f"Cover units in Germany with decoys, or go on: {free_decoys(look)} are left."

    @offer("mask", UNITS, "31.6", "Cover it with a decoy")
    def mask(self, look: FortressLook, frame: Acted) -> Conditions:
        position, game = look.position, look.game
        yield game.side_units[GERMAN] & game.land_units, "31.6", "only German units are covered"
        yield position.on_board, "31.6", "{it} is not on the map"
        yield ~position.hidden, "31.6", "{it} is hidden"
        yield ~position.decoys, "31.6", "{it} is under a decoy already"
        yield look.units_in(game.data.germany, GERMAN), "31.6", "{it} is not in Germany"
        yield ~look.units_in(watched(look), GERMAN), "31.6", "an Allied unit is within five hexes of {it}"
        yield provided(free_decoys(look) > 0), "31.6", "all decoys are in use"

    @mask.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.position.decoys |= 1 << unit
        covers(play, unit, eyes=(GERMAN,))

    @offer("unmask", UNITS, "31.6", "Take its decoy off")
    def unmask(self, look: FortressLook, frame: Acted) -> Conditions:
        yield look.position.decoys, "31.6", "{it} is under no decoy"

    @unmask.does
    def _(self, play: Play, frame: Acted, unit: int) -> None:
        play.position.decoys &= ~(1 << unit)
        bared(play, unit, eyes=(GERMAN,))

    end = going_on("31.6", "No more decoys")
