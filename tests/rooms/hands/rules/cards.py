"""Cards (5.0): each side has five; one may be played before its movement, and one by each side in a battle."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from bocage.parts.cards import CARDS
from bocage.parts.stacks import members
from bocage.rules import (
    PLAIN,
    SIDE,
    WORD,
    Conditions,
    Frame,
    Node,
    Question,
    SetOf,
    Unit,
    Units,
    event,
    going_on,
    offer,
    provided,
)

from .combat import fight
from .position import BLUE, GREY, OTHER, SIDES, BrookPosition

Cards = Annotated[int, SetOf("cards")]
IN_HAND = 3


class Printed(NamedTuple):
    """A card: whose, its title, its value in battle, its kind."""

    id: str
    side: str
    title: str
    value: int
    kind: str
    starred: bool = False


DECK = tuple(
    Printed(f"{side}-{number}", side, title, value, kind, starred)
    for side, titles in {
        BLUE: ("Reveille", "The ferryman", "Grapeshot", "Bayonets", "The miller's daughter"),
        GREY: ("Old campaigners", "The sexton", "Chain shot", "Palisades", "Flour for all"),
    }.items()
    for number, (title, (value, kind, starred)) in enumerate(
        zip(
            titles,
            ((2, "Event", False), (1, "Event", True), (2, "Battle", False), (1, "Battle", False), (3, "Event", True)),
            strict=True,
        ),
        1,
    )
)
OF_SIDE = {side: sum(1 << n for n, card in enumerate(DECK) if card.side == side) for side in SIDES}
BATTLE = sum(1 << n for n, card in enumerate(DECK) if card.kind == "Battle")

drawn = event("drawn", "5.1", "{who} draws a card.", who=SIDE)
played = event("played", "5.2", "{who} plays {card}: {use}.", who=SIDE, card=WORD, use=WORD)
laid = event("laid", "5.3", "{who} lays {card} in the battle.", who=SIDE, card=WORD)
let_pass = event("let pass", "5.3", "{who} lays no card.", who=SIDE)


class CardPosition(BrookPosition):
    """Where the cards lie. Of the other side's hand and pile one is shown only how many there are."""

    hand: Cards = 0
    pile: Cards = 0
    discards: Cards = 0
    open: Cards = 0
    gone: Cards = 0
    backs: dict[str, int] = {}
    draws: dict[str, int] = {}
    battles: int = 0


def draw(play, side: str) -> None:
    """A die draws from the pile."""
    cards = members(play.position.pile & OF_SIDE[side])
    card = cards[play.number(len(cards)) - 1]
    play.position.pile &= ~(1 << card)
    play.position.hand |= 1 << card
    drawn(play, side)


class Playing(Frame, frozen=True):
    """A side may play a card."""

    side: str


class CardPlay(Question[Playing]):
    """One card, before the movement."""

    name, rule = "card play", "5.2"

    def keep(self, look, frame) -> bool:
        return True

    def text(self, look, frame) -> str:
        return "Cards: play one, or go on."

    def _held(self, look, frame) -> Conditions:
        yield OF_SIDE[frame.side], "5.0", "{it} is not yours"
        yield look.position.hand, "5.0", "{it} is not in your hand"

    def _spent(self, play, frame, card: int, use: str) -> None:
        bit = 1 << card
        play.looked()  # who names a card has shown it
        play.position.hand &= ~bit
        if DECK[card].starred and use == "event":
            play.position.gone |= bit
        else:
            play.position.discards |= bit
        played(play, frame.side, DECK[card].title, use)
        play.pop()

    @offer("event", CARDS, "5.21")
    def event(self, look, frame) -> Conditions:
        yield from self._held(look, frame)
        yield ~BATTLE, "5.21", "a battle card is no event"
        yield provided(bool(look.position.pile & OF_SIDE[frame.side])), "5.21", "there is no card left to draw"

    @event.does
    def _(self, play, frame, card: int) -> None:
        self._spent(play, frame, card, "event")
        draw(play, frame.side)

    @offer("refit", CARDS, "5.22")
    def refit(self, look, frame) -> Conditions:
        yield from self._held(look, frame)
        yield provided(bool(weak(look, frame.side))), "5.22", "none of your units has lost a step"

    @refit.does
    def _(self, play, frame, card: int) -> None:
        unit = members(weak(play.look, frame.side))[0]
        self._spent(play, frame, card, "refit")
        play.set_steps(unit, play.game.counters[unit].steps)

    @offer("burn", CARDS, "5.23")
    def burn(self, look, frame) -> Conditions:
        yield from self._held(look, frame)

    @burn.does
    def _(self, play, frame, card: int) -> None:
        self._spent(play, frame, card, "burn")

    end = going_on("5.2", "Play no card", "no card")


def weak(look, side: str) -> Units:
    """The units of a side on the map that have lost a step."""
    units: list[Unit] = look.position.units
    able = look.game.side_units[side] & look.position.on_board
    return sum(1 << unit for unit in members(able) if units[unit].steps < look.counter(unit).steps)


class Reacting(Frame, frozen=True):
    """A battle is about to be rolled: the attacker, then the defender may lay a card."""

    side: str
    attacker: str
    target: Node
    attackers: Units


class Reaction(Question[Reacting]):
    """The window for a battle card. It is opened whatever the hand has, so that nobody learns what is in it."""

    name, rule, points_at, passes = "reaction", "5.3", "target", "pass"

    def keep(self, look, frame) -> bool:
        return True

    def hand(self, look, frame) -> Units:
        return frame.attackers

    def text(self, look, frame) -> str:
        return f"Battle of {look.game.board.labels[frame.target]}: lay a card, or pass."

    @offer("lay", CARDS, "5.3")
    def lay(self, look, frame) -> Conditions:
        yield OF_SIDE[frame.side], "5.0", "{it} is not yours"
        yield look.position.hand, "5.0", "{it} is not in your hand"
        yield BATTLE, "5.3", "{it} is no battle card"

    @lay.does
    def _(self, play, frame, card: int) -> None:
        play.looked()
        play.position.hand &= ~(1 << card)
        play.position.open |= 1 << card
        laid(play, frame.side, DECK[card].title)
        self._next(play, frame)

    @offer("pass", PLAIN, "5.3", words="no card")
    def let_pass(self, look, frame) -> Conditions:
        yield provided(True), "", ""

    @let_pass.does
    def _(self, play, frame, index: int) -> None:
        let_pass(play, frame.side)
        self._next(play, frame)

    def _next(self, play, frame) -> None:
        play.pop()
        if frame.side == frame.attacker:
            play.push(Reacting(OTHER[frame.side], frame.attacker, frame.target, frame.attackers))
            return
        fight(play, frame.target, frame.attackers)
        play.position.discards |= play.position.open
        play.position.open = 0
