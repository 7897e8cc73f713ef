"""The games of a study as tables: what DuckDB and Parquet hold is what was played."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

import bocage
from bocage.lab.measuring import tables
from bocage.lab.running import runs, shards, study
from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small study that was carried out."""
    path = tmp_path_factory.mktemp("tables") / "it's mine"
    table = {"game": "roundup", "games": 2, "bots": ["random"], "options": [{}, {"13.3": 2}]}
    runs.carry_out(study.from_table(table), path, "here")
    return path


def test_questions_are_answered_from_the_games(folder: Path) -> None:
    kept = shards.load(folder)
    heads, rows = tables.ask(folder, "select cell, number, winner, decisions from games order by cell, number")
    assert heads == ["cell", "number", "winner", "decisions"]
    assert rows == [
        (record.job.cell, record.job.number, record.winner or None, record.decisions) for record in kept.records
    ]
    _, rows = tables.ask(folder, "select name, options ->> '$.\"13.3\"' from cells order by cell")
    assert rows == [("as printed", None), ("13.3=2", "2")]
    _, rows = tables.ask(folder, "select sum(steps) from losses where side = 'allied'")
    lost = [steps for record in kept.records for kinds in record.losses["allied"].values() for steps in kinds.values()]
    assert rows == [(sum(lost),)]
    _, rows = tables.ask(folder, "select sum(points), count(*) from players")
    assert rows == [(4.0, 8)]
    _, rows = tables.ask(folder, "select max(seconds) from player_turns where side = 'german'")
    assert rows == [(max(timing.slowest["german"] for timing in kept.timings),)]
    first = kept.records[0].history[-1]
    _, rows = tables.ask(
        folder, f"select units from turns where cell = 0 and number = 0 and turn = {first.turn} and side = 'german'"
    )
    assert len(rows[0][0]) == int(first.units["german"], 16).bit_count()
    assert all(len(name) == 4 and name.isdigit() for name in rows[0][0])
    _, rows = tables.ask(folder, "select sum(times) from rules where cell = 1 and number = 1")
    assert rows == [(sum(kept.records[3].rules.values()),)]
    _, rows = tables.ask(folder, "select count(*) from figures where cell = 0 and number = 0")
    assert rows == [(sum(len(turn.figures) for turn in kept.records[0].history),)]
    _, rows = tables.ask(folder, "select count(*) from moments")
    assert rows == [(sum(len(record.key_moments) for record in kept.records),)]


def test_parquet_files_hold_the_same(folder: Path, tmp_path: Path) -> None:
    written = tables.export(folder, tmp_path / "it's Parquet")
    assert [path.stem for path in written] == list(tables.TABLES)
    for path in written:
        quoted = str(path).replace("'", "''")
        ours = tables.ask(folder, f"select * from {path.stem} order by all")
        assert tables.ask(folder, f"select * from '{quoted}' order by all") == ours
        assert ours[0] == list(tables.TABLES[path.stem][1])


def test_the_commands(run: Run, folder: Path, tmp_path: Path) -> None:
    listed = run("lab", "ask", str(folder)).stdout
    assert all(name in listed for name in tables.TABLES)
    question = "select cell, count(*) as games from games group by cell order by cell"
    assert json.loads(run("lab", "ask", str(folder), question, "--json").stdout) == [
        {"cell": 0, "games": 2},
        {"cell": 1, "games": 2},
    ]
    assert "games" in run("lab", "ask", str(folder), question).stdout
    assert run("lab", "ask", str(folder), "selec").stderr.startswith("bocage: DuckDB does not understand: ")
    out = run("lab", "export", str(folder), "--to", str(tmp_path / "out")).stdout.split()
    assert [Path(path).name for path in out] == [f"{name}.parquet" for name in tables.TABLES]
    run("lab", "export", str(folder))
    assert (folder / "parquet" / "games.parquet").exists()


def test_a_study_without_games_has_empty_tables(tmp_path: Path) -> None:
    shards.begin(tmp_path / "run", study.from_table({"game": "rhine", "games": 2, "bots": ["random"]}))
    assert tables.ask(tmp_path / "run", "select count(*) from games")[1] == [(0,)]


@pytest.mark.parametrize("game", ["storming", "rhine", "fortress", "festung"])
def test_every_game_has_tables(game: str, tmp_path: Path) -> None:
    planned = study.from_table({"game": game, "games": 1, "bots": ["random"]})
    kept = runs.carry_out(planned, tmp_path / "run", "here")
    assert kept.records[0].trouble == ""
    for name in tables.TABLES:
        assert tables.ask(tmp_path / "run", f"select count(*) from {name}")[1][0][0] > 0, name


def test_what_is_missing_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def bare(name: str, *more: Any, **others: Any) -> Any:
        if name in ("duckdb", "ray"):
            raise ImportError(name)
        return real(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", bare)
    with pytest.raises(bocage.BadInput, match=r"pip install 'bocage\[lab\]'"):
        tables.ask(folder, "select 1")
    from bocage.lab.running import batch

    with pytest.raises(bocage.BadInput, match=r"pip install 'bocage\[ray\]'"), batch.workers("ray", 1):
        pass
