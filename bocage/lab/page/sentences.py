"""What a report says in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from bocage.lab.measuring import summing
from bocage.lab.measuring.intervals import percentile
from bocage.lab.measuring.summing import HIGH, LOW, MIDDLE, Effect, Luck, Wins
from bocage.lab.notes import Notes
from bocage.lab.page.elements import SPACE, Sides, capital, counted, listed, percent, plain, points, span
from bocage.lab.running.records import Record
from bocage.lab.running.study import Cell

FEW_GAMES = 30  # below this a report says that it knows little
USUAL = 0.5  # what happens in this part of the games belongs to a typical course
MOST_MOMENTS = 7  # in one sentence
EVEN = 0.5


class Part(NamedTuple):
    """The games of one cell that were played to their end."""

    number: int
    cell: Cell
    records: list[Record]
    notes: Notes  # of a game with this cell's scenario and options

    @property
    def name(self) -> str:
        """What the study calls it."""
        return capital(self.cell.name)

    @property
    def sides(self) -> Sides:
        """Who plays."""
        return Sides(self.notes.game.sides, self.notes.side_words)


def turn_words(notes: Notes, turn: int) -> str:
    """A turn by its number and its name."""
    name = notes.turn_name(turn)
    return name if name == f"turn {turn}" else f"turn {turn} ({name})"


def winner(found: Wins, sides: Sides) -> str:
    """Who wins how often."""
    ordered = sorted(found.by_side, key=lambda side: -found.by_side[side])
    best = ordered[0]
    rate = found.rate(best)
    words = (
        f"{capital(sides.words(best))} won {found.by_side[best]:,} of {counted(found.games, 'game')}: "
        f"{percent(rate.share)} (95{SPACE}% interval {span(rate)})"
    )
    others = [f"{sides.words(side)} won {percent(found.by_side[side] / found.games)}" for side in ordered[1:]]
    if found.draws:
        others.append(f"{percent(found.draws / found.games)} were draws")
    return f"{words}; {listed(others)}."


def favoured(found: Wins, sides: Sides) -> str:
    """The side that surely wins more often than the other, or nothing."""
    even = found.balance(sides[0])
    return sides[0] if even.low > EVEN else sides[1] if even.high < EVEN else ""


def balance(found: Wins, sides: Sides) -> str:
    """Is it balanced, as far as these games can tell?"""
    decided = sum(found.by_side.values())
    few = " These are few games; more would tell more." if found.games < FEW_GAMES else ""
    if not decided:
        return f"Nobody won any of these games.{few}"
    side = favoured(found, sides)
    best = side or max(sides, key=lambda one: found.by_side[one])
    share = found.balance(best)
    told = "these games do not show that either side is favoured"
    if side:
        told = f"between these bots {sides.words(side)} are favoured, which is more than chance"
    if found.draws:
        told = f"draws aside, {sides.words(best)} won {percent(share.share)} ({span(share)}): {told}"
    return f"{capital(told)}.{few}"


def length(records: Sequence[Record], notes: Notes) -> str:
    """How long the games lasted."""
    turns = [record.turns for record in records]
    if min(turns) == max(turns):
        return f"Every game went on to {turn_words(notes, turns[0])}."
    low, middle, high = (int(percentile(turns, part)) for part in (LOW, MIDDLE, HIGH))
    if low == high:
        return f"Nearly all games ended on {turn_words(notes, middle)}."
    return f"Half of the games were over by {turn_words(notes, middle)}; most ended between turns {low} and {high}."


def course(part: Part, sides: Sides) -> list[str]:
    """The typical course of a cell in a few sentences."""
    notes, records = part.notes, part.records
    won, count = summing.endings(records)[0]
    end = f"won by {sides.words(won)} ({count.name})" if won else count.name
    told = [
        f"The most frequent ending: {end}, {percent(count.interval.share)} of the games. {length(records, notes)}",
    ]
    usual = [moment for moment in summing.moments(records, notes.moment_words) if moment.seen.interval.share >= USUAL]
    usual = usual[-MOST_MOMENTS:]  # what nearly always happens at once says least
    if usual:
        steps = [
            f"{inside(notes.moment_words[moment.name])} (turn {moment.middle}, {percent(moment.seen.interval.share)})"
            for moment in usual
        ]
        told.append(f"The usual course, with the middle turn and the share of games: {'; '.join(steps)}.")
    if any(record.losses for record in records):
        lost = [
            f"{sides.words(side)} lose {plain(round(fmean(summing.lost_in_all(records, side))))} {notes.loss_unit}"
            for side in sides
        ]
        told.append(f"In an average game {listed(lost)}.")
    return told


def inside(words: str) -> str:
    """A sentence's beginning in the middle of another.

    >>> inside("The Allies land"), inside("Paris falls")
    ('the Allies land', 'Paris falls')
    """
    return words[0].lower() + words[1:] if words.startswith(("The ", "A ", "An ", "Heavy ")) else words


def luck(found: Luck, sides: Sides) -> str:
    """How far luck decides."""
    worst, best = found.thirds[0], found.thirds[-1]
    if not worst.games or not best.games:
        return "There are too few games to tell how far luck decides."
    change = summing.difference(best.interval, worst.interval)
    who = sides.words(sides[0])
    told = (
        f"With the best third of their dice luck {who} won {percent(best.interval.share)}, with the worst third "
        f"{percent(worst.interval.share)} ({points(change.points)} points, 95{SPACE}% interval {points(change.low)} to "
        f"{points(change.high)})"
    )
    return f"{told}: {'luck matters' if change.low > 0 else 'these games do not show that luck decides'}."


def effect(found: Effect, sides: Sides, titles: Mapping[str, str]) -> str:
    """A change in a few words."""
    if found.factor in sides:
        return f"{capital(sides.words(found.factor))} played by {found.after} instead of {found.before}"
    name = f"{titles.get(found.factor, found.factor)} ({found.factor})"
    if (found.before, found.after) == (False, True):
        return f"{name} on"
    if (found.before, found.after) == (True, False):
        return f"{name} off"
    return f"{name}: {found.after} instead of {found.before}"
