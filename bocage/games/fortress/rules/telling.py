"""Words that sentences of all chapters share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bocage.parts import words

if TYPE_CHECKING:
    from ..game import Fortress

SIDE = {"allied": "The Allies", "german": "The Germans"}


def hex_name(game: Fortress, node: int) -> str:
    """A hex by name and number, as a player says it."""
    return words.hex_name(game.data.names, game.board.labels, node)
