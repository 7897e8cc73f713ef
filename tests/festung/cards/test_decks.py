"""Where cards lie, and what the other side may know of it (3.31, 4.22, 4.5, 6.52, 6.62, 6.7)."""

from __future__ import annotations

from random import Random

import pytest

from bocage.games.festung.rules.cards.decks import (
    Deck,
    dealt,
    discarded,
    joined,
    laid_open,
    nth,
    removed,
    reshuffled,
    shown,
    taken,
)
from tests.cases import rule

FIRST, SECOND, THIRD = 0b111111, 0b111000000, 0b1000000000  # the cards of three years
EVERY = FIRST | SECOND | THIRD


def walk(random: Random, steps: int) -> tuple[Deck, Deck]:
    """A deck after many random happenings, and a twin that differs only in what the other side cannot know."""
    deck = Deck(pile=FIRST, later=SECOND | THIRD)
    for _ in range(steps):
        choice = random.randrange(7)
        hand = deck.hand
        if choice <= 1 and deck.pile:
            deck = taken(deck, nth(deck.pile, random.randint(1, deck.pile.bit_count())))
        elif choice == 2 and hand:
            deck = discarded(deck, 1 << nth(hand, random.randint(1, hand.bit_count())), seen=random.random() < 0.5)
        elif choice == 3 and hand:
            deck = laid_open(deck, nth(hand, random.randint(1, hand.bit_count())))
        elif choice == 4 and deck.face_up:
            deck = discarded(deck, deck.face_up, seen=True)
        elif choice == 5 and hand and random.random() < 0.3:
            deck = removed(deck, nth(hand, random.randint(1, hand.bit_count())))
        elif choice == 6:
            deck = joined(deck, SECOND) if random.random() < 0.2 else reshuffled(deck) if not deck.pile else deck
    return deck, dealt(shown(deck), random)


@rule("3.31", "4.5", "R66", "R68", "R69")
@pytest.mark.parametrize("seed", range(300))
def test_what_the_other_side_is_shown_does_not_depend_on_the_hand(seed: int) -> None:
    random = Random(seed)
    deck, twin = walk(random, 60)
    assert shown(deck) == shown(twin)
    for here in (deck, twin):
        places = (here.hand, here.pile, here.discards, here.face_up, here.gone, here.later)
        assert sum(places) == EVERY, "every card lies in one place"
        assert here.played & ~here.discards == 0
    assert (twin.in_hand, twin.in_pile, twin.in_discards) == (deck.in_hand, deck.in_pile, deck.in_discards)
    assert (shown(deck).in_hand, shown(deck).in_pile, shown(deck).in_discards) == (
        deck.in_hand,
        deck.in_pile,
        deck.in_discards,
    )


def test_all_that_may_lie_behind_a_deck_is_dealt() -> None:
    deck = Deck(hand=0b11, pile=0b1100, discards=0b110000, played=0b100000)
    random = Random(1)
    hands = {dealt(shown(deck), random).hand for _ in range(300)}
    assert len(hands) == 10  # two of the five whose place nobody knows
    assert not any(hand & 0b100000 for hand in hands), "a card seen when it was played is no longer in hand"


@rule("4.22")
def test_what_was_known_of_the_discards_is_forgotten_when_they_are_shuffled() -> None:
    deck = discarded(Deck(hand=0b11, pile=0b100), 0b1, seen=True)
    assert not shown(deck).heap & 0b1
    assert shown(reshuffled(deck)).heap & 0b1


@rule("6.71", "6.72")
def test_a_new_year_joins_pile_and_discards_and_hands_stay() -> None:
    deck = discarded(Deck(hand=0b11, pile=0b100, later=SECOND | THIRD), 0b1, seen=True)
    after = joined(deck, SECOND)
    assert (after.hand, after.pile, after.discards, after.later) == (0b10, 0b101 | SECOND, 0, THIRD)
