"""Words that sentences of all chapters share, and how a concealed piece is told of.

A unit that lies concealed is told of as number `STRANGER`, "a face-down piece"; its owner gets a line of his own with
its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.events import Telling
from bocage.parts import words
from bocage.rules import UNITS, event, listed

from .look import Play
from .position import GERMAN

if TYPE_CHECKING:
    from ..game import Rhine

__all__ = ["SIDE", "STRANGER", "capital", "hex_name", "listed", "tell_of", "unit_name", "unit_names"]

SIDE = {"allied": "The Allies", "german": "The Germans"}
STRANGER = -1

identity = event("identity", "SET.7", "(It is {unit}.)", unit=UNITS)


def unit_name(game: Rhine, unit: int) -> str:
    """The name of a unit, or what can be said of one that lies concealed."""
    return "a face-down piece" if unit == STRANGER else game.counters[unit].name


def unit_names(game: Rhine, units: Sequence[int]) -> str:
    """The names of units in a row."""
    return listed([unit_name(game, unit) for unit in units])


def capital(said: str) -> str:
    """Words at the start of a sentence.

    >>> capital("a face-down piece")
    'A face-down piece'
    """
    return said[:1].upper() + said[1:]


def hex_name(game: Rhine, node: int) -> str:
    """A hex by name and number, as a player says it."""
    return words.hex_name(game.data.names, game.board.labels, node)


def tell_of(
    play: Play,
    telling: Telling,
    rule: str,
    unit: int,
    *data: object,
    concealed: bool | None = None,
    identified: bool = True,
) -> None:
    """Tell of something that a unit does; of a concealed one everybody hears, but only its owner by name.

    `concealed` says whether it lay under a face-down piece when it happened; without it, whether it does now. Unless it
    is to be `identified` the name is left out: its owner has just read it, or everybody is about to.
    """
    position = play.position
    if concealed is None:
        at = position.units[unit].at
        concealed = at >= 0 and any(position.face_down >> other & 1 for other in position.stacks.get(at, ()))
    if concealed:
        telling(play, STRANGER, *data, rule=rule)
        if identified:
            identity(play, unit, eyes=(GERMAN,), rule=rule)
    else:
        telling(play, unit, *data, rule=rule)
