"""What the service answers to ordinary requests. `ENDPOINTS` is the list; routes and the API document follow it."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import bocage
from bocage.engine.dice import check
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches import record
from bocage.engine.matches.match import Match
from bocage.store import NoSuchMatch, StoreTrouble
from bocage.table import showing
from bocage.table.bots.advice import advice_of
from bocage.table.matches.films import film_of, text_of
from bocage.table.matches.hall import Hall
from bocage.table.matches.rooms import Room
from bocage.table.service.security import SMALL_BODY, Addresses, address_of, body_of, side_of, tokens_of, too_many
from bocage.table.service.static import Pictures, takes_gzip
from bocage.table.troubles import NotKept, Rejected, Unwell, no_such_seat, rejected
from bocage.table.wire.box import Box, Rulebook
from bocage.table.wire.requests import (
    Advice,
    ChosenAction,
    Games,
    Health,
    Ids,
    ImportMatch,
    Infos,
    LogLines,
    MatchInfo,
    NewMatch,
    ProofPage,
    ProofRoll,
    SeatChange,
    Seated,
    TextForm,
    Token,
    Trouble,
)
from bocage.table.wire.sheet import Film, Sheet

Handler = Callable[[Request], Awaitable[Any]]
Body = TypeVar("Body")

_PACK_FROM = 2_000  # bytes: smaller answers are sent as they are
_HEAVY = 10.0  # how many requests one counts for that gives the service work, or makes it keep something
_SOME = 2.0
_FRAMES = 10  # of a film count for one request more
_RECORD_ENTRIES, _RECORD_LETTERS = 1_000, 200_000  # of a record count for one record more
_GAMES_KEPT = 200  # boxes of different options
HEARTBEAT_SECONDS = 5.0
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
        self.printed: dict[tuple[str, ...], tuple[bytes, bytes]] = {}
        self.openapi = b""
        self.well_at = 0.0  # when something was last written to see that it can be; 0: never, or it could not


def _kept(request: Request) -> Kept:
    kept: Kept = request.app.state.kept
    return kept


def _hall(request: Request) -> Hall:
    return _kept(request).hall


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
        body = await _hall(request).beside(gzip.compress, body, 4)
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


async def _body(request: Request, kind: type[Body], most: int = SMALL_BODY) -> Body:
    seconds = _hall(request).config.body_seconds
    return msgspec.json.decode(await body_of(request, most, seconds), type=kind)


def _whole(text: str, what: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise BadInput(f"{what} is a whole number, not {text[:20]!r}")
    return int(text)


def _number(request: Request, name: str, default: int | None = None) -> int:
    text = request.query_params.get(name)
    if text is None:
        if default is None:
            raise BadInput(f"the address must say {name}")
        return default
    return _whole(text, name)


def _counts(request: Request, cost: float) -> None:
    """What gives the service much work may be asked less often."""
    wait = _kept(request).addresses.take(address_of(request.scope), cost - 1.0)
    if wait:
        raise too_many(wait)


def _token(request: Request) -> str:
    tokens = tokens_of(request)
    if len(tokens) > 1:
        raise Rejected(401, "One token is enough here: that of the seat for which you ask.")
    return tokens[0] if tokens else ""


def _slug(request: Request) -> str:
    slug: str = request.path_params["slug"]
    if slug not in bocage.slugs():
        raise Rejected(404, f"There is no such game; there are: {', '.join(bocage.slugs())}.")
    return slug


async def _in_room(request: Request, ask: Callable[[Room, str | None], Awaitable[Any]]) -> Any:
    """Ask the room of a match for the seat whose token was sent, or for a spectator."""
    token = _token(request)
    async with _hall(request).entered(request.path_params["id"]) as room:
        return await ask(room, await room.side_of(token))


# Games


async def games(request: Request) -> Response:
    """All games."""
    return await _printed(request, ("games",), showing.games)


async def _printed(request: Request, key: tuple[str, ...], make: Callable[[], Any]) -> Response:
    """An answer that is the same whenever it is asked for."""
    kept = _kept(request)
    if key not in kept.printed:
        body = msgspec.json.encode(await kept.hall.beside(make))
        packed = await kept.hall.beside(gzip.compress, body, 6)
        if len(kept.printed) >= _GAMES_KEPT:
            kept.printed.pop(next(iter(kept.printed)))
        kept.printed[key] = (body, packed)
    body, packed = kept.printed[key]
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
        body = packed
    return Response(body, headers=headers, media_type="application/json")


async def box(request: Request) -> Response:
    """What is printed of a game."""
    slug = _slug(request)
    scenario = request.query_params.get("scenario", "")
    try:
        options = msgspec.json.decode(request.query_params.get("options") or "{}", type=dict[str, bool | int | str])
    except msgspec.MsgspecError as error:
        raise BadInput(f'options is a JSON object like {{"15.10": true}}: {error}') from None
    key = ("box", slug, scenario, json.dumps(options, sort_keys=True))
    return await _printed(request, key, lambda: showing.box(slug, scenario, options))


async def rules(request: Request) -> Response:
    """The rules of a game in our words."""
    slug = _slug(request)
    return await _printed(request, ("rules", slug), lambda: showing.rulebook(slug))


async def map_svg(request: Request) -> Response:
    """The map of a game."""
    return await _kept(request).pictures.send(request, request.path_params["slug"], "map.svg")


async def picture_png(request: Request) -> Response:
    """A small picture of a game."""
    return await _kept(request).pictures.send(request, request.path_params["slug"], "picture.png")


# Matches


async def new_match(request: Request) -> Seated:
    """A new match."""
    _counts(request, _HEAVY)
    return await _hall(request).create(await _body(request, NewMatch))


async def import_match(request: Request) -> Seated:
    """A match from its text."""
    _counts(request, _HEAVY)
    hall = _hall(request)
    wanted = await _body(request, ImportMatch, hall.config.import_kilobytes * 1024)
    # Reading it is work, and what it becomes is kept: so it is paid for before it is read.
    price = 1 + record.entries_of(wanted.text) / _RECORD_ENTRIES + len(wanted.text) / _RECORD_LETTERS
    wait = _kept(request).addresses.take_record(address_of(request.scope), price)
    if wait:
        raise too_many(wait, "records")
    return await hall.bring_in(wanted)


async def infos(request: Request) -> Infos:
    """Several matches."""
    return Infos(await _hall(request).infos((await _body(request, Ids)).ids))


async def match_info(request: Request) -> MatchInfo:
    """One match."""
    found = await _hall(request).infos([request.path_params["id"]])
    if not found:
        raise no_such_seat()
    return found[0]


async def sheet(request: Request) -> Any:
    """What a side is shown."""
    return await _in_room(request, lambda room, side: room.sheet(side))


async def sheet_at(request: Request) -> Any:
    """What a side was shown."""
    _counts(request, _SOME)
    moment = _whole(request.path_params["moment"], "a moment")

    async def ask(room: Room, side: str | None) -> Sheet:
        return await room.study(lambda match: showing.sheet_at(match, side, moment))

    return await _in_room(request, ask)


async def film(request: Request) -> Any:
    """What happened."""
    first, last = _number(request, "first"), _number(request, "last")
    _counts(request, _HEAVY + min(max(0, last - first), showing.LONGEST_FILM) / _FRAMES)
    return await _in_room(request, lambda room, side: film_of(room, side, first, last))


async def log(request: Request) -> Any:
    """The log."""
    since = _number(request, "since", -1)

    async def ask(room: Room, side: str | None) -> LogLines:
        return LogLines(await room.study(lambda match: showing.lines(match, side, since, room.remarks)))

    return await _in_room(request, ask)


async def view(request: Request) -> Any:
    """The engine's view."""
    return await _in_room(request, lambda room, side: room.look(lambda match: match.view(side)))


async def act(request: Request) -> Any:
    """Play an action."""
    chosen = await _body(request, ChosenAction)
    token = _token(request)

    async def ask(room: Room, side: str | None) -> Sheet:
        if side is None:
            raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")

        def play(match: Match) -> None:
            if side_of(room.seats, token) != side:
                raise no_such_seat()  # the seat was given away while this waited for its turn
            match.play(chosen.action, side=side, at=chosen.at)

        await room.act(chosen.at, play, side=side)
        return await room.sheet(side)

    return await _in_room(request, ask)


async def advice(request: Request) -> Any:
    """What a bot would do."""
    _counts(request, _HEAVY)

    async def ask(room: Room, side: str | None) -> Advice:
        if side is None:
            raise Rejected(401, "Send the token of your seat: Authorization: Bearer <token>.")
        return await advice_of(room, side)

    return await _in_room(request, ask)


async def change_seat(request: Request) -> Token | Seated:
    """Another occupant for a seat."""
    _counts(request, _HEAVY)  # everybody may have to be told
    change = await _body(request, SeatChange)
    token, side = _token(request), request.path_params["side"]
    async with _hall(request).entered(request.path_params["id"]) as room:
        changed = await room.change_seat(side, change, token)
        return Token(side, changed.token) if changed.token else Seated(room.match_info(), {})


async def text(request: Request) -> TextForm:
    """The match as text: the whole record if nothing in it is secret from the one who asks."""
    _counts(request, _SOME)
    tokens = tokens_of(request)
    async with _hall(request).entered(request.path_params["id"]) as room:
        return await text_of(room, {await room.side_of(token) for token in tokens})


async def proof(request: Request) -> ProofPage:
    """The proof of the dice."""
    _counts(request, _HEAVY)

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

    async with _hall(request).entered(request.path_params["id"]) as room:
        return await room.study(prove)


# The service itself


async def openapi(request: Request) -> Response:
    """The document of this interface."""
    return Response(_kept(request).openapi, media_type="application/json", headers={"cache-control": "no-cache"})


async def health(request: Request) -> Health:
    """Is the service well? It is if its database answers, takes what is written and has room for more."""
    kept, hall = _kept(request), _hall(request)
    try:
        await hall.beside(hall.store.infos, ["health"])
        await hall.beside(hall.store.check_room)
        # Whoever asks all the time shall not keep the disk busy.
        if not kept.well_at or time.monotonic() - kept.well_at >= HEARTBEAT_SECONDS:
            kept.well_at = 0.0
            await hall.writer.heartbeat()
            kept.well_at = time.monotonic()
    except StoreTrouble as error:
        kept.well_at = 0.0
        raise Unwell(error) from None
    return Health("ok", bocage.__version__, hall.rooms, len(hall.pages))


_SCENARIO = Query("scenario", {"type": "string", "default": ""}, "The scenario; the game's first if it is left out.")
_OPTIONS = Query("options", {"type": "string", "default": "{}"}, "The optional rules as a JSON object.")
_MOMENT: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_SINCE = Query("since", {**_MOMENT, "minimum": -1, "default": -1}, "Only lines after this moment; -1: all.")
_FIRST = Query("first", {**_MOMENT, "required": True}, "The first moment.")
_LAST = Query("last", {**_MOMENT, "required": True}, "The last moment; a film that is too long is cut there.")
_M = "/api/matches/{id}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/games", games, "The games on the shelf.", Games),
    Endpoint(
        "GET", "/api/games/{slug}/box", box, "Everything printed of a game.", Box, query=(_SCENARIO, _OPTIONS),
        refusals=(400, 404),
    ),
    Endpoint("GET", "/api/games/{slug}/rules", rules, "The cases and rulings of a game.", Rulebook, refusals=(404,)),
    Endpoint("GET", "/api/games/{slug}/map.svg", map_svg, "The map.", "image/svg+xml", refusals=(404,)),
    Endpoint("GET", "/api/games/{slug}/picture.png", picture_png, "A small picture.", "image/png", refusals=(404,)),
    Endpoint(
        "POST", "/api/matches", new_match, "Set up a match. The tokens are given out once.", Seated, NewMatch, 201,
        refusals=(400, 413),
    ),
    Endpoint(
        "POST", "/api/matches/import", import_match, "Set up a match from the text of its record.", Seated,
        ImportMatch, 201, refusals=(400, 409, 413),
    ),
    Endpoint("POST", "/api/matches/infos", infos, "How several matches stand.", Infos, Ids, refusals=(400, 413)),
    Endpoint("GET", _M, match_info, "How a match stands.", MatchInfo, refusals=(404,)),
    Endpoint("GET", f"{_M}/sheet", sheet, "What a side is shown now.", Sheet, seat=True, refusals=(401, 404, 409)),
    Endpoint(
        "GET", f"{_M}/moments/{{moment}}", sheet_at, "What a side was shown at a moment.", Sheet, seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/film", film, "What happened between two moments.", Film, query=(_FIRST, _LAST), seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/log", log, "The log as a side may read it.", LogLines, query=(_SINCE,), seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/view", view, "What a side may know, as plain data.", dict[str, Any], seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "POST", f"{_M}/actions", act, "Play an action.", Sheet, ChosenAction, seat=True,
        refusals=(400, 401, 404, 409, 413),
    ),
    Endpoint(
        "GET", f"{_M}/advice", advice, "What the planner would do in one's place.", Advice, seat=True,
        refusals=(401, 403, 404, 409),
    ),
    Endpoint(
        "POST", f"{_M}/seats/{{side}}", change_seat, "Give a seat to somebody else.", (Token, Seated), SeatChange,
        seat=True, refusals=(400, 401, 403, 404, 409, 413),
    ),
    Endpoint(
        "GET", f"{_M}/text", text, "The match as text; the whole record if it is over or all its tokens are sent.",
        TextForm, seat=True, refusals=(401, 403, 404, 409),
    ),
    Endpoint("GET", f"{_M}/proof", proof, "The key and the dice of a finished match.", ProofPage, refusals=(404, 409)),
    Endpoint("GET", "/api/openapi.json", openapi, "This document.", dict[str, Any]),
    Endpoint("GET", "/healthz", health, "Is the service well?", Health),
)  # fmt: skip
