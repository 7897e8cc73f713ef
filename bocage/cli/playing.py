"""The command that plays a game in the terminal, and who plays each side."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import bocage
from bocage import bots
from bocage.bots.ladder import Clock
from bocage.cli.common import Data, Game, Options, chosen_options, fail
from bocage.engine.errors import BadInput
from bocage.terminal import saves
from bocage.terminal.commands import Leave
from bocage.terminal.screen import Screen
from bocage.terminal.session import Session

HUMAN = "human"
OPPONENT = "planner"
_WHO = (
    "A player is human or a bot: random, greedy, planner, search, search:10 (seconds a turn); `bocage bots` lists them."
)


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
