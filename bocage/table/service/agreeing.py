"""What a page says of a player who stays away: it proposes, agrees, and uses what was agreed."""

from __future__ import annotations

from typing import Any

from bocage.table.matches import away
from bocage.table.matches.pages import Page, player
from bocage.table.matches.rooms import Room
from bocage.table.wire.messages import Claim, Done, Propose, Settle


async def _claim(_: object, room: Room, page: Page, message: Claim) -> None:
    side = player(page)
    if away.check(room.info, room.seats, room.match, side) == "bot":
        await room.leave_to_bot(side, message.bot)
        page.say(Done(message.id))
        return
    at, number = message.at, message.id
    await room.act(at, lambda match: match.claim(side, room.claimed(match, side)), page, number, side=side)


async def _propose(_: object, room: Room, page: Page, message: Propose) -> None:
    await room.propose(page, player(page), message.agreed)
    page.say(Done(message.id))


async def _settle(_: object, room: Room, page: Page, message: Settle) -> None:
    await room.settle(page, player(page), message.agree, message.agreed)
    page.say(Done(message.id))


SERVANTS: dict[type, Any] = {Claim: _claim, Propose: _propose, Settle: _settle}
