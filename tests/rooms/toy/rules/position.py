"""What a position of The Brook holds."""

from __future__ import annotations

from typing import Annotated

from bocage.rules import GOES, Position, Units, Until

BLUE, GREY = SIDES = ("blue", "grey")
OTHER = {BLUE: GREY, GREY: BLUE}
PLACES = ("dead",)  # off the map; the first one is -1, the next would be -2
DEAD = -1


class BrookPosition(Position):
    """Who has moved and fought, and who was last in the mill."""

    moved: Annotated[Units, Until("movement"), GOES] = 0
    fought: Annotated[Units, Until("combat"), GOES] = 0
    holder: str = ""  # a side
