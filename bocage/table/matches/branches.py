"""Branches: matches of one's own that begin at a moment of another match, to try things out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

from bocage.engine.dice import new_key
from bocage.engine.errors import BadInput
from bocage.engine.matches.branching import branch_of
from bocage.engine.matches.match import Match
from bocage.store import Branch, StoreTrouble, summary_of
from bocage.store import NewMatch as Kept
from bocage.table.matches.handover import now
from bocage.table.matches.pages import SEAT_LOST
from bocage.table.matches.seats import make_seats
from bocage.table.troubles import NotKept, Rejected
from bocage.table.wire.messages import Broken
from bocage.table.wire.requests import NewBranch, NewSeat, Seated
from bocage.table.wire.sheet import Why

if TYPE_CHECKING:
    from bocage.table.matches.hall import Hall
    from bocage.table.matches.rooms import Room

log = logging.getLogger("bocage.table")

MOST_BRANCHES = 30  # that a side of a match has at a time


async def branch(hall: Hall, room: Room, side: str | None, wanted: NewBranch) -> Seated:
    """A branch for who holds a seat; of a match that is over, for anybody."""
    _check_seats(wanted.seats)
    if room.info.branch is not None:
        raise Rejected(409, "This is a branch already. Go back to its match to begin another one.")
    whose = None if room.info.status == "over" else side
    if await hall.beside(hall.store.branches_of, room.id, whose) >= MOST_BRANCHES:
        raise Rejected(409, f"This match has {MOST_BRANCHES} branches. Delete one before you begin another.")
    key = new_key()
    match, counts_for = await room.study(lambda match: _begun(match, side, wanted.at, key))
    made = make_seats(match.game.sides, wanted.seats, hall.bots.check, wait=False, when=now())
    kept = Kept(
        game=match.game.slug,
        scenario=match.game.scenario,
        options=dict(match.game.options),
        key=key,
        commitment=match.commitment,
        seats=made.seats,
        text=await hall.at_leisure(match.text),
        summary=summary_of(match),
        branch=Branch(room.id, counts_for, wanted.at),
    )
    return await hall.set_up(kept, match, made.tokens, [hall.writer.create(kept)])


def _begun(match: Match, side: str | None, at: int, key: bytes) -> tuple[Match, str | None]:
    """The branch, and the side to which it belongs."""
    return branch_of(match, side, at, key), None if match.outcome is not None else side


def _check_seats(seats: dict[str, NewSeat]) -> None:
    kinds = [seat.kind for seat in seats.values()]
    if any(kind not in ("human", "bot") for kind in kinds):
        raise BadInput("in a branch nobody plays but oneself and bots")
    if "human" not in kinds:
        raise BadInput("play at least one side of a branch yourself")


async def delete(hall: Hall, room: Room, side: str | None) -> None:
    """A branch is deleted by who holds a seat of it; a match stays."""
    if side is None:
        raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")
    if room.info.branch is None:
        raise Rejected(409, "Only a branch can be deleted; what was played in a match stays.")
    async with room.lock:
        try:
            await hall.writer.delete_branch(room.id)
        except StoreTrouble as error:
            raise NotKept(error) from None
        # A bot that thinks about it finds nobody for whom it could play.
        room.seats = {name: msgspec.structs.replace(seat, kind="open") for name, seat in room.seats.items()}
        for page in list(room.pages):
            page.say(Broken(Why("This branch was deleted.")))
            page.cut_off(SEAT_LOST)
        hall.close_room(room)
        hall.teller.drop(room.id)
    log.info("match %s: a branch, deleted", room.id)
