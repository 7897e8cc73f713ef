"""Addresses to which notices are sent: what one looks like, how it is shown, and which are never called.

A web address is named by a stranger and called by us, from inside the network in which we stand. So it must not lead
there: it is looked up once, every place that it leads to must be one of the open net, and that very place is called.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from bocage.engine.errors import BadInput

_MAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")
_WRAPPED = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("2002::/16"), ipaddress.ip_network("2001::/32")
_OPEN_PORTS = (80, 443)  # and those above 1023: the others belong to mail and other services that no notice is for
_LONGEST = 300
_INSIDE = "this table calls no addresses inside a network of its own; whoever runs it can allow them"

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Net = ipaddress.IPv4Network | ipaddress.IPv6Network


class Hook(NamedTuple):
    """A web address taken apart."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def name(self) -> str:
        """The host as it stands in a request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == {"http": 80, "https": 443}[self.scheme] else f"{host}:{self.port}"


def mail_address(text: str) -> str:
    """An address for mail, or a `BadInput`.

    >>> mail_address(" jo@table.example ")
    'jo@table.example'
    """
    text = text.strip()
    if len(text) > _LONGEST or not _MAIL.fullmatch(text) or ".." in text or text.startswith("."):
        raise BadInput("an address for mail looks like anna@example.org")
    return text


def hook_address(text: str) -> Hook:
    """A web address to be called, or a `BadInput`.

    >>> hook_address("https://chat.example/hooks/7?x=1")
    Hook(scheme='https', host='chat.example', port=443, path='/hooks/7?x=1')
    """
    text = text.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode() if ":" not in (parts.hostname or "") else parts.hostname
    except (ValueError, UnicodeError):
        host, port, parts = "", None, urlsplit("")
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= _LONGEST
    if not host or not plain or parts.scheme not in ("http", "https") or parts.username is not None:
        raise BadInput("a web address to be called looks like https://chat.example/hooks/…, without a name or password")
    port = port or {"http": 80, "https": 443}[parts.scheme]
    return Hook(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def shown(way: str, address: str) -> str:
    """An address for whoever holds the seat now: he knows it if it is his.

    >>> shown("mail", "anna@example.org"), shown("hook", "https://chat.example/hooks/secret"), shown("mail", "")
    ('a…@example.org', 'chat.example', '')
    """
    if not address:
        return ""
    if way == "hook":
        return hook_address(address).name
    name, _, place = address.partition("@")
    return f"{name[0]}…@{place}"


def nets(texts: Sequence[str]) -> tuple[Net, ...]:
    """Nets as an operator names them."""
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def is_open(address: Address, allowed: Sequence[Net]) -> bool:
    """May this be called: is it a place of the open net, or one that the operator allows?

    >>> [is_open(ipaddress.ip_address(text), ()) for text in ("9.9.9.9", "127.0.0.1", "10.1.1.1", "::ffff:10.1.1.1")]
    [True, False, False, False]
    >>> is_open(ipaddress.ip_address("127.0.0.1"), nets(["127.0.0.0/8"]))
    True
    """
    address = getattr(address, "ipv4_mapped", None) or address
    if _is_in(address, allowed):
        return True
    return address.is_global and not (address.is_multicast or address.is_reserved or _is_in(address, _WRAPPED))


def _is_in(address: Address, places: Sequence[Net]) -> bool:
    return any(address.version == net.version and address in net for net in places)


async def place_of(hook: Hook, allowed: Sequence[Net]) -> str:
    """The address that a name leads to. One that leads inside is refused, even if it leads elsewhere too."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(hook.host, hook.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadInput(f"{hook.host} cannot be found") from None
    places = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in found]
    if not all(is_open(place, allowed) for place in places):
        raise BadInput(_INSIDE)
    if not all(_is_in(place, allowed) for place in places):
        if hook.scheme != "https":
            raise BadInput("a web address to be called begins with https://, so that nobody reads it on the way")
        if hook.port < 1024 and hook.port not in _OPEN_PORTS:
            raise BadInput("a web address to be called has port 80, 443 or one above 1023")
    return str(places[0])
