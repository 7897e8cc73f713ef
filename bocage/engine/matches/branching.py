"""A branch: a match of its own that begins at a moment of another one, to try things out. It never touches the other.

Of a match that is over it begins with the true position. Of one that goes on it holds what one side may know and
nothing else: the rest is dealt anew, in the way in which bots deal it for the games that they play in their heads. Its
dice have a key of their own, so nothing about the dice of the match can be learnt from it.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from bocage.engine.errors import Refusal
from bocage.engine.game import Game
from bocage.engine.matches.match import Match
from bocage.engine.sealed import Sealing

TOLD_BY = "branch"  # what the random numbers of a deal are made of, beside the key


def branch_of(match: Match, side: str | None, moment: int, key: bytes) -> Match:
    """A branch at a moment, as the side counts; `key` is that of its dice, and new.

    Of a running match it is what the side may know. Two matches that this side cannot tell apart have the same
    branches.
    """
    over = match.outcome is not None
    begins, last = match.moments_behind(side, moment)
    if not over and side is None:
        raise Refusal("", "only who plays may try things out while a match is under way")
    if over:
        while last > match.history_moment and match.at(last).outcome is not None:
            last -= 1
        position = match.at(last)
    else:
        assert side is not None
        position = dealt(match.game, match.at(begins), side, key)
    if position.outcome is not None:
        raise Refusal("", "the game is over at this moment; go back to an earlier one to try something out")
    return Match(match.game.another(), key=key, start=unrolled(position))


def dealt(game: Game[Any], position: Any, side: str, key: bytes) -> Any:
    """A position that may be the one before a side, for all that it knows; the key says which of these."""
    return unrolled(game.redeal(game.shown(position, side), side, Random(f"{TOLD_BY} {key.hex()}")))


def unrolled(position: Any) -> Any:
    """A position that has cast no dice yet, and in which nobody is shown anything."""
    position.rolls, position.epoch = 0, 0
    for number, frame in enumerate(position.frames):
        if isinstance(frame, Sealing):
            position.frames[number] = msgspec.structs.replace(frame, side="")
    return position
