"""What is told of a match at length: its record and its films. And what of it takes memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.store import Remark
from bocage.table import showing
from bocage.table.troubles import BROUGHT_IN, FOR_PLAYERS, GIVEN_OUT, Rejected
from bocage.table.wire.requests import TextForm
from bocage.table.wire.sheet import Film

if TYPE_CHECKING:
    from bocage.table.matches.rooms import Room

FILM_PIECE = 25  # entries: so long the others at the match wait for a film


async def text_of(room: Room, held: Collection[str | None]) -> TextForm:
    """The match as text for who holds these sides: the whole record if nothing in it is secret from him.

    It holds the key of the dice. A link can be passed on later, so everybody is told that it was given out.
    """
    async with room.lock:
        match = await room.loaded()
        humans = {side for side, seat in room.seats.items() if seat.kind != "bot"}
        if match.outcome is None:
            if not humans or not humans.issubset(held):
                side = next((side for side in room.seats if side in held), None)
                if side is None:
                    raise Rejected(403, FOR_PLAYERS)
                return TextForm(await room.hall.at_leisure(match.text, side), False)
            if GIVEN_OUT not in room.info.note and BROUGHT_IN not in room.info.note:
                await room.add_note(GIVEN_OUT)
        return TextForm(await room.hall.at_leisure(match.text), True)


async def film_of(room: Room, side: str | None, first: int, last: int) -> Film:
    """What happened between two moments. It is made in pieces, so that an action need not wait for all of it."""
    await room.look(lambda match: showing.check_film(match, side, first, last))
    last = min(last, first + showing.LONGEST_FILM)

    async def piece(begin: int) -> Film:
        end = min(last, begin + FILM_PIECE)
        return await room.study(lambda match: showing.film(match, side, begin, end, room.remarks))

    film = await piece(first)
    while (reached := first + len(film.frames)) < last:
        film.frames += (await piece(reached)).frames
    return film


def ballast(match: Match) -> int:
    """Kilobytes of what a record can bring along: a log that is mere history."""
    return sum(len(told.sentence) + 200 for told in match.history) // 1024


def standing_remarks(match: Match, said: Iterable[Remark]) -> dict[int, Remark]:
    """What bots said of actions that the match still has, by moment; the last word counts."""
    return {
        remark.moment: remark
        for remark in said
        if match.history_moment < remark.moment <= match.moment and match.entries[remark.moment - 1].side == remark.side
    }


def mark(match: Match, side: str | None) -> int:
    """The moment after the last thing that a side did."""
    last = next((moment for moment in range(match.moment, 0, -1) if match.entries[moment - 1].side == side), 0)
    return match.moment_of(side, last)


def undo(match: Match, side: str, to: int) -> None:
    """Take back what was done after a moment of a side's sheet."""
    match.undo_to(match.moments_behind(side, to)[1], side=side)


def ask_rollback(match: Match, side: str, to: int) -> None:
    """Ask the other side to go back to a moment of one's own sheet: the others lose nothing that they did before."""
    first, now = match.moment_of(side, match.history_moment), match.moment_of(side)
    if not first <= to < now:
        raise BadInput(f"a rollback goes to an earlier moment, from {first} to {now - 1}")
    match.ask_rollback(side, match.moments_behind(side, to)[1])
