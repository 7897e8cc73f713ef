"""Raids of commandoes and rangers (21): from a base onto a coast, in either impulse, twice a game."""

from __future__ import annotations

from typing import Any

from bocage.rules import HEXES, UNITS, Conditions, HexSet, Units, event, met, once, provided

from . import volkssturm
from .invasion import lines
from .look import FortressLook, Play, members
from .movement import districts
from .movement.entering import bog_down, enter
from .position import AFRICA, ENGLAND, GERMAN, STORM

raided = event("raid", "21.2", "{unit} raids {node}.", sort="arrival", unit=UNITS, node=HEXES)


def able(look: FortressLook) -> Conditions:
    """Commandoes and rangers who could raid in this impulse (21.2, 21.10)."""
    game, position = look.game, look.position
    yield game.raiders, "21.2", "only commandoes and rangers raid"
    yield provided(game.rules.raids_allowed), "33.3.3", "there are no raids in this scenario"
    yield provided(position.weather != STORM), "21.10", "no raids in a Storm"
    yield look.in_place(ENGLAND) | look.in_place(AFRICA), "21.2", "raids begin in England or Africa"
    tired = "the unit did not begin its turn there, or took replacements"
    yield ~(position.sea_moved | position.resting), "21.2", tired
    more = bool(position.raiders) or position.raids < game.rules.numbers["raids"]
    yield provided(more), "21.2", "both raids of the game have been made"


@once
def ready(look: FortressLook) -> Units:
    """The same as a set."""
    return met(able(look))


def group(look: FortressLook) -> HexSet:
    """Where the raiders of this impulse have landed."""
    return look.hexes_of(members(look.position.raiders))


def where(look: FortressLook, unit: int) -> Conditions:
    """What must be true of a raid by this unit, and of the hex that it lands in (21.2, 21.8 to 21.10)."""
    game, at = look.game, look.position.units[unit].at
    for units, case, why in able(look):
        yield provided(bool(units >> unit & 1)), case, why
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
    yield provided(frame.hand.bit_count() == 1), "21.2", "choose the commando or ranger that raids"
    yield from where(look, frame.hand.bit_length() - 1)


def raid(play: Play, frame: Any, node: int) -> None:
    """The unit in hand raids."""
    strike(play, frame.hand.bit_length() - 1, node)
