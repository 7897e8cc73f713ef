"""The commands about what is on the shelf: games with their rules, options and data, and bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

import bocage
from bocage import bots, coverage, shelf
from bocage.cli.common import Data, Game, Json, fail
from bocage.engine.errors import BadInput
from bocage.engine.naming import counted
from bocage.terminal import rulebook
from bocage.terminal.screen import Screen


def games() -> None:
    """List the games."""
    for slug in bocage.slugs():
        try:
            kind = bocage.game_class(slug)
        except BadInput as error:
            print(f"{slug:12} {error}.")
            continue
        about = (kind.__doc__ or "").partition("\n")[0]
        print(f"{slug:12} {kind.title}: {about} Sides: {', '.join(kind.sides)}.")


def list_bots() -> None:
    """List the bots, weakest first, with those that other packages bring."""
    screen = Screen()
    for name in bots.names():
        screen.item(f"{name:10} ", bots.about(name))
    screen.item("", "A time in seconds a player-turn may follow those that think: planner:2, search:10.")


def rules(
    game: Game,
    case: Annotated[str | None, typer.Argument(help="A case such as 3.2.1, or a ruling such as R7.")] = None,
    as_json: Json = False,
) -> None:
    """Show how far the rules are enforced and tested, or one case in our words."""
    ledger = coverage.read(game)
    if case is not None:
        lines = rulebook.case_lines(ledger, case)
        if as_json:
            found = [one._asdict() for one in ledger.find(case)]
            print(json.dumps({"cases": found, "rulings": [one._asdict() for one in ledger.rulings_on(case)]}))
            return
        screen = Screen()
        for head, text in lines:
            screen.item(head, text)
    elif as_json:
        print(json.dumps(ledger.numbers()))
    else:
        rulebook.show_coverage(ledger, Screen())


def list_options(game: Game) -> None:
    """List the optional rules of a game, what each does and its values."""
    screen = Screen()
    readings = False
    found = shelf.options(game)
    width = max([6, *(len(name) + 1 for name in found)])
    scenarios = shelf.game_class(game).scenarios
    for name, option in found.items():
        if name.startswith("R") and not readings:
            readings = True
            screen.line("Rulings that can be decided otherwise:")
        values = " or ".join("on" if value is True else str(value) for value in option.values if value is not False)
        choice = "" if values == "on" else f" ({values})"
        where = [scenario for scenario in scenarios if option.offered_in(scenario)]
        some = f" [{', '.join(where)}]" if len(where) < len(scenarios) else ""
        screen.item(f"{name:{width}}", f"{option.title}{choice}{some}: {option.effect}")


def data(
    game: Game,
    folder: Annotated[Path | None, typer.Option(help="Check this copy of the data folder instead.")] = None,
    over: Data = None,
) -> None:
    """Check a game's data files, and say what is real and what is reconstructed."""
    checks = shelf.needed(game, "data.check", "cannot have its data checked")
    for wanted in (folder, over):
        if wanted is not None and not wanted.is_dir():
            raise BadInput(f"{wanted} is not a folder")
    report = checks.check(folder, over)
    table = Table(title="Rows by source", title_justify="left")
    table.add_column("file")
    for kind in checks.KINDS:
        table.add_column(kind, justify="right")
    for file, counts in report.sources.items():
        table.add_row(file, *(str(counts[kind]) if counts[kind] else "" for kind in checks.KINDS))
    Screen().console.print(table)
    for problem in report.problems:
        print(problem, file=sys.stderr)
    if report.problems:
        fail(f"the data of {game} has {counted(len(report.problems), 'problem')}")
    print("All files are complete and agree with each other.")
