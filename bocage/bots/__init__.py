"""Opponents. A bot gets a `Seat` (the question, a view, inquiries, odds) and answers with one of the listed actions.

>>> import bocage, bocage.bots
>>> match = bocage.new_match("roundup", seed="utah")
>>> bot = bocage.bots.make("planner", seed="utah")
>>> entry = bocage.bots.answer(match, bot)
>>> entry.side
'allied'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from bocage.bots.ladder import (
    PLANNER_SECONDS,
    SEARCH_SECONDS,
    Clock,
    GreedyBot,
    PlannerBot,
    RandomBot,
    SearchBot,
)
from bocage.bots.seat import Seat, take
from bocage.engine.actions import Action
from bocage.engine.errors import BadInput
from bocage.engine.matches.match import Entry, Match

GROUP = "bocage.bots"  # the entry points by which other packages bring bots


class Bot(Protocol):
    """Whoever chooses one of the actions of `seat.prompt`.

    It may also have a method `explain()`: why it chose its last action, in one sentence.
    """

    def choose(self, seat: Seat) -> Action:
        """One of `seat.prompt.actions`."""
        ...


_RUNGS: dict[str, Callable[[str | int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}
_TIMED: dict[str, Callable[[str | int, float, Clock | None], Bot]] = {"planner": PlannerBot, "search": SearchBot}
_USUAL_SECONDS = {"planner": PLANNER_SECONDS, "search": SEARCH_SECONDS}
_ABOUT = {
    "random": "Any legal action, at once: for trying the table out.",
    "greedy": "What looks best at once, by exact odds; never further. A beginner's opponent.",
    "planner": "Plans its turn: objectives, a front with reserves, odds worth the risk. At most a second a turn.",
    "search": "Plays the planner's ideas out in its head before it chooses, so it takes its time.",
}
_FORMERLY = {"simple": "planner"}  # seats of old matches


def names() -> list[str]:
    """The bots: our own, weakest first, then those that other packages bring.

    >>> names()[:4]
    ['random', 'greedy', 'planner', 'search']
    """
    return [*_RUNGS, *_TIMED, *_guests()]


@cache
def _guests() -> dict[str, EntryPoint]:
    """Whoever takes a name that is not free cannot be asked for: ours stay ours, and a colon begins a time."""
    taken = {*_RUNGS, *_TIMED, *_FORMERLY, "human"}
    found = sorted(entry_points(group=GROUP))
    return {point.name: point for point in found if point.name not in taken and ":" not in point.name}


def make(name: str, seed: str | int, clock: Clock | None = None) -> Bot:
    """A new bot. The same seed makes it play the same way in the same match.

    Those that think can be given more or less time: "search:10" thinks at most ten seconds a player-turn. With a clock
    (`time.monotonic`) they keep to it even on a slow machine, and may then play differently there.

    >>> make("grandmaster", 1)
    Traceback (most recent call last):
    ...
    bocage.engine.errors.BadInput: there is no bot 'grandmaster'; there are: random, greedy, planner, search
    """
    kind, level = _parts(name)
    if kind in _TIMED:
        return _TIMED[kind](seed, _seconds(kind, level), clock)
    if level:
        raise BadInput(f"only {' and '.join(_TIMED)} can be given a time, not {kind!r}")
    if kind in _RUNGS:
        return _RUNGS[kind](seed)
    if kind in _guests():
        return _guest(kind, seed)
    raise BadInput(f"there is no bot {name!r}; there are: {', '.join(names())}")


def _parts(name: str) -> tuple[str, str]:
    kind, _, level = name.partition(":")
    return _FORMERLY.get(kind, kind), level


def known(name: str) -> str:
    """The name by which a bot is called today, if there is such a bot; nothing of it is loaded.

    >>> known("simple"), known("search:10")
    ('planner', 'search:10')
    """
    kind, level = _parts(name)
    if kind not in (*_RUNGS, *_TIMED, *_guests()):
        raise BadInput(f"there is no bot {name!r}; there are: {', '.join(names())}")
    if level and kind not in _TIMED:
        raise BadInput(f"only {' and '.join(_TIMED)} can be given a time, not {kind!r}")
    return f"{kind}:{_seconds(kind, level):g}" if level else kind


def seconds(name: str) -> float | None:
    """How long a bot may think in a player-turn; 0 of one that does not think, None of a guest: it does not say.

    >>> seconds("search"), seconds("search:10"), seconds("greedy")
    (5.0, 10.0, 0.0)
    """
    kind, level = _parts(name)
    if kind in _TIMED:
        return _seconds(kind, level)
    return 0.0 if kind in _RUNGS else None


def about(name: str) -> str:
    """What a bot is like, in one sentence; of a guest what its package says of itself."""
    kind, _ = _parts(name)
    if kind in _ABOUT:
        return _ABOUT[kind]
    guest = _guests().get(kind)
    if guest is None or guest.dist is None:
        return ""
    said = guest.dist.metadata.json.get("summary", "")
    return f"{str(said).rstrip('.')}. From the package {guest.dist.name}.".removeprefix(". ")


def _seconds(kind: str, level: str) -> float:
    try:
        seconds = float(level) if level else _USUAL_SECONDS[kind]
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise BadInput(f"after '{kind}:' stand the seconds that it may think in a player-turn, not {level!r}")
    return seconds


def _guest(name: str, seed: str | int) -> Bot:
    try:
        kind: Any = _guests()[name].load()
        bot: Bot = kind(seed)
        if not callable(getattr(bot, "choose", None)):
            raise TypeError("it has no method 'choose'")
    except Exception as error:
        raise BadInput(f"the bot {name!r} ({_guests()[name].value}) cannot be made: {error}") from error
    return bot


def answer(match: Match, bot: Bot, side: str | None = None) -> Entry:
    """Let a bot answer for the side that decides (or for one of those that do) and play what it chose."""
    if side is None:
        side = match.prompt.side
    return match.play(bot.choose(take(match, side)), side=side)


def reason(bot: Bot) -> str:
    """Why a bot chose its last action, in one sentence; empty if it does not say."""
    explain = getattr(bot, "explain", None)
    return str(explain()) if explain is not None else ""


__all__ = ["GROUP", "Bot", "Seat", "about", "answer", "known", "make", "names", "reason", "seconds"]
