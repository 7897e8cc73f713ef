"""The log in words. Each chapter brings the sentences of its own events (`SENTENCES`); shared words are here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.parts import words
from bocage.parts.words import listed

if TYPE_CHECKING:
    from ..game import Storming

__all__ = ["SIDE", "hex_name", "listed", "some_units", "unit_names"]

SIDE = {"allied": "The Allies", "german": "The Germans"}


def unit_names(game: Storming, units: Sequence[int]) -> str:
    """The names of units in a row."""
    return listed([game.counters[unit].name for unit in units])


def some_units(game: Storming, units: Sequence[int], most: int = 5) -> str:
    """The names of the first few units, and how many there are beside them."""
    if len(units) <= most + 1:
        return unit_names(game, units)
    return f"{', '.join(game.counters[unit].name for unit in units[:most])} and {len(units) - most} others"


def hex_name(game: Storming, node: int) -> str:
    """A hex by name and number, as a player says it."""
    return words.hex_name(game.data.names, game.board.labels, node)
