"""A game that a bot plays in its head: a copy of what it sees, with the secrets dealt anew and dice of its own."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.bots.seat import Seat
from bocage.engine.actions import Action
from bocage.engine.game import Game
from bocage.engine.play import Play
from bocage.engine.position import Position
from bocage.engine.steps import Prompt


class OwnDice:
    """Dice that have nothing to do with those of the match."""

    __slots__ = ("_random",)

    def __init__(self, random: Random) -> None:
        self._random = random

    def number(self, sides: int, epoch: int, counter: int) -> int:
        """A number from 1 to `sides`."""
        return 1 + int(self._random.random() * sides)


class DiceInStep(OwnDice):
    """Dice that begin anew with each phase: lines of play that differ in one phase get the same dice in the next."""

    __slots__ = ("_game", "_phase", "_position", "_seed")

    def __init__(self, game: Game[Any], position: Position, seed: str) -> None:
        super().__init__(Random(seed))
        self._game = game
        self._position = position
        self._seed = seed
        self._phase: object = None

    def number(self, sides: int, epoch: int, counter: int) -> int:
        """A number from 1 to `sides`."""
        phase = (self._position.turn, self._game.phase(self._position))
        if phase != self._phase:
            self._phase = phase
            self._random.seed(f"{self._seed}/{phase}")
        return super().number(sides, epoch, counter)


class Imagined:
    """One line of play. It owns the position that it is given.

    >>> import bocage
    >>> from bocage.bots.seat import take
    >>> match = bocage.new_match("roundup", seed="utah")
    >>> dream = take(match, "allied").imagine(Random(1))
    >>> dream.play(dream.seat().prompt.actions[0])
    >>> dream.answers, match.moment
    (1, 0)
    """

    __slots__ = ("answers", "dice", "game", "position", "prompts")

    def __init__(self, game: Game[Any], position: Position, random: Random) -> None:
        self.game = game
        self.position = position
        self.dice: OwnDice = OwnDice(random)
        self.answers = 0
        self.prompts: dict[str, Prompt] = Play(game, position, self.dice).drive()

    @property
    def over(self) -> bool:
        """Has the imagined game ended?"""
        return not self.prompts

    def branch(self, random: Random) -> Imagined:
        """The same moment, to go on with other dice."""
        return Imagined(self.game, self.position.copy(), random)

    def seat(self) -> Seat:
        """The seat of the (first) side that decides."""
        prompt = next(iter(self.prompts.values()))
        return Seat(self.game, self.game.shown(self.position, prompt.side), prompt)

    def play(self, action: Action) -> None:
        """Answer the question of `seat`."""
        prompt = next(iter(self.prompts.values()))
        assert prompt.has(action), f"{action} is not on the list of {prompt!r}"
        hand: Play[Any, Any, Any] = Play(self.game, self.position, self.dice)
        frame = self.position.frames[-1]
        step: Any = self.game.steps[frame.step]
        step.take(hand, frame, prompt.side, action)
        self.prompts = hand.drive()
        self.answers += 1
