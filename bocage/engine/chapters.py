"""Chapters: what a module of rules brings to its game, collected from what it defines: nobody lists it by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from bocage.engine.events import Telling
from bocage.engine.offers import Choice
from bocage.engine.position import Frame
from bocage.engine.steps import Offer, Step

_FOR_ALL = ("end", "roll")  # verbs that every game has


class Chapter(NamedTuple):
    """The frames, steps, verbs and sentences of one module of rules."""

    FRAMES: tuple[type[Frame], ...]
    STEPS: tuple[Step[Any], ...]
    OFFERS: Mapping[str, Offer]
    VERBS: Mapping[str, tuple[str, ...]]  # what a verb can be about -> verbs
    SENTENCES: Mapping[str, Callable[..., str]]


def chapter(module: ModuleType) -> Chapter:
    """What a module brings; only what it defines itself counts, not what it imports."""
    things = list(vars(module).values())
    kinds = [thing for thing in things if isinstance(thing, type) and thing.__module__ == module.__name__]
    steps = tuple(kind() for kind in kinds if issubclass(kind, Step) and hasattr(kind, "name"))
    verbs: dict[str, tuple[str, ...]] = {}
    for choice in (item for step in steps for item in _menu(step)):
        if choice.verb not in (*_FOR_ALL, *verbs.get(choice.takes, ())):
            verbs[choice.takes] = (*verbs.get(choice.takes, ()), choice.verb)
    return Chapter(
        FRAMES=tuple(kind for kind in kinds if issubclass(kind, Frame) and kind.step),
        STEPS=steps,
        OFFERS={},
        VERBS=verbs,
        SENTENCES={thing.kind: thing.words for thing in things if isinstance(thing, Telling)},
    )


def _menu(step: Step[Any]) -> tuple[Choice, ...]:
    menu: tuple[Choice, ...] = getattr(step, "menu", ())
    return menu
