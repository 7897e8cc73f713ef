"""What the service answers about matches: setting one up, looking at it, playing in it, its record and its dice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request

from bocage.engine.dice import check
from bocage.engine.errors import BadInput
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.table import showing
from bocage.table.bots.advice import advice_of
from bocage.table.matches import branches
from bocage.table.matches.films import film_of, text_of
from bocage.table.matches.rooms import Room
from bocage.table.matches.seats import side_of
from bocage.table.matches.standing import order, order_given
from bocage.table.matches.statistics import clocks_of, statistics_of
from bocage.table.service.http import HEAVY, SOME, body_as, counts, hall_of, kept_of, number, token_of, whole
from bocage.table.service.security import address_of, tokens_of, too_many
from bocage.table.troubles import Rejected, no_such_seat
from bocage.table.wire.requests import (
    Advice,
    ChosenAction,
    Deleted,
    Ids,
    ImportMatch,
    Infos,
    LogLines,
    MatchInfo,
    NewBranch,
    NewMatch,
    Order,
    ProofPage,
    ProofRoll,
    SeatChange,
    Seated,
    TextForm,
    Token,
    WantedOrder,
)
from bocage.table.wire.sheet import Sheet

_FRAMES = 10  # of a film count for one request more
_RECORD_ENTRIES, _RECORD_LETTERS = 1_000, 200_000  # of a record count for one record more
_RECIPE = (
    "1. The commitment was shown before the first die: it is BLAKE2b (32 bytes, person 'bocage commit') of the key. "
    "2. The secret of the dice is BLAKE2b (32 bytes, person 'bocage words') of the players' words, joined by a zero "
    "byte, with the key as its key. "
    "3. A die is BLAKE2b (16 bytes) of the text 'epoch count', with the secret as its key, read as one number with "
    "the highest byte first; its remainder after division by the number of sides, plus 1, is the number rolled. "
    "4. Counts begin at 0 and go up by 1; only an agreed rollback raises the epoch and begins again at 0. Draws from "
    "a cup are dice with as many sides as there are counters in it. "
    "Each die of the list is: entry of the match, epoch, count, sides, number."
)


async def in_room(request: Request, ask: Callable[[Room, str | None], Awaitable[Any]]) -> Any:
    """Ask the room of a match for the seat whose token was sent, or for a spectator."""
    token = token_of(request)
    async with hall_of(request).entered(request.path_params["id"]) as room:
        return await ask(room, await room.side_of(token))


async def new_match(request: Request) -> Seated:
    """A new match."""
    counts(request, HEAVY)
    return await hall_of(request).create(await body_as(request, NewMatch))


async def import_match(request: Request) -> Seated:
    """A match from its text."""
    counts(request, HEAVY)
    hall = hall_of(request)
    wanted = await body_as(request, ImportMatch, hall.config.import_kilobytes * 1024)
    # Reading it is work, and what it becomes is kept: so it is paid for before it is read.
    price = 1 + record.entries_of(wanted.text) / _RECORD_ENTRIES + len(wanted.text) / _RECORD_LETTERS
    wait = kept_of(request).addresses.take_record(address_of(request.scope), price)
    if wait:
        raise too_many(wait, "records")
    return await hall.bring_in(wanted)


async def infos(request: Request) -> Infos:
    """Several matches."""
    return Infos(await hall_of(request).infos((await body_as(request, Ids)).ids))


async def match_info(request: Request) -> MatchInfo:
    """One match."""
    found = await hall_of(request).infos([request.path_params["id"]])
    if not found:
        raise no_such_seat()
    return found[0]


async def sheet(request: Request) -> Any:
    """What a side is shown."""
    return await in_room(request, lambda room, side: room.sheet(side))


async def sheet_at(request: Request) -> Any:
    """What a side was shown."""
    counts(request, SOME)
    moment = whole(request.path_params["moment"], "a moment")

    async def ask(room: Room, side: str | None) -> Sheet:
        return await room.study(lambda match: showing.sheet_at(match, side, moment))

    return await in_room(request, ask)


async def statistics(request: Request) -> Any:
    """The course of a match."""
    counts(request, HEAVY)
    return await in_room(request, statistics_of)


async def clocks(request: Request) -> Any:
    """The time used."""
    counts(request, SOME)
    return await in_room(request, clocks_of)


async def film(request: Request) -> Any:
    """What happened."""
    first, last = number(request, "first"), number(request, "last")
    counts(request, HEAVY + min(max(0, last - first), showing.LONGEST_FILM) / _FRAMES)
    return await in_room(request, lambda room, side: film_of(room, side, first, last))


async def log(request: Request) -> Any:
    """The log."""
    since = number(request, "since", -1)

    async def ask(room: Room, side: str | None) -> LogLines:
        return LogLines(await room.study(lambda match: showing.lines(match, side, since, room.remarks)))

    return await in_room(request, ask)


async def view(request: Request) -> Any:
    """The engine's view."""
    return await in_room(request, lambda room, side: room.look(lambda match: match.view(side)))


async def act(request: Request) -> Any:
    """Play an action."""
    chosen = await body_as(request, ChosenAction)
    token = token_of(request)

    async def ask(room: Room, side: str | None) -> Sheet:
        if side is None:
            raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")

        def play(match: Match) -> None:
            if side_of(room.seats, token) != side:
                raise no_such_seat()  # the seat was given away while this waited for its turn
            match.play(chosen.action, side=side, at=chosen.at)

        await room.act(chosen.at, play, side=side)
        return await room.sheet(side)

    return await in_room(request, ask)


def seated(side: str | None) -> str:
    if side is None:
        raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")
    return side


async def standing_order(request: Request) -> Any:
    """What one's own side lets pass."""

    async def ask(room: Room, side: str | None) -> Order:
        return await order_given(room, seated(side))

    return await in_room(request, ask)


async def give_order(request: Request) -> Any:
    """Let windows pass beforehand."""
    wanted = await body_as(request, WantedOrder)

    async def ask(room: Room, side: str | None) -> Order:
        return await order(room, seated(side), wanted.span)

    return await in_room(request, ask)


async def advice(request: Request) -> Any:
    """What a bot would do."""
    counts(request, HEAVY)

    async def ask(room: Room, side: str | None) -> Advice:
        return await advice_of(room, seated(side))

    return await in_room(request, ask)


async def change_seat(request: Request) -> Token | Seated:
    """Another occupant for a seat."""
    counts(request, HEAVY)  # everybody may have to be told
    change = await body_as(request, SeatChange)
    token, side = token_of(request), request.path_params["side"]
    async with hall_of(request).entered(request.path_params["id"]) as room:
        changed = await room.change_seat(side, change, token)
        return Token(side, changed.token) if changed.token else Seated(room.match_info(), {})


async def new_branch(request: Request) -> Any:
    """A branch, to try things out."""
    counts(request, HEAVY)
    wanted = await body_as(request, NewBranch)
    return await in_room(request, lambda room, side: branches.branch(hall_of(request), room, side, wanted))


async def delete_branch(request: Request) -> Any:
    """Away with a branch."""
    counts(request, HEAVY)

    async def ask(room: Room, side: str | None) -> Deleted:
        await branches.delete(hall_of(request), room, side)
        return Deleted(room.id)

    return await in_room(request, ask)


async def text(request: Request) -> TextForm:
    """The match as text: the whole record if nothing in it is secret from the one who asks."""
    counts(request, SOME)
    tokens = tokens_of(request)
    async with hall_of(request).entered(request.path_params["id"]) as room:
        return await text_of(room, {await room.side_of(token) for token in tokens})


async def proof(request: Request) -> ProofPage:
    """The proof of the dice."""
    counts(request, HEAVY)

    def prove(match: Match) -> ProofPage:
        found = match.proof()
        try:
            check(found)
            agrees = True
        except BadInput:
            agrees = False
        rolls = [ProofRoll(*roll) for roll in found.rolls]
        match_id = request.path_params["id"]
        return ProofPage(match_id, found.commitment, found.key, list(found.words), rolls, agrees, _RECIPE)

    async with hall_of(request).entered(request.path_params["id"]) as room:
        return await room.study(prove)
