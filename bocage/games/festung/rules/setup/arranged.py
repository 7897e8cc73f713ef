"""A position that is written down, for tests and reports: whose hexes, which cards and events, what lies where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bocage.engine.errors import BadInput
from bocage.engine.naming import hex_named, members_named
from bocage.rules import SetOf, arrange

from ...data import effects
from ..cards.decks import Deck
from ..position import ALLIED, FestungPosition, Flag
from .start import deck_of

if TYPE_CHECKING:
    from ...game import Festung

CARDS = SetOf("cards")


def _airfields(game: Festung, labels: str) -> tuple[int, ...]:
    found = tuple(hex_named(game, label) for label in labels.split())
    if len(found) != len(game.airfield_names):
        raise BadInput(f"there are {len(game.airfield_names)} Airfields, and places for {len(found)} of them")
    return found


def _flags(game: Festung, names: str | dict[str, Flag]) -> dict[str, Flag]:
    """What is in force, by names in one text, as if the cards that set it had been played on the first turn."""
    if not isinstance(names, str):
        return names
    found = {}
    for name in names.split():
        if name not in game.flag_effects:
            raise BadInput(f"no card of Festung Europa sets {name!r}")
        what = game.flag_of(name)
        card = next(card for card in game.data.cards if what in effects.all_parts(card.effects))
        found[name] = Flag(card.id, what.until, 1, card.side)
    return found


PILES = ("hand", "pile", "discards", "face_up", "gone")


def arrange_position(game: Festung, position: FestungPosition, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position.

    Hexes where Allied units stand are Allied, and Beach Heads with units are landed on. `axis_hand="axis-3 axis-18"`
    puts cards where they are wanted; the others of the years in use are in the pile. `flags="rommel isr"` puts events
    in force. In an action round it is the first, unless `round` says otherwise.
    """
    if any(getattr(frame, "table", "") == "round" for frame in position.frames):
        position.round = 1
    position.decks = {side: deck_of(game, side, position.turn) for side in game.sides}
    named = {f"{side}_{pile}": (side, pile) for side in game.sides for pile in PILES}
    readers = {
        "airfields": _airfields,
        "flags": _flags,
        "hitler": lambda game, label: hex_named(game, label) if label else -1,  # nowhere: he is out of the game
    }
    arrange(game, position, {name: value for name, value in extras.items() if name not in named}, readers)
    for name, value in extras.items():
        if name in named:
            side, pile = named[name]
            cards = members_named(game, CARDS, value)
            if cards & ~game.side_cards[side]:
                raise BadInput(f"{name} has a card of the other side: {value}")
            deck = position.decks[side]
            places = {place: getattr(deck, place) & ~cards for place in (*PILES, "later")}
            places[pile] |= cards
            position.decks = {**position.decks, side: Deck(**places)}
    for number, unit in enumerate(position.units):
        if unit.at >= 0 and 1 << unit.at & game.board.hexes:
            if game.counters[number].side == ALLIED:
                position.allied_control |= 1 << unit.at
            position.marked |= 1 << unit.at & game.data.beaches
