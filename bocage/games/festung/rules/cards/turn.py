"""The course of a turn: action rounds (4.3, 5.1) and Turn End (4.5)."""

from __future__ import annotations

from bocage.parts.stacks import members
from bocage.rules import Automatic, Frame, Sequencing, automatic, event

from ..look import Play
from . import decks, flags, piles

round_begins = event("action round", "5.1", "Action round {number}.", sort="part", number="word")
next_season = event(
    "season", "4.5", lambda game, turn: f"Turn {turn}: {game.data.turns[turn - 1].name}.", sort="turn", turn="word"
)
swept = event(
    "combat cards swept", "6.63",
    lambda game, side, cards: f"To the discards: {', '.join(game.card_name(card) for card in cards)}.",
    who="side", cards="word",
)  # fmt: skip


@automatic("first season", "4.5")
def first_season(play: Play, side: str) -> None:
    """The season in which the game begins (4.5)."""
    next_season(play, play.position.turn)


@automatic("action phase", "4.3")
def action_phase(play: Play, side: str) -> None:
    """Six action rounds (4.3)."""
    play.position.round = 0
    play.push(InRounds())


class InRounds(Frame, frozen=True):
    """The Action Phase goes on from one round to the next; it is both sides'."""


class NextRound(Automatic[InRounds]):
    """In each round the Axis acts first, then the Allies (5.11, 5.14)."""

    name, rule = "next round", "5.1"

    def run(self, play: Play, frame: InRounds) -> None:
        position = play.position
        if position.round < play.rules.numbers["rounds"]:
            position.round += 1
            round_begins(play, position.round)
            play.push(frame)
            play.push(Sequencing("round"))


@automatic("turn end", "4.5")
def turn_end(play: Play, side: str) -> None:
    """Combat Cards on the table are discarded (6.63); what lasts for the turn is over."""
    position = play.position
    position.round, position.active = 0, ""
    for who in play.game.sides:
        open_cards = position.decks[who].face_up
        if open_cards:
            piles.change(play, who, decks.discarded(position.decks[who], open_cards, seen=True))
            swept(play, who, tuple(members(open_cards)))
    flags.turn_ends(play)


@automatic("next turn", "4.5")
def next_turn(play: Play, side: str) -> None:
    """The marker goes to the next season (4.5)."""
    play.clear("turn")
    play.position.turn += 1
    next_season(play, play.position.turn)
    play.pop()  # the sequence of the turn that is over
    play.push(Sequencing("turn"))
