"""The course of a turn: action rounds (4.3, 5.1) and Turn End (4.5)."""

from __future__ import annotations

from bocage.parts.stacks import members
from bocage.rules import Automatic, Frame, OfSide, Sequencing, event

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


class FirstSeason(Automatic[OfSide]):
    """The season in which the game begins (4.5)."""

    name, rule = "first season", "4.5"

    def run(self, play: Play, frame: OfSide) -> None:
        next_season(play, play.position.turn)


class ActionPhase(Automatic[OfSide]):
    """Six action rounds (4.3)."""

    name, rule = "action phase", "4.3"

    def run(self, play: Play, frame: OfSide) -> None:
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


class TurnEnd(Automatic[OfSide]):
    """Combat Cards on the table are discarded (6.63); what lasts for the turn is over."""

    name, rule = "turn end", "4.5"

    def run(self, play: Play, frame: OfSide) -> None:
        position = play.position
        position.round, position.active = 0, ""
        for side in play.game.sides:
            open_cards = position.decks[side].face_up
            if open_cards:
                piles.change(play, side, decks.discarded(position.decks[side], open_cards, seen=True))
                swept(play, side, tuple(members(open_cards)))
        flags.turn_ends(play)


class NextTurn(Automatic[OfSide]):
    """The marker goes to the next season (4.5)."""

    name, rule = "next turn", "4.5"

    def run(self, play: Play, frame: OfSide) -> None:
        play.clear("turn")
        play.position.turn += 1
        next_season(play, play.position.turn)
        play.pop()  # the sequence of the turn that is over
        play.push(Sequencing("turn"))
