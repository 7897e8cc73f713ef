"""The document of the web interface (OpenAPI 3.1), made from the list of endpoints and the structs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

import bocage
from bocage.table.service.endpoints import ENDPOINTS
from bocage.table.service.http import Endpoint
from bocage.table.wire.messages import FROM_PAGE, TO_PAGE
from bocage.table.wire.requests import Trouble

_REFERENCE = "#/components/schemas/{name}"
_PARAMETERS: dict[str, dict[str, Any]] = {
    "slug": {"schema": {"type": "string"}, "description": "The short name of a game."},
    "id": {"schema": {"type": "string"}, "description": "The id of a match."},
    "side": {"schema": {"type": "string"}, "description": "A side of the game."},
    "moment": {
        "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
        "description": "How many entries the match had.",
    },
}
_TROUBLES = {
    400: "It cannot be understood.",
    401: "The header Authorization is missing or wrong.",
    403: "Not for the one who asks.",
    404: "There is no such thing, or the token is not that of a seat.",
    409: "Not now: the rules forbid it, or the game has gone on.",
    413: "Too long.",
    421: "Not under this name.",
    429: "Too many requests; the header Retry-After says how long to wait.",
    503: "The database, or a bot, does not answer.",
}
_ALWAYS = (421, 429, 503)
_LIVE = (
    "Pages speak with the service over the websocket `/api/live`. The first message is a `Hello`; each further one is "
    "one of `FromPage`, and the service says one of `ToPage`. A seat is held by a token, which travels in the header "
    "`Authorization: Bearer` or in the hello, and never in an address."
)


def document() -> dict[str, Any]:
    """The whole document."""
    kinds = list(dict.fromkeys([*_kinds(), Trouble, FROM_PAGE, TO_PAGE]))
    found, parts = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    schemas = dict(zip(kinds, found, strict=True))
    parts = {**parts, "FromPage": schemas[FROM_PAGE], "ToPage": schemas[TO_PAGE]}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bocage: the table", "version": bocage.__version__, "description": _LIVE},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat, or several of them."}
            },
        },
    }


def _kinds() -> Iterator[Any]:
    for endpoint in ENDPOINTS:
        yield from endpoint.answers
        if endpoint.body is not None:
            yield endpoint.body


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, **_PARAMETERS[name]}
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    for query in endpoint.query:
        schema = dict(query.schema)
        required = schema.pop("required", False)
        wanted = {"name": query.name, "in": "query", "required": required}
        parameters.append({**wanted, "schema": schema, "description": query.about})
    possible = [schemas[kind] for kind in endpoint.answers]
    content: dict[str, Any] = {endpoint.media: {}}
    if possible:
        content[endpoint.media]["schema"] = possible[0] if len(possible) == 1 else {"anyOf": possible}
    responses = {str(endpoint.status): {"description": "Done.", "content": content}}
    for status in sorted({*endpoint.refusals, *_ALWAYS, *((403,) if endpoint.method == "POST" else ())}):
        schema = {"$ref": _REFERENCE.format(name="Trouble")}
        responses[str(status)] = {
            "description": _TROUBLES[status],
            "content": {"application/json": {"schema": schema}},
        }
    operation: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": endpoint.handler.__name__,
        "responses": responses,
    }
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        body = {"application/json": {"schema": schemas[endpoint.body]}}
        operation["requestBody"] = {"required": True, "content": body}
    if endpoint.seat:
        operation["security"] = [{}, {"seat": []}]
    return operation
