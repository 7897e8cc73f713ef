"""Carpet bombing inside a battle (17.10.9); aircraft are put on the mission in `allocation.py`."""

from __future__ import annotations

from bocage.rules import Conditions

from ..look import FortressLook, Play
from .missions import CARPET, carpets_left, on


def available(look: FortressLook) -> Conditions:
    """Can bombers come to a battle of this impulse?"""
    yield on(look, CARPET) > 0, "17.10.9", "no bombers are on the Carpet Bombing Mission"
    yield not look.invading(), "17.10.9", "there is no carpet bombing on an invasion turn"
    yield carpets_left(look), "17.10.9", "the carpet bombing of this month has been made"


def flown(play: Play) -> None:
    """The one carpet bombing of the month has been made."""
    play.position.carpet_month = play.look.month()
