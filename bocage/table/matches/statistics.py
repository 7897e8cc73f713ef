"""The statistics of a match at the table: its course, and the time that the sides have used."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bocage.engine.matches.match import Match
from bocage.lab.measuring.course import Course, Spent, course_of
from bocage.table.wire.requests import Clock, Clocks

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

PAUSE_SECONDS = 1800.0  # whoever is away for longer is not thinking


async def statistics_of(room: Room, side: str | None) -> Course:
    """What a side may know of the course of a match; once it is over, all of it."""
    times = await room.hall.beside(room.hall.store.times, room.id)

    def found(match: Match) -> Course:
        course = course_of(match, side)
        course.spent = spent(match, None if course.over else side, times, course.over)
        return course

    return await room.study(found)


async def clocks_of(room: Room, side: str | None) -> Clocks:
    """How long each side has taken so far, and how long ago the match last went on, as far as a side noticed."""
    times = await room.hall.beside(room.hall.store.times, room.id)

    def found(match: Match) -> Clocks:
        over = match.outcome is not None
        seen = None if over else side
        noticed = [when for moment, when in times if moment <= match.moment and (over or _noticed(match, seen, moment))]
        last = datetime.fromisoformat(noticed[-1] if noticed else room.info.updated)
        used = [Clock(one.side, one.seconds) for one in spent(match, seen, times, over)]
        return Clocks(used, max(0.0, round((datetime.now(UTC) - last).total_seconds(), 1)))

    return await room.study(found)


def spent(match: Match, side: str | None, times: Iterable[tuple[int, str]], over: bool) -> list[Spent]:
    """How long each side took from one entry to the next, by the clock of the service.

    While the match goes on only entries count that the side has noticed: what is done in secret takes no time in its
    eyes. Pauses are left out.
    """
    seconds = dict.fromkeys(match.game.sides, 0.0)
    entries = dict.fromkeys(match.game.sides, 0)
    before: datetime | None = None
    for moment, created in times:
        if moment > match.moment or not (over or _noticed(match, side, moment)):
            continue
        when = datetime.fromisoformat(created)
        if before is not None and moment:
            who = match.entries[moment - 1].side
            took = (when - before).total_seconds()
            if who in seconds and 0 <= took <= PAUSE_SECONDS:
                seconds[who] += took
                entries[who] += 1
        before = when
    return [Spent(who, round(seconds[who], 1), entries[who]) for who in seconds if entries[who]]


def _noticed(match: Match, side: str | None, moment: int) -> bool:
    return moment == 0 or match.moment_of(side, moment) > match.moment_of(side, moment - 1)
