"""Most players have Windows: nothing that only POSIX has is needed to play."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import bocage
from tests.packaging.fresh import ROOT, Machine, play_over_the_wire, served
from tests.table.players import HUMAN, Table, bot

PROGRAM = (sys.executable, "-m", "tests.packaging.elsewhere")
MODULES = [module.name for module in pkgutil.walk_packages(bocage.__path__, "bocage.")]


@pytest.fixture
def elsewhere(tmp_path: Path) -> Machine:
    """The checkout, with an empty home and a system whose own encoding is not UTF-8."""
    foreign = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    own = {name: value for name, value in os.environ.items() if not name.startswith("BOCAGE_")}
    return Machine(ROOT, {**own, **foreign, "HOME": str(tmp_path), "BOCAGE_HOME": str(tmp_path / "data")})


def test_every_module_can_be_imported(elsewhere: Machine) -> None:
    program = (
        "import importlib, sys; from tests.packaging.elsewhere import leave_posix; leave_posix(); "
        "[importlib.import_module(name) for name in sys.argv[1:]]"
    )
    done = elsewhere.run(sys.executable, "-c", program, *MODULES)
    assert done.returncode == 0, done.stdout


def test_the_table_is_served_and_bots_answer(elsewhere: Machine) -> None:
    with served(elsewhere, *PROGRAM, "table") as address:
        play_over_the_wire(address)
        table = Table(address)
        with table.http:
            table.new(bot("random"), HUMAN).wait_until(lambda info: info.get("moment", 0) > 3)


def test_a_game_is_played_in_the_terminal_and_taken_up_again(elsewhere: Machine) -> None:
    def told(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*PROGRAM, *words], cwd=ROOT, env=elsewhere.environ, input=typed, text=True, encoding="cp1252",
            capture_output=True, timeout=60, check=False,
        )  # fmt: skip

    first = told("us-beachhead 1204\nmap\nquit\n", "play", "roundup", "--seed", "utah")
    assert (first.returncode, first.stderr) == (0, "")
    assert "Go on with: bocage play roundup --load" in first.stdout
    again = told("quit\n", "play", "roundup", "--resume")
    assert (again.returncode, again.stderr) == (0, "")
