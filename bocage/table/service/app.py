"""The service as a whole: what it consists of, and how it is started and stopped."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from bocage.engine.errors import BadInput
from bocage.store import Store
from bocage.table.config import PORT, Config
from bocage.table.housekeeping import many_connections, short_pauses
from bocage.table.matches.hall import Hall
from bocage.table.service.connections import wires
from bocage.table.service.endpoints import ENDPOINTS
from bocage.table.service.http import Kept, endpoint, trouble
from bocage.table.service.live import live
from bocage.table.service.notices import LINKS
from bocage.table.service.openapi import document
from bocage.table.service.security import LONGEST_MESSAGE, Addresses, Guard
from bocage.table.service.static import BuiltPage
from bocage.table.service.watching import watch
from bocage.table.troubles import Rejected

log = logging.getLogger("bocage.table")

PAGES = (
    "/",
    "/match/{id}",
    "/match/{id}/proof",
    "/match/{id}/statistics",
    "/rules/{slug}",
    "/notices/confirm",
    "/notices/stop",
)
_FURTHER_PORTS = 20


def make_app(config: Config, store: Store | None = None) -> Starlette:
    """The service, to be run by an ASGI server. It opens its store when it starts, unless it is given one."""
    addresses = Addresses(config)
    page = BuiltPage(config.page)
    described = msgspec.json.encode(document())

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        if store is not None:
            opened = store
        else:
            opened = await asyncio.to_thread(Store.open, config.database, serving="another table")
        hall = Hall(config, opened)
        kept = app.state.kept = Kept(hall, addresses)
        kept.openapi = described
        log.info("matches are kept in %s", opened.shown_url)
        hall.start(hall.go_on())
        keeping = asyncio.create_task(hall.housekeeper.work())
        watching = asyncio.create_task(watch(hall))
        telling = asyncio.create_task(hall.teller.work())
        try:
            yield
        finally:
            keeping.cancel()
            watching.cancel()
            telling.cancel()
            await hall.close()
            log.info("stopped")

    routes: list[Route | WebSocketRoute] = [
        Route(wanted.path, endpoint(wanted), methods=[wanted.method], name=wanted.handler.__name__)
        for wanted in ENDPOINTS
    ]
    routes.append(WebSocketRoute("/api/live", live))
    routes += [Route(path, endpoint(wanted), methods=["POST"]) for path, wanted in LINKS.items()]
    routes += [Route(path, page.index, methods=["GET"]) for path in PAGES]
    routes += [Route(path, page.asset, methods=["GET"]) for path in ("/assets/{asset:path}", "/{file}")]
    app = Starlette(routes=routes, lifespan=life, exception_handlers={Rejected: _say_no, HTTPException: _say_no})
    app.add_middleware(Guard, config=config, addresses=addresses, reject=_rejecting)
    return app


async def _say_no(request: Request, error: Exception) -> Response:
    if isinstance(error, Rejected):
        return trouble(error)
    assert isinstance(error, HTTPException)
    sentences = {
        404: "There is nothing here; the table is at /, and what can be asked is in /api/openapi.json.",
        405: "This cannot be done here; what can be asked is in /api/openapi.json.",
    }
    answer = trouble(Rejected(error.status_code, sentences.get(error.status_code, str(error.detail))))
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _rejecting(answer: Rejected) -> ASGIApp:
    return trouble(answer)


# Running


class _Server(uvicorn.Server):
    """Says when it is up."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


class Service:
    """A service on a socket: it runs until somebody calls `stop` or a signal comes.

    Whatever would keep it from starting (a port that is taken, a database that cannot be used) is told at once.
    """

    def __init__(self, config: Config, ready: Callable[[str], object] | None = None) -> None:
        self._socket = _bound(config)
        self.port: int = self._socket.getsockname()[1]
        host = f"[{config.host}]" if ":" in config.host else config.host
        shown = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}.get(host, host)
        self.address = f"http://{shown}:{self.port}/"
        try:
            store = Store.open(config.database, serving=f"the table at {self.address}")
        except BaseException:
            self._socket.close()
            raise
        http_wire, live_wire = wires(config)
        settings = uvicorn.Config(
            make_app(config, store),
            http=http_wire,
            ws=live_wire,
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=True,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the guard knows whom to believe
            timeout_graceful_shutdown=max(1, int(config.drain_seconds)),
            lifespan="on",
        )
        self._server = _Server(settings, lambda: ready(self.address) if ready is not None else None)

    @property
    def started(self) -> bool:
        """Does it answer?"""
        return bool(self._server.started)

    def run(self) -> None:
        """Serve until the end."""
        # Its own lines show addresses with their queries; we write ours instead.
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        many_connections()
        with suppress(KeyboardInterrupt), short_pauses():
            self._server.run(sockets=[self._socket])
        if not self._server.started:
            raise BadInput("the table could not be opened; its log says why")

    def stop(self) -> None:
        """Ask it to end; may be called from another thread."""
        self._server.should_exit = True


def _bound(config: Config) -> socket.socket:
    """The socket of a service. Where no port is asked for it is the usual one or, if that is taken, one close by."""
    if config.port is not None:
        return _bound_to(config.host, config.port)
    for port in range(PORT, PORT + _FURTHER_PORTS):
        with suppress(BadInput):
            return _bound_to(config.host, port)
    return _bound_to(config.host, 0)


def _bound_to(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let a second service listen on the same port
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(1024)  # now, so that a second service on this port is refused here and not later
    except OSError as error:
        found.close()
        why = (error.strerror or str(error)).lower()
        raise BadInput(
            f"the table cannot be opened at {host}, port {port}: {why}; "
            "choose another with --port or BOCAGE_PORT, or neither to have a free one"
        ) from error
    return found


def serve(config: Config, open_page: bool = False) -> None:
    """Run the service until Ctrl-C. Its address is printed once it answers, and opened in a browser if wanted."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    log.setLevel(config.log_level.upper())

    def ready(address: str) -> None:
        print(f"The table is open at {address} (Ctrl-C closes it)", flush=True)
        if open_page and _has_a_screen():
            threading.Thread(target=_show, args=(address,), daemon=True).start()

    Service(config, ready).run()


def _has_a_screen() -> bool:
    """Can a page be shown here? Where there is only a terminal, a browser would take it away from the table."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _show(address: str) -> None:
    """Open a browser; without one the printed address must do."""
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
