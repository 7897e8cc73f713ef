"""The Draw Strategy Card Phase (4.2): new years, hand limits, and cards that are picked, not drawn (19.1, 19.2)."""

from __future__ import annotations

from bocage.rules import PLAIN, Action, Conditions, OfSide, Question, Sealed, Sealing, automatic, event, offer, provided

from ..look import FestungLook, Play
from ..position import ALLIED, AXIS, INDUSTRY
from . import decks, piles

CARDS = "cards"
OVERLORD = "allied-23"

year = event(
    "new year", "6.7", lambda game, turn: f"The cards of {game.data.turns[turn - 1].deck} come into use.", turn="word"
)
picked = event(
    "card picked", "19.1",
    lambda game, side: f"{game.does(side, 'put')} a card of choice into the hand.",
    who="side",
)  # fmt: skip
own_pick = event(
    "own card picked", "19.1", lambda game, side, card: f"Picked: {game.card_name(card)}.", who="side", card="word"
)
late = event("late overlord", "R114", "The Allies take Overlord out of their cards.", side=ALLIED)


def limit(look: FestungLook, side: str) -> int:
    """How many cards a side may draw up to (4.21)."""
    position, rules = look.position, look.game.rules
    found = look.turn().hand + sum(change.delta for change in position.hand_changes if change.side == side)
    if side == AXIS:
        found -= sum(mission == INDUSTRY for mission in position.bombers.values())  # 14.2
        if position.collapsed:
            found -= rules.numbers["collapse_hand"]  # 15.2
        if rules.industry_lost:  # 19.37
            data = look.game.data
            found -= (data.industrial & data.countries["Germany"] & look.controls(ALLIED)).bit_count()
    return max(0, found)


@automatic("draw", "4.2")
def draw(play: Play, side: str) -> None:
    """Each side draws up to its limit; a larger hand is kept (4.21, ruling R19)."""
    for who in play.game.sides:
        missing = limit(play.look, who) - play.position.decks[who].hand.bit_count()
        play.position.hand_changes = tuple(c for c in play.position.hand_changes if c.side != who)
        if missing > 0:
            piles.draw(play, who, missing)


# A new year


def _choice(deck: decks.Deck, new: int) -> int:
    """The cards that are about to be shuffled."""
    return deck.pile | deck.discards | deck.later & new


def pickers(look: FestungLook) -> tuple[str, ...]:
    """The sides that may pick a card (19.1, 19.2)."""
    rules = look.game.rules
    return tuple(side for side, may in ((AXIS, rules.axis_picks), (ALLIED, rules.allies_pick)) if may)


@automatic("new year", "6.7")
def new_year(play: Play, side: str) -> None:
    """The cards of the new year join pile and discards; each side may pick one first, unseen by the other (6.7)."""
    year(play, play.position.turn)
    asked = pickers(play.look)
    if len(asked) == len(play.game.sides):
        play.push(PickingBoth())
    elif asked:
        play.push(Picking(asked[0]))
    else:
        _shuffle(play, {})


def _shuffle(play: Play, picks: dict[str, int]) -> None:
    new = play.game.year_cards[play.look.turn().deck]
    for side in play.game.sides:
        deck = play.position.decks[side]
        card = picks.get(side, -1)
        if card >= 0:
            deck = decks.taken(deck, card)
            picked(play, side, rule=_case(side))
            own_pick(play, side, card, eyes=(side,), rule=_case(side))
        piles.change(play, side, decks.joined(deck, new))


class Picking(OfSide, frozen=True):
    """One side may pick a card."""


class PickingBoth(Sealing, frozen=True):
    """Both sides may pick a card, sealed."""


def _case(side: str) -> str:
    return "19.2" if side == ALLIED else "19.1"


def _takes(look: FestungLook, side: str) -> Conditions:
    new, case = look.game.year_cards[look.turn().deck], _case(side)
    yield look.game.side_cards[side], case, "{it} is the other side's card"
    yield _choice(look.position.decks[side], new), case, "{it} is not among the cards that are about to be shuffled"


class PickingACard(Question[Picking]):
    """One card out of those about to be shuffled, or none (19.1, 19.2)."""

    name, rule = "year pick", "19.1"

    def case(self, look: FestungLook, frame: Picking) -> str:
        return _case(frame.side)

    def keep(self, look: FestungLook, frame: Picking) -> bool:
        return True

    def text(self, look: FestungLook, frame: Picking) -> str:
        return "A new year begins: put one card of your choice into your hand before the others are shuffled, or none."

    @offer("take", CARDS, "", "Put it into the hand")
    def take_card(self, look: FestungLook, frame: Picking) -> Conditions:
        yield from _takes(look, frame.side)

    @take_card.does
    def _(self, play: Play, frame: Picking, card: int) -> None:
        play.pop()
        play.looked()
        _shuffle(play, {frame.side: card})

    @offer("pass", PLAIN, "", "Pick no card")
    def decline(self, look: FestungLook, frame: Picking) -> Conditions:
        yield -1, "", ""

    @decline.does
    def _(self, play: Play, frame: Picking, _: int) -> None:
        play.pop()
        play.looked()
        _shuffle(play, {})


class PickingCards(Sealed[PickingBoth]):
    """Both sides at once: neither picks knowing what the other does (19.1, 19.2)."""

    name, rule = "year picks", "19.1"

    def case(self, look: FestungLook, frame: PickingBoth) -> str:
        return _case(frame.side)

    def text(self, look: FestungLook, frame: PickingBoth) -> str:
        return "A new year begins: put one card of your choice into your hand before the others are shuffled, or none."

    @offer("take", CARDS, "", "Put it into the hand")
    def take_card(self, look: FestungLook, frame: PickingBoth) -> Conditions:
        yield from _takes(look, frame.side)

    @offer("pass", PLAIN, "", "Pick no card")
    def decline(self, look: FestungLook, frame: PickingBoth) -> Conditions:
        yield -1, "", ""

    def reveal(self, play: Play, frame: PickingBoth, answers: dict[str, Action]) -> None:
        play.pop()
        _shuffle(play, {side: answer.index for side, answer in answers.items() if answer.verb == "take"})


# Overlord without 19.2


class LateOverlord(Question[OfSide]):
    """In Summer 1944 an Allied player without Overlord may take it out of his cards (ruling R114).

    He is asked whether he holds it or not, so that the question betrays nothing.
    """

    name, rule = "late overlord", "R114"

    def keep(self, look: FestungLook, frame: OfSide) -> bool:
        return True

    def text(self, look: FestungLook, frame: OfSide) -> str:
        return "Overlord has not been played: you may take the card out of your pile or discards before you draw."

    @offer("take", CARDS, "R114", "Take Overlord")
    def take_card(self, look: FestungLook, frame: OfSide) -> Conditions:
        yield 1 << look.game.card_numbers[OVERLORD], "R114", "only Overlord may be taken now"
        deck = look.position.decks[ALLIED]
        yield deck.pile | deck.discards, "R114", "{it} is in your hand"

    @take_card.does
    def _(self, play: Play, frame: OfSide, card: int) -> None:
        play.pop()
        play.looked()
        piles.change(play, ALLIED, decks.taken(play.position.decks[ALLIED], card))
        late(play)

    @offer("pass", PLAIN, "R114", "Do not take it")
    def decline(self, look: FestungLook, frame: OfSide) -> Conditions:
        yield provided(True), "", ""


def late_overlord_due(look: FestungLook) -> bool:
    """Is this the turn of ruling R114, in a game without 19.2 in which Overlord has not been played?"""
    rules = look.game.rules
    wanted = rules.late_overlord and not rules.allies_pick and look.position.turn == rules.numbers["late_overlord_turn"]
    return wanted and not look.has_played(OVERLORD)
