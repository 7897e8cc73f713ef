"""Ordinary requests: how one is read, what all of them share, and how an answer or a refusal travels."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bocage.engine.errors import BadInput, Refusal
from bocage.store import NoSuchMatch, StoreTrouble
from bocage.table.matches.hall import Hall
from bocage.table.notices.asking import Asking
from bocage.table.service.security import SMALL_BODY, Addresses, address_of, body_of, tokens_of, too_many
from bocage.table.service.static import Pictures, takes_gzip
from bocage.table.troubles import NotKept, Rejected, no_such_seat, rejected
from bocage.table.wire.requests import Trouble

Handler = Callable[[Request], Awaitable[Any]]
Body = TypeVar("Body")

_PACK_FROM = 2_000  # bytes: smaller answers are sent as they are
HEAVY = 10.0  # how many requests one counts for that gives the service work, or makes it keep something
SOME = 2.0


class Query(NamedTuple):
    """A parameter of an address."""

    name: str
    schema: dict[str, Any]
    about: str


class Endpoint(NamedTuple):
    """One thing that can be asked."""

    method: str
    path: str
    handler: Handler
    about: str
    answer: Any  # the type of the answer, several types, or the media type of a file
    body: type | None = None
    status: int = 200
    query: tuple[Query, ...] = ()
    seat: bool = False  # does a seat's token change the answer?
    refusals: tuple[int, ...] = ()

    @property
    def answers(self) -> tuple[Any, ...]:
        """The types that an answer can have."""
        if isinstance(self.answer, tuple):
            return self.answer
        return () if isinstance(self.answer, str) else (self.answer,)

    @property
    def media(self) -> str:
        """The media type of the answer."""
        return self.answer if isinstance(self.answer, str) else "application/json"


class Kept:
    """What requests share: the hall, pictures, and answers that never change."""

    def __init__(self, hall: Hall, addresses: Addresses) -> None:
        self.hall = hall
        self.addresses = addresses
        self.pictures = Pictures()
        self.asking = Asking(hall.teller)
        self.printed: dict[tuple[str, ...], tuple[bytes, bytes]] = {}
        self.openapi = b""
        self.well_at = 0.0  # when something was last written to see that it can be; 0: never, or it could not


def kept_of(request: Request) -> Kept:
    """What requests share."""
    kept: Kept = request.app.state.kept
    return kept


def hall_of(request: Request) -> Hall:
    """The hall of the service."""
    return kept_of(request).hall


# Answers


def trouble(answer: Rejected) -> Response:
    """A refusal as it travels."""
    headers = {"cache-control": "no-store"}
    if answer.retry_after:
        headers["retry-after"] = str(answer.retry_after)
    if answer.status == 401:
        headers["www-authenticate"] = "Bearer"
    body = msgspec.json.encode(Trouble(answer.error, answer.rule))
    return Response(body, answer.status, headers, "application/json")


async def _answer(request: Request, found: Any, status: int) -> Response:
    if isinstance(found, Response):
        return found
    body = msgspec.json.encode(found)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if len(body) >= _PACK_FROM and takes_gzip(request):
        body = await hall_of(request).beside(gzip.compress, body, 4)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, "application/json")


def endpoint(wanted: Endpoint) -> Handler:
    """The handler with all errors turned into answers."""

    async def handle(request: Request) -> Response:
        try:
            return await _answer(request, await wanted.handler(request), wanted.status)
        except NoSuchMatch:
            return trouble(no_such_seat())
        except StoreTrouble as error:
            return trouble(NotKept(error))
        except (Rejected, Refusal, BadInput, msgspec.MsgspecError) as error:
            return trouble(rejected(error))

    return handle


# Reading requests


async def body_as(request: Request, kind: type[Body], most: int = SMALL_BODY) -> Body:
    """What was sent, read as this struct."""
    seconds = hall_of(request).config.body_seconds
    return msgspec.json.decode(await body_of(request, most, seconds), type=kind)


def whole(text: str, what: str) -> int:
    """A whole number of an address."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise BadInput(f"{what} is a whole number, not {text[:20]!r}")
    return int(text)


def number(request: Request, name: str, default: int | None = None) -> int:
    """A whole number among the parameters of an address."""
    text = request.query_params.get(name)
    if text is None:
        if default is None:
            raise BadInput(f"the address must say {name}")
        return default
    return whole(text, name)


def counts(request: Request, cost: float) -> None:
    """What gives the service much work may be asked less often."""
    wait = kept_of(request).addresses.take(address_of(request.scope), cost - 1.0)
    if wait:
        raise too_many(wait)


def token_of(request: Request) -> str:
    """The token of the seat for which somebody asks; empty for a spectator."""
    tokens = tokens_of(request)
    if len(tokens) > 1:
        raise Rejected(401, "One token is enough here: that of the seat for which you ask.")
    return tokens[0] if tokens else ""
