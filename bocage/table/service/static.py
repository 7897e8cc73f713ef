"""The built page and the pictures of the games: files that are sent as they are, compressed once and cached."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

import bocage
from bocage import shelf
from bocage.table.service.security import DRAWING_POLICY
from bocage.table.troubles import Rejected

_PACKED = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bocage</title></head>
<body><h1>The page is not built yet</h1>
<p>The service runs, but the page that belongs to it is missing. In the folder of the project run</p>
<pre>make page</pre>
<p>(without make: python scripts/prepare.py setup), then load this page again. An installed package has it inside.</p>
</body></html>
"""


class Held(NamedTuple):
    """A file ready to be sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str


def held(body: bytes, name: str) -> Held:
    """A file, compressed if that makes it smaller."""
    suffix = Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_PACKED) else None
    if packed is not None and len(packed) >= len(body):
        packed = None
    return Held(body, packed, kind, f'"{blake2b(body, digest_size=12).hexdigest()}"')


def takes_gzip(request: Request) -> bool:
    """Does the browser understand compressed answers?"""
    return "gzip" in request.headers.get("accept-encoding", "")


def sent(request: Request, file: Held, cache: str, policy: str = "") -> Response:
    """The answer with a file, or that the browser has it already."""
    headers = {"etag": file.tag, "cache-control": cache, "vary": "accept-encoding"}
    if policy:
        headers["content-security-policy"] = policy
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed is not None and takes_gzip(request):
        body = file.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=file.kind)


class BuiltPage:
    """The files of the page. They are read once, and again after a new build."""

    def __init__(self, folder: str = "") -> None:
        self._folder = Path(folder) if folder else Path(str(resources.files("bocage.table"))) / "page"
        self._files: dict[str, Path] = {}
        self._held: dict[str, Held] = {}
        self._built = 0

    def _look(self) -> bool:
        """Is there a page? Only what lies in its folder can be asked for, whatever a path says."""
        try:
            built = (self._folder / "index.html").stat().st_mtime_ns
        except OSError:
            return False
        if built != self._built:
            found = [path for path in self._folder.rglob("*") if path.is_file()]
            self._files = {path.relative_to(self._folder).as_posix(): path for path in found}
            self._held.clear()
            self._built = built
        return True

    def _file(self, name: str) -> Held | None:
        if name not in self._held:
            try:
                self._held[name] = held(self._files[name].read_bytes(), name)
            except (KeyError, OSError):
                return None
        return self._held[name]

    async def index(self, request: Request) -> Response:
        """The page itself: the same for the start, a match, its proof and the rules."""
        file = self._file("index.html") if self._look() else None
        if file is None:
            return Response(_NOT_BUILT, 503, media_type="text/html", headers={"cache-control": "no-store"})
        return sent(request, file, _ASK_AGAIN)

    async def asset(self, request: Request) -> Response:
        """Another file of the page. Those in `assets` have a hash of their content in their names."""
        name = str(request.scope["path"]).removeprefix("/")
        file = self._file(name) if self._look() else None
        if file is None:
            raise Rejected(404, "There is nothing here; the table is at /.")
        return sent(request, file, _FOR_EVER if name.startswith("assets/") else _ASK_AGAIN)


class Pictures:
    """The maps and small pictures of the games."""

    def __init__(self) -> None:
        self._held: dict[tuple[str, str], Held] = {}

    async def send(self, request: Request, slug: str, name: str) -> Response:
        """A picture out of a game's data."""
        if (slug, name) not in self._held:
            if slug not in bocage.slugs():
                raise Rejected(404, f"There is no such game; there are: {', '.join(bocage.slugs())}.")
            file = shelf.folder(slug, "data") / name
            if not file.is_file():
                raise Rejected(404, "This game has no such picture.")
            self._held[slug, name] = held(file.read_bytes(), name)
        return sent(request, self._held[slug, name], _ASK_AGAIN, DRAWING_POLICY if name.endswith(".svg") else "")
