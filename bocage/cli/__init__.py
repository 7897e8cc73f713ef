"""The command line: `bocage play roundup` and its companions. Errors are one sentence on stderr."""

from __future__ import annotations

from typing import Annotated

import typer

import bocage
from bocage.cli import mail, measuring, playing, records, shelf, statistics
from bocage.cli.common import OneSentence
from bocage.lab import commands as laboratory
from bocage.table import backups, commands

app = typer.Typer(
    cls=OneSentence,
    help="Board wargames of the West, 1943-45, with every rule enforced.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"bocage {bocage.__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Board wargames of the West, 1943-45, with every rule enforced."""
    if context.invoked_subcommand is None:
        print(context.get_help())


app.command()(shelf.games)
app.command("bots")(shelf.list_bots)
app.command(cls=playing.WithSides)(playing.play)
app.command()(records.show)
app.command()(records.replay)
app.command()(statistics.stats)
app.command()(measuring.simulate)
app.command()(shelf.rules)
app.command("options")(shelf.list_options)
app.command()(shelf.data)
app.command()(measuring.bench)
app.command()(laboratory.ladder)
app.add_typer(laboratory.lab, name="lab")
app.add_typer(mail.mail, name="mail")
app.command()(commands.table)
app.command()(commands.matches)
app.command()(commands.seat)
app.command()(backups.backup)
app.command()(backups.restore)
app.command()(backups.copy)


def main() -> None:
    """The program `bocage`."""
    app()
