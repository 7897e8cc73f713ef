"""Calling a web address: one request, no redirection, and whatever is answered but its first line is not read."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from bocage import __version__
from bocage.engine.errors import BadInput
from bocage.table.notices.addresses import Net, hook_address, place_of

SECONDS = 10.0  # for all of it
_LONGEST_LINE = 4_096


class HookFailed(Exception):  # noqa: N818 - told to the player
    """It was not taken; why, in words."""


async def call(address: str, told: dict[str, str], allowed: Sequence[Net]) -> None:
    """Send this as JSON; returns when it was taken (any 2xx)."""
    try:
        async with asyncio.timeout(SECONDS):
            status = await _status(address, msgspec.json.encode(told), allowed)
    except TimeoutError:
        raise HookFailed(f"it did not answer within {SECONDS:g} seconds") from None
    except BadInput as error:
        raise HookFailed(str(error)) from None
    except ssl.SSLError:
        raise HookFailed("no safe connection could be made: its certificate is not valid") from None
    except (OSError, ValueError, asyncio.IncompleteReadError):
        raise HookFailed("it did not answer") from None
    if status // 100 == 3:
        raise HookFailed(f"it answered {status}, that it has moved; give the new address")
    if status // 100 != 2:
        raise HookFailed(f"it answered {status}")


async def _status(address: str, body: bytes, allowed: Sequence[Net]) -> int:
    hook = hook_address(address)
    place = await place_of(hook, allowed)
    safe = ssl.create_default_context() if hook.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        place, hook.port, limit=_LONGEST_LINE, ssl=safe, server_hostname=hook.host if safe else None
    )
    try:
        head = (
            f"POST {hook.path} HTTP/1.1\r\nhost: {hook.name}\r\nuser-agent: Bocage/{__version__}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        line = (await reader.readuntil(b"\n")).split()
        if len(line) < 2 or not line[0].startswith(b"HTTP/1."):
            raise ValueError("this is no web server")
        return int(line[1])
    except asyncio.LimitOverrunError:
        raise ValueError("this is no web server") from None
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError, TimeoutError):
            await writer.wait_closed()
