"""The games, found by their folders. A folder with a `GAME` class is a game; no game imports another."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game

_SHELF = ("roundup", "storming", "rhine")  # newcomers find the game with the tour first; others follow by name


def slugs() -> list[str]:
    """The short names of all games.

    >>> "roundup" in slugs()
    True
    """
    found = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return sorted(found, key=lambda slug: _SHELF.index(slug) if slug in _SHELF else len(_SHELF))


def game_class(slug: str) -> Any:
    """The class of a game by its short name."""
    if slug not in slugs():
        raise BadInput(f"there is no game {slug!r}; there are: {', '.join(slugs())}")
    return import_module(f"bocage.games.{slug}").GAME


def make_game(slug: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
    """A game, compiled for a scenario and options."""
    made: Game[Any] = game_class(slug)(scenario, options)
    return made
