"""Fits the weights by which bots judge how a position stands: `python -m bocage.lab.tuning.fit GAME --games 200`.

Planners play each other, each in a style drawn for the game (with `--by-lot` every number of it by itself, from
`levels.csv`), so that the positions are not all alike. At the start of
every player-turn both sides write their features down; a logistic regression with a little ridge then finds weights
that foretell the result. A fifth of the games is held back to tell how good the weights are.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

import bocage
from bocage import shelf
from bocage.bots.imagined import Imagined
from bocage.bots.judgement import taught
from bocage.bots.standing import BIAS
from bocage.engine.errors import BadInput
from bocage.lab.tuning import by_lot as drawn
from bocage.shelf import make_game

RIDGE = 3.0  # in units of standardised features: keeps rare ones from being believed too much
ROUNDS = 30
HELD_BACK = 5  # one game in so many

Sample = tuple[dict[str, float], float]


def samples(game: str, scenario: str, seed: str, by_lot: bool = False) -> dict[str, list[Sample]]:
    """Side -> its features at every start of a player-turn of one game, each with the result of the game."""
    match = bocage.new_match(game, scenario=scenario, seed=seed)
    judgement: Any = taught(match.game)
    if judgement is None or not hasattr(judgement, "features"):
        raise BadInput(f"the judgement of {game} names no features")
    dice = Random(seed)
    sides = match.game.sides
    if by_lot:
        tried = drawn.levels(game)
        styles = {side: drawn.draw(tried.get(side, {}), dice) for side in sides}
    else:
        styles = {side: dice.choice(judgement.styles) for side in sides}
    players = {side: judgement.planner(style, dice) for side, style in styles.items()}
    dream = Imagined(match.game, match.position.copy(), dice)
    seen: list[tuple[str, dict[str, float]]] = []

    def look(now: Imagined) -> None:
        for side in sides:
            shown = match.game.look(match.game.shown(now.position, side))
            seen.append((side, dict(judgement.features(shown, side))))

    winner = drawn.play(dream, judgement, players, dice, look)
    found: dict[str, list[Sample]] = {side: [] for side in sides}
    for side, features in seen:
        found[side].append((features, drawn.score(winner, side)))
    return found


def fit_signed(games: Sequence[Sequence[Sample]], signs: Mapping[str, int]) -> dict[str, float]:
    """The same with what is known beforehand: a feature whose weight has the wrong sign is left out.

    >>> games = [[({"lead": lead, "luck": lead}, float(lead > 0))] for lead in (-2, -1, 1, 2)] * 20
    >>> sorted(fit_signed(games, {"luck": -1}))
    ['bias', 'lead']
    """
    left_out: set[str] = set()
    while True:
        kept = [[({n: v for n, v in f.items() if n not in left_out}, result) for f, result in game] for game in games]
        weights = fit(kept)
        wrong = sorted(name for name, weight in weights.items() if weight * signs.get(name, 0) < 0)
        if not wrong:
            return weights
        left_out.add(max(wrong, key=lambda name: abs(weights[name])))


def fit(games: Sequence[Sequence[Sample]], ridge: float = RIDGE) -> dict[str, float]:
    """Feature -> weight, by logistic regression; each game counts once, however long it was.

    >>> weights = fit([[({"lead": lead}, float(lead > 0))] for lead in (-2, -1, 1, 2)] * 20)
    >>> weights["lead"] > 1, abs(weights["bias"]) < 0.01
    (True, True)
    """
    import numpy as np

    names = sorted({name for game in games for features, _ in game for name in features})
    rows = [[features.get(name, 0.0) for name in names] for game in games for features, _ in game]
    x = np.asarray(rows, dtype=float)
    y = np.asarray([result for game in games for _, result in game])
    share = np.asarray([1.0 / len(game) for game in games for _ in game])
    share *= len(share) / share.sum()
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread[spread < 1e-9] = 1.0
    z = np.hstack([np.ones((len(x), 1)), (x - mean) / spread])
    weights = np.zeros(z.shape[1])
    penalty = np.full(z.shape[1], ridge)
    penalty[0] = 1e-6
    for _ in range(ROUNDS):
        p = 1.0 / (1.0 + np.exp(-np.clip(z @ weights, -30, 30)))
        gradient = z.T @ (share * (y - p)) - penalty * weights
        hessian = (z * (share * p * (1 - p))[:, None]).T @ z + np.diag(penalty)
        step = np.linalg.solve(hessian, gradient)
        weights += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-8:
            break
    raw = weights[1:] / spread
    return {BIAS: float(weights[0] - (raw * mean).sum()), **{n: float(w) for n, w in zip(names, raw, strict=True)}}


def _play(job: tuple[str, str, str, bool]) -> dict[str, list[Sample]]:
    return samples(*job)


def _loss(weights: dict[str, float], games: Sequence[Sequence[Sample]]) -> float:
    """The mean square of the error (Brier score): 0 is perfect, 0.25 is a coin."""
    from bocage.bots.standing import Weights

    judge_by = Weights({"": weights})
    errors = [(judge_by.share("", features) - result) ** 2 for game in games for features, result in game]
    return sum(errors) / len(errors) if errors else 0.0


def run(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(help="How many games to play.")] = 200,
    seed: Annotated[str, typer.Option(help="The seed of the games.")] = "fit",
    scenario: Annotated[str, typer.Option(help="The scenario; the game's first if you do not say.")] = "",
    by_lot: Annotated[bool, typer.Option(help="Draw every number of the planners, from levels.csv.")] = False,
    processes: Annotated[int, typer.Option(help="How many processes play.")] = 1,
    to: Annotated[Path | None, typer.Option(help="Where to write; by default beside the game's judgement.")] = None,
) -> None:
    """Play, fit and write the weights."""
    scenario = shelf.scenario(game, scenario)
    jobs = [(game, scenario, f"{seed}/{number}", by_lot) for number in range(games)]
    played = drawn.in_processes(_play, jobs, processes)
    path = to if to is not None else Path(str(shelf.folder(game, "bot") / "weights.csv"))
    source = f"python -m bocage.lab.tuning.fit {game} --games {games} --seed {seed} --scenario {scenario}"
    source += " --by-lot" if by_lot else ""
    # A judgement may say of its features whether more of them helps a side (1) or harms it (-1).
    known: Callable[[str], Mapping[str, int]] = getattr(taught(make_game(game, scenario, {})), "signs", lambda side: {})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("side", "feature", "weight", "source"))
        for side in played[0]:
            all_games = [found[side] for found in played if found[side]]
            learnt = [one for number, one in enumerate(all_games) if number % HELD_BACK]
            held = all_games[::HELD_BACK]
            results = [one[0][1] for one in all_games]
            rate = sum(results) / len(results)
            base = sum((result - rate) ** 2 for result in results) / len(results)
            error = _loss(fit_signed(learnt, known(side)), held)
            print(f"{side}: scores {rate:.2f}; error {error:.3f} on games held back, {base:.3f} by the rate alone")
            for name, weight in fit_signed(all_games, known(side)).items():
                writer.writerow((side, name, f"{weight:.6g}", source))
    print(f"written to {path}")


if __name__ == "__main__":
    typer.run(run)
