"""The log in words. Each chapter brings the sentences of its own events (`SENTENCES`); shared words are here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.engine.events import Event

if TYPE_CHECKING:
    from bocage.games.storming.game import Storming

SIDE = {"allied": "The Allies", "german": "The Germans"}


def sentence(game: Storming, event: Event) -> str:
    """An event as a sentence of the log."""
    return game.sentences[event.kind](game, *event.data)


def listed(words: Sequence[str]) -> str:
    """Words in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def unit_names(game: Storming, units: Sequence[int]) -> str:
    """The names of units in a row."""
    return listed([game.cards[unit].name for unit in units])


def some_units(game: Storming, units: Sequence[int], most: int = 5) -> str:
    """The names of the first few units, and how many there are beside them."""
    if len(units) <= most + 1:
        return unit_names(game, units)
    return f"{', '.join(game.cards[unit].name for unit in units[:most])} and {len(units) - most} others"


def hex_name(game: Storming, node: int) -> str:
    """A hex by name and number, as a player says it."""
    name = game.data.names.get(node)
    label = game.board.labels[node]
    return f"{name} ({label})" if name else label
