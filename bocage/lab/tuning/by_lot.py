"""Ways to play drawn by lot: planners with other numbers than the usual ones, to see positions off the beaten track.

`bocage/games/<game>/bot/levels.csv` has a line for each side and number of its planner with the values worth trying.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, TypeVar

from bocage import shelf
from bocage.bots.imagined import Imagined
from bocage.bots.judgement import Planner, Style
from bocage.engine.errors import BadInput

USUAL = 0.5  # how often a number is left as it is
FOREVER = 50_000

JobType = TypeVar("JobType")
FoundType = TypeVar("FoundType")
Levels = Mapping[str, Mapping[str, Sequence[float]]]  # side -> number -> values


def levels(game: str) -> Levels:
    """What may be tried in a game.

    >>> levels("roundup")["german"]["axis"]
    (0.0, 1.0, 3.0)
    """
    file = shelf.folder(game, "bot") / "levels.csv"
    if not file.is_file():
        raise BadInput(f"nothing is listed to be tried in {game}: it brings no bot/levels.csv")
    found: dict[str, dict[str, tuple[float, ...]]] = {}
    for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines()):
        found.setdefault(row["side"], {})[row["number"]] = tuple(float(value) for value in row["tried"].split())
    return found


def draw(tried: Mapping[str, Sequence[float]], dice: Random) -> Style:
    """A style in which some numbers are others than usual.

    >>> draw({"axis": (1.0,), "hold": (6.0,)}, Random(3)).numbers
    {'hold': 6.0}
    """
    numbers = {}
    for name, values in tried.items():
        if dice.random() >= USUAL:
            numbers[name] = dice.choice(values)
    return Style("drawn", "play as the lot fell", numbers)


def play(
    dream: Imagined, judgement: Any, players: Mapping[str, Planner], dice: Random, look: Callable[[Imagined], None]
) -> str:
    """Play an imagined game to its end, looking at it where each player-turn begins; the winner, or nobody."""
    turn = None
    while not dream.over:
        now = judgement.player_turn(dream.position)
        if now != turn:
            turn = now
            look(dream)
        seat = dream.seat()
        prompt = seat.prompt
        choice = prompt.actions[0] if prompt.forced else players[seat.side].choose(seat)
        dream.play(choice if choice is not None else dice.choice(prompt.actions))
        if dream.answers > FOREVER:
            raise RuntimeError("this game goes in circles")
    outcome = dream.position.outcome
    assert outcome is not None
    return str(outcome.winner)


def score(winner: str, side: str) -> float:
    """What a side gets: a draw is a half.

    >>> score("allied", "allied"), score("", "allied")
    (1.0, 0.5)
    """
    return 0.5 if not winner else float(winner == side)


def in_processes(play_one: Callable[[JobType], FoundType], jobs: Sequence[JobType], processes: int) -> list[FoundType]:
    """What came of each job, in their order; progress is told as games end."""
    found: list[FoundType] = []
    with ProcessPoolExecutor(processes) as pool:
        for one in pool.map(play_one, jobs):
            found.append(one)
            print(f"\r{len(found)} of {len(jobs)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found
