"""Decks: where a side's cards lie, how they go from one place to another, and what the other side may know of it.

A pile is a set from which a die draws, not an order. All of it is in one frozen value, so that nothing of a hand can
be left behind in what the other side is shown.
"""

from __future__ import annotations

from random import Random
from typing import Annotated

import msgspec
from msgspec.structs import replace

from bocage.parts.stacks import members
from bocage.rules import SetOf

Cards = Annotated[int, SetOf("cards")]


class Deck(msgspec.Struct, frozen=True):
    """A side's cards by where they lie.

    The other side is shown a deck in which the cards whose place it cannot know lie in one `heap`, with three numbers:
    how many are in the hand, in the pile and face down among the discards.
    """

    hand: Cards = 0
    pile: Cards = 0
    discards: Cards = 0  # face down
    played: Cards = 0  # those of the discards that the other side saw when they were played
    face_up: Cards = 0  # Combat Cards on the table (6.62)
    gone: Cards = 0  # out of the game (6.52)
    later: Cards = 0  # of years to come (6.11)
    chosen: Cards = 0  # the invasion with which the Allies chose to begin (3.31), which decides a test of 16.2
    heap: Cards = 0
    heap_hand: int = 0
    heap_pile: int = 0
    heap_discards: int = 0

    @property
    def in_hand(self) -> int:
        """How many cards the hand has, which both sides know."""
        return self.hand.bit_count() + self.heap_hand

    @property
    def in_pile(self) -> int:
        """How many cards there are to draw, which both sides know."""
        return self.pile.bit_count() + self.heap_pile

    @property
    def in_discards(self) -> int:
        """How many cards lie face down among the discards, which both sides know."""
        return self.discards.bit_count() + self.heap_discards


def nth(cards: int, number: int) -> int:
    """The card that a number from 1 on means, counted in printed order.

    >>> nth(0b101100, 2)
    3
    """
    return members(cards)[number - 1]


def taken(deck: Deck, card: int) -> Deck:
    """A card comes into the hand, from wherever it lay."""
    bit = 1 << card
    return replace(
        deck,
        hand=deck.hand | bit,
        pile=deck.pile & ~bit,
        discards=deck.discards & ~bit,
        played=deck.played & ~bit,
        later=deck.later & ~bit,
    )


def set_aside(deck: Deck, card: int) -> Deck:
    """A side chooses a card to begin with (3.31)."""
    return replace(taken(deck, card), chosen=1 << card)


def reshuffled(deck: Deck) -> Deck:
    """The discards become the pile again; what was known of them is known no more (4.22)."""
    return replace(deck, pile=deck.pile | deck.discards, discards=0, played=0)


def joined(deck: Deck, year: int) -> Deck:
    """The cards of a year come into use: they, the pile and the discards are shuffled together (6.71, 6.72)."""
    return replace(reshuffled(deck), pile=deck.pile | deck.discards | deck.later & year, later=deck.later & ~year)


def discarded(deck: Deck, cards: int, seen: bool) -> Deck:
    """Cards go from the hand, or from the table, face down to the discards; `seen` if the other side has seen them."""
    return replace(
        deck,
        hand=deck.hand & ~cards,
        face_up=deck.face_up & ~cards,
        discards=deck.discards | cards,
        played=deck.played | cards if seen else deck.played,
    )


def laid_open(deck: Deck, card: int) -> Deck:
    """A Combat Card goes from the hand onto the table (6.62)."""
    return replace(deck, hand=deck.hand & ~(1 << card), face_up=deck.face_up | 1 << card)


def removed(deck: Deck, card: int) -> Deck:
    """A card leaves the game, from the hand, the table or the discards (6.52)."""
    rest = ~(1 << card)
    return replace(
        deck,
        hand=deck.hand & rest,
        face_up=deck.face_up & rest,
        discards=deck.discards & rest,
        played=deck.played & rest,
        gone=deck.gone | 1 << card,
    )


def shown(deck: Deck) -> Deck:
    """A deck as the other side may know it (3.31, 4.5, rulings R66, R68, R69)."""
    if deck.heap:
        return deck
    unseen = deck.discards & ~deck.played
    return Deck(
        discards=deck.played,
        played=deck.played,
        face_up=deck.face_up,
        gone=deck.gone,
        later=deck.later,
        heap=deck.hand | deck.pile | unseen,
        heap_hand=deck.hand.bit_count(),
        heap_pile=deck.pile.bit_count(),
        heap_discards=unseen.bit_count(),
    )


def dealt(deck: Deck, random: Random) -> Deck:
    """One of the decks that may lie behind what is shown: the heap is dealt out anew by its numbers."""
    order = members(deck.heap)
    random.shuffle(order)
    places = []
    for number in (deck.heap_hand, deck.heap_pile, deck.heap_discards):
        places.append(sum(1 << card for card in order[:number]))
        order = order[number:]
    hand, pile, unseen = places
    return replace(
        deck,
        hand=hand,
        pile=pile,
        discards=deck.discards | unseen,
        heap=0,
        heap_hand=0,
        heap_pile=0,
        heap_discards=0,
    )
