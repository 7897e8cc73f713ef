"""How many steps a second the learning environments take, observations and masks included.

Run with ``python -m benchmarks.learning`` (or with the names of some games) on a machine that does nothing else.
Each step is what a learning loop does: look (`last`), choose one of the actions that the mask allows, `step`; a new
game is begun when one ends. The games take turns in short slices with python-chess (random plies), so that on a busy
machine the ratio still tells something; so do steps for each second of the processor, which leave out the waiting.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median

import numpy as np

import bocage
from bocage.lab.learning import Wargame, env
from bocage.lab.measuring import bench

SECONDS = 0.2  # of a slice
ROUNDS = 30


class Player:
    """Random legal actions in one environment, game after game."""

    def __init__(self, game: str) -> None:
        self.world: Wargame = env(game)
        self._random = Random(1943)
        self.world.reset(seed=1943)
        self.games = 0

    def work(self, seconds: float) -> tuple[int, float, float]:
        """Play for so long; steps, seconds by the clock and seconds of the processor."""
        world, chance, clock = self.world, self._random.random, time.perf_counter
        done = 0
        used = time.process_time()
        start = clock()
        end = start + seconds
        while (now := clock()) < end:
            seen, _, ended, cut_off, _ = world.last()
            if ended or cut_off:
                self.games += 1
                world.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"].view(bool))  # much faster than in small numbers
            world.step(legal[int(chance() * len(legal))])
            done += 1
        return done, now - start, time.process_time() - used


class Chess:
    """Random plies, measured in the same way."""

    def __init__(self) -> None:
        self._chess = bench._Chess("1943")

    def work(self, seconds: float) -> float:
        """Play for so long; plies for each second of the processor."""
        used, start = time.process_time(), time.perf_counter()
        rate = self._chess.work(seconds)
        return rate * (time.perf_counter() - start) / (time.process_time() - used)


def main() -> None:
    games = sys.argv[1:] or bocage.slugs()
    players = {game: Player(game) for game in games}
    chess = Chess()
    found: dict[str, list[tuple[float, float, float]]] = {game: [] for game in games}
    for _ in range(ROUNDS):
        plies = chess.work(SECONDS)
        for game, player in players.items():
            steps, clock, used = player.work(SECONDS)
            found[game].append((steps / clock, steps / used, steps / used / plies))
    heads = ("steps/s", "/s of processor", "best", "to chess", "numbers seen", "actions", "games")
    print(f"{'':10}" + "".join(f"{head:>{len(head) + 4}}" for head in heads))
    for game, player in players.items():
        world = player.world
        by_clock, by_processor, ratio = (median(column) for column in zip(*found[game], strict=True))
        row = (
            f"{by_clock:,.0f}",
            f"{by_processor:,.0f}",
            f"{max(rate for _, rate, _ in found[game]):,.0f}",
            f"{ratio:.2f}",
            f"{world.observation_space(world.possible_agents[0])['observation'].shape[0]:,}",
            f"{int(world.action_space(world.possible_agents[0]).n):,}",
            str(player.games),
        )
        print(f"{game:10}" + "".join(f"{cell:>{len(head) + 4}}" for head, cell in zip(heads, row, strict=True)))


if __name__ == "__main__":
    main()
