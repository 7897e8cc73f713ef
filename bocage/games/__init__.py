"""The games, found by their folders. A folder with a `GAME` class is a game; no game imports another."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game


def slugs() -> list[str]:
    """The short names of all games.

    >>> "roundup" in slugs()
    True
    """
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def game_class(slug: str) -> Any:
    """The class of a game by its short name."""
    if slug not in slugs():
        raise BadInput(f"there is no game {slug!r}; there are: {', '.join(slugs())}")
    return import_module(f"bocage.games.{slug}").GAME


def make_game(slug: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
    """A game, compiled for a scenario and options."""
    made: Game[Any] = game_class(slug)(scenario, options)
    return made
