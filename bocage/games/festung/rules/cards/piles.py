"""Cards drawn, discarded and lost: the decks of a position change here, and what happened is told to whom it concerns.

A draw is a number that nobody but the owner learns before the game is over; how many were cast is open.
"""

from __future__ import annotations

from bocage.rules import WORD, event

from ..look import Play
from . import decks
from .decks import Deck


def _names(game: object, cards: tuple[int, ...]) -> str:
    return ", ".join(game.card_name(card) for card in cards)  # type: ignore[attr-defined]


drawn = event("cards drawn", "4.2", lambda game, side, cards: f"Drawn: {_names(game, cards)}.", who="side", cards=WORD)
draws = event(
    "draw", "4.2",
    lambda game, side, count: f"{game.does(side, 'draw')} {count} card{'s' * (count > 1)}.",
    who="side", count=WORD,
)  # fmt: skip
shuffles = event(
    "reshuffle", "4.22",
    lambda game, side: f"{game.does(side, 'shuffle')} the discards into a new pile.",
    who="side",
)  # fmt: skip
lost = event(
    "cards lost", "6.51", lambda game, side, cards: f"Lost by lot: {_names(game, cards)}.", who="side", cards=WORD
)
loses = event(
    "loss of cards", "6.51",
    lambda game, side, count: f"{game.does(side, 'lose')} {count} card{'s' * (count > 1)} by lot.",
    who="side", count=WORD,
)  # fmt: skip


def change(play: Play, side: str, deck: Deck) -> None:
    """A side's cards lie differently now."""
    play.position.decks = {**play.position.decks, side: deck}


def draw(play: Play, side: str, count: int, rule: str = "4.2") -> None:
    """Draw cards; when the pile is empty the discards are shuffled, and when both are, there are none (4.22, R105)."""
    found = []
    for _ in range(count):
        deck = play.position.decks[side]
        if not deck.pile and deck.discards:
            deck = decks.reshuffled(deck)
            shuffles(play, side)
        if not deck.pile:
            break
        card = decks.nth(deck.pile, play.number(deck.pile.bit_count()))
        change(play, side, decks.taken(deck, card))
        found.append(card)
    if found:
        draws(play, side, len(found), rule=rule)
        drawn(play, side, tuple(sorted(found)), eyes=(side,), rule=rule)


def lose_by_lot(play: Play, side: str, count: int) -> None:
    """Cards of a hand are lost by lot; nobody else sees which (ruling R69)."""
    found = []
    for _ in range(min(count, play.position.decks[side].hand.bit_count())):
        deck = play.position.decks[side]
        card = decks.nth(deck.hand, play.number(deck.hand.bit_count()))
        change(play, side, decks.discarded(deck, 1 << card, seen=False))
        found.append(card)
    if found:
        loses(play, side, len(found))
        lost(play, side, tuple(sorted(found)), eyes=(side,))
