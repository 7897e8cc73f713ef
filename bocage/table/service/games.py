"""What the service answers about games: the shelf, their boxes, rules and pictures."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import bocage
from bocage.engine.errors import BadInput
from bocage.table import showing
from bocage.table.service.http import hall_of, kept_of
from bocage.table.service.mail import at_home
from bocage.table.service.static import takes_gzip
from bocage.table.troubles import Rejected

_GAMES_KEPT = 200  # boxes of different options


def _slug(request: Request) -> str:
    slug: str = request.path_params["slug"]
    if slug not in bocage.slugs():
        raise Rejected(404, f"There is no such game; there are: {', '.join(bocage.slugs())}.")
    return slug


async def _printed(request: Request, key: tuple[str, ...], make: Callable[[], Any]) -> Response:
    """An answer that is the same whenever it is asked for."""
    kept = kept_of(request)
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


async def games(request: Request) -> Response:
    """All games."""
    mail = at_home(hall_of(request).config)
    return await _printed(request, ("games",), lambda: msgspec.structs.replace(showing.games(), mail=mail))


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
    return await kept_of(request).pictures.send(request, request.path_params["slug"], "map.svg")


async def picture_png(request: Request) -> Response:
    """A small picture of a game."""
    return await kept_of(request).pictures.send(request, request.path_params["slug"], "picture.png")
