"""How a service is set up: its address, its database and its limits."""

from __future__ import annotations

import difflib
import ipaddress
import math
import os
from collections.abc import Mapping
from typing import Any

import msgspec

from bocage.engine.errors import BadInput
from bocage.table.notices.mailing import Server

PREFIX = "BOCAGE_"
PORT = 8471
LEVELS = ("debug", "info", "warning", "error")

# The variables BOCAGE_… that are no settings of a service. With the fields of Config these are all there are.
OTHERS = {
    "BOCAGE_HOME": "the folder of your matches and of the table's database; your system's data folder by default",
    "BOCAGE_LONG": "1: the tests play their long variants, as `make soak` does",
    "BOCAGE_SHOTS": "a folder in which some browser tests leave pictures to look at",
    "BOCAGE_TEST_MENDED": "a file for which a bot of the tests waits",
}


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a service. Each can be given as an environment variable BOCAGE_…, some on the command line.

    The words behind each one stand in the table of `docs/hosting.md` (see `settings.py`).

    >>> Config(port=0).host
    '127.0.0.1'
    """

    host: str = "127.0.0.1"  # the address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all
    port: int | None = None  # not set: 8471 or, if that is taken, the next free one; 0: any free one
    database: str | None = None  # not set: table.sqlite in the data folder; postgresql://… or sqlite:///FILE
    origins: tuple[str, ...] = ()  # further addresses under which pages may be served: https://table.example
    proxies: tuple[str, ...] = ()  # addresses and nets of web servers in front: who may say for whom they speak
    log_level: str = "warning"  # info: a line for each request and each page that comes or goes
    page: str = ""  # the folder of the built page; not set: the one inside the package

    bot_workers: int = 2  # processes that think; one of several never thinks long, for who wants a quick answer
    bot_matches: int = 20  # matches without a human that go on at a time
    bot_seconds: float = 60.0  # for one answer of a bot, which may be asked to think half as long in a turn
    import_seconds: float = 40.0  # for reading a record that somebody brings in
    import_kilobytes: int = 4096  # that a record may have which somebody brings in
    import_entries: int = 30_000  # that such a record may have; a campaign of Fortress Europa has some 10,000
    imports_per_minute: float = 12.0  # records that one address may bring in; a long one counts for several
    imports_at_once: int = 30  # records of one address that was quiet before
    bots: str = "bocage.bots"  # the module with `names()`, `known`, `seconds` and `make(name, seed, clock)`

    memory: int = 512  # megabytes for matches that nobody looks at; those that are played stay in memory
    messages_per_second: float = 60.0  # of one page
    messages_at_once: int = 200  # of one page that was quiet before
    requests_per_second: float = 40.0  # of one address
    requests_at_once: int = 400  # of one address that was quiet before
    pages_per_address: int = 200  # that are open at a time
    hello_seconds: float = 10.0  # until a page has said which match it wants
    head_seconds: float = 20.0  # for the header of a request
    body_seconds: float = 60.0  # for the rest of a request
    read_seconds: float = 30.0  # without reading a byte of what it is sent; then a page is given up
    drain_seconds: float = 5.0  # for what is under way when the service stops
    pass_seconds: float = 2.0  # after which a window is passed by a standing order, whatever its player holds
    mail: str = ""  # the server that takes mail: smtp://name:password@mail.example:587 or smtps://…; not set: no mail
    mail_from: str = ""  # the address from which mail comes; needed with BOCAGE_MAIL, as is BOCAGE_ORIGINS
    hooks: bool = True  # 0: players cannot have web addresses called when it is their turn
    hook_nets: tuple[str, ...] = ()  # nets that may be called although they are private: 10.0.0.0/8, 127.0.0.1
    notice_seconds: float = 60.0  # after which a player who is away is told that it is his turn
    notice_tries: int = 5  # of a notice that is not taken; then it is given up, and its player reads so
    absent_days: float = 14.0  # away for so long, a player may lose his seat where nothing was agreed; 0: never


def configured(given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings from the environment, overruled by those that are given and not None.

    >>> configured({"port": 9000, "host": None}, {"BOCAGE_HOST": "0.0.0.0", "BOCAGE_PORT": "1"})  # doctest: +ELLIPSIS
    Config(host='0.0.0.0', port=9000, ...
    """
    environ = os.environ if environ is None else environ
    _check_names(environ)
    wanted: dict[str, Any] = {}
    for field in msgspec.structs.fields(Config):
        text = environ.get(variable(field.name))
        if text:
            several = field.name in ("origins", "proxies", "hook_nets")
            value = [part.strip() for part in text.split(",") if part.strip()] if several else text
            wanted[field.name] = _converted(value, field.type, variable(field.name))
    wanted |= {
        name: _converted(value, _TYPES[name], name) for name, value in (given or {}).items() if value is not None
    }
    config = Config(**wanted)
    _check_values(config)
    return config


_TYPES: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Config)}
_KINDS = {int: "a whole number", float: "a number"}
_LEAST: dict[str, float] = {
    "bot_workers": 1,
    "messages_at_once": 1,
    "requests_at_once": 1,
    "pages_per_address": 1,
    "notice_tries": 1,
}
_MORE_THAN_NOTHING = (
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
)


def variable(name: str) -> str:
    """The environment variable of a setting.

    >>> variable("log_level")
    'BOCAGE_LOG_LEVEL'
    """
    return PREFIX + name.upper()


def known_variables() -> list[str]:
    """Every environment variable BOCAGE_… that there is."""
    return [*map(variable, _TYPES), *OTHERS]


def _check_names(environ: Mapping[str, str]) -> None:
    """A misspelt setting would be as good as none, and its owner would believe that it protects him."""
    known = known_variables()
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.75)
            hint = f"did you mean {near[0]}" if near else "docs/hosting.md lists them all"
            raise BadInput(f"{name} is set, and Bocage has no such setting; {hint}{'?' if near else ''}")


def _converted(value: Any, kind: Any, name: str) -> Any:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        number = next((words for one, words in _KINDS.items() if kind in (one, one | None)), "")
        why = f"is {number}, not {value!r}" if number else f"cannot be {value!r}: {error}"
        raise BadInput(f"the setting {name} {why}") from None


def _check_values(config: Config) -> None:
    """Values that make no sense are refused before anything is opened."""
    if config.port is not None and not 0 <= config.port <= 65535:
        raise BadInput(f"a port is a number from 0 to 65535, not {config.port}")
    if config.log_level not in LEVELS:
        raise BadInput(f"log_level is one of {', '.join(LEVELS)}, not {config.log_level!r}")
    for name, value in msgspec.structs.asdict(config).items():
        if not isinstance(value, int | float):
            continue
        if not math.isfinite(value):
            raise BadInput(f"{name} is a number, not {value}")
        if name in _MORE_THAN_NOTHING and not value > 0:
            raise BadInput(f"{name} must be more than 0")
        if value < _LEAST.get(name, 0):
            raise BadInput(f"{name} must be at least {_LEAST.get(name, 0)}, not {value}")
    for origin in config.origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise BadInput(f"an origin looks like https://table.example, not like {origin!r}")
    for name, nets, why in (
        ("proxies", config.proxies, "what they say of others is believed"),
        ("hook_nets", config.hook_nets, "they are called for any player who names them"),
    ):
        for net in nets:
            try:
                ipaddress.ip_network(net, strict=False)
            except ValueError:
                raise BadInput(
                    f"{name} are addresses and nets, such as 127.0.0.1 or 10.0.0.0/8, not {net!r}: {why}"
                ) from None
    if config.mail and not (config.mail_from and config.origins):
        raise BadInput("mail needs mail_from, the address from which it comes, and origins, for its links")
    if config.mail:
        Server(config.mail, config.mail_from)
