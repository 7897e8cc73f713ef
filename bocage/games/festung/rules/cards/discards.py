"""Cards thrown away at Turn End (4.5): any or all of a hand, unseen by the other side but for their number."""

from __future__ import annotations

from bocage.parts.stacks import members
from bocage.rules import Conditions, OfSide, Question, event, going_on, offer

from ..look import FestungLook, Play
from . import decks, piles
from .decks import Cards

CARDS = "cards"

throws = event(
    "discards", "4.5",
    lambda game, side, count: f"{game.does(side, 'throw')} away {count or 'no'} card{'s' * (count != 1)}.",
    who="side", count="word",
)  # fmt: skip
thrown = event(
    "own discards", "4.5",
    lambda game, side, cards: f"Thrown away: {', '.join(game.card_name(card) for card in cards)}.",
    who="side", cards="word",
)  # fmt: skip


class Discarding(OfSide, frozen=True):
    """A side throws cards away; those chosen so far, which the other side does not see."""

    chosen: Cards = 0


class Discards(Question[Discarding]):
    """Each side that holds a card is asked, whatever the card."""

    name, rule = "discards", "4.5"

    def keep(self, look: FestungLook, frame: Discarding) -> bool:
        return bool(look.position.decks[frame.side].in_hand)

    def text(self, look: FestungLook, frame: Discarding) -> str:
        count = frame.chosen.bit_count()
        return f"The turn ends: throw away any cards you do not want to keep{f' ({count} so far)' if count else ''}."

    @offer("discard", CARDS, "4.5", "Throw it away")
    def discard(self, look: FestungLook, frame: Discarding) -> Conditions:
        yield look.position.decks[frame.side].hand, "4.5", "{it} is not in your hand"
        yield ~frame.chosen, "4.5", "{it} is thrown away already"

    discard.adds("chosen")

    end = going_on("4.5", "Keep the rest")

    @end.does
    def _(self, play: Play, frame: Discarding, _: int) -> None:
        play.pop()
        play.looked()
        deck = play.position.decks[frame.side]
        cards = tuple(members(frame.chosen))
        piles.change(play, frame.side, decks.discarded(deck, frame.chosen, seen=False))
        throws(play, frame.side, len(cards))
        if cards:
            thrown(play, frame.side, cards, eyes=(frame.side,))
