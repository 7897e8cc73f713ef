"""The quick core of the tests on other Pythons: the newest one in every run, the others in `make soak`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.fresh import ROOT, machine, require_network

OLDEST = (3, 11)


def others() -> dict[tuple[int, int], str]:
    """Each other version that Bocage runs on, with a program: on the path, or installed beside the one that runs us.

    A version manager may put programs on the path that only say which version to choose, so each is tried.
    """
    beside = Path(sys.base_prefix).parent.glob("*/bin/python3")
    named = (shutil.which(f"python3.{minor}") for minor in range(OLDEST[1], 30))
    found: dict[tuple[int, int], str] = {}
    for program in [*filter(None, named), shutil.which("python3") or "", *sorted(map(str, beside))]:
        done = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
        version = re.match(r"Python (\d+)\.(\d+)", done.stdout) if done and not done.returncode else None
        if version is not None:
            found.setdefault((int(version[1]), int(version[2])), program)
    own = sys.version_info[:2]
    return {version: found[version] for version in sorted(found, reverse=True) if OLDEST <= version != own}


@pytest.mark.parametrize(
    "turn", [0, *(pytest.param(turn, marks=pytest.mark.long) for turn in (1, 2))], ids=["newest", "second", "third"]
)
def test_the_quick_core_passes_on_another_python(turn: int, tmp_path: Path) -> None:
    programs = list(others().values())
    if turn >= len(programs):
        pytest.skip(f"this machine has {len(programs)} other Pythons from 3.11 on")
    fresh = machine(tmp_path, programs[turn])
    require_network(fresh)
    done = subprocess.run(
        ["make", "core", f"PYTHON={programs[turn]}"], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, **fresh.environ, "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d{3,} passed", done.stdout, re.M), done.stdout
