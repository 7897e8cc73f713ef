"""What can be asked of the service. `ENDPOINTS` is the list; routes and the API document follow it."""

from __future__ import annotations

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

import bocage
from bocage.lab.measuring.course import Course
from bocage.store import StoreTrouble
from bocage.table.service import games, mail, matches, notices
from bocage.table.service.http import Endpoint, Query, hall_of, kept_of
from bocage.table.troubles import Unwell
from bocage.table.wire.box import Box, Rulebook
from bocage.table.wire.requests import (
    Advice,
    ChosenAction,
    Clocks,
    Deleted,
    Games,
    Health,
    Ids,
    ImportMatch,
    Infos,
    LogLines,
    MailFile,
    MatchInfo,
    NewBranch,
    NewMail,
    NewMatch,
    Notices,
    OpenMail,
    Order,
    ProofPage,
    SeatChange,
    Seated,
    TextForm,
    Token,
    WantedNotice,
    WantedOrder,
)
from bocage.table.wire.sheet import Film, Sheet

HEARTBEAT_SECONDS = 5.0


async def openapi(request: Request) -> Response:
    """The document of this interface."""
    return Response(kept_of(request).openapi, media_type="application/json", headers={"cache-control": "no-cache"})


async def health(request: Request) -> Health:
    """Is the service well? It is if its database answers, takes what is written and has room for more."""
    kept, hall = kept_of(request), hall_of(request)
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
    Endpoint("GET", "/api/games", games.games, "The games on the shelf.", Games),
    Endpoint(
        "GET", "/api/games/{slug}/box", games.box, "Everything printed of a game.", Box, query=(_SCENARIO, _OPTIONS),
        refusals=(400, 404),
    ),
    Endpoint(
        "GET", "/api/games/{slug}/rules", games.rules, "The cases and rulings of a game.", Rulebook,
        refusals=(404,),
    ),
    Endpoint("GET", "/api/games/{slug}/map.svg", games.map_svg, "The map.", "image/svg+xml", refusals=(404,)),
    Endpoint(
        "GET", "/api/games/{slug}/picture.png", games.picture_png, "A small picture.", "image/png",
        refusals=(404,),
    ),
    Endpoint(
        "POST", "/api/matches", matches.new_match, "Set up a match. The tokens are given out once.", Seated,
        NewMatch, 201, refusals=(400, 413),
    ),
    Endpoint(
        "POST", "/api/matches/import", matches.import_match, "Set up a match from the text of its record.", Seated,
        ImportMatch, 201, refusals=(400, 409, 413),
    ),
    Endpoint(
        "POST", "/api/mail", mail.new_mail, "Begin a match by mail, on one's own machine.", Seated, NewMail, 201,
        refusals=(400, 403, 409, 413),
    ),
    Endpoint(
        "POST", "/api/mail/open", mail.open_mail, "Open a mail file that came: sit down, or go on.", Seated, OpenMail,
        201, seat=True, refusals=(400, 401, 403, 409, 413),
    ),
    Endpoint(
        "POST", f"{_M}/mail", mail.mail_file, "The mail file for the other side. What goes out stays.", MailFile,
        seat=True, refusals=(401, 403, 404, 409),
    ),
    Endpoint(
        "POST", "/api/matches/infos", matches.infos, "How several matches stand.", Infos, Ids,
        refusals=(400, 413),
    ),
    Endpoint("GET", _M, matches.match_info, "How a match stands.", MatchInfo, refusals=(404,)),
    Endpoint(
        "GET", f"{_M}/sheet", matches.sheet, "What a side is shown now.", Sheet, seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/moments/{{moment}}", matches.sheet_at, "What a side was shown at a moment.", Sheet, seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/film", matches.film, "What happened between two moments.", Film, query=(_FIRST, _LAST), seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/clocks", matches.clocks, "The time that the sides have used.", Clocks, seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/statistics", matches.statistics,
        "The course of a match as a side may know it: luck, losses, key figures by turn, time used.", Course, seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/log", matches.log, "The log as a side may read it.", LogLines, query=(_SINCE,), seat=True,
        refusals=(400, 401, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/view", matches.view, "What a side may know, as plain data.", dict[str, Any], seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "POST", f"{_M}/actions", matches.act, "Play an action.", Sheet, ChosenAction, seat=True,
        refusals=(400, 401, 404, 409, 413),
    ),
    Endpoint(
        "GET", f"{_M}/advice", matches.advice, "What the planner would do in one's place.", Advice, seat=True,
        refusals=(401, 403, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/order", matches.standing_order, "The standing order of one's own side.", Order, seat=True,
        refusals=(401, 404, 409),
    ),
    Endpoint(
        "POST", f"{_M}/order", matches.give_order, "Let windows pass beforehand, or be asked again.", Order,
        WantedOrder, seat=True, refusals=(400, 401, 404, 409, 413),
    ),
    Endpoint(
        "GET", f"{_M}/notices", notices.notices, "How one is told of one's turns while one is away.", Notices,
        seat=True, refusals=(401, 404),
    ),
    Endpoint(
        "POST", f"{_M}/notices", notices.want_notice, "Be told of one's turns, or no more.", Notices, WantedNotice,
        seat=True, refusals=(400, 401, 404, 409, 413),
    ),
    Endpoint(
        "POST", f"{_M}/seats/{{side}}", matches.change_seat, "Give a seat to somebody else.", (Token, Seated),
        SeatChange, seat=True, refusals=(400, 401, 403, 404, 409, 413),
    ),
    Endpoint(
        "POST", f"{_M}/branches", matches.new_branch,
        "Begin a branch, to try things out: a match of one's own that begins at a moment of this one.", Seated,
        NewBranch, 201, seat=True, refusals=(400, 401, 404, 409, 413),
    ),
    Endpoint(
        "DELETE", _M, matches.delete_branch, "Delete a branch; a match stays.", Deleted, seat=True,
        refusals=(401, 403, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/text", matches.text,
        "The match as text; the whole record if it is over or all its tokens are sent.",
        TextForm, seat=True, refusals=(401, 403, 404, 409),
    ),
    Endpoint(
        "GET", f"{_M}/proof", matches.proof, "The key and the dice of a finished match.", ProofPage,
        refusals=(404, 409),
    ),
    Endpoint("GET", "/api/openapi.json", openapi, "This document.", dict[str, Any]),
    Endpoint("GET", "/healthz", health, "Is the service well?", Health),
)  # fmt: skip
