"""Taking back: undo as far as nothing stands between, and beyond that a rollback to which the other side agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches import past
from bocage.engine.matches.entries import Entry
from bocage.engine.play import Play
from bocage.engine.position import Position

if TYPE_CHECKING:
    from bocage.engine.dice import Dice
    from bocage.engine.game import Game
    from bocage.engine.steps import Prompt


class TakesBack:
    """The part of a match that goes back."""

    if TYPE_CHECKING:
        game: Game[Any]
        dice: Dice
        tape: tuple[int, ...] | None
        position: Any
        entries: list[Entry]
        history_moment: int
        _prompts: dict[str, Prompt]
        _undo: list[tuple[int, str, Position | None]]
        _turns: list[tuple[int, Position | None]]
        _request: tuple[str, int] | None

        @property
        def moment(self) -> int: ...
        def at(self, moment: int) -> Any: ...
        def moment_of(self, side: str | None, moment: int | None = None) -> int: ...
        def _check_side(self, side: str | None) -> None: ...
        def _check_running(self) -> None: ...
        def _offers_lapse(self) -> None: ...

    @property
    def undoable(self) -> list[int]:
        """The moments to which `undo_to` may go back, oldest first."""
        return [moment for moment, _, _ in self._undo]

    def undoable_by(self, side: str | None) -> list[int]:
        """The moments to which a side may go back by itself, oldest first.

        Nobody takes back what has handed the game over to a side that acts unseen: whether it has done something since,
        which would stand between, is not for the others to learn.
        """
        if not self._undo or self._undo[-1][1] != side:
            return []
        if any(other != side and self.game.acts_unseen(self.position, other) for other in self._prompts):
            return []
        return self.undoable

    def undo(self, *, side: str | None = None) -> None:
        """Take the last action back, unless a die, a draw, a look or the other side stands between.

        `side`, when given, must be the one whose action it was.
        """
        if not self._undo:
            raise self._too_late()
        self.undo_to(self._undo[-1][0], side=side)

    def undo_to(self, moment: int, *, side: str | None = None) -> None:
        """Go back to a moment since the last die, draw, look or decision of the other side."""
        self._check_side(side)
        for number, (when, whose, before) in enumerate(self._undo):
            if when == moment:
                if side is not None and side != whose:
                    raise Refusal(self.game.take_back_rule, f"only {whose} can take this back without asking")
                if side is not None and moment not in self.undoable_by(side):
                    break
                if before is None:
                    before = self.at(moment)
                del self._undo[number:]
                self._return_to(before, moment)
                self.entries.append(Entry("undo", whose, target=moment))
                self._let_request_lapse(whose)
                return
        raise self._too_late()

    def ask_rollback(self, side: str, moment: int) -> None:
        """Ask the other side to go back to any moment, beyond dice too."""
        self._check_side(side)
        self._check_running()
        first = self.history_moment
        if not isinstance(moment, int) or not first <= moment < self.moment:
            raise BadInput(f"a rollback goes to an earlier moment, from {first} to {self.moment - 1}")
        self.entries.append(Entry("ask", side, target=moment))
        self._request = (side, moment)

    @property
    def rollback_request(self) -> tuple[str, int] | None:
        """Who asks for a rollback, and to which moment."""
        return self._request

    def answer_rollback(self, side: str, agree: bool) -> None:
        """The other side says yes or no. After a yes the dice are new ones: a known die never comes again."""
        self._check_side(side)
        if self._request is None:
            raise Refusal(self.game.take_back_rule, "nobody has asked for a rollback")
        asked_by, moment = self._request
        if side == asked_by:
            raise Refusal(self.game.take_back_rule, "the other side must answer, not the one who asked")
        self._request = None
        if not agree:
            self.entries.append(Entry("refuse", side, target=moment))
            return
        epoch = self.position.epoch + 1
        earlier = self.at(moment)
        earlier.epoch = epoch
        earlier.rolls = 0 if self.tape is None else self.position.rolls  # a tape goes on where it stands
        self._undo.clear()
        self._request = None
        self._return_to(earlier, moment)
        self.entries.append(Entry("rollback", side, target=moment))

    def _let_request_lapse(self, side: str) -> None:
        """Whoever plays on instead of answering a request to go back has answered it, if the others notice."""
        if self._request is None:
            return
        others = [other for other in self.game.sides if other != side]
        if all(self.moment_of(other) > self.moment_of(other, self.moment - 1) for other in others):
            self._request = None

    def _return_to(self, position: Position, moment: int) -> None:
        if position.turn != self.position.turn:
            self._offers_lapse()
        self.position = position
        # The steps that run by themselves ran before the snapshot was taken, so this only asks again.
        self._prompts = Play(self.game, position, self.dice).drive()
        if moment < self._turns[-1][0]:  # to before a snapshot, so that another one is due
            self._turns.append((len(self.entries) + 1, position.copy()))
            past.thin_turns(self._turns)

    def _too_late(self) -> Refusal:
        return Refusal(
            self.game.take_back_rule,
            "nothing can be taken back here: a die, a draw, a look or the other side's decision stands between; "
            "ask the other side for a rollback",
        )
