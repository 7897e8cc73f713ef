"""How each scenario begins (3, 17, 18): its rules and its first position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.engine.play import index_units
from bocage.rules import Sequencing, Unit

from ...data import Data
from ..cards.decks import Deck
from ..in_force import Rules
from ..position import UNUSED, FestungPosition, Flag
from ..sequence import SEQUENCE

if TYPE_CHECKING:
    from ...game import Festung

CAMPAIGN, OVERLORD = "campaign", "overlord"


def rules(printed: Data, scenario: str) -> Rules:
    """The rules of a scenario without any option."""
    first = printed.numbers["overlord_turn"] if scenario == OVERLORD else 1
    return Rules(sequence=SEQUENCE, numbers=printed.numbers, last_turn=len(printed.turns), first_turn=first)


def first_position(game: Festung) -> FestungPosition:
    """The set-up of a scenario (17.2, 18.2), before the opening hands are dealt."""
    data, numbers, scenario = game.data, game.rules.numbers, game.scenario
    start = data.starts[scenario]
    units = []
    for counter in game.counters:
        place, steps = start.units.get(counter.id, (UNUSED, counter.steps))
        units.append(Unit(place, steps))
    air = start.air
    position = FestungPosition(
        turn=game.rules.first_turn,
        units=units,
        frames=[Sequencing("turn"), Sequencing("setup")],
        vp=numbers["overlord_vp" if scenario == OVERLORD else "opening_vp"] + game.rules.bid,  # ruling R75
        infrastructure=numbers["overlord_infrastructure" if scenario == OVERLORD else "opening_infrastructure"],
        allied_control=start.allied,
        hitler=next(node for node in data.board.nodes(game.berlin)),
        airfields=tuple(data.board.index[air[name]] for name in game.airfield_names),
        bombers={name: "" for name, row in data.air.items() if row.kind == "SAC" and air[name] == "pool"},
        fighters={name: "" for name, row in data.air.items() if row.kind == "TAC" and air[name] == "pool"},
        decks={side: deck_of(game, side, game.rules.first_turn) for side in game.sides},
    )
    if scenario == OVERLORD:
        _history(game, position)
    index_units(game, position)
    return position


def deck_of(game: Festung, side: str, turn: int) -> Deck:
    """The cards of the years in use in the pile, the rest to come."""
    year = game.data.turns[turn - 1].year
    pile = later = gone = 0
    for number, card in enumerate(game.data.cards):
        if card.side == side:
            if game.scenario == OVERLORD and card.gone_1944:
                gone |= 1 << number
            elif card.year <= year:
                pile |= 1 << number
            else:
                later |= 1 << number
    return Deck(pile=pile, later=later, gone=gone)


def _history(game: Festung, position: FestungPosition) -> None:
    """What has happened before the scenario that begins in 1944 (18.3, 18.5)."""
    position.surrendered = True
    for row in game.data.history:
        card = game.data.cards[game.card_numbers[row.card]]
        position.played |= row.played << game.card_numbers[row.card]
        if row.discarded:
            deck = position.decks[card.side]
            bit = 1 << game.card_numbers[row.card]
            position.decks = {
                **position.decks,
                card.side: Deck(
                    pile=deck.pile & ~bit, later=deck.later, gone=deck.gone, discards=deck.discards | bit,
                    played=deck.played | bit,
                ),
            }  # fmt: skip
        if row.beach:
            node = game.board.index[row.beach]
            position.marked |= 1 << node
            position.allied_control |= 1 << node
            position.invasions = {**position.invasions, row.card: row.turn}
        if row.flag:
            position.flags = {**position.flags, row.flag: Flag(row.card, "game", row.turn, card.side)}
