"""The words that both faces say."""

from __future__ import annotations

from ..data.tables import Unit
from ..rules.look import BrookLook
from ..rules.position import BLUE, GREY

SIDE_NAMES = {BLUE: "the Blues", GREY: "the Greys"}
ADJECTIVES = {BLUE: "Blue", GREY: "Grey"}
COLOURS = {
    BLUE: ("#3f6fae", "#ffffff", "#a9c3e3"),
    GREY: ("#9aa0a6", "#101214", "#d8dcdf"),
}  # counter, ink, symbol's box
SYMBOLS = {"foot": "infantry", "horse": "armour"}  # of the page and of the terminal's pictures
FLAGS = {"reduced": "reduced: a step lost", "moved": "has moved", "fought": "has fought"}


def short_name(counter: Unit) -> str:
    """A unit on its counter."""
    return counter.id.partition("-")[2]


def factors(look: BrookLook, unit: int) -> str:
    """Strength and movement as they are now."""
    return f"{look.attack(unit)}-{look.counter(unit).movement}"


def flags(look: BrookLook, unit: int) -> list[str]:
    """What may be said of a unit."""
    position = look.position
    found = {
        "reduced": position.units[unit].steps < look.counter(unit).steps,
        "moved": bool(position.moved >> unit & 1),
        "fought": bool(position.fought >> unit & 1),
    }
    return [flag for flag, holds in found.items() if holds]


def standing(look: BrookLook) -> str:
    """Who would win now."""
    holder = look.position.holder
    return f"{SIDE_NAMES[holder]} hold it" if holder else "nobody has been there yet"


def terrain(look: BrookLook, node: int) -> str:
    """The ground of a hex."""
    return look.game.data.terrain_at[node]
