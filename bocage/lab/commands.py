"""The commands `bocage ladder` and `bocage lab …`. What they need is imported when they run."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from bocage.engine.errors import BadInput
from bocage.folders import data_folder

if TYPE_CHECKING:
    from bocage.lab.running.runs import Tell
    from bocage.lab.running.shards import Kept
    from bocage.lab.running.study import Study

LADDER_GAMES = 100
SCENARIO = "The scenario; the game's first if you do not say."
SELDOM = 30.0  # seconds between two lines about the progress, where no bar can be shown

lab = typer.Typer(
    help="Studies of many games: run them, read them, ask them questions.", no_args_is_help=True, rich_markup_mode=None
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
On = Annotated[
    str,
    typer.Option(
        help="Where games are played: here (in this process), processes (on this machine) or ray (a cluster)."
    ),
]
Cores = Annotated[int, typer.Option("--processes", min=0, help="How many processes; 0 is one for each core.")]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a study.")]


def ladder(
    game: Annotated[str | None, typer.Argument(help="The short name of a game; `bocage games` lists them.")] = None,
    games: Annotated[
        int | None, typer.Option(help="How many games for each pair of bots, half of them on each side; usually 100.")
    ] = None,
    bots: Annotated[
        tuple[str, str] | None, typer.Option("--bots", help="Only these two bots, the weaker first.")
    ] = None,
    seed: Annotated[str, typer.Option(help="A word that fixes all dice.")] = "1",
    scenario: Annotated[str, typer.Option(help=SCENARIO)] = "",
    on: On = "processes",
    processes: Cores = 0,
    to: Annotated[Path | None, typer.Option(help="Also write the tables to this Markdown file.")] = None,
    keep: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep the games in this new folder.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Go on with the ladder in this folder where it was stopped.")
    ] = None,
    show: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Play nothing; tell what the games of this folder say so far.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Let each bot play the next stronger one: win rates, ratings and thinking times."""
    import msgspec

    from bocage.lab.running import shards
    from bocage.lab.tuning import ladder as rungs

    old = show or resume
    if old is not None:
        study, folder = shards.plan(old).study, old
        rungs.pairings(study)  # complains about a study that is no ladder
        if game not in (None, study.game):
            raise BadInput(f"{old} holds a ladder of {study.game}, not of {game}")
        if games is not None:
            study = msgspec.structs.replace(study, games=rungs.pairs_in(games))
    elif game is None:
        raise BadInput("name a game, or a folder to go on with: --resume DIR")
    else:
        study = rungs.plan(game, games or LADDER_GAMES, [bots] if bots else rungs.neighbours(), seed, scenario)
        folder = keep or data_folder() / "lab" / f"ladder-{game}-{time.strftime('%Y%m%d-%H%M%S')}"
        if (folder / shards.PLAN).exists():
            raise BadInput(f"{folder} holds games already; go on with them by --resume {folder}")
    again = f"bocage ladder --resume {folder}"
    kept = shards.load(folder) if show is not None else _carry_out(study, folder, on, processes, again)
    result = rungs.sum_up(kept)
    if to is not None:
        to.write_text(rungs.markdown(result), encoding="utf-8")
    if as_json:
        print(msgspec.json.encode(result).decode())
        return
    _print_tables(rungs.tables(result))
    print(f"The games are kept in {folder}.")
    _complain(sum(duel.broken for duel in result.duels), folder)


@lab.command()
def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY.toml", help="What is to be played.")],
    to: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder for the games; usually named like the study.")
    ] = None,
    on: On = "processes",
    processes: Cores = 0,
    as_json: Json = False,
) -> None:
    """Play the games of a study. Stopped or killed, it goes on where it was when it is run again."""
    from bocage.lab.running import study as studies

    planned = studies.read(study)
    folder = to if to is not None else Path(study.stem)
    if folder.resolve() == study.resolve():
        raise BadInput("name a folder for the games: --to DIR")
    again = f"bocage lab run {study}" + (f" --to {to}" if to is not None else "")
    kept = _carry_out(planned, folder, on, processes, again)
    summary = summed_up(kept)
    if as_json:
        print(json.dumps(summary))
    else:
        sides = list(kept.study.cells[0].bots)
        rows = [
            [cell["name"], str(cell["games"]), *(cell["won"][side] for side in sides), cell["drawn"]]
            for cell in summary["cells"]
        ]
        _print_tables([(planned.question or planned.game, ["cell", "games", *sides, "drawn"], rows)])
        print(f"The games are kept in {folder}; digest of the results: {summary['digest']}.")
    _complain(summary["broken"], folder)


@lab.command()
def report(
    folder: Folder,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The page to write; usually report.html in the folder.")
    ] = None,
    cells: Annotated[
        list[int] | None,
        typer.Option("--cells", help="Show the course of this cell, counted from 1; may be repeated."),
    ] = None,
) -> None:
    """Write one page with pictures about the games of a study."""
    from bocage.lab import report as reports

    print(reports.write(folder, out, cells or ()))


@lab.command()
def export(
    folder: Folder,
    to: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the files go; usually DIR/parquet of the study.")
    ] = None,
) -> None:
    """Write the games of a study as Parquet files, for pandas, R and the like."""
    from bocage.lab.measuring import tables

    for path in tables.export(folder, to if to is not None else folder / "parquet"):
        print(path)


@lab.command()
def ask(
    folder: Folder,
    question: Annotated[str | None, typer.Argument(help="SQL; without it the tables are listed.")] = None,
    as_json: Json = False,
) -> None:
    """Ask a question about the games of a study in SQL (DuckDB)."""
    from bocage.lab.measuring import tables

    if question is None:
        rows = [[name, what, ", ".join(columns)] for name, (what, columns) in tables.TABLES.items()]
        _print_tables([("Tables", ["table", "a row is", "columns"], rows)])
        return
    heads, found = tables.ask(folder, question)
    if as_json:
        print(json.dumps([dict(zip(heads, row, strict=True)) for row in found], default=str))
    else:
        _print_tables([("", heads, [["" if value is None else str(value) for value in row] for row in found])])


@lab.command()
def odds(
    game: Annotated[str, typer.Argument(metavar="GAME|FILE", help="A game to study, or the record of a match.")],
    positions: Annotated[int, typer.Option(min=1, help="How many positions of the game.")] = 500,
    rolls: Annotated[int, typer.Option(min=10, help="How often each attack is rolled.")] = 400,
    seed: Annotated[str, typer.Option(help="A word that fixes all positions and dice.")] = "1",
    attack: Annotated[str | None, typer.Option(metavar="HEX", help="Of a match: the hex (or hexes) attacked.")] = None,
    units: Annotated[
        str | None, typer.Option("--with", metavar="UNITS", help="Of a match: who attacks; all who can by default.")
    ] = None,
    side: Annotated[str | None, typer.Option(help="Of a match: who attacks; whoever decides now by default.")] = None,
    support: Annotated[bool, typer.Option("--support", help="With bombers, air support or the Blitz.")] = False,
    press: Annotated[bool, typer.Option("--press", help="As a Pressed Attack.")] = False,
    as_json: Json = False,
) -> None:
    """Compare exact odds with dice: in many positions of a game, or for one attack in a match."""
    import bocage
    from bocage.lab.measuring import odds as laboratory

    if game not in bocage.slugs():
        _one_attack(Path(game), attack, units, side, support, press, rolls, seed, as_json)
        return
    if attack or units or side or support or press:
        raise BadInput("--attack, --with, --side, --support and --press are about one match: name its file")
    with _progress(positions, "positions") as tell:
        start = time.monotonic()

        def count(done: int, positions: int) -> None:
            tell(done, positions, (time.monotonic() - start) / done * (positions - done))

        finding = laboratory.run(game, positions, rolls, seed, count)
    if as_json:
        print(json.dumps(laboratory.plain(finding)))
    else:
        _print_tables(laboratory.tables(finding))
    if not finding.agrees:
        raise BadInput(laboratory.verdict(finding))
    if not as_json:
        print(laboratory.verdict(finding))


def _one_attack(
    file: Path,
    attack: str | None,
    units: str | None,
    side: str | None,
    support: bool,
    press: bool,
    rolls: int,
    seed: str,
    as_json: bool,
) -> None:
    """The odds of one attack in a match, exact and rolled."""
    import bocage
    from bocage.lab.attacks import Request
    from bocage.lab.measuring import odds as laboratory

    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        names = " or ".join(bocage.slugs())
        raise BadInput(f"{file} is neither a game ({names}) nor a file with the record of a match") from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is not a record of a match: it is not text") from None
    match = bocage.load(text)
    if attack is None:
        raise BadInput("say which hex is attacked: --attack HEX")
    who = side or next(iter(match.prompts), match.game.sides[0])
    request = Request(who, attack, units.replace(",", " ").split() if units is not None else None, support, press)
    case, counts = laboratory.one(match, request, rolls, seed)
    if as_json:
        exact = {name: {result: str(chance) for result, chance in table.items()} for name, table in case.exact.items()}
        print(json.dumps({"attack": case.words, "rolls": rolls, "exact": exact, "rolled": counts}))
    else:
        _print_tables(laboratory.beside(case, counts))


def summed_up(kept: Kept) -> dict[str, Any]:
    """How often each side won in each cell, with 95 % intervals, for people in a hurry."""
    from bocage.lab.measuring.intervals import wilson
    from bocage.lab.running import shards

    cells = []
    for number, cell in enumerate(kept.study.cells):
        games = [record for record in kept.records if record.job.cell == number and not record.trouble]

        def share(count: int, games: int = len(games)) -> str:
            found = wilson(count, games)
            return f"{found.share:.1%} ({found.low:.1%}–{found.high:.1%})" if games else "-"

        cells.append(
            {
                "name": cell.name,
                "games": len(games),
                "won": {side: share(sum(record.winner == side for record in games)) for side in cell.bots},
                "drawn": share(sum(not record.winner for record in games)),
            }
        )
    broken = sum(bool(record.trouble) for record in kept.records)
    return {"cells": cells, "broken": broken, "digest": shards.digest(kept)}


def _carry_out(study: Study, folder: Path, on: str, processes: int, again: str) -> Kept:
    """Play what a folder lacks, and tell how far it is on stderr."""
    from bocage.lab.running import batch, runs, shards

    if on not in batch.KINDS:
        raise BadInput(f"games are played on {', '.join(batch.KINDS)}, not on {on!r}")
    if (folder / shards.PLAN).exists():
        kept = shards.load(folder)
        many = f"{kept.unreadable} lines had not been written to their end"
        lost = "1 line had not been written to its end" if kept.unreadable == 1 else many
        _say(f"{len(kept.records)} of {study.size} games were played before{f'; {lost}' if kept.unreadable else ''}.")
        if kept.program != shards.program():
            _say(f"Take care: they were played by bocage {kept.program}, and this is {shards.program()}.")
    try:
        with _progress(study.size) as tell:
            return runs.carry_out(study, folder, on, processes or batch.cores(), tell)
    except KeyboardInterrupt:
        _say(f"The games are kept in {folder}; to go on: {again}")
        raise


@contextmanager
def _progress(games: int, noun: str = "games") -> Iterator[Tell]:
    """A bar on a terminal, a line now and then elsewhere; both with the time left."""
    from rich.progress import BarColumn, Progress, TextColumn

    from bocage.lab.running.runs import duration

    console = Console(stderr=True)
    if not console.is_terminal:
        last = time.monotonic()

        def line(done: int, games: int, left: float | None) -> None:
            nonlocal last
            if left is not None and time.monotonic() - last >= SELDOM:
                last = time.monotonic()
                _say(f"{done} of {games} {noun}, {duration(left)} left")

        yield line
        return
    columns = (BarColumn(), TextColumn(f"{{task.completed}} of {{task.total}} {noun}, {{task.fields[left]}}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=games, left="nobody knows how long")

        def move(done: int, games: int, left: float | None) -> None:
            words: dict[str, Any] = {} if left is None else {"left": f"{duration(left)} left"}
            bar.update(task, completed=done, **words)

        yield move


def _print_tables(found: list[tuple[str, list[str], list[list[str]]]]) -> None:
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160  # nobody is there whose lines could be too short
    for title, heads, rows in found:
        table = Table(title=title, title_justify="left", show_edge=False)
        for number, head in enumerate(heads):
            figures = all(row[number][:1] in "-.0123456789" for row in rows)
            table.add_column(head, justify="right" if figures else "left")
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print()


def _complain(broken: int, folder: Path) -> None:
    if broken:
        raise BadInput(f"{broken} games broke down; their records are in {folder / 'broken'}")


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
