"""How a service is set up: its address, its database and its limits."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.engine.errors import BadInput

PREFIX = "BOCAGE_"
PORT = 8471
LEVELS = ("debug", "info", "warning", "error")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a service. Each can be given on the command line or as an environment variable BOCAGE_….

    >>> Config(port=0).host
    '127.0.0.1'
    """

    host: str = "127.0.0.1"
    port: int | None = None  # None: 8471 or, if that is taken, the next free one; 0: any free one
    database: str | None = None  # None: a file in the user's data folder
    origins: tuple[str, ...] = ()  # further addresses under which pages may be served: https://table.example
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # who may say for whom they speak (X-Forwarded-For)
    log_level: str = "warning"  # info: a line for each request and each page that comes or goes
    page: str = ""  # the folder of the built page; "": the one inside the package

    bot_workers: int = 2  # processes; one of several never thinks long, for those who want a quick answer
    bot_matches: int = 20  # without a human that go on at a time
    bot_seconds: float = 60.0  # for one answer; a bot may be asked to think half as long in a player-turn
    import_seconds: float = 20.0  # for reading a record that somebody brings in
    import_kilobytes: int = 2048  # of such a record
    import_entries: int = 10_000
    imports_per_minute: float = 12.0  # of one address; a long record counts for several
    imports_at_once: int = 30
    bots: str = "bocage.bots"  # the module with `names()`, `known`, `seconds` and `make(name, seed, clock)`

    memory: int = 512  # megabytes for matches that nobody looks at; those that are played stay in memory
    messages_per_second: float = 60.0  # of one page
    messages_at_once: int = 200
    requests_per_second: float = 40.0  # of one address
    requests_at_once: int = 400
    pages_per_address: int = 200
    hello_seconds: float = 10.0
    head_seconds: float = 20.0  # for the header of a request
    body_seconds: float = 60.0  # for the rest of it
    read_seconds: float = 30.0  # without reading a byte of what it is sent; then a page is given up
    drain_seconds: float = 5.0  # for what is under way when the service stops


def configured(given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings from the environment, overruled by those that are given and not None.

    >>> configured({"port": 9000, "host": None}, {"BOCAGE_HOST": "0.0.0.0", "BOCAGE_PORT": "1"})  # doctest: +ELLIPSIS
    Config(host='0.0.0.0', port=9000, ...
    """
    environ = os.environ if environ is None else environ
    wanted: dict[str, Any] = {}
    for field in msgspec.structs.fields(Config):
        text = environ.get(PREFIX + field.name.upper())
        if text:
            several = field.name in ("origins", "proxies")
            wanted[field.name] = [part.strip() for part in text.split(",") if part.strip()] if several else text
    wanted |= {name: value for name, value in (given or {}).items() if value is not None}
    try:
        config = msgspec.convert(wanted, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"the settings of the table cannot be used: {error}") from None
    if config.port is not None and not 0 <= config.port <= 65535:
        raise BadInput(f"a port is a number from 0 to 65535, not {config.port}")
    if config.log_level not in LEVELS:
        raise BadInput(f"log_level is one of {', '.join(LEVELS)}, not {config.log_level!r}")
    if config.bot_workers < 1:
        raise BadInput("the bots need at least one worker")
    for limit in (
        "bot_seconds",
        "import_seconds",
        "import_kilobytes",
        "import_entries",
        "imports_per_minute",
        "imports_at_once",
        "messages_per_second",
        "requests_per_second",
        "hello_seconds",
        "head_seconds",
        "body_seconds",
        "read_seconds",
    ):
        if not getattr(config, limit) > 0:
            raise BadInput(f"{limit} must be more than 0")
    for origin in config.origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise BadInput(f"an origin looks like https://table.example, not like {origin!r}")
    return config
