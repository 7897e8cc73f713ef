"""The service is tested from outside, over real sockets, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.table.config import Config
from tests import postgres
from tests.table.players import UNHURRIED, Table, running


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """One server for the tests of this process."""
    postgres.require()
    with postgres.server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.sqlite'}"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.new_database()


@pytest.fixture
def both(database: str) -> Iterator[Table]:
    """A service, once with each kind of database."""
    with running(Config(port=0, database=database, **UNHURRIED)) as table:
        yield table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One service for all tests of a file that do not care for its database."""
    file = tmp_path_factory.mktemp("table") / "table.sqlite"
    with running(Config(port=0, database=f"sqlite:///{file}", **UNHURRIED)) as table:
        yield table
