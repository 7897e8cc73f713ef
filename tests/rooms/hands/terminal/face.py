"""The Brook with cards in a terminal: `plain_face` is the toy's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bocage.parts.cards import Card, Holding

from ..words import cards
from .plain_face import BrookFace


class CardFace(BrookFace):
    """How hands are told of in a terminal."""

    def printed_cards(self, game: Any) -> Sequence[Card]:
        return cards.CARDS

    def cards(self, look: Any, side: str | None) -> Sequence[Holding]:
        return cards.held(look, side)


FACE = CardFace
