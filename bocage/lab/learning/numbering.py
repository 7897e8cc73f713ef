"""The actions of a game by fixed numbers, for programs that learn."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.game import Game
from bocage.engine.steps import Prompt

Mask = NDArray[np.int8]


class Numbering:
    """Every action of a game by a fixed number: verb after verb, and within a verb by its operand.

    A number means the same in each position and in each match of a game. Some numbers between belong to gaps of the
    map and never become legal.

    >>> import bocage
    >>> match = bocage.new_match("roundup", seed="utah")
    >>> numbering = Numbering(match.game)
    >>> number = numbering.number(match.game.actions.find("us-beachhead 1204"))
    >>> str(numbering.action(number)), int(numbering.mask(match.prompt)[number])
    ('us-beachhead 1204', 1)
    """

    def __init__(self, game: Game[Any]) -> None:
        self._first: dict[str, int] = {}
        self._actions: list[Action | None] = []
        for verb, actions in game.actions.whole.items():
            self._first[verb] = len(self._actions)
            block: list[Action | None] = [None] * max(1, len(game.actions.verbs[verb].items))
            for action in actions:
                block[action.index] = action
            self._actions += block
        self.size = len(self._actions)
        self._bytes = (self.size + 7) // 8

    def number(self, action: Action) -> int:
        """The number of an action."""
        return self._first[action.verb] + action.index

    def action(self, number: int) -> Action:
        """The action of a number."""
        found = self._actions[number] if 0 <= number < self.size else None
        if found is None:
            raise BadInput(f"no action has the number {number}")
        return found

    def mask(self, prompt: Prompt | None) -> Mask:
        """1 for each action that may be chosen now, else 0."""
        bits = 0
        if prompt is not None:
            first = self._first
            for verb, members in prompt.sets.items():
                bits |= members << first[verb]
        packed = np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self.size, bitorder="little").view(np.int8)
