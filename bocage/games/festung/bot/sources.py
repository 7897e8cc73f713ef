"""The sources on which the Germans live to the end (11.31)."""

from __future__ import annotations

from bocage.rules import HexSet

from ..rules.look import GERMAN, FestungLook
from ..rules.supply import tracing

LATE = 7  # the turn from which the East may fall before long


def last_sources(look: FestungLook) -> HexSet:
    """Sources that will feed the Germans to the end: those in the Soviet zone fall when it is closed (ruling R15)."""
    working = tracing.sources(look, GERMAN)
    soon = look.on("tehran") and not look.on("stalin_betrayed") and look.position.turn >= LATE
    return working & ~look.game.data.red if soon else working


def source_worth(look: FestungLook, share: float) -> float:
    """What each of them is worth: whoever takes the last one starves every German and takes the map (11.7)."""
    left = last_sources(look).bit_count()
    return share / left**1.5 if left else 0.0
