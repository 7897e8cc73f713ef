"""The table's commands: serve it, list its matches, and make a new link for a seat whose link was lost."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from bocage.engine.errors import BadInput
from bocage.store import NothingKept, token_hash
from bocage.table.config import PORT, Config, configured

if TYPE_CHECKING:
    from bocage.store import Store

Database = Annotated[
    str | None,
    typer.Option(help="postgresql://… or sqlite:///FILE; a file in your data folder by default (BOCAGE_DATABASE)."),
]


def table(
    host: Annotated[str | None, typer.Option(help="The address to listen on: 127.0.0.1, or 0.0.0.0 for all.")] = None,
    port: Annotated[int | None, typer.Option(help="The port: 8471, or the next free one.")] = None,
    database: Database = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another address of this table, such as https://table.example.")
    ] = None,
    mail: Annotated[
        str | None, typer.Option(help="The server that takes mail, such as smtp://mail.example:587 (BOCAGE_MAIL).")
    ] = None,
    mail_from: Annotated[str | None, typer.Option(help="The address from which mail comes.")] = None,
    bot_workers: Annotated[int | None, typer.Option(help="How many processes think for the bots.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Also open the page in your browser.")] = False,
) -> None:
    """Serve the table: play in the browser against a bot, beside a friend or across the net."""
    from bocage.table.service.app import serve

    given = {"host": host, "port": port, "database": database, "origins": origin, "bot_workers": bot_workers}
    given |= {"mail": mail, "mail_from": mail_from}
    serve(configured(given), open_page=open_)


def matches(
    database: Database = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, the newest first.")] = 20,
) -> None:
    """List the matches of the table's database."""
    from bocage.table.matches.seats import bot_name

    try:
        with _store(database) as store:
            infos = store.matches(limit)
            seats = store.seats_of([info.id for info in infos])
    except NothingKept:
        infos = []
    if not infos:
        print("No match has been played here yet.")
    for info in infos:
        who = ", ".join(f"{seat.side} {seat.name or bot_name(seat.bot) or seat.kind}" for seat in seats[info.id])
        where = info.status if info.status != "running" else f"turn {info.summary.turn}, {info.summary.phase}"
        print(f"{info.id}  {info.updated[:16].replace('T', ' ')}  {info.game:10} {where:30} {who}")


def seat(
    match: Annotated[str, typer.Argument(help="The id of a match; `bocage matches` lists them.")],
    side: Annotated[str, typer.Argument(help="The side of the seat.")],
    database: Database = None,
    address: Annotated[
        str | None,
        typer.Option(help="Where players find the table, such as https://table.example; else the first origin."),
    ] = None,
) -> None:
    """Make a new link for a seat whose link was lost; the old one no longer works, and the players are told."""
    from bocage.table.matches.handover import TABLE, link_note, now, told_of_new_link
    from bocage.table.matches.seats import new_token

    config = configured({"origins": None if address is None else [address.rstrip("/")]})
    token = new_token()
    with _store(database) as store:
        info = store.info(match)
        held = {seat.side: seat for seat in store.seats(match)}
        if side not in held:
            raise BadInput(f"this match has the seats {' and '.join(held)}, not {side!r}")
        if held[side].kind == "bot":
            raise BadInput(f"the seat of {side} is a bot's; take it over from the other seat at the table")
        old = held[side]
        seen = now() if old.seen else ""  # whoever gets the link has not been absent so far
        new = msgspec.structs.replace(old, token_hash=token_hash(token), seen=seen, links=old.links + 1)
        note, said = link_note(info.note, info.game, side), told_of_new_link(info.game, side)
        store.hand_over(match, new, old, note, TABLE, said)
    print(f"{_public(config)}/match/{match}#seat={token}")


def _public(config: Config) -> str:
    """The address under which players find the table."""
    if config.origins:
        return config.origins[0]
    print(
        "This is the table's address on this machine. For players elsewhere say --address https://table.example, "
        "or set BOCAGE_ORIGINS as for the table itself.",
        file=sys.stderr,
    )
    return f"http://127.0.0.1:{config.port or PORT}"


def _store(database: str | None) -> Store:
    from bocage.store import Store  # half a second, which the other commands need not wait for

    return Store.open(configured({"database": database}).database, as_it_is=True)
