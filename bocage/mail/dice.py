"""Dice that fall only when both sides have opened a link, and a match that is played with them."""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from bocage.engine.actions import Action
from bocage.engine.dice import Proof
from bocage.engine.errors import Refusal
from bocage.engine.game import Game
from bocage.engine.matches.entries import Entry
from bocage.engine.matches.match import Match


class Unopened(Exception):  # noqa: N818 - nothing is wrong: the file goes to the other side
    """A die must fall whose links are not open. `action` is what was about to be done."""

    def __init__(self, action: str = "") -> None:
        super().__init__(action)
        self.action = action


class MailDice:
    """One key for each throw: all the dice that one action brings about. `source` knows the keys that can be known."""

    def __init__(self, source: Callable[[int], bytes | None]) -> None:
        self._source = source
        self._starts: list[int] = []  # of each throw, the place of its first die
        self._keys: list[bytes] = []
        self._fallen = 0  # dice of all throws

    @property
    def throws(self) -> int:
        """How many throws have been made."""
        return len(self._keys)

    def close(self, rolls: int, throw: bool = False) -> None:
        """Something was carried out; so many dice have fallen in the match. It may count as a throw without dice."""
        if throw or rolls > self._fallen:
            key = self._source(self.throws)
            assert key is not None
            self._starts.append(self._fallen)
            self._keys.append(key)
            self._fallen = rolls

    def number(self, sides: int, epoch: int, counter: int) -> int:
        """The number at this place of the stream."""
        if counter >= self._fallen:
            key = self._source(self.throws)
            if key is None:
                raise Unopened
        else:
            key = self._keys[bisect_right(self._starts, counter) - 1]
        digest = blake2b(b"%d" % counter, key=key, digest_size=16).digest()
        return int.from_bytes(digest, "big") % sides + 1


class MailMatch(Match):
    """A match whose dice come by mail. Nothing is taken back across a die."""

    def __init__(self, game: Game[Any], source: Callable[[int], bytes | None]) -> None:
        self.mail = MailDice(source)
        self.fixed = ""  # why nothing can be done now, if so
        self.own = ""  # the side that has the file in hand: of the other's doings nothing is taken back here
        super().__init__(game, tape=())
        self.mail.close(self.position.rolls, throw=True)  # the set-up is a throw, whether it needs dice or not

    def _open(self) -> None:
        self.dice, self.tape = self.mail, None
        super()._open()

    def wait(self, side: str, why: str) -> None:
        """This side waits for the other, who is asked now instead; nothing can be done or taken back."""
        self.fixed = why
        prompt = copy.copy(self._prompts.get(side) or next(iter(self._prompts.values())))
        prompt.side = next(other for other in self.game.sides if other != side)
        self._prompts = {prompt.side: prompt}

    def _check_running(self) -> None:
        super()._check_running()
        if self.fixed:
            raise Refusal("", self.fixed)

    def undo_to(self, moment: int, *, side: str | None = None) -> None:
        """Take back what was not sent yet."""
        if self.fixed:
            raise Refusal(self.game.take_back_rule, self.fixed)
        super().undo_to(moment, side=side or self.own or None)

    @property
    def undoable(self) -> list[int]:
        """The moments to which one may go back."""
        if self.fixed or (self.own and self._undo and self._undo[-1][1] != self.own):
            return []
        return super().undoable

    def play(self, action: object, **more: Any) -> Entry:
        """Carry out an action; `Unopened` if a die must fall that is not open yet. Then nothing is changed."""
        try:
            entry = super().play(action, **more)
        except Unopened:
            raise Unopened(str(action if isinstance(action, Action) else self.game.actions.find(action))) from None
        self.mail.close(self.position.rolls)
        return entry

    def ask_rollback(self, side: str, moment: int) -> None:
        """By mail there is no way back across a die: it would be thrown twice."""
        raise Refusal("", "by mail nothing is taken back across a die; it would be thrown twice")

    def proof(self) -> Proof:
        """By mail the dice come from both sides, and the file is their proof."""
        raise Refusal("", "the dice of this match came by mail; 'bocage mail check' proves them from its file")

    def text(self, side: str | None = None) -> str:
        """An ordinary record, with the dice as they fell; with a side, what that side saw."""
        if side is not None:
            return super().text(side)
        numbers = [*self.opening.dice, *(number for entry in self.entries for number in entry.dice)]
        twin = Match(self.game.another(), tape=numbers)
        for entry in self.entries:
            twin.repeat(entry)
        return twin.text()
