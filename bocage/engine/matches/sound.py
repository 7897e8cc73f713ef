"""Does a position that somebody stored or wrote make sense? Asked before a match goes on from it.

What `plain` reads back has the right types. Here its values are compared with what the game can have: units that are
counters of it with the steps they are printed with, sides that play, words that its rules know, numbers that fit on its
tracks. A game names its words and numbers in `Game.domains`; fields that it does not name hold plain words and small
numbers. Whether the rules can go on from there is tried out by whoever takes records from strangers.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec

from bocage.engine.errors import BadInput
from bocage.engine.fields import GOES
from bocage.engine.game import Game
from bocage.engine.position import Frame, Outcome, Position
from bocage.engine.sealed import Sealing
from bocage.engine.steps import Sequencing

_PLAIN = re.compile(r"[\w .:/+\-–']{0,60}")
_SMALL = range(-1, 1_000)
_DICE = range(10_000_000)  # how many dice a match has cast
_MOST_FRAMES = 60
_LONGEST_LEVEL = 200


def check_position(game: Game[Any], position: Position) -> None:
    """Raise `BadInput` with a sentence if no position of this game is like that."""
    check_turn(game, position.turn)
    _check_units(game, position)
    if position.outcome is not None:
        _check_outcome(game, position.outcome)
    elif not position.frames:
        raise BadInput("the stored position is not over and asks nobody")
    if len(position.frames) > _MOST_FRAMES:
        raise BadInput("in this position too many steps wait for each other")
    domains = game.domains()
    _check_fields(game, domains, position)
    for frame in position.frames:
        _check_frame(game, domains, frame)
    game.check_position(position)


def check_turn(game: Game[Any], turn: int) -> None:
    """Raise `BadInput` if the game has no such turn."""
    if turn not in range(1, game.most_turns + 1):
        raise BadInput(f"{game.title} has the turns 1 to {game.most_turns}, not a turn {turn}")


def _check_units(game: Game[Any], position: Position) -> None:
    marks = 1 << len(game.mark_names)
    for number, unit in enumerate(position.units):
        name, most = game.unit_ids[number], game.most_steps(number)
        if not (1 if unit.at >= 0 else 0) <= unit.steps <= most:
            raise BadInput(f"the unit {name} has {most} steps at most, not {unit.steps}")
        if not 0 <= unit.marks < marks:
            raise BadInput(f"the unit {name} cannot carry the marks {unit.marks}")


def _check_outcome(game: Game[Any], outcome: Outcome) -> None:
    if outcome.winner not in ("", *game.sides):
        raise BadInput(f"{outcome.winner[:40]!r} cannot win {game.title}")
    for words in (outcome.level, outcome.rule):
        if len(words) > _LONGEST_LEVEL or not words.isprintable() or "<" in words:
            raise BadInput("the outcome of this position cannot be read")


def _check_frame(game: Game[Any], domains: dict[str, Collection[Any]], frame: Frame) -> None:
    if frame.step not in game.steps:
        raise BadInput(f"there is no step {frame.step!r} in {game.title}")
    side = getattr(frame, "side", None)
    if isinstance(side, str) and side not in game.sides and not (isinstance(frame, Sealing) and not side):
        raise BadInput(f"{game.title} has the sides {' and '.join(game.sides)}, not {side[:40]!r}")
    if isinstance(frame, Sequencing):
        rows = game.rules.sequence.get(frame.table)
        if rows is None or frame.row not in ("", *(row.name for row in rows)):
            raise BadInput(
                f"the stored position is in a row {frame.row[:40]!r} of {frame.table[:40]!r} that there is not"
            )
        return
    if isinstance(frame, Sealing):
        for who, answer in frame.answers.items():
            if who not in game.sides:
                raise BadInput(f"{who[:40]!r} cannot have answered here")
            game.actions.find(answer)
    _check_fields(game, domains, frame)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields whose values nothing else checks."""
    hints = get_type_hints(kind, include_extras=True)
    own = {"turn", "units", "frames", "outcome", "side", "answers", *getattr(kind, "derived", ())}
    return tuple((name, hints[name]) for name in kind.__struct_fields__ if name not in own)


def _check_fields(game: Game[Any], domains: dict[str, Collection[Any]], struct: msgspec.Struct) -> None:
    for name, hint in _fields(type(struct)):
        _check_value(game, domains, name, hint, getattr(struct, name))


def _check_value(game: Game[Any], domains: dict[str, Collection[Any]], name: str, hint: Any, value: Any) -> None:
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        if any(isinstance(note, str) and note != GOES for note in notes):
            return  # a hex, a unit or a set of them: it was found by its name
    if isinstance(value, msgspec.Struct):
        _check_fields(game, domains, value)
    elif isinstance(value, dict):
        keys = domains.get(f"{name} of", game.unit_numbers)
        for key, item in value.items():
            if key not in keys:
                raise BadInput(f"{key[:40]!r} has no {_words(name)} in {game.title}")
            _check_value(game, domains, name, get_args(hint)[1], item)
    elif isinstance(value, tuple | list):
        for item in value:
            _check_value(game, domains, name, get_args(hint)[0], item)
    elif isinstance(value, str):
        known = domains.get(name)
        if value not in known if known is not None else _PLAIN.fullmatch(value) is None:
            raise BadInput(f"{_words(name)} cannot be {value[:40]!r} in {game.title}")
    elif isinstance(value, int) and not isinstance(value, bool):
        numbers = domains.get(name, _DICE if name in ("rolls", "epoch") else _SMALL)
        if value not in numbers:
            raise BadInput(f"{_words(name)} cannot be {value} in {game.title}")


def _words(name: str) -> str:
    return name.replace("_", " ")
