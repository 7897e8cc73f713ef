"""The Strategy Cards as table and terminal show them: what is printed on each, and where a side's cards lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts.cards import Card, CardUse, Holding, Pile
from bocage.parts.stacks import members
from bocage.rules import pure

from ..data import Card as Printed
from ..rules.look import FestungLook
from . import telling

if TYPE_CHECKING:
    from ..game import Festung

SYMBOLS = {"Event": "event", "Event + OPS": "operations", "Invasion": "landing", "Combat": "battle"}
STAR = "leaves the game when it is played as an event (6.52)"
UNDERLINE = "other cards ask whether it was played (6.53)"


@pure(1)
def printed(game: Festung) -> tuple[Card, ...]:
    """Every card of the game."""
    return tuple(_card(game, card) for card in game.data.cards)


def lines(game: Festung, card: Printed) -> list[str]:
    """The whole text of a card, its star included: what it asks for, does, opens, and what becomes of it."""
    return [*telling.lines(game, card), *([f"{STAR[0].upper()}{STAR[1:]}."] if card.starred else [])]


def title(card: Printed) -> str:
    """The name of a card."""
    return card.name


def uses(card: Printed) -> list[str]:
    """What a card can be played for (6.1): its value in each of three kinds of points, and its own use."""
    own = {"Event": "event", "Event + OPS": "event with OPS", "Invasion": "invasion", "Combat": "combat"}[card.type]
    return [f"{card.ops} OPS", f"{card.ops} RD", f"{card.ops} RP", own]


def _card(game: Festung, card: Printed) -> Card:
    return Card(
        card.id, card.name, card.side, card.type, str(card.ops), str(card.number), str(card.year), _symbol(card),
        _uses(card), tuple(telling.lines(game, card)), STAR if card.starred else "",
        UNDERLINE if card.underlined else "", "6.1",
    )  # fmt: skip


def _symbol(card: Printed) -> str:
    kinds = {type(part).__name__ for part in card.effects}
    if card.type == "Event":
        for kind, symbol in (("Reinforce", "reinforcement"), ("Sac", "air"), ("Infra", "air"), ("Rp", "supply")):
            if kind in kinds:
                return symbol
        if kinds & {"Vp", "Zone", "EliminateHitler", "Demand"}:
            return "politics"
    return SYMBOLS[card.type]


def _uses(card: Printed) -> tuple[CardUse, ...]:
    """The four uses that every card has (6.1); a Combat Card's event is its combat."""
    event = CardUse("combat", "Combat", "below") if card.combat else CardUse("event", "Event", "below")
    return (
        CardUse("ops", "Operations", _points(card.ops)),
        event,
        CardUse("rd", "Redeployment", _points(card.ops)),
        CardUse("rp", "Replacements", _points(card.ops)),
    )


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def held(look: FestungLook) -> tuple[Holding, ...]:
    """The cards of each side as far as they may be known: of a deck that is not shown, only its numbers."""
    return tuple(_holding(look, side) for side in look.game.sides)


def _holding(look: FestungLook, side: str) -> Holding:
    game, deck = look.game, look.position.decks[side]

    def named(cards: int) -> tuple[str, ...]:
        return tuple(game.card_ids[card] for card in members(cards))

    piles = (
        Pile("pile", "Draw pile", deck.in_pile, rule="4.2"),
        Pile("face up", "On the table", deck.face_up.bit_count(), named(deck.face_up), open=True, rule="6.62"),
        Pile("discards", "Discards", deck.in_discards, named(deck.discards), rule="4.5"),
        Pile("gone", "Out of the game", deck.gone.bit_count(), named(deck.gone), rule="6.52"),
        Pile("later", "Of years to come", deck.later.bit_count(), named(deck.later), rule="6.7"),
    )
    return Holding(side, named(deck.hand), deck.heap_hand, piles)
