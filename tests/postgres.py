"""A PostgreSQL server of our own, thrown away afterwards: for tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

USER = "postgres"
HOW_TO_GET_IT = "PostgreSQL's server is not installed (Debian: apt install postgresql), so its tests are left out"


def programs() -> Path | None:
    """The folder with initdb and pg_ctl, newest version first; None if there is no server."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return None if elsewhere is None else Path(elsewhere).resolve().parent


def require() -> None:
    """Skip the test that asks where there is no server; with CI=true that is a failure."""
    if programs() is None:
        if os.environ.get("CI") == "true":
            pytest.fail(HOW_TO_GET_IT, pytrace=False)
        pytest.skip(HOW_TO_GET_IT)


class Server:
    """A running server; it listens on a socket in its own folder only."""

    def __init__(self, folder: Path, bin_folder: Path, settings: str) -> None:
        self._folder = folder
        self._bin = bin_folder
        self._settings = settings
        self._numbers = count(1)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:  # the server refuses to be run by root
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program} failed:\n{done.stdout}{done.stderr}")

    def make(self) -> None:
        """Make the cluster."""
        self._run("initdb", "-D", str(self._folder / "data"), "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses='' {self._settings}"
        # Without a log file of its own the server would keep our pipe open.
        data, log = str(self._folder / "data"), str(self._folder / "log")
        self._run("pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; "immediate" is as good as a crash."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", mode, "-w", "stop")

    def url(self, database: str = USER) -> str:
        """The address of a database."""
        return f"postgresql://{USER}@/{database}?host={self._folder}"

    def _execute(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"database{next(self._numbers)}"
        self._execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def new_schema(self) -> str:
        """The address of a new, empty schema: to a program the same as a new database, and made much faster."""
        name = f"schema{next(self._numbers)}"
        self._execute(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"


@contextmanager
def server(*, careful: bool = False) -> Iterator[Server]:
    """A server for the time of the context. A careful one waits for the disk, as one that people use does."""
    bin_folder = programs()
    assert bin_folder is not None, HOW_TO_GET_IT
    folder = Path(tempfile.mkdtemp(prefix="bocage-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER, USER)
        settings = "" if careful else "-c fsync=off -c full_page_writes=off -c shared_buffers=16MB"
        made = Server(folder, bin_folder, settings)
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
