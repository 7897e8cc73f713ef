"""The Brook with cards on the table: `plain_face` is the toy's own."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bocage.parts.cards import Holding
from bocage.table.wire.box import Box, VerbInfo
from bocage.table.wire.sheet import Odds

from ..rules.cards import Reacting
from ..words import cards
from .plain_face import BrookFace

VERBS = [
    VerbInfo("event", "card", "Event"),
    VerbInfo("refit", "card", "Refit"),
    VerbInfo("burn", "card", "Burn it"),
    VerbInfo("lay", "card", "Lay it in the battle"),
    VerbInfo("pass", "", "Pass"),
]


class CardFace(BrookFace):
    """How hands look on the table."""

    def box(self) -> Box:
        made = super().box()
        return replace(made, verbs=[*made.verbs, *VERBS], cards=list(cards.CARDS))

    def cards(self, look: Any, side: str | None) -> tuple[Holding, ...]:
        return cards.held(look, side)

    def declared(self, look: Any, frame: Any) -> Odds | None:
        if not isinstance(frame, Reacting):
            return super().declared(look, frame)
        units = [look.game.unit_ids[unit] for unit in self._members(frame.attackers)]
        return self.odds(look, frame.attacker, look.game.board.labels[frame.target], units)

    def _members(self, units: int) -> list[int]:
        return [unit for unit in range(units.bit_length()) if units >> unit & 1]


FACE = CardFace
