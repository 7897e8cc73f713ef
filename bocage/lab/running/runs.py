"""Carrying a study out: what its folder lacks is played and written down, and it may be stopped at any moment."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from bocage.lab.running import batch, shards
from bocage.lab.running.playing import play_out
from bocage.lab.running.study import Study

Tell = Callable[[int, int, float | None], object]  # games done, games in all, seconds left (None: nobody knows yet)


def carry_out(
    study: Study, folder: Path, on: str = "processes", processes: int = 1, tell: Tell | None = None
) -> shards.Kept:
    """Play the games of a study that are not in its folder yet; all that the folder then holds."""
    shards.begin(folder, study)
    places = shards.load(folder).places
    done = already = len(places)
    if done < study.size:
        if tell is not None:
            tell(done, study.size, None)
        start = time.monotonic()
        missing = (job for job in study.jobs() if (job.cell, job.number) not in places)
        writer = shards.Shards(folder)
        try:
            with batch.workers(on, min(processes, study.size - done), play_out) as workers:
                for played in workers.results(missing):
                    writer.write(played)
                    done += 1
                    if tell is not None:
                        pace = (time.monotonic() - start) / (done - already)
                        tell(done, study.size, pace * (study.size - done))
        finally:
            writer.close()
    return shards.load(folder)


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(8), duration(200), duration(7500)
    ('8 s', '3 min', '2 h 5 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
