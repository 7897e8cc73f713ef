"""What the lab keeps of a game: one line of JSON, the same wherever and in however many processes it was played."""

from __future__ import annotations

from typing import Any

import msgspec


class Job(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game to be played. `cell` is the part of the study that it belongs to (its scenario, options and bots)."""

    cell: int
    number: int  # in the cell
    game: str
    scenario: str
    options: dict[str, Any]
    bots: dict[str, str]  # side -> bot
    seed: str  # of the match; "<seed>/<side>" is each bot's
    data: str = ""  # a folder whose tables are laid over the game's


class Turn(msgspec.Struct, frozen=True):
    """How things stood when a turn of the game ended."""

    turn: int
    figures: dict[str, float]  # key figures of this game by name
    control: dict[str, str]  # side -> the hexes that it holds, a set as a hexadecimal number
    units: dict[str, str]  # side -> the hexes in which its units stand, likewise


class Dice(msgspec.Struct, frozen=True):
    """The dice that a side rolled in battles, and their luck.

    `luck` is the sum over these rolls of (what came out - what was to be expected) by the exact chances of each, in
    steps lost by the enemy less steps lost by itself (in rungs of the table where a game has no steps); 0 where a game
    cannot tell. `variance` is what fair dice would make of that sum.
    """

    rolls: int
    pips: int
    luck: float = 0.0
    variance: float = 0.0


class Record(msgspec.Struct, frozen=True):
    """One game that was played to its end, or to where it broke down (`trouble`)."""

    job: Job
    winner: str  # empty for a draw
    level: str
    rule: str
    turns: int  # the last turn that was played
    decisions: int  # questions with more than one answer
    answers: int
    position: str  # the hash of the last position, to compare runs by
    history: list[Turn] = []
    losses: dict[str, dict[str, dict[str, int]]] = {}  # side -> nation -> kind of unit -> steps lost
    dice: dict[str, Dice] = {}
    rules: dict[str, int] = {}  # case -> how often the log cites it
    key_moments: dict[str, int] = {}  # what happened for the first time -> turn
    trouble: str = ""


class Timing(msgspec.Struct, frozen=True):
    """How long a game took, in a file of its own: the only thing that differs from machine to machine."""

    cell: int
    number: int
    seconds: float
    slowest: dict[str, float]  # side -> its longest player-turn, in seconds
    thought: dict[str, float]  # side -> seconds in all
    player_turns: dict[str, int]  # side -> how many player-turns it had
    turns: dict[str, list[float]] = {}  # side -> the seconds of each of them, in order
    core: dict[str, list[float]] = {}  # the same, but only while a core worked on it: other programs do not count


def write(record: Record | Timing) -> bytes:
    """A line of NDJSON.

    >>> read(write(Timing(0, 1, 2.0, {}, {}, {})), Timing).seconds
    2.0
    """
    return msgspec.json.encode(record, order="deterministic") + b"\n"


Kept = Record | Timing


def read(line: bytes, kind: type[Any]) -> Any:
    """A line as it was written."""
    return msgspec.json.decode(line, type=kind)
