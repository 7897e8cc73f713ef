"""The commands that let bots play many games, or measure how fast the games run."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

import bocage
from bocage import bots
from bocage.cli.common import Data, Game, Json, Options, chosen_options, fail
from bocage.engine.naming import counted
from bocage.lab import commands as laboratory


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


def bench(
    as_json: Json = False,
    profile: Annotated[bool, typer.Option("--profile", help="Also print where the time goes, line by line.")] = False,
    store: Annotated[bool, typer.Option("--store", help="Keep the figures for the next comparison.")] = False,
) -> None:
    """Measure the speed of the engine beside python-chess on this machine."""
    from bocage.lab.measuring import bench as lab

    result = lab.run_apart()
    if profile:
        for slug in bocage.slugs():
            print("\n".join(lab.profile(slug, 3)), file=sys.stderr if as_json else sys.stdout)
    if store:
        lab.store(result)
    print(json.dumps(result) if as_json else lab.show(result, lab.stored()))
