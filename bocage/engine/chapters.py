"""Chapters: what the modules of rules bring to their game, collected from what they define: nobody lists it by hand."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from bocage.engine.events import Telling
from bocage.engine.offers import Choice
from bocage.engine.position import Frame
from bocage.engine.steps import Step

_FOR_ALL = ("end", "roll")  # verbs that every game has


class Chapter(NamedTuple):
    """The frames, steps, verbs and sentences of one module of rules, or of all of a game's."""

    FRAMES: tuple[type[Frame], ...]
    STEPS: tuple[Step[Any], ...]
    VERBS: Mapping[str, tuple[str, ...]]  # what a verb can be about -> verbs
    SENTENCES: Mapping[str, Callable[..., str]]
    EVENTS: Mapping[str, Telling] = {}


def chapter(module: ModuleType) -> Chapter:
    """What a module brings; only what it defines itself counts, not what it imports."""
    things = list(vars(module).values())
    kinds = [thing for thing in things if isinstance(thing, type) and thing.__module__ == module.__name__]
    steps = tuple(kind() for kind in kinds if issubclass(kind, Step) and hasattr(kind, "name"))
    verbs: dict[str, tuple[str, ...]] = {}
    for choice in (item for step in steps for item in getattr(step, "menu", ())):
        _add(verbs, choice)
    events = {thing.kind: thing for thing in things if isinstance(thing, Telling)}
    frames = dict.fromkeys(step.frame for step in steps if step.frame is not Frame)
    return Chapter(
        FRAMES=tuple(frames),
        STEPS=steps,
        VERBS=verbs,
        SENTENCES={kind: thing.words for kind, thing in events.items()},
        EVENTS=events,
    )


def _add(verbs: dict[str, tuple[str, ...]], choice: Choice) -> None:
    if choice.verb not in (*_FOR_ALL, *verbs.get(choice.takes, ())):
        verbs[choice.takes] = (*verbs.get(choice.takes, ()), choice.verb)


def chapters(package: str) -> Chapter:
    """What all modules of a package of rules bring together."""
    return together(chapter(import_module(name)) for name in _modules(package))


def _modules(package: str) -> Iterator[str]:
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        yield module.name


def together(parts: Iterable[Chapter]) -> Chapter:
    """Several chapters as one."""
    frames: dict[type[Frame], None] = {}
    steps: dict[str, Step[Any]] = {}
    verbs: dict[str, dict[str, None]] = {}
    sentences: dict[str, Callable[..., str]] = {}
    events: dict[str, Telling] = {}
    for part in parts:
        frames.update(dict.fromkeys(part.FRAMES))
        for step in part.STEPS:
            known = steps.setdefault(step.name, step)
            assert type(known) is type(step), f"two steps are called {step.name}"
        for kind, names in part.VERBS.items():
            verbs.setdefault(kind, {}).update(dict.fromkeys(names))
        sentences.update(part.SENTENCES)
        events.update(part.EVENTS)
    return Chapter(
        tuple(frames),
        tuple(steps.values()),
        {kind: tuple(names) for kind, names in verbs.items()},
        sentences,
        events,
    )
