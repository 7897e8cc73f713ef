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

from bocage.bots.imagined import DiceInStep, Imagined
from bocage.bots.judgement import Candidate, Effort, Judgement, Planner, Style, effort_of, opening_of
from bocage.bots.seat import Seat

LONGEST = 4_000  # answers in one playout
LEAST = 4  # samples before anything is taken for settled
ALIKE = 0.002  # a standard error at which two candidates do the same nearly always


class Thinking(NamedTuple):
    """What came of it."""

    best: Candidate
    names: tuple[str, ...]
    means: tuple[float, ...]  # in the order of the candidates
    samples: tuple[int, ...]
    answers: int

    def sentence(self) -> str:
        """What was compared, in words."""
        tried = [number for number, samples in enumerate(self.samples) if samples]
        order = sorted(tried, key=lambda number: (-self.means[number], number))
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
    effort = effort_of(judgement, seat)
    wanted = effort.first
    budget = int(effort.share * budget)
    horizon = judgement.horizon(seat)
    if effort.strict and budget > 0 and not out_of_time():
        # What one playout costs tells how many candidates can be looked at.
        value, answers = playout(judgement, seat, candidates[0], horizon, f"{seed}/0")
        results[0].append(value)
        alive = alive[: max(2, budget // max(1, answers))]
    while len(alive) > 1 and answers < budget and not out_of_time():
        for sample in range(min(len(results[number]) for number in alive), wanted):
            for number in alive:
                if len(results[number]) > sample:
                    continue
                value, used = playout(judgement, seat, candidates[number], horizon, f"{seed}/{sample}")
                results[number].append(value)
                answers += used
            if answers >= budget or out_of_time():
                break
            if effort.enough and len(alive) == 2 and _settled(results[alive[0]], results[alive[1]], effort.enough):
                budget = answers
                break
            if effort.strict and answers + len(alive) * answers // sum(map(len, results)) > budget:
                budget = answers
                break
        alive.sort(key=lambda number: (-_mean(results[number]), number))
        kept = alive[: max(1, len(alive) // 2)] if len(alive) > 2 else alive
        alive = kept if 0 in kept else [*kept, 0]
        wanted += effort.first if len(alive) > 2 else 2 * effort.first
    best = max((number for number in alive if number), key=lambda number: _mean(results[number]), default=0)
    if best and not _clearly_better(results[best], results[0], effort):
        best = 0
    means = tuple(_mean(found) for found in results)
    seat.look.game.forget()
    return Thinking(
        candidates[best], tuple(c.name for c in candidates), means, tuple(len(found) for found in results), answers
    )


def playout(judgement: Judgement, seat: Seat, candidate: Candidate, horizon: int, seed: str) -> tuple[float, int]:
    """Play a candidate on to so many ends of player-turns: how the side stands there, how many answers it took.

    A judgement may have it look earlier too: the mean of a near and a far look is less a matter of luck than the far
    one, and sees more than the near one.
    """
    dream = seat.imagine(Random(seed))
    effort, usual = effort_of(judgement, seat), judgement.playout
    dice = Random(f"{seed}/players")

    def own() -> Style:
        return effort.own.get(seat.side) or opening_of(judgement, dream.position, seat.side, usual)

    styles = {side: own() if side == seat.side else usual for side in dream.game.sides}
    players: dict[str, Planner] = {side: judgement.planner(style, dice) for side, style in styles.items()}
    if candidate.style is not None:
        players[seat.side] = judgement.planner(candidate.style, dice)
    if effort.in_step:
        dream.dice = DiceInStep(dream.game, dream.position, seed)
    if candidate.action is not None:
        dream.play(candidate.action)
    turn, changes = judgement.player_turn(dream.position), 0
    first_look = min(effort.first_look or horizon, horizon)
    seen: list[float] = []
    while not dream.over and dream.answers < LONGEST:
        now = judgement.player_turn(dream.position)
        if now != turn:
            turn = now
            changes += 1
            if changes >= first_look:
                seen.append(stand(judgement, dream, seat.side))
            if changes >= horizon:
                break
            players[seat.side] = judgement.planner(own(), dice)  # a style is for one player-turn
        _answer(dream, players, dice)
    if not seen or dream.over:
        seen.append(stand(judgement, dream, seat.side))
    return _mean(seen), dream.answers


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


def _settled(one: Sequence[float], other: Sequence[float], enough: float) -> bool:
    """Would more samples hardly change which of two is taken?"""
    mean, error = _gap(one, other)
    return len(one) >= LEAST and (error < ALIKE or abs(mean) > enough * error)


def _clearly_better(ours: Sequence[float], usual: Sequence[float], effort: Effort) -> bool:
    """Is the mean of the differences, sample by sample, above nought by more than chance and doubt would make it?"""
    mean, error = _gap(ours, usual)
    return len(ours) > 1 and mean > 0 and mean > effort.sure * sqrt(error * error + effort.doubt * effort.doubt)


def _gap(ours: Sequence[float], usual: Sequence[float]) -> tuple[float, float]:
    """The mean of the differences, sample by sample, and its standard error."""
    gaps = [one - other for one, other in zip(ours, usual, strict=False)]
    count = len(gaps)
    if count < 2:
        return 0.0, 0.0
    mean = sum(gaps) / count
    spread = sum((gap - mean) * (gap - mean) for gap in gaps) / (count - 1)
    return mean, sqrt(spread / count)
