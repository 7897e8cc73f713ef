"""What bots say of their answers, and who at the screen may hear it."""

from __future__ import annotations

from typing import NamedTuple

from bocage import bots
from bocage.bots.seat import take
from bocage.engine.actions import Action
from bocage.engine.matches.match import Match


class Thought(NamedTuple):
    """The moment after an answer, whose it was, and the reason."""

    moment: int
    side: str
    text: str


class Thoughts:
    """What was said in this sitting; a record does not keep it."""

    def __init__(self, match: Match, wanted: bool) -> None:
        self._match = match
        self._wanted = wanted
        self._said: list[Thought] = []

    def add(self, side: str, bot: bots.Bot) -> None:
        """Keep what a bot says of the answer that was just played, unless it repeats itself."""
        text = " ".join(bots.reason(bot).split()) if self._wanted else ""
        last = next((thought.text for thought in reversed(self._said) if thought.side == side), "")
        if text and text != last:
            self._said.append(Thought(self._match.moment, side, text))

    def told(self, side: str | None, since: int = 0, until: int | None = None) -> list[Thought]:
        """What a side (None: who only watches) may hear of the answers between two moments.

        A reason may betray what its side knows: where a game has secrets it is kept from the others until the end.
        """
        match = self._match
        until = match.moment + 1 if until is None else until
        return [
            thought
            for thought in self._said
            if since <= thought.moment < until
            and (not match.game.secretive or match.outcome is not None or thought.side == side)
        ]


class Advisors:
    """Bots that tell a side what they would do in its place. They know what it may know, and what they advised."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._bots: dict[tuple[str, str], bots.Bot] = {}
        self._said: dict[tuple[str, str], tuple[int, Action, str]] = {}

    def ask(self, side: str, bot: str) -> tuple[Action, str]:
        """What a bot would do, and why. Asked again at the same moment it says the same."""
        who, match = (side, bot), self._match
        if who not in self._said or self._said[who][0] != match.moment:
            advisor = self._bots.setdefault(who, bots.make(bot, "advice"))
            action = advisor.choose(take(match, side))
            self._said[who] = (match.moment, action, bots.reason(advisor))
        _, action, reason = self._said[who]
        return action, reason
