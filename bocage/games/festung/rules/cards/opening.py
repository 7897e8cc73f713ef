"""The opening hands (3.31, 18.3): what each side sets aside, sealed, and what it draws to it."""

from __future__ import annotations

from bocage.rules import PLAIN, Action, Conditions, OfSide, Question, Sealed, Sealing, automatic, event, offer

from ..look import FestungLook, Play
from ..position import ALLIED, AXIS
from . import decks, piles
from .draw import OVERLORD

CARDS = "cards"
INVASIONS = ("allied-1", "allied-5")  # Husky or Roundup (6.561); the other one stays among the cards (rulings R41, R80)
V1 = "axis-22"

set_aside = event(
    "card set aside", "3.31",
    lambda game, side: f"{game.does(side, 'begin')} with a card of choice.",
    who="side",
)  # fmt: skip
own_card = event(
    "own card set aside",
    "3.31",
    lambda game, side, card: f"Set aside: {game.card_name(card)}.",
    who="side",
    card="word",
)
overlord = event("overlord in hand", "18.3", "The Allies begin with Overlord in hand.", side=ALLIED)


@automatic("opening hands", "3.31")
def opening_hands(play: Play, side: str) -> None:
    """Before the first turn (3.31), or before the scenario that begins in 1944 (18.3)."""
    if play.game.scenario != "overlord":
        play.push(Opening())
        return
    card = play.game.card_numbers[OVERLORD]
    piles.change(play, ALLIED, decks.taken(play.position.decks[ALLIED], card))
    overlord(play)
    play.push(Electing(AXIS))


class Opening(Sealing, frozen=True):
    """Each side chooses a card to begin with."""


class OpeningChoice(Sealed[Opening]):
    """The Allies choose Husky or Roundup, the Axis any card of 1943; neither knows the other's choice (R68)."""

    name, rule = "opening choice", "3.31"

    def text(self, look: FestungLook, frame: Opening) -> str:
        if frame.side == ALLIED:
            return "Begin with Husky or with Roundup in your hand: you will play only one of them in this game."
        return "Begin with any one card of 1943 in your hand; seven more are drawn to it."

    @offer("take", CARDS, "3.31", "Begin with it")
    def take_card(self, look: FestungLook, frame: Opening) -> Conditions:
        yield look.game.side_cards[frame.side], "3.31", "{it} is the other side's card"
        yield look.position.decks[frame.side].pile, "3.31", "{it} is not in use yet"
        if frame.side == ALLIED:
            yield _of(look, INVASIONS), "3.31", "the Allies begin with Husky or with Roundup"

    def reveal(self, play: Play, frame: Opening, answers: dict[str, Action]) -> None:
        play.pop()
        for side in play.game.sides:
            card = answers[side].index
            piles.change(play, side, decks.set_aside(play.position.decks[side], card))
            set_aside(play, side)
            own_card(play, side, card, eyes=(side,))
        # The hands are complete before the first turn, so that Attack Industry takes no card of them (ruling R43).
        if not play.rules.first_hand_by_industry:
            for side in play.game.sides:
                piles.draw(play, side, play.look.turn().hand - 1, "3.31")


def _of(look: FestungLook, cards: tuple[str, ...]) -> int:
    return sum(1 << look.game.card_numbers[card] for card in cards)


class Electing(OfSide, frozen=True):
    """The Axis may begin with V-1."""


class Election(Question[Electing]):
    """The Axis may elect to begin with V-1 Buzzbombs (18.3)."""

    name, rule = "opening election", "18.3"

    kept = True

    asks = "You may begin with V-1 Buzzbombs in your hand."

    @offer("take", CARDS, "18.3", "Begin with it")
    def take_card(self, look: FestungLook, frame: Electing) -> Conditions:
        yield _of(look, (V1,)), "18.3", "only V-1 Buzzbombs may be elected"

    @take_card.does
    def _(self, play: Play, frame: Electing, card: int) -> None:
        play.pop()
        play.looked()
        piles.change(play, AXIS, decks.taken(play.position.decks[AXIS], card))
        set_aside(play, AXIS, rule="18.3")
        own_card(play, AXIS, card, eyes=(AXIS,), rule="18.3")

    @offer("pass", PLAIN, "18.3", "Begin without it")
    def decline(self, look: FestungLook, frame: Electing) -> Conditions:
        yield -1, "", ""
