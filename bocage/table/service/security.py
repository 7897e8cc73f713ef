"""Who may speak to the service, how much and how often; and what every answer carries for the browser's sake."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bocage.table.config import Config
from bocage.table.troubles import Rejected

log = logging.getLogger("bocage.table")

SMALL_BODY = 64 * 1024
LONGEST_MESSAGE = 64 * 1024

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# A drawing has its styles inside; nothing else may run or be fetched from it.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_STUMBLED = "The service stumbled over this. Nothing was changed; what it was doing is in its log."
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


# Links


def tokens_of(request: Request) -> list[str]:
    """The tokens of `Authorization: Bearer token,token`; none for a spectator."""
    header = request.headers.get("authorization", "")
    if not header:
        return []
    scheme, _, given = header.partition(" ")
    tokens = [token.strip() for token in given.split(",") if token.strip()]
    if scheme.lower() != "bearer" or not tokens or len(tokens) > 8:
        raise Rejected(401, "The header Authorization has the form: Bearer <the token of the seat>.")
    return tokens


# Where a page comes from


def _place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an address."""
    try:
        parts = urlsplit(origin)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname and port else None


def origin_allowed(headers: Headers, config: Config) -> bool:
    """Does the page come from this service? A program that is no browser says nothing and is allowed.

    The scheme is not compared with ours: behind a proxy the browser sees https and we see http.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in config.origins:
        return True
    page = _place(origin)
    if page is None or page[0] not in ("http", "https"):
        return False
    ours = _place(f"{page[0]}://{headers.get('host', '')}")
    return ours is not None and ours[1:] == page[1:]


def host_allowed(headers: Headers, config: Config) -> bool:
    """A service for this machine only answers to this machine's names, so that no foreign name can be led to it."""
    if config.host not in _LOOPBACK:
        return True
    ours = _place(f"http://{headers.get('host', '')}")
    if ours is None:
        return False
    return ours[1] in _LOOPBACK or any(place[1] == ours[1] for place in map(_place, config.origins) if place)


# Who speaks


class Proxies:
    """The web servers in front of this one. Whom they name as their caller is believed; nobody else is."""

    def __init__(self, places: Iterable[str]) -> None:
        self._nets = tuple(ipaddress.ip_network(place, strict=False) for place in places)

    def __contains__(self, address: str) -> bool:
        found = _plain(address)
        return found is not None and any(found in net for net in self._nets)

    def caller(self, peer: str, said: Iterable[str]) -> str:
        """For whom a connection from `peer` speaks, by the headers X-Forwarded-For that came with it.

        Every proxy adds the address of its own caller at the end, and whatever stands before the last one that is no
        proxy's was written by a stranger.

        >>> Proxies(["10.0.0.0/8"]).caller("10.0.0.1", ["203.0.113.9, 198.51.100.7, 10.0.0.2"])
        '198.51.100.7'
        """
        caller = peer
        names = [name for header in said for name in header.split(",") if name.strip()]
        for name in reversed(names):
            if caller not in self:
                break
            found = _plain(_without_port(name.strip()))
            if found is None:
                break  # no address: whoever wrote it counts
            caller = str(found)
        return caller


def _plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; one of the older kind in the dress of the newer is undressed."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, ipaddress.IPv6Address) else found


def _without_port(name: str) -> str:
    """Some proxies add the port.

    >>> _without_port("192.0.2.7:80"), _without_port("[2001:db8::1]:80"), _without_port("2001:db8::1")
    ('192.0.2.7', '2001:db8::1', '2001:db8::1')
    """
    if name.startswith("["):
        return name[1:].partition("]")[0] if "]" in name else name
    return name.partition(":")[0] if name.count(":") == 1 else name


# How much and how often


class Bucket:
    """Lets so many things through at once and so many per second.

    >>> bucket = Bucket(1.0, 2, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.5)]
    [0.0, 0.0, 1.0, 0.0]
    """

    __slots__ = ("_filled", "_level", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float | None = None) -> None:
        self._rate = rate
        self._most = self._level = float(most)
        self._filled = time.monotonic() if now is None else now

    def take(self, now: float | None = None, cost: float = 1.0) -> float:
        """0 if it may pass, else the seconds to wait."""
        now = time.monotonic() if now is None else now
        self._level = min(self._most, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level >= cost:
            self._level -= cost
            return 0.0
        return (cost - self._level) / self._rate


class Addresses:
    """What each address has asked of late, and how many pages it has open."""

    def __init__(self, config: Config, remembered: int = 10_000) -> None:
        self._config = config
        self._remembered = remembered
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._records: OrderedDict[str, Bucket] = OrderedDict()
        self._pages: dict[str, int] = {}

    def take(self, address: str, cost: float = 1.0) -> float:
        """0 if a request may pass, else the seconds to wait."""
        config = self._config
        return self._bucket(self._buckets, address, config.requests_per_second, config.requests_at_once).take(cost=cost)

    def take_record(self, address: str, cost: float) -> float:
        """The same for a record that is brought in; the longest costs no more than one address has at once."""
        most = self._config.imports_at_once
        bucket = self._bucket(self._records, address, self._config.imports_per_minute / 60, most)
        return bucket.take(cost=min(cost, most))

    def _bucket(self, buckets: OrderedDict[str, Bucket], address: str, rate: float, most: int) -> Bucket:
        bucket = buckets.get(address)
        if bucket is None:
            bucket = buckets[address] = Bucket(rate, most)
            if len(buckets) > self._remembered:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(address)
        return bucket

    def page_opens(self, address: str) -> bool:
        """Count a page; False if the address has too many."""
        count = self._pages.get(address, 0)
        if count >= self._config.pages_per_address:
            return False
        self._pages[address] = count + 1
        return True

    def page_closes(self, address: str) -> None:
        """A page that was counted is gone."""
        count = self._pages.get(address, 0) - 1
        if count > 0:
            self._pages[address] = count
        else:
            self._pages.pop(address, None)


def too_many(wait: float, what: str = "requests") -> Rejected:
    """The answer to somebody who asks too often."""
    seconds = max(1, round(wait + 0.5))
    return Rejected(429, f"Too many {what} came from you; wait {seconds} s and try again.", retry_after=seconds)


def address_of(scope: Scope) -> str:
    """Who asks. Of the newer kind of addresses everybody has 2**64; they count as one.

    >>> address_of({"client": ("192.0.2.7", 50)}), address_of({"client": ("2001:db8::7:1", 50)})
    ('192.0.2.7', '2001:db8::/64')
    """
    client = scope.get("client")
    address = str(client[0]) if client else "unknown"
    found = _plain(address)
    if found is None:
        return address
    return (
        str(found)
        if found.version == 4 or found.is_loopback
        else str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
    )


async def body_of(request: Request, most: int, seconds: float) -> bytes:
    """The body of a request, if it is not too long."""
    too_long = Rejected(413, f"This is too long: at most {most // 1024} kB can be sent here.")
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdecimal() and int(announced[:20]) > most:
        raise too_long
    read = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                read += piece
                if len(read) > most:
                    raise too_long
    except TimeoutError:
        raise Rejected(408, "The rest of this did not come in time; send it again.") from None
    except ClientDisconnect:
        raise Rejected(400, "The rest of this never came.") from None
    return bytes(read)


Reject = Callable[[Rejected], ASGIApp]


class Guard:
    """Checks every request before anybody looks at it, adds the headers to every answer and writes the access log."""

    def __init__(self, app: ASGIApp, config: Config, addresses: Addresses, reject: Reject) -> None:
        self.app = app
        self.config = config
        self.addresses = addresses
        self.reject = reject
        self.proxies = Proxies(config.proxies)
        self._told_of_proxies = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self._find_caller(scope)
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        started_answer = False

        async def answer(message: Message) -> None:
            nonlocal status, started_answer
            if message["type"] == "http.response.start":
                status, started_answer = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            rejected = self._check(scope)
            app = self.app if rejected is None else self.reject(rejected)
            await app(scope, receive, answer)
        except Exception:
            log.exception("%s %s", scope["method"], _shown(scope["path"]))
            if started_answer:
                raise
            await self.reject(Rejected(500, _STUMBLED))(scope, receive, answer)
        finally:
            # The path without its query: whatever somebody may have put there by mistake is not ours to keep.
            took = (time.perf_counter() - started) * 1000
            log.info("%s %s %d %.0f ms", scope["method"], _shown(scope["path"]), status, took)

    def _find_caller(self, scope: Scope) -> None:
        said = Headers(scope=scope).getlist("x-forwarded-for")
        if not said or not scope.get("client"):
            return
        peer, port = scope["client"]
        if peer in self.proxies:
            scope["client"] = (self.proxies.caller(peer, said), port)
        elif not self._told_of_proxies:
            self._told_of_proxies = True
            log.warning(
                "%s speaks for others (X-Forwarded-For) and is not believed: all of them share its limits. "
                "If it is a web server of yours, name it in BOCAGE_PROXIES",
                peer,
            )

    def _check(self, scope: Scope) -> Rejected | None:
        headers = Headers(scope=scope)
        if not host_allowed(headers, self.config):
            return Rejected(421, "This table is set up for this machine only; start it with --origin for other names.")
        if scope["method"] not in _SAFE and not origin_allowed(headers, self.config):
            return Rejected(403, "This page does not belong to this table; open the table at its own address.")
        if scope["path"].startswith("/api/"):
            wait = self.addresses.take(address_of(scope))
            if wait:
                return too_many(wait)
        return None


def _shown(path: str) -> str:
    """A path for the log: one line, not too long.

    >>> _shown("/x\\ny")
    '/x?y'
    """
    return "".join(character if character.isprintable() else "?" for character in path)[:200]
