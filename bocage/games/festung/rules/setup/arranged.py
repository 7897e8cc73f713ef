"""A position that is written down, for tests and reports: whose hexes, which cards and events, what lies where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bocage.engine.errors import BadInput
from bocage.engine.naming import hex_named, members_named
from bocage.engine.plain import place_name
from bocage.rules import SetOf, arrange

from ...data import effects
from ..cards.decks import Deck
from ..position import ALLIED, DUTIES, MISSIONS, OTHER, FestungPosition, Flag
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


def _markers(kind: str, tasks: tuple[str, ...]) -> Callable[[Festung, dict[str, str]], dict[str, str]]:
    """A reader of air markers of a kind (SAC or TAC), each with its task, or with nothing if it waits in the pool."""

    def read(game: Festung, given: dict[str, str]) -> dict[str, str]:
        known = [name for name, marker in game.data.air.items() if marker.kind == kind]
        for marker, task in given.items():
            if marker not in known:
                raise BadInput(f"{marker!r} is no {kind} marker; there are: {', '.join(known)}")
            if task and task not in tasks:
                raise BadInput(f"{marker} cannot be given to {task!r}; possible are: {', '.join(tasks)}")
        return given

    return read


def _check_units(game: Festung, position: FestungPosition) -> None:
    """Refuse units where no game could have them: beside enemies, in a box of theirs, a fortress away from its hex."""
    first: dict[int, int] = {}  # hex or box -> a unit there
    for number, unit in enumerate(position.units):
        if unit.at < 0:
            continue
        name, place, side = game.unit_ids[number], place_name(game, unit.at), game.counters[number].side
        if game.data.box_sides[OTHER[side]] >> unit.at & 1:
            raise BadInput(f"{name} cannot be in {place}: that box is the enemy's")
        home = game.fortress_homes.get(number, unit.at)
        if unit.at != home:
            raise BadInput(f"{name} can only be in {place_name(game, home)}, not in {place}")
        other = first.setdefault(unit.at, number)
        if game.counters[other].side != side:
            raise BadInput(f"{game.unit_ids[other]} and {name} are enemies: they cannot both be in {place}")


PILES = ("hand", "pile", "discards", "face_up", "gone")


def arrange_position(game: Festung, position: FestungPosition, extras: Mapping[str, Any]) -> None:
    """Set the fields of an arranged position.

    Hexes where Allied units stand are Allied, and Beach Heads with units are landed on. `axis_hand="axis-3 axis-18"`
    puts cards where they are wanted; the others of the years in use are in the pile. `flags="rommel isr"` puts events
    in force. In an action round it is the first, unless `round` says otherwise.
    """
    _check_units(game, position)
    if any(getattr(frame, "table", "") == "round" for frame in position.frames):
        position.round = 1
    position.decks = {side: deck_of(game, side, position.turn) for side in game.sides}
    named = {f"{side}_{pile}": (side, pile) for side in game.sides for pile in PILES}
    readers: dict[str, Callable[[Any, Any], Any]] = {
        "airfields": _airfields,
        "flags": _flags,
        "hitler": lambda game, label: hex_named(game, label) if label else -1,  # nowhere: he is out of the game
        "bombers": _markers("SAC", MISSIONS),
        "fighters": _markers("TAC", DUTIES),
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
