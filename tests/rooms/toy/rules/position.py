"""What a position of The Brook holds."""

from __future__ import annotations

from bocage.engine.position import Position, Units

BLUE, GREY = SIDES = ("blue", "grey")
OTHER = {BLUE: GREY, GREY: BLUE}
PLACES = ("dead",)
DEAD = -1
BLUE_HEXES, GREY_HEXES = 0, 1  # the masks that the engine keeps: where each side is


class BrookPosition(Position):
    """Who has moved and fought in this turn, and who was last in the mill."""

    moved: Units = 0
    fought: Units = 0
    holder: str = ""
