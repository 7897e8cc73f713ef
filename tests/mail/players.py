"""Two players, each with a key of his own, who send a file to each other."""

from __future__ import annotations

from typing import Any

from bocage import bots
from bocage.bots.seat import take
from bocage.mail import letter, playing
from bocage.mail.dice import Unopened
from bocage.mail.keys import Key
from bocage.mail.letter import Letter
from bocage.mail.playing import Hand
from bocage.shelf import make_game


class Player:
    """One of the two; a bot thinks for him."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.bot = bots.make("greedy", seed=key.side)

    def takes(self, text: str) -> Hand:
        """The file in his hand."""
        found = letter.read(text)
        return Hand(self.key, found, make_game(found.game, found.scenario, found.options))

    def plays(self, text: str, most: int = 10_000) -> str:
        """What he sends back, after so many actions at most."""
        hand = self.takes(text)
        while hand.may_act and most:
            most -= 1
            assert hand.match is not None
            try:
                hand.match.play(self.bot.choose(take(hand.match, hand.side)), side=hand.side)
            except Unopened as waits:
                hand.wait_for(waits.action)
        return hand.text()


def begin(slug: str = "roundup", ahead: int = 0, scenario: str = "", **options: Any) -> tuple[Player, Player, str]:
    """A match in which both have sat down; the first player has the file in hand next."""
    game = make_game(slug, scenario, options)
    one = Player(playing.begun(game, "m1", game.sides[0], "Anna", ahead))
    text = Hand(one.key, one.key.known, game).text()
    other = Player(playing.joined(letter.read(text), game, "Bert"))
    return one, other, Hand(other.key, other.key.known, game).text()


def asked_for_a_die(ahead: int = 0) -> tuple[Player, Player, str]:
    """The first player has fixed an action that needs a die, and sends the file."""
    one, other, text = begin(ahead=ahead)
    while True:
        text = one.plays(text)
        if letter.read(text).pending_side == one.key.side:
            return one, other, text
        text = other.plays(text)
        if letter.read(text).pending_side == other.key.side:
            return other, one, text


def forged(text: str, **changes: Any) -> str:
    """A file that somebody changed who knows how it is made."""
    found = letter.read(text)
    for name, value in changes.items():
        setattr(found, name, value)
    return letter.written(found)


def copied(found: Letter) -> Letter:
    """The same letter, to be changed."""
    return letter.read(letter.written(found))
