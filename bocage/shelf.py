"""The shelf: which games there are, and the rooms of each.

A folder in `bocage/games` with a class named `GAME` is a game. An installed package brings one by the entry point group
`bocage.games`: the point's name is the game's short name, its value the package that holds `GAME`. What a game brings
to the table, the terminal, the laboratory and the bots are rooms of its package, found by their names; a room that is
not there takes its feature away and nothing else.
"""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.parts.data import Printed
from bocage.parts.data.options import Option

GROUP = "bocage.games"  # the entry points by which other packages bring games


def slugs() -> list[str]:
    """The short names of all games: our own, and then those that other packages bring.

    >>> "roundup" in slugs()
    True
    """
    return [*_own(), *_guests()]


@cache
def _own() -> tuple[str, ...]:
    found = [module.name for module in pkgutil.iter_modules(import_module(GROUP).__path__) if module.ispkg]
    return tuple(sorted(found, key=lambda slug: (_place(slug), slug)))


def _place(slug: str) -> int:
    """Where a game stands on the shelf, as its `data/about.toml` says; one that does not say stands behind."""
    about = resources.files(GROUP).joinpath(slug, "data", "about.toml")  # without opening the game itself
    return int(tomllib.loads(about.read_text(encoding="utf-8")).get("place", 99)) if about.is_file() else 99


@cache
def _guests() -> dict[str, EntryPoint]:
    """Whoever takes the name of one of our own games cannot be asked for."""
    found = sorted(entry_points(group=GROUP))
    return {point.name: point for point in found if point.name not in _own()}


def package(slug: str) -> str:
    """The package of a game by its short name.

    >>> package("roundup")
    'bocage.games.roundup'
    """
    if slug in _own():
        return f"{GROUP}.{slug}"
    if slug in _guests():
        return _guests()[slug].module
    raise BadInput(f"there is no game {slug!r}; there are: {', '.join(slugs())}")


def game_class(slug: str) -> Any:
    """The class of a game by its short name."""
    name = package(slug)
    try:
        return import_module(name).GAME
    except Exception as error:
        tell(slug, f"the game {slug!r} ({name}) cannot be opened", error)
        raise


def make_game(slug: str, wanted: str, options: Mapping[str, Any], data: Path | None = None) -> Game[Any]:
    """A game, compiled for a scenario (its first, if none is named), options, and data laid over its own.

    What was compiled is shared by all matches of the same game, data, scenario and options.
    """
    kind, printed, named = game_class(slug), _printed(slug, data), scenario(slug, wanted)
    try:
        chosen = tuple(sorted((name + "", type(value).__name__, value) for name, value in options.items()))
        key = (kind, kind.rules_version, printed, named, chosen)
        known = _compiled.get(key)
    except (AttributeError, TypeError):
        key, known = None, None  # nothing that could be chosen: the game will say so
    if known is None:
        with _playable(slug, data):
            known = kind(named, options) if printed is None else kind(named, options, printed)
        if key is not None:
            _keep(_compiled, key, known, _MOST_COMPILED)
    return known.another()


def _printed(slug: str, data: Path | None) -> Printed | None:
    """The printed components of a game: read once, or once for each state of a folder that is laid over them.

    None of a game that reads its files itself.
    """
    files: tuple[object, ...] = ()
    if data is not None:
        if not data.is_dir():
            raise BadInput(f"{data} is not a folder")
        files = (data.name, *((file.name, file.read_bytes()) for file in sorted(data.glob("*.csv"))))
    key = (package(slug), files)
    known = _read.get(key)
    if known is None:
        load = getattr(room(slug, "data"), "load", None)
        with _playable(slug, data):
            found = None if load is None else load() if data is None else load(over=data)
        if isinstance(found, Printed):
            known = found
            _keep(_read, key, known, _MOST_READ)
        elif data is not None:
            raise BadInput(f"{game_class(slug).title} has no tables over which others could be laid")
    return known


@contextmanager
def _playable(slug: str, data: Path | None) -> Iterator[None]:
    """Whatever rules stumble over in the data of another folder is told in a sentence."""
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        if data is None or isinstance(error, BadInput):
            raise
        told = (
            f"these data cannot be played ({error!r}); `bocage data {slug} --data {data}` says what is wrong with them"
        )
        raise BadInput(told) from error


def _keep(known: dict[Any, Any], key: object, made: object, most: int) -> None:
    if len(known) >= most:
        known.clear()
    known[key] = made


# Compiled games by what they are made from, and data by what was read; both are bounded.
_MOST_COMPILED, _MOST_READ = 64, 16
_compiled: dict[object, Game[Any]] = {}
_read: dict[object, Printed] = {}


def tell(slug: str, what: str, error: Exception) -> None:
    """Say in a sentence that a game lacks a part of itself, or what is wrong with a guest."""
    lacks = isinstance(error, ModuleNotFoundError) and f"{error.name}.".startswith(f"{package(slug)}.")
    if lacks or slug in _guests():
        raise BadInput(f"{what}: {error}") from error


def scenario(slug: str, wanted: str = "") -> str:
    """The scenario that somebody wants; whoever does not say gets the game's first.

    >>> scenario("roundup"), scenario("storming", "final")
    ('campaign', 'final')
    """
    return wanted or next(iter(game_class(slug).scenarios))


def room(slug: str, name: str) -> ModuleType | None:
    """A module of a game's package, or None if the game does not have it.

    >>> room("roundup", "rules.options").__name__, room("roundup", "cellar")
    ('bocage.games.roundup.rules.options', None)
    """
    if slug not in slugs():
        return None  # a game that somebody plays without putting it on the shelf
    inside = package(slug)
    try:
        for part in name.split("."):
            inside += f".{part}"
            if find_spec(inside) is None:
                return None
        return import_module(inside)
    except Exception as error:
        tell(slug, f"{name.replace('.', '/')}.py of the game {slug!r} cannot be opened", error)
        raise


def needed(slug: str, name: str, feature: str) -> ModuleType:
    """A room without which a game lacks a feature; if it is not there, a sentence says so.

    >>> needed("roundup", "cellar.wine", "has no wine")
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: Operation Roundup has no wine: it brings no cellar/wine.py
    """
    kind = game_class(slug)
    found = room(slug, name)
    if found is None:
        raise BadInput(f"{kind.title} {feature}: it brings no {name.replace('.', '/')}.py")
    return found


def brought(slug: str, name: str, thing: str, feature: str) -> Any:
    """What such a room is there for; a room that has nothing of that name is told of, too.

    >>> brought("roundup", "table.face", "CELLAR", "has no wine")
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: Operation Roundup has no wine: its table/face.py has no CELLAR
    """
    found = getattr(needed(slug, name, feature), thing, None)
    if found is None:
        raise BadInput(f"{game_class(slug).title} {feature}: its {name.replace('.', '/')}.py has no {thing}")
    return found


def options(slug: str) -> dict[str, Option]:
    """The options of a game by their ids, in order; none of a game that has no `rules/options`.

    >>> options("roundup")["15.10"].title
    'Stiffened Town Defense'
    """
    package(slug)
    module = room(slug, "rules.options")
    found: dict[str, Option] = {} if module is None else module.catalogue()
    return found


def folder(slug: str, name: str) -> Traversable:
    """A folder of a game's package, such as `data`."""
    return resources.files(package(slug)).joinpath(*name.split("/"))
