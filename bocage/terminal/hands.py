"""Cards in words, and windows that are passed beforehand: what games with hands add to the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.parts.cards import Card, Holding, by_id, in_words
from bocage.terminal.faces import Face, capital

if TYPE_CHECKING:
    from bocage.terminal.prompt import Menu
    from bocage.terminal.screen import Screen

ALWAYS, OFF = "always", "off"
HELP = (
    ("hand", "your cards; hand 2, or the beginning of a title, for all that is printed on one"),
    ("piles", "how many cards the others hold, what lies open, and the piles that you may look through"),
    (
        "pass turn",
        "pass whatever is asked in this turn, or in this battle with pass battle or pass combat; pass always",
    ),
    ("pass off", "be asked again"),
)


def cards_of(face: Face, game: Any) -> Mapping[str, Card]:
    """What is printed on the cards of a game, by their ids; refuses for a game without any."""
    found = by_id(tuple(face.printed_cards(game)))
    if not found:
        raise BadInput("there are no cards in this game")
    return found


def named(cards: Iterable[Card], word: str) -> list[Card]:
    """The cards that a word means: by id, else by the beginning of the title or of one of its words.

    >>> deck = [Card("a-1", "The ferryman", "blue"), Card("a-2", "Ferry", "blue"), Card("a-3", "Grapeshot", "blue")]
    >>> [card.id for card in named(deck, "grape")], [card.id for card in named(deck, "ferry")]
    (['a-3'], ['a-2'])
    """
    text, known = word.lower(), list(cards)
    ways = (
        lambda card: card.id.lower() == text,
        lambda card: card.title.lower() == text,
        lambda card: card.title.lower().startswith(text),
        lambda card: any(part.startswith(text) for part in card.title.lower().split()),
    )
    for way in ways:
        found = [card for card in known if way(card)]
        if found:
            return found
    return []


def numbered(face: Face, look: Any, side: str, word: str) -> str:
    """The card of one's own hand with this number in the list of `hand`, by its id; "" if there is none."""
    mine = next((holding.hand for holding in face.cards(look, side) if holding.side == side), ())
    return mine[int(word) - 1] if word.isdigit() and 1 <= int(word) <= len(mine) else ""


def line(card: Card) -> str:
    """A card in one line, with what it does."""
    return " ".join((f"{in_words(card)}.", *card.effect))


def show_hand(screen: Screen, face: Face, menu: Menu, words: Sequence[str]) -> None:
    """One's own cards, or all that is printed on one of them."""
    look, side = menu.look, menu.prompt.side
    cards = cards_of(face, look.game)
    (mine,) = [holding for holding in face.cards(look, side) if holding.side == side]
    hand = [cards[name] for name in mine.hand]
    if words:
        for card in _asked(cards, hand, " ".join(words)):
            show_card(screen, card, menu)
        return
    screen.line(f"Your hand ({len(hand)}):" if hand else "You have no cards in hand.", style="bold")
    for number, card in enumerate(hand, 1):
        uses = [verb for verb, operands in _uses(menu).items() if card.id in operands]
        can = f" Now: {', '.join(uses)}." if uses else ""
        screen.item(f"  {number:3} {card.id:10} ", f"{line(card)}{can}")


def _asked(cards: Mapping[str, Card], hand: Sequence[Card], word: str) -> list[Card]:
    if word.isdigit():
        if not 1 <= int(word) <= len(hand):
            raise BadInput(f"your hand has {len(hand)} cards")
        return [hand[int(word) - 1]]
    found = named(hand, word) or named(cards.values(), word)
    if not found:
        raise BadInput(f"there is no card {word!r} in this game")
    return found


def _uses(menu: Menu) -> dict[str, set[str]]:
    return {verb: {action.operand for action in actions} for verb, actions in menu.prompt.verbs().items()}


def show_card(screen: Screen, card: Card, menu: Menu) -> None:
    """All that is printed on a card, and what of it can be done now."""
    screen.item("  ", in_words(card), style="bold")
    legal = _uses(menu)
    for use in card.uses:
        now = " (now)" if card.id in legal.get(use.verb, ()) else ""
        screen.item(f"    {use.verb:8} ", f"{use.name}{': ' if use.text else ''}{use.text}{now}")
    for sentence in card.effect:
        screen.item("    ", sentence)
    for sign, mark in (("starred", card.star), ("underlined", card.underline)):
        if mark:
            screen.item("    ", f"{sign}: {mark}")


def show_piles(screen: Screen, face: Face, menu: Menu) -> None:
    """The cards of every side, as far as the one who asks may know them."""
    cards = cards_of(face, menu.look.game)
    for holding in face.cards(menu.look, menu.prompt.side):
        count = len(holding.hand) + holding.backs
        screen.line(f"{capital(face.side_names[holding.side])}: {count} in hand", style="bold")
        for head, words in _piles(holding, cards):
            screen.item(f"  {head} ", words)


def _piles(holding: Holding, cards: Mapping[str, Card]) -> list[tuple[str, str]]:
    told = []
    for pile in holding.piles:
        known = [cards[name].title for name in pile.cards]
        unseen = [f"{pile.unseen} face down"] if pile.unseen else []
        told.append((f"{pile.name} ({pile.count}):", ", ".join((*known, *unseen)) or "none"))
    return told


class StandingOrders:
    """What each person at this terminal lets pass beforehand, for as long as the session lasts."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._orders: dict[str, tuple[str, str]] = {}

    @property
    def spans(self) -> Mapping[str, str]:
        """What is under way that can be passed as a whole."""
        return self.match.game.spans(self.match.position)

    def give(self, side: str, word: str) -> str:
        """Let windows pass for a span, or no more; what the player is told."""
        spans = self.spans
        if not spans:
            raise BadInput("there is nothing in this game that could be passed beforehand")
        if word == OFF:
            self._orders.pop(side, None)
            return "You are asked again."
        if word != ALWAYS and word not in spans:
            raise BadInput(f"one can pass for: {', '.join([*spans, ALWAYS])}; 'pass off' to be asked again")
        self._orders[side] = (word, spans.get(word, ""))
        how_long = "until you say 'pass off'" if word == ALWAYS else f"for this {word}"
        return f"You pass {how_long}."

    def answer(self, side: str) -> str:
        """The answer that a side has given beforehand to what it is asked now; "" if it has not."""
        span, key = self._orders.get(side, ("", ""))
        if not span or not (span == ALWAYS or self.spans.get(span) == key):
            return ""
        return self.match.prompts[side].passes
