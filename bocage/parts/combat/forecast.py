"""The odds before one commits: a battle run by its own steps, once for each way in which the dice can fall.

A forecast runs the very steps that resolve the battle, on a copy of what the asking side may know; so it cannot
disagree with what happens, nor tell a secret. A game says which battle is meant, when it is decided, what both sides
answer on the way, and what it reads off the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from bocage.engine.actions import Action
from bocage.engine.dice import Dice, every_outcome
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.naming import hex_named as hex_named
from bocage.engine.naming import hexes_named as hexes_named
from bocage.engine.naming import units_named as units_named
from bocage.engine.play import Play
from bocage.engine.position import Frame, Position

Result = TypeVar("Result", bound=Hashable)
AnyPlay = Play[Any, Any, Any]


# What is asked


def check_side(game: Any, side: str) -> None:
    """Refuse a side that the game does not have.

    >>> from types import SimpleNamespace
    >>> check_side(SimpleNamespace(title="Chess", sides=("white", "black")), "red")
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: Chess has the sides white and black, not 'red'
    """
    if side not in game.sides:
        raise BadInput(f"{game.title} has the sides {' and '.join(game.sides)}, not {side!r}")


def refuse(*reasons: Refusal | None) -> None:
    """Refuse what could not be declared, with the first reason there is, which is the referee's own.

    >>> refuse(None, None)
    >>> refuse(None, Refusal("13.1", "nobody can attack now"))
    Traceback (most recent call last):
    ...
    bocage.engine.errors.Refusal: nobody can attack now (13.1)
    """
    for reason in reasons:
        if reason is not None:
            raise reason


# What it would bring


def outcomes(
    game: Any, position: Position, frames: Sequence[Frame], run: Callable[[Any], Result]
) -> dict[Result, Fraction]:
    """The exact chances of what `run` finds: it is given a hand on a copy of the position, with these frames.

    >>> position = Position(turn=1, units=[])
    >>> from types import SimpleNamespace
    >>> chances = outcomes(SimpleNamespace(rules=None), position, [], lambda play: sum(play.roll(2)) > 10)
    >>> chances[True], position.rolls
    (Fraction(1, 12), 0)
    """

    def on_a_copy(dice: Dice) -> Result:
        copy = position.copy()
        copy.rolls = copy.epoch = 0
        copy.frames = list(frames)
        return run(Play(game, copy, dice))

    return every_outcome(on_a_copy)


def resolve(
    play: AnyPlay, decided: Callable[[Any], bool], answer: Callable[[AnyPlay, Any], Action | None]
) -> Frame | None:
    """Let the steps run up to a frame at which the battle is decided, and give that frame, which stays on the stack.

    `answer` says what is chosen where a side is asked; where it says nothing, or nothing is left to do, the battle has
    been called off.
    """
    frames, steps = play.position.frames, play.game.steps
    while frames:
        frame = frames[-1]
        if decided(frame):
            return frame  # type: ignore[no-any-return]
        step = steps[frame.step]
        if step.automatic:
            frames.pop()
            step.run(play, frame)
            continue
        action = answer(play, frame)
        if action is None:
            break
        step.answer(play, frame, action)
    return None


def in_order(chances: Mapping[Result, Fraction], order: Iterable[Result]) -> dict[Result, Fraction]:
    """Chances in the order in which a chart has its results.

    >>> in_order({"DR": Fraction(1, 6), "AE": Fraction(5, 6)}, ("AE", "EX", "DR"))
    {'AE': Fraction(5, 6), 'DR': Fraction(1, 6)}
    """
    return {result: chances[result] for result in order if result in chances}
