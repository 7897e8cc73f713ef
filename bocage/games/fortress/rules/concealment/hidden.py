"""What the Allies may not know: hidden units (3.3), and what lies under decoys (31.6, 31.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts import concealment

from ..position import GERMAN, UNKNOWN, FortressPosition

if TYPE_CHECKING:
    from ...game import Fortress


def seen(game: Fortress, position: FortressPosition, side: str | None) -> FortressPosition:
    """The position as the Allies or a spectator may know it."""
    if side == GERMAN or position.outcome is not None or not position.hidden:
        return position
    shown = position.copy()
    concealment.withhold(game, shown, position.hidden, UNKNOWN)
    return shown


def acts_unseen(position: FortressPosition) -> bool:
    """May the Germans do something that nobody else notices?"""
    return bool(position.hidden)
