"""The games of a study as tables: Parquet files for any tool, and DuckDB for questions in SQL.

>>> [name for name in TABLES]
['cells', 'games', 'players', 'turns', 'figures', 'losses', 'rules', 'moments', 'player_turns']
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import bocage
from bocage.engine.errors import BadInput
from bocage.lab.running.records import Record, Timing
from bocage.lab.running.shards import Kept, load

_GAME = {"cell": "INTEGER", "number": "INTEGER"}  # what a row belongs to
_SIDE = {**_GAME, "side": "VARCHAR"}

# name -> (what a row is, its columns)
TABLES: Mapping[str, tuple[str, dict[str, str]]] = {
    "cells": (
        "a combination of scenario, options and bots",
        {
            "cell": "INTEGER",
            "name": "VARCHAR",
            "game": "VARCHAR",
            "scenario": "VARCHAR",
            "options": "JSON",
            "bots": "JSON",
        },
    ),
    "games": (
        "a game; a draw has no winner, and trouble says why a game broke down",
        {
            **_GAME,
            "seed": "VARCHAR",
            "winner": "VARCHAR",
            "level": "VARCHAR",
            "rule": "VARCHAR",
            "turns": "INTEGER",
            "decisions": "INTEGER",
            "answers": "INTEGER",
            "position": "VARCHAR",
            "trouble": "VARCHAR",
            "seconds": "DOUBLE",
        },
    ),
    "players": (
        "a side of a game: its bot, its points (1, 0.5, 0), its dice and their luck, how long it thought",
        {
            **_SIDE,
            "bot": "VARCHAR",
            "points": "DOUBLE",
            "rolls": "INTEGER",
            "pips": "INTEGER",
            "luck": "DOUBLE",
            "thought": "DOUBLE",
            "slowest": "DOUBLE",
            "player_turns": "INTEGER",
        },
    ),
    "turns": (
        "the end of a turn for a side: the hexes that it holds, and those where its units stand",
        {**_GAME, "turn": "INTEGER", "side": "VARCHAR", "holds": "VARCHAR[]", "units": "VARCHAR[]"},
    ),
    "figures": (
        "a key figure of the game at the end of a turn",
        {**_GAME, "turn": "INTEGER", "figure": "VARCHAR", "value": "DOUBLE"},
    ),
    "losses": ("the steps that a side lost", {**_SIDE, "nation": "VARCHAR", "kind": "VARCHAR", "steps": "INTEGER"}),
    "rules": ("how often a case was used", {**_GAME, "rule": "VARCHAR", "times": "INTEGER"}),
    "moments": ("the turn in which something happened first", {**_GAME, "moment": "VARCHAR", "turn": "INTEGER"}),
    "player_turns": (
        "how long a bot thought in a player-turn, and how long the core worked on that",
        {**_SIDE, "bot": "VARCHAR", "seconds": "DOUBLE", "core": "DOUBLE"},
    ),
}

Row = tuple[str, dict[str, Any]]  # the table, and the values by column


def rows(kept: Kept) -> Iterator[Row]:
    """Every row of every table."""
    study = kept.study
    for number, cell in enumerate(study.cells):
        yield (
            "cells",
            {
                "cell": number,
                "name": cell.name,
                "game": study.game,
                "scenario": cell.scenario,
                "options": cell.options,
                "bots": cell.bots,
            },
        )
    timings = {(timing.cell, timing.number): timing for timing in kept.timings}
    board = bocage.game_class(study.game)().board
    for record in kept.records:
        yield from _of_game(record, timings.get((record.job.cell, record.job.number)), board)


def _of_game(record: Record, timing: Timing | None, board: Any) -> Iterator[Row]:
    job = record.job
    game = {"cell": job.cell, "number": job.number}
    plain = ("level", "rule", "turns", "decisions", "answers", "position")
    yield (
        "games",
        {
            **game,
            "seed": job.seed,
            "winner": record.winner or None,
            **{name: getattr(record, name) for name in plain},
            "trouble": record.trouble or None,
            "seconds": timing.seconds if timing is not None else None,
        },
    )
    for side, bot in job.bots.items():
        dice = record.dice.get(side)
        row: dict[str, Any] = {**game, "side": side, "bot": bot}
        if not record.trouble:
            row["points"] = 0.5 if not record.winner else float(record.winner == side)
        if dice is not None:
            row |= {"rolls": dice.rolls, "pips": dice.pips, "luck": dice.luck}
        if timing is not None:
            row |= {"thought": timing.thought[side], "slowest": timing.slowest[side]}
            row["player_turns"] = timing.player_turns[side]
            for seconds, core in zip_longest(timing.turns.get(side, []), timing.core.get(side, [])):
                yield "player_turns", {**game, "side": side, "bot": bot, "seconds": seconds, "core": core}
        yield "players", row
    for turn in record.history:
        then = {**game, "turn": turn.turn}
        for side in job.bots:
            held, stood = (
                board.names(int(found[side], 16)) if side in found else None for found in (turn.control, turn.units)
            )
            yield "turns", {**then, "side": side, "holds": held, "units": stood}
        for figure, value in turn.figures.items():
            yield "figures", {**then, "figure": figure, "value": value}
    for side, nations in record.losses.items():
        for nation, kinds in nations.items():
            for kind, steps in kinds.items():
                yield "losses", {**game, "side": side, "nation": nation, "kind": kind, "steps": steps}
    for rule, times in record.rules.items():
        yield "rules", {**game, "rule": rule, "times": times}
    for moment, when in record.key_moments.items():
        yield "moments", {**game, "moment": moment, "turn": when}


def connect(kept: Kept) -> Any:
    """A DuckDB connection that has the games of a folder as tables."""
    duckdb = _duckdb()
    base = duckdb.connect()
    with TemporaryDirectory() as folder:
        files = {name: (Path(folder) / f"{name}.ndjson").open("w", encoding="utf-8") for name in TABLES}
        try:
            for name, values in rows(kept):
                files[name].write(json.dumps(values) + "\n")
        finally:
            for file in files.values():
                file.close()
        for name, (_, columns) in TABLES.items():
            path = str(Path(folder) / f"{name}.ndjson")
            base.execute(f"create table {name} ({', '.join(f'{column} {kind}' for column, kind in columns.items())})")
            if Path(path).stat().st_size:
                lines = "read_json($path, format = 'newline_delimited', columns = $columns)"
                base.execute(f"insert into {name} select * from {lines}", {"path": path, "columns": columns})
    return base


def export(folder: Path, to: Path) -> list[Path]:
    """Write the tables of a study's folder as Parquet files."""
    base = connect(load(folder))
    to.mkdir(parents=True, exist_ok=True)
    written = []
    for name in TABLES:
        path = to / f"{name}.parquet"
        quoted = str(path).replace("'", "''")
        base.execute(f"copy {name} to '{quoted}' (format parquet)")
        written.append(path)
    return written


def ask(folder: Path, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The answer to a question in SQL: the heads of its columns, and its rows."""
    base = connect(load(folder))
    try:
        answer = base.execute(question)
        return [column[0] for column in answer.description or []], answer.fetchall()
    except _duckdb().Error as error:
        raise BadInput(f"DuckDB does not understand: {error}") from None


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError:
        raise BadInput("tables need DuckDB: pip install 'bocage[lab]'") from None
    return duckdb
