"""The course of one match: the luck of its dice, losses, and the game's key figures turn by turn.

Of a match that is over everything is counted. Of one that goes on only what a side may know: the figures are worked
out on what it sees, and of events those count that it could read in the log. Which figures and dice there are each game
says in its notes for the laboratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

import msgspec

from bocage.engine.events import Event
from bocage.engine.matches.match import Match
from bocage.lab.notes import Notes, notes_of

Points = list[tuple[int, float]]


class Throw(msgspec.Struct, omit_defaults=True):
    """A die of battle: at which moment it fell, for whom, what it brought, and what was to be expected."""

    moment: int
    turn: int
    side: str
    text: str
    got: float
    expected: float


class Fortune(msgspec.Struct, omit_defaults=True):
    """All dice of battle of a side. `spread` is how far the sum lies from what was expected with ordinary luck."""

    side: str
    dice: int
    got: float
    expected: float
    spread: float


class Curve(msgspec.Struct, omit_defaults=True):
    """A figure by turn; `side` is the one whose colour it has, if any."""

    name: str
    points: Points
    side: str = ""


class Figures(msgspec.Struct, omit_defaults=True):
    """Curves that belong into one plot, what its upright axis counts, and how to read it."""

    title: str
    unit: str
    aid: str
    curves: list[Curve]


class Loss(msgspec.Struct, omit_defaults=True):
    """What a side has lost of a kind of units."""

    side: str
    kind: str
    number: int


class Spent(msgspec.Struct, omit_defaults=True):
    """The time that a side has used, and in how many entries."""

    side: str
    seconds: float
    entries: int


class Course(msgspec.Struct, omit_defaults=True):
    """The course of a match. `of` says whose knowledge it stands on: a side, or "" for what everybody may know."""

    of: str
    over: bool
    turns: dict[str, str]  # number -> name, of the turns that there are figures of
    luck_unit: str
    luck_aid: str
    luck: list[Fortune]
    throws: list[Throw]
    loss_unit: str
    losses: list[Loss]
    plots: list[Figures]
    since: int = 0  # the moment before which nothing can be counted
    spent: list[Spent] = []


def course_of(match: Match, side: str | None) -> Course:
    """The course of a match as a side may know it; once the match is over, of all that happened."""
    return _Counting(match, side).course()


class _Counted(msgspec.Struct):
    """What one entry brought."""

    number: int
    turn: int
    throws: list[tuple[Throw, float]] = []  # with their variances
    lost: list[tuple[str, str, int]] = []  # side, kind, how many
    figures: dict[str, float] | None = None  # where a turn has ended


class _Counting:
    """Goes through a match once."""

    def __init__(self, match: Match, side: str | None) -> None:
        self._match = match
        self._over = match.outcome is not None
        self._side = None if self._over else side
        self._notes: Notes = notes_of(match.game)
        self._counted: list[_Counted] = []

    def course(self) -> Course:
        match, notes = self._match, self._notes
        self._go_through()
        throws = [throw for counted in self._counted for throw in counted.throws]
        ends = [(counted.turn, counted.figures) for counted in self._counted if counted.figures is not None]
        return Course(
            of=self._side or "",
            over=self._over,
            turns={str(turn): notes.turn_name(turn) for turn, _ in ends},
            luck_unit=notes.luck_unit,
            luck_aid=notes.luck_aid,
            luck=[_fortune(side, throws) for side in match.game.sides] if notes.luck_unit else [],
            throws=[throw for throw, _ in throws],
            loss_unit=notes.loss_unit,
            losses=self._losses(),
            plots=[*self._charts(ends), *self._sums([turn for turn, _ in ends])],
            since=match.moment_of(self._side, match.history_moment),
        )

    # Going through

    def _go_through(self) -> None:
        match = self._match
        before: Any = None
        for number, twin in match.walk(match.history_moment, match.moment):
            position = twin.position
            if number == match.history_moment:
                events: Sequence[Event] = match.opening.events if not number else ()
            else:
                entry = match.entries[number - 1]
                events = entry.events
                if entry.word in ("undo", "rollback"):  # what was taken back has not happened
                    self._counted = [counted for counted in self._counted if counted.number <= entry.target]
            turn = position.turn if before is None else before.turn
            counted = _Counted(number, turn, [], [])
            seen = [event for event in events if self._over or event.seen_by(self._side)]
            if seen:
                self._see(counted, seen, position if before is None else before)
            last = number == match.moment
            if last or (before is not None and position.turn > before.turn):
                counted.figures = self._figures(position)
            if counted.throws or counted.lost or counted.figures is not None:
                self._counted.append(counted)
            before = position.copy()

    def _shown(self, position: Any) -> Any:
        return position if self._over else self._match.game.shown(position, self._side)

    def _figures(self, position: Any) -> dict[str, float]:
        found = self._notes.figures(self._match.game.look(self._shown(position)))
        return {name: float(figure) for name, figure in found.items()}

    def _see(self, counted: _Counted, events: Iterable[Event], before: Any) -> None:
        game, notes = self._match.game, self._notes
        units: Any = None
        hurt: Counter[int] = Counter()  # steps lost within this entry
        for event in events:
            for unit, gone in notes.losses(event):
                if units is None:
                    units = self._shown(before).units
                # A unit can be removed with all its steps at once; how many it had is what the entry before left it.
                steps = max(1, units[unit].steps - hurt[unit]) if gone else 1
                hurt[unit] += steps
                side, nation, kind = notes.owner(unit)
                words = f"{notes.nation_words.get(nation, nation)} {notes.kind_words.get(kind, kind)}"
                counted.lost.append((side, words.replace("_", " ").strip(), steps))
            for roll in notes.rolls(event):
                moment = self._match.moment_of(self._side, counted.number)
                expected = round(roll.got - roll.luck, 6)
                throw = Throw(moment, counted.turn, roll.side, game.sentence(event), float(roll.got), expected)
                counted.throws.append((throw, roll.variance))

    # Summing up

    def _losses(self) -> list[Loss]:
        sums: Counter[tuple[str, str]] = Counter()
        for counted in self._counted:
            for side, kind, steps in counted.lost:
                sums[side, kind] += steps
        order = self._match.game.sides
        ranked = sorted(sums.items(), key=lambda found: (order.index(found[0][0]), -found[1], found[0][1]))
        return [Loss(side, kind, number) for (side, kind), number in ranked]

    def _charts(self, ends: list[tuple[int, dict[str, float]]]) -> list[Figures]:
        notes, found = self._notes, []
        for chart in notes.charts:
            curves = [
                Curve(notes.figure_words.get(name, name), _latest((turn, told[name]) for turn, told in ends), side)
                for name, side in chart.lines.items()
                if all(name in told for _, told in ends)
            ]
            if curves:
                found.append(Figures(chart.title, chart.unit, chart.aid, curves))
        return found

    def _sums(self, turns: list[int]) -> list[Figures]:
        """Losses and luck, added up from turn to turn."""
        match, notes = self._match, self._notes
        words = {side: notes.side_words.get(side, side) for side in match.game.sides}
        lost: dict[str, Counter[int]] = {side: Counter() for side in words}
        lucky: dict[str, dict[int, float]] = {side: {} for side in words}
        for counted in self._counted:
            for side, _, steps in counted.lost:
                lost[side][counted.turn] += steps
            for throw, _ in counted.throws:
                by_turn = lucky[throw.side]
                by_turn[counted.turn] = by_turn.get(counted.turn, 0.0) + throw.got - throw.expected
        found = []
        if any(lost.values()):
            aid = "Everything lost so far; where a line is steep much was lost in that turn."
            curves = [Curve(words[side], _added(lost[side], turns), side) for side in words]
            found.append(Figures("Losses so far", notes.loss_unit, aid, curves))
        if notes.luck_unit and any(lucky.values()):
            aid = "What the dice of a side brought less what was to be expected; at nought they were fair."
            curves = [Curve(words[side], _added(lucky[side], turns), side) for side in words]
            found.append(Figures("Luck so far", notes.luck_unit, aid, curves))
        return found


def _fortune(side: str, throws: Iterable[tuple[Throw, float]]) -> Fortune:
    own = [(throw, variance) for throw, variance in throws if throw.side == side]
    return Fortune(
        side,
        len(own),
        round(sum(throw.got for throw, _ in own), 3),
        round(sum(throw.expected for throw, _ in own), 3),
        round(sqrt(sum(variance for _, variance in own)), 3),
    )


def _latest(points: Iterable[tuple[int, float]]) -> Points:
    """One point a turn: what was found last.

    >>> _latest([(1, 3.0), (2, 4.0), (2, 5.0)])
    [(1, 3.0), (2, 5.0)]
    """
    return list(dict(points).items())


def _added(by_turn: Any, turns: Iterable[int]) -> Points:
    """Sums from turn to turn.

    >>> _added({1: 2, 3: 1}, [1, 2, 3])
    [(1, 2.0), (2, 2.0), (3, 3.0)]
    """
    total, found = 0.0, []
    for turn in dict.fromkeys(turns):
        total += by_turn.get(turn, 0)
        found.append((turn, round(total, 3)))
    return found
