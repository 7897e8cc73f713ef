"""Which numbers of a planner matter: `python -m bocage.lab.tuning.screening GAME --games 400`.

Planners play each other with numbers drawn by lot on both sides, all at once, and a linear regression tells what each
value is worth against the usual one. That needs far fewer games than trying one number after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Annotated, Any, NamedTuple

import typer

import bocage
from bocage.bots.imagined import Imagined
from bocage.bots.judgement import taught
from bocage.lab.tuning import by_lot

RIDGE = 3.0  # games that speak for no effect at all
WIDE = 1.96  # standard errors of a 95 % interval

Numbers = Mapping[str, Mapping[str, float]]  # side -> number -> value, where it was not the usual one


class Effect(NamedTuple):
    """What a value is worth to the side that plays with it, in points of a game."""

    side: str
    number: str
    value: float
    games: int
    gain: float
    error: float


def game(slug: str, scenario: str, seed: str) -> tuple[Numbers, float]:
    """The numbers drawn for each side, and what the first side got."""
    match = bocage.new_match(slug, scenario=scenario, seed=seed)
    judgement: Any = taught(match.game)
    dice = Random(seed)
    tried = by_lot.levels(slug)
    styles = {side: by_lot.draw(tried.get(side, {}), dice) for side in match.game.sides}
    players = {side: judgement.planner(style, dice) for side, style in styles.items()}
    dream = Imagined(match.game, match.position.copy(), dice)
    winner = by_lot.play(dream, judgement, players, dice, lambda now: None)
    return {side: style.numbers for side, style in styles.items()}, by_lot.score(winner, match.game.sides[0])


def effects(games: Sequence[tuple[Numbers, float]]) -> list[Effect]:
    """The effect of every value that was drawn, the best of each side first; the first side's points are given.

    >>> played = [({"red": {"x": 1.0} if n % 2 else {}, "blue": {}}, 1.0 if n % 2 else 0.0) for n in range(2000)]
    >>> [(found.number, round(found.gain, 1)) for found in effects(played)]
    [('x', 1.0)]
    """
    import numpy as np

    sides = list(games[0][0])
    keys = sorted(
        {(side, name, value) for numbers, _ in games for side in sides for name, value in numbers[side].items()}
    )
    signs = {side: 1.0 if side == sides[0] else -1.0 for side in sides}
    rows = [
        [1.0, *(signs[side] * (numbers[side].get(name) == value) for side, name, value in keys)] for numbers, _ in games
    ]
    x, y = np.asarray(rows, dtype=float), np.asarray([points for _, points in games])
    inner = x.T @ x + RIDGE * np.eye(x.shape[1])
    inner[0, 0] -= RIDGE
    found = np.linalg.solve(inner, x.T @ y)
    left = max(1, len(y) - x.shape[1])
    noise = float(((y - x @ found) ** 2).sum()) / left
    errors = np.sqrt(np.diag(np.linalg.inv(inner)) * noise)
    listed = [
        Effect(*key, int(abs(x[:, at]).sum()), float(found[at]), float(errors[at])) for at, key in enumerate(keys, 1)
    ]
    return sorted(listed, key=lambda effect: (sides.index(effect.side), -effect.gain / max(effect.error, 1e-9)))


def _play(job: tuple[str, str, str]) -> tuple[Numbers, float]:
    return game(*job)


def run(
    slug: Annotated[str, typer.Argument(metavar="game", help="The game.")],
    games: Annotated[int, typer.Option(help="How many games to play.")] = 400,
    seed: Annotated[str, typer.Option(help="The seed of the games.")] = "screening",
    scenario: Annotated[str, typer.Option(help="The scenario; the game's first if you do not say.")] = "",
    processes: Annotated[int, typer.Option(help="How many processes play.")] = 1,
) -> None:
    """Play, and tell what each number is worth."""
    jobs = [(slug, scenario, f"{seed}/{number}") for number in range(games)]
    played = by_lot.in_processes(_play, jobs, processes)
    first = next(iter(played[0][0]))
    points = [result for _, result in played]
    rate = sum(points) / len(points)
    print(f"{first} scores {rate:.0%} ± {WIDE * sqrt(rate * (1 - rate) / len(points)):.0%} in {len(points)} games")
    print(f"{'side':10}{'number':20}{'value':>8}{'games':>7}{'gain':>8}   95 %")
    for effect in effects(played):
        wide = WIDE * effect.error
        print(
            f"{effect.side:10}{effect.number:20}{effect.value:>8g}{effect.games:>7}{effect.gain:>+8.1%}"
            f"   {effect.gain - wide:+.0%} to {effect.gain + wide:+.0%}"
        )


if __name__ == "__main__":
    typer.run(run)
