"""Military Districts (9): frozen units and their release."""

from __future__ import annotations

from .look import Play


def entered(play: Play, unit: int, node: int, by_choice: bool) -> None:
    """An Allied unit has entered a hex (9.1.D, 9.1.E, 9.6)."""
