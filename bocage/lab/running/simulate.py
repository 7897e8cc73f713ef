"""Many games between bots, summed up. The same seed gives the same games on any machine and any number of cores.

>>> report = run("roundup", 2, seed="utah")
>>> report["games"], report["errors"], sum(report["outcomes"].values())
(2, 0, 2)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import bocage
from bocage import bots as ladder
from bocage import shelf
from bocage.engine.errors import BadInput
from bocage.lab.running import batch, playing
from bocage.lab.running.playing import Played
from bocage.lab.running.records import Job

ENDLESS = playing.ENDLESS


def run(
    game: str,
    games: int,
    bots: Sequence[str] = ("random", "random"),
    seed: str = "0",
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], object] | None = None,
    scenario: str = "",
    processes: int = 1,
    data: str = "",
) -> dict[str, Any]:
    """Play games and count how they end; `bots` are named in the order of the game's sides.

    Game number i has the seed "<seed>/<i>". A decision is a question with more than one answer. A game that breaks
    down is counted and its record is kept under "failures". `progress(done, games)` is called after each game. The
    tables of the folder `data` are laid over the game's.
    """
    sides = bocage.game_class(game).sides
    if len(bots) != len(sides):
        raise BadInput(f"name a bot for each side ({', '.join(sides)}), not {len(bots)}")
    for name in bots:
        ladder.make(name, seed)
    players = dict(zip(sides, bots, strict=True))
    chosen, scenario = dict(options or {}), shelf.scenario(game, scenario)
    jobs = [Job(0, number, game, scenario, chosen, players, f"{seed}/{number}", data) for number in range(games)]
    start = time.perf_counter()
    results: dict[int, Played] = {}
    with batch.workers("processes" if processes > 1 else "here", processes, _play) as hands:
        for played in hands.results(jobs):
            results[played.record.job.number] = played
            if progress is not None:
                progress(len(results), games)
    seconds = time.perf_counter() - start
    outcomes: dict[str, int] = {}
    decisions, failures = 0, []
    for number in range(games):
        played = results[number]
        decisions += played.record.decisions
        if played.record.trouble:
            failures.append(_failure(played))
        else:
            outcome = _outcome(played)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
    report: dict[str, Any] = {
        "games": games,
        "decisions": decisions,
        "seconds": seconds,
        "decisions_per_second": decisions / seconds if seconds else 0.0,
        "outcomes": dict(sorted(outcomes.items())),
        "dead_ends": sum(failure["kind"] == "dead end" for failure in failures),
        "errors": sum(failure["kind"] == "error" for failure in failures),
    }
    if failures:
        report["failures"] = failures
    return report


def _play(job: Job) -> Played:
    return playing.play_out(job, observed=False, longest=ENDLESS)


def _outcome(played: Played) -> str:
    record = played.record
    return f"{record.winner} {record.level}" if record.winner else "draw"


def _failure(played: Played) -> dict[str, Any]:
    job = played.record.job
    return {
        "game": job.number,
        "seed": job.seed,
        "kind": "dead end" if played.dead_end else "error",
        "error": played.error,
        "record": played.text,
    }
