"""Decoys in Germany (31.6, ruling R118): markers that cover single units until somebody comes near."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.parts.questions import Acted, Acting
from bocage.rules import HEXES, UNITS, Conditions, Event, HexSet, event, going_on, offer, once, provided

from ..look import FortressLook, Play, members
from ..position import ALLIED, GERMAN, FortressPosition

if TYPE_CHECKING:
    from ...game import Fortress

covers = event("covered", "31.6", "{unit} is covered by a decoy.", unit=UNITS)
bared = event("decoy taken off", "31.6", "{unit} is under no decoy any more.", unit=UNITS)
uncovers = event("uncovered", "31.6", "The unit under the decoy at {node} is {unit}.", node=HEXES, unit=UNITS)


@once
def watched(look: FortressLook) -> HexSet:
    """Hexes within five of an Allied unit."""
    board, hexes = look.game.board, look.occupied(ALLIED)
    for _ in range(look.game.rules.numbers["decoy_range"]):
        hexes |= board.step(hexes)
    return hexes


def check(play: Play) -> None:
    """Somebody has come to another hex: decoys come off out of Germany, or with an Allied unit within five hexes."""
    if play.position.decoys:
        safe = play.game.data.germany & ~watched(play.look)
        for unit in members(play.position.decoys):
            if not safe >> play.position.units[unit].at & 1:
                take_off(play, unit)


def take_off(play: Play, unit: int) -> None:
    """A decoy comes off, and is free for use again."""
    play.looked()
    play.position.decoys &= ~(1 << unit)
    uncovers(play, play.position.units[unit].at, unit)


def told(game: Fortress, position: FortressPosition, line: Event) -> tuple[Event, ...]:
    """What happens to units under decoys is told to the Germans by name, and to the Allies of strangers."""
    if not position.decoys or line.eyes is not None:
        return (line,)
    places = sorted(position.units[unit].at for unit in members(position.decoys))

    def seen(unit: int) -> int:  # strangers are numbered by where they stand, and say nothing else
        covered = position.decoys >> unit & 1
        return game.first_stranger + places.index(position.units[unit].at) if covered else unit

    data = list(line.data)
    for number, kind in enumerate(game.events[line.kind].takes.values()):
        if kind == UNITS:
            units: Any = data[number]
            data[number] = seen(units) if isinstance(units, int) else tuple(sorted(map(seen, units)))
    if tuple(data) == line.data:
        return (line,)
    return line._replace(eyes=(GERMAN,)), line._replace(data=tuple(data), eyes=(ALLIED,))


def free_decoys(look: FortressLook) -> int:
    """Decoys that lie on nothing, neither here nor in the place of hidden units (31.7)."""
    used = look.position.decoys.bit_count() + sum(look.position.markers.values())
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
