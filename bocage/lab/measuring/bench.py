"""How fast the games run, beside python-chess on the same core at the same time.

A decision is the full list of legal actions plus carrying one of them out; a question with a single answer is no
decision. python-chess does the same thing with random plies. Both take turns in short slices, so that a machine which
is busy with other things slows both down, and the ratio stays comparable between machines.
"""

from __future__ import annotations

import cProfile
import csv
import importlib.util
import multiprocessing
import pstats
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import bocage
from bocage import shelf
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match

CHECKOUT = Path(bocage.__file__).parents[1]
FIGURES = CHECKOUT / "benchmarks" / "figures.csv"
FIELDS = ("version", "game", "per_second", "ratio")
CHESS = "python_chess"
LONGEST_CHESS = 300  # plies, after which a fresh board is set up
TOP_LINES = 15
CROWDS = (25, 50, 100)  # units on the map, to see how the cost of a decision grows
CROWD_DECISIONS = 60  # in one crowded position, before it is set up afresh

Figures = dict[str, dict[str, float]]


class _Chess:
    """Random plies."""

    def __init__(self, seed: str) -> None:
        try:
            import chess
        except ImportError:
            raise BadInput(
                "the benchmark measures against python-chess, which is missing: install the package 'chess'"
            ) from None
        self._new = chess.Board
        self._board = chess.Board()
        self._plies = 0
        self._dice = Random(seed)

    def work(self, seconds: float) -> float:
        """Play for so long; plies per second."""
        clock, choice = time.perf_counter, self._dice.choice
        board, done = self._board, 0
        start = clock()
        end = start + seconds
        while (now := clock()) < end:
            moves = list(board.legal_moves)
            if not moves or self._plies >= LONGEST_CHESS:
                board, self._plies = self._new(), 0
                continue
            board.push(choice(moves))
            self._plies += 1
            done += 1
        self._board = board
        return done / (now - start)


class _Game:
    """Random decisions in whole games, one after the other."""

    def __init__(self, slug: str, seed: str) -> None:
        self._slug = slug
        self._seed = seed
        self._dice = Random(seed)
        self._match: Match | None = None
        self.games = 0
        self.decisions = 0
        self.forced = 0
        self.actions = 0
        self.seconds = 0.0

    def work(self, seconds: float) -> float:
        """Play for so long; decisions per second. Setting up a new match counts as time, not as a decision."""
        clock, choice = time.perf_counter, self._dice.choice
        before = self.decisions
        match = self._match
        start = clock()
        end = start + seconds
        while (now := clock()) < end:
            if match is None:
                match = bocage.new_match(self._slug, seed=f"{self._seed}/{self.games}")
            actions = match.prompt.actions
            if len(actions) > 1:
                self.decisions += 1
                self.actions += len(actions)
            else:
                self.forced += 1
            match.play(choice(actions))
            if not match.prompts:
                match = None
                self.games += 1
        self._match = match
        self.seconds += now - start
        return (self.decisions - before) / (now - start)


def run(
    seconds: float = 3.0, rounds: int = 6, games: Sequence[str] | None = None, seed: str = "bench", extras: bool = True
) -> dict[str, Any]:
    """Measure for about so many seconds each, in alternating rounds; medians.

    Each game has "per_second", "ratio" (to python-chess), "games_per_second", "forced_share", "actions_per_prompt" and,
    with `extras`, "units_scaling": microseconds per decision with 25, 50 and 100 units on the map. With `extras` a
    checkout also compares hex sets with dictionaries.
    """
    chess = _Chess(seed)
    players = {slug: _Game(slug, seed) for slug in (bocage.slugs() if games is None else games)}
    slice_ = seconds / rounds
    plies: list[float] = []
    rates: dict[str, list[float]] = {slug: [] for slug in players}
    for _ in range(rounds):
        plies.append(chess.work(slice_))
        for slug, player in players.items():
            rates[slug].append(player.work(slice_))
    result: dict[str, Any] = {CHESS: {"per_second": median(plies)}}
    for slug, player in players.items():
        asked = player.decisions + player.forced
        result[slug] = {
            "per_second": median(rates[slug]),
            "ratio": median(ours / theirs for ours, theirs in zip(rates[slug], plies, strict=True)),
            "games_per_second": player.games / player.seconds,
            "forced_share": player.forced / asked if asked else 0.0,
            "actions_per_prompt": player.actions / player.decisions if player.decisions else 0.0,
        }
        if extras and shelf.room(slug, "lab.crowd"):
            result[slug]["units_scaling"] = scaling(slug, seconds / 6)
    if extras and (hexes := _hex_factors()):
        result["hexes"] = hexes
    return result


def _run_alone(slug: str, seconds: float, rounds: int, seed: str) -> dict[str, Any]:
    """Measure one game, with crowds of its units."""
    result = run(seconds, rounds, [slug], seed, extras=False)
    if shelf.room(slug, "lab.crowd"):
        result[slug]["units_scaling"] = scaling(slug, seconds / 6)
    return result


def run_apart(seconds: float = 3.0, rounds: int = 6, seed: str = "bench") -> dict[str, Any]:
    """Measure each game in a process of its own, as the laboratory plays it, with python-chess beside it.

    In one process the games would slow each other down: the interpreter fits the engine's code to the game that runs.
    """
    _Chess(seed)  # whoever lacks it is told so at once
    spawn = multiprocessing.get_context("spawn")
    result: dict[str, Any] = {CHESS: {}}
    plies = []
    with ProcessPoolExecutor(1, spawn, max_tasks_per_child=1) as processes:
        for slug in bocage.slugs():
            found = processes.submit(_run_alone, slug, seconds, rounds, seed).result()
            plies.append(found[CHESS]["per_second"])
            result[slug] = found[slug]
    result[CHESS]["per_second"] = median(plies)
    if hexes := _hex_factors():  # which are the same whatever the game
        result["hexes"] = hexes
    return result


def scaling(slug: str, seconds: float = 0.5) -> dict[str, float]:
    """Number of units on the map -> microseconds per decision in a movement phase."""
    crowded: Any = shelf.room(slug, "lab.crowd")
    found = {}
    for units in CROWDS:
        dice = Random(units)
        spent, done = 0.0, 0
        while spent < seconds:
            match = crowded.crowd(units)
            phase = match.game.phase(match.position)
            for _ in range(CROWD_DECISIONS):
                start = time.perf_counter()
                actions = match.prompt.actions
                action = dice.choice(actions)
                if action.verb == "end":
                    action = actions[0]  # stay in the phase
                match.play(action)
                spent += time.perf_counter() - start
                done += 1
                if not match.prompts or match.game.phase(match.position) != phase:
                    break
        found[str(units)] = spent / done * 1e6
    return found


def _hex_factors() -> dict[str, float]:
    """How much faster hex sets answer than dictionaries and queues; only a checkout has that comparison."""
    path = CHECKOUT / "benchmarks" / "hexes.py"
    if not path.exists():
        return {}
    spec = importlib.util.spec_from_file_location("benchmark_of_hexes", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return {question: times["factor"] for question, times in module.run().items()}


# Figures of earlier versions


def stored(path: Path = FIGURES) -> Figures:
    """The last stored figures of each game: {"roundup": {"per_second": …, "ratio": …}}. Empty outside a checkout."""
    found: Figures = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                found[row["game"]] = {"per_second": float(row["per_second"]), "ratio": float(row["ratio"])}
    return found


def store(result: dict[str, Any], path: Path = FIGURES) -> None:
    """Write a result down as the figures of this version; those of other versions stay."""
    if not path.parent.is_dir():
        raise BadInput("figures are stored in a checkout of Bocage only, in its folder 'benchmarks'")
    kept: list[dict[str, str]] = []
    ours = {slug for slug in result if "ratio" in result[slug]}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        kept = [row for row in rows if row["version"] != bocage.__version__ or row["game"] not in ours]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)
        for slug in sorted(ours):
            numbers = result[slug]
            writer.writerow(
                {
                    "version": bocage.__version__,
                    "game": slug,
                    "per_second": f"{numbers['per_second']:.0f}",
                    "ratio": f"{numbers['ratio']:.3f}",
                }
            )


def show(result: dict[str, Any], stored: Figures | None = None) -> str:
    """The result as a table, next to figures stored earlier.

    >>> print(show({"python_chess": {"per_second": 20000.0}, "roundup": {"per_second": 5000.0, "ratio": 0.25}}))
                    decisions/s   to chess   stored/s   stored ratio
    python-chess         20,000       1.00
    roundup               5,000       0.25
    """
    stored = stored or {}
    out = StringIO()
    print(f"{'':15}{'decisions/s':>12}{'to chess':>11}{'stored/s':>11}{'stored ratio':>15}", file=out)
    print(f"{'python-chess':15}{result[CHESS]['per_second']:12,.0f}{1:11.2f}", file=out)
    games = {slug: numbers for slug, numbers in result.items() if "ratio" in numbers}
    for slug, numbers in games.items():
        line = f"{slug:15}{numbers['per_second']:12,.0f}{numbers['ratio']:11.2f}"
        if slug in stored:
            line += f"{stored[slug]['per_second']:11,.0f}{stored[slug]['ratio']:15.2f}"
        print(line, file=out)
    for slug, numbers in games.items():
        if "games_per_second" in numbers:
            print(
                f"{slug}: {numbers['games_per_second']:.1f} games a second, "
                f"{numbers['actions_per_prompt']:.0f} actions to choose from, "
                f"{numbers['forced_share']:.0%} of the questions had one answer",
                file=out,
            )
        if "units_scaling" in numbers:
            costs = ", ".join(f"{units} units {cost:.0f}" for units, cost in numbers["units_scaling"].items())
            print(f"{slug}: microseconds per decision in movement: {costs}", file=out)
    if "hexes" in result:
        factors = ", ".join(f"{question} x{factor:.0f}" for question, factor in result["hexes"].items())
        print(f"hex sets against dictionaries: {factors}", file=out)
    return out.getvalue().rstrip("\n")


def profile(game: str, seconds: float = 3.0, seed: str = "bench") -> list[str]:
    """Where the time goes in random play: the functions with most time of their own, one line each."""
    player = _Game(game, seed)
    player.work(seconds / 10)  # reading the data files is not what we want to see
    recorder = cProfile.Profile()
    recorder.enable()
    try:
        player.work(seconds)
    finally:
        recorder.disable()
    stats: Any = pstats.Stats(recorder)
    total = stats.total_tt or 1.0
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:TOP_LINES]
    lines = []
    for (file, line, name), (_, calls, own, _, _) in rows:
        where = f"{Path(file).stem}:{line} {name}" if line else name
        lines.append(f"{own / total:6.1%} {own / calls * 1e6:9.2f} us {calls:9,} calls  {where}")
    return lines
