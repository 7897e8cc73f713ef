"""Trying out whether a game can go on from a position that nobody here has seen come about.

A record that can be replayed from its start proves itself. One that cannot, because it is of other rules or because it
begins in the middle, brings positions along that anybody may have written. They are checked field by field when they
are read (`bocage.engine.matches.sound`); here games are played on from them at random, to the end, and what everybody
would be shown is made. It is done in the process that reads records, which harms nobody if it stumbles.
"""

from __future__ import annotations

import random
import time

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.table import showing

GAMES = 12
SECONDS = 4.0  # after this no further game is begun; the first one is played in any case
_LONGEST = 1_500  # decisions
_SHOW_EVERY = 40
_TARRIES = 0.6  # how often somebody who could end a step does something else


def check(match: Match) -> None:
    """Raise `BadInput` if a match that goes on from a position of somebody else cannot be shown or played on."""
    if match.start is None:
        return
    end = time.monotonic() + SECONDS
    try:
        _show(match)
        for number in range(GAMES if match.outcome is None else 0):
            if number and time.monotonic() >= end:
                return
            _play_on(match, number)
    except Exception as error:
        reason = str(error) if isinstance(error, BadInput) else type(error).__name__
        raise BadInput(
            f"this record goes on from a position from which the game cannot be played ({reason})"
        ) from error


def _show(match: Match) -> None:
    for side in (None, *match.game.sides):
        showing.sheet(match, side)
        match.view(side)
    showing.lines(match, None, max(0, match.moment - 1), {})


def _play_on(match: Match, number: int) -> None:
    dice = random.Random(number)
    twin = Match(match.game, seed=f"trial {number}", start=match.position)
    while twin.outcome is None and twin.moment < _LONGEST:
        side = dice.choice(list(twin.prompts))
        verbs = twin.prompts[side].verbs()
        lively = [verb for verb in verbs if verb != "end"] if number % 2 and dice.random() < _TARRIES else []
        twin.play(dice.choice(verbs[dice.choice(lively or list(verbs))]), side=side)
        if twin.moment % _SHOW_EVERY == 0:
            _show(twin)
    _show(twin)
    twin.game.forget()
