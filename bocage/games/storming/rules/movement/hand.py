"""The frame of a Movement Step: which units are in hand, where they are and what they have spent."""

from __future__ import annotations

from bocage.rules import Frame, Node, Units


class Moving(Frame, frozen=True):
    """A side moves; `hand` are the units being moved, which began this step together in `start`."""

    side: str
    hand: Units = 0
    start: Node = -1
    at: Node = -1
    spent: int = 0
    allowance: int = 0
    hexes: int = 0  # hexes entered so far: what a headquarters or leader in the hand has spent (17.3, 17.4)
    acted: bool = False  # something was done in this step: its end is asked for, so that undo stays open
    stopped: bool = False  # entered an enemy zone that its own coming put out: a fort is manned again (6.3.A; R136)
    crossed: bool = False  # crossed the Rhine, stopped, and may still assault (10.7.4; option R101)
    storming: Node = -1  # what Patton's stack has cleared last: from there it assaults regardless of EZOC (6.7.B)
