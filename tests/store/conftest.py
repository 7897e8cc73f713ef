"""Every test of the store runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.store import Store
from tests import postgres


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, in which copies of PostgreSQL are kept."""
    monkeypatch.setenv("BOCAGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """One server for the tests of this process."""
    postgres.require()
    with postgres.server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.sqlite'}"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_schema()


@pytest.fixture(params=["sqlite", "postgres"])
def other_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of another one, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other' / 'table.sqlite'}"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_schema()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store on a new database."""
    with Store.open(url) as opened:
        yield opened
