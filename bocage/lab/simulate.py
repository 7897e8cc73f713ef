"""Many games between bots, summed up. The same seed gives the same games on any machine and any number of cores.

>>> report = run("roundup", 2, seed="utah")
>>> report["games"], report["errors"], sum(report["outcomes"].values())
(2, 0, 2)
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import Any, NamedTuple

import bocage
from bocage import bots as ladder
from bocage.engine.errors import BadInput
from bocage.engine.match import Match

ENDLESS = 50_000  # a game with more questions than this goes in circles


class _Job(NamedTuple):
    game: str
    scenario: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str


class _Result(NamedTuple):
    outcome: str  # empty if the game broke down
    decisions: int
    failure: dict[str, Any] | None


def run(
    game: str,
    games: int,
    bots: Sequence[str] = ("random", "random"),
    seed: str = "0",
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], object] | None = None,
    scenario: str = "campaign",
    processes: int = 1,
) -> dict[str, Any]:
    """Play games and count how they end; `bots` are named in the order of the game's sides.

    Game number i has the seed "<seed>/<i>". A decision is a question with more than one answer. A game that breaks
    down is counted and its record is kept under "failures". `progress(done, games)` is called after each game.
    """
    sides = bocage.game_class(game).sides
    if len(bots) != len(sides):
        raise BadInput(f"name a bot for each side ({', '.join(sides)}), not {len(bots)}")
    for name in bots:
        ladder.make(name, seed)
    job = _Job(game, scenario, dict(options or {}), tuple(bots), seed)
    start = time.perf_counter()
    results = []
    for result in _results(job, games, processes):
        results.append(result)
        if progress is not None:
            progress(len(results), games)
    seconds = time.perf_counter() - start
    outcomes: dict[str, int] = {}
    for result in results:
        if result.outcome:
            outcomes[result.outcome] = outcomes.get(result.outcome, 0) + 1
    decisions = sum(result.decisions for result in results)
    failures = [result.failure for result in results if result.failure is not None]
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


def _results(job: _Job, games: int, processes: int) -> Iterable[_Result]:
    if processes <= 1:
        return map(_play, repeat(job), range(games))
    return _in_parallel(job, games, processes)


def _in_parallel(job: _Job, games: int, processes: int) -> Iterable[_Result]:
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_play, repeat(job, games), range(games), chunksize=max(1, games // (processes * 8)))


def _play(job: _Job, number: int) -> _Result:
    """One game from its start to its end, or to where it breaks down."""
    seed = f"{job.seed}/{number}"
    match: Match | None = None
    decisions = 0
    try:
        match = bocage.new_match(job.game, scenario=job.scenario, options=job.options, seed=seed)
        players = {
            side: ladder.make(name, f"{seed}/{side}") for side, name in zip(match.game.sides, job.bots, strict=True)
        }
        while match.prompts:
            prompt = match.prompt
            decisions += len(prompt.actions) > 1
            ladder.answer(match, players[prompt.side], prompt.side)
            if match.moment > ENDLESS:
                raise RuntimeError(f"the game has not ended after {ENDLESS} answers")
    except BadInput:
        raise  # the caller asked for something that does not exist
    except Exception as error:
        kind = "dead end" if isinstance(error, AssertionError) and str(error).startswith("dead end") else "error"
        failure = {
            "game": number,
            "seed": seed,
            "kind": kind,
            "error": "".join(traceback.format_exception(error)),
            "record": match.text() if match is not None else "",
        }
        return _Result("", decisions, failure)
    outcome = match.outcome
    assert outcome is not None
    return _Result(f"{outcome.winner} {outcome.level}" if outcome.winner else "draw", decisions, None)
