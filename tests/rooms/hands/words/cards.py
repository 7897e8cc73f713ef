"""The cards in words, for table and terminal."""

from __future__ import annotations

from typing import Any

from bocage.parts.cards import Card, CardUse, Holding, Pile
from bocage.parts.stacks import members

from ..rules.cards import DECK, OF_SIDE, Printed
from ..rules.position import SIDES

USES = (
    CardUse("event", "Event", "what stands below"),
    CardUse("refit", "Refit", "a step comes back"),
    CardUse("burn", "Burn", "nobody gets it"),
)
SYMBOLS = {"Event": "event", "Battle": "battle"}


def _card(card: Printed) -> Card:
    battle = card.kind == "Battle"
    uses = (USES[1], USES[2], CardUse("lay", "Battle", f"{card.value} to your strength")) if battle else USES
    effect = (f"In a battle your side is stronger by {card.value}.",) if battle else ("Draw another card.",)
    star = "leaves the game when it is played as an event" if card.starred else ""
    return Card(
        card.id, card.title, card.side, card.kind, str(card.value), card.id.partition("-")[2], "1809",
        SYMBOLS[card.kind], uses, effect, star, rule="5.0",
    )  # fmt: skip


CARDS = tuple(map(_card, DECK))


def held(look: Any, side: str | None) -> tuple[Holding, ...]:
    """The cards of both sides as far as one may know them."""
    position = look.position

    def named(cards: int) -> tuple[str, ...]:
        return tuple(DECK[card].id for card in members(cards))

    found = []
    for owner in SIDES:
        own = OF_SIDE[owner]
        pile = position.draws.get(owner, (position.pile & own).bit_count())
        lying, spent, gone = position.open & own, position.discards & own, position.gone & own
        piles = (
            Pile("draw", "Draw pile", pile, rule="5.1"),
            Pile("open", "In the battle", lying.bit_count(), named(lying), open=True, rule="5.3"),
            Pile("discards", "Discards", spent.bit_count(), named(spent), rule="5.2"),
            Pile("gone", "Out of the game", gone.bit_count(), named(gone), rule="5.2"),
        )
        found.append(Holding(owner, named(position.hand & own), position.backs.get(owner, 0), piles))
    return tuple(found)
