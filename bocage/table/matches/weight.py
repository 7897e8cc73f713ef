"""What a match takes of the memory.

A match owns a game of its own, compiled for its options; how large that is differs much between games, so it is
measured, once for each: all that one match can reach and another cannot. What pure functions of the rules have answered
is shared by all matches of the same game, and each of them keeps so many answers at most.
"""

from __future__ import annotations

import gc
import sys
from functools import cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import bocage
from bocage.engine.matches.match import Match

_ENTRY = 1.2  # kilobytes, measured: an action with its dice and what the log tells of it
_POSITION = 5.0  # a position that is kept, to go back to
_LOOKED_AT = 150  # what is remembered once somebody has looked: the looks of the last questions, sheets
_SHARED = (type, ModuleType, BuiltinFunctionType)


def _neighbours(thing: Any) -> list[Any]:
    if isinstance(thing, FunctionType):
        return [thing.__closure__, thing.__defaults__, thing.__kwdefaults__]  # its module is everybody's
    return gc.get_referents(thing)


def _reached(start: Any, without: set[int]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or id(thing) in without or isinstance(thing, _SHARED):
            continue
        found[id(thing)] = thing
        waiting += _neighbours(thing)
    return found


@cache
def of_a_game(slug: str) -> int:
    """Kilobytes that a match of a game takes when it begins."""
    other, one = (bocage.new_match(slug, seed="weight") for _ in range(2))
    shared = _reached(other, set())
    own = _reached(one, set(shared))
    return sum(sys.getsizeof(thing) for thing in own.values()) // 1024 + 1


def of_a_match(match: Match) -> int:
    """Kilobytes that a match takes now, nearly."""
    entries, positions = match.moment - match.history_moment, match.kept_positions
    looked_at = _LOOKED_AT if match.moment else 0
    return of_a_game(match.game.slug) + looked_at + int(entries * _ENTRY + positions * _POSITION)
