"""What each side notices of a match, and its own count of moments.

A moment of the match is a number of entries. Whoever could read that number would learn how often the other side has
done something in secret. So a side has a count of its own: it grows with what the side did itself, with what it may
read of in the log, and with what changes before its eyes; not with anything else. Where a game has no secrets, the two
counts are the same.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bocage.engine.events import Event, Told
from bocage.engine.matches.entries import TALK

if TYPE_CHECKING:
    from bocage.engine.matches.match import Entry, Match

Stage = tuple[Any, tuple[str, ...]]  # a position, and who is asked


class Noticing:
    """For each side, and for a spectator (None), the numbers of the entries that it noticed.

    They are found out when somebody asks, at best right after an entry was played: then the position before it is at
    hand. Otherwise the match is gone through once more.
    """

    __slots__ = ("_before", "_done", "_numbers")

    def __init__(self, sides: tuple[str, ...]) -> None:
        self._numbers: dict[str | None, array[int]] = {side: array("I") for side in (None, *sides)}
        self._done = 0
        self._before: tuple[int, Stage] | None = None

    def remember(self, number: int, position: Any, asked: tuple[str, ...]) -> None:
        """How things stood before the entry of this number, which is being played."""
        self._before = (number, (position, asked))

    def forget(self, entries: int) -> None:
        """Only so many entries still count."""
        self._before = None
        if self._done > entries:
            self._done = entries
            for numbers in self._numbers.values():
                del numbers[bisect_right(numbers, entries) :]

    def of(self, match: Match, side: str | None) -> array[int]:
        """The entries that a side has noticed up to now."""
        if self._done < len(match.entries):
            self._catch_up(match)
        return self._numbers[side]

    def _catch_up(self, match: Match) -> None:
        past = _Past(match)
        history: dict[int, list[Told]] = {}
        for told in match.history if self._done < match.history_moment else ():
            history.setdefault(told.entry, []).append(told)
        for number in range(self._done + 1, len(match.entries) + 1):
            entry = match.entries[number - 1]
            lines = entry.events or history.get(number, ())
            unsure = []
            for side, numbers in self._numbers.items():
                if self._plainly(number, entry, lines, side):
                    numbers.append(number)
                else:
                    unsure.append(side)
            if unsure and entry.word == "play":
                self._look(match, number, unsure, past)
        self._done = len(match.entries)
        self._before = None

    def _plainly(self, number: int, entry: Entry, lines: Sequence[Event | Told], side: str | None) -> bool:
        """Did a side do this itself, or is it told of it?"""
        if entry.side == side or entry.word in TALK:
            return True
        if entry.word == "undo":
            # What nobody saw happen is not seen to be taken back.
            numbers = self._numbers[side]
            return bisect_right(numbers, number - 1) > bisect_right(numbers, entry.target)
        return any(line.seen_by(side) for line in lines)

    def _look(self, match: Match, number: int, sides: list[str | None], past: _Past) -> None:
        """Who notices what was played because something looks different afterwards?"""
        if self._before is not None and self._before[0] == number == len(match.entries):
            before = self._before[1]
            after = (match.position, tuple(match.prompts))
        else:
            before, after = past.at(number - 1), past.at(number)
        shown = match.game.shown
        for side in sides:
            # Whom the game waits for is known to all.
            if before[1] != after[1] or shown(before[0], side) != shown(after[0], side):
                self._numbers[side].append(number)


class _Past:
    """A match gone through once more, forward, as far as somebody asks."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._walk: Iterator[tuple[int, Match]] | None = None
        self._here = -1
        self._stage: Stage = (None, ())

    def at(self, moment: int) -> Stage:
        """How things stood at a moment that is not before the last one asked for."""
        if self._walk is None:
            self._walk = self._match.walk(moment, len(self._match.entries))
        while self._here < moment:
            self._here, twin = next(self._walk)
            if self._here == moment:
                self._stage = (twin.position.copy(), tuple(twin.prompts))
        return self._stage
