"""The process in which bots think. It keeps copies of matches and is told what was done in them since.

It speaks with the service over a pipe: one `Ask`, one `Reply`. Nothing that happens here can harm the service; if an
answer takes too long the process is ended from outside.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

import msgspec

import bocage
from bocage.bots import Bot, reason
from bocage.bots.seat import take
from bocage.engine.errors import BadInput, Refusal
from bocage.engine.matches.match import Entry, Match
from bocage.table.bots import trial

REPLICAS = 64
ENTRIES = 100_000  # of all of them together, some kilobyte each; the newest stays in any case
LONGEST_REASON = 400  # characters


class Step(msgspec.Struct, array_like=True):
    """An entry of a match, as much of it as is needed to repeat it."""

    word: str
    side: str
    action: str
    target: int
    via: tuple[int, ...]


class Ask(msgspec.Struct):
    """What shall this side do at this moment? `text` is the record where the match is not known here yet.

    `steps` follow the entries that are known, `since` being their number. For `advice` a bot is asked that plays for
    nobody: it only remembers what it advised.
    """

    match: str
    side: str
    bot: str
    seed: str
    moment: int
    since: int
    text: str
    steps: list[Step]
    advice: bool = False


class Reply(msgspec.Struct):
    """The action and the bot's reason for it, or what went wrong.

    That is "unknown" (tell me the whole match), "unmade" (there is no such bot, or it cannot be made) or "raised" (with
    the bot's own error).
    """

    action: str = ""
    reason: str = ""
    trouble: str = ""
    error: str = ""  # the kind of error, for everybody
    details: str = ""  # where it happened, for the service's log


def steps_of(match: Match, since: int) -> list[Step]:
    """What was done after a moment."""
    return [
        Step(entry.word, entry.side, "" if entry.action is None else str(entry.action), entry.target, entry.via)
        for entry in match.entries[since:]
    ]


class Replica:
    """A copy of a match, and the bots that play in it."""

    def __init__(self, text: str) -> None:
        self.match = bocage.load(text)
        self.bots: dict[tuple[str, str, str, bool], Bot] = {}
        self.advice: dict[tuple[str, str], tuple[int, Reply]] = {}  # side and bot -> the moment, and what it said

    def follow(self, steps: list[Step]) -> None:
        """Do what was done."""
        find = self.match.game.actions.find
        for step in steps:
            action = find(step.action) if step.word == "play" else None
            self.match.repeat(Entry(step.word, step.side, action, step.target, via=tuple(step.via)))


class Thinker:
    """Answers for bots. `source` is the module that makes them."""

    def __init__(self, source: str, replicas: int = REPLICAS, entries: int = ENTRIES) -> None:
        module: Any = importlib.import_module(source)
        self._make = module.make
        self._most = replicas
        self._entries = entries
        self._replicas: OrderedDict[str, Replica] = OrderedDict()

    def answer(self, ask: Ask) -> Reply:
        """What the bot does; of a mere record (no side is asked about) whether it can be read."""
        if not ask.side:
            return _read(ask.text)
        try:
            replica = self._replica(ask)
        except Exception:
            self._replicas.pop(ask.match, None)
            return Reply(trouble="unknown", error="unknown", details=traceback.format_exc())
        if replica is None:
            return Reply(trouble="unknown", error="unknown")
        said = replica.advice.get((ask.side, ask.bot)) if ask.advice else None
        if said is not None and said[0] == ask.moment:
            return said[1]  # a planner that is asked twice would think that it goes in circles
        try:
            bot = self._bot(replica, ask)
        except Exception as error:
            # The seed of a bot is a secret of its match; a bot that cannot be made may name it.
            words = str(error).replace(ask.seed, "…") if isinstance(error, BadInput) else type(error).__name__
            return Reply(trouble="unmade", error=words, details=traceback.format_exc())
        try:
            action = str(bot.choose(take(replica.match, ask.side)))
        except Exception as error:
            replica.bots.clear()
            return Reply(trouble="raised", error=type(error).__name__, details=traceback.format_exc())
        reply = Reply(action, _reason(bot))
        if ask.advice:
            replica.advice[ask.side, ask.bot] = (ask.moment, reply)
        return reply

    def _moments(self) -> int:
        return sum(replica.match.moment for replica in self._replicas.values())

    def _bot(self, replica: Replica, ask: Ask) -> Bot:
        key = (ask.side, ask.bot, ask.seed, ask.advice)
        if key not in replica.bots:
            replica.bots[key] = self._make(ask.bot, ask.seed, clock=time.monotonic)
        return replica.bots[key]

    def _replica(self, ask: Ask) -> Replica | None:
        """The copy of the match at the moment that is asked about, or None if it cannot be had."""
        if ask.text:
            self._replicas[ask.match] = Replica(ask.text)
            while len(self._replicas) > self._most:
                self._replicas.popitem(last=False)
            while len(self._replicas) > 1 and self._moments() > self._entries:
                self._replicas.popitem(last=False)
        replica = self._replicas.get(ask.match)
        if replica is None or replica.match.moment != ask.since:
            return None
        self._replicas.move_to_end(ask.match)
        replica.follow(ask.steps)
        return replica if replica.match.moment == ask.moment else None


def _reason(bot: Bot) -> str:
    """What a bot says of its action, on one line. One that stumbles over its words has still answered."""
    try:
        words = " ".join(reason(bot).split())
    except Exception:
        traceback.print_exc()
        return ""
    words = "".join(letter for letter in words if letter.isprintable())
    return words if len(words) <= LONGEST_REASON else f"{words[: LONGEST_REASON - 1]}…"


def _read(text: str) -> Reply:
    try:
        trial.check(bocage.load(text))
    except (BadInput, Refusal) as error:
        return Reply(trouble="unreadable", error=str(error))
    return Reply()


def run(connection: Connection, source: str) -> None:
    """The life of the process: until the service closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the service, which then ends us
    sys.stdout = sys.stderr  # what a bot prints is no answer
    if hasattr(os, "nice"):
        os.nice(5)  # people go first
    threading.Thread(target=_end_with_parent, daemon=True).start()
    thinker = Thinker(source)
    decoder = msgspec.msgpack.Decoder(Ask)
    while True:
        try:
            asked = connection.recv_bytes()
        except (EOFError, OSError):
            return
        connection.send_bytes(msgspec.msgpack.encode(thinker.answer(decoder.decode(asked))))


def _end_with_parent() -> None:
    """A bot that thinks for ever must not outlive a service that was killed."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
