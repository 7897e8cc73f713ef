"""Secrets dealt anew, for whoever plays on in his head."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ..position import FortressPosition

if TYPE_CHECKING:
    from ...game import Fortress


def redeal(game: Fortress, seen: FortressPosition, side: str, random: Random) -> FortressPosition:
    """A position that looks to a side exactly like the one that it sees."""
    return seen.copy()
