"""The command line: `bocage play roundup` and its companions. Errors are one sentence on stderr."""

from __future__ import annotations

import json
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import bocage
from bocage import bots, coverage, shelf
from bocage.bots.ladder import Clock
from bocage.engine.errors import BadInput, Refusal
from bocage.lab import commands as laboratory
from bocage.store.errors import StoreTrouble
from bocage.table import backups, commands
from bocage.terminal import rulebook, saves
from bocage.terminal.commands import Leave, draw_map
from bocage.terminal.faces import face_of
from bocage.terminal.picture import picture
from bocage.terminal.screen import Screen
from bocage.terminal.session import Session

HUMAN = "human"
OPPONENT = "planner"
_WHO = (
    "A player is human or a bot: random, greedy, planner, search, search:10 (seconds a turn); `bocage bots` lists them."
)


class OneSentence(typer.core.TyperGroup):
    """Commands whose errors are one sentence, never a traceback."""

    def main(self, *args: Any, **more: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without box drawing shows question marks
        try:
            code = super().main(*args, **{**more, "standalone_mode": False})
        except (BadInput, Refusal, StoreTrouble) as error:
            fail(str(error))
        except (KeyboardInterrupt, typer.Abort):
            fail("stopped", 130)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read us has left; there is nobody to tell
            sys.exit(141)
        except OSError as error:
            fail(f"{error.filename or 'a file'}: {saves.reason(error)}")
        except Exception as error:
            if not hasattr(error, "format_message"):
                raise
            fail(f"{error.format_message()}", 2)  # wrong usage: an unknown option, not a number
        sys.exit(code if isinstance(code, int) else 0)


def fail(sentence: str, code: int = 1, end: str = ".") -> None:
    """Say one sentence on stderr and stop."""
    words = " ".join(sentence.split())
    print(f"bocage: {words}{'' if words.endswith(('.', '!', '?')) else end}", file=sys.stderr)
    sys.exit(code)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "problem"), counted(2, "entry", "entries")
    ('1 problem', '2 entries')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


app = typer.Typer(
    cls=OneSentence,
    help="Board wargames of the West, 1943-45, with every rule enforced.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Game = Annotated[str, typer.Argument(help="The short name of a game; `bocage games` lists them.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An optional rule: 15.10, or 13.3=chosen. May be repeated.")
]
Data = Annotated[
    Path | None, typer.Option("--data", help="A folder whose tables are laid over the game's; see docs/data.md.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]


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


def chosen_options(texts: list[str] | None) -> dict[str, Any]:
    """The options of a command line.

    >>> chosen_options(["15.10", "13.3=chosen", "R13=false", "13.3=2"])
    {'15.10': True, '13.3': 2, 'R13': False}
    """
    chosen: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            chosen[name] = True
            continue
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen


@app.command()
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


@app.command("bots")
def list_bots() -> None:
    """List the bots, weakest first, with those that other packages bring."""
    screen = Screen()
    for name in bots.names():
        screen.item(f"{name:10} ", bots.about(name))
    screen.item("", "A time in seconds a player-turn may follow those that think: planner:2, search:10.")


def _player(name: str, seed: str, clock: Clock | None) -> bots.Bot | None:
    if name == HUMAN:
        return None
    try:
        bots.known(name)
    except BadInput as error:
        raise BadInput(f"a side is played by a person ('{HUMAN}') or by a bot, and {error}") from None
    return bots.make(name, seed, clock)


class WithSides(typer.core.TyperCommand):
    """A command about a game, whose sides are options of it: `--german human` is short for `--side german=human`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        game = next((word for word in args if word in bocage.slugs()), None)
        if game is None and args and not args[0].startswith("-"):
            bocage.game_class(args[0])  # complains about an unknown game before unknown options are
        sides = [f"--{side}" for side in bocage.game_class(game).sides] if game is not None else []
        rest: list[str] = []
        words = list(args)
        while words:
            name, equals, who = words.pop(0).partition("=")
            if name not in sides:
                rest.append(f"{name}{equals}{who}")
                continue
            if not equals:
                if not words:
                    raise BadInput(f"say who plays that side, as in '{name} {HUMAN}'")
                who = words.pop(0)
            rest += ["--side", f"{name.removeprefix('--')}={who}"]
        return list(super().parse_args(ctx, rest))


def chosen_players(sides: Sequence[str], words: Sequence[str]) -> dict[str, str]:
    """Who plays each side: a person the first one and a bot the others, where nothing else is said.

    >>> chosen_players(("blue", "grey"), ["grey=search:10"])
    {'blue': 'human', 'grey': 'search:10'}
    """
    found = {side: OPPONENT if number else HUMAN for number, side in enumerate(sides)}
    for word in words:
        side, equals, who = word.partition("=")
        if side not in found or not equals:
            known = " or ".join(f"{one}={HUMAN}" for one in sides)
            raise BadInput(f"who plays a side is said as in {known}, not as {word!r}")
        found[side] = who
    return found


@app.command(cls=WithSides)
def play(
    game: Game,
    side: Annotated[
        list[str] | None,
        typer.Option(help=f"Who plays a side, as in german=human; --german human says the same. {_WHO}"),
    ] = None,
    scenario: Annotated[str | None, typer.Option(help="The scenario; the game's first if you do not say.")] = None,
    seed: Annotated[str | None, typer.Option(help="A word that fixes the dice, for tests and studies.")] = None,
    option: Options = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a match from this file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match that was played last.")] = False,
    quiet_bot: Annotated[bool, typer.Option("--quiet-bot", help="Do not tell why a bot does what it does.")] = False,
    over: Data = None,
) -> None:
    """Play a game in the terminal. You have the first side unless you say otherwise: `--SIDE human` for another one."""
    sides = bocage.game_class(game).sides
    names = chosen_players(sides, side or ())
    if resume:
        if load is not None:
            raise BadInput("--resume takes the last match; leave out --load or --resume")
        load = saves.newest_file(game)
    if load is not None:
        if option or seed is not None or scenario is not None:
            raise BadInput(
                "a loaded match keeps its own dice and options, and its scenario; "
                "leave out --seed, --option and --scenario"
            )
        match = saves.read(load, data=over)
        if match.game.slug != game:
            raise BadInput(f"{load} is a match of {match.game.slug}, not of {game}")
    else:
        chosen = chosen_options(option)
        match = bocage.new_match(game, scenario=scenario or "", options=chosen, seed=seed, data=over)
    luck = seed if seed is not None else secrets.token_hex(8)
    # A seed is for tests and studies: then a bot plays the same on every machine, however slow.
    clock = time.monotonic if seed is None else None
    players = {one: _player(names[one], f"{luck} {one}", clock) for one in sides}
    kept = load is not None and load.resolve().parent == saves.data_folder().resolve()
    file = load if load is not None and kept else saves.new_file(game)
    usual = chosen_players(sides, ())
    seats = [word for one in sides if names[one] != usual[one] for word in (f"--{one}", names[one])]
    seats += ["--quiet-bot"] if quiet_bot else []
    seats += ["--data", str(over.resolve())] if over is not None else []
    session = Session(match, players, Screen(), file, seats, not quiet_bot)
    try:
        session.run()
    except Leave:
        print(f"Go on with: {session.how_to_go_on}" if session.saved else "Nothing was played.")
    except KeyboardInterrupt:
        _leave("stopped", session, 130)
    except EOFError:
        _leave("the input ended", session, 1)


def _leave(what: str, session: Session, code: int) -> None:
    if session.screen.interactive:
        print()  # the prompt stands on this line
    if not session.saved:
        fail(f"{what} before anything was played", code)
    fail(f"{what}; the match is kept, go on with: {session.how_to_go_on}", code, end="")  # a command has no full stop


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    at: Annotated[
        int | None, typer.Option(help="The moment: after this many entries. The last one by default.")
    ] = None,
    side: Annotated[str | None, typer.Option(help="Show only what this side may know.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture to this file instead.")] = None,
    over: Data = None,
) -> None:
    """Show a position of a match, in the terminal or as a picture."""
    match = saves.read(file, data=over)
    if side is not None:
        match.view(side)  # complains about an unknown side
    position = match.position if at is None else match.at(at)
    look = match.game.look(match.game.shown(position, side))
    face = face_of(match.game.slug)
    phase = match.game.phase(position) if position.outcome is None else f"the end, {position.outcome.level}"
    if svg is not None:
        svg.write_text(picture(match.game.slug, look, face, phase), encoding="utf-8")
        print(f"Written to {svg}.")
        return
    screen = Screen()
    for line in face.header(look, phase):
        screen.line(line)
    draw_map(screen, face, look, side)
    for words in face.off_board(look):
        screen.item("", words)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="The record of a match.")],
    check: Annotated[bool, typer.Option("--check", help="Check every die and position against the record.")] = False,
    over: Data = None,
) -> None:
    """Replay a match: print its log, or check that it replays exactly."""
    match = saves.read(file, strict=check, data=over)
    if not check:
        screen = Screen()
        for number, rule, sentence in _log(match):
            screen.item(f"{number:5} {rule:>7}  ", sentence)
        return
    dice = sum(len(entry.dice) for entry in (match.opening, *match.entries))
    end = f"it ended with: {match.outcome_text}" if match.outcome else f"it stands at turn {match.position.turn}"
    print(f"{file}: {counted(match.moment, 'entry', 'entries')} and {counted(dice, 'die', 'dice')} as recorded; {end}.")


def _log(match: bocage.Match) -> list[tuple[int, str, str]]:
    """The log by entries of the record, which `show --at` takes; once a game is over nothing is secret any more."""
    over = match.outcome is not None
    old = [told for told in match.history if not over and told.seen_by(None)]
    return [(told.entry, told.rule, told.sentence) for told in old] + [
        (number, event.rule, match.game.sentence(event))
        for number, entry in enumerate((match.opening, *match.entries))
        for event in entry.events
        if over or event.seen_by(None)
    ]


@app.command()
def simulate(
    game: Game,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    bots_: Annotated[
        tuple[str, str], typer.Option("--bots", help="Two bots, one for each side, as `bocage bots` lists them.")
    ] = (
        "random",
        "random",
    ),
    seed: Annotated[str, typer.Option(help="A word that fixes all dice.")] = "1",
    scenario: Annotated[str, typer.Option(help=laboratory.SCENARIO)] = "",
    option: Options = None,
    processes: Annotated[int, typer.Option(min=1, help="How many cores to use.")] = 1,
    as_json: Json = False,
    over: Data = None,
) -> None:
    """Let bots play many games and sum them up."""
    chosen = chosen_options(option)
    probe = bocage.new_match(game, scenario=scenario, options=chosen, seed=seed, data=over)  # complains, if it must
    scenario = probe.game.scenario
    for name in bots_:
        bots.make(name, seed)  # complains about an unknown bot
    from bocage.lab.running import simulate as lab

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{games} games", total=games)

        def advance(done: int, games: int) -> None:
            bar.update(task, completed=done)

        folder = "" if over is None else str(over)
        result = lab.run(game, games, bots_, seed, chosen, advance, scenario, processes, folder)
    if as_json:
        print(json.dumps(result))
    else:
        print(f"{result['games']} games of {game}, {' against '.join(bots_)}:")
        for outcome, count in sorted(result["outcomes"].items(), key=lambda item: -item[1]):
            print(f"  {count:6} {count / result['games']:6.1%}  {outcome}")
        pace = f"{result['seconds']:.1f} s, {result['decisions_per_second']:.0f} a second"
        trouble = f"{result['dead_ends']} dead ends, {result['errors']} errors"
        print(f"{result['decisions']} decisions in {pace}; {trouble}.")
    if result["dead_ends"] or result["errors"]:
        broken = result["failures"]
        fail(f"{counted(len(broken), 'game')} broke down, the first with seed {broken[0]['seed']!r}")


@app.command()
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


@app.command("options")
def list_options(game: Game) -> None:
    """List the optional rules of a game, what each does and its values."""
    screen = Screen()
    readings = False
    for name, option in shelf.options(game).items():
        if name.startswith("R") and not readings:
            readings = True
            screen.line("Rulings that can be decided otherwise:")
        values = " or ".join("on" if value is True else str(value) for value in option.values if value is not False)
        choice = "" if values == "on" else f" ({values})"
        screen.item(f"{name:6}", f"{option.title}{choice}: {option.effect}")


@app.command()
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


@app.command()
def bench(
    as_json: Json = False,
    profile: Annotated[bool, typer.Option("--profile", help="Also print where the time goes, line by line.")] = False,
    store: Annotated[bool, typer.Option("--store", help="Keep the figures for the next comparison.")] = False,
) -> None:
    """Measure the speed of the engine beside python-chess on this machine."""
    from bocage.lab.measuring import bench as lab

    result = lab.run()
    if profile:
        for slug in bocage.slugs():
            print("\n".join(lab.profile(slug, 3)), file=sys.stderr if as_json else sys.stdout)
    if store:
        lab.store(result)
    print(json.dumps(result) if as_json else lab.show(result, lab.stored()))


app.command()(laboratory.ladder)
app.add_typer(laboratory.lab, name="lab")
app.command()(commands.table)
app.command()(commands.matches)
app.command()(commands.seat)
app.command()(backups.backup)
app.command()(backups.restore)
app.command()(backups.copy)


def main() -> None:
    """The program `bocage`."""
    app()


if __name__ == "__main__":
    main()
