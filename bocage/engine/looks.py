"""Looks: what may be asked about a position, and how long an answer is kept.

A look is a read-only surface on a position that one side may see. What it finds out with `@once` is kept as long as the
position stands, whatever its frames do; what depends on nothing but its arguments is `@pure` and is kept, in bounds, by
the compiled game. Nobody lists what an answer depends on: the engine compares positions (`Keeper`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import CO_VARARGS
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import astuple

from bocage.engine.position import Position, Unit

if TYPE_CHECKING:
    from bocage.engine.game import Game

GameType = TypeVar("GameType")
PositionType = TypeVar("PositionType", bound=Position)
Function = TypeVar("Function", bound=Callable[..., Any])
_UNKNOWN: Any = object()


class Look(Struct, Generic[GameType, PositionType], eq=False):
    """A read-only surface on a position that one side may see: what steps, overlays, warnings and bots ask.

    Games extend it with their inquiries (`zone`, `supplied`, `reach`, `battle`). Whoever changes the position takes a
    new look afterwards.
    """

    game: GameType
    position: PositionType
    found: dict[Any, Any] = {}  # what `@once` has found out


def once(function: Function) -> Function:
    """An inquiry that is answered once for each position: `function(look, *arguments)`.

    It must not read the frames, nor get one: what it finds outlives the question.

    >>> class Field(Look[None, Position]):
    ...     @once
    ...     def doubled(self, number):
    ...         print("thinking")
    ...         return 2 * number
    >>> field = Field(None, Position(turn=1, units=[]))
    >>> field.doubled(4), field.doubled(4)
    thinking
    (8, 8)
    """
    if function.__code__.co_argcount == 1:

        @wraps(function)
        def alone(look: Any) -> Any:
            answer = look.found.get(function, _UNKNOWN)
            if answer is _UNKNOWN:
                answer = look.found[function] = function(look)
            elif _doubting:
                _compare(function, answer, function(look.game.look(look.position)))
            return answer

        return cast(Function, alone)

    if function.__code__.co_argcount == 2 and not function.__defaults__ and not function.__code__.co_flags & CO_VARARGS:

        @wraps(function)
        def about_one(look: Any, argument: Any) -> Any:
            key = (function, argument)
            answer = look.found.get(key, _UNKNOWN)
            if answer is _UNKNOWN:
                answer = look.found[key] = function(look, argument)
            elif _doubting:
                _compare(function, answer, function(look.game.look(look.position), argument))
            return answer

        return cast(Function, about_one)

    @wraps(function)
    def about(look: Any, *arguments: Any) -> Any:
        key = (function, arguments)
        answer = look.found.get(key, _UNKNOWN)
        if answer is _UNKNOWN:
            answer = look.found[key] = function(look, *arguments)
        elif _doubting:
            _compare(function, answer, function(look.game.look(look.position), *arguments))
        return answer

    return cast(Function, about)


def pure(most: int) -> Callable[[Function], Function]:
    """A function of the compiled game and its arguments alone, of which the game keeps so many answers.

    >>> from types import SimpleNamespace
    >>> @pure(2)
    ... def halved(game, number):
    ...     return number // 2
    >>> game = SimpleNamespace(answers={})
    >>> [halved(game, number) for number in (4, 6, 4, 8)], len(game.answers[halved])
    ([2, 3, 2, 4], 1)
    """

    def keeping(function: Function) -> Function:
        @wraps(function)
        def answered(game: Any, *arguments: Any) -> Any:
            try:
                answer = game.answers[answered][arguments]
            except KeyError:
                answer = function(game, *arguments)
                kept = game.answers.setdefault(answered, {})
                if len(kept) >= most:
                    kept.clear()
                kept[arguments] = answer
                return answer
            if _doubting:
                _compare(function, answer, function(game, *arguments))
            return answer

        return cast(Function, answered)

    return keeping


# Doubt: a test mode in which every kept answer is found out again from a cold look, and compared.

_doubting = False


@contextmanager
def doubt() -> Iterator[None]:
    """While this lasts, an answer that was kept too long is an `AssertionError` that names the inquiry."""
    global _doubting
    before, _doubting = _doubting, True
    try:
        yield
    finally:
        _doubting = before


def doubting() -> bool:
    """Is every kept answer to be compared with a fresh one?"""
    return _doubting


def _compare(function: Callable[..., Any], kept: Any, cold: Any) -> None:
    if "__eq__" not in {name for kind in type(cold).__mro__[:-1] for name in vars(kind)}:
        return  # a thing that can be compared with nothing; what it was made of is compared where that is found
    name = f"{function.__module__}.{function.__qualname__}"
    assert kept == cold, f"{name} was kept too long: {kept!r}, but now it is {cold!r}"


class Keeper:
    """Gives looks for questions, and lets them keep what was found while nothing but the frames has changed.

    Two positions are held in mind, for a question may go to one side and then to the other.
    """

    __slots__ = ("_held", "_own")

    def __init__(self, kind: type[Position]) -> None:
        self._own = len(Position.__struct_fields__)  # the fields that a game adds come after those of every game
        self._held: tuple[tuple[list[Unit], tuple[Any, ...], dict[Any, Any]], ...] = ()

    def look(self, game: Game[Any], position: Any) -> Any:
        """A look on a position, with all that was found out about it before."""
        look, values = game.look(position), self._values(position)
        for held_units, held_values, found in self._held:
            if held_values == values and held_units == position.units:
                look.found = found
                return look
        self._held = ((position.units.copy(), values, look.found), *self._held[:1])
        return look

    def lend(self, game: Game[Any], position: Any) -> Any:
        """A look for somebody who is about to change the position: he gets what was found, and adds nothing to it."""
        look, values = game.look(position), self._values(position)
        for held_units, held_values, found in self._held:
            if held_values == values and held_units == position.units:
                look.found = found.copy()
                break
        return look

    def _values(self, position: Any) -> tuple[Any, ...]:
        """All of a position that counts but its units: neither the frames do nor what is derived from the units."""
        return (position.turn, position.rolls, position.epoch, position.outcome, astuple(position)[self._own :])

    def forget(self) -> None:
        """Hold nothing in mind."""
        self._held = ()
