"""Search by playouts: each candidate is played on to a horizon, and the one that stands best there is taken.

The secrets are dealt anew for every sample, and sample number i has the same deal and the same dice for every
candidate, so that they differ by what was chosen rather than by luck. Candidates that fall behind are dropped by
halves; the planner's own choice stays to the end and is only given up for something clearly better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from bocage.bots.imagined import Imagined
from bocage.bots.judgement import Candidate, Judgement, Planner
from bocage.bots.seat import Seat

FIRST = 4  # samples of each candidate before any is dropped
SURE = 1.0  # standard errors by which something must be better than the planner's own choice
LONGEST = 4_000  # answers in one playout


class Thinking(NamedTuple):
    """What came of it."""

    best: Candidate
    names: tuple[str, ...]
    means: tuple[float, ...]  # in the order of the candidates
    samples: tuple[int, ...]
    answers: int

    def sentence(self) -> str:
        """What was compared, in words."""
        order = sorted(range(len(self.names)), key=lambda number: (-self.means[number], number))
        listed = ", ".join(f"{self.names[number]} {self.means[number]:.0%}" for number in order[:4])
        return f"I {self.best.words}; of {sum(self.samples)} games in my head: {listed}."


def think(
    judgement: Judgement,
    seat: Seat,
    candidates: Sequence[Candidate],
    budget: int,
    seed: str,
    out_of_time: Callable[[], bool] = lambda: False,
) -> Thinking:
    """Examine candidates (the planner's own first) with about so many answers in playouts."""
    results: list[list[float]] = [[] for _ in candidates]
    alive = list(range(len(candidates)))
    answers = 0
    wanted = FIRST
    horizon = judgement.horizon(seat)
    while len(alive) > 1 and answers < budget and not out_of_time():
        for sample in range(len(results[0]), wanted):
            for number in alive:
                value, used = playout(judgement, seat, candidates[number], horizon, f"{seed}/{sample}")
                results[number].append(value)
                answers += used
            if answers >= budget or out_of_time():
                break
        alive.sort(key=lambda number: (-_mean(results[number]), number))
        kept = alive[: max(1, len(alive) // 2)] if len(alive) > 2 else alive
        alive = kept if 0 in kept else [*kept, 0]
        wanted += FIRST if len(alive) > 2 else 2 * FIRST
    best = max((number for number in alive if number), key=lambda number: _mean(results[number]), default=0)
    if best and not _clearly_better(results[best], results[0]):
        best = 0
    means = tuple(_mean(found) for found in results)
    seat.look.game.forget()
    return Thinking(
        candidates[best], tuple(c.name for c in candidates), means, tuple(len(found) for found in results), answers
    )


def playout(judgement: Judgement, seat: Seat, candidate: Candidate, horizon: int, seed: str) -> tuple[float, int]:
    """Play a candidate on to so many ends of player-turns: how the side stands there, how many answers it took."""
    dream = seat.imagine(Random(seed))
    usual = judgement.playout
    dice = Random(f"{seed}/players")
    players: dict[str, Planner] = {side: judgement.planner(usual, dice) for side in dream.game.sides}
    if candidate.style is not None:
        players[seat.side] = judgement.planner(candidate.style, dice)
    if candidate.action is not None:
        dream.play(candidate.action)
    turn, changes = judgement.player_turn(dream.position), 0
    while not dream.over and dream.answers < LONGEST:
        now = judgement.player_turn(dream.position)
        if now != turn:
            turn = now
            changes += 1
            if changes >= horizon:
                break
            players[seat.side] = judgement.planner(usual, dice)  # a style is for one player-turn
        _answer(dream, players, dice)
    return stand(judgement, dream, seat.side), dream.answers


def stand(judgement: Judgement, dream: Imagined, side: str) -> float:
    """How a side stands in an imagined game; once it is over, what it brought."""
    outcome = dream.position.outcome
    if outcome is not None:
        return 0.5 if not outcome.winner else float(outcome.winner == side)
    return judgement.standing(dream.game.look(dream.game.shown(dream.position, side)), side)


def _answer(dream: Imagined, players: dict[str, Planner], dice: Random) -> None:
    seat = dream.seat()
    prompt = seat.prompt
    choice = prompt.actions[0] if prompt.forced else players[seat.side].choose(seat)
    dream.play(choice if choice is not None else dice.choice(prompt.actions))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _clearly_better(ours: Sequence[float], usual: Sequence[float]) -> bool:
    """Is the mean of the differences, sample by sample, above nought by more than chance would make it?"""
    gaps = [one - other for one, other in zip(ours, usual, strict=False)]
    count = len(gaps)
    if count < 2:
        return False
    mean = sum(gaps) / count
    if mean <= 0:
        return False
    spread = sum((gap - mean) * (gap - mean) for gap in gaps) / (count - 1)
    return mean > SURE * sqrt(spread / count)
