"""What the service answers about matches by mail. It does so on the player's own machine only: his keys lie here."""

from __future__ import annotations

from starlette.requests import Request

from bocage.mail.letter import LONGEST
from bocage.table.config import Config
from bocage.table.matches import by_mail
from bocage.table.service.http import HEAVY, body_as, counts, hall_of, token_of
from bocage.table.service.security import tokens_of
from bocage.table.troubles import Rejected
from bocage.table.wire.requests import MailFile, NewMail, OpenMail, Seated

OWN_MACHINE = (
    "Mail files are opened on one's own machine, where one's key is kept: start the table there with 'bocage table'."
)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def at_home(config: Config) -> bool:
    """Is this a table for its own machine alone?"""
    return config.host in _LOOPBACK and not config.origins and not config.proxies


def _check(request: Request) -> None:
    if not at_home(hall_of(request).config):
        raise Rejected(403, OWN_MACHINE)


async def new_mail(request: Request) -> Seated:
    """A new match by mail."""
    _check(request)
    counts(request, HEAVY)
    return await by_mail.begin(hall_of(request), await body_as(request, NewMail))


async def open_mail(request: Request) -> Seated:
    """A mail file that came."""
    _check(request)
    counts(request, HEAVY)
    return await by_mail.opened(hall_of(request), await body_as(request, OpenMail, LONGEST), tokens_of(request))


async def mail_file(request: Request) -> MailFile:
    """The file for the other side."""
    _check(request)
    counts(request, HEAVY)
    token = token_of(request)
    async with hall_of(request).entered(request.path_params["id"]) as room:
        side = await room.side_of(token)
        if side is None:
            raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")
        if not isinstance(room, by_mail.MailRoom):
            raise Rejected(409, "This match is not played by mail.")
        return await room.file()
