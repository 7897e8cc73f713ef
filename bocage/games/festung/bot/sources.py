"""The sources on which the Germans live to the end (11.31)."""

from __future__ import annotations

from bocage.rules import HexSet

from ..rules.look import GERMAN, FestungLook
from ..rules.position import ALLIED
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


def may_betray(look: FestungLook) -> bool:
    """May Stalin still be betrayed before long, and Berlin be reached (16.2), as far as both sides know?"""
    position, game = look.position, look.game
    late = position.turn >= LATE - 1 and look.on("tehran") and not look.on("stalin_betrayed")
    card = 1 << game.card_numbers["allied-42"]
    return late and not look.has_played("allied-43") and not (position.played | position.decks[ALLIED].gone) & card
