"""Combat Cards in a combat (6.6, 9.25): first the attacker, then the defender plays one and names those on the table.

A side is asked by what both sides can see, whether or not it holds a card that fits (ruling R67).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from bocage.parts.combat.attacks import OfAttack
from bocage.rules import Conditions, event, going_on, offer

from ...data import Card, effects
from ..cards import decks, flags, piles
from ..cards.decks import Cards
from ..look import FestungLook, Play, members
from ..position import OTHER
from .battle import Fight, fed
from .conditions import against_card, cancelled, parts
from .odds import reckon

if TYPE_CHECKING:
    from ...game import Festung

CARDS = "cards"


def _plays_words(game: Festung, side: str, card: int) -> str:
    return f"{game.side_name(side)} play{'s' if side == 'axis' else ''} {game.card_name(card)}."


plays = event("combat card", "6.61", _plays_words, who="side", card="word")
names = event(
    "combat card again", "6.62", lambda game, side, card: f"{game.card_name(card)} counts in this combat too.",
    who="side", card="word",
)  # fmt: skip
spent = event(
    "combat cards spent", "6.62",
    lambda game, side, cards: f"To the discards: {', '.join(game.card_name(card) for card in cards)}.",
    who="side", cards="word",
)  # fmt: skip


# Who is asked


def is_asked(look: FestungLook, fight: Fight, side: str) -> bool:
    """Is a side asked for cards? By what both can see alone (ruling R67)."""
    if not fed(look, fight, side) or cancelled(look, fight, side):
        return False  # nobody out of supply is helped (9.25)
    deck = look.position.decks[side]
    new = deck.in_hand if not fight.fresh & look.game.side_cards[side] else 0
    return bool(new or fitting(look, fight, deck.face_up & ~fight.used))


def fitting(look: FestungLook, fight: Fight, cards: Cards) -> Cards:
    """Those of some Combat Cards whose conditions the combat meets."""
    known = look.game.data.cards
    return sum(
        1 << card for card in members(cards) if known[card].combat and not against_card(look, known[card], fight)
    )


def ask(play: Play, fight: Fight, side: str) -> None:
    """Ask a side for its cards; whoever is not asked lets the combat go on."""
    play.push(fight.turned(Playing, plays=side))


# The question


class Playing(Fight, frozen=True):
    """A side may play and name Combat Cards in a combat."""

    plays: str = ""
    stage: int = 0  # of the combat, to which it goes back


class CombatCards(OfAttack[Playing]):
    """One new card a side in a combat, and any number of those on the table (9.25, rulings R20, R21)."""

    name, rule, passes = "combat cards", "9.25", "pass"

    def decider(self, look: FestungLook, frame: Playing) -> str:
        return frame.plays

    kept = True  # whether there is a choice is nobody else's business

    def text(self, look: FestungLook, frame: Playing) -> str:
        battle = reckon(look, frame)
        added = f", {battle.modifier:+d} on the die" if battle.modifier else ""
        role = "Attack on" if frame.plays == frame.side else "Defence of"
        name = look.game.hex_name(frame.target)
        return f"{role} {name}, column {battle.column}{added}: play or name Combat Cards, or pass."

    @offer("combat", CARDS, "9.25", "Play in this combat")
    def combat(self, look: FestungLook, frame: Playing) -> Conditions:
        game, deck = look.game, look.position.decks[frame.plays]
        yield deck.hand | deck.face_up, "6.61", "{it} is neither in your hand nor on the table before you"
        printed = game.data.cards
        yield game.combat_cards, "6.61", "{it} is no Combat Card"
        yield ~frame.used, "9.25", "{it} counts in this combat already"
        if frame.fresh & game.side_cards[frame.plays]:
            yield ~deck.hand, "9.25", "one new card may be played in a combat"
        mine = (deck.hand | deck.face_up) & game.combat_cards
        yield (
            fitting(look, frame, mine),
            "9.25",
            lambda card: f"{{it}} does not apply: {against_card(look, printed[card], frame)}",
        )

    @combat.does
    def _(self, play: Play, frame: Playing, card: int) -> None:
        use(play, frame, card)

    done = going_on("9.25", "Pass", "no more cards", verb="pass")

    @done.does
    def _(self, play: Play, frame: Playing, _: int) -> None:
        over(play, frame)


def use(play: Play, frame: Playing, card: int) -> None:
    """A card is played, or one on the table named: everybody sees it, so it is not taken back (ruling R81)."""
    side, bit, deck = frame.plays, 1 << card, play.position.decks[frame.plays]
    play.looked()
    frame = replace(frame, used=frame.used | bit)
    if deck.hand & bit:
        piles.change(play, side, decks.laid_open(deck, card))
        frame = replace(frame, fresh=frame.fresh | bit)
        plays(play, side, card)
    else:
        names(play, side, card)
    printed = play.game.data.cards[card]
    for part in printed.effects:
        if isinstance(part, effects.Flag):
            flags.set_flag(play, part.set, printed.id, part.until, side)
    play.swap(frame)
    if not is_asked(play.look, frame, side):
        over(play, frame)


def over(play: Play, frame: Playing) -> None:
    """A side has no more cards to play, and the combat goes on."""
    play.pop()
    from .fight import Battling  # the two ask each other

    play.push(frame.turned(Battling))


# Cards that do not stay


def _leaving(card: Card, when: str) -> bool:
    return any(isinstance(part, effects.DiscardCard) and part.when == when for part in card.effects)


def _discard(play: Play, cards: Cards, when: str) -> None:
    known = play.game.data.cards
    for side in play.game.sides:
        deck = play.position.decks[side]
        going = [card for card in members(deck.face_up & cards) if _leaving(known[card], when)]
        if going:
            piles.change(play, side, decks.discarded(deck, sum(1 << card for card in going), seen=True))
            spent(play, side, tuple(going))


def combat_over(play: Play, fight: Fight) -> None:
    """Cards that serve one combat are discarded when it is over."""
    _discard(play, fight.used, "combat")


def round_over(play: Play) -> None:
    """Cards that serve one action round are discarded when its combats are over (6.62)."""
    _discard(play, -1, "round")


def free_hold(look: FestungLook, fight: Fight) -> bool:
    """Does a card let the defenders stay at no cost?"""
    enemy = OTHER[fight.side]
    return any(card.side == enemy for card, _ in parts(look, fight, effects.FreeHold))
