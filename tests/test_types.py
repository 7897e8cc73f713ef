"""A misspelt field is a type error wherever rules change or read a position."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MISSPELT = """
from bocage.games.{slug}.rules.look import {look}, Play


def change(play: Play, look: {look}) -> None:
    play.position.{field} = play.position.{field}
    play.position.{wrong} = 0
    look.position.{wrong}
    play.look.position.{wrong}
    play.game.rules.{wrong}
"""


@pytest.mark.parametrize(
    ("slug", "look", "field", "wrong"),
    [
        ("roundup", "RoundupLook", "bombers_used", "bombers_usd"),
        ("storming", "StormingLook", "disrupted", "disruptd"),
        ("rhine", "RhineLook", "face_down", "face_donw"),
    ],
)
def test_misspelt_fields_are_found(tmp_path: Path, slug: str, look: str, field: str, wrong: str) -> None:
    file = tmp_path / "misspelt.py"
    file.write_text(MISSPELT.format(slug=slug, look=look, field=field, wrong=wrong), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", str(file)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    lines = [line for line in told.stdout.splitlines() if "misspelt.py" in line]
    assert [line.split(":")[1] for line in lines] == ["7", "8", "9", "10"], told.stdout + told.stderr
    assert all(wrong in line for line in lines)
