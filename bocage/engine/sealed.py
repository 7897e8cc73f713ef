"""Questions that are open to both sides at once: the answers stay sealed until all of them are in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from bocage.engine.actions import Action
from bocage.engine.offers import Question
from bocage.engine.position import Frame, Position
from bocage.engine.steps import Prompt

if TYPE_CHECKING:
    from bocage.engine.game import Game
    from bocage.engine.play import Play


class Sealing(Frame, frozen=True):
    """A question that is open to both sides: the answers that are in, sealed until all are.

    In the position of the match `side` is empty; in what a side is shown it is that side, so that clauses can tell
    whom they serve, and `answers` holds no answer but its own. It is `general`, as `OfSide` is.
    """

    general: ClassVar[bool] = True
    answers: dict[str, str] = {}
    side: str = ""


SealingType = TypeVar("SealingType", bound=Sealing)


def covered(position: Any, side: str | None) -> Any:
    """The position as it lies before a side, with the others' sealed answers taken away."""
    if not any(isinstance(frame, Sealing) for frame in position.frames):
        return position
    shown = position.copy()
    for number, frame in enumerate(shown.frames):
        if isinstance(frame, Sealing):
            own = {who: text for who, text in frame.answers.items() if who == side}
            shown.frames[number] = msgspec.structs.replace(frame, answers=own, side=side or "")
    return shown


class Sealed(Question[SealingType]):
    """A step that asks both sides at once. Nobody learns an answer before both are in."""

    def begin(self, play: Play[Any, Any, Any], side: str) -> SealingType:
        """Nobody has answered yet."""
        return self.frame()  # type: ignore[return-value]

    def take(self, play: Play[Any, Any, Any], frame: SealingType, side: str, action: Action) -> None:
        answers = {**frame.answers, side: str(action)}
        if len(answers) < len(play.game.sides):
            play.swap(msgspec.structs.replace(frame, answers=answers))
            return
        play.looked()
        # In the order of the sides, so that nothing depends on who answered first.
        self.reveal(play, frame, {who: play.game.actions.find(answers[who]) for who in play.game.sides})

    def reveal(self, play: Play[Any, Any, Any], frame: SealingType, answers: dict[str, Action]) -> None:
        """Both answers are in: side -> action."""
        raise NotImplementedError(self.name)

    def prompts(self, game: Game[Any], position: Position, frame: SealingType) -> dict[str, Prompt]:
        found = {}
        for side in game.sides:
            if side not in frame.answers:
                seen = game.shown(position, side)
                look, mine = game.asked(seen), seen.frames[-1]
                found[side] = Prompt(self, look, mine, side, True)
        return found
