"""Where games are played: here, in processes of this machine, or on the machines of a Ray cluster.

All three are workers with three methods: `open`, `results` (the games as they end, in any order) and `close`. A game
depends on its job alone, so it makes no difference to the results which of them played it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol

from bocage.engine.errors import BadInput
from bocage.lab.running.playing import Played, play_out
from bocage.lab.running.records import Job
from bocage.lab.running.shards import program

Play = Callable[[Job], Played]
ANSWER = 10.0  # seconds in which a cluster must answer
AHEAD = 2  # games that wait for each worker, so that none of them stands idle


class Workers(Protocol):
    """Whoever plays games."""

    def open(self) -> None:
        """Get ready."""
        ...

    def results(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """The games of these jobs, as they end."""
        ...

    def close(self) -> None:
        """Leave; games that have not ended are given up."""
        ...


class Here:
    """One game after the other in this process."""

    def __init__(self, processes: int, play: Play) -> None:
        self._play = play

    def open(self) -> None:
        """There is nothing to do."""

    def results(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """The games in the order of the jobs."""
        return map(self._play, jobs)

    def close(self) -> None:
        """There is nothing to do."""


class Processes:
    """A pool of processes on this machine. They are started afresh rather than forked, as on every system."""

    def __init__(self, processes: int, play: Play) -> None:
        self._processes = processes
        self._play = play
        self._pool: ProcessPoolExecutor | None = None

    def open(self) -> None:
        """Start the processes."""
        fresh = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(self._processes, mp_context=fresh, initializer=_follow_parent)

    def results(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """The games as they end."""
        assert self._pool is not None, "open comes first"
        left = iter(jobs)
        running: set[Future[Played]] = set()
        try:
            while True:
                for job in islice(left, self._processes * AHEAD - len(running)):
                    running.add(self._pool.submit(self._play, job))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise BadInput("a process that played was killed, perhaps for want of memory; use fewer of them") from None

    def close(self) -> None:
        """End the processes; those that are in the middle of a game do not finish it."""
        if self._pool is None:
            return
        # What a pool offers is to wait for running games, and some last for minutes.
        busy: Mapping[int, Any] = getattr(self._pool, "_processes", None) or {}
        started = list(busy.values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in started:
            process.terminate()
        for process in started:
            process.join()
        self._pool = None


class Ray:
    """The machines of a Ray cluster: the one that RAY_ADDRESS names, or one that is started here for the purpose."""

    def __init__(self, processes: int, play: Play) -> None:
        self._processes = processes
        self._play = play
        self._ray: Any = None
        self._slots = processes
        self._expected = ""  # the program of the other machines, if there are any

    def open(self) -> None:
        """Join the cluster."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported to anybody
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray as found
        except ImportError:
            raise BadInput("games on many machines need Ray: pip install 'bocage[ray]'") from None
        ray: Any = found
        self._ray = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if address := os.environ.get("RAY_ADDRESS"):
            _knock(address)
            ray.init(address=address, **quiet)
            self._expected = program()
            self._slots = max(1, int(ray.cluster_resources().get("CPU", 1)))
        else:
            ray.init(address="local", num_cpus=self._processes, include_dashboard=False, **quiet)

    def results(self, jobs: Iterable[Job]) -> Iterator[Played]:
        """The games as they end. One whose machine is lost is played again elsewhere."""
        assert self._ray is not None, "open comes first"
        remote = self._ray.remote(num_cpus=1, max_retries=3)(_play_alike)
        left = iter(jobs)
        running: list[Any] = []
        try:
            while True:
                running += [
                    remote.remote(self._play, job, self._expected)
                    for job in islice(left, self._slots * AHEAD - len(running))
                ]
                if not running:
                    return
                done, running = self._ray.wait(running)
                for future in done:
                    yield self._ray.get(future)
        except self._ray.exceptions.RayError as error:
            words = str(error).strip().splitlines() or [type(error).__name__]
            reason = words[-1].removeprefix(f"{BadInput.__module__}.{BadInput.__name__}: ")
            raise BadInput(f"the Ray cluster could not play: {reason}") from None
        finally:
            for future in running:
                self._ray.cancel(future, force=True)

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._ray is not None:
            self._ray.shutdown()
            self._ray = None


def _play_alike(play: Play, job: Job, expected: str) -> Played:
    """Play with the very program that the study runs on; on another machine it may be an older one."""
    if expected and program() != expected:
        raise BadInput(f"a machine of the cluster has bocage {program()}, and this is {expected}; install the same")
    return play(job)


def _knock(address: str) -> None:
    """Is anybody there? Ray itself would try for many minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdigit():
        return  # "auto" and the like, which Ray resolves at once
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER).close()
    except OSError:
        raise BadInput(f"no Ray cluster answers at {address}, which RAY_ADDRESS names") from None


KINDS: Mapping[str, Callable[[int, Play], Workers]] = {"here": Here, "processes": Processes, "ray": Ray}


@contextmanager
def workers(kind: str, processes: int, play: Play = play_out) -> Iterator[Workers]:
    """Workers that are ready, and leave at the end.

    >>> jobs = [Job(0, 0, "roundup", "campaign", {}, {"allied": "random", "german": "random"}, "utah/0")]
    >>> with workers("here", 1, lambda job: play_out(job, observed=False)) as hands:
    ...     [played.record.trouble for played in hands.results(jobs)]
    ['']
    """
    if kind not in KINDS:
        raise BadInput(f"games are played {' or '.join(KINDS)}, not on {kind!r}")
    hands = KINDS[kind](max(1, processes), play)
    try:
        hands.open()
        yield hands
    finally:
        hands.close()


def cores() -> int:
    """How many processes this machine has a core for."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


def _follow_parent() -> None:
    """A worker leaves the keyboard to its parent, and ends when its parent does, however it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)
