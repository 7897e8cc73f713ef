"""Cards as they are shown: what is printed on each, and where a side's cards lie as far as somebody may know.

How cards are drawn, played and discarded is the business of each game. Its words make these of them, once, for the
table and for the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

CARDS = "cards"  # the domain of verbs whose operand is a card
CARD = "card"  # and the noun of that domain, by which pages and terminals know such verbs


class CardUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """A use that is printed on a card: the verb that it is chosen with, its name, and what it gives ("4 points")."""

    verb: str
    name: str
    text: str = ""


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on a card, in our words.

    `value` stands large in its corner; `symbol` names a drawing of the page ("battle", "landing"); `effect` is what it
    does, a sentence for each line. `star` and `underline` are what such a mark means, where the card bears it.
    """

    id: str
    title: str
    side: str
    kind: str = ""
    value: str = ""
    number: str = ""
    year: str = ""
    symbol: str = ""
    uses: tuple[CardUse, ...] = ()
    effect: tuple[str, ...] = ()
    star: str = ""
    underline: str = ""
    rule: str = ""


class Pile(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards that lie together: how many, and those of them that one may look through. `open`: face up on the table."""

    id: str
    name: str
    count: int
    cards: tuple[str, ...] = ()
    open: bool = False
    rule: str = ""

    @property
    def unseen(self) -> int:
        """How many show only their backs."""
        return self.count - len(self.cards)


class Holding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of a side: those of its hand that one may see, how many more it has, and its piles."""

    side: str
    hand: tuple[str, ...] = ()
    backs: int = 0
    piles: tuple[Pile, ...] = ()


def in_words(card: Card) -> str:
    """A card in one line.

    >>> in_words(Card("a-1", "Husky", "allied", "Invasion", "4", "1", "1943", star="leaves the game"))
    'Husky (4, Invasion, 1943, number 1, starred)'
    """
    number = card.number and f"number {card.number}"
    marks = [word for word, mark in (("starred", card.star), ("underlined", card.underline)) if mark]
    told = [part for part in (card.value, card.kind, card.year, number, *marks) if part]
    return f"{card.title} ({', '.join(told)})" if told else card.title


def by_id(cards: tuple[Card, ...]) -> Mapping[str, Card]:
    """Cards by their ids."""
    return {card.id: card for card in cards}
