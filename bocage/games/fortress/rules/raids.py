"""Raids of commandoes and rangers (21): from a base onto a coast, in either impulse, twice a game."""

from __future__ import annotations

from typing import Any

from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, once, provided

from . import districts, volkssturm
from .invasion import lines
from .look import FortressLook, Play, members
from .movement.entering import bog_down, enter
from .position import AFRICA, ALLIED, BASES, GERMAN, STORM

raided = event("raid", "21.2", "{unit} raids {node}.", sort="arrival", unit=UNITS, node=HEXES)


@once
def ready(look: FortressLook) -> Units:
    """Commandoes and rangers in a base who could raid in this impulse."""
    game, position = look.game, look.position
    more = bool(position.raiders) or position.raids < game.rules.numbers["raids"]
    if not (game.rules.raids_allowed and more) or position.weather == STORM:
        return 0
    found = 0
    for base in BASES:
        found |= look.in_place(base) & game.raiders
    return found & ~position.sea_moved & ~position.resting


def group(look: FortressLook) -> HexSet:
    """Where the raiders of this impulse have landed."""
    return look.hexes_of(members(look.position.raiders))


def where(look: FortressLook, unit: int) -> Conditions:
    """What must be true of a raid by this unit, and of the hex that it lands in (21.2, 21.8 to 21.10)."""
    game, position = look.game, look.position
    yield provided(bool(game.raiders >> unit & 1)), "21.2", "only commandoes and rangers raid"
    yield provided(game.rules.raids_allowed), "33.3.3", "there are no raids in this scenario"
    yield provided(position.weather != STORM), "21.10", "no raids in a Storm"
    at = position.units[unit].at
    yield provided(at in BASES), "21.2", "raids begin in England or Africa"
    tired = position.sea_moved >> unit & 1 or position.resting >> unit & 1
    yield provided(not tired), "21.2", "the unit did not begin its turn there, or took replacements"
    more = bool(position.raiders) or position.raids < game.rules.numbers["raids"]
    yield provided(more), "21.2", "both raids of the game have been made"
    south = lines.southern(game)
    yield lines.invadable(look), "21.2", "{it} cannot be raided"
    yield south if at == AFRICA else ~south, "21.8", "that coast is raided from the other base"
    yield ~look.occupied(GERMAN), "21.9", "enemies are in {it}"
    together = group(look)
    if together:
        near = together | lines.beside(game, together)
        yield near, "21.2", "raiders of one impulse land in the same or in adjacent hexes"


def strike(play: Play, unit: int, node: int) -> None:
    """A commando or ranger lands; all who do so in one impulse are one raid (21.2, ruling R28)."""
    position, bit = play.position, 1 << unit
    position.raids += not position.raiders
    raided(play, unit, node)
    for name in ("raiders", "moved", "walked", "stopped"):
        setattr(position, name, getattr(position, name) | bit)
    if play.look.first_landing() and position.impulse == 1:
        play.put(unit, node)  # whether hidden enemies are there shows later (21.11)
        districts.entered(play, unit, node, True)
        volkssturm.check(play)
    else:
        enter(play, unit, node)
    bog_down(play, unit)


def raiding(look: FortressLook, frame: Any) -> Conditions:
    """The offer of the movement question: the commando or ranger in hand raids."""
    yield provided(frame.side == ALLIED), "21.2", "only the Allies raid"
    yield provided(frame.hand.bit_count() == 1), "21.2", "choose the commando or ranger that raids"
    yield from where(look, frame.hand.bit_length() - 1)


def raid(play: Play, frame: Any, node: int) -> None:
    """The unit in hand raids."""
    strike(play, frame.hand.bit_length() - 1, node)
