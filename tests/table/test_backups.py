"""The commands of whoever runs a table: backup, restore, copy, and what only looks, beside a service that goes on."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bocage.cli import app
from bocage.store import claim
from bocage.table.config import Config
from tests import postgres
from tests.store.make_fixture import FOLDER
from tests.table.players import UNHURRIED, New, Table, running, stride


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(claim, "_PATIENCE", 0.5)
    return tmp_path / "home"


def run(*words: str) -> str:
    """What a command says."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    """The sentence with which a command refuses."""
    done: Any = CliRunner().invoke(app, list(words))
    assert done.exit_code == 1, done.output
    assert done.output.startswith("bocage: ")
    assert len(done.output.splitlines()) == 1
    return str(done.output)


def config(database: str) -> Config:
    return Config(port=0, database=database, **UNHURRIED)


def played(table: Table, count: int) -> New:
    """A match in which the Allies have done something."""
    new = table.new()
    with new.page("allied") as page:
        stride(new, page, "allied", count, random.Random(1))
    return new


def test_a_backup_of_a_running_table_comes_back_and_the_match_goes_on(database: str, tmp_path: Path) -> None:
    file = str(tmp_path / "backup.sqlite")
    with running(config(database)) as table:
        new = played(table, 3)
        assert "1 match with 4 entries" in run("backup", file, "--database", database)
        assert new.id in run("matches", "--database", database)
        with new.page("allied") as page:
            stride(new, page, "allied", 1, random.Random(2))
        assert new.get()["moment"] == 4
        told = refused("restore", file, "--database", database, "--replace")
        assert f"in use by the table at {table.address}" in told
    assert "holds 1 match" in refused("restore", file, "--database", database)
    said = run("restore", file, "--database", database, "--replace")
    assert "Restored" in said
    assert "before-restore" in said
    with running(config(database)) as table:
        new.table = table
        assert new.get()["moment"] == 3
        with new.page("allied") as page:
            stride(new, page, "allied", 1, random.Random(3))
        assert new.get()["moment"] == 4


def test_a_table_moves_to_postgresql_with_all_its_links(postgres_server: postgres.Server, tmp_path: Path) -> None:
    file, url = tmp_path / "table.sqlite", postgres_server.new_database()
    with running(config(f"sqlite:///{file}")) as table:
        new = played(table, 3)
        assert "in use by the table at" in refused("copy", str(file), url)
    assert "1 match with 4 entries" in run("copy", str(file), url)
    assert "holds 1 match" in refused("copy", str(file), url)
    with running(config(url)) as table:
        new.table = table
        with new.page("allied") as page:
            assert page.moment == 3
            stride(new, page, "allied", 1, random.Random(2))


def test_a_password_is_in_no_sentence_of_these_commands(tmp_path: Path) -> None:
    url = f"postgresql://anna:s3cret-word@/ford?host={tmp_path}"
    file = tmp_path / "table.sqlite"
    shutil.copy(FOLDER / "made-by-0002.sqlite", file)
    for words in (["copy", str(file), url], ["backup", str(tmp_path), "--database", url]):
        told = refused(*words)
        assert "does not answer" in told
        assert "s3cret-word" not in told


def test_the_list_of_matches_never_changes_a_database(home: Path) -> None:
    assert run("matches") == "No match has been played here yet.\n"
    assert not home.exists()
    home.mkdir()
    shutil.copy(FOLDER / "made-by-0001.sqlite", home / "table.sqlite")
    before = (home / "table.sqlite").read_bytes()
    for words in (["matches"], ["seat", "x", "red"]):
        told = refused(*words)
        assert "tables of version 0001" in told
        assert "`bocage table`" in told
    assert (home / "table.sqlite").read_bytes() == before
    assert "1 match" in run("backup", str(home / "first.sqlite"))
    with running(Config(port=0)) as table:
        assert table.get("/healthz")["status"] == "ok"
        assert run("matches").count("ford") == 1
    assert len(list(home.glob("table.version-0001.*.sqlite"))) == 1
