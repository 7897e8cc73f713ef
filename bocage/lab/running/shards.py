"""The folder of a study: what was to be played, and the games that were, as shards of NDJSON.

Each start writes shards of its own and never touches older ones, line by line as games end. Whatever kills it, all but
the line that was being written is kept; a line that cannot be read is noticed, and its game is played again. Readers
put the games in the order of the study, so a folder reads the same however often it was stopped and wherever its games
were played.

    study.json          what was to be played
    games-0001.ndjson   one line a game: `records.Record`
    times-0001.ndjson   how long each took: `records.Timing`, the only thing that differs from run to run
    broken/0-17.txt     the record of game 17 of cell 0, which broke down
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from io import BufferedWriter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import bocage
from bocage.engine.errors import BadInput
from bocage.lab.running import records
from bocage.lab.running.playing import Played
from bocage.lab.running.records import Record, Timing
from bocage.lab.running.study import Study

PLAN = "study.json"
GAMES, TIMES, BROKEN = "games", "times", "broken"
SHARD = 1_000  # games in a shard
PLAYING = ("hexes", "engine", "parts", "games", "bots")  # the packages that decide how a game goes

Place = tuple[int, int]  # cell and number


class Plan(msgspec.Struct, frozen=True):
    """What `study.json` holds."""

    study: Study
    program: str  # the version and a digest of what played the first games


class Kept(NamedTuple):
    """All that a folder holds, in the order of the study."""

    study: Study
    records: list[Record]
    timings: list[Timing]
    unreadable: int  # lines that were not written to their end
    program: str

    @property
    def places(self) -> set[Place]:
        """Which games there are."""
        return {(record.job.cell, record.job.number) for record in self.records}


@cache
def program() -> str:
    """The version of what plays, with a digest of its code and data: results of two programs should not be mixed."""
    root = Path(bocage.__file__).parent
    digest = hashlib.sha256()
    for package in PLAYING:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".csv", ".toml"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return f"{bocage.__version__} {digest.hexdigest()[:12]}"


def begin(folder: Path, study: Study) -> None:
    """Make a folder for a study, or check that it is a folder of this one. A study may have grown by more games."""
    if (folder / PLAN).exists():
        old = plan(folder)
        if msgspec.structs.replace(old.study, games=study.games, question=study.question) != study:
            raise BadInput(f"{folder} holds the games of another study; name another folder")
        if old.study != study:
            _write_plan(folder, Plan(study, old.program))
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is not empty and holds no study; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    _write_plan(folder, Plan(study, program()))


def plan(folder: Path) -> Plan:
    """What was to be played in a folder."""
    path = folder / PLAN
    if not path.exists():
        raise BadInput(f"{folder} holds no study: there is no {PLAN} in it")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Plan)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None


def load(folder: Path) -> Kept:
    """The games of a folder, in the order of the study."""
    kept = plan(folder)
    study = kept.study
    games, unreadable = _lines(folder, GAMES, Record)
    times, _ = _lines(folder, TIMES, Timing)
    found: dict[Place, Record] = {}
    for record in games:
        place = (record.job.cell, record.job.number)
        if place[0] < len(study.cells) and place[1] < study.games:
            if record.job != study.job(*place):
                raise BadInput(f"{folder} holds a game that is not in its study: cell {place[0]}, number {place[1]}")
            found[place] = record
    clocked = {(timing.cell, timing.number): timing for timing in times}
    order = sorted(found)
    return Kept(
        study,
        [found[place] for place in order],
        [clocked[place] for place in order if place in clocked],
        unreadable,
        kept.program,
    )


def digest(kept: Kept) -> str:
    """A short name of the results: two runs with the same one played the same games to the same ends."""
    found = hashlib.sha256()
    for record in kept.records:
        found.update(records.write(record))
    return found.hexdigest()[:16]


class Shards:
    """Writes games down as they end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[BufferedWriter] = []
        self._lines = 0

    def write(self, played: Played) -> None:
        """Keep a game. Once this returns, no kill of the process can lose it."""
        if not self._files or self._lines >= SHARD:
            self._next()
        place = f"{played.record.job.cell}-{played.record.job.number}"
        if played.record.trouble:
            broken = self._folder / BROKEN
            broken.mkdir(exist_ok=True)
            (broken / f"{place}.txt").write_text(played.text, encoding="utf-8")
            (broken / f"{place}.error").write_text(played.error, encoding="utf-8")
        # The game comes last: without it the rest is written once more.
        games, times = self._files
        for file, kept in ((times, played.timing), (games, played.record)):
            file.write(records.write(kept))
            file.flush()
        self._lines += 1

    def close(self) -> None:
        """Make sure that all is on the disk."""
        for file in self._files:
            os.fsync(file.fileno())
            file.close()
        self._files = []

    def _next(self) -> None:
        self.close()
        number = 1
        while True:
            path = self._folder / f"{GAMES}-{number:04}.ndjson"
            try:
                games = path.open("xb")
                break
            except FileExistsError:
                number += 1
        self._files = [games, (self._folder / f"{TIMES}-{number:04}.ndjson").open("wb")]
        self._lines = 0


def _lines(folder: Path, stem: str, kind: type[Any]) -> tuple[list[Any], int]:
    found, unreadable = [], 0
    for path in sorted(folder.glob(f"{stem}-*.ndjson")):
        *lines, rest = path.read_bytes().split(b"\n")
        for line in lines:
            try:
                found.append(records.read(line, kind))
            except (msgspec.DecodeError, UnicodeDecodeError):
                unreadable += 1
        unreadable += bool(rest)
    return found, unreadable


def _write_plan(folder: Path, made: Plan) -> None:
    """All of it or nothing."""
    draft = folder / f"{PLAN}.new"
    with draft.open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(made)) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(folder / PLAN)
