"""One game between bots, from its start to its end: the loop that simulations, ladders and studies share.

The bots get no clock, so that a job gives the same game on every machine; a clock stands beside them and only measures.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

import bocage
from bocage import bots
from bocage.bots.judgement import judge
from bocage.bots.seat import take
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Match
from bocage.lab.running.records import Job, Record, Timing

ENDLESS = 50_000  # a game with more answers than this goes in circles
DEAD_END = "dead end"  # how the engine begins when nobody has anything to choose


class Played(NamedTuple):
    """A game that was played. `error` and `text` (its record so far) are empty unless it broke down."""

    record: Record
    timing: Timing
    error: str = ""
    text: str = ""

    @property
    def dead_end(self) -> bool:
        """Did the game break down because there was nothing to choose?"""
        return self.record.trouble.startswith(DEAD_END)


class Stopwatch:
    """How long each side thinks in each player-turn in which it decides: by the clock, and by the work of the core.

    >>> ticks = iter([0.0, 2.0, 2.0, 3.0, 3.0, 7.0])
    >>> watch = Stopwatch(lambda: next(ticks), lambda: 0.0)
    >>> watch.begin(); watch.stop("allied", 1)
    >>> watch.begin(); watch.stop("allied", 1)
    >>> watch.begin(); watch.stop("allied", 2)
    >>> watch.turns("allied"), watch.core("allied")
    ([3.0, 4.0], [0.0, 0.0])
    """

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, core: Callable[[], float] = time.thread_time
    ) -> None:
        self._clocks = (clock, core)
        self._began = (0.0, 0.0)
        self._spent: dict[tuple[str, object], tuple[float, float]] = {}

    def begin(self) -> None:
        """A side starts to think."""
        clock, core = self._clocks
        self._began = (clock(), core())

    def stop(self, side: str, turn: object) -> None:
        """It has made up its mind, in this player-turn."""
        clock, core = self._clocks
        key = (side, turn)
        time_, work = self._spent.get(key, (0.0, 0.0))
        self._spent[key] = (time_ + clock() - self._began[0], work + core() - self._began[1])

    def turns(self, side: str) -> list[float]:
        """The seconds of its player-turns, in order."""
        return [time_ for (whose, _), (time_, _) in self._spent.items() if whose == side]

    def core(self, side: str) -> list[float]:
        """The seconds that the core worked in each of them."""
        return [work for (whose, _), (_, work) in self._spent.items() if whose == side]


def play(job: Job) -> tuple[Record, Timing]:
    """Play a job's game and keep what happened in it.

    >>> record, timing = play(Job(0, 0, "roundup", "campaign", {}, {"allied": "random", "german": "random"}, "utah/0"))
    >>> record.turns <= 10, timing.player_turns["german"] <= 2 * 10
    (True, True)
    """
    played = play_out(job)
    return played.record, played.timing


def play_out(job: Job, observed: bool = True, longest: int = ENDLESS) -> Played:
    """Play a job's game to its end, or to where it breaks down.

    Without observing, a record tells how the game ended and nothing of its course.
    """
    start = time.perf_counter()
    watch = Stopwatch()
    match: Match | None = None
    observer: Any = None
    decisions = 0
    error = trouble = ""
    course: dict[str, Any] = {}
    try:
        match = bocage.new_match(
            job.game, scenario=job.scenario, options=job.options, seed=job.seed, data=job.data or None
        )
        players = {side: bots.make(name, f"{job.seed}/{side}") for side, name in job.bots.items()}
    except BadInput:
        raise  # the caller asked for something that does not exist
    except Exception as problem:
        trouble, error = _words(problem), _traceback(problem)
    else:
        player_turn = _player_turn(match)
        try:
            if observed:
                observer = _observer(match)
            while match.prompts:
                prompt = match.prompt
                side = prompt.side
                decides = not prompt.forced
                turn = player_turn(match.position) if decides else None
                watch.begin()
                action = players[side].choose(take(match, side))
                if decides:
                    decisions += 1
                    watch.stop(side, turn)
                if observer is not None:
                    observer.before(prompt, action)
                entry = match.play(action, side=side)
                if observer is not None:
                    observer.after(entry)
                if match.moment > longest:
                    raise RuntimeError(f"the game has not ended after {longest} answers")
        except Exception as problem:
            trouble, error = _words(problem), _traceback(problem)
        if observer is not None and not trouble:
            course = observer.result()
    outcome = None if match is None else match.outcome
    record = Record(
        job=job,
        winner=outcome.winner if outcome is not None else "",
        level=outcome.level if outcome is not None else "",
        rule=outcome.rule if outcome is not None else "",
        turns=0 if match is None else match.position.turn,
        decisions=decisions,
        answers=0 if match is None else match.moment,
        position="" if match is None else match.position_hash,
        trouble=trouble,
        **course,
    )
    turns = {side: watch.turns(side) for side in job.bots}
    timing = Timing(
        cell=job.cell,
        number=job.number,
        seconds=time.perf_counter() - start,
        slowest={side: max(spent, default=0.0) for side, spent in turns.items()},
        thought={side: sum(spent) for side, spent in turns.items()},
        player_turns={side: len(spent) for side, spent in turns.items()},
        turns=turns,
        core={side: watch.core(side) for side in job.bots},
    )
    return Played(record, timing, error, match.text() if trouble and match is not None else "")


def _observer(match: Match) -> Any:
    from bocage.lab.running.observing import Observer

    return Observer(match)


def _player_turn(match: Match) -> Callable[[Any], object]:
    """What tells the player-turns of a game apart: its bots' judgement knows; without one a turn counts as one."""
    judgement = judge(match.game)
    return judgement.player_turn if judgement is not None else lambda position: position.turn


def _words(problem: Exception) -> str:
    """A problem in one line that is the same on every machine."""
    words = " ".join(str(problem).split())
    if isinstance(problem, AssertionError) and words.startswith(DEAD_END):
        return words
    return f"{type(problem).__name__}: {words}"


def _traceback(problem: Exception) -> str:
    return "".join(traceback.format_exception(problem))
