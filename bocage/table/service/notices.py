"""What the service answers about notices, and the links that stand in them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from bocage.table.matches.rooms import Room
from bocage.table.service.http import HEAVY, SOME, Endpoint, body_as, counts, kept_of
from bocage.table.service.matches import in_room, seated
from bocage.table.wire.requests import Notices, Said, WantedNotice

_LONGEST_KEY = 100


async def notices(request: Request) -> Any:
    """How a seat is told."""

    async def ask(room: Room, side: str | None) -> Notices:
        return kept_of(request).asking.ways(room.id, seated(side))

    return await in_room(request, ask)


async def want_notice(request: Request) -> Any:
    """Another way of being told."""
    counts(request, HEAVY)
    wanted = await body_as(request, WantedNotice)

    async def ask(room: Room, side: str | None) -> Notices:
        return await kept_of(request).asking.want(room, seated(side), wanted.way, wanted.address)

    return await in_room(request, ask)


def _link(request: Request) -> tuple[str, str]:
    """The key of a link and the match that it is about, if it is about one."""
    counts(request, SOME)
    found = request.query_params
    return found.get("key", "")[:_LONGEST_KEY], found.get("match", "")[:_LONGEST_KEY]


async def confirm(request: Request) -> Said:
    """An address is somebody's own."""
    return Said(await kept_of(request).asking.confirm(*_link(request)))


async def stop(request: Request) -> Said:
    """No more of it: pressed on the page, or by a mail program at one click (RFC 8058)."""
    return Said(await kept_of(request).asking.stop(*_link(request)))


# The pages under these addresses ask; they are for people and mail programs, and no part of the web interface. Nothing
# happens by merely opening them: whoever reads mail before its owner does follows every link.
LINKS = {
    "/notices/confirm": Endpoint("POST", "/notices/confirm", confirm, "An address is one's own.", Said),
    "/notices/stop": Endpoint("POST", "/notices/stop", stop, "No more notices.", Said),
}
