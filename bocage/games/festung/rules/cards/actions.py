"""Actions (5.12, 6.1): a card is played in one of four ways, or an Automatic Operation is taken."""

from __future__ import annotations

from msgspec.structs import replace

from bocage.parts.stacks import members
from bocage.rules import PLAIN, Automatic, Conditions, Frame, OfSide, Question, event, offer, provided

from .. import italy, operations, redeployment, replacements, tracks
from ..events import playing as events
from ..look import FestungLook, Play
from ..position import ALLIED, AXIS
from . import decks, flags, piles

CARDS = "cards"
OPS, EVENT, RD, RP = "ops", "event", "rd", "rp"
USES = {OPS: "operations", EVENT: "its event", RD: "redeployment", RP: "replacements"}

plays = event(
    "card played", "6.12",
    lambda game, side, card, use: f"{game.does(side, 'play')} {game.card_title(card)} for {USES[use]}.",
    sort="part", who="side", card="word", use="word",
)  # fmt: skip
automatic = event(
    "automatic operation", "5.12",
    lambda game, side: f"{game.does(side, 'make')} an Automatic Operation.",
    sort="part", who="side",
)  # fmt: skip
removed = event("card removed", "6.52", lambda game, card: f"{game.card_title(card)} is out of the game.", card="word")
shirked = event(
    "obligation", "6.51", lambda game, card: f"What {game.card_title(card)} demanded was not done.", card="word"
)


class Acting(OfSide, frozen=True):
    """A side is to act."""


class Finishing(Frame, frozen=True):
    """The action of a side is over."""

    side: str
    use: str


class Action(Question[Acting]):
    """A card for operations, redeployment, replacements or its event; or none (5.12)."""

    name, rule = "action", "5.12"

    def begin(self, play: Play, side: str) -> Acting:
        play.position.active = side
        due = play.position.obligation
        if due is not None and due.side == side:
            play.position.obligation = replace(due, due=True)
        return Acting(side)

    kept = True

    def text(self, look: FestungLook, frame: Acting) -> str:
        return f"Action {look.position.round}: play a card, or make an Automatic Operation."

    def _in_hand(self, look: FestungLook, frame: Acting) -> Conditions:
        yield look.game.side_cards[frame.side], "6.1", "{it} is the other side's card"
        yield look.position.decks[frame.side].hand, "6.1", "{it} is not in your hand"

    @offer(OPS, CARDS, "6.2", "Operations")
    def ops(self, look: FestungLook, frame: Acting) -> Conditions:
        yield from self._in_hand(look, frame)

    @ops.does
    def _(self, play: Play, frame: Acting, card: int) -> None:
        named(play, frame.side, card, OPS)
        operations.begin(play, frame.side, play.game.data.cards[card].ops)

    @offer(EVENT, CARDS, "6.5", "Event")
    def happening(self, look: FestungLook, frame: Acting) -> Conditions:
        yield from self._in_hand(look, frame)
        yield ~look.game.combat_cards, "6.61", "{it} is a Combat Card: it is played in a combat"
        hand = look.position.decks[frame.side].hand
        able = sum(1 << card for card in members(hand) if events.playable(look, frame.side, card))
        yield able, "6.51", lambda card: events.why_not(look, frame.side, card)

    @happening.does
    def _(self, play: Play, frame: Acting, card: int) -> None:
        named(play, frame.side, card, EVENT)
        events.begin(play, frame.side, card)

    @offer("combat", CARDS, "6.61", "Combat")
    def fought(self, look: FestungLook, frame: Acting) -> Conditions:
        yield from self._in_hand(look, frame)
        yield look.game.combat_cards, "6.61", "{it} is no Combat Card"
        yield 0, "6.61", "{it} is played in a battle, when you are asked for Combat Cards"

    @offer(RD, CARDS, "6.3", "Redeployment")
    def rd(self, look: FestungLook, frame: Acting) -> Conditions:
        yield from self._in_hand(look, frame)

    @rd.does
    def _(self, play: Play, frame: Acting, card: int) -> None:
        named(play, frame.side, card, RD)
        redeployment.begin(play, frame.side, points=play.game.data.cards[card].ops)

    @offer(RP, CARDS, "6.4", "Replacements")
    def rp(self, look: FestungLook, frame: Acting) -> Conditions:
        yield from self._in_hand(look, frame)

    @rp.does
    def _(self, play: Play, frame: Acting, card: int) -> None:
        named(play, frame.side, card, RP)
        replacements.begin(play, frame.side, play.game.data.cards[card].ops)

    @offer("automatic", PLAIN, "5.12", "Automatic Operation", "one point, and no card is played")
    def no_card(self, look: FestungLook, frame: Acting) -> Conditions:
        yield -1, "", ""

    @no_card.does
    def _(self, play: Play, frame: Acting, _: int) -> None:
        play.swap(Finishing(frame.side, ""))
        automatic(play, frame.side)
        operations.begin(play, frame.side, play.rules.numbers["automatic_ops"])

    @offer("disband", PLAIN, "19.32", "Disband the Volkssturm", when=lambda look, frame: look.game.rules.disbanding)
    def disband(self, look: FestungLook, frame: Acting) -> Conditions:
        yield provided(frame.side == AXIS), "19.32", "the Volkssturm is German"
        yield provided(look.turn().year == 1945), "19.32", "not before 1945"
        yield provided(look.on("volkssturm")), "19.32", "there is no Volkssturm to disband"

    @disband.does
    def _(self, play: Play, frame: Acting, _: int) -> None:
        play.swap(Finishing(frame.side, ""))
        replacements.disband(play)


def named(play: Play, side: str, card: int, use: str) -> None:
    """A card is named and shown; there is no way back (ruling R81)."""
    play.looked()
    play.swap(Finishing(side, use))
    position = play.position
    deck = position.decks[side]
    piles.change(play, side, replace(deck, hand=deck.hand & ~(1 << card)))
    position.card = play.game.card_ids[card]
    plays(play, side, position.card, use)


class ActionEnd(Automatic[Finishing]):
    """The card is discarded or removed, and what lasted for the action is over (6.12, 6.52)."""

    name, rule = "action end", "5.13"

    def run(self, play: Play, frame: Finishing) -> None:
        position, game, side = play.position, play.game, frame.side
        if position.card:
            number = game.card_numbers[position.card]
            if frame.use == EVENT and game.data.cards[number].starred:
                piles.change(play, side, decks.removed(position.decks[side], number))
                removed(play, position.card)
            else:
                piles.change(play, side, decks.discarded(position.decks[side], 1 << number, seen=True))
        for who in game.sides:  # Combat Cards that stay for one action only (6.62)
            brief = position.decks[who].face_up & game.brief_cards
            if brief:
                piles.change(play, who, decks.discarded(position.decks[who], brief, seen=True))
        flags.action_ends(play, side)
        _judge(play, side)
        play.clear("action")
        position.active = ""
        if side == ALLIED:
            italy.test(play)


def _judge(play: Play, side: str) -> None:
    """Has a side done in this action what a card demanded of it?"""
    due = play.position.obligation
    if due is None or due.side != side or not due.due:
        return
    play.position.obligation = None
    if not due.met:
        shirked(play, due.card)
        tracks.change_vp(play, due.vp_alert if play.look.on("hitler_alert") else due.vp, "16.44")
